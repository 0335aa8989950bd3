"""What is asked of the store: tables written and read, as plain rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, func, insert, or_, select, update

from trackside.web.chairs import Chair
from trackside.web.store import add_entries, chairs, entries, players, tables

Row = dict[str, Any]

MOST_LISTED = 50


def remember_player(connection: Connection, player: str, name: str | None) -> str:
    """Note a player, and the name if one is given; say what they are called."""
    known = connection.execute(select(players.c.name).where(players.c.id == player)).scalar()
    if known is None:
        connection.execute(insert(players).values(id=player, name=name or ""))
        return name or ""
    if name is not None and name != known:
        connection.execute(update(players).where(players.c.id == player).values(name=name))
    return known if name is None else name


def add_table(connection: Connection, row: Row, seated: Sequence[Chair], log: Sequence[Row]) -> None:
    """A new table with its chairs and what has happened so far."""
    connection.execute(insert(tables), row)
    connection.execute(insert(chairs), [_chair_row(row["id"], chair) for chair in seated])
    add_entries(connection, log)


def set_chair(connection: Connection, table: str, chair: Chair) -> None:
    """Somebody sits down, leaves, or is replaced."""
    row = _chair_row(table, chair)
    connection.execute(update(chairs).where(chairs.c.table_id == table, chairs.c.seat == chair.seat).values(row))


def set_status(connection: Connection, table: str, status: str, result: str | None) -> None:
    """A table begins or ends."""
    connection.execute(update(tables).where(tables.c.id == table).values(status=status, result=result))


def load(connection: Connection, table: str) -> tuple[Row, list[Chair], list[Row]] | None:
    """A whole table, if there is one."""
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().first()
    if row is None:
        return None
    seated = connection.execute(select(chairs).where(chairs.c.table_id == table).order_by(chairs.c.seat)).mappings()
    log = connection.execute(select(entries).where(entries.c.table_id == table).order_by(entries.c.number)).mappings()
    return dict(row), [_chair(chair) for chair in seated], [dict(entry) for entry in log]


def listed(connection: Connection, player: str | None, kind: str) -> list[tuple[Row, list[Chair]]]:
    """Tables for the lobby, the newest first: `mine`, `public` or `finished`."""
    own = select(chairs.c.table_id).where(chairs.c.player == player)
    mine = or_(tables.c.id.in_(own), tables.c.host == (player or ""))
    conditions = {
        "mine": and_(mine, tables.c.status != "over"),
        "public": and_(tables.c.watch == "anyone", tables.c.status != "over", ~mine),
        "finished": and_(tables.c.status == "over", mine),
    }
    changed = select(func.max(entries.c.at)).where(entries.c.table_id == tables.c.id).scalar_subquery()
    when = func.coalesce(changed, tables.c.began).label("changed")
    query = select(tables, when).where(conditions[kind]).order_by(when.desc()).limit(MOST_LISTED)
    rows = [dict(row) for row in connection.execute(query).mappings()]
    seated = connection.execute(
        select(chairs).where(chairs.c.table_id.in_([row["id"] for row in rows])).order_by(chairs.c.seat)
    ).mappings()
    by_table: dict[str, list[Chair]] = {row["id"]: [] for row in rows}
    for chair in seated:
        by_table[chair["table_id"]].append(_chair(chair))
    return [(row, by_table[row["id"]]) for row in rows]


def solo_results(connection: Connection, player: str, game: str) -> list[Row]:
    """The finished games that this player played alone."""
    query = (
        select(tables.c.id, tables.c.seed, tables.c.result, tables.c.origin, tables.c.began)
        .join(chairs, and_(chairs.c.table_id == tables.c.id, chairs.c.seat == 0))
        .where(
            tables.c.game == game,
            tables.c.seats == 1,
            tables.c.status == "over",
            chairs.c.player == player,
            tables.c.result.is_not(None),
        )
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def _chair_row(table: str, chair: Chair) -> Row:
    return {
        "table_id": table,
        "seat": chair.seat,
        "kind": chair.kind,
        "player": chair.player,
        "name": chair.name,
        "level": chair.level,
        "invite": chair.invite,
    }


def _chair(row: Any) -> Chair:
    return Chair(row["seat"], row["kind"], row["player"], row["name"], row["level"], row["invite"])
