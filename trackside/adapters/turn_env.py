"""PettingZoo's AEC environments: one agent acts at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from trackside.adapters.shared_env import Observation, SharedEnv
from trackside.core.errors import IllegalMove
from trackside.core.protocol import CHANCE, OVER


class TurnEnv(SharedEnv, AECEnv):  # type: ignore[type-arg,misc,unused-ignore]  # typed or not, as installed
    """A game in which one agent acts at a time.

    `mask` sets the place of the mask of legal actions: the `observation`, the `info` or both. `observe` selects the
    `features` of the game's encoder, or the `view`, which is the whole position with blanks. The `reward` is the share
    of the win at the end, or the points of every step. Options are the game's own.
    """

    def _finish_set_up(self) -> None:
        self.metadata["is_parallelizable"] = False

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
