"""The questions every game answers.

A game's rules are plain functions over its State. The same source runs plain and compiled,
so it keeps to integers, ranges, loops and fields of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

CHANCE = -1
"""The player who rolls dice and turns cards."""

OVER = -2
"""What `to_move` says when the game has ended."""

SPECTATOR = -3
"""The perspective of someone who sees only what everyone sees."""

REFEREE = -4
"""The referee's perspective: it sees everything, and says at a table with a time limit that the time is up."""

TIME_UP = 0
"""What the referee can say: a game with `minutes` among its capabilities then ends by its own rules."""

STREAMS = 64
"""How many random streams a game can have."""

AnyState = Any
"""The State of some game, plain or a record."""

Numbers = list[int]
"""A list when plain, an array when compiled."""

Array = Any
"""Numbers of any kind and shape."""


class Rules(Protocol):
    """A game: its package, plain or compiled, has all of these."""

    State: type[Any]
    """The layout; every game has the fields `seats` and `turns` (how many turns have begun).

    A game may have the field `looking`: 1 + the seat in whose view a position is, 0 in a whole position."""

    MOVES: int
    """How many move codes there are: a seat's move is a number 0..MOVES-1."""

    OUTCOMES: int
    """The largest number of outcomes a chance move can have."""

    def setup(self, s: AnyState, seats: int, options: Sequence[int]) -> None:
        """Make the opening position, before any chance; the numbers of all options in the order of game.toml."""

    def to_move(self, s: AnyState) -> int:
        """A seat, CHANCE or OVER; in simultaneous play the first seat that has yet to act."""

    def legal_moves(self, s: AnyState, seat: int, out: Numbers) -> int:
        """Write what this seat may do now, ascending, and say how many moves that is."""

    def chance_weights(self, s: AnyState, out: Numbers) -> int:
        """Write the integer weights of the outcomes 0..n-1 and say n; impossible ones weigh 0."""

    def chance_stream(self, s: AnyState) -> int:
        """Which random stream 0..STREAMS-1 an outcome is drawn from, so that luck can be kept per seat and purpose."""

    def apply(self, s: AnyState, seat: int, move: int) -> None:
        """Make a legal move, or let an outcome happen (seat CHANCE): the only way a state changes.

        In a game with `minutes` the seat may be REFEREE, for TIME_UP, once, whenever a seat is to move.
        """

    def scores(self, s: AnyState, out: Array) -> None:
        """Write each seat's points as the rules count them, at any time."""

    def returns(self, s: AnyState, out: Array) -> None:
        """Write each seat's share of the win once OVER: sums to 1; solo, the score on a 0..1 scale."""

    def hide(self, s: AnyState, seat: int) -> None:
        """Blank all that this seat (or a SPECTATOR) may not know."""

    def guess(self, s: AnyState, seat: int, rng: Numbers) -> None:
        """Fill the blanks at random, consistently with all that the seat knows."""

    def quick_move(self, s: AnyState, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
        """One of the n legal moves: what a sensible player does without thinking long."""

    FEATURES: tuple[str, ...]
    """What the numbers of `encode` mean; empty for a game without an encoder."""

    NETS: tuple[str, ...]
    """The kinds of tables that have a net of their own."""

    JUDGED: str
    """What a net says: `shares` of the win, or the `points` to come of every seat (then see PointRules)."""

    def net_for(self, s: AnyState) -> int:
        """The kind of table a position belongs to, an index into NETS; -1 if no net is made for it."""

    def is_settled(self, s: AnyState) -> bool:
        """Whether a net may judge here: where a turn is over and nothing of the next has happened."""

    def perspective(self, s: AnyState) -> int:
        """The seat from whose perspective a settled position is judged."""

    def encode(self, s: AnyState, seat: int, out: Numbers) -> None:
        """Write what a seat may know, a number for each of FEATURES; `out` is all zeros before."""


class TurnRules(Rules, Protocol):
    """A game whose policy thinks in whole turns: all moves of a seat up to the next chance or seat."""

    TURN_COLUMNS: int
    """How many numbers describe a turn: its worth, how many moves it has, its moves, then what the game likes."""

    def quick_turn(self, s: AnyState, seat: int, out: Numbers, rng: Numbers) -> int:
        """Write the moves up to the end of the turn that a sensible player makes, and say how many they are."""

    def rank_turns(self, s: AnyState, seat: int, out: Array) -> int:
        """Write the different ways to play the turn to its end, best first, up to len(out), and say how many."""


class PointRules(TurnRules, Protocol):
    """A game in which every seat builds something of its own, whose net says the points that it will still bring."""

    LISTED_COLUMNS: int
    """How many numbers describe a listed turn: the points it brings, then what the game likes."""

    MAX_TURNS: int
    """More turns than a seat ever has to choose from."""

    LONGEST_TURN: int
    """The most moves a turn has."""

    MAX_FEATURES: int
    """More features than a line ever has at once."""

    SIZE_BITS: int
    """A feature in a list is its number, and its size behind so many bits."""

    SIGHT: int
    """How many numbers `look` writes."""

    SHARED: int
    EACH: int
    """The inputs of a net: features that are the same for all seats, and those of one seat, the first of `encode`."""

    MIN_POINTS: int
    MAX_POINTS: int
    """The scores that are 0 and 1 to one who plays alone."""

    def rounds_to_come(self, s: AnyState) -> int:
        """How many rounds there will be after this one."""

    def sharpness(self, s: AnyState) -> int:
        """What a point of lead is worth now for the odds to win, in 1/1024."""

    def list_turns(self, s: AnyState, seat: int, out: Array) -> int:
        """Write every whole turn, to do nothing first, up to len(out), and say how many."""

    def is_same_line(self, one: Numbers, other: Numbers) -> bool:
        """Whether two listed turns leave the same."""

    def turn_moves(self, s: AnyState, seat: int, turn: Numbers, out: Numbers) -> int:
        """Write the moves of a listed turn, and say how many they are."""

    def look(self, s: AnyState, seat: int, sight: Numbers) -> None:
        """Write what `turn_features` looks up for every turn of a seat; all is taken as it is."""

    def standing_features(self, s: AnyState, seat: int, out: Numbers) -> int:
        """List the features that every turn of a seat leaves as they are, and say how many they are."""

    def turn_features(self, s: AnyState, sight: Numbers, turn: Numbers, out: Numbers) -> int:
        """List the features that a turn adds, and say how many they are."""


UNBOUND = cast(Rules, None)
"""What code shared by all games starts with, until it is bound to one."""

UNBOUND_TURNS = cast(TurnRules, None)
"""The same for code shared by all games that think in whole turns."""

UNBOUND_POINTS = cast(PointRules, None)
"""The same for code shared by all games whose net says points to come."""
