"""The position of a match, held by the plain or by the compiled rules.

Both agree byte for byte. Plain rules are available immediately. Compiled ones are about ten times as fast, but must be
loaded from disk, or compiled once on a machine, so they are for programs that play many matches.

Positions are immutable: a move leads to a new one, which is cached until another is requested.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from struct import unpack
from typing import TYPE_CHECKING, Any, Protocol

from trackside.core.compile import is_on_disk
from trackside.core.errors import BadOption
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import CHANCE, OVER, REFEREE, STREAMS, AnyState
from trackside.games import Game
from trackside.games.parts import explained, is_of_compiler
from trackside.play.dice import Dice, key_block
from trackside.search.kernels.referee import COUNT, LISTED, MAX_ROLLS, ROLLS, TO_MOVE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from trackside.play.events import Entry

KERNEL = "trackside.search.kernels.referee"

SOON, LATE = 20, 300
"""Matches of a game that a process begins with plain rules: if the compiled ones are on disk, and if not."""


class Position(Protocol):
    """A position as a match uses it; the numbers and lists it returns are read-only."""

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

    def hidden(self, perspective: int) -> AnyState:
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


class PlainPosition:
    """A position held by the plain rules."""

    __slots__ = ("_choices", "_following", "game", "state", "to_move", "turns")

    def __init__(self, game: Game, state: AnyState) -> None:
        self.game, self.state = game, state
        self.to_move: int = game.plain.to_move(state)
        self.turns: int = state.turns
        self._choices: dict[int, list[int]] = {}
        self._following: tuple[Entry, PlainPosition] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.state)

    def choices(self, seat: int) -> list[int]:
        """Return the codes of a seat's legal moves."""
        found = self._choices.get(seat)
        if found is None:
            found = self._choices[seat] = choices_for(self.game.plain, self.state, seat)
        return found

    def chance(self) -> tuple[int, list[int]]:
        """Return the stream that chance draws from, and the weights of its outcomes."""
        return _chance(self.game, self.state)

    def after(self, entry: Entry) -> PlainPosition:
        """Return the position after an entry."""
        if self._following is not None and self._following[0] == entry:
            return self._following[1]
        state = self.state.duplicate()
        self.game.plain.apply(state, *entry)
        following = PlainPosition(self.game, state)
        self._following = entry, following
        return following

    def hidden(self, perspective: int) -> AnyState:
        """Return the position as this perspective may know it."""
        return view_state(self.game.plain, self.state, perspective) if self.game.card.secrets else self.state

    def scores(self, seats: int) -> list[int]:
        """Return the points of every seat."""
        points = [0] * seats
        self.game.plain.scores(self.state, points)
        return points

    def returns(self, seats: int) -> list[float]:
        """Return every seat's share of the win."""
        shares: list[float] = [0.0] * seats
        self.game.plain.returns(self.state, shares)
        return shares

    def features(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know, as numbers."""
        import numpy as np

        out = [0] * len(self.game.plain.FEATURES)
        self.game.plain.encode(self.hidden(seat), seat, out)
        return np.array(out, np.int16)

    def counted(self, drawn: list[int]) -> list[int]:
        """Return the outcomes drawn by stream, unchanged."""
        return drawn

    def roller(self, dice: Dice) -> None:
        """Return None: the match has to roll."""

    def forget(self) -> None:
        """Drop everything that is cached only for speed."""
        self._choices, self._following = {}, None


class Compiled:
    """The compiled rules of a game, called for one position at a time."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        rules = game.plain
        self.game, self.kernel, self.layout = game, game.kernel(KERNEL), rules.State
        self.dtype, self.size = rules.State.dtype(), LISTED + max(rules.MOVES, rules.OUTCOMES)
        self.step, self.array, self.empty, self.int64 = self.kernel.step, np.ndarray, np.empty, np.int64
        self.undrawn = np.zeros(STREAMS, np.int64)

    def record(self, packed: bytearray) -> Any:
        """Return an array of one record that shares these bytes."""
        return self.array(1, self.dtype, packed)

    def desk(self, seed: str = "") -> Any:
        """Return a buffer for the results of `step`; with the seed of dice, one that can roll them."""
        import numpy as np

        desk = np.zeros(self.size, np.int64)
        if seed:
            self.kernel.set_key(np.array(unpack(">16I", key_block(seed)), np.int64), desk)
        return desk

    def begin(self, state: AnyState) -> CompiledPosition:
        """Return the compiled position of a plain state."""
        rules, to_move = self.game.plain, self.game.plain.to_move(state)
        stream, listed = _chance(self.game, state) if to_move == CHANCE else (0, [])
        if to_move not in (CHANCE, OVER):
            listed = choices_for(rules, state, to_move)
        return CompiledPosition(self, bytearray(state.to_bytes()), to_move, state.turns, stream, listed)


class CompiledPosition:
    """A position held by the compiled rules, as bytes."""

    __slots__ = (
        *("_choices", "_compiled", "_following", "_listed", "_packed", "_state"),
        *("_stream", "to_move", "turns"),
    )

    def __init__(
        self, compiled: Compiled, packed: bytearray, to_move: int, turns: int, stream: int, listed: list[int]
    ) -> None:
        self._compiled, self._packed = compiled, packed
        self.to_move, self.turns = to_move, turns
        self._stream, self._listed = stream, listed
        self._state: AnyState = None
        self._choices: dict[int, list[int]] | None = None
        self._following: tuple[Entry, CompiledPosition] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return hold, (self.game, self.state, True)

    def roller(self, dice: Dice) -> Roller:
        """Return a roller of these dice in compiled code."""
        return Roller(self._compiled, dice)

    @property
    def game(self) -> Game:
        """The game of this position."""
        return self._compiled.game

    @property
    def state(self) -> AnyState:
        """The true position in its plain form."""
        if self._state is None:
            self._state = self._compiled.layout.from_bytes(self._packed)
        return self._state

    def choices(self, seat: int) -> list[int]:
        """Return the codes of a seat's legal moves."""
        if seat == self.to_move:
            return self._listed
        self._choices = self._choices or {}
        if seat not in self._choices:
            compiled = self._compiled
            out = compiled.empty(compiled.size, compiled.int64)
            n = compiled.kernel.choices(compiled.record(self._packed), seat, out)
            self._choices[seat] = out[:n].tolist()
        return self._choices[seat]

    def chance(self) -> tuple[int, list[int]]:
        """Return the stream that chance draws from, and the weights of its outcomes."""
        return self._stream, self._listed

    def after(self, entry: Entry) -> CompiledPosition:
        """Return the position after an entry."""
        if self._following is not None and self._following[0] == entry:
            return self._following[1]
        compiled = self._compiled
        following, _ = self.step(entry, 0, compiled.undrawn, compiled.empty(compiled.size, compiled.int64))
        self._following = entry, following
        return following

    def step(self, entry: Entry, rolls: int, drawn: Any, desk: Any) -> tuple[CompiledPosition, int]:
        """Return the position after an entry and up to `rolls` outcomes, and the number rolled; `desk` holds them."""
        compiled, packed = self._compiled, self._packed[:]
        compiled.step(compiled.array(1, compiled.dtype, packed), entry[0], entry[1], rolls, drawn, desk)
        to_move, turns, stream, rolled, *listed = desk[TO_MOVE : LISTED + desk.item(COUNT)].tolist()
        return CompiledPosition(compiled, packed, to_move, turns, stream, listed), rolled

    def hidden(self, perspective: int) -> AnyState:
        """Return the position as this perspective may know it."""
        return self._compiled.layout.from_bytes(self._packed_for(perspective)) if self.game.card.secrets else self.state

    def scores(self, seats: int) -> list[int]:
        """Return the points of every seat."""
        compiled = self._compiled
        points = compiled.empty(seats, compiled.int64)
        compiled.kernel.write_scores(compiled.record(self._packed), points)
        return points.tolist()

    def returns(self, seats: int) -> list[float]:
        """Return every seat's share of the win."""
        compiled = self._compiled
        shares = compiled.empty(seats)
        compiled.kernel.write_returns(compiled.record(self._packed), shares)
        return shares.tolist()

    def features(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know, as numbers."""
        import numpy as np

        out = np.zeros(len(self.game.plain.FEATURES), np.int16)
        self._compiled.kernel.write_features(self._compiled.record(self._packed_for(seat)), seat, out)
        return out

    def counted(self, drawn: list[int]) -> npt.NDArray[np.int64]:
        """Return the outcomes drawn by stream, as an array."""
        import numpy as np

        return np.array(drawn, np.int64)

    def forget(self) -> None:
        """Drop everything that is cached only for speed."""
        self._state = self._choices = self._following = None

    def _packed_for(self, perspective: int) -> bytearray:
        """Return a copy of the position's bytes as this perspective may know them."""
        packed = self._packed[:]
        if self.game.card.secrets and perspective != REFEREE:
            self._compiled.kernel.hide_from(self._compiled.record(packed), perspective)
        return packed


class Roller:
    """The dice of a match, rolled in compiled code with the same outcomes as `Dice.outcome`."""

    def __init__(self, compiled: Compiled, dice: Dice) -> None:
        self._dice, self._desk = dice, compiled.desk(dice.seed)

    def roll_on(self, position: Any, entry: Entry, drawn: Any) -> tuple[list[Entry], CompiledPosition]:
        """Return an entry with the outcomes that follow it, and the position after them; update the count `drawn`."""
        entries, desk = [entry], self._desk
        while True:
            position, n = position.step(entry, MAX_ROLLS, drawn, desk)
            if n == 1:
                entries.append((CHANCE, desk.item(ROLLS)))
            elif n:
                entries += [(CHANCE, outcome) for outcome in desk[ROLLS : ROLLS + n].tolist()]
            if position.to_move != CHANCE:
                return entries, position
            stream, weights = position.chance()
            if not 0 <= stream < STREAMS:
                raise BadOption(f"chance_stream says {stream}: streams are the numbers 0 to {STREAMS - 1}")
            entry = (CHANCE, self._dice.outcome(stream, int(drawn[stream]), weights))
            drawn[stream] += 1
            entries.append(entry)


def _chance(game: Game, state: AnyState) -> tuple[int, list[int]]:
    weights = [0] * game.plain.OUTCOMES
    n = game.plain.chance_weights(state, weights)
    return game.plain.chance_stream(state), weights[:n]


# The choice between the two


_begun: Counter[Game] = Counter()
_compiled: dict[Game, Compiled | None] = {}
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
    return is_on_disk(game.path, f"{game.folder}.{KERNEL.rpartition('.')[2]}")


def _can_be_compiled(game: Game, state: AnyState) -> bool:
    """Return True if the rules can be compiled; an external game keeps the plain ones if they cannot."""
    if game not in _compiled:
        try:
            _rules(game, state)
        except BadOption:
            _compiled[game] = None
    return _compiled[game] is not None


def _rules(game: Game, state: AnyState) -> Compiled:
    """Return the compiled rules of a game, tried at a position; raise BadOption if they cannot be compiled."""
    rules = _compiled.get(game)
    if rules is None:
        rules = Compiled(game)
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
