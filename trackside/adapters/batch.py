"""Many games stepped together in compiled code, on numpy arrays.

>>> batch = GameBatch("whole-nine", 4, seed=1)
>>> observations, info = batch.reset()
>>> observations.shape, info["action_mask"].shape
((4, 416), (4, 23))
>>> observations, rewards, ended, cut, info = batch.step(batch.sample())
>>> rewards.shape
(4, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.adapters.opening import AnyPosition, make_opening
from trackside.adapters.simulation import KERNEL, LARGEST_SEED, check_seed, make_games
from trackside.adapters.stepping import FEATURES, VIEWS
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS
from trackside.games import find_game
from trackside.search.agents import QUICK, Agent, make_agent
from trackside.search.queries import Queries, Record

Info = dict[str, npt.NDArray[Any]]
Ahead = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.int16]]

OUTSIDE, ASKED = -1, -2
"""Seats not played by one of QUICK: played by the caller of `step`, or by an agent called in Python."""

CHANCES = ("inside", "outside")
REWARDS = ("shares", "points")
OBSERVED = ("features", "views")


class GameBatch:
    """A batch of games with the same set-up, each with its own random generator: the same seed gives the same games.

    `players` names the player of every seat; `step` plays the seats with an empty name. With chance outside, a game in
    which chance is to move takes the outcome as its action. A game that is over restarts in the same step, unless
    `restart` is False; with `finals` the info then shows how it ended. Returned arrays are overwritten by the next
    step, unless `copy` is True.

    A batch can be pickled and copied. The copy draws the same chance; its searching players start without their trees.
    """

    def __init__(
        self,
        game: str,
        games: int,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        position: AnyPosition = None,
        players: Sequence[str] = (),
        chance: str = "inside",
        reward: str = "shares",
        observe: Sequence[str] = ("features",),
        restart: bool = True,
        finals: bool = False,
        threads: int = 1,
        seed: int = 0,
        copy: bool = False,
    ) -> None:
        _check_choice("chance", chance, CHANCES)
        _check_choice("reward", reward, REWARDS)
        for part in observe:
            _check_choice("observe", part, OBSERVED)
        for name, number in (("games", games), ("threads", threads)):
            if not isinstance(number, int) or number < 1:
                raise BadOption(f"{name} {number!r}: must be an integer of 1 or more")
        if seats is None and position is None:
            seats = find_game(game).card.meeting_seats
        self.game, self.opening, self.options = make_opening(game, seats, options, position)
        rules = self.game.plain
        observed = set(observe) if rules.FEATURES else {"views"} if observe else set()
        if rules.to_move(self.opening) == OVER:
            raise BadOption("the position to start from is the end of a game: nothing can be played there")
        self.games, self.seats, self.copy = games, int(self.opening.seats), copy
        self.actions = max(rules.MOVES, rules.OUTCOMES) if chance == "outside" else rules.MOVES
        """The number of action codes."""
        self.threads = min(threads, games)
        self.finals = finals and restart
        settings = [
            chance == "inside",
            restart and not finals,
            reward == "points",
            *(part in observed for part in OBSERVED),
        ]
        self._seat(players)
        self._games = make_games(rules, self.opening, games, self.actions, np.array(settings, np.int64), self._players)
        self.states: Record = self._games.states
        """The true positions, as records: for the referee, never for a player."""
        self.to_move: npt.NDArray[np.int64] = self._games.to_move
        """The seat that each game waits for, CHANCE or OVER."""
        self.masks: npt.NDArray[np.int8] = self._games.masks
        self.features: npt.NDArray[np.int16] = self._games.features
        self.views: Record = self._games.views
        """The view of the seat to move, as records; written if `observe` includes views."""
        self.rewards: npt.NDArray[np.float32] = self._games.rewards
        self.ended: npt.NDArray[np.bool_] = self._games.ended
        self.cut = np.zeros(games, np.bool_)
        """Always False: no game is truncated."""
        self._picks = np.zeros(games, np.int64)
        self._moved = np.zeros(games, np.int64)
        self._ends = (self.features.copy(), self.views.copy(), np.zeros((games, self.seats)))
        self._seed = check_seed(seed)
        self._kernel, self._queries = self.game.kernel(KERNEL), Queries(self.game)
        all_games = np.arange(games, dtype=np.int64)
        self._all, self._parts = all_games, np.array_split(all_games, self.threads)
        self._buffers = [np.zeros(self._queries.longest, np.int64) for _ in range(self.threads)]
        self._shares = [np.zeros(self.seats) for _ in range(self.threads)]
        self._pool = self._make_pool()
        self._rng = np.zeros(WORDS, np.int64)
        self.reset(seed)

    def _make_pool(self) -> ThreadPoolExecutor | None:
        return ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_kernel": None, "_pool": None, "_agents": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._kernel, self._pool = self.game.kernel(KERNEL), self._make_pool()
        self._make_agents(self._seed)

    def _seat(self, players: Sequence[str]) -> None:
        """Assign a player to every seat."""
        if len(players) > self.seats:
            raise BadOption(f"{len(players)} players for {self.seats} seats: name one for every seat at most")
        names = [*players, *[""] * (self.seats - len(players))]
        if all(names):
            raise BadOption('every seat has a player: leave one empty ("") to be played by step')
        codes = [QUICK.index(name) if name in QUICK else ASKED if name else OUTSIDE for name in names]
        for seat, name in enumerate(names):
            if codes[seat] == ASKED and self.game.card.levels.get(name) in QUICK:
                codes[seat] = QUICK.index(self.game.card.levels[name])
        self.players = tuple(names)
        self._players = np.array(codes, np.int64)

    def _make_agents(self, seed: int) -> None:
        """Create the agents that are called in Python, one for every game, each with its own seed."""
        self._agents: dict[int, list[Agent]] = {
            seat: [make_agent(name, self.game, seed + game) for game in range(self.games)]
            for seat, name in enumerate(self.players)
            if self._players[seat] == ASKED
        }

    # Stepping

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[Any], Info]:
        """Start all games; without a seed, with the previous seed plus the number of games."""
        if seed is None:
            seed = self._seed
        seed = check_seed(seed)
        self._seed = (seed + self.games) % (LARGEST_SEED + 1)
        seeds = (seed + self._all) % (LARGEST_SEED + 1)
        self._kernel.seed_generator(self._rng, seed)
        self._make_agents(seed)
        self.rewards.fill(0)
        self.ended.fill(False)
        self._each(lambda part, buffer, shares: self._kernel.begin_games(part, seeds[part], buffer, *self._games))
        self._ask()
        return self.observations(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Take an action in every game and advance to the next decision.

        Return observations, rewards, terminations, truncations and info. IllegalMove names the first game whose action
        is not in its mask; no game has changed then.
        """
        chosen = self._checked(actions)
        self.rewards.fill(0)
        self.ended.fill(False)
        self._moved[:] = self.to_move
        self._step(self._parts, chosen)
        self._ask()
        if self.finals and self.ended.any():
            self._restart()
        ended, rewards = self.ended, self.rewards
        if self.copy:
            ended, rewards = ended.copy(), rewards.copy()
        return self.observations(), rewards, ended, self.cut, self._info()

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every game."""
        self._kernel.pick_moves(self.masks, self._rng, self._picks)
        return self._picks.copy() if self.copy else self._picks

    def look_ahead(self) -> Ahead:
        """Return a row for every legal move: its game, its code, the seat's share if it ends the game, and features.

        The share is -1 if the game continues. The features are the moving seat's, right after the move and before any
        chance. They include only what the seat knows, so a value function of them can play.
        """
        rows = int(self.masks[self.to_move >= 0].sum())
        owner, moves = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        over = np.zeros(rows, np.float32)
        features = np.zeros((rows, self.features.shape[1]), np.int16)
        work = self._games.opening.copy()
        self._kernel.look_ahead(self._games, work, owner, moves, over, features, self._shares[0])
        return owner, moves, over, features

    def close(self) -> None:
        """Shut down the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # Queries

    def show(self, game: int, seat: int) -> None:
        """Write the mask, features and view of one game from any seat's perspective, even if it is not to move."""
        self._check_game(game)
        if not 0 <= seat < self.seats:
            raise BadOption(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        self._kernel.show_game(game, seat, self._buffers[0], self._games)

    def chance_weights(self, game: int) -> npt.NDArray[np.int64]:
        """Return the weights of the outcomes in a game where chance is to move."""
        self._check_game(game)
        if self.to_move[game] != CHANCE:
            raise IllegalMove(f"game {game}: chance is not to move there")
        return np.array(self._queries.chance_weights(self.states[game : game + 1]), np.int64)

    def state(self, game: int) -> AnyState:
        """Return the true position of one game in its plain form."""
        self._check_game(game)
        return self.game.plain.State.from_record(self.states[game : game + 1])

    def scores(self) -> npt.NDArray[np.float64]:
        """Return the points of every seat in every game."""
        every = [self._queries.scores(self.states[game : game + 1], self.seats) for game in range(self.games)]
        return np.array(every, np.float64)

    # Internals

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(
                f"actions of shape {chosen.shape} and type {chosen.dtype}: give {self.games} integers, one per game"
            )
        chosen = np.ascontiguousarray(chosen, np.int64)
        wrong = self._kernel.first_illegal(chosen, self.to_move, self.masks)
        if wrong >= 0:
            allowed = ", ".join(map(str, np.flatnonzero(self.masks[wrong])))
            raise IllegalMove(f"game {wrong}: action {chosen[wrong]} is not in its mask, which has {allowed}")
        return chosen

    def _each(self, work: Callable[[Any, Any, Any], None], parts: Sequence[npt.NDArray[np.int64]] = ()) -> None:
        """Run some work on all parts, each in its own thread."""
        jobs = list(zip(parts or self._parts, self._buffers, self._shares, strict=False))
        if self._pool is None or len(jobs) == 1:
            for job in jobs:
                work(*job)
        else:
            others = [self._pool.submit(work, *job) for job in jobs[1:]]
            work(*jobs[0])
            for other in others:
                other.result()

    def _step(self, parts: Sequence[npt.NDArray[np.int64]], actions: npt.NDArray[np.int64]) -> None:
        self._each(
            lambda part, buffer, shares: self._kernel.step_games(part, actions, buffer, shares, *self._games),
            parts,
        )

    def _ask(self) -> None:
        """Let the agents move until no game waits for one."""
        while self._agents:
            waiting = np.flatnonzero(np.isin(self.to_move, list(self._agents)))
            if len(waiting) == 0:
                return
            actions = np.zeros(self.games, np.int64)
            for game in waiting.tolist():
                seat = int(self.to_move[game])
                view = self.state(game)
                self.game.plain.hide(view, seat)
                actions[game] = self._agents[seat][game].choose(view, seat).move
            self._step([waiting], actions)

    def _restart(self) -> None:
        """Keep how the games ended in this step, and start the next ones, up to their first decisions."""
        self._kernel.keep_ends(self._moved, self._buffers[0], *self._ends, self._games)
        ended, rewards = self.ended.copy(), self.rewards.copy()
        while (over := np.flatnonzero(self.to_move == OVER)).size:
            self._kernel.restart_games(over, self._buffers[0], self._games)
            self._ask()
        self.ended[:], self.rewards[:] = ended, rewards

    def observations(self) -> npt.NDArray[Any]:
        """Return the observations: the features, or the numbers of the views where features are not written."""
        seen = self._observed(self.features, self.views)
        return seen.copy() if self.copy else seen

    def _observed(self, features: npt.NDArray[Any], views: Record) -> npt.NDArray[Any]:
        if self._games.settings[FEATURES]:
            return features
        return views.view(np.int16).reshape(self.games, -1) if self._games.settings[VIEWS] else features

    def _info(self) -> Info:
        info: Info = {"action_mask": self.masks, "to_move": self.to_move}
        if self._games.settings[VIEWS]:
            info["view"] = self.views
        if self.finals and self.ended.any():
            features, views, scores = self._ends
            info["final_obs"], info["final_scores"] = self._observed(features, views), scores
        return {name: array.copy() for name, array in info.items()} if self.copy else info

    def _check_game(self, game: int) -> None:
        if not 0 <= game < self.games:
            raise BadOption(f"there is no game {game}: the games are 0 to {self.games - 1}")


def _check_choice(name: str, given: str, allowed: Sequence[str]) -> None:
    if given not in allowed:
        raise BadOption(f"{name}={given!r}: must be one of {', '.join(allowed)}")
