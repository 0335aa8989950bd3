"""Queries for one player's data: export and erasure."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from sqlalchemy import Connection, and_, delete, select, update

from trackside.web.admin.intervention_queries import intervene
from trackside.web.admin.table_queries import close_table, delete_tables
from trackside.web.api.commands import DiceCommand
from trackside.web.store import tables as queries
from trackside.web.store.entries import add_entries
from trackside.web.store.schema import (
    members,
    occupants,
    players,
    presence,
    puzzles,
    review_parts,
    reviews,
    solved,
    tables,
    training,
)
from trackside.web.tables.bots import USUAL
from trackside.web.tables.changes import OVER, WAITING
from trackside.web.tables.creation import named
from trackside.web.tables.log import Row
from trackside.web.tables.seats import BOT, OPEN, Occupant, check_level, new_secret
from trackside.web.tables.table import Table

Forgotten = Literal["deleted", "closed", "freed", "bot", "anonymous"]
"""The outcome for a table: deleted because no one else took part, closed, seat freed, continued by a bot, or finished
and stripped of the name."""


def tables_of(connection: Connection, player: str) -> list[str]:
    """Return all tables where a player sits or sat, or that they host."""
    seated = select(occupants.c.table_id).where(occupants.c.player == player)
    hosted = select(tables.c.id).where(tables.c.host == player)
    listed = select(members.c.table_id).where(members.c.player == player)
    return sorted(connection.execute(seated.union(hosted, listed)).scalars())


# Export


def training_of(connection: Connection, player: str) -> list[Row]:
    """Return a player's training positions."""
    found = select(training).where(training.c.player == player).order_by(training.c.table_id, training.c.step)
    return [dict(row) | {"card": json.loads(row["card"])} for row in connection.execute(found).mappings()]


def solved_by(connection: Connection, player: str) -> list[Row]:
    """Return a player's answers to puzzles."""
    found = select(solved.c.puzzle, solved.c.verdict).where(solved.c.player == player).order_by(solved.c.puzzle)
    return [dict(row) for row in connection.execute(found).mappings()]


def reviews_for(connection: Connection, player: str) -> list[Row]:
    """Return the reviews that a player requested."""
    names = ("table_id", "effort", "status", "asked")
    found = select(*(reviews.c[name] for name in names)).where(reviews.c.asker == player).order_by(reviews.c.asked)
    return [dict(row) for row in connection.execute(found).mappings()]


# Erasure


def forget_at(connection: Connection, table: str, player: str) -> Forgotten | None:
    """Erase a player from a table; return the outcome, None if the table does not exist."""
    connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
    loaded = queries.load(connection, table)
    if loaded is None:
        return None
    row, seated, _ = loaded
    if {row["host"], *(one.player for one in seated)} <= {player, None}:
        delete_tables(connection, [table])
        return "deleted"
    theirs = [one for one in seated if one.player == player]
    others = {one.player for one in seated} - {player, None}
    done: Forgotten = "anonymous"
    if row["status"] != OVER and theirs:
        playable = _playable(loaded) if row["status"] != WAITING else None
        if row["status"] == WAITING and others and row["host"] != player:
            done = "freed"
        elif not others or playable is None:
            close_table(connection, table)
            done = "closed"
        elif _roll(connection, playable, player):
            done = "bot"
    _replace(connection, table, seated, theirs, done)
    grown = {"revision": tables.c.revision + 1}
    host = None if row["host"] == player else row["host"]
    due = {"due": 0} if done == "bot" else {}
    connection.execute(update(tables).where(tables.c.id == table).values(grown | due | {"host": host}))
    _anonymise_reviews(connection, table, [one.seat for one in theirs])
    connection.execute(delete(puzzles).where(puzzles.c.table_id == table))
    connection.execute(delete(members).where(members.c.table_id == table, members.c.player == player))
    intervene(connection, [table])
    return done


def _playable(loaded: queries.Loaded) -> Table | None:
    """Return the table if its game can be continued."""
    try:
        table = Table(*loaded)
    except Exception:  # a damaged log, or a game that is not installed
        return None
    return table if table.is_running else None


def _roll(connection: Connection, table: Table, player: str) -> bool:
    """Roll a die that is waiting for the player; return whether the game continues."""
    if table.roller is not None and table.occupants[table.roller].player == player:
        change = table.handle(DiceCommand(seat=table.roller, by_hand=False), player)
        add_entries(connection, change.entries)
        if change.status is not None:
            queries.set_status(connection, table.id, change.status, change.result)
            return change.status != OVER
    return True


def _replace(
    connection: Connection, table: str, seated: Sequence[Occupant], theirs: Sequence[Occupant], done: Forgotten
) -> None:
    """Make a player's seats anonymous, open, or a bot's."""
    for one in theirs:
        new = replace(one, player=None, name="", by_hand=False)
        if done == "freed":
            new = replace(new, kind=OPEN, level=None, invite=new_secret(), salt=None)
        elif done == "bot":
            new = replace(new, kind=BOT, level=new.level if one.kind == BOT else check_level(USUAL))
            everyone = [new if other.seat == new.seat else other for other in seated]
            new = replace(new, name=named(everyone)[new.seat].name)
        queries.set_occupant(connection, table, new)


def _anonymise_reviews(connection: Connection, table: str, seats: Collection[int]) -> None:
    """Remove the names of these seats from a table's reviews; delete unfinished ones, which can be requested again."""
    unfinished = select(reviews.c.effort).where(reviews.c.table_id == table, reviews.c.status != "done")
    for effort in connection.execute(unfinished).scalars().all():
        _delete_review(connection, table, effort)
    for part in connection.execute(select(review_parts).where(review_parts.c.table_id == table)).all():
        review = json.loads(part.text)
        review["players"] = ["" if seat in seats else name for seat, name in enumerate(review["players"])]
        here = and_(
            review_parts.c.table_id == table,
            review_parts.c.effort == part.effort,
            review_parts.c.number == part.number,
        )
        text = json.dumps(review, ensure_ascii=False, separators=(",", ":"))
        connection.execute(update(review_parts).where(here).values(text=text))


def _delete_review(connection: Connection, table: str, effort: str) -> None:
    for kept in (review_parts, reviews):
        connection.execute(delete(kept).where(kept.c.table_id == table, kept.c.effort == effort))


def forget_rest(connection: Connection, player: str) -> None:
    """Delete a player's data outside tables; finished reviews that they requested stay, without their id."""
    unfinished = select(reviews.c.table_id, reviews.c.effort).where(
        reviews.c.asker == player, reviews.c.status != "done"
    )
    for table, effort in connection.execute(unfinished).all():
        _delete_review(connection, table, effort)
    connection.execute(update(reviews).where(reviews.c.asker == player).values(asker=""))
    for part in (training, solved, members, presence):
        connection.execute(delete(part).where(part.c.player == player))
    connection.execute(delete(players).where(players.c.id == player))
