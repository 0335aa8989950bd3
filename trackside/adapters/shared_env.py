"""The common part of both kinds of PettingZoo environments."""

from __future__ import annotations

from copy import copy
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
from trackside.core.protocol import CHANCE, AnyState
from trackside.games import Game, find_game

need("pettingzoo", "pettingzoo")

from gymnasium import spaces

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


def name_of(game: Game) -> str:
    """Return a game's name in PettingZoo."""
    return game.folder + VERSION


class SharedEnv:
    """An environment: the game, its settings (see `TurnEnv`), its spaces, and operations on the position."""

    metadata: dict[str, Any]
    render_mode: str | None
    agents: list[str]

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
        super().__init__()
        _check("mask", mask, MASKS)
        _check("observe", observe, OBSERVED)
        _check("chance", chance, CHANCES)
        _check("reward", reward, REWARDS)
        check_mode(render_mode)
        if seats is None and position is None:
            seats = find_game(game).card.meeting_seats
        self.game, opening, self.options = make_opening(game, seats, options, position)
        self.metadata = {"name": name_of(self.game), "render_modes": list(MODES)}
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
        self._finish_set_up()

    def _finish_set_up(self) -> None:
        """Check that the game can be played in this kind of environment, and describe it."""
        raise NotImplementedError

    @property
    def _choices(self) -> int:
        """The number of action codes."""
        return self.simulation.moves

    def _observation_space(self) -> Space[Any]:
        seen: Space[Any] = observation_box(self.game, len(self._numbers(0)), self.observed)
        if self.mask == "info":
            return seen
        return spaces.Dict({"observation": seen, "action_mask": mask_box(self._choices)})

    def _make_actions(self) -> None:
        """Create an action space for every agent that samples its legal actions."""
        self._actions = {agent: LegalActions(self._choices) for agent in self.possible_agents}
        self._bind_actions()

    def _bind_actions(self) -> None:
        """Let the action spaces ask this environment which actions are legal."""
        for seat, agent in enumerate(self.possible_agents):
            self._actions[agent].masking = partial(self._mask, seat)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind_actions()

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
        if self.observed == "view" or not self.game.plain.FEATURES:
            return self.simulation.view_numbers(seat)
        return self.simulation.features(seat)

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
