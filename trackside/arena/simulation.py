"""Simulation of many games between players of any kind in fixed seats, with the effect of luck on the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from trackside.arena.arena import Arena
from trackside.arena.game import Result
from trackside.arena.schedule import Fixture
from trackside.arena.standings import EvenLuck, on_even_luck
from trackside.core.errors import BadOption
from trackside.core.words import SEATS
from trackside.games import Game, find_game
from trackside.play import simulate as quick
from trackside.play.simulate import Summary, players_for, seats_for, sum_up
from trackside.search.agents import QUICK


def simulate(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    agents: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play games between bots and return a summary, as `trackside simulate` does.

    Args:
        game: the game's name, or a `Game`.
        seats: the number of players; the game's default if omitted, but enough for all agents.
        options: values for the game's options.
        agents: the bots by seat, as a list or with commas, repeated if there are more seats. `random` and `greedy` play
            thousands of games a second; the others play matches, in threads of this process.
        games: the number of games.
        seed: the same seed gives the same games.
        progress: a function that receives the number of games done.

    >>> summary = simulate("whole-nine", seats=2, agents="greedy,random", games=200)
    >>> summary.win_shares[0] > 0.9, len(summary.columns["score_red"])
    (True, 200)

    """
    names = names_in(agents)
    if all(name in QUICK for name in names):
        return quick.simulate(game, seats, options, names, games, seed, progress)
    return simulate_matches(game, seats, options, names, games, seed, progress=progress).summary


def names_in(agents: str | Sequence[str]) -> list[str]:
    """Return the names of bots given as a list, or with commas."""
    return [name.strip() for name in (agents.split(",") if isinstance(agents, str) else agents)]


@dataclass(frozen=True)
class Matches:
    """The results of a simulation by matches."""

    summary: Summary
    even_luck: list[EvenLuck]
    """Every seat's result without luck, if it was measured."""
    results: list[Result]
    """Every game, with its record."""


def simulate_matches(
    game: str | Game,
    seats: int | None,
    options: Mapping[str, object] | None,
    agents: Sequence[str],
    games: int,
    seed: int,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda done: None,
    *,
    even_luck: bool = False,
) -> Matches:
    """Return the summary that `simulate` gives, from matches instead of compiled playouts, and the luck if requested.

    If interrupted, it summarises the games so far. A forfeited game is an error: it says nothing about play.
    """
    found = find_game(game)
    seats = seats_for(found, seats, agents)
    found.card.check_seats(seats)
    players = players_for(seats, agents)
    fixtures = [Fixture(number, 0, number, tuple(players)) for number in range(games)]
    arena = Arena(
        found, list(dict.fromkeys(agents)), seats, games, seed, options, even_luck=even_luck, fixtures=fixtures
    )
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
        found,
        players,
        games,
        [result.moves for result in results],
        [result.turns for result in results],
        [[result.scores[seat] for result in results] for seat in range(seats)],
        [[result.shares[seat] for result in results] for seat in range(seats)],
        seconds,
    )
    by_seat = [replace(result, agents=tuple(SEATS[:seats])) for result in results]
    return Matches(summary, on_even_luck(by_seat, list(SEATS[:seats])), results)
