"""Nothing acknowledged is ever lost: the server is killed at any moment and started again."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.serving import Player, Server, Starter, frozen
from trackside.cli import main
from trackside.play.match import Match


@pytest.mark.long
def test_a_killed_server_goes_on_where_it_was_again_and_again(started: Starter) -> None:
    server = started()
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "greedy", seed="killed")
    acknowledged = 0
    for moves in (3, 1, 7):
        with ana.at(table) as line:
            acknowledged += line.play_on(moves)
            server.kill()
        server.start()
        ana = again(server, ana)
        with ana.at(table) as line:
            mine = [entry for entry in line.log if entry["seat"] == 0]
            assert len(mine) == acknowledged
    with ana.at(table) as line:
        line.play_on()
        assert line.table["result"]
    record = ana.http.get(f"/api/tables/{table}/record").text
    assert Match.from_record(record).over
    server.stop()


def test_killed_under_load_every_acknowledged_move_is_there_and_another_can_be_sent_again(house: Server) -> None:
    server, twice = house, house.player()
    players = [server.player(f"P{i}") for i in range(6)]
    tables = [player.table("traxx", "me", seed=f"load {i}") for i, player in enumerate(players)]
    acknowledged: dict[str, list[str]] = {table: [] for table in tables}
    stop = threading.Event()

    def play(player: Player, table: str) -> None:
        with contextlib.suppress(ConnectionClosed, OSError), player.at(table) as line:
            while not stop.is_set() and line.table["result"] is None:
                offer = line.view["offers"][0]
                if line.move(offer["move"])["ok"]:
                    acknowledged[table].append(offer["text"])

    threads = [threading.Thread(target=play, args=pair) for pair in zip(players, tables, strict=True)]
    for thread in threads:
        thread.start()
    while sum(map(len, acknowledged.values())) < 60 and any(thread.is_alive() for thread in threads):
        stop.wait(0.01)
    sent, message = send_without_waiting(twice)
    server.kill()
    stop.set()
    for thread in threads:
        thread.join()
    server.start()
    for player, table in zip(players, tables, strict=True):
        with again(server, player).at(table) as line:
            made = [entry["text"] for entry in line.log if entry["seat"] == 0]
            assert made[: len(acknowledged[table])] == acknowledged[table]
            assert len(made) <= len(acknowledged[table]) + 1, "at most the move that was under way"
    with again(server, players[0]).at(tables[0]) as line:
        line.play_on()
        assert line.table["result"], "and the game goes on"
    with again(server, twice).at(sent) as line:
        assert line.say("move", **message)["ok"]
        assert len([entry for entry in line.log if entry["seat"] == 0]) == 1, "it counts once"


def send_without_waiting(player: Player) -> tuple[str, dict[str, Any]]:
    """A move that is sent, and stored before it is answered; the table and the message."""
    table = player.table("whole-nine", "me", "here", options={"first": "red"}, seed="twice")
    with player.at(table) as line:
        message = {"id": "only once", "seat": 0, "move": line.view["offers"][0]["move"]}
        line.socket.send(json.dumps({"type": "move", **message}))
        while line.send("{}")["ok"]:
            pass
    return table, message


@pytest.mark.long
def test_two_servers_on_one_store_cannot_both_make_the_next_move(postgres: str) -> None:
    one, other = Server(postgres), Server(postgres)
    ana = one.player()
    table = ana.table("traxx", "me", seed="two servers")
    with ana.at(table) as here, again(other, ana).at(table) as there:
        assert here.move()["ok"]
        with contextlib.suppress(ConnectionClosed):
            assert not there.move()["ok"]
    with again(other, ana).at(table) as there:
        made = [entry["text"] for entry in there.log if entry["seat"] == 0]
        assert len(made) == 1
        assert there.move()["ok"]
    one.stop()
    other.stop()


def test_a_second_server_on_one_file_is_refused(
    house: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    other.symlink_to(house.database.removeprefix("sqlite:///"))
    for database in (house.database, f"sqlite:///{other}"):
        assert main(["serve", "--no-browser", "--port", "0", "--database", database]) != 0
        said = capsys.readouterr().err
        assert "in use by another Trackside server" in said
        assert "PostgreSQL" in said


@pytest.mark.long
@pytest.mark.parametrize("ending", ["kill", "stop"])
def test_a_server_on_one_file_is_followed_by_another(started: Starter, ending: str) -> None:
    getattr(started(), ending)()
    started().stop()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_database_that_stands_still_is_told_to_whoever_asks_and_the_game_goes_on(postgres: str) -> None:
    server = Server(postgres)
    ana = server.player()
    table = ana.table("whole-nine", "me", "greedy", seed="frozen")
    with ana.at(table) as line:
        line.play_on(1)
        with frozen(postgres):
            for answer in (ana.http.get("/api/tables"), ana.http.post("/api/name", json={"name": "Ana"})):
                assert answer.status_code == 503
                assert "the store cannot do this now" in answer.json()["error"]
            if line.view["offers"]:
                assert not line.move()["ok"]
        while line.table["result"] is None:
            if not line.view["offers"]:
                line.wait()
            elif not line.move()["ok"]:
                line.say("sync")
    record = ana.http.get(f"/api/tables/{table}/record").text
    assert Match.from_record(record).over
    server.stop()


@pytest.mark.long
def test_stopped_and_started_it_listens_again_and_says_where(started: Starter) -> None:
    server = started()
    server.stop()
    assert server.process.returncode == 0
    server.start()
    server.stop()


def test_a_table_whose_game_is_not_here_leaves_the_lists_as_they_are(house: Server) -> None:
    ana = house.player("Ana")
    gone, kept = (ana.table("whole-nine", "me", "greedy") for _ in range(2))
    database = house.database.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tables SET game = 'not-here' WHERE id = ?", (gone,))
    lists = ana.http.get("/api/tables").json()
    assert [row["id"] for row in lists["mine"]] == [kept]


def again(server: Server, player: Player) -> Player:
    """The same player at a restarted server."""
    known = server.player()
    known.headers = dict(player.headers)
    known.http.headers.update(player.headers)
    return known
