"""Queries for the lists of the lobby and of players: along indexes, a page at a time."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, select, true, tuple_, update

from trackside.web.api.common import ListKind
from trackside.web.store.schema import PUBLIC, members, occupants, tables
from trackside.web.store.tables import occupant_from
from trackside.web.tables.log import Row
from trackside.web.tables.origins import DAILY
from trackside.web.tables.seats import Occupant

MAX_LISTED = 50
"""Tables on one page of a list."""

MAX_PASSED = 4
"""The maximum number of pages of public tables to search for a page of tables that are not the player's own."""

MAX_SOLO = 20


class Place(NamedTuple):
    """A position in a list, for pagination; everything after it is older."""

    changed: int
    table: str


class Page(NamedTuple):
    """A page of a list: tables with their occupants, newest first, and the place where the next page begins, if any."""

    rows: list[tuple[Row, list[Occupant]]]
    more: Place | None


LISTED = (
    tables.c.id,
    tables.c.game,
    tables.c.status,
    tables.c.host,
    tables.c.origin,
    tables.c.result,
    tables.c.to_move,
    tables.c.due,
    tables.c.began,
)


def listed(connection: Connection, player: str | None, kind: ListKind, before: Place | None = None) -> Page:
    """Return a page of a list for the lobby."""
    if kind == "public":
        found, more = _public(connection, player, before)
    elif player is None:
        found, more = [], None
    else:
        found, more = _own(connection, player, kind == "finished", before)
    return Page(_seated(connection, found), more)


def finished_games(connection: Connection, player: str, many: int, before: Place | None) -> Page:
    """Return a page of a player's finished games, at most `many`."""
    found, more = _own(connection, player, True, before, many)
    return Page(_seated(connection, found), more)


def _seated(connection: Connection, found: list[Row]) -> list[tuple[Row, list[Occupant]]]:
    """Return the tables with their occupants."""
    seated = select(occupants).where(occupants.c.table_id.in_([row["id"] for row in found])).order_by(occupants.c.seat)
    by_table: dict[str, list[Occupant]] = {row["id"]: [] for row in found}
    for one in connection.execute(seated).mappings() if found else ():
        by_table[one["table_id"]].append(occupant_from(one))
    return [(row, by_table[row["id"]]) for row in found]


def _own(
    connection: Connection, player: str, over: bool, before: Place | None, most: int = MAX_LISTED
) -> tuple[list[Row], Place | None]:
    """Return tables from this player's lists, and the place where the next page begins."""
    query = own_tables(player, over, before).limit(most + 1)
    rows = [dict(row) for row in connection.execute(query).mappings()]
    return rows[:most], _place(rows[most - 1]) if len(rows) > most else None


def _public(connection: Connection, player: str | None, before: Place | None) -> tuple[list[Row], Place | None]:
    """Return public tables that are not in the player's own list, and the place where the next page begins."""
    most = MAX_LISTED * MAX_PASSED
    rows = [dict(row) for row in connection.execute(public_tables(before).limit(most + 1)).mappings()]
    mine = select(members.c.table_id).where(members.c.player == player, members.c.table_id.in_([r["id"] for r in rows]))
    own = set(connection.execute(mine).scalars()) if rows and player is not None else set()
    others = [row for row in rows[:most] if row["id"] not in own]
    if len(others) > MAX_LISTED:
        return others[:MAX_LISTED], _place(others[MAX_LISTED - 1])
    return others, _place(rows[most - 1]) if len(rows) > most else None


def own_tables(player: str, over: bool, before: Place | None = None) -> Select[Any]:
    """Return the query for a player's finished or unfinished tables, newest first."""
    order = (members.c.changed, members.c.table_id)
    return (
        select(*LISTED, members.c.changed)
        .join(members, members.c.table_id == tables.c.id)
        .where(members.c.player == player, members.c.over == int(over), members.c.hidden.is_(None))
        .where(_older(order, before))
        .order_by(*(column.desc() for column in order))
    )


def public_tables(before: Place | None = None) -> Select[Any]:
    """Return the query for public tables, newest first."""
    order = (tables.c.changed, tables.c.id)
    query = select(*LISTED, tables.c.changed).where(PUBLIC, _older(order, before))
    return query.order_by(*(column.desc() for column in order))


def _older(order: Sequence[ColumnElement[Any]], before: Place | None) -> ColumnElement[bool]:
    return true() if before is None else tuple_(*order) < tuple_(*before)


def _place(row: Row) -> Place:
    return Place(row["changed"], row["id"])


def first_try(connection: Connection, player: str, game: str, day: str) -> Row | None:
    """Return a player's first table with the seed of a day, even if they have discarded it."""
    midnight = datetime.datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp() * 1000
    tried = (
        select(tables.c.id, tables.c.status, tables.c.result)
        .join(members, members.c.table_id == tables.c.id)
        .where(members.c.player == player, members.c.over.in_((0, 1)), members.c.changed >= int(midnight))
        .where(members.c.game == game, tables.c.origin == DAILY, tables.c.seed == day, tables.c.seats == 1)
        .order_by(tables.c.began, tables.c.id)
        .limit(1)
    )
    row = connection.execute(tried).mappings().first()
    return None if row is None else dict(row)


def solo_score(row: Row) -> int | None:
    """Return the score of a solo game; None if it was abandoned."""
    return json.loads(row["result"])["scores"][0] if row["result"] else None


def set_hidden(connection: Connection, player: str, table: str, hidden: bool) -> None:
    """Hide a table from a player's lists, or show it again."""
    mine = update(members).where(members.c.table_id == table, members.c.player == player)
    connection.execute(mine.values(hidden=1 if hidden else None))


def solo_games(connection: Connection, player: str, game: str | None) -> list[Row]:
    """Return a player's best finished solo games, best first: of one game, or of all."""
    return [dict(row) for row in connection.execute(best_games(player, game)).mappings()]


def best_games(player: str, game: str | None) -> Select[Any]:
    """Return the query for a player's best finished solo games."""
    return (
        select(tables.c.id, tables.c.seed, tables.c.origin, tables.c.began, members.c.solo)
        .join(members, members.c.table_id == tables.c.id)
        .where(members.c.player == player, members.c.game == game if game else true(), members.c.solo.is_not(None))
        .order_by(members.c.solo.desc(), members.c.changed)
        .limit(MAX_SOLO)
    )
