"""A player's history: a search through their finished games, and their results level by level."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from trackside.games import GAMES
from trackside.search.agents import LEVELS
from trackside.web.api.common import LevelName, Outcome
from trackside.web.api.lobby import DayResult, FinishedPage, LevelResult, PlayerPage
from trackside.web.store import lists as queries
from trackside.web.store.lists import MAX_LISTED, Page, Place
from trackside.web.store.store import Store
from trackside.web.tables.log import Row
from trackside.web.tables.origins import DAILY, moment_of
from trackside.web.tables.results import undone_in
from trackside.web.tables.seats import BOT, Occupant
from trackside.web.views import lobby

MAX_SEARCHED = 200
"""Finished games that are searched for one page; a client that wants more requests the next page."""

MAX_COUNTED = 500
"""The newest finished games of a player that count for their page."""

DAYS = 14
"""Days in the history of the game of the day."""


@dataclass(frozen=True)
class Wanted:
    """A filter for finished games."""

    game: str | None = None
    level: LevelName | None = None
    outcome: Outcome | None = None

    def fits(self, game: Finished) -> bool:
        """Return True if a game matches the filter."""
        return (
            self.game in (None, game.row["game"])
            and (self.level is None or self.level in game.levels)
            and self.outcome in (None, game.outcome)
        )


@dataclass(frozen=True)
class Finished:
    """A finished game as one player sees it."""

    row: Row
    occupants: list[Occupant]
    player: str

    @property
    def levels(self) -> set[str]:
        """The levels of the bots that played on their own."""
        return {one.level for one in self.occupants if one.kind == BOT and one.player is None and one.level}

    @property
    def outcome(self) -> Outcome | None:
        """The outcome for this player; None if they only watched, or had several seats."""
        mine = [one.seat for one in self.occupants if one.belongs_to(self.player)]
        if len(mine) != 1 or not self.row["result"]:
            return None
        if len(self.occupants) == 1:
            return "solo"
        return "won" if mine[0] in json.loads(self.row["result"])["winners"] else "lost"

    @property
    def counts(self) -> bool:
        """True if it counts in statistics: not a what-if, and no move taken back after something new was shown."""
        return undone_in(self.row["result"]) == 0 and moment_of(self.row["origin"]) is None


async def finished_page(
    store: Store, player: str | None, wanted: Wanted, before: Place | None, language: str
) -> FinishedPage:
    """Return a page of the finished games that match the filter, newest first."""
    if player is None:
        return {"games": [], "more": None}
    rows, more = await store.read(partial(_search, player=player, wanted=wanted, before=before))
    games = [lobby.table_row(one.row, one.occupants, player, lobby.NOBODYS_TURN, language) for one in rows]
    return {"games": games, "more": None if more is None else f"{more.changed}-{more.table}"}


def _search(
    connection: Connection, player: str, wanted: Wanted, before: Place | None
) -> tuple[list[Finished], Place | None]:
    """Return the matching games among the newest `MAX_SEARCHED`, and the place where the search continues."""
    page = queries.finished_games(connection, player, MAX_SEARCHED, before)
    found: list[Finished] = []
    for game in _known(page, player):
        if wanted.fits(game):
            if len(found) == MAX_LISTED:
                return found, Place(found[-1].row["changed"], found[-1].row["id"])
            found.append(game)
    return found, page.more


def _known(page: Page, player: str) -> Iterator[Finished]:
    """Return the finished games of a page, without those whose game is no longer installed."""
    return (Finished(row, occupants, player) for row, occupants in page.rows if row["game"] in GAMES)


async def player_page(store: Store, player: str | None, today: datetime.date) -> PlayerPage:
    """Return a player's results, computed from their newest games."""
    if player is None:
        return {"counted": 0, "all": True, "played": 0, "won": 0, "levels": [], "best": [], "days": []}
    page, best = await store.read(partial(_read_player, player=player))
    games = list(_known(page, player))
    against = [game for game in games if game.counts and game.levels and game.outcome in ("won", "lost")]
    return {
        "counted": len(games),
        "all": page.more is None,
        "played": len(against),
        "won": sum(game.outcome == "won" for game in against),
        "levels": _levels(against),
        "best": [{"game": game, "results": lobby.solo_results(rows[:5])} for game, rows in best.items() if rows],
        "days": _days(games, today),
    }


def _read_player(connection: Connection, player: str) -> tuple[Page, dict[str, list[Row]]]:
    alone = [name for name, game in GAMES.items() if 1 in game.card.seats]
    best = {name: queries.solo_games(connection, player, name) for name in alone}
    return queries.finished_games(connection, player, MAX_COUNTED, None), best


def _levels(games: list[Finished]) -> list[LevelResult]:
    """Return the number of games played and won against each level, game by game."""
    results: list[LevelResult] = []
    for name in GAMES:
        for level in LEVELS:
            met = [game for game in games if game.row["game"] == name and level in game.levels]
            if met:
                won = sum(game.outcome == "won" for game in met)
                results.append({"game": name, "level": level, "played": len(met), "won": won})  # type: ignore[typeddict-item]  # LEVELS are level names
    return results


def _days(games: list[Finished], today: datetime.date) -> list[DayResult]:
    """Return the first try at the game of the day on each of the last `DAYS` days, oldest first within each game."""
    tries: dict[tuple[str, str], DayResult] = {}
    first = (today - datetime.timedelta(days=DAYS - 1)).isoformat()
    for game in games:  # newest first, so that the first try of a day overwrites later ones
        day = datetime.datetime.fromtimestamp(game.row["began"] / 1000, datetime.UTC).date().isoformat()
        if game.row["origin"] != DAILY or game.outcome != "solo" or day < first:
            continue
        score = json.loads(game.row["result"])["scores"][0]
        tries[game.row["game"], day] = {"game": game.row["game"], "day": day, "score": score, "table": game.row["id"]}
    return sorted(tries.values(), key=lambda one: (one["game"], one["day"]))
