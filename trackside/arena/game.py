"""One game of the arena, from the first roll to the result; made to run in any process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from trackside.arena.schedule import Fixture
from trackside.core.errors import TracksideError
from trackside.play.match import Match
from trackside.search.agents import Agent, make_agent


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    number: int
    mix: int
    deal: int
    agents: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    seconds: tuple[float, ...]
    """Time every seat took for its moves."""
    decisions: tuple[int, ...]
    """Moves every seat made."""
    forfeit: str
    """Who lost the game without playing it out, and why; empty otherwise."""
    record: str

    def as_entry(self) -> dict[str, Any]:
        """Everything but the record, for JSON."""
        return {key: value for key, value in asdict(self).items() if key != "record"}

    @classmethod
    def from_entry(cls, entry: dict[str, Any]) -> Result:
        """The result an entry tells of, without its record."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        return cls(**values, record="")


def play_fixture(game: str, options: Mapping[str, str], seed: int, fixture: Fixture) -> Result:
    """Play it with fresh players; one that fails loses, with the reason, and the others share the win."""
    seats = len(fixture.agents)
    match = Match(game, seats, options, seed=f"{seed}/{fixture.deal}", players=fixture.agents)
    seconds, decisions = [0.0] * seats, [0] * seats
    agents: list[Any] = [None] * seats
    seat = 0
    forfeit, shares = "", [0.0] * seats
    try:
        for seat, name in enumerate(fixture.agents):
            agents[seat] = make_agent(name, match.game, seed=agent_seed(seed, fixture, seat))
        while not match.over:
            seat = match.to_move
            seconds[seat] += move_once(match, seat, agents[seat])
            decisions[seat] += 1
        shares = match.returns
    except TracksideError as error:
        forfeit = f"{fixture.agents[seat]} {error}"
        shares = [0.0 if other == seat else 1 / (seats - 1) for other in range(seats)]
    finally:
        for agent in agents:
            with suppress(AttributeError):
                agent.close()
    record = match.record(reveal_seed=True)
    return Result(
        number=fixture.number,
        mix=fixture.mix,
        deal=fixture.deal,
        agents=fixture.agents,
        shares=tuple(shares),
        scores=tuple(match.scores),
        seconds=tuple(round(value, 4) for value in seconds),
        decisions=tuple(decisions),
        forfeit=forfeit,
        record=record,
    )


def move_once(match: Match, seat: int, agent: Agent) -> float:
    """Let a player make its move, and say how long it thought."""
    view = match.view(seat)
    begun = time.perf_counter()
    choice = agent.choose(view.state, seat)
    seconds = time.perf_counter() - begun
    match.play(seat, choice.move)
    return seconds


def agent_seed(seed: int, fixture: Fixture, seat: int) -> int:
    """A seed for a player that depends on nothing but the game and the seat."""
    return (seed * 1_000_003 + fixture.number) * 8 + seat
