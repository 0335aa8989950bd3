"""What a player has played: finished games that can be searched through, and what became of them, level by level."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from trackside.games import GAMES
from trackside.search.agents import LEVELS
from trackside.web.api.messages import DayResult, FinishedPage, LevelName, LevelResult, Outcome, PlayerPage
from trackside.web.store import tables as queries
from trackside.web.store.store import Store
from trackside.web.store.tables import MAX_LISTED, Place
from trackside.web.tables.seats import BOT, Occupant
from trackside.web.tables.table import DAILY, Row, moment_of, undone_in
from trackside.web.views import lobby

MAX_SEARCHED = 200
"""Finished games that are looked through for one page: whoever wants more asks for the next."""

MAX_COUNTED = 500
"""The newest finished games of a player, of which their page tells."""

DAYS = 14
"""The days of which the history of the day's game tells."""


@dataclass(frozen=True)
class Wanted:
    """Which finished games are looked for."""

    game: str | None = None
    level: LevelName | None = None
    outcome: Outcome | None = None

    def fits(self, game: Finished) -> bool:
        """Whether a game is one of them."""
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
        """What became of it for this player; None where they only looked on, or had several seats."""
        mine = [one.seat for one in self.occupants if one.belongs_to(self.player)]
        if len(mine) != 1 or not self.row["result"]:
            return None
        if len(self.occupants) == 1:
            return "solo"
        return "won" if mine[0] in json.loads(self.row["result"])["winners"] else "lost"

    @property
    def counts(self) -> bool:
        """Whether it counts in statistics: no what-if, and no move taken back after something new was shown."""
        return undone_in(self.row["result"]) == 0 and moment_of(self.row["origin"]) is None


async def finished_page(
    store: Store, player: str | None, wanted: Wanted, before: Place | None, language: str
) -> FinishedPage:
    """A page of the finished games that are looked for, the newest first."""
    if player is None:
        return {"games": [], "more": None}
    rows, more = await store.read(partial(_search, player=player, wanted=wanted, before=before))
    games = [lobby.table_row(one.row, one.occupants, player, lobby.NOBODYS_TURN, language) for one in rows]
    return {"games": games, "more": None if more is None else f"{more.changed}-{more.table}"}


def _search(
    connection: Connection, player: str, wanted: Wanted, before: Place | None
) -> tuple[list[Finished], Place | None]:
    """Games that fit, among so many of the newest, and where the search goes on."""
    page = queries.finished_games(connection, player, MAX_SEARCHED, before)
    found: list[Finished] = []
    for game in _known(page, player):
        if wanted.fits(game):
            if len(found) == MAX_LISTED:
                return found, Place(found[-1].row["changed"], found[-1].row["id"])
            found.append(game)
    return found, page.more


def _known(page: queries.Page, player: str) -> Iterator[Finished]:
    """The games of a page that there still are."""
    return (Finished(row, occupants, player) for row, occupants in page.rows if row["game"] in GAMES)


async def player_page(store: Store, player: str | None, today: datetime.date) -> PlayerPage:
    """What a player has done, as far as the newest games tell."""
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


def _read_player(connection: Connection, player: str) -> tuple[queries.Page, dict[str, list[Row]]]:
    alone = [name for name, game in GAMES.items() if 1 in game.card.seats]
    best = {name: queries.solo_games(connection, player, name) for name in alone}
    return queries.finished_games(connection, player, MAX_COUNTED, None), best


def _levels(games: list[Finished]) -> list[LevelResult]:
    """How many games against each level were played and won, game by game."""
    results: list[LevelResult] = []
    for name in GAMES:
        for level in LEVELS:
            met = [game for game in games if game.row["game"] == name and level in game.levels]
            if met:
                won = sum(game.outcome == "won" for game in met)
                results.append({"game": name, "level": level, "played": len(met), "won": won})  # type: ignore[typeddict-item]  # LEVELS are level names
    return results


def _days(games: list[Finished], today: datetime.date) -> list[DayResult]:
    """Return the first try at the day's game on each of the last days, the oldest first."""
    tries: dict[tuple[str, str], DayResult] = {}
    first = (today - datetime.timedelta(days=DAYS - 1)).isoformat()
    for game in games:  # the newest first
        day = datetime.datetime.fromtimestamp(game.row["began"] / 1000, datetime.UTC).date().isoformat()
        if game.row["origin"] != DAILY or game.outcome != "solo" or day < first:
            continue
        score = json.loads(game.row["result"])["scores"][0]
        tries[game.row["game"], day] = {"game": game.row["game"], "day": day, "score": score, "table": game.row["id"]}
    return sorted(tries.values(), key=lambda one: (one["game"], one["day"]))
