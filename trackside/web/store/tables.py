"""Queries for tables: reads and writes of plain rows."""

from __future__ import annotations

import datetime
import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    tuple_,
    update,
)

from trackside.core.errors import SaveFailed
from trackside.web.api.common import ListKind, Status
from trackside.web.store.reviews import Kept, of_table
from trackside.web.store.schema import PUBLIC, entries, keys, members, occupants, players, tables
from trackside.web.store.store import Job, add_entries
from trackside.web.tables.changes import OVER, Change
from trackside.web.tables.log import Row
from trackside.web.tables.origins import DAILY, moment_of
from trackside.web.tables.results import undone_in
from trackside.web.tables.seats import HERE, Occupant
from trackside.web.tables.state import Listing

MAX_LISTED = 50
"""Tables on one page of a list."""

MAX_PASSED = 4
"""The maximum number of pages of public tables to search for a page of tables that are not the player's own."""

MAX_SOLO = 20

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
        jobs.append(
            partial(set_revision, table=table, revision=change.revision, again=change.again, sealed=change.sealed)
        )
    return jobs


def set_revision(
    connection: Connection, table: str, revision: int, again: str | None = None, sealed: int | None = None
) -> None:
    """Set a table's new revision, its rematch, and the time when all commitments were in.

    Raise SaveFailed if another server has written this revision.
    """
    before = and_(tables.c.id == table, func.coalesce(tables.c.revision, 0) == revision - 1)
    new = {"revision": revision, "again": again, "sealed": sealed}
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
    values = {"table_id": row["id"], "player": player, "game": row["game"], "changed": row["changed"] or row["began"]}
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
        or_(tables.c.changed.is_(None), tables.c.changed <= bindparam("new")),
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
        dict(row),
        [_occupant(one) for one in connection.execute(seated).mappings()],
        [dict(entry) for entry in connection.execute(log).mappings()],
    )


def count_entries(connection: Connection, table: str) -> int:
    """Return the number of entries in a table's log."""
    counted = select(func.count()).select_from(entries).where(entries.c.table_id == table)
    return int(connection.execute(counted).scalar_one())


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
        by_table[one["table_id"]].append(_occupant(one))
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


def reviewed(connection: Connection, table: str) -> Kept | None:
    """Return the deepest finished review of a game."""
    done = [one for one in of_table(connection, table) if one.status == "done"]
    return done[-1] if done else None


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


def _occupant_row(table: str, occupant: Occupant) -> Row:
    return {"table_id": table, **asdict(occupant), "by_hand": int(occupant.by_hand)}


def _occupant(row: Mapping[Any, Any]) -> Occupant:
    names = ("seat", "kind", "player", "name", "level", "invite", "salt", "commitment", "asked_by")
    known = {name: row[name] for name in names}
    return Occupant(**known, by_hand=bool(row["by_hand"]))
