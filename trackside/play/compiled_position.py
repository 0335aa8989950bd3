"""The position of a match, held by the compiled rules."""

from __future__ import annotations

from struct import unpack
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from trackside.core.errors import BadOption
from trackside.core.protocol import CHANCE, OVER, REFEREE, STREAMS, AnyState
from trackside.games import Game
from trackside.play.dice import Dice, key_block
from trackside.play.plain_position import PlainPosition
from trackside.search.kernels.referee import COUNT, LISTED, MAX_ROLLS, ROLLS, TO_MOVE
from trackside.search.queries import Queries

if TYPE_CHECKING:
    from trackside.play.events import Entry

KERNEL = "trackside.search.kernels.referee"


class CompiledRules(Queries):
    """The compiled rules of a game, called for one position of a match at a time."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.kernel = game.kernel(KERNEL)
        self.dtype, self.size = self.layout.dtype(), LISTED + self.longest
        self.step = self.kernel.step
        self.undrawn = np.zeros(STREAMS, np.int64)

    def record(self, packed: bytearray) -> Any:
        """Return an array of one record that shares these bytes."""
        return np.ndarray(1, self.dtype, packed)

    def step_buffer(self, seed: str = "") -> Any:
        """Return a buffer for the results of `step`; with the seed of dice, one that can roll them."""
        buffer = np.zeros(self.size, np.int64)
        if seed:
            self.kernel.set_key(np.array(unpack(">16I", key_block(seed)), np.int64), buffer)
        return buffer

    def begin(self, state: AnyState) -> CompiledPosition:
        """Return the compiled position of a plain state."""
        plain = PlainPosition(self.game, state)
        stream, listed = plain.chance() if plain.to_move == CHANCE else (0, [])
        if plain.to_move not in (CHANCE, OVER):
            listed = plain.choices(plain.to_move)
        return CompiledPosition(self, bytearray(state.to_bytes()), plain.to_move, plain.turns, stream, listed)


class CompiledPosition:
    """A position held by the compiled rules, as bytes."""

    compiled: ClassVar[bool] = True

    __slots__ = (
        *("_choices", "_rules", "_following", "_listed", "_packed", "_state"),
        *("_stream", "to_move", "turns"),
    )

    def __init__(
        self, rules: CompiledRules, packed: bytearray, to_move: int, turns: int, stream: int, listed: list[int]
    ) -> None:
        self._rules, self._packed = rules, packed
        self.to_move, self.turns = to_move, turns
        self._stream, self._listed = stream, listed
        self._state: AnyState = None
        self._choices: dict[int, list[int]] | None = None
        self._following: tuple[Entry, CompiledPosition] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        from trackside.play.position import hold

        return hold, (self.game, self.state, True)

    def roller(self, dice: Dice) -> Roller:
        """Return a roller of these dice in compiled code."""
        return Roller(self._rules, dice)

    @property
    def game(self) -> Game:
        """The game of this position."""
        return self._rules.game

    @property
    def state(self) -> AnyState:
        """The true position in its plain form."""
        if self._state is None:
            self._state = self._rules.layout.from_bytes(self._packed)
        return self._state

    def choices(self, seat: int) -> list[int]:
        """Return the codes of a seat's legal moves."""
        if seat == self.to_move:
            return self._listed
        self._choices = self._choices or {}
        if seat not in self._choices:
            self._choices[seat] = self._rules.legal_moves(self._rules.record(self._packed), seat)
        return self._choices[seat]

    def chance(self) -> tuple[int, list[int]]:
        """Return the stream that chance draws from, and the weights of its outcomes."""
        return self._stream, self._listed

    def after(self, entry: Entry) -> CompiledPosition:
        """Return the position after an entry."""
        if self._following is not None and self._following[0] == entry:
            return self._following[1]
        rules = self._rules
        following, _ = self.step(entry, 0, rules.undrawn, np.empty(rules.size, np.int64))
        self._following = entry, following
        return following

    def step(self, entry: Entry, rolls: int, drawn: Any, buffer: Any) -> tuple[CompiledPosition, int]:
        """Return the position after an entry and up to `rolls` outcomes, and the number rolled; `buffer` holds them."""
        rules, packed = self._rules, self._packed[:]
        rules.step(np.ndarray(1, rules.dtype, packed), entry[0], entry[1], rolls, drawn, buffer)
        to_move, turns, stream, rolled, *listed = buffer[TO_MOVE : LISTED + buffer.item(COUNT)].tolist()
        return CompiledPosition(rules, packed, to_move, turns, stream, listed), rolled

    def view_state(self, perspective: int) -> AnyState:
        """Return the position as this perspective may know it."""
        return self._rules.layout.from_bytes(self._packed_for(perspective)) if self.game.card.secrets else self.state

    def scores(self, seats: int) -> list[int]:
        """Return the points of every seat."""
        return self._rules.scores(self._rules.record(self._packed), seats)

    def returns(self, seats: int) -> list[float]:
        """Return every seat's share of the win."""
        return self._rules.returns(self._rules.record(self._packed), seats)

    def features(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know, as numbers."""
        return self._rules.features(self._rules.record(self._packed_for(seat)), seat)

    def counted(self, drawn: list[int]) -> npt.NDArray[np.int64]:
        """Return the outcomes drawn by stream, as an array."""
        return np.array(drawn, np.int64)

    def forget(self) -> None:
        """Drop everything that is cached only for speed."""
        self._state = self._choices = self._following = None

    def _packed_for(self, perspective: int) -> bytearray:
        """Return a copy of the position's bytes as this perspective may know them."""
        packed = self._packed[:]
        if self.game.card.secrets and perspective != REFEREE:
            self._rules.hide(self._rules.record(packed), perspective)
        return packed


class Roller:
    """The dice of a match, rolled in compiled code with the same outcomes as `Dice.outcome`."""

    def __init__(self, rules: CompiledRules, dice: Dice) -> None:
        self._dice, self._buffer = dice, rules.step_buffer(dice.seed)

    def roll_on(self, position: Any, entry: Entry, drawn: Any) -> tuple[list[Entry], CompiledPosition]:
        """Return an entry with the outcomes that follow it, and the position after them; update the count `drawn`."""
        entries, buffer = [entry], self._buffer
        while True:
            position, n = position.step(entry, MAX_ROLLS, drawn, buffer)
            if n == 1:
                entries.append((CHANCE, buffer.item(ROLLS)))
            elif n:
                entries += [(CHANCE, outcome) for outcome in buffer[ROLLS : ROLLS + n].tolist()]
            if position.to_move != CHANCE:
                return entries, position
            stream, weights = position.chance()
            if not 0 <= stream < STREAMS:
                raise BadOption(f"chance_stream says {stream}: streams are the numbers 0 to {STREAMS - 1}")
            entry = (CHANCE, self._dice.outcome(stream, int(drawn[stream]), weights))
            drawn[stream] += 1
            entries.append(entry)
