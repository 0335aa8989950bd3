"""Several servers on one database serve the same tables."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests.web.routes.test_health import figures, moves, status
from tests.web.serving import PATIENCE, Line, Player, Server, sqlite
from trackside.cli import main
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.verification import verify_record


@pytest.fixture(scope="module")
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL database, where a bot takes over only after an hour."""
    both = Server(postgres, "--takeover-after", "3600"), Server(postgres, "--takeover-after", "3600")
    yield both
    for server in both:
        server.stop()


def at_other(player: Player, server: Server) -> Player:
    """The same player at another server."""
    there = server.player()
    there.headers = dict(player.headers)
    there.http.headers.update(player.headers)
    return there


def two_people(one: Server, other: Server, game: str, *bots: str, **more: object) -> tuple[Player, Player, str]:
    """A table with somebody at each of two servers."""
    ana, ben = one.player("Ana"), other.player("Ben")
    table = ana.table(game, "me", "open", *bots, watch="anyone", **more)
    ben.post(f"/tables/{table}/seats/1")
    return ana, ben, table


def play_on(line: Line) -> None:
    """Play a game to its end; a move that came too late is decided again."""
    while line.table["result"] is None:
        if line.view and line.view["offers"]:
            line.move()
        else:
            line.wait()


def play_both(here: Line, there: Line) -> None:
    """Play a game to its end, each at their own server."""
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play_on, (here, there)))


@pytest.mark.parametrize(
    "game",
    [pytest.param("whole-nine", marks=pytest.mark.long), "traxx", pytest.param("skip-or-trip", marks=pytest.mark.long)],
)
def test_people_at_two_servers_play_a_whole_game(pair: tuple[Server, Server], game: str) -> None:
    one, other = pair
    ana, ben, table = two_people(one, other, game, "greedy")
    with ana.at(table) as here, ben.at(table) as there:
        play_both(here, there)
        told = here.table["result"], there.table["result"]
        for part in ("winners", "margin", "series", "secret"):
            assert told[0][part] == told[1][part]
    records = {player.http.get(f"/api/tables/{table}/record").text for player in (ana, ben)}
    (record,) = records
    assert Match.from_record(record).over
    verify_record(read_record(record))


def test_a_dead_server_is_replaced_by_the_other(postgres: str, pair: tuple[Server, Server]) -> None:
    dying = Server(postgres)
    ana = dying.player("Ana")
    table = ana.table("whole-nine", "greedy", "greedy", "me", options={"first": "red", "segments": "5"})
    with ana.at(table) as line:
        while not line.view["offers"]:
            line.wait()
        dying.process.kill()
        dying.process.wait()
    with at_other(ana, pair[0]).at(table) as line:
        line.play_on()
        assert line.table["result"]
    dying.close()


def test_who_is_connected_elsewhere_is_shown(pair: tuple[Server, Server]) -> None:
    ana, ben, table = two_people(*pair, "whole-nine")
    with ana.at(table) as here:
        with ben.at(table):
            while not here.table["seats"][1]["online"]:
                here.wait()
            assert ana.refused(f"/tables/{table}/takeover", seat=1)[0] == 400
        while here.table["seats"][1]["online"]:
            here.wait()


def test_a_request_at_one_server_is_presence_at_the_other(pair: tuple[Server, Server]) -> None:
    ana, ben, table = two_people(*pair, "whole-nine", options={"first": "purple"})
    ben.get(f"/tables/{table}")
    while not ana.get(f"/tables/{table}")["seats"][1]["online"]:
        time.sleep(0.05)
    assert ana.refused(f"/tables/{table}/takeover", seat=1)[1].startswith("This player is still here")


def test_a_guest_who_is_removed_at_one_server_loses_the_seat_at_the_other(pair: tuple[Server, Server]) -> None:
    one, other = pair
    ana, ben = one.player("Ana"), other.player("Ben")
    table = ana.table("whole-nine", "me", "open", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    with ben.at(table) as line:
        assert ana.http.delete(f"/api/tables/{table}/seats/1").status_code == 200
        with pytest.raises(ConnectionClosed):
            line.receive()
    assert ben.get(f"/tables/{table}")["perspective"] is None


def test_a_new_name_is_shown_at_the_other_server(pair: tuple[Server, Server]) -> None:
    ana, ben, table = two_people(*pair, "whole-nine", options={"first": "red"})
    with ana.at(table) as here, ben.at(table) as there:
        ben.post("/name", name="Benedict")
        for line in (here, there):
            while line.table["seats"][1]["name"] != "Benedict":
                line.wait()
    assert '[Player "purple Benedict"]' in ana.http.get(f"/api/tables/{table}/record").text


def test_both_ask_for_another_game_and_come_to_the_same_table(pair: tuple[Server, Server]) -> None:
    ana, ben, table = two_people(*pair, "whole-nine")
    with ana.at(table) as here, ben.at(table) as there:
        play_both(here, there)
        again = [player.post(f"/tables/{table}/rematch")["table"] for player in (ana, ben)]
        assert again[0] == again[1]
        while not there.table["table"]["rematch_id"]:
            there.wait()
        assert there.table["table"]["rematch_id"] == again[0]


def test_a_seat_is_taken_once(pair: tuple[Server, Server]) -> None:
    one, other = pair
    ana = one.player("Ana")
    table = ana.table("whole-nine", "me", "open", watch="anyone")
    at_other(ana, other).get(f"/tables/{table}")
    ben, cleo = one.player("Ben"), other.player("Cleo")
    ben.post(f"/tables/{table}/seats/1")
    status, _ = cleo.refused(f"/tables/{table}/seats/1")
    assert status == 400


@pytest.fixture(scope="module")
def workers(postgres: str) -> Iterator[Server]:
    """One server of two processes, which end with it when it is killed."""
    running = Server(postgres, "--workers", "2", "--no-limits")
    yield running
    end_with_its_workers(running, signal.SIGKILL)


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in found.stdout.splitlines()]
    return [int(row[0]) for row in rows if int(row[1]) == process and not row[2].startswith("Z")]


def test_all_workers_serve_a_table(workers: Server) -> None:
    ana, ben, table = two_people(workers, workers, "skip-or-trip", "greedy")
    with ana.at(table) as here, ben.at(table) as there, ana.at(table) as again, ben.at(table) as once_more:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(play_on, (here, there, again, once_more)))
        assert here.log == again.log
        assert there.log == once_more.log
    verify_record(read_record(ana.http.get(f"/api/tables/{table}/record").text))


def test_workers_are_one_server_to_whoever_watches(workers: Server) -> None:
    ana, before = workers.player("Ana"), moves(figures(workers))
    for table in [ana.table("whole-nine", "me", "greedy") for _ in range(4)]:
        with ana.at(table) as line:
            line.play_on(3)
    for _ in range(6):
        found = figures(workers)
        assert moves(found) == before + 12
        assert found["trackside_servers"] == 2
        assert status(workers, "/healthz") == 200


def test_a_killed_worker_is_replaced_and_its_tables_go_on(workers: Server) -> None:
    ana = workers.player("Ana")
    tables = [ana.table("traxx", "me", "greedy", "greedy", options={"deck": "ybgr-ybgk"}) for _ in range(6)]
    before = children(workers.process.pid)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    for table in tables:
        finish(ana, table)
    while len(after := children(workers.process.pid)) != 2:
        time.sleep(0.1)
    assert before[0] not in after


def test_a_server_process_that_is_down_is_told_of_by_the_others(workers: Server) -> None:
    while warnings_of(workers):
        time.sleep(0.1)
    os.kill(children(workers.process.pid)[0], signal.SIGKILL)
    while not (warnings := warnings_of(workers)):
        pass
    assert warnings == ["1 of 2 server processes are down and being restarted."]
    while warnings_of(workers):
        time.sleep(0.1)


def warnings_of(server: Server) -> list[str]:
    """Return the warnings of the health check, asking again when the process that was asked is gone."""
    while True:
        with contextlib.suppress(httpx.TransportError):
            found: list[str] = httpx.get(f"{server.url}/healthz", timeout=PATIENCE).json().get("warnings", [])
            return found


def finish(player: Player, table: str) -> None:
    """Play a table to its end, coming back whenever the connection is lost."""
    while True:
        with contextlib.suppress(ConnectionClosed, OSError, InvalidMessage), player.at(table) as line:
            line.play_on()
            return


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_server(postgres: str, how: signal.Signals) -> None:
    end_with_its_workers(Server(postgres, "--workers", "2"), how)


def end_with_its_workers(server: Server, how: signal.Signals) -> None:
    """End a server, and see its workers end."""
    started = children(server.process.pid)
    assert len(started) == 2
    server.process.send_signal(how)
    server.process.wait()
    for process in started:
        while is_running(process):
            time.sleep(0.1)
    server.close()


def is_running(process: int) -> bool:
    """Return True if there is such a process."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return bool(shown.stdout.strip()) and not shown.stdout.startswith("Z")


def test_several_workers_need_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--workers", "2", "--database", sqlite(tmp_path)]) == 2
    assert "--workers 2 needs a database that several can use" in capsys.readouterr().err
