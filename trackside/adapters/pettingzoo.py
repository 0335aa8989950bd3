"""The games as PettingZoo environments: AEC for all of them, Parallel for games with simultaneous turns.

Every game of the catalogue is available under the name of its folder with `_v0`, like a module of PettingZoo, and in
PettingZoo's registry: `pettingzoo.make("aec", "trackside/whole_nine-v0")`.

>>> from trackside.adapters.pettingzoo import whole_nine_v0
>>> env = whole_nine_v0.env(seats=3)
>>> env.reset(seed=7)
>>> observation, reward, ended, cut, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].sum() > 0
((416,), np.True_)
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from trackside.adapters.needed import need
from trackside.adapters.opening import AnyPosition, make_opening
from trackside.adapters.pictures import MODES, check_mode, render
from trackside.adapters.simulation import LARGEST_SEED, Simulation, check_seed
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import GAMES, Game

need("pettingzoo", "pettingzoo")

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv, aec_registry, parallel_registry, register
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from trackside.adapters.spaces import LegalActions, mask_box, observation_box

if TYPE_CHECKING:
    from gymnasium.spaces import Space

MASKS = ("observation", "info", "both")
OBSERVED = ("features", "view")
CHANCES = ("inside", "outside")
REWARDS = ("shares", "points")
VERSION = "_v0"

Observation = Any
"""The numbers themselves, or with a mask a dictionary of `observation` and `action_mask`."""


def _check(name: str, given: object, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        raise BadOption(f"{name}={given!r}: must be one of {', '.join(allowed)}")


class _Shared:
    """The common part of both kinds of environments: the game, its spaces, and operations on the position."""

    metadata: dict[str, Any]
    render_mode: str | None
    agents: list[str]

    def _set_up(
        self,
        game: str,
        seats: int | None,
        render_mode: str | None,
        mask: str,
        observe: str,
        chance: str,
        reward: str,
        position: AnyPosition,
        options: dict[str, object],
    ) -> None:
        _check("mask", mask, MASKS)
        _check("observe", observe, OBSERVED)
        _check("chance", chance, CHANCES)
        _check("reward", reward, REWARDS)
        check_mode(render_mode)
        self.game, opening, self.options = make_opening(game, seats, options, position)
        self.render_mode, self.mask, self.observed, self.reward = render_mode, mask, observe, reward
        self.seats = int(opening.seats)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = Random()
        self.simulation = Simulation(self.game, opening, self._seeds.randrange(LARGEST_SEED), inside=chance == "inside")
        self.agents = []
        self._spaces: dict[str, Space[Any]] = {}
        seen = self._observation_space()
        for agent in self.possible_agents:
            self._spaces[agent] = copy(seen)
        self._make_actions()

    @property
    def _choices(self) -> int:
        """The number of action codes."""
        return self.simulation.moves

    def _observation_space(self) -> Space[Any]:
        seen: Space[Any] = observation_box(len(self._numbers(0)))
        if self.mask == "info":
            return seen
        return spaces.Dict({"observation": seen, "action_mask": mask_box(self._choices)})

    def _make_actions(self) -> None:
        """Create an action space for every agent that samples its legal actions."""
        self._actions = {
            agent: LegalActions(self._choices, partial(self._mask, seat))
            for seat, agent in enumerate(self.possible_agents)
        }

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return the mask of a seat: 1 for every action that is legal now."""
        raise NotImplementedError

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of the game's move codes."""
        return self._actions[agent]

    def _numbers(self, seat: int) -> npt.NDArray[np.int16]:
        return self.simulation.view_numbers(seat) if self.observed == "view" else self.simulation.features(seat)

    def render(self) -> Any:
        """Draw the position as the referee sees it, in the render mode."""
        return render(self.game, self.simulation.state, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def state(self) -> npt.NDArray[np.int16]:
        """Return the true position as numbers, for centralised training."""
        return np.array(self.simulation.states.view(np.int16))

    def view(self, agent: str) -> AnyState:
        """Return an agent's view as a state with blanks, which any player of Trackside accepts."""
        return self.simulation.view(self._seat(agent))

    # Operations on a position for research

    def get_state(self) -> bytes:
        """Return the position and the state of the random generator, for `set_state`."""
        return self.simulation.get_state()

    def set_state(self, data: bytes) -> None:
        """Resume from a state returned by `get_state`."""
        self.simulation.set_state(data)
        self._begin()

    def clone(self) -> Self:
        """Return a separate environment at the same point, with the same random generator."""
        twin = object.__new__(type(self))
        twin.__dict__ = {
            name: dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value
            for name, value in self.__dict__.items()
        }
        twin.simulation = self.simulation.clone()
        twin._seeds = Random()
        twin._seeds.setstate(self._seeds.getstate())
        twin._make_actions()
        return twin

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities, for environments with chance="outside"."""
        return self.simulation.chance_outcomes()

    def apply_chance(self, outcome: int) -> None:
        """Let an outcome happen; after the last one the agent to move is selected."""
        if self.simulation.to_move != CHANCE:
            raise IllegalMove("chance is not to move: apply_chance has nothing to do")
        self.simulation.step(outcome)
        self._go_on()

    def resample(self, agent: str, seed: int) -> None:
        """Replace the true position by a random one that looks the same to an agent."""
        self.simulation.resample(self._seat(agent), seed)
        self._begin()

    def _seat(self, agent: str) -> int:
        if agent not in self._seat_of:
            raise BadOption(f"there is no agent {agent!r}: the agents are {', '.join(self.possible_agents)}")
        return self._seat_of[agent]

    def _begin(self) -> None:
        raise NotImplementedError

    def _go_on(self) -> None:
        raise NotImplementedError

    def _start(self, seed: int | None) -> None:
        """Start a new game; the same seed gives the same game, and the same games after it."""
        if seed is not None:
            self._seeds = Random(check_seed(seed))
        self.simulation.reset(self._seeds.randrange(LARGEST_SEED))


class TurnEnv(_Shared, AECEnv):  # type: ignore[type-arg,misc,unused-ignore]  # typed or not, as installed
    """A game in which one agent acts at a time.

    `mask` sets the place of the mask of legal actions: the `observation`, the `info` or both. `observe` selects the
    `features` of the game's encoder, or the `view`, which is the whole position with blanks. The `reward` is the share
    of the win at the end, or the points of every step. Options are the game's own.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        mask: str = "observation",
        observe: str = "features",
        chance: str = "inside",
        reward: str = "shares",
        position: AnyPosition = None,
        **options: object,
    ) -> None:
        AECEnv.__init__(self)
        self._set_up(game, seats, render_mode, mask, observe, chance, reward, position, options)
        self.metadata = {"name": name_of(self.game), "render_modes": list(MODES), "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game."""
        self._start(seed)
        self._begin()

    def _begin(self) -> None:
        """Reset the agents, rewards and flags for the current position."""
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._scored = self.simulation.scores() if self.reward == "points" else []
        self._rewarded = False
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation; its mask is empty while another agent is to move."""
        seat = self._seat_of[agent]
        numbers = self._numbers(seat)
        return numbers if self.mask == "info" else {"observation": numbers, "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        if seat == self.simulation.to_move:
            return self.simulation.mask()
        return np.zeros(self.simulation.moves, np.int8)

    def step(self, action: int | None) -> None:
        """Take the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if self.simulation.to_move == CHANCE:
            raise IllegalMove("chance is to move: choose one of chance_outcomes() and call apply_chance(outcome)")
        if action is None:
            raise IllegalMove(f"{agent} is to move: None is an action only for agents whose game is over")
        self.simulation.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._go_on()

    def _go_on(self) -> None:
        """Record rewards, and select the agent to move."""
        seat = self.simulation.to_move
        if seat == OVER or self.reward == "points":
            self._reward(seat == OVER)
        if seat >= 0:
            self.agent_selection = agent = self.possible_agents[seat]
            if self.mask != "observation":
                self.infos[agent]["action_mask"] = self.simulation.mask()

    def _reward(self, over: bool) -> None:
        gained = self.simulation.returns() if over and self.reward == "shares" else []
        if self.reward == "points":
            scores = self.simulation.scores()
            gained = [after - before for before, after in zip(self._scored, scores, strict=True)]
            self._scored = scores
        for agent, reward in zip(self.possible_agents, gained, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
        self._rewarded = True
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            for info in self.infos.values():
                info.pop("action_mask", None)
                if self.mask != "observation":
                    info["action_mask"] = np.zeros(self.simulation.moves, np.int8)


class Ordered(OrderEnforcingWrapper):  # type: ignore[type-arg,misc,unused-ignore]  # typed or not, as installed
    """An environment that checks the order of calls; its clones do so as well."""

    def clone(self) -> Ordered:
        """Return a separate environment at the same point."""
        twin = Ordered(self.env.clone())
        twin._has_reset, twin._has_updated = self._has_reset, self._has_updated
        return twin


class RoundEnv(_Shared, ParallelEnv):  # type: ignore[type-arg,misc,unused-ignore]  # typed or not, as installed
    """A game in which all agents act simultaneously; an agent that has to wait has a single action, to wait.

    That action is the last code, after all moves of the game.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        mask: str = "observation",
        observe: str = "features",
        chance: str = "inside",
        reward: str = "shares",
        position: AnyPosition = None,
        **options: object,
    ) -> None:
        self._set_up(game, seats, render_mode, mask, observe, chance, reward, position, options)
        if "simultaneous" not in self.game.card.capabilities:
            able = [other.card.title for other in GAMES.values() if "simultaneous" in other.card.capabilities]
            raise BadOption(
                f"in {self.game.card.title} players act in turn: use env(); they act simultaneously in {able}"
            )
        self.metadata = {"name": name_of(self.game), "render_modes": list(MODES)}

    @property
    def wait(self) -> int:
        """The action of an agent that waits for the others."""
        return self.simulation.moves

    @property
    def _choices(self) -> int:
        return self.simulation.moves + 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game."""
        self._start(seed)
        self._begin()
        return self._seen()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self._scored = self.simulation.scores()

    def _go_on(self) -> None:
        """Do nothing: an outcome has no further effect here."""

    def _legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat."""
        waits = self.simulation.to_move < 0
        return ([] if waits else self.simulation.legal_moves(seat)) or [self.wait]

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        mask = np.zeros(self._choices, np.int8)
        mask[self._legal(seat)] = 1
        return mask

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation."""
        seat = self._seat(agent)
        numbers = self._numbers(seat)
        return numbers if self.mask == "info" else {"observation": numbers, "action_mask": self._mask(seat)}

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        observations = {agent: self.observe(agent) for agent in self.agents}
        in_info = self.mask != "observation"
        infos = {agent: {"action_mask": self._mask(self._seat(agent))} if in_info else {} for agent in self.agents}
        return observations, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the actions of all agents simultaneously."""
        if self.simulation.to_move == CHANCE:
            raise IllegalMove("chance is to move: choose one of chance_outcomes() and call apply_chance(outcome)")
        for agent in self.agents:
            legal = self._legal(self._seat_of[agent])
            if agent not in actions:
                raise IllegalMove(f"{agent} has no action: give one for every agent, {self.wait} for one that waits")
            if actions[agent] not in legal:
                raise IllegalMove(f"{agent}: action {actions[agent]!r} is not in its mask, which has {legal}")
        for agent in self.agents:
            if actions[agent] != self.wait:
                self.simulation.play(self._seat_of[agent], int(actions[agent]))
        if self.simulation.inside:
            self.simulation.draw()
        over = self.simulation.to_move == OVER
        observations, infos = self._seen()
        rewards, agents = self._rewards(over), self.agents
        if over:
            self.agents = []
        ended = dict.fromkeys(agents, over)
        return observations, rewards, ended, dict.fromkeys(agents, False), infos

    def _rewards(self, over: bool) -> dict[str, float]:
        gained = self.simulation.returns() if over else [0.0] * self.seats
        if self.reward == "points":
            scores = self.simulation.scores()
            gained = [after - before for before, after in zip(self._scored, scores, strict=True)]
            self._scored = scores
        return dict(zip(self.agents, gained, strict=True))


# The games by name


def name_of(game: Game) -> str:
    """Return a game's name in PettingZoo."""
    return game.folder + VERSION


@dataclass(frozen=True)
class Environments:
    """The functions that a PettingZoo module has, for one game."""

    game: str

    def env(self, **settings: Any) -> Ordered:
        """Return an environment that checks the order of calls."""
        return Ordered(self.raw_env(**settings))

    def raw_env(self, **settings: Any) -> TurnEnv:
        """Return the bare environment, with one agent acting at a time."""
        return TurnEnv(self.game, **settings)

    def parallel_env(self, **settings: Any) -> RoundEnv:
        """Return the environment in which all agents act simultaneously."""
        return RoundEnv(self.game, **settings)


def register_environments() -> None:
    """Register every game for `pettingzoo.make`, as `trackside/whole_nine-v0`."""
    for game in GAMES.values():
        name, made = f"trackside/{game.folder}-v0", Environments(game.name)
        if name not in aec_registry:
            register("aec", name, made.env)
        if name not in parallel_registry and "simultaneous" in game.card.capabilities:
            register("parallel", name, made.parallel_env)


register_environments()


def __getattr__(name: str) -> Environments:
    for game in GAMES.values():
        if name_of(game) == name:
            return Environments(game.name)
    if name.startswith("_"):
        raise AttributeError(name)
    known = ", ".join(name_of(game) for game in GAMES.values())
    raise AttributeError(f"there is no environment {name!r}: the environments are {known}")


def level_policy(env: Any, name: str, seed: int = 0) -> Callable[[str], int]:
    """Return a player by name as a policy: `policy(agent)` is its action now, chosen from that agent's view alone."""
    from trackside.search.agents import make_agent

    inner = env.unwrapped
    player = make_agent(name, inner.game, seed)

    def policy(agent: str) -> int:
        seat = inner._seat(agent)
        return player.choose(inner.simulation.view(seat), seat).move

    return policy
