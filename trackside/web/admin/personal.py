"""Export and erasure of one player's data."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from sqlalchemy import Connection

from trackside.core.protocol import SPECTATOR
from trackside.web.admin import personal_queries
from trackside.web.admin.connection import Beside
from trackside.web.admin.personal_queries import Forgotten
from trackside.web.admin.player_queries import show_player
from trackside.web.store import reviews as review_queries
from trackside.web.store import tables as queries
from trackside.web.tables.changes import OVER
from trackside.web.tables.log import Row
from trackside.web.tables.table import Table


def export(database: Beside, player: str) -> Row:
    """Return everything stored about a player, ready for JSON."""
    wanted = database.read(partial(personal_queries.tables_of, player=player))

    def read_reviews(connection: Connection) -> list[Row]:
        found = personal_queries.reviews_for(connection, player)
        return [one | {"parts": _parts(connection, one)} for one in found]

    return {
        "player": database.read(partial(show_player, player=player)),
        "tables": [table for one in wanted if (table := _table(database, one, player)) is not None],
        "training": database.read(partial(personal_queries.training_of, player=player)),
        "solved": database.read(partial(personal_queries.solved_by, player=player)),
        "reviews": database.read(read_reviews),
    }


def _parts(connection: Connection, review: Row) -> list[Any]:
    return [json.loads(part) for part in review_queries.parts(connection, (review["table_id"], review["effort"]))]


def _table(database: Beside, table_id: str, player: str) -> Row | None:
    """Return a table from its player's perspective; without a record if it cannot be read."""
    loaded = database.read(partial(queries.load, table=table_id))
    if loaded is None:
        return None
    row, seated, _ = loaded
    kept = ("id", "game", "status", "began", "changed", "watch", "clock", "minutes", "origin")
    seats = [
        {"seat": one.seat, "kind": one.kind, "name": one.name, "level": one.level, "yours": one.player == player}
        for one in seated
    ]
    try:
        record = _record(Table(*loaded), player)
    except Exception:  # a damaged log, or a game that is not installed
        record = None
    return {
        **{name: row[name] for name in kept},
        "options": json.loads(row["options"]),
        "result": json.loads(row["result"]) if row["result"] else None,
        "hosted": row["host"] == player,
        "seats": seats,
        "record": record,
    }


def _record(table: Table, player: str) -> str | None:
    if table.match is None:
        return None
    mine = table.seats_of(player)
    return table.match.record(None if table.status == OVER else mine[0] if mine else SPECTATOR)


def forget(database: Beside, player: str) -> dict[Forgotten, list[str]]:
    """Erase a player and return the outcome for each table; one short transaction per table, safe to repeat."""
    done: dict[Forgotten, list[str]] = {}
    for table in database.read(partial(personal_queries.tables_of, player=player)):
        found = database.write(partial(personal_queries.forget_at, table=table, player=player))
        if found is not None:
            done.setdefault(found, []).append(table)
    database.write(partial(personal_queries.forget_rest, player=player))
    return done
