"""Queries for tables: reads and writes of plain rows."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from trackside.core.errors import SaveFailed
from trackside.web.api.common import Status
from trackside.web.store.entries import add_entries
from trackside.web.store.schema import entries, keys, members, occupants, players, tables
from trackside.web.store.store import Job
from trackside.web.tables.changes import OVER, Change
from trackside.web.tables.log import Row
from trackside.web.tables.origins import moment_of
from trackside.web.tables.results import undone_in
from trackside.web.tables.seats import HERE, Occupant
from trackside.web.tables.state import Listing

MAX_RENAMED = 100
"""The maximum number of unfinished tables, newest first, that get a new name; others keep the old one."""

TOKENS = "tokens"
"""The name of the key that signs tokens."""

RECORDS = "records"
"""The name of the private key that signs records."""

Loaded = tuple[Row, list[Occupant], list[Row]]
"""A table's row, its occupants, and entries of its log."""


def player_name(connection: Connection, player: str) -> str | None:
    """Return the name of a player, or None if they have not chosen one."""
    name: str | None = connection.execute(select(players.c.name).where(players.c.id == player)).scalar()
    return name


def name_player(connection: Connection, player: str, name: str) -> None:
    """Store the name of a player; players who never choose one have no row."""
    known = player_name(connection, player)
    if known is None:
        connection.execute(insert(players).values(id=player, name=name))
    elif name != known:
        connection.execute(update(players).where(players.c.id == player).values(name=name))


def shared_key(connection: Connection, name: str) -> str:
    """Return a 32-byte secret, in hexadecimal, that all servers share; the first caller creates it."""
    found: str | None = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar()
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(insert(keys).values(name=name, value=found))
    return found


def unfinished_tables(connection: Connection, host: str) -> int:
    """Return the number of unfinished tables that a player hosts."""
    theirs = select(members.c.table_id).where(members.c.player == host, members.c.over == 0)
    counted = select(func.count()).select_from(tables).where(tables.c.id.in_(theirs), tables.c.host == host)
    return int(connection.execute(counted).scalar_one())


def still_unfinished(connection: Connection, wanted: Collection[str]) -> list[str]:
    """Return the tables among these that are not over."""
    return list(
        connection.execute(select(tables.c.id).where(tables.c.id.in_(wanted), tables.c.status != OVER)).scalars()
    )


def player_names(connection: Connection, wanted: Collection[str]) -> dict[str, str]:
    """Return the names of the players among these who have one."""
    named = select(players.c.id, players.c.name).where(players.c.id.in_(wanted), players.c.name != "")
    return {row.id: row.name for row in connection.execute(named)}


def tables_to_rename(connection: Connection, player: str, name: str) -> list[str]:
    """Return the newest unfinished tables where a player sits under another name."""
    other = and_(occupants.c.player == player, occupants.c.kind != HERE, occupants.c.name != name)
    open_ones = (
        select(tables.c.id, tables.c.changed)
        .join(occupants, occupants.c.table_id == tables.c.id)
        .where(other, tables.c.status != OVER)
        .distinct()
        .order_by(tables.c.changed.desc())
        .limit(MAX_RENAMED)
    )
    return [row.id for row in connection.execute(open_ones)]


def add_table(connection: Connection, row: Row, seated: Sequence[Occupant], log: Sequence[Row]) -> None:
    """Insert a new table with its occupants and its log."""
    connection.execute(insert(tables), row)
    connection.execute(insert(occupants), [_occupant_row(row["id"], one) for one in seated])
    for player in {row["host"], *(one.player for one in seated)} - {None}:
        _add_member(connection, row, player)
    add_entries(connection, log)


def jobs_for(table: str, change: Change) -> list[Job]:
    """Return the jobs that store a change, except its entries."""
    jobs: list[Job] = [partial(set_occupant, table=table, occupant=occupant) for occupant in change.occupants]
    if change.status is not None:
        jobs.append(partial(set_status, table=table, status=change.status, result=change.result))
    if change.revision is not None:
        jobs.append(partial(set_revision, table=table, change=change))
    return jobs


def set_revision(connection: Connection, table: str, change: Change) -> None:
    """Set a table's new revision, its rematch, and the time when all commitments were in.

    Raise SaveFailed if another server has written this revision.
    """
    before = and_(tables.c.id == table, tables.c.revision == (change.revision or 0) - 1)
    new = {name: getattr(change, name) for name in ("revision", "rematch_id", "sealed")}
    values = {name: value for name, value in new.items() if value is not None}
    if connection.execute(update(tables).where(before).values(values)).rowcount != 1:
        raise SaveFailed("another server has changed this table")


def set_occupant(connection: Connection, table: str, occupant: Occupant) -> None:
    """Replace the occupant of a seat."""
    here = (occupants.c.table_id == table, occupants.c.seat == occupant.seat)
    connection.execute(update(occupants).where(*here).values(_occupant_row(table, occupant)))
    if occupant.player is None:
        _remove_guests(connection, table)
        return
    listed = select(members.c.player).where(members.c.table_id == table, members.c.player == occupant.player)
    if connection.execute(listed).first() is None:
        row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
        _add_member(connection, row, occupant.player)


def _remove_guests(connection: Connection, table: str) -> None:
    """Remove a table from the lists of players who neither sit there nor host it."""
    seated = select(occupants.c.player).where(occupants.c.table_id == table, occupants.c.player.is_not(None))
    hosts = select(tables.c.host).where(tables.c.id == table, tables.c.host.is_not(None))
    gone = (members.c.player.not_in(seated), members.c.player.not_in(hosts))
    connection.execute(delete(members).where(members.c.table_id == table, *gone))


def _add_member(connection: Connection, row: Mapping[Any, Any], player: str) -> None:
    """Add a table to a player's lists."""
    values = {"table_id": row["id"], "player": player, "game": row["game"], "changed": row["changed"]}
    connection.execute(insert(members).values(values | {"over": int(row["status"] == OVER)}))


def set_status(connection: Connection, table: str, status: Status, result: str | None) -> None:
    """Set the status of a table, and its result when it ends."""
    connection.execute(update(tables).where(tables.c.id == table).values(status=status, result=result))
    if status != OVER:
        return
    ended = {"over": 1} if result else {"over": 1, "hidden": 1}  # a game without a result is in no one's lists
    connection.execute(update(members).where(members.c.table_id == table).values(ended))
    scores = json.loads(result)["scores"] if result else []
    origin = connection.execute(select(tables.c.origin).where(tables.c.id == table)).scalar()
    if len(scores) == 1 and not undone_in(result) and moment_of(origin) is None:
        played = select(occupants.c.player).where(occupants.c.table_id == table)
        mine = update(members).where(members.c.table_id == table, members.c.player.in_(played))
        connection.execute(mine.values(solo=scores[0]))


def update_listings(connection: Connection, listings: Mapping[str, Listing]) -> set[str]:
    """Write listings unless the stored ones are newer; return the tables for which that is done.

    Tables that another server has locked are skipped, so that no writer waits for another, least of all a move.
    """
    known = select(tables.c.id).where(tables.c.id.in_(listings)).order_by(tables.c.id)
    free = connection.execute(known.with_for_update(skip_locked=True, key_share=True)).scalars().all()
    new = [(table, *listings[table]) for table in free]
    if new:
        rows = [{"table": table, "new": at, "bits": bits, "next": due} for table, at, bits, due in new]
        connection.execute(_UPDATE_TABLES, rows)
        connection.execute(_UPDATE_MEMBERS, [{"table": table, "new": at} for table, at, _, _ in new])
    return set(free)


_UPDATE_TABLES = (
    update(tables)
    .where(
        tables.c.id == bindparam("table"),
        tables.c.changed <= bindparam("new"),
        or_(
            tables.c.changed.is_distinct_from(bindparam("new")),
            tables.c.to_move.is_distinct_from(bindparam("bits")),
            tables.c.due.is_distinct_from(bindparam("next")),
        ),
    )
    .values(changed=bindparam("new"), to_move=bindparam("bits"), due=bindparam("next"))
)
_UPDATE_MEMBERS = (
    update(members)
    .where(members.c.table_id == bindparam("table"), members.c.changed < bindparam("new"))
    .values(changed=bindparam("new"))
)


def load(connection: Connection, table: str, count: int = 0) -> Loaded | None:
    """Return a table with the log entries from number `count` on, or None if it does not exist."""
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().first()
    if row is None:
        return None
    seated = select(occupants).where(occupants.c.table_id == table).order_by(occupants.c.seat)
    log = select(entries).where(entries.c.table_id == table, entries.c.number >= count).order_by(entries.c.number)
    return (
        {column.key: row[column] for column in tables.c},
        [occupant_from(one) for one in connection.execute(seated).mappings()],
        [dict(entry) for entry in connection.execute(log).mappings()],
    )


def count_entries(connection: Connection, table: str) -> int:
    """Return the number of entries in a table's log."""
    counted = select(func.count()).select_from(entries).where(entries.c.table_id == table)
    return int(connection.execute(counted).scalar_one())


def _occupant_row(table: str, occupant: Occupant) -> Row:
    return {"table_id": table, **asdict(occupant), "by_hand": int(occupant.by_hand)}


def occupant_from(row: Mapping[Any, Any]) -> Occupant:
    """Return an occupant read from the store."""
    names = ("seat", "kind", "player", "name", "level", "invite", "salt", "commitment", "asked_by")
    known = {name: row[name] for name in names}
    return Occupant(**known, by_hand=bool(row["by_hand"]))
