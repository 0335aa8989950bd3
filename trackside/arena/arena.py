"""A tournament, played on any executor of `concurrent.futures`, and its summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from trackside.arena.folder import Folder
from trackside.arena.game import Result, play_fixture
from trackside.arena.schedule import Fixture, schedule
from trackside.arena.standings import EvenLuck, on_even_luck, pairings, ranking, standings
from trackside.core.errors import BadOption
from trackside.games import find_game
from trackside.search.agents import make_agent

IN_FLIGHT = 8
"""Games submitted to the executor before the first of them is finished."""


@dataclass
class Arena:
    """The settings and results of a tournament."""

    game: str
    agents: list[str]
    seats: int
    games: int
    seed: int = 1
    options: dict[str, str] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    folder: Folder | None = None
    even_luck: bool = False
    """True if the luck in every game is measured too."""
    fixtures: list[Fixture] = field(default_factory=list)
    """The games to play; by default every mix of players meets."""

    def __post_init__(self) -> None:
        card = find_game(self.game).card
        self.options = {name: choice.text for name, choice in card.choose(self.seats, self.options).items()}
        if self.games < 1:
            raise BadOption(f"{self.games} games: at least 1 is needed")
        for name in self.agents:
            if not name.startswith("program:"):
                make_agent(name, find_game(self.game))
        self.fixtures = self.fixtures or list(schedule(self.agents, self.seats, self.games))

    def settings(self) -> dict[str, Any]:
        """Return the settings that identify the arena."""
        keys = ("game", "agents", "seats", "games", "seed", "options")
        return {key: getattr(self, key) for key in keys} | ({"even_luck": True} if self.even_luck else {})

    def keep_in(self, path: str, resume: bool) -> None:
        """Save every game in a folder, and load the games already in it."""
        self.folder = Folder(path, self.settings(), resume)
        self.results = list(self.folder.results)

    def run(self, executor: Executor, progress: Callable[[int], None] = lambda done: None) -> bool:
        """Play the missing games; return False if interrupted. Finished games are kept in any case.

        Games still running after an interruption are left to the owner of the executor.
        """
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
            "even_luck": [
                asdict(one) | {"worth": one.worth} for one in on_even_luck(self.results, self.agents) if self.even_luck
            ],
            "forfeits": [{"game": r.number, "reason": r.forfeit} for r in self.results if r.forfeit],
        }

    def page(self) -> str:
        """Return all results as a Markdown page, with a link to every game."""
        lines = [f"# {find_game(self.game).card.title}: {', '.join(self.agents)}", ""]
        lines += [f"{len(self.results)} of {len(self.fixtures)} games, {self.seats} seats, seed {self.seed}", ""]
        lines += [*self.table(), *self.even_luck_table(), "", "Order: " + self.order(), "", "## Games", ""]
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
    return ["", head, "|---|---|---|---|---|---|", *rows, "", saved_says(found)]


def saved_says(found: Sequence[EvenLuck]) -> str:
    """Return the number of games saved by taking luck out, in a sentence."""
    games, worth = max(one.games for one in found), min(one.worth for one in found)
    saved = round(games * (worth - 1.0))
    if saved <= 0:
        return f"Taking luck out saved none of {games} games."
    return f"Taking luck out saved {saved} games: {games} give intervals as narrow as {games + saved} would with luck."
