"""PettingZoo's Parallel environments: all agents act simultaneously."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import ParallelEnv

from trackside.adapters.opening import AnyPosition
from trackside.adapters.pictures import MODES
from trackside.adapters.shared_env import Observation, SharedEnv, name_of
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER
from trackside.games import GAMES


class RoundEnv(SharedEnv, ParallelEnv):  # type: ignore[type-arg,misc,unused-ignore]  # typed or not, as installed
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
