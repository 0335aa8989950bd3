"""One game in compiled code, for interfaces that step one game at a time."""

from __future__ import annotations

import hashlib
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from trackside.adapters.stepping import FEATURES, INSIDE, Games
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER, AnyState, Numbers, Rules
from trackside.core.random import WORDS, draw
from trackside.games import Game
from trackside.search.queries import Queries, Record, copy_record

KERNEL = "trackside.adapters.stepping"
LARGEST_SEED = (1 << 62) - 1
ONE = np.zeros(1, np.int64)
"""The index of the only game."""


def check_seed(seed: object) -> int:
    """Return a valid seed as an integer; raise BadOption for anything else."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= LARGEST_SEED:
        raise BadOption(f"seed {seed!r}: a seed is an integer from 0 to {LARGEST_SEED}")
    return int(seed)


def make_games(rules: Rules, opening: AnyState, games: int, actions: int, settings: Any, players: Any) -> Games:
    """Return memory for games with masks of this many actions."""
    states, seats = np.repeat(opening.to_record(), games), int(opening.seats)
    return Games(
        states=states,
        opening=opening.to_record(),
        players=players,
        settings=settings,
        rngs=np.zeros((games, WORDS), np.int64),
        to_move=np.zeros(games, np.int64),
        masks=np.zeros((games, actions), np.int8),
        features=np.zeros((games, len(rules.FEATURES)), np.int16),
        views=states.copy(),
        points=np.zeros((games, seats)),
        rewards=np.zeros((games, seats), np.float32),
        ended=np.zeros(games, np.bool_),
    )


class Simulation:
    """A game that is stepped move by move, with chance drawn here or supplied by the caller.

    Its owner is the referee: a player receives `features(seat)` or `view(seat)`.
    """

    def __init__(self, game: Game, opening: AnyState, seed: int = 0, *, inside: bool = True) -> None:
        self.game, self.opening, self.seats = game, opening, int(opening.seats)
        self.kernel, self.queries = game.kernel(KERNEL), Queries(game)
        self.moves, self.outcomes = game.plain.MOVES, game.plain.OUTCOMES
        settings = np.zeros(5, np.int64)
        settings[INSIDE], settings[FEATURES] = inside, 1
        players = np.full(self.seats, -1, np.int64)
        self._hold(make_games(game.plain, opening, 1, self.queries.longest, settings, players))
        self._action, self._buffer = np.zeros(1, np.int64), np.zeros(self.queries.longest, np.int64)
        self._shares = np.zeros(self.seats)
        self.reset(seed)

    def _hold(self, games: Games) -> None:
        self._games = games
        self.states: Record = games.states
        self._to_move, self._masks, self._rngs = games.to_move, games.masks, games.rngs

    def reset(self, seed: int) -> None:
        """Start the game; the same seed gives the same chance outcomes."""
        self.kernel.begin_games(ONE, np.array([check_seed(seed)]), self._buffer, *self._games)

    # Queries

    @property
    def inside(self) -> bool:
        """True if chance is drawn here."""
        return bool(self._games.settings[INSIDE])

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""
        return int(self._to_move[0])

    @property
    def state(self) -> AnyState:
        """The true position in its plain form."""
        return self.game.plain.State.from_record(self.states)

    def view(self, seat: int) -> AnyState:
        """Return a seat's view in its plain form."""
        return self.queries.view(self.states, seat)

    def view_numbers(self, seat: int) -> npt.NDArray[np.int16]:
        """Return a seat's view as the numbers of the state's record."""
        return self.queries.view_record(self.states, seat).view(np.int16)

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the mask of the seat to move: 1 for every legal code."""
        mask: npt.NDArray[np.int8] = self._masks[0, : self.moves].copy()
        return mask

    def features(self, seat: int) -> npt.NDArray[np.int16]:
        """Return a seat's observation, a number for each of the game's FEATURES."""
        if seat != self._to_move[0]:
            return self.queries.features(self.states, seat)
        found: npt.NDArray[np.int16] = self._games.features[0].copy()
        return found

    def legal_moves(self, seat: int) -> list[int]:
        """Return a seat's legal codes, ascending."""
        return self.queries.legal_moves(self.states, seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities."""
        if self._to_move[0] != CHANCE:
            raise IllegalMove("chance is not to move: there are no outcomes now")
        return self.queries.chance_outcomes(self.states)

    def scores(self) -> list[float]:
        """Return every seat's points as the rules count them now."""
        return [float(points) for points in self.queries.scores(self.states, self.seats)]

    def returns(self) -> list[float]:
        """Return every seat's share of the win, once the game is over."""
        return self.queries.returns(self.states, self.seats)

    # Actions

    def step(self, move: int) -> None:
        """Make the move of the seat to move, or a chance outcome; then draw chance if it is drawn here."""
        if not (0 <= move < self._masks.shape[1] and self._masks[0, move]):
            raise self._refused(move)
        self._action[0] = move
        self.kernel.step_games(ONE, self._action, self._buffer, self._shares, *self._games)

    def play(self, seat: int, move: int) -> None:
        """Make a move of any seat that may act now, in simultaneous play also of one that is not the first."""
        if move not in self.legal_moves(seat):
            raise self._refused(move)
        self.queries.apply(self.states, seat, move)
        self._look()

    def draw(self) -> None:
        """Draw outcomes as long as chance is to move."""
        while self._to_move[0] == CHANCE:
            weights = self.queries.chance_weights(self.states)
            self.step(draw(cast(Numbers, self._rngs[0]), weights, len(weights)))

    def resample(self, seat: int, seed: int) -> None:
        """Replace the true position by a random one that looks the same to a seat."""
        self.queries.resample(self.states, seat, check_seed(seed))
        self._look()

    def clone(self) -> Self:
        """Return a separate game at the same point, with the same random generator."""
        twin = object.__new__(type(self))
        twin.__dict__ = self.__dict__.copy()
        games = self._games
        twin._hold(
            Games(
                *(copy_record(games.states), games.opening, games.players, games.settings, games.rngs.copy()),
                *(games.to_move.copy(), games.masks.copy(), games.features.copy(), copy_record(games.views)),
                *(games.points.copy(), games.rewards.copy(), games.ended.copy()),
            )
        )
        twin._action, twin._buffer, twin._shares = self._action.copy(), self._buffer.copy(), self._shares.copy()
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "kernel"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.kernel = self.game.kernel(KERNEL)

    # Serialisation

    @property
    def _heading(self) -> bytes:
        """The prefix of every saved state, which identifies the game and its version."""
        layout = hashlib.sha256(repr(self.game.plain.State.dtype().descr).encode()).hexdigest()[:12]
        return f"trackside {self.game.name} rules {self.game.card.rules_version} layout {layout}\n".encode()

    def get_state(self) -> bytes:
        """Return the true position and the random generator's state, as bytes."""
        return bytes(self._heading + self.states.tobytes() + self._rngs.tobytes())

    def set_state(self, data: bytes) -> None:
        """Resume from what `get_state` returned; raise BadOption if it is from another game or version."""
        size = self.states.itemsize
        if not isinstance(data, bytes) or not data.startswith(self._heading):
            first = data.split(b"\n", 1)[0][:80] if isinstance(data, bytes) else type(data).__name__
            raise BadOption(
                f"not a state of {self._heading.decode().strip()!r} but {first!r}: use get_state of the same game and "
                "version, or replay the record of the game"
            )
        body = data[len(self._heading) :]
        if len(body) != size + 8 * WORDS:
            raise BadOption(f"the state has {len(body)} bytes instead of {size + 8 * WORDS}: it was cut or added to")
        self.put_state(np.frombuffer(body[:size], self.states.dtype))
        self._rngs[0] = np.frombuffer(body[size:], np.int64)

    def put_state(self, record: npt.NDArray[np.void]) -> None:
        """Resume from another position of this game with the same number of seats."""
        if record["seats"][0] != self.seats:
            raise BadOption(f"the state has {record['seats'][0]} seats, this game has {self.seats}: make one like it")
        self.states[0] = record[0]
        self._look()

    # Internals

    def _look(self) -> None:
        """Update everything derived from the position."""
        self._to_move[0] = self.queries.to_move(self.states)
        self._show(self.to_move)

    def _show(self, seat: int) -> None:
        self.kernel.show_game(0, seat, self._buffer, self._games)

    def _refused(self, move: object) -> IllegalMove:
        allowed = ", ".join(map(str, np.flatnonzero(self._masks[0])))
        if self._to_move[0] == OVER:
            return IllegalMove("the game is over: call reset")
        who = "chance" if self._to_move[0] == CHANCE else f"seat {self.to_move}"
        return IllegalMove(f"action {move!r} is not allowed now: {who} is to move, and the mask has {allowed}")
