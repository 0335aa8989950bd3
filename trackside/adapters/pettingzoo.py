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
from dataclasses import dataclass
from typing import Any

from trackside.adapters.needed import need
from trackside.games import GAMES

need("pettingzoo", "pettingzoo")

from pettingzoo import aec_registry, parallel_registry, register

from trackside.adapters.round_env import RoundEnv
from trackside.adapters.shared_env import name_of
from trackside.adapters.turn_env import Ordered, TurnEnv


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
