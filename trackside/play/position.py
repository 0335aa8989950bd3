"""The position of a match, held by the plain or by the compiled rules.

Both agree byte for byte. Plain rules are available immediately. Compiled ones are about ten times as fast, but must be
loaded from disk, or compiled once on a machine, so they are for programs that play many matches.

Positions are immutable: a move leads to a new one, which is cached until another is requested.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from trackside.core.compile import is_on_disk
from trackside.core.errors import BadOption
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import Game
from trackside.games.parts import explained, is_of_compiler
from trackside.play.dice import Dice
from trackside.play.plain_position import PlainPosition

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from trackside.play.compiled_position import CompiledPosition, CompiledRules, Roller
    from trackside.play.events import Entry

SOON, LATE = 20, 300
"""Matches of a game that a process begins with plain rules: if the compiled ones are on disk, and if not."""


class Position(Protocol):
    """A position as a match uses it; the numbers and lists it returns are read-only."""

    compiled: ClassVar[bool]
    """True if compiled rules hold the position."""
    to_move: int
    """A seat, CHANCE or OVER."""
    turns: int
    """The number of turns begun."""

    @property
    def game(self) -> Game:
        """The game of this position."""

    @property
    def state(self) -> AnyState:
        """The true position in its plain form, read-only."""

    def choices(self, seat: int) -> list[int]:
        """Return the codes of a seat's legal moves, ascending, read-only."""

    def chance(self) -> tuple[int, list[int]]:
        """Return the stream that chance draws from, and the weights of its outcomes."""

    def after(self, entry: Entry) -> Position:
        """Return the position after a legal move or an outcome."""

    def view_state(self, perspective: int) -> AnyState:
        """Return the position as this perspective may know it, read-only; a new one if the game has secrets."""

    def scores(self, seats: int) -> list[int]:
        """Return the points of every seat."""

    def returns(self, seats: int) -> list[float]:
        """Return every seat's share of the win, once the game is over."""

    def features(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know, as the numbers of the game's encoder."""

    def counted(self, drawn: list[int]) -> Any:
        """Return the outcomes drawn by stream, in the form that is fastest for these rules."""

    def roller(self, dice: Dice) -> Roller | None:
        """Return a roller of these dice in compiled code, or None if the match has to roll."""

    def forget(self) -> None:
        """Drop everything that is cached only for speed."""


_begun: Counter[Game] = Counter()
_compiled: dict[Game, CompiledRules | None] = {}
"""The compiled rules loaded so far; None for a game whose rules cannot be compiled."""


def hold(game: Game, state: AnyState, compiled: bool | None = False) -> Position:
    """Return the position of a plain state; None uses compiled rules once a process has begun many matches."""
    if compiled is None:
        compiled = _pays(game) and _can_be_compiled(game, state)
    return _rules(game, state).begin(state) if compiled else PlainPosition(game, state)


def _pays(game: Game) -> bool:
    """Count a match; return True if enough have begun for compiled rules to be worth the wait."""
    _begun[game] += 1
    return _begun[game] > LATE or (_begun[game] > SOON and _is_on_disk(game))


@cache
def _is_on_disk(game: Game) -> bool:
    return is_on_disk(game.path, f"{game.folder}.referee")


def _can_be_compiled(game: Game, state: AnyState) -> bool:
    """Return True if the rules can be compiled; an external game keeps the plain ones if they cannot."""
    if game not in _compiled:
        try:
            _rules(game, state)
        except BadOption:
            _compiled[game] = None
    return _compiled[game] is not None


def _rules(game: Game, state: AnyState) -> CompiledRules:
    """Return the compiled rules of a game, tried at a position; raise BadOption if they cannot be compiled."""
    rules = _compiled.get(game)
    if rules is None:
        from trackside.play.compiled_position import CompiledRules

        rules = CompiledRules(game)
        try:
            _try(rules.begin(state))
        except Exception as error:
            if not is_of_compiler(error):
                raise
            raise BadOption(f"{game.path}: {explained(error, game.path)}") from error
        _compiled[game] = rules
    return rules


def _try(position: CompiledPosition) -> None:
    """Compile the step from a position to the next by making one."""
    if position.to_move == CHANCE:
        outcome = next(code for code, weight in enumerate(position.chance()[1]) if weight)
        position.after((CHANCE, outcome))
    elif position.to_move != OVER:
        position.after((position.to_move, position.choices(position.to_move)[0]))
