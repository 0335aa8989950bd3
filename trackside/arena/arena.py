"""A tournament, played on any executor of `concurrent.futures`, and its summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from itertools import islice
from typing import Any

from trackside.arena.folder import Folder
from trackside.arena.game import Result, play_fixture
from trackside.arena.players import PROGRAM, check_program, name_of
from trackside.arena.schedule import Fixture, schedule
from trackside.arena.standings import EvenLuck, SeatShare, by_seat, on_even_luck, pairings, ranking, standings
from trackside.core.errors import BadOption
from trackside.games import Game, find_game
from trackside.search.agents import make_agent

IN_FLIGHT = 8
"""Games submitted to the executor before the first of them is finished."""

Player = str | Callable[[dict[str, Any]], object]
"""A player of an arena: its name, or a Python function that gets a view as a dictionary and returns a move's text."""


class Arena:
    """A tournament, its settings and its results.

    Args:
        game: the game's name, or a `Game`.
        agents: the players: names as for `trackside arena`, or functions at the top level of a module. A player named
            twice also plays against itself, which shows what the seats are worth.
        seats: the number of players; the game's default if omitted, but at least two.
        games: the number of games for each line-up; rounded up so that everyone plays each deal from every seat.
        seed: the same seed gives the same dice.
        options: values for the game's options.
        even_luck: True to measure the luck in every game too, which takes about a second a game.
        fixtures: the games to play; by default every mix of players meets.

    >>> found = Arena("whole-nine", ["greedy", "random"], games=4)
    >>> found.run()
    True
    >>> len(found.results), found.order()
    (4, 'greedy = random')

    """

    def __init__(
        self,
        game: str | Game,
        agents: Sequence[Player],
        seats: int | None = None,
        games: int = 100,
        seed: int = 1,
        options: Mapping[str, object] | None = None,
        *,
        even_luck: bool = False,
        fixtures: Sequence[Fixture] = (),
    ) -> None:
        found = find_game(game)
        self.game = found.name
        named = [agent if isinstance(agent, str) else name_of(agent) for agent in agents]
        self.agents = list(dict.fromkeys(named))
        """The players, each once."""
        self.mirrored = [agent for agent in self.agents if named.count(agent) > 1]
        """The players that also play against themselves."""
        self.seats = found.card.meeting_seats if seats is None else seats
        self.games, self.seed, self.even_luck = games, seed, even_luck
        self.options = {name: choice.text for name, choice in found.card.choose(self.seats, options or {}).items()}
        self.results: list[Result] = []
        self.folder: Folder | None = None
        if games < 1:
            raise BadOption(f"{games} games: at least 1 is needed")
        for name in self.agents:
            if name.startswith(PROGRAM):
                check_program(name)
            else:
                make_agent(name, found)
        self.fixtures = list(fixtures or schedule(self.agents, self.seats, games, self.mirrored))
        """The games to play."""

    def __str__(self) -> str:
        return "\n".join([*self.table(), *self.seat_table(), *self.even_luck_table(), f"order: {self.order()}"])

    def settings(self) -> dict[str, Any]:
        """Return the settings that identify the arena."""
        keys = ("game", "agents", "seats", "games", "seed", "options")
        more = {"mirrored": self.mirrored} if self.mirrored else {}
        return {key: getattr(self, key) for key in keys} | more | ({"even_luck": True} if self.even_luck else {})

    def keep_in(self, path: str, resume: bool) -> None:
        """Save every game in a folder, and load the games already in it."""
        self.folder = Folder(path, self.settings(), resume)
        self.results = list(self.folder.results)

    def run(self, executor: Executor | None = None, progress: Callable[[int], None] = lambda done: None) -> bool:
        """Play the missing games; return False if interrupted. Finished games are kept in any case.

        Without an executor, threads of this process play. Games still running after an interruption are left to the
        owner of the executor.
        """
        if executor is None:
            find_game(self.game).load()
            with ThreadPoolExecutor() as threads:
                return self.run(threads, progress)
        done = {result.number for result in self.results}
        missing = iter([fixture for fixture in self.fixtures if fixture.number not in done])
        pending = set(self._submit(executor, islice(missing, IN_FLIGHT)))
        progress(len(self.results))
        try:
            while pending:
                ended, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in ended:
                    self._keep(future.result())
                progress(len(self.results))
                pending |= set(self._submit(executor, islice(missing, len(ended))))
        except KeyboardInterrupt:
            return False
        finally:
            self.results.sort(key=lambda result: result.number)
            if self.folder is not None and self.results:
                self.folder.summarise(self.summary(), self.page())
        return True

    def _submit(self, executor: Executor, fixtures: Iterator[Fixture]) -> list[Future[Result]]:
        return [
            executor.submit(play_fixture, self.game, self.options, self.seed, fixture, self.even_luck)
            for fixture in fixtures
        ]

    def _keep(self, result: Result) -> None:
        self.results.append(result)
        if self.folder is not None:
            self.folder.add(result)

    def summary(self) -> dict[str, Any]:
        """Return all results as data."""
        return {
            **self.settings(),
            "played": len(self.results),
            "complete": len(self.results) == len(self.fixtures),
            "standings": [asdict(standing) for standing in standings(self.results, self.agents)],
            "pairings": [asdict(pairing) for pairing in pairings(self.results, self.agents)],
            "ranking": ranking(self.results, self.agents),
            "by_seat": [asdict(one) for one in self.by_seat()],
            "even_luck": [
                asdict(one) | {"worth": one.worth} for one in on_even_luck(self.results, self.agents) if self.even_luck
            ],
            "forfeits": [{"game": r.number, "reason": r.forfeit} for r in self.results if r.forfeit],
        }

    def page(self) -> str:
        """Return all results as a Markdown page, with a link to every game."""
        lines = [f"# {find_game(self.game).card.title}: {', '.join(self.agents)}", ""]
        lines += [f"{len(self.results)} of {len(self.fixtures)} games, {self.seats} seats, seed {self.seed}", ""]
        lines += [
            *self.table(),
            *self.seat_table(),
            *self.even_luck_table(),
            "",
            "Order: " + self.order(),
            "",
            "## Games",
            "",
        ]
        for result in self.results:
            names = ", ".join(f"{name} {share:g}" for name, share in zip(result.agents, result.shares, strict=True))
            reason = f" (forfeit: {result.forfeit})" if result.forfeit else ""
            lines.append(f"- [{result.number:06}](games/{result.number:06}.txt) {names}{reason}")
        return "\n".join(lines) + "\n"

    def table(self) -> list[str]:
        """Return the standings as a Markdown table, with 95 % intervals."""
        lines = [
            "| player | games | win share | mean score | rating | s per move | forfeits |",
            "|---|---|---|---|---|---|---|",
        ]
        for s in standings(self.results, self.agents):
            lines.append(
                f"| {s.agent} | {s.games} | {s.share} | {s.mean_score:.1f} "
                f"| {s.rating:.1f} ± {s.rating_margin:.1f} | {s.seconds_per_move:.3f} | {s.forfeits} |"
            )
        return lines

    def seat_table(self) -> list[str]:
        """Return the results by seat of players against themselves, as a Markdown table; empty without such games."""
        rows = [f"| {one.seat} | {one.games} | {one.share} | {one.mean_score:.1f} |" for one in self.by_seat()]
        head = ["", "| seat | games against itself | win share | mean score |", "|---|---|---|---|"]
        return [*head, *rows] if rows else []

    def by_seat(self) -> list[SeatShare]:
        """Return the results by seat of players against themselves; empty without such games."""
        return by_seat(self.results, self.seats)

    def forfeits(self) -> list[str]:
        """Return the games that a player lost by failing, with the reasons."""
        return [f"game {result.number}: {result.forfeit}" for result in self.results if result.forfeit]

    def even_luck_table(self) -> list[str]:
        """Return results with and without luck as a Markdown table, with 95 % intervals; empty if not measured."""
        return even_luck_table(on_even_luck(self.results, self.agents))

    def order(self) -> str:
        """Return the proved order: `=` stands between players that the games do not separate."""
        order = " > ".join(" = ".join(group) for group in ranking(self.results, self.agents))
        forfeits = [f"{s.agent} {s.forfeits} of {s.games}" for s in standings(self.results, self.agents) if s.forfeits]
        return f"{order}; forfeited, so not proved by play: {', '.join(forfeits)}" if forfeits else order


def even_luck_table(found: Sequence[EvenLuck]) -> list[str]:
    """Return results with and without luck as a Markdown table; empty if there are none."""
    if not found:
        return []
    head = "| player | games | result | on even luck | mean luck | worth of a game |"
    rows = [
        f"| {one.agent} | {one.games} | {one.result.mean:.3f} ± {one.result.margin:.3f} "
        f"| {one.adjusted.mean:.3f} ± {one.adjusted.margin:.3f} | {one.luck.mean:+.3f} ± {one.luck.margin:.3f} "
        f"| {one.worth:.1f} |"
        for one in found
    ]
    return ["", head, "|---|---|---|---|---|---|", *rows]
