"""Queries for servers that share a database: heartbeats, leases on tables, and presence.

Only the database's clock counts, so the servers' own clocks may differ.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, cast, delete, func, insert, or_, select, update

from trackside.web.store.schema import entries, presence, servers, tables
from trackside.web.tables.log import Row

Head = tuple[int, int, int | None]
"""The number of entries in a table's log, its revision, and the time of the last entry."""


def _now() -> ColumnElement[int]:
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def alive() -> Any:
    """Return the query for servers whose heartbeat is still valid."""
    return select(servers.c.id).where(servers.c.until > _now())


def _is_free() -> ColumnElement[bool]:
    """Return the condition of tables whose lease no live server holds."""
    return or_(tables.c.lease_holder.is_(None), tables.c.lease_holder.not_in(alive()))


def beat(connection: Connection, server: str, lease: int) -> None:
    """Store a heartbeat that is valid for `lease` milliseconds, and delete what dead servers have left."""
    until = update(servers).where(servers.c.id == server).values(until=_now() + lease)
    if connection.execute(until).rowcount == 0:
        connection.execute(insert(servers).values(id=server, until=_now() + lease))
    connection.execute(delete(servers).where(servers.c.until < _now() - 10 * lease))
    connection.execute(delete(presence).where(presence.c.server.not_in(alive())))


def leave(connection: Connection, server: str) -> None:
    """Remove a server that stops, which releases its leases."""
    connection.execute(delete(servers).where(servers.c.id == server))
    connection.execute(delete(presence).where(presence.c.server == server))


def claim(connection: Connection, server: str, wanted: Sequence[str]) -> set[str]:
    """Take the leases on these tables unless another live server holds them; return those taken."""
    free = or_(tables.c.lease_holder == server, _is_free())
    claimed = update(tables).where(tables.c.id.in_(wanted), free).values(lease_holder=server).returning(tables.c.id)
    return set(connection.execute(claimed).scalars())


def release(connection: Connection, server: str, released: Sequence[str]) -> None:
    """Release a server's leases on these tables."""
    mine = and_(tables.c.id.in_(released), tables.c.lease_holder == server)
    connection.execute(update(tables).where(mine).values(lease_holder=None))


def orphaned_tables(connection: Connection, games: Collection[str], until: int, most: int, alone: bool) -> list[str]:
    """Return tables of these games that are due before `until` and have no live lease holder, longest due first."""
    free = (
        or_(tables.c.lease_holder.is_(None), tables.c.lease_holder.not_in(alive()))
        if not alone
        else tables.c.due.is_not(None)
    )
    due = select(tables.c.id).where(tables.c.due <= until, tables.c.status != "over", tables.c.game.in_(games), free)
    return list(connection.execute(due.order_by(tables.c.due).limit(most)).scalars())


def put_aside(connection: Connection, table: str) -> None:
    """Stop looking for a table that cannot be read: no bot or clock is due at it any more."""
    connection.execute(update(tables).where(tables.c.id == table).values(due=None))


def heads(connection: Connection, wanted: Sequence[str]) -> dict[str, Head]:
    """Return the heads of these tables' stored logs."""
    last = select(entries.c.number).where(entries.c.table_id == tables.c.id).order_by(entries.c.number.desc()).limit(1)
    at = last.with_only_columns(entries.c.at).scalar_subquery()
    count = func.coalesce(last.scalar_subquery(), -1) + 1
    found = select(tables.c.id, count, tables.c.revision, at).where(tables.c.id.in_(wanted))
    return {table: (count, revision, at) for table, count, revision, at in connection.execute(found)}


def news(connection: Connection, known: Mapping[str, int]) -> dict[str, list[Row]]:
    """Return the log entries of many tables beyond their `known` counts, in one query."""
    names = entries.columns.keys()
    asked = connection.exec_driver_sql(
        f"SELECT {', '.join(f'e.{name}' for name in names)} FROM unnest(%s::text[], %s::int[]) AS known(id, count)"
        f" JOIN {entries.name} e ON e.table_id = known.id AND e.number >= known.count ORDER BY e.table_id, e.number",
        ([*known], [*known.values()]),
    )
    found: dict[str, list[Row]] = {}
    for row in asked:
        found.setdefault(row[0], []).append(dict(zip(names, row, strict=True)))
    return found


def come(connection: Connection, server: str, table: str, player: str) -> None:
    """Note that a player is connected to a table at this server."""
    leave_table(connection, server, table, player)
    connection.execute(insert(presence).values(table_id=table, player=player, server=server))


def leave_table(connection: Connection, server: str, table: str, player: str) -> None:
    """Note that a player is no longer connected to a table at this server."""
    here = and_(presence.c.table_id == table, presence.c.player == player, presence.c.server == server)
    connection.execute(delete(presence).where(here))


def connected(connection: Connection, server: str, wanted: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return the players who are connected to these tables at other live servers."""
    others = and_(presence.c.table_id.in_(wanted), presence.c.server != server, presence.c.server.in_(alive()))
    found: dict[str, set[str]] = {table: set() for table in wanted}
    for table, player in connection.execute(select(presence.c.table_id, presence.c.player).where(others)):
        found[table].add(player)
    return {table: frozenset(players) for table, players in found.items()}
