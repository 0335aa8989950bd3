"""Simulation of many games between players of any kind in fixed seats, with the effect of luck on the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace

from trackside.arena.arena import Arena
from trackside.arena.schedule import Fixture
from trackside.arena.standings import EvenLuck, on_even_luck
from trackside.core.errors import BadOption
from trackside.core.words import SEATS
from trackside.games import Game
from trackside.play.simulate import Summary, players_for, sum_up


def simulate_any(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    agents: list[str],
    games: int,
    seed: int,
    executor: Executor,
    progress: Callable[[int], None] = lambda done: None,
    *,
    even_luck: bool = False,
) -> tuple[Summary, list[EvenLuck]]:
    """Return the summary that `simulate` gives, from matches instead of compiled playouts, and the luck if requested.

    If interrupted, it summarises the games so far. A forfeited game is an error: it says nothing about play.
    """
    players = players_for(seats, agents)
    fixtures = [Fixture(number, 0, number, tuple(players)) for number in range(games)]
    arena = Arena(game.name, agents, seats, games, seed, dict(options), even_luck=even_luck, fixtures=fixtures)
    begun = time.perf_counter()
    arena.run(executor, progress)
    seconds = time.perf_counter() - begun
    results = arena.results
    if not results:
        raise KeyboardInterrupt
    for result in results:
        if result.forfeit:
            raise BadOption(f"game {result.number}: {result.forfeit}")
    summary = sum_up(
        game,
        players,
        games,
        [result.moves for result in results],
        [result.turns for result in results],
        [[result.scores[seat] for result in results] for seat in range(seats)],
        [[result.shares[seat] for result in results] for seat in range(seats)],
        seconds,
    )
    by_seat = [replace(result, agents=tuple(SEATS[:seats])) for result in results]
    return summary, on_even_luck(by_seat, list(SEATS[:seats]))
