"""Queries for what running servers have to notice: changed tables and blocked networks."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select

from trackside.web.store.schema import blocks, interventions
from trackside.web.store.training import database_time
from trackside.web.tables.log import Row

OVERLAP = 5_000
"""Milliseconds by which consecutive polls overlap: an intervention becomes visible shortly after its timestamp."""

KEPT = 3_600_000
"""Milliseconds that interventions are kept, for servers that cannot read the database for a while."""


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
