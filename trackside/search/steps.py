"""One game step by step in compiled code, for a referee who is asked about every position: shared by all games."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules

rules: Rules = UNBOUND

ENTRIES = ("step", "choices", "hide_from", "write_features", "write_scores", "write_returns")

TO_MOVE, TURNS, STREAM, COUNT, LISTED = range(5)
"""What `step` writes: who is to move, the turns begun, the stream of chance, how many numbers follow, and these."""


def step(states: AnyState, seat: int, move: int, out: Numbers) -> None:
    """Let states[0] change, then say who is to move, and list that seat's moves or the weights of chance."""
    s = states[0]
    rules.apply(s, seat, move)
    following = rules.to_move(s)
    n = 0
    out[STREAM] = 0
    if following == CHANCE:
        out[STREAM] = rules.chance_stream(s)
        n = rules.chance_weights(s, out[LISTED:])
    elif following != OVER:
        n = rules.legal_moves(s, following, out[LISTED:])
    out[TO_MOVE] = following
    out[TURNS] = s.turns
    out[COUNT] = n


def choices(states: AnyState, seat: int, out: Numbers) -> int:
    """List what a seat may do in states[0], and say how many moves that is."""
    return rules.legal_moves(states[0], seat, out)


def hide_from(states: AnyState, eyes: int) -> None:
    """Blank in states[0] what these eyes may not know."""
    rules.hide(states[0], eyes)


def write_features(states: AnyState, seat: int, out: Numbers) -> None:
    """The features of states[0], already hidden from others, as a seat sees them."""
    rules.encode(states[0], seat, out)


def write_scores(states: AnyState, out: Array) -> None:
    """The points of every seat in states[0]."""
    rules.scores(states[0], out)


def write_returns(states: AnyState, out: Array) -> None:
    """The shares of the win in states[0], which is over."""
    rules.returns(states[0], out)
