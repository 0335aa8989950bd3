"""The lower half of the lobby: today's games and puzzles with the player's results, and their last games."""

from __future__ import annotations

import datetime
from collections import OrderedDict
from functools import lru_cache, partial

from sqlalchemy import Connection

from trackside.games import GAMES, Game
from trackside.play.match import Match
from trackside.review.words.headline import headline
from trackside.web.api.learning import DayGame, RecentGame, TodayPage
from trackside.web.api.position import Scene
from trackside.web.reviews.service import Reviews
from trackside.web.reviews.training import Training
from trackside.web.store import lists as queries
from trackside.web.store import reviews as review_queries
from trackside.web.store.store import Store
from trackside.web.tables.changes import OVER
from trackside.web.tables.log import Row
from trackside.web.tables.seats import Occupant
from trackside.web.views import lobby
from trackside.web.views.position import scene_of
from trackside.web.views.reviews import told_seat

MAX_RECENT = 3
"""Finished games on the page."""

MAX_VERDICTS = 2000
"""Verdicts kept in memory."""


def today() -> datetime.date:
    """Return the date in UTC, so that the day is the same for everyone."""
    return datetime.datetime.now(datetime.UTC).date()


def daily() -> str:
    """Return the seed of the day."""
    return today().isoformat()


class Today:
    """The games and puzzles of the day, and a player's last games."""

    def __init__(self, reviews: Reviews, training: Training) -> None:
        self.store: Store = reviews.store
        self.reviews, self.training = reviews, training
        self._verdicts: OrderedDict[tuple[str, str, int, str], str] = OrderedDict()

    async def page(self, player: str | None, day: datetime.date, language: str, asker: str) -> TodayPage:
        """Return the page for a player."""
        puzzles = await self.training.puzzles(player, day, language, asker)
        first, recent = await self.store.read(partial(_read, player=player or "", day=day.isoformat()))
        return {
            "day": puzzles["day"],
            "games": [_day_game(game, first.get(game.name), puzzles["day"], language) for game in solo_games()],
            "puzzles": puzzles["puzzles"],
            "recent": [await self._recent(row, seated, player, language, asker) for row, seated in recent],
        }

    async def _recent(
        self, row: Row, seated: list[Occupant], player: str | None, language: str, asker: str
    ) -> RecentGame:
        listed = lobby.table_row(row, seated, player, lobby.NOBODYS_TURN, language)
        return {**listed, "verdict": await self._verdict(row["id"], player, language, asker)}

    async def _verdict(self, table_id: str, player: str | None, language: str, asker: str) -> str | None:
        """Return the headline of a game's deepest complete review, or None if there is none."""
        kept = await self.store.read(partial(review_queries.deepest, table=table_id))
        if kept is None:
            return None
        live = await self.reviews.tables.find(table_id)
        seat = told_seat(live.table, player, None)
        key = (table_id, kept.effort, seat, language)
        if key not in self._verdicts:
            review = await self.reviews.whole(kept, asker)
            if review is None or not review.complete:
                return None
            self._verdicts[key] = headline(review, seat, live.viewers.words(language, player))
            if len(self._verdicts) > MAX_VERDICTS:
                self._verdicts.popitem(last=False)
        return self._verdicts[key]


def solo_games() -> list[Game]:
    """Return the games that can be played alone, each of which has a game of the day."""
    return [game for game in GAMES.values() if 1 in game.card.seats]


@lru_cache(16)
def opening(game: str, day: str) -> Scene:
    """Return the first position of the game of the day, as its player sees it."""
    match = Match(game, 1, seed=day)
    return scene_of(GAMES[game], match.view_state(0), 0)


def _day_game(game: Game, first: Row | None, day: str, language: str) -> DayGame:
    over = first is not None and first["status"] == OVER
    return {
        "game": game.name,
        "folder": game.folder,
        "title": game.title(language),
        "scene": opening(game.name, day),
        "table": None if first is None else first["id"],
        "over": over,
        "score": queries.solo_score(first) if first is not None and over else None,
    }


def _read(connection: Connection, player: str, day: str) -> tuple[dict[str, Row], list[tuple[Row, list[Occupant]]]]:
    """Return a player's first try at each game of the day, and their last finished games."""
    recent = queries.finished_games(connection, player, MAX_RECENT, None)
    first = {game.name: queries.first_try(connection, player, game.name, day) for game in solo_games()}
    known = [(row, seated) for row, seated in recent.rows if row["game"] in GAMES]
    return {name: row for name, row in first.items() if row is not None}, known
