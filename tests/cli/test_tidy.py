"""`trackside tidy` and `trackside forget` on databases that no server uses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from tests.processes import PATIENCE, wait_for
from tests.web.serving import sqlite
from trackside.cli import main
from trackside.games import find_game
from trackside.web.admin import personal
from trackside.web.admin.connection import Beside
from trackside.web.store import schema
from trackside.web.store.database import connect
from trackside.web.store.tables import add_table
from trackside.web.tables.creation import new_row
from trackside.web.tables.seats import PERSON, Occupant

GAME = find_game("whole-nine")


def finished(number: int, players: Sequence[str]) -> dict[str, Any]:
    """The row of a table that ended long ago."""
    row = new_row(GAME, len(players), {}, players[0])
    return row | {"id": f"{number:010}", "status": "over", "changed": 1, "began": 1, "seed": "seed"}


def add(connection: Connection, number: int, players: Sequence[str]) -> None:
    """Store a finished table with some entries."""
    row = finished(number, players)
    log = [
        {"table_id": row["id"], "number": n, "kind": "move", "seat": 0, "move": 0, "message": None, "at": 1}
        for n in range(10)
    ]
    seated = [Occupant(seat, PERSON, player, f"name of {player}") for seat, player in enumerate(players)]
    add_table(connection, row, seated, log)


def count(connection: Connection, table: Any) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


@pytest.mark.skipif(os.name != "posix", reason="there are no signals to end it with")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_tidy_stops_between_two_transactions(number: signal.Signals, tmp_path: Path) -> None:
    url, many = sqlite(tmp_path), 1500
    connect(url).dispose()
    with Beside(url) as database:

        def add_all(connection: Connection) -> None:
            for table in range(many):
                add(connection, table, ["player 0"])

        database.write(add_all)
        command = [sys.executable, "-m", "trackside", "tidy", "--older", "1d", "--json", "--database", url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            wait_for(lambda: database.read(partial(count, table=schema.tables)) < many, 0.01)
            process.send_signal(number)
            out, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        done, left = json.loads(out), database.read(partial(count, table=schema.tables))
        assert process.returncode == (130 if done["interrupted"] else 0)
        assert ("interrupted" in said) == done["interrupted"]
        assert many - left - done["finished"] in (0, 20), "the last transaction may have ended with the signal"
        assert database.read(partial(count, table=schema.entries)) == 10 * left
        assert main([*command[3:]]) == 0
        assert database.read(partial(count, table=schema.tables)) == 0


def review(connection: Connection, table: str, effort: str, status: str, asker: str) -> None:
    """Store a review."""
    row = {"table_id": table, "effort": effort, "rank": 0, "status": status, "asker": asker, "asked": 1, "parts": 1}
    connection.execute(insert(schema.reviews).values(row))
    text = json.dumps({"players": ["name of ana", "name of ben"], "steps": []})
    part = {"table_id": table, "effort": effort, "number": 0, "text": text}
    connection.execute(insert(schema.review_parts).values(part))


def test_reviews_and_training_of_others_stay_without_the_name(tmp_path: Path) -> None:
    url, table = sqlite(tmp_path), f"{7:010}"
    connect(url).dispose()
    with Beside(url) as database:
        database.write(partial(add, number=7, players=["ana", "ben"]))
        database.write(partial(review, table=table, effort="quick", status="done", asker="ana"))
        database.write(partial(review, table=table, effort="deep", status="wanted", asker="ben"))
        cards = [
            {"player": player, "table_id": table, "step": 1, "effort": "quick", "game": GAME.name, "card": "{}"}
            for player in ("ana", "ben")
        ]
        database.write(lambda connection: connection.execute(insert(schema.training), cards) and None)
        exported = personal.export(database, "ana")
        assert [one["effort"] for one in exported["reviews"]] == ["quick"]
        assert [one["step"] for one in exported["training"]] == [1]
        assert personal.forget(database, "ana") == {"anonymous": [table]}
        kept = database.read(lambda connection: connection.execute(select(schema.reviews)).all())
        assert [(row.effort, row.asker) for row in kept] == [("quick", "")]
        (part,) = database.read(lambda connection: connection.execute(select(schema.review_parts)).all())
        assert json.loads(part.text)["players"] == ["", "name of ben"]
        (card,) = database.read(lambda connection: connection.execute(select(schema.training)).all())
        assert card.player == "ben"
        assert personal.forget(database, "ben") == {"deleted": [table]}, "nobody is left"
        assert personal.forget(database, "ben") == {}, "it can be repeated"
