"""The rules of a game in compiled code, asked about one position at a time: shared by all games."""

from __future__ import annotations

from trackside.core.protocol import UNBOUND, AnyState, Array, Numbers, Rules

rules: Rules = UNBOUND

ENTRIES = ("to_move", "legal_moves", "chance_weights", "apply", "hide", "guess", "encode", "scores", "returns")


def to_move(states: AnyState) -> int:
    """Return the seat to move in states[0]."""
    return rules.to_move(states[0])


def legal_moves(states: AnyState, seat: int, out: Numbers) -> int:
    """List a seat's legal moves in states[0]; return their number."""
    return rules.legal_moves(states[0], seat, out)


def chance_weights(states: AnyState, out: Numbers) -> int:
    """Write the weights of the outcomes in states[0], where chance is to move; return their number."""
    return rules.chance_weights(states[0], out)


def apply(states: AnyState, seat: int, move: int) -> int:
    """Make one move or chance outcome in states[0] and nothing else; return the seat to move."""
    rules.apply(states[0], seat, move)
    return rules.to_move(states[0])


def hide(states: AnyState, perspective: int) -> None:
    """Blank in states[0] what may not be known from this perspective."""
    rules.hide(states[0], perspective)


def guess(states: AnyState, seat: int, rng: Numbers) -> None:
    """Fill the blanks of states[0], a seat's view, at random."""
    rules.guess(states[0], seat, rng)


def encode(states: AnyState, seat: int, out: Numbers) -> None:
    """Write what a seat may know in states[0]; `out` is all zeros before."""
    rules.encode(states[0], seat, out)


def scores(states: AnyState, out: Array) -> None:
    """Write the points of every seat in states[0]."""
    rules.scores(states[0], out)


def returns(states: AnyState, out: Array) -> None:
    """Write every seat's share of the win in states[0], which is over."""
    rules.returns(states[0], out)
