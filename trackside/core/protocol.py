"""The interface that every game implements.

A game's rules are plain functions over its State. The same source runs plain and compiled,
so it is limited to integers, ranges, loops and fields of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

CHANCE = -1
"""The player that rolls dice and turns cards."""

OVER = -2
"""The value of `to_move` when the game has ended."""

SPECTATOR = -3
"""The perspective of someone who sees only what everyone sees."""

REFEREE = -4
"""The referee's perspective: it sees everything, and calls time at a table with a time limit."""

TIME_UP = 0
"""The referee's only move: a game with the capability `minutes` then ends by its own rules."""

STREAMS = 64
"""The maximum number of random streams of a game."""

AnyState = Any
"""The State of any game, plain or a record."""

Numbers = list[int]
"""A list when plain, an array when compiled."""

Array = Any
"""An array of numbers of any kind and shape."""


class Rules(Protocol):
    """A game's rules: its package has all of these, plain or compiled."""

    State: type[Any]
    """The layout; every game has the fields `seats` and `turns` (the number of turns begun).

    A game may have the field `looking`: 1 + the seat whose view a position is, 0 in a whole position."""

    MOVES: int
    """The number of move codes: a seat's move is a number 0..MOVES-1."""

    OUTCOMES: int
    """The maximum number of outcomes of a chance move."""

    def setup(self, s: AnyState, seats: int, options: Sequence[int]) -> None:
        """Set up the opening position, before any chance; `options` holds all option numbers in game.toml order."""

    def to_move(self, s: AnyState) -> int:
        """Return a seat, CHANCE or OVER; in simultaneous play the first seat that has yet to act."""

    def legal_moves(self, s: AnyState, seat: int, out: Numbers) -> int:
        """Write this seat's legal moves in ascending order and return their number."""

    def chance_weights(self, s: AnyState, out: Numbers) -> int:
        """Write the integer weights of the outcomes 0..n-1 and return n; impossible outcomes weigh 0."""

    def chance_stream(self, s: AnyState) -> int:
        """Return the random stream 0..STREAMS-1 for the next outcome, so that luck is separate by seat and purpose."""

    def apply(self, s: AnyState, seat: int, move: int) -> None:
        """Make a legal move, or apply an outcome (seat CHANCE): the only way a state changes.

        In a game with `minutes` the seat may be REFEREE, with TIME_UP: once, at any time when a seat is to move.
        """

    def scores(self, s: AnyState, out: Array) -> None:
        """Write each seat's points as the rules count them; valid at any time."""

    def returns(self, s: AnyState, out: Array) -> None:
        """Write each seat's share of the win once OVER: they sum to 1; solo, the score on a 0..1 scale."""

    def hide(self, s: AnyState, seat: int) -> None:
        """Blank everything that is hidden from this seat (or a SPECTATOR)."""

    def guess(self, s: AnyState, seat: int, rng: Numbers) -> None:
        """Fill the blanks at random, consistently with everything that the seat knows."""

    def quick_move(self, s: AnyState, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
        """Return the one of the n legal moves that a sensible player makes without long thought."""

    FEATURES: tuple[str, ...]
    """The meanings of the numbers that `encode` writes; empty for a game without an encoder."""

    NETS: tuple[str, ...]
    """The kinds of tables that have their own net."""

    JUDGED: str
    """The output of a net: `shares` of the win, or the future `points` of every seat (see PointRules)."""

    def net_for(self, s: AnyState) -> int:
        """Return the kind of table a position belongs to, an index into NETS; -1 if there is no net for it."""

    def is_settled(self, s: AnyState) -> bool:
        """Return True if a net can evaluate this position: a turn is over and nothing of the next has happened."""

    def perspective(self, s: AnyState) -> int:
        """Return the seat from which a settled position is evaluated."""

    def encode(self, s: AnyState, seat: int, out: Numbers) -> None:
        """Write what a seat may know, one number for each of FEATURES; `out` is all zeros before."""


class ListRules(Rules, Protocol):
    """A game that lists its whole turns itself: all moves of a seat up to the next chance, turn, other seat or the end.

    Other games' turns are found from single moves, see `trackside.search.kernels.listing`.
    """

    LISTED_COLUMNS: int
    """The length of a listed turn's entry; its content is up to the game."""

    MAX_TURNS: int
    """The number of turns there is room for."""

    LONGEST_TURN: int
    """The maximum number of moves in a turn."""

    def list_turns(self, s: AnyState, seat: int, out: Array) -> int:
        """Write every whole turn, up to len(out), and return their number."""

    def turn_moves(self, s: AnyState, seat: int, turn: Numbers, out: Numbers) -> int:
        """Write the moves of a listed turn and return their number."""

    def may_repeat(self, s: AnyState) -> bool:
        """Return True if different moves of a turn may lead to one position.

        Games without this function are searched for repeated positions at every turn.
        """


class TurnRules(Rules, Protocol):
    """A game whose policy works in whole turns: all moves of a seat up to the next chance or seat."""

    TURN_COLUMNS: int
    """The length of a turn's entry: its worth, its number of moves, the moves, then anything the game adds."""

    def quick_turn(self, s: AnyState, seat: int, out: Numbers, rng: Numbers) -> int:
        """Write the moves that a sensible player makes until the end of the turn and return their number."""

    def rank_turns(self, s: AnyState, seat: int, out: Array) -> int:
        """Write the different ways to finish the turn, best first, up to len(out), and return their number."""


class SizeRules(Rules, Protocol):
    """A game that lists the features of its positions: an entry is a feature's number plus its size, shifted left."""

    SIZE_BITS: int
    """The shift of a feature's size."""


class InputRules(SizeRules, ListRules, Protocol):
    """A game with value nets: they see the features that it lists of positions between two turns."""

    INPUTS: tuple[int, ...]
    """The number of features by the number of seats."""

    INPUT_BLOCKS: tuple[str, ...]
    """The names and sizes of all groups of features."""

    MAX_INPUTS: int
    """An upper bound on the number of features a position, or a line of points, has at the same time."""


class ValueRules(InputRules, Protocol):
    """A game whose value nets predict every seat's share of the win."""

    def list_inputs(self, s: AnyState, seat: int, out: Numbers) -> int:
        """List the features of a settled position from a seat's view and return their number."""

    def is_ending(self, s: AnyState) -> bool:
        """Return True if a settled position is near enough to the end to be solved at every leaf of a search.

        Games without this function and the next are never solved by whole turns.
        """

    def is_near_end(self, s: AnyState) -> bool:
        """Return True if a position is near enough to the end for a search to try to solve it once."""


class PointRules(InputRules, TurnRules, Protocol):
    """A game in which every seat builds a line of its own, and whose value nets predict the points still to come.

    A listed turn's entry begins with the points it brings, and the empty turn is listed first.
    """

    SIGHT: int
    """The number of integers that `look` writes."""

    MIN_POINTS: int
    MAX_POINTS: int
    """The scores that count as 0 and 1 in solo games."""

    def rounds_to_come(self, s: AnyState) -> int:
        """Return the number of rounds after this one."""

    def sharpness(self, s: AnyState) -> int:
        """Return the value of a point of lead for the chance to win at this stage, in 1/1024."""

    def is_same_line(self, one: Numbers, other: Numbers) -> bool:
        """Return True if two listed turns leave the same line."""

    def line_key(self, turn: Numbers) -> int:
        """Return a number that is the same for all listed turns that leave the same line."""

    def look(self, s: AnyState, seat: int, sight: Numbers) -> None:
        """Write the lookup data of a seat for `turn_features`, from the position as it stands."""

    def standing_features(self, s: AnyState, seat: int, out: Numbers) -> int:
        """List the features that every turn of a seat leaves unchanged and return their number."""

    def turn_features(self, s: AnyState, sight: Numbers, turn: Numbers, out: Numbers) -> int:
        """List the features that a turn adds and return their number."""

    def line_features(self, s: AnyState, seat: int, sight: Numbers, out: Numbers) -> int:
        """List the features that a seat's line adds as it stands and return their number."""


UNBOUND = cast(Rules, None)
"""The placeholder in code shared by all games, until it is bound to one."""

UNBOUND_LISTS = cast(ListRules, None)
"""The placeholder in code shared by all games that may list their turns themselves."""

UNBOUND_SIZES = cast(SizeRules, None)
"""The placeholder in code shared by all games that may list features."""

UNBOUND_VALUES = cast(ValueRules, None)
"""The placeholder in code shared by all games that have a net for the value of positions."""

UNBOUND_TURNS = cast(TurnRules, None)
"""The placeholder in code shared by all games whose policy works in whole turns."""

UNBOUND_POINTS = cast(PointRules, None)
"""The placeholder in code shared by all games whose net predicts points."""
