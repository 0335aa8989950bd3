"""What is asked of the store: tables written and read, as plain rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from sqlalchemy import Connection, and_, func, insert, or_, select, true, update

from trackside.core.errors import SaveFailed
from trackside.web.messages import Status
from trackside.web.occupants import Occupant
from trackside.web.store import Job, add_entries, entries, occupants, players, tables
from trackside.web.table import Change, Row

MOST_LISTED = 50

Loaded = tuple[Row, list[Occupant], list[Row]]
"""A table, who sits at it, and entries of its log."""


def remember_player(connection: Connection, player: str, name: str | None) -> str:
    """Note a player, and the name if one is given; say what they are called."""
    known = connection.execute(select(players.c.name).where(players.c.id == player)).scalar()
    if known is None:
        connection.execute(insert(players).values(id=player, name=name or ""))
        return name or ""
    if name is not None and name != known:
        connection.execute(update(players).where(players.c.id == player).values(name=name))
    return known if name is None else name


def add_table(connection: Connection, row: Row, seated: Sequence[Occupant], log: Sequence[Row]) -> None:
    """A new table with those who sit at it and what has happened so far."""
    connection.execute(insert(tables), row)
    connection.execute(insert(occupants), [_occupant_row(row["id"], one) for one in seated])
    add_entries(connection, log)


def jobs_for(table: str, change: Change) -> list[Job]:
    """What has to be done for a change besides adding its entries."""
    jobs: list[Job] = [partial(set_occupant, table=table, occupant=occupant) for occupant in change.occupants]
    if change.status is not None:
        jobs.append(partial(set_status, table=table, status=change.status, result=change.result))
    if change.revision is not None:
        jobs.append(partial(set_revision, table=table, revision=change.revision, again=change.again))
    return jobs


def set_revision(connection: Connection, table: str, revision: int, again: str | None = None) -> None:
    """A change of occupants, or the table where they play again: whoever is second fails."""
    before = and_(tables.c.id == table, func.coalesce(tables.c.revision, 0) == revision - 1)
    values = {"revision": revision} | ({} if again is None else {"again": again})
    if connection.execute(update(tables).where(before).values(values)).rowcount != 1:
        raise SaveFailed("another server has changed this table")


def set_occupant(connection: Connection, table: str, occupant: Occupant) -> None:
    """Somebody sits down, leaves, or is replaced."""
    here = (occupants.c.table_id == table, occupants.c.seat == occupant.seat)
    connection.execute(update(occupants).where(*here).values(_occupant_row(table, occupant)))


def set_status(connection: Connection, table: str, status: Status, result: str | None) -> None:
    """A table begins or ends."""
    connection.execute(update(tables).where(tables.c.id == table).values(status=status, result=result))


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


def listed(connection: Connection, player: str | None, kind: str) -> list[tuple[Row, list[Occupant]]]:
    """Tables for the lobby, the newest first: `mine`, `public` or `finished`."""
    own = select(occupants.c.table_id).where(occupants.c.player == player)
    mine = or_(tables.c.id.in_(own), tables.c.host == (player or ""))
    conditions = {
        "mine": and_(mine, tables.c.status != "over"),
        "public": and_(tables.c.watch == "anyone", tables.c.status != "over", ~mine),
        "finished": and_(tables.c.status == "over", mine),
    }
    changed = select(func.max(entries.c.at)).where(entries.c.table_id == tables.c.id).scalar_subquery()
    when = func.coalesce(changed, tables.c.began).label("changed")
    shown = [column for column in tables.c if column.name != "changed"]
    query = select(*shown, when).where(conditions[kind]).order_by(when.desc()).limit(MOST_LISTED)
    rows = [dict(row) for row in connection.execute(query).mappings()]
    seated = connection.execute(
        select(occupants).where(occupants.c.table_id.in_([row["id"] for row in rows])).order_by(occupants.c.seat)
    ).mappings()
    by_table: dict[str, list[Occupant]] = {row["id"]: [] for row in rows}
    for one in seated:
        by_table[one["table_id"]].append(_occupant(one))
    return [(row, by_table[row["id"]]) for row in rows]


def solo_games(connection: Connection, player: str, game: str | None) -> list[Row]:
    """The finished games that this player played alone: of one game, or of all."""
    query = (
        select(tables.c.id, tables.c.seed, tables.c.result, tables.c.origin, tables.c.began)
        .join(occupants, and_(occupants.c.table_id == tables.c.id, occupants.c.seat == 0))
        .where(
            tables.c.game == game if game else true(),
            tables.c.seats == 1,
            tables.c.status == "over",
            occupants.c.player == player,
            tables.c.result.is_not(None),
        )
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def _occupant_row(table: str, occupant: Occupant) -> Row:
    return {"table_id": table, **asdict(occupant)}


def _occupant(row: Mapping[Any, Any]) -> Occupant:
    return Occupant(row["seat"], row["kind"], row["player"], row["name"], row["level"], row["invite"], row["salt"])
