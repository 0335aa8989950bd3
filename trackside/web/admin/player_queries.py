"""Queries for operators: list, find and show players."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, String, and_, cast, func, literal, select, true, union_all

from trackside.web.store import tables as queries
from trackside.web.store.schema import members, occupants, players, reviews, solved, tables, training
from trackside.web.tables.log import Row

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
