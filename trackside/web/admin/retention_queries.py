"""Queries for old data: counting and deleting it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, not_, or_, select

from trackside.web.admin.table_queries import delete_tables
from trackside.web.store.schema import members, players, solved, tables, training
from trackside.web.tables.changes import OVER, WAITING
from trackside.web.unix_time import now

MAX_PLAYERS = 500
"""The maximum number of players deleted in one transaction."""


@dataclass
class Tidied:
    """The numbers of tables and players that were deleted, or would be."""

    finished: int = 0
    waiting: int = 0
    players: int = 0


class Limits(NamedTuple):
    """The cutoff times for old data: Unix time in milliseconds."""

    finished: int
    waiting: int

    @classmethod
    def ago(cls, finished: int, waiting: int) -> Limits:
        """Return the cutoff times for ages in milliseconds."""
        return cls(now() - finished, now() - waiting)

    @property
    def is_finished(self) -> ColumnElement[bool]:
        """The condition of old finished tables."""
        return and_(tables.c.status == OVER, tables.c.changed < self.finished)

    @property
    def is_waiting(self) -> ColumnElement[bool]:
        """The condition of tables that have been waiting for players for too long."""
        return and_(tables.c.status == WAITING, tables.c.changed < self.waiting)

    @property
    def is_unused(self) -> ColumnElement[bool]:
        """The condition of players who have nothing but old tables."""
        stays = not_(or_(self.is_finished, self.is_waiting))
        used = [
            select(owned.c.player)
            .where(owned.c.player == players.c.id, owned.c.table_id == tables.c.id, stays)
            .exists()
            for owned in (members, training)
        ]
        solves = select(solved.c.player).where(solved.c.player == players.c.id).exists()
        return and_(players.c.since < self.finished, not_(or_(*used, solves)))


def foresee(connection: Connection, limits: Limits) -> Tidied:
    """Return the counts of what would be deleted."""

    def count(condition: ColumnElement[bool]) -> int:
        return int(connection.execute(select(func.count()).where(condition)).scalar_one())

    unused = select(func.count()).select_from(players).where(limits.is_unused)
    found = connection.execute(unused).scalar_one()
    return Tidied(count(limits.is_finished), count(limits.is_waiting), int(found))


def old_tables(connection: Connection, condition: ColumnElement[bool]) -> Sequence[str]:
    """Return the old tables, oldest first."""
    return connection.execute(select(tables.c.id).where(condition).order_by(tables.c.changed)).scalars().all()


def delete_old(connection: Connection, wanted: Sequence[str], condition: ColumnElement[bool]) -> int:
    """Delete the tables among these that are still old; return their number."""
    still = connection.execute(select(tables.c.id).where(tables.c.id.in_(wanted), condition)).scalars().all()
    return len(delete_tables(connection, still))


def delete_players(connection: Connection, condition: ColumnElement[bool]) -> int:
    """Delete a batch of unused players; return their number."""
    some = connection.execute(select(players.c.id).where(condition).limit(MAX_PLAYERS)).scalars().all()
    connection.execute(delete(players).where(players.c.id.in_(some)))
    return len(some)
