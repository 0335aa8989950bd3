"""Whatever is wrong with a request gets an answer in words, and nothing changes."""

from __future__ import annotations

import contextlib
import json
import re

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.web.serving import PATIENCE, Line, Server


def test_a_record_with_a_fault_is_refused_with_its_place(server: Server) -> None:
    ana = server.player()
    status, words = ana.refused("/records", text='[Game "whole-nine"]\n[Seats "2"]\n\n0. first=red 9')
    assert status == 400
    assert words.startswith("line 4, column 14: move 2:")
    assert ana.refused("/records", text="")[1].startswith("line 1, column 1: a record begins with headers")
    for option in ("sheet=/etc/passwd", "deck=tables.db"):
        answer = ana.refused("/records", text=f'[Game "traxx"]\n[Seats "1"]\n[Option "{option}"]\n')
        assert "say house, or its" in answer[1]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "7", "{", '{"type": 3}', '{"type": "dance"}', '{"type": "move"}', '{"type":"move","seat":true}',
     '{"type":"move","seat":0,"move":null}', '{"type":"move","seat":99,"move":1}', '{"type":"move","seat":-1,"move":1}',
     '{"type":"move","seat":0,"move":1e99}', '{"type":"move","seat":0,"move":-5}', '{"type":"move","id":7,"seat":0}',
     '{"type":"move","seat":0,"move":"one two three four"}', '{"type":"perspective","seat":1.5}', '{"type":"takeover"}',
     '{"type":"move","seat":0,"version":"x","move":1}', "[" * 5000, '"' + "x" * 20_000 + '"'],
)  # fmt: skip
def test_a_bad_message_gets_an_answer_in_words_and_changes_nothing(server: Server, text: str) -> None:
    ana = server.player()
    table = ana.table("whole-nine", "me", "here", options={"first": "red"})
    with ana.at(table) as line:
        before = ana.get(f"/tables/{table}")
        answer = line.send(text)
        assert not answer["ok"]
        assert len(answer["error"]) > 10
        assert ana.get(f"/tables/{table}") == before
        assert line.move()["ok"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["move", "undo", "hint", "takeover", "commit", "reveal", "perspective"]) | ANYTHING},
    optional={"id": ANYTHING, "seat": ANYTHING, "move": ANYTHING, "version": ANYTHING, "level": ANYTHING},
)


@given(messages=st.lists(MESSAGES | ANYTHING, min_size=5, max_size=30))
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_fuzzed_messages_never_break_the_line(server: Server, messages: list[object]) -> None:
    eve = server.player()
    table = eve.table("skip-or-trip", "me", "here")
    with eve.at(table) as line:
        try:
            for message in messages:
                answer = line.send(json.dumps(message))
                assert answer["ok"] or answer["error"]
        except ConnectionClosed:
            assert "Too many messages" in line.heard[-1]
    assert eve.get(f"/tables/{table}")["table"]["status"] == "playing"


def test_a_message_that_is_too_large_ends_the_line_and_nothing_else(server: Server) -> None:
    ana = server.player()
    table = ana.table("traxx", "me")
    with pytest.raises(ConnectionClosed), ana.at(table) as line:
        line.send("x" * 1_000_000)
    assert ana.get(f"/tables/{table}")["table"]["status"] == "playing"
    huge = ana.http.post("/api/records", content=b"x" * 2_000_000, headers={"content-type": "application/json"})
    assert huge.status_code == 413
    assert "bytes" in huge.json()["error"]


def read_on(line: Line, messages: int) -> None:
    """Read `messages` messages, or until the connection ends."""
    for _ in range(messages):
        line.receive()


def test_a_flood_is_stopped(server: Server) -> None:
    ana = server.player()
    table = ana.table("traxx", "me")
    with ana.at(table) as line:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2000):
                line.socket.send("{}")
        with pytest.raises(ConnectionClosed):
            read_on(line, 2000)
    assert len(line.heard) < 2000
    assert ana.get(f"/tables/{table}")["table"]["status"] == "playing"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess", "seats": [{"kind": "me"}]},
        {"game": "traxx", "seats": []},
        {"game": "traxx", "seats": [{"kind": "me"}] * 9},
        {"game": "traxx", "seats": [{"kind": "king"}]},
        {"game": "traxx", "seats": [{"kind": "me"}, {"kind": "me"}]},
        {"game": "traxx", "seats": [{"kind": "bot", "level": "program:rm"}]},
        {"game": "traxx", "seats": [{"kind": "me"}], "options": {"sheet": "/etc/passwd"}},
        {"game": "traxx", "seats": [{"kind": "me"}], "options": {"pace": "1"}},
        {"game": "traxx", "seats": [{"kind": "me"}], "watch": "cats"},
        {"game": "traxx", "seats": [{"kind": "me"}], "seed": "x" * 500},
        {"game": "traxx", "seats": [{"kind": "me"}], "extra": 1},
        {"game": "whole-nine", "seats": [{"kind": "me"}]},
    ],
)
def test_a_bad_table_is_refused_in_words(server: Server, body: dict[str, object]) -> None:
    status, words = server.player().refused("/tables", **body)
    assert status in (400, 422)
    assert len(words) > 10


def test_pages_of_other_sites_cannot_talk_to_the_server(server: Server) -> None:
    ana = server.player()
    table = ana.table("traxx", "me")
    with pytest.raises(InvalidStatus):
        connect(
            f"ws://localhost:{server.port}/api/tables/{table}/socket",
            additional_headers=ana.headers | {"origin": "http://evil.example"},
        )
    answer = ana.http.post("/api/name", json={"name": "x"}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    rebound = ana.http.get("/api/hello", headers={"host": "evil.example"})
    assert rebound.status_code == 403


def test_every_answer_has_the_safety_headers_and_the_cookie_is_closed_to_scripts(server: Server) -> None:
    for path in ("/static/ui/pieces.js", "/static/tokens.css"):
        answer = httpx.get(f"{server.url}{path}", timeout=60)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    for path in ("/", "/api/hello", "/api/nothing", "/static/icons/icon.svg", "/table/x"):
        answer = httpx.get(f"{server.url}{path}", timeout=60)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    cookie = httpx.get(f"{server.url}/api/hello", timeout=60).headers["set-cookie"]
    assert re.search("HttpOnly", cookie)
    assert re.search("SameSite=strict", cookie, re.IGNORECASE)


@pytest.mark.parametrize(
    ("path", "body", "known", "status"),
    [
        ("/name", "{", False, 422),
        ("/name", "{}", False, 401),
        ("/name", "{}", True, 422),
        ("/tables/none/moves", "{}", False, 404),
        ("/tables/none/moves", "{}", True, 404),
    ],
)
def test_who_asks_and_for_what_is_checked_before_the_form(
    server: Server, path: str, body: str, known: bool, status: int
) -> None:
    headers = {"content-type": "application/json"} | (server.player().headers if known else {})
    answer = httpx.post(f"{server.url}/api{path}", content=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code == status, answer.text


def test_a_refusal_speaks_the_language_of_whoever_is_refused(server: Server) -> None:
    ana = server.player()
    answer = ana.http.get("/api/tables/none", params={"language": "de"})
    assert answer.json()["error"] == "Den Tisch none gibt es nicht."


@pytest.mark.parametrize("path", ["/tables/%C3%A9", "/tables/a%20b/record", "/tables/a'b/replay"])
def test_what_cannot_be_the_name_of_a_table_is_none(server: Server, path: str) -> None:
    answer = server.player().http.get(f"/api{path}")
    assert answer.status_code == 404, answer.text
    assert answer.json()["error"].startswith("There is no table")


def test_nobody_has_played_alone_what_is_no_game(server: Server) -> None:
    answer = server.player().http.get("/api/solo?game=nothing")
    assert (answer.status_code, answer.json()["best"]) == (200, [])
