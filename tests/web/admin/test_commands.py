"""Commands for operators, beside a server that runs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, func, select, update
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.processes import wait_for
from tests.web.serving import PATIENCE, Line, Player, Server
from trackside.cli import main
from trackside.web.admin.connection import Beside
from trackside.web.store import schema
from trackside.web.tables.seats import digest

Command = Callable[..., Any]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command on the database of a server; returns the JSON that it prints."""

    def run(server: Server, *arguments: str) -> Any:
        status = main([*arguments, "--database", server.database, "--json"])
        said = capsys.readouterr()
        assert status == 0, said.err
        return json.loads(said.out)

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command that fails; returns what it says."""

    def run(server: Server, *arguments: str) -> str:
        assert main([*arguments, "--database", server.database]) == 2
        return capsys.readouterr().err

    return run


def pair(server: Server, game: str = "whole-nine", **more: Any) -> tuple[Player, Player, str]:
    """Two people at a table."""
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table(game, "me", "open", watch="anyone", **more)
    ben.post(f"/tables/{table}/seats/1")
    return ana, ben, table


def play_to_the_end(ana: Player, ben: Player, table: str) -> None:
    with ana.at(table) as one, ben.at(table) as other:
        while one.table["result"] is None:
            for line in (one, other):
                line.say("sync")
                while line.table["view"]["offers"]:
                    assert line.move()["ok"]
                    line.say("sync")


def rows(server: Server, table: Any, **where: Any) -> int:
    """Return how many rows of a table of the store have these values."""
    query = select(func.count()).select_from(table).where(*(table.c[name] == value for name, value in where.items()))
    with Beside(server.database) as database:
        return int(database.read(lambda connection: connection.execute(query).scalar_one()))


def all_rows(connection: Connection, table: Any) -> Any:
    return connection.execute(select(table)).all()


def is_gone(player: Player, table: str) -> bool:
    return player.http.get(f"/api/tables/{table}").status_code == 404


def read_until_closed(socket: ClientConnection) -> str:
    """Return the last message of a socket that the server closes."""
    said = ""
    try:
        while True:
            said = str(socket.recv(PATIENCE))
    except ConnectionClosed:
        return said


def wait_until_over(line: Line) -> None:
    while line.table["table"]["status"] != "over":
        line.wait()


# Tables


def test_a_table_that_is_closed_ends_without_a_result_while_people_play(
    server: Server, command: Command, refused: Command
) -> None:
    ana, ben, table = pair(server)
    with ana.at(table) as here, ben.at(table, language="de") as there:
        mover = here if here.view["offers"] else there
        assert mover.move()["ok"]
        assert command(server, "admin", "close-table", table) == [{"table": table, "closed": True}]
        for line in (here, there):
            wait_until_over(line)
            assert line.table["result"] is None
        answer = there.say("move", seat=1, move=0)
        assert (answer["ok"], "zu Ende" in answer["error"]) == (False, True)
    shown = command(server, "admin", "show-table", table)
    assert (shown["status"], shown["result"], [seat["name"] for seat in shown["seats"]]) == (
        "over",
        None,
        ["Ana", "Ben"],
    )
    assert shown["entries"] > 0
    assert "seed" not in shown
    assert command(server, "admin", "close-table", table) == [{"table": table, "closed": False}]
    assert "There is no table nowhere" in refused(server, "admin", "close-table", table, "nowhere")
    assert table not in [row["id"] for row in ana.get("/tables")["finished"]]


def test_a_waiting_table_that_is_closed_takes_nobody(server: Server, command: Command) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone")
    with ana.at(table) as line:
        command(server, "admin", "close-table", table)
        wait_until_over(line)
    assert ben.refused(f"/tables/{table}/seats/1") == (400, "The game is over.")


def test_a_table_that_is_deleted_is_gone_for_those_who_look_at_it(
    server: Server, command: Command, refused: Command
) -> None:
    ana, ben, table = pair(server)
    other = ana.table("whole-nine", "me", "greedy")
    assert "confirm with --yes" in refused(server, "admin", "delete-table", table)
    with ana.at(table) as line:
        assert command(server, "admin", "delete-table", table, other, "--yes") == [
            {"table": table, "deleted": True},
            {"table": other, "deleted": True},
        ]
        read_until_closed(line.socket)
    for player, gone in ((ana, table), (ben, table), (ana, other)):
        wait_for(partial(is_gone, player, gone))
    for part in (schema.entries, schema.occupants, schema.members):
        assert rows(server, part, table_id=table) == 0
    assert ana.get("/tables")["mine"] == []


def test_a_move_at_a_table_that_is_being_deleted_is_refused_in_words(server: Server, command: Command) -> None:
    ana, ben, table = pair(server)
    with ana.at(table) as here, ben.at(table) as there:
        line = here if here.view["offers"] else there
        command(server, "admin", "delete-table", table, "--yes")
        try:
            answer = line.move()
        except ConnectionClosed:
            return  # the server noticed sooner
        assert not answer["ok"]
        assert "deleted" in answer["error"]


def test_tables_and_players_are_listed(
    server: Server, command: Command, refused: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, ben, table = pair(server)
    ana.post("/name", name="Anastasia")
    ben.post("/name", name="Benedikt")
    listed = command(server, "admin", "tables", "--status", "playing", "--player", "Anastasia")
    assert [row["id"] for row in listed] == [table]
    people = command(server, "admin", "players", "--name", "anasta")
    assert [(one["id"], one["name"], one["unfinished"]) for one in people] == [(digest(ana.token), "Anastasia", 1)]
    shown = command(server, "admin", "show-player", digest(ben.token)[:10])
    assert (shown["name"], shown["tables"], shown["shares_positions"]) == ("Benedikt", 1, False)
    assert "there is no player 'Nobody Atall'" in refused(server, "admin", "show-player", "Nobody Atall")
    server.player("Benedikt")
    said = refused(server, "admin", "show-player", "Benedikt")
    assert "2 players match 'Benedikt'" in said
    assert digest(ben.token)[:12] in said
    arguments = ["--database", server.database, "--language", "de"]
    assert main(["admin", "tables", "--player", "Anastasia", *arguments]) == 0
    assert main(["admin", "show-table", table, *arguments]) == 0
    assert main(["admin", "players", "--most", "1", *arguments]) == 0
    said = capsys.readouterr().out
    assert "Letzte Änderung" in said
    assert "Anastasia, Benedikt" in said
    assert "Nur die ersten 1" in said


# Addresses


def from_address(server: Server, address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=f"http://127.0.0.1:{server.port}", transport=transport, timeout=PATIENCE)


def test_an_address_that_is_blocked_is_turned_away_and_loses_its_sockets(
    server: Server, command: Command, refused: Command
) -> None:
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "greedy")
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?language=de"
    with (
        from_address(server, "127.0.0.9") as elsewhere,
        connect(url, additional_headers=ana.headers, source_address=("127.0.0.9", 0)) as socket,
    ):
        assert elsewhere.get("/api/hello").status_code == 200
        blocked = command(server, "admin", "block", "127.0.0.9", "--for", "2h", "--reason", "noise")
        assert (blocked["network"], blocked["reason"]) == ("127.0.0.9/32", "noise")
        assert "Deine Adresse ist gesperrt." in read_until_closed(socket)
        answer = elsewhere.get("/api/hello?language=de")
        assert (answer.status_code, answer.json()["error"][:26]) == (403, "Deine Adresse ist gesperrt")
        page = elsewhere.get("/", headers={"accept": "text/html", "accept-language": "de"})
        assert (page.status_code, page.text[:26]) == (403, "Deine Adresse ist gesperrt")
        assert page.headers["x-content-type-options"] == "nosniff"
        with connect(url, additional_headers=ana.headers, source_address=("127.0.0.9", 0)) as again:
            assert "gesperrt" in str(again.recv(PATIENCE))
        assert ana.get("/hello")["name"] == "Ana"
        assert [one["network"] for one in command(server, "admin", "blocks")] == ["127.0.0.9/32"]
        command(server, "admin", "unblock", "127.0.0.9")
        wait_for(lambda: elsewhere.get("/api/hello").status_code == 200)
    assert "is not blocked" in refused(server, "admin", "unblock", "127.0.0.9")
    assert "would block everyone" in refused(server, "admin", "block", "0.0.0.0/0")
    assert "use an address or a network" in refused(server, "admin", "block", "example.org")


def test_an_ipv6_address_is_blocked_with_its_network(server: Server, command: Command) -> None:
    assert command(server, "admin", "block", "2001:db8:1:2:3:4:5:6")["network"] == "2001:db8:1:2::/64"
    assert command(server, "admin", "block", "::ffff:192.0.2.7")["network"] == "192.0.2.7/32"
    command(server, "admin", "unblock", "2001:db8:1:2::99")
    command(server, "admin", "unblock", "192.0.2.7")
    assert command(server, "admin", "blocks") == []


# One person's data


def test_an_export_has_everything_about_one_player_and_no_secrets_of_others(
    server: Server, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, ben, finished = pair(server)
    play_to_the_end(ana, ben, finished)
    _, _, running = pair(server, "traxx")
    ana.post(f"/tables/{finished}/whatif", at=3, seat=0)
    del running
    status = main(["export", digest(ana.token), "--database", server.database])
    assert status == 0
    found = json.loads(capsys.readouterr().out)
    assert found["player"]["name"] == "Ana"
    assert len(found["tables"]) == 2
    (game,) = [table for table in found["tables"] if table["id"] == finished]
    assert [seat["yours"] for seat in game["seats"]] == [True, False]
    assert game["record"] == ana.http.get(f"/api/tables/{finished}/record").text
    (other,) = [table for table in found["tables"] if table["id"] != finished]
    assert "[Secret" not in other["record"]
    assert "[Seed" not in other["record"]


def test_a_player_who_is_forgotten_leaves_no_trace(server: Server, command: Command) -> None:
    ana, ben, finished = pair(server)
    ana.post("/name", name="Xenia Forgotten")
    play_to_the_end(ana, ben, finished)
    again = ana.post(f"/tables/{finished}/rematch")["table"]
    alone = ana.table("whole-nine", "me", "greedy")
    hosted = ana.table("whole-nine", "me", "open", "open", watch="anyone")
    ben.post(f"/tables/{hosted}/seats/1")
    joined = ben.table("whole-nine", "me", "open", "open", watch="anyone")
    ana.post(f"/tables/{joined}/seats/1")
    own = digest(ana.token)
    with ana.at(again) as line:
        done = command(server, "forget", own, "--yes")
        assert {kind: sorted(tables) for kind, tables in done.items() if kind != "player"} == {
            "anonymous": [finished],
            "bot": [again],
            "deleted": [alone],
            "closed": [hosted],
            "freed": [joined],
        }
        read_until_closed(line.socket)  # a player who lost a seat must not see its hand any more
    with ben.at(again) as line:
        assert [seat["kind"] for seat in line.table["seats"]] == ["bot", "person"]
        line.play_on()
        assert line.table["result"] is not None
    wait_for(lambda: "Xenia" not in ben.http.get(f"/api/tables/{finished}/record").raise_for_status().text)
    assert "Ben" in ben.http.get(f"/api/tables/{finished}/record").text
    wait_for(lambda: ben.get(f"/tables/{hosted}")["table"]["status"] == "over")
    wait_for(lambda: ben.get(f"/tables/{joined}")["seats"][1]["kind"] == "open")
    shown = ben.get(f"/tables/{joined}")
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "open", "open"]
    with Beside(server.database) as database:
        for table in schema.metadata.sorted_tables:
            everything = database.read(partial(all_rows, table=table))
            assert "Xenia" not in str(everything), table.name
            assert own not in str(everything), table.name
    assert ana.get("/hello")["name"] == ""


def test_a_die_that_waits_for_a_forgotten_player_is_rolled(server: Server, command: Command) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone", by_hand=True)
    ben.post(f"/tables/{table}/seats/1", by_hand=True)
    roller = ana.get(f"/tables/{table}")["view"]["to_move"]
    gone, left = (ana, ben) if roller == 0 else (ben, ana)
    command(server, "admin", "delete-player", digest(gone.token), "--yes")
    wait_for(lambda: left.get(f"/tables/{table}")["view"]["to_move"] == 1 - roller)


# Retention


def make_old(connection: Connection, wanted: list[str], days: int) -> None:
    """Let tables have changed some days ago."""
    long_ago = time.time_ns() // 1_000_000 - days * 86_400_000
    connection.execute(update(schema.tables).where(schema.tables.c.id.in_(wanted)).values(changed=long_ago))


def test_tidy_deletes_what_is_old_and_nothing_else(
    server: Server, command: Command, refused: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    idle = server.player("Idle")
    made: dict[str, tuple[int, str]] = {}
    for age in (1, 8, 100):
        waiting, playing, over = (ana.table("whole-nine", "me", seat) for seat in ("open", "greedy", "greedy"))
        ana.http.delete(f"/api/tables/{over}").raise_for_status()
        made |= {waiting: (age, "waiting"), playing: (age, "playing"), over: (age, "over")}
    ben_only = ben.table("whole-nine", "me", "greedy")
    ben.http.delete(f"/api/tables/{ben_only}").raise_for_status()
    made[ben_only] = (100, "over")
    server.stop()  # what is in memory writes when it changed
    with Beside(server.database) as database:
        for age in (1, 8, 100):
            wanted = [table for table, (days, _) in made.items() if days == age]
            database.write(partial(make_old, wanted=wanted, days=age))
        people = [digest(player.token) for player in (ana, ben, idle)]
        since = update(schema.players).where(schema.players.c.id.in_(people)).values(since=0)
        database.write(lambda connection: connection.execute(since) and None)
    server.start()
    expected = {"finished": 2, "waiting": 2, "players": 2}
    before = rows(server, schema.tables)
    foreseen = command(server, "tidy", "--older", "90d", "--dry-run")
    assert {name: foreseen[name] for name in expected} == expected
    assert rows(server, schema.tables) == before
    done = command(server, "tidy", "--older", "90d")
    assert {name: done[name] for name in expected} == expected
    kept = [table for table, (age, status) in made.items() if rows(server, schema.tables, id=table)]
    assert sorted(kept) == sorted(
        table
        for table, (age, status) in made.items()
        if not (age == 100 and status == "over") and not (age > 7 and status == "waiting")
    )
    assert [rows(server, schema.players, id=one) for one in people] == [1, 0, 0]
    assert command(server, "tidy", "--older", "90d")["finished"] == 0
    assert "use a number and a unit" in refused(server, "tidy", "--older", "soon")
    assert "use 1d or more" in refused(server, "tidy", "--older", "0d")
    assert main(["tidy", "--older", "90d", "--dry-run", "--language", "de", "--database", server.database]) == 0
    assert "unbenutzte Spieler" in capsys.readouterr().out
