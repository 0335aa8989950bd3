"""Queries for operators: list, close and delete tables, list players, block addresses."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    String,
    and_,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    union_all,
    update,
)

from trackside.web.api.common import Status
from trackside.web.errors import NotFound
from trackside.web.store import tables as queries
from trackside.web.store.schema import (
    blocks,
    entries,
    interventions,
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
from trackside.web.store.training import database_time
from trackside.web.tables.changes import OVER
from trackside.web.tables.log import Row
from trackside.web.unix_time import now

OVERLAP = 5_000
"""Milliseconds by which consecutive polls overlap: an intervention becomes visible shortly after its timestamp."""

KEPT = 3_600_000
"""Milliseconds that interventions are kept, for servers that cannot read the database for a while."""

IDENTIFIER = re.compile("[0-9a-f]{4,64}")
"""The id of a player, or a prefix of it."""

_PLAYER_COLUMNS: Sequence[Column[Any]] = (
    players.c.id,
    members.c.player,
    occupants.c.player,
    tables.c.host,
    training.c.player,
    solved.c.player,
    reviews.c.asker,
)
"""All columns where a player's id is stored."""

_length = func.coalesce(
    select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery() + 1, 0
)


# Interventions that running servers have to notice


class News(NamedTuple):
    """The result of a poll: tables by intervention, the blocked networks, and the database's time."""

    interventions: dict[str, str]
    blocked: tuple[str, ...]
    now: int


def news(connection: Connection, since: int | None) -> News:
    """Return the news for a running server whose last poll was at `since`, by the database's clock."""
    moment = database_time(connection)
    last = moment if since is None else min(since, moment)
    recent = select(interventions.c.id, interventions.c.table_id).where(interventions.c.at > last - OVERLAP)
    blocked = select(blocks.c.network).where(_in_force(moment)).order_by(blocks.c.network)
    found = {row.id: row.table_id for row in connection.execute(recent)}
    return News(found, (*connection.execute(blocked).scalars(),), moment)


def intervene(connection: Connection, changed: Collection[str]) -> None:
    """Make all servers reload these tables."""
    moment = database_time(connection)
    connection.execute(delete(interventions).where(interventions.c.at < moment - KEPT))
    rows = [{"id": secrets.token_hex(16), "table_id": table, "at": moment} for table in changed]
    if rows:
        connection.execute(insert(interventions), rows)


# Tables


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
    return select(*columns, tables.c.host, tables.c.again.label("rematch"), _length.label("entries"))


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
    ended = {"revision": func.coalesce(tables.c.revision, 0) + 1, "due": None, "to_move": 0, "changed": moment}
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
    connection.execute(update(tables).where(tables.c.again.in_(found)).values(again=None))
    connection.execute(delete(tables).where(tables.c.id.in_(found)))
    intervene(connection, found)
    return found


# Players


def list_players(connection: Connection, name: str | None, most: int) -> list[Row]:
    """Return the most recently active players: those who have a name, and those who have tables."""
    counted = (
        select(
            members.c.player,
            func.count().label("tables"),
            (func.count() - func.sum(members.c.over)).label("unfinished"),
            func.max(members.c.changed).label("last"),
        )
        .group_by(members.c.player)
        .subquery()
    )
    figures = [func.coalesce(counted.c[key], 0).label(key) for key in ("tables", "unfinished", "last")]
    named = select(players.c.id, players.c.name, *figures).outerjoin(counted, counted.c.player == players.c.id)
    nameless = select(counted.c.player, cast(literal(""), String), *figures)
    nameless = nameless.where(counted.c.player.not_in(select(players.c.id)))
    everyone = union_all(named, nameless).subquery()
    wanted = true() if name is None else func.lower(everyone.c.name).contains(name.lower(), autoescape=True)
    query = select(everyone).where(wanted).order_by(everyone.c.last.desc(), everyone.c.name, everyone.c.id).limit(most)
    return [dict(row) | {"last": row["last"] or None} for row in connection.execute(query).mappings()]


def find_players(connection: Connection, text: str) -> list[tuple[str, str]]:
    """Return the ids and names of the players that match a name or a prefix of an id."""
    found = {*connection.execute(select(players.c.id).where(players.c.name == text)).scalars()}
    if IDENTIFIER.fullmatch(text):
        for column in _PLAYER_COLUMNS:
            found |= {*connection.execute(select(column).where(column.like(f"{text}%")).distinct()).scalars()}
    names = queries.player_names(connection, found)
    return sorted((player, names.get(player, "")) for player in found)


def show_player(connection: Connection, player: str) -> Row:
    """Return a player's data and counts, without their tables."""
    row = connection.execute(select(players).where(players.c.id == player)).mappings().first()
    known: Mapping[Any, Any] = row or {"name": "", "shares_positions": None, "since": None}

    def count(which: ColumnElement[bool]) -> int:
        return int(connection.execute(select(func.count()).where(which)).scalar_one())

    return {
        "id": player,
        "name": known["name"],
        "since": known["since"],
        "shares_positions": bool(known["shares_positions"]),
        "tables": count(members.c.player == player),
        "unfinished": count(and_(members.c.player == player, members.c.over == 0)),
        "last": connection.execute(select(func.max(members.c.changed)).where(members.c.player == player)).scalar(),
        "training": count(training.c.player == player),
        "solved": count(solved.c.player == player),
        "reviews": count(reviews.c.asker == player),
    }


# Addresses


def _in_force(moment: int) -> ColumnElement[bool]:
    return or_(blocks.c.until.is_(None), blocks.c.until > moment)


def list_blocks(connection: Connection) -> list[Row]:
    """Return the blocked networks."""
    found = select(blocks).where(_in_force(database_time(connection))).order_by(blocks.c.since, blocks.c.network)
    return [dict(row) for row in connection.execute(found).mappings()]


def block(connection: Connection, network: str, milliseconds: int | None, reason: str) -> None:
    """Block a network, temporarily or forever."""
    moment = database_time(connection)
    connection.execute(delete(blocks).where(or_(blocks.c.network == network, ~_in_force(moment))))
    until = None if milliseconds is None else moment + milliseconds
    connection.execute(insert(blocks).values(network=network, since=moment, until=until, reason=reason))


def unblock(connection: Connection, network: str) -> bool:
    """Unblock a network; return False if it was not blocked."""
    return connection.execute(delete(blocks).where(blocks.c.network == network)).rowcount > 0
