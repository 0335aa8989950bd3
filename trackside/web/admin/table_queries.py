"""Queries for operators: list, show, close and delete tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select, true, update

from trackside.web.admin.intervention_queries import intervene
from trackside.web.api.common import Status
from trackside.web.errors import NotFound
from trackside.web.store import tables as queries
from trackside.web.store.schema import (
    entries,
    members,
    occupants,
    presence,
    puzzles,
    review_parts,
    reviews,
    tables,
    training,
)
from trackside.web.tables.changes import OVER
from trackside.web.tables.log import Row
from trackside.web.unix_time import now

_length = func.coalesce(
    select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery() + 1, 0
)


def list_tables(connection: Connection, status: Status | None, player: str | None, most: int) -> list[Row]:
    """Return the most recently changed tables with their seats, optionally of one status or player."""
    mine = select(members.c.table_id).where(members.c.player == player)
    query = (
        _described()
        .where(true() if status is None else tables.c.status == status)
        .where(true() if player is None else tables.c.id.in_(mine))
        .order_by(tables.c.changed.desc(), tables.c.id)
        .limit(most)
    )
    return _with_seats(connection, query)


def show_table(connection: Connection, table: str) -> Row:
    """Return everything about a table except its secrets."""
    found = _with_seats(connection, _described().where(tables.c.id == table))
    if not found:
        raise NotFound("server.no_table", table=table[:40])
    known = select(reviews.c.effort, reviews.c.status).where(reviews.c.table_id == table).order_by(reviews.c.rank)
    return found[0] | {"reviews": {row.effort: row.status for row in connection.execute(known)}}


def _described() -> Select[Any]:
    names = ("id", "game", "status", "began", "changed", "options", "watch", "clock", "minutes", "origin", "result")
    columns = [tables.c[name] for name in names]
    return select(*columns, tables.c.host, tables.c.rematch_id.label("rematch"), _length.label("entries"))


def _with_seats(connection: Connection, query: Select[Any]) -> list[Row]:
    rows = [dict(row) for row in connection.execute(query).mappings()]
    shown = (occupants.c.seat, occupants.c.kind, occupants.c.name, occupants.c.level, occupants.c.player)
    here = occupants.c.table_id.in_([row["id"] for row in rows])
    seated: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    for table, *values in connection.execute(
        select(occupants.c.table_id, *shown).where(here).order_by(occupants.c.seat)
    ):
        seated[table].append({column.name: value for column, value in zip(shown, values, strict=True)})
    return [row | {"seats": seated[row["id"]]} for row in rows]


def close_table(connection: Connection, table: str) -> bool:
    """End a table without a result; return False if it was already over."""
    here = tables.c.id == table
    status = connection.execute(select(tables.c.status).where(here).with_for_update()).scalar()
    if status is None:
        raise NotFound("server.no_table", table=table[:40])
    if status == OVER:
        return False
    queries.set_status(connection, table, OVER, None)
    moment = now()
    ended = {"revision": tables.c.revision + 1, "due": None, "to_move": 0, "changed": moment}
    connection.execute(update(tables).where(here).values(ended))
    connection.execute(update(members).where(members.c.table_id == table).values(changed=moment))
    intervene(connection, [table])
    return True


def delete_tables(connection: Connection, wanted: Sequence[str]) -> list[str]:
    """Delete tables and everything that belongs to them; return those that existed."""
    locked = select(tables.c.id).where(tables.c.id.in_(wanted)).order_by(tables.c.id).with_for_update()
    found = [*connection.execute(locked).scalars()]
    if not found:
        return []
    for part in (review_parts, reviews, training, puzzles, presence, entries, occupants, members):
        connection.execute(delete(part).where(part.c.table_id.in_(found)))
    connection.execute(update(tables).where(tables.c.rematch_id.in_(found)).values(rematch_id=None))
    connection.execute(delete(tables).where(tables.c.id.in_(found)))
    intervene(connection, found)
    return found
