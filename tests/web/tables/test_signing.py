"""Records that the server signs: which ones, with which key, and that `trackside verify` believes no other."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.test_cli import run
from tests.play.records import TEXT
from tests.play.test_signature import LIBRARY
from tests.web.serving import Player, Server, sqlite
from tests.web.system.test_fairness import play_together, sit_together
from trackside.core.extras import how_to_install
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.signature import check_signature
from trackside.web.tables.creation import imported
from trackside.web.tables.signing import is_played_here
from trackside.web.tables.table import Table

HEADER = re.compile(r"\[(Table|Created|Ended|SignedBy|Signature) .*\n")


def record_of(player: Player, table: str) -> str:
    return player.http.get(f"/api/tables/{table}/record").raise_for_status().text


def played_alone(player: Player) -> str:
    """Return a table with a finished game."""
    table = player.table("traxx", "me")
    with player.at(table) as line:
        line.play_on()
    return table


@pytest.fixture(scope="module")
def signing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that signs."""
    running = Server(sqlite(tmp_path_factory.mktemp("signing")), "--sign-records")
    yield running
    running.stop()


def test_a_game_of_two_people_is_signed_and_verified(
    signing: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, ben, table = sit_together(signing)
    with ana.at(table) as first, ben.at(table) as second:
        running = record_of(ana, table)
        play_together(first, second)
    assert not HEADER.search(running), "a game that may still change is not signed"
    text, key = record_of(ana, table), ana.get("/hello")["record_key"]
    assert record_of(signing.player("Eve"), table) == text
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    status, out, _ = run(capsys, "verify", str(path), "--signed-by", key)
    assert status == 0
    assert f"signed by {key}, table '{table}', created '20" in out
    facts = read_record(text).facts
    created, ended = (datetime.fromisoformat(facts[name]) for name in ("Created", "Ended"))
    assert created <= ended <= datetime.now(UTC)
    assert datetime.now(UTC) - created < timedelta(minutes=10)
    for old, new in (("red Ana", "red Eve"), ('"purple Ben"', '"purple Bo"'), (table, "0" * 10), ("Created", "Made")):
        path.write_text(text.replace(old, new), encoding="utf-8")
        assert run(capsys, "verify", str(path))[0] == 2, old


def test_a_signed_record_is_read_and_imported_but_an_import_is_never_signed(signing: Server) -> None:
    ana = signing.player("Ana")
    table = played_alone(ana)
    text = record_of(ana, table)
    check_signature(text, ana.get("/hello")["record_key"])
    plain = HEADER.sub("", text)
    assert Match.from_record(text).record() == plain
    forged = text.replace("red Ana", "red Eve")
    for brought, name in ((text, "Ana"), (forged, "Eve"), (HEADER.sub("", forged), "Eve")):
        imported = record_of(ana, ana.post("/records", text=brought)["table"])
        assert imported == plain.replace("red Ana", f"red {name}")
    assert ana.refused("/records", text=text.replace('[SignedBy "', '[SignedBy "0'))[0] == 400


def test_a_what_if_is_not_signed(signing: Server) -> None:
    ana = signing.player("Ana")
    table = played_alone(ana)
    at = len(read_record(record_of(ana, table)).log) - 3
    other = ana.post(f"/tables/{table}/whatif", at=at, seat=0, level="random")["table"]
    with ana.at(other) as line:
        line.play_on()
        assert line.table["result"]
    assert not HEADER.search(record_of(ana, other))


def test_a_game_that_was_closed_is_not_signed(signing: Server) -> None:
    ana = signing.player("Ana")
    table = ana.table("traxx", "me")
    assert ana.leave(table)
    assert not HEADER.search(record_of(ana, table))


def test_a_damaged_game_is_not_signed() -> None:
    made, row, change = imported(read_record(TEXT), None)
    row |= {"origin": None, "status": change.status, "result": change.result}
    table = Table(row, made.occupants, change.entries)
    assert is_played_here(table)
    table.put_aside()
    assert not is_played_here(table)


def test_without_the_option_nothing_is_signed_and_there_is_no_key(server: Server) -> None:
    ana = server.player("Ana")
    assert ana.get("/hello")["record_key"] is None
    assert not HEADER.search(record_of(ana, played_alone(ana)))


def test_the_key_stays_the_same_after_a_restart(started: Callable[..., Server]) -> None:
    server = started("--sign-records")
    ana = server.player("Ana")
    table, key = played_alone(ana), ana.get("/hello")["record_key"]
    text = record_of(ana, table)
    server.stop()
    server.start()
    again = server.player()
    assert again.get("/hello")["record_key"] == key
    assert record_of(again, table) == text


@pytest.fixture
def pair(postgres: str) -> Iterator[list[Server]]:
    """Two servers that begin together on one PostgreSQL database."""
    with ThreadPoolExecutor() as threads:
        both = list(threads.map(lambda url: Server(url, "--sign-records"), [postgres] * 2))
    yield both
    for server in both:
        server.stop()


def test_servers_on_one_database_sign_with_one_key(pair: list[Server]) -> None:
    ana, ben = (server.player("Ana") for server in pair)
    (key,) = {player.get("/hello")["record_key"] for player in (ana, ben)}
    table = played_alone(ana)
    (text,) = {record_of(player, table) for player in (ana, ben)}
    check_signature(text, key)


def test_without_the_library_a_server_that_is_to_sign_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, LIBRARY, None)
    status, _, err = run(capsys, "serve", "--sign-records", "--port", "0", "--database", sqlite(tmp_path))
    assert status == 2
    assert err == (
        f"trackside: --sign-records: signatures need the library cryptography: {how_to_install('signing')}\n"
    )
    assert not list(tmp_path.iterdir())
