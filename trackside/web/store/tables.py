"""What is asked of the store: tables written and read, as plain rows."""

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
from trackside.web.api.messages import ListKind, Status
from trackside.web.store.database import set_solo
from trackside.web.store.reviews import Kept, of_table
from trackside.web.store.schema import PUBLIC, entries, keys, members, occupants, players, tables
from trackside.web.store.store import Job, add_entries
from trackside.web.tables.seats import HERE, Occupant
from trackside.web.tables.table import DAILY, OVER, Change, Listing, Row, moment_of, undone_in

MAX_LISTED = 50
"""Tables on one page of a list."""

MAX_PASSED = 4
"""Pages of public tables that are looked through, at most, for one that is not full of the player's own."""

MAX_SOLO = 20

MAX_RENAMED = 100
"""Unfinished tables that take up a new name, the newest first; any others keep the old one."""

TOKENS = "tokens"
"""The name of the key with which tokens are signed."""

RECORDS = "records"
"""The name of the private key with which records are signed."""

Loaded = tuple[Row, list[Occupant], list[Row]]
"""A table, who sits at it, and entries of its log."""


def player_name(connection: Connection, player: str) -> str | None:
    """What a player is called, if they have said so."""
    name: str | None = connection.execute(select(players.c.name).where(players.c.id == player)).scalar()
    return name


def name_player(connection: Connection, player: str, name: str) -> None:
    """Note what a player wants to be called; of those who never say so, nothing is kept."""
    known = player_name(connection, player)
    if known is None:
        connection.execute(insert(players).values(id=player, name=name))
    elif name != known:
        connection.execute(update(players).where(players.c.id == player).values(name=name))


def shared_key(connection: Connection, name: str) -> str:
    """Return a secret of 32 bytes, in hexadecimal, that all servers share; the first one to ask makes it."""
    found: str | None = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar()
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(insert(keys).values(name=name, value=found))
    return found


def unfinished_tables(connection: Connection, host: str) -> int:
    """Return how many unfinished tables a player is the host of."""
    theirs = select(members.c.table_id).where(members.c.player == host, members.c.over == 0)
    counted = select(func.count()).select_from(tables).where(tables.c.id.in_(theirs), tables.c.host == host)
    return int(connection.execute(counted).scalar_one())


def still_unfinished(connection: Connection, wanted: Collection[str]) -> list[str]:
    """Return those of some tables that are not over."""
    return list(
        connection.execute(select(tables.c.id).where(tables.c.id.in_(wanted), tables.c.status != OVER)).scalars()
    )


def player_names(connection: Connection, wanted: Collection[str]) -> dict[str, str]:
    """Return the names of those players who have one."""
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
    """A new table with those who sit at it and what has happened so far."""
    connection.execute(insert(tables), row)
    connection.execute(insert(occupants), [_occupant_row(row["id"], one) for one in seated])
    for player in {row["host"], *(one.player for one in seated)} - {None}:
        _add_member(connection, row, player)
    add_entries(connection, log)


def jobs_for(table: str, change: Change) -> list[Job]:
    """What has to be done for a change besides adding its entries."""
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
    """Note a change of occupants, the table where they play again, or that all salts are committed to.

    Of two writers the second fails.
    """
    before = and_(tables.c.id == table, func.coalesce(tables.c.revision, 0) == revision - 1)
    new = {"revision": revision, "again": again, "sealed": sealed}
    values = {name: value for name, value in new.items() if value is not None}
    if connection.execute(update(tables).where(before).values(values)).rowcount != 1:
        raise SaveFailed("another server has changed this table")


def set_occupant(connection: Connection, table: str, occupant: Occupant) -> None:
    """Somebody sits down, leaves, or is replaced."""
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
    """Take a table out of the lists of those who neither sit there nor set it up."""
    seated = select(occupants.c.player).where(occupants.c.table_id == table, occupants.c.player.is_not(None))
    hosts = select(tables.c.host).where(tables.c.id == table, tables.c.host.is_not(None))
    gone = (members.c.player.not_in(seated), members.c.player.not_in(hosts))
    connection.execute(delete(members).where(members.c.table_id == table, *gone))


def _add_member(connection: Connection, row: Mapping[Any, Any], player: str) -> None:
    """A table will be in this player's lists."""
    values = {"table_id": row["id"], "player": player, "game": row["game"], "changed": row["changed"] or row["began"]}
    connection.execute(insert(members).values(values | {"over": int(row["status"] == OVER)}))


def set_status(connection: Connection, table: str, status: Status, result: str | None) -> None:
    """A table begins or ends."""
    connection.execute(update(tables).where(tables.c.id == table).values(status=status, result=result))
    if status != OVER:
        return
    ended = {"over": 1} if result else {"over": 1, "hidden": 1}  # a game without a result is in nobody's lists
    connection.execute(update(members).where(members.c.table_id == table).values(ended))
    scores = json.loads(result)["scores"] if result else []
    origin = connection.execute(select(tables.c.origin).where(tables.c.id == table)).scalar()
    if len(scores) == 1 and not undone_in(result) and moment_of(origin) is None:
        set_solo(connection, [(table, scores[0])])


def touch(connection: Connection, listings: Mapping[str, Listing]) -> set[str]:
    """Write what the lists go by, where it is not older than what is there; say for which tables it is settled.

    A table that another server has locked is left for later: nobody waits for anybody here, moves least of all.
    """
    known = select(tables.c.id).where(tables.c.id.in_(listings)).order_by(tables.c.id)
    free = connection.execute(known.with_for_update(skip_locked=True, key_share=True)).scalars().all()
    new = [(table, *listings[table]) for table in free]
    if new:
        rows = [{"table": table, "new": at, "bits": bits, "next": due} for table, at, bits, due in new]
        connection.execute(_TOUCH, rows)
        connection.execute(_TOUCH_MEMBERS, [{"table": table, "new": at} for table, at, _, _ in new])
    return set(free)


_TOUCH = (
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
_TOUCH_MEMBERS = (
    update(members)
    .where(members.c.table_id == bindparam("table"), members.c.changed < bindparam("new"))
    .values(changed=bindparam("new"))
)


def load(connection: Connection, table: str, count: int = 0) -> Loaded | None:
    """A table, if there is one, with the entries of its log after so many."""
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
    """Return how many entries the log of a table has."""
    counted = select(func.count()).select_from(entries).where(entries.c.table_id == table)
    return int(connection.execute(counted).scalar_one())


class Place(NamedTuple):
    """A place in a list: whatever comes after it is older."""

    changed: int
    table: str


class Page(NamedTuple):
    """Tables of a list with those who sit there, the newest first, and where the next page begins, if there is one."""

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
    """A page of a list for the lobby."""
    if kind == "public":
        found, more = _public(connection, player, before)
    elif player is None:
        found, more = [], None
    else:
        found, more = _own(connection, player, kind == "finished", before)
    return Page(_seated(connection, found), more)


def finished_games(connection: Connection, player: str, many: int, before: Place | None) -> Page:
    """So many finished games of a player."""
    found, more = _own(connection, player, True, before, many)
    return Page(_seated(connection, found), more)


def _seated(connection: Connection, found: list[Row]) -> list[tuple[Row, list[Occupant]]]:
    """Tables with those who sit there."""
    seated = select(occupants).where(occupants.c.table_id.in_([row["id"] for row in found])).order_by(occupants.c.seat)
    by_table: dict[str, list[Occupant]] = {row["id"]: [] for row in found}
    for one in connection.execute(seated).mappings() if found else ():
        by_table[one["table_id"]].append(_occupant(one))
    return [(row, by_table[row["id"]]) for row in found]


def _own(
    connection: Connection, player: str, over: bool, before: Place | None, most: int = MAX_LISTED
) -> tuple[list[Row], Place | None]:
    """Tables that are in the lists of this player."""
    query = own_tables(player, over, before).limit(most + 1)
    rows = [dict(row) for row in connection.execute(query).mappings()]
    return rows[:most], _place(rows[most - 1]) if len(rows) > most else None


def _public(connection: Connection, player: str | None, before: Place | None) -> tuple[list[Row], Place | None]:
    """Tables that anybody may find, without those that are in the player's own list."""
    most = MAX_LISTED * MAX_PASSED
    rows = [dict(row) for row in connection.execute(public_tables(before).limit(most + 1)).mappings()]
    mine = select(members.c.table_id).where(members.c.player == player, members.c.table_id.in_([r["id"] for r in rows]))
    own = set(connection.execute(mine).scalars()) if rows and player is not None else set()
    others = [row for row in rows[:most] if row["id"] not in own]
    if len(others) > MAX_LISTED:
        return others[:MAX_LISTED], _place(others[MAX_LISTED - 1])
    return others, _place(rows[most - 1]) if len(rows) > most else None


def own_tables(player: str, over: bool, before: Place | None = None) -> Select[Any]:
    """The tables of a player that are over, or are not, the newest first."""
    order = (members.c.changed, members.c.table_id)
    return (
        select(*LISTED, members.c.changed)
        .join(members, members.c.table_id == tables.c.id)
        .where(members.c.player == player, members.c.over == int(over), members.c.hidden.is_(None))
        .where(_older(order, before))
        .order_by(*(column.desc() for column in order))
    )


def public_tables(before: Place | None = None) -> Select[Any]:
    """The tables that anybody may find, the newest first."""
    order = (tables.c.changed, tables.c.id)
    query = select(*LISTED, tables.c.changed).where(PUBLIC, _older(order, before))
    return query.order_by(*(column.desc() for column in order))


def _older(order: Sequence[ColumnElement[Any]], before: Place | None) -> ColumnElement[bool]:
    return true() if before is None else tuple_(*order) < tuple_(*before)


def _place(row: Row) -> Place:
    return Place(row["changed"], row["id"])


def first_try(connection: Connection, player: str, game: str, day: str) -> Row | None:
    """Return a player's first table with the seed of a day, also one that they have discarded."""
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
    """Return the score of a game that was played alone; None if it was given up."""
    return json.loads(row["result"])["scores"][0] if row["result"] else None


def reviewed(connection: Connection, table: str) -> Kept | None:
    """Return the closest review of a game that is done."""
    done = [one for one in of_table(connection, table) if one.status == "done"]
    return done[-1] if done else None


def set_hidden(connection: Connection, player: str, table: str, hidden: bool) -> None:
    """Take a table out of a player's lists, or put it back."""
    mine = update(members).where(members.c.table_id == table, members.c.player == player)
    connection.execute(mine.values(hidden=1 if hidden else None))


def solo_games(connection: Connection, player: str, game: str | None) -> list[Row]:
    """The best finished games that this player played alone, the best first: of one game, or of all."""
    return [dict(row) for row in connection.execute(best_games(player, game)).mappings()]


def best_games(player: str, game: str | None) -> Select[Any]:
    """The same, as it is asked."""
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
