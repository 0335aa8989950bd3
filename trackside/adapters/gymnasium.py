"""One seat of a game as a Gymnasium environment: Trackside's players play the other seats.

>>> import gymnasium
>>> import trackside.adapters.gymnasium
>>> env = gymnasium.make("trackside/whole_nine-v0", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, ended, cut, info = env.step(env.action_space.sample())
>>> env.unwrapped.action_masks().shape
(23,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.adapters.batch import OBSERVED, GameBatch
from trackside.adapters.needed import need
from trackside.adapters.opening import AnyPosition, make_opening
from trackside.adapters.pictures import MODES, check_mode, render
from trackside.adapters.simulation import LARGEST_SEED, check_seed
from trackside.core.errors import BadOption
from trackside.core.protocol import OVER, AnyState
from trackside.games import GAMES, find_game

gymnasium = need("gymnasium", "gymnasium")

from gymnasium import Env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from trackside.adapters.spaces import LegalActions, observation_box

Players = str | Sequence[str]

ILLEGAL = ("error", "first")
"""Ways to handle an action outside the mask."""


ASKED = ("action_mask", "to_move")
"""The entries of every info of a vector environment."""


def seat_players(name: str, seats: int | None, seat: int, opponents: Players) -> list[str]:
    """Return the player of every seat, with the learner's own seat empty; raise BadOption if they do not match."""
    count = find_game(name).card.default_seats if seats is None else seats
    if not 0 <= seat < count:
        raise BadOption(f"there is no seat {seat}: the seats are 0 to {count - 1}")
    names = [opponents] * (count - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != count - 1 or not all(names):
        raise BadOption(f"{len(names)} opponents for {count - 1} other seats: name one for each, or one for all")
    return [*names[:seat], "", *names[seat:]]


class SeatEnv(Env[Any, Any]):
    """One seat of a game; the reward is its share of the win at the end, or the points it gains with every step.

    In a game for one the points are those of the rules: their sum is the final score less the score of a table where
    nothing has been drawn yet. An action outside the mask is an error. With `illegal="first"` the first legal action is
    taken instead, and the info contains the replaced one.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: Players = "greedy",
        reward: str | None = None,
        observe: str = "features",
        options: Mapping[str, object] | None = None,
        position: AnyPosition = None,
        render_mode: str | None = None,
        illegal: str = "error",
    ) -> None:
        check_mode(render_mode)
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal={illegal!r}: must be one of {', '.join(ILLEGAL)}")
        self.illegal = illegal
        if observe not in OBSERVED:
            raise BadOption(f"observe={observe!r}: must be one of {', '.join(OBSERVED)}")
        _, opening, _ = make_opening(game, seats, options, position)
        self.seat, self.render_mode, self.observed = seat, render_mode, observe
        self.batch = GameBatch(
            game,
            1,
            seats=int(opening.seats) if position is None else None,
            options=options,
            position=position,
            players=seat_players(game, int(opening.seats), seat, opponents),
            reward=reward or ("points" if opening.seats == 1 else "shares"),
            observe=(observe,),
            restart=False,
        )
        self._seeds = Random()
        self.observation_space = observation_box(self.batch.game, len(self._observation()), observe)
        self.action_space = LegalActions(self.batch.actions, self._mask)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        actions: Any = self.action_space
        actions.masking = self._mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int16], dict[str, Any]]:
        """Start a game; the same seed gives the same game, and the same games after it."""
        if seed is not None:
            self._seeds = Random(check_seed(seed))
        super().reset(seed=seed)
        self.batch.reset(self._seeds.randrange(LARGEST_SEED))
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[npt.NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others play up to the next decision."""
        replaced = self.illegal == "first" and not (0 <= action < self.batch.actions and self.batch.masks[0, action])
        chosen = self.batch.masks[0].argmax() if replaced else action
        _, rewards, ended, _, _ = self.batch.step(np.array([chosen]))
        info = self._info() | ({"replaced": int(action)} if replaced else {})
        return self._observation(), float(rewards[0, self.seat]), bool(ended[0]), False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return a boolean for every action, True if it is legal now, as MaskablePPO expects."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Draw the position as the referee sees it, in the render mode."""
        return render(self.batch.game, self.batch.state(0), self.render_mode)

    def view(self) -> AnyState:
        """Return the seat's view as a state with blanks, which any player of Trackside accepts."""
        state = self.batch.state(0)
        self.batch.game.plain.hide(state, self.seat)
        return state

    def _mask(self) -> npt.NDArray[np.int8]:
        mask: npt.NDArray[np.int8] = self.batch.masks[0].copy()
        return mask

    def _observation(self) -> npt.NDArray[np.int16]:
        """Return the seat's observation; once the game is over it shows the end."""
        if self.batch.to_move[0] == OVER:
            self.batch.show(0, self.seat)
        return np.array(self.batch.observations()[0], np.int16)

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._mask()}
        if self.batch.to_move[0] == OVER:
            info["scores"] = self.batch.scores()[0]
        return info


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games as a Gymnasium vector environment for one seat; a finished game restarts in the same step.

    With `seat=None` the learner plays every seat (self-play): each game shows the seat to move, `info["to_move"]`, the
    reward is that of the seat that has moved, and `info["rewards"]` has those of all seats.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: Players = "greedy",
        reward: str | None = None,
        observe: str = "features",
        options: Mapping[str, object] | None = None,
        threads: int = 1,
    ) -> None:
        found = find_game(game)
        if seats is None:
            seats = found.card.default_seats if seat is not None else found.card.meeting_seats
        players = [] if seat is None else seat_players(game, seats, seat, opponents)
        reward = reward or ("points" if seats == 1 else "shares")
        self.batch = GameBatch(
            game,
            num_envs,
            seats=seats,
            options=options,
            players=players,
            reward=reward,
            observe=(observe,),
            finals=True,
            threads=threads,
            copy=True,
        )
        self.seat, self.num_envs = seat, num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_box(found, self.batch.observations().shape[1], observe)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Start all games; game i gets the seed plus i."""
        if isinstance(seed, list):
            raise BadOption("one seed is enough for all games: give an integer")
        observations, info = self.batch.reset(seed)
        return observations, {name: info[name] for name in ASKED}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Take an action in every game.

        Where a game has ended, `final_obs` is what the seat that moved last sees of the end, and `final_info` has the
        `scores` of all seats.
        """
        moved = self.batch.to_move.copy()
        observations, rewards, ended, cut, given = self.batch.step(actions)
        info: dict[str, Any] = {name: given[name] for name in ASKED}
        if self.seat is None:
            info["rewards"] = rewards
        if ended.any():
            info |= {"final_obs": np.full(self.num_envs, None, object), "_final_obs": ended.copy()}
            for game in np.flatnonzero(ended):
                info["final_obs"][game] = given["final_obs"][game]
            scores = np.where(ended[:, None], given["final_scores"], 0)
            info |= {"final_info": {"scores": scores, "_scores": ended.copy()}, "_final_info": ended.copy()}
        return observations, rewards[np.arange(self.num_envs), moved].astype(np.float64), ended, cut, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as booleans, a row for every game."""
        return self.batch.masks.astype(np.bool_)

    def close_extras(self, **settings: Any) -> None:
        """Shut down the threads."""
        self.batch.close()


def register_environments() -> None:
    """Register every game for `gymnasium.make`, as `trackside/whole_nine-v0`."""
    for game in GAMES.values():
        name = f"trackside/{game.folder}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="trackside.adapters.gymnasium:SeatEnv",
                vector_entry_point="trackside.adapters.gymnasium:SeatVectorEnv",
                kwargs={"game": game.name},
            )


register_environments()
