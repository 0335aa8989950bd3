"""Hostile and odd requests: each is refused in words, with all security headers, and tells nothing it should not."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import socket
from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from websockets.sync.client import connect

from tests.web.serving import PATIENCE, Player, Server
from trackside.core.errors import BadOption
from trackside.web import limits
from trackside.web.errors import HttpError
from trackside.web.limits import Limits
from trackside.web.server.clients import Clients
from trackside.web.server.guard import Guard
from trackside.web.server.hosts import Hosts, is_loopback, read_names
from trackside.web.server.http_protocol import Throttle
from trackside.web.server.metrics import Metrics

HUGE = 10**30
SECURITY = (
    *("content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options", "cache-control"),
    *("cross-origin-opener-policy", "cross-origin-resource-policy"),
)


def connection(host: str | None = None, scheme: str = "http", *more: tuple[str, str]) -> HTTPConnection:
    """A request as the guard sees it."""
    headers = [*([("host", host)] if host is not None else []), *more]
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": encoded})


def accepts(hosts: Hosts, host: str | None) -> bool:
    try:
        hosts.check(connection(host))
    except HttpError:
        return False
    return True


# Which names and origins are accepted


@pytest.mark.parametrize(
    ("host", "local", "open_to_all"),
    [
        ("localhost", True, True),
        ("LOCALHOST:8009", True, True),
        ("127.0.0.1:8009", True, True),
        ("127.0.0.2", True, True),
        ("[::1]", True, True),
        ("[::1]:8009", True, True),
        ("192.168.1.20:8009", False, True),
        ("[fe80::1]:80", False, True),
        ("nas.local:8009", False, True),
        ("evil.example", False, False),
        ("evil.example:8009", False, False),
        ("local", False, False),
        ("127.0.0.1.evil.example", False, False),
        ("localhost.evil.example", False, False),
        ("user@127.0.0.1", False, False),
        ("127.0.0.1/x", False, False),
        ("::1", False, False),
        ("", False, False),
        (None, False, False),
    ],
)
def test_a_server_answers_to_addresses_and_local_names_only(host: str | None, local: bool, open_to_all: bool) -> None:
    assert accepts(Hosts(local=True), host) == local
    assert accepts(Hosts(local=False), host) == open_to_all


def test_a_server_answers_to_its_own_name_and_to_configured_ones() -> None:
    own, named = socket.gethostname(), Hosts(local=False, names=["Games.Example"])
    assert accepts(Hosts(local=False), own)
    assert accepts(named, "games.example:443")
    assert accepts(named, "games.example.")
    assert not accepts(named, "www.games.example")
    assert accepts(Hosts(local=False, behind_proxy=True), "any.example"), "the proxy has chosen the name"
    assert not accepts(Hosts(local=False, names=["games.example"], behind_proxy=True), "any.example")


def test_a_request_for_two_hosts_is_refused() -> None:
    for hosts in (Hosts(), Hosts(local=False, behind_proxy=True)):
        with pytest.raises(HttpError, match="more than one host"):
            hosts.check(connection("localhost", "http", ("host", "localhost")))


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "accepted"),
    [
        ("http://localhost:8009", "localhost:8009", "http", True),
        ("https://games.example", "games.example", "https", True),
        ("https://games.example:443", "games.example", "wss", True),
        ("https://Games.Example", "games.example", "https", True),
        ("http://games.example", "games.example", "https", False),
        ("https://games.example", "games.example", "http", False),
        ("http://evil.example", "localhost:8009", "http", False),
        ("null", "localhost:8009", "http", False),
        ("http://localhost:9000", "localhost:8009", "ws", False),
    ],
)
def test_a_page_of_another_origin_is_refused(origin: str, host: str, scheme: str, accepted: bool) -> None:
    asked = connection(host, scheme, ("origin", origin))
    if accepted:
        Hosts().check_origin(asked)
    else:
        with pytest.raises(HttpError, match="another site"):
            Hosts().check_origin(asked)


def test_names_that_are_none_are_refused_at_start() -> None:
    assert read_names("--host-name", "games.example, nas") == ["games.example", "nas"]
    for text in ("", "games.example:8009", "https://games.example", "a,,b", "*"):
        with pytest.raises(BadOption, match="--host-name"):
            read_names("--host-name", text)
    assert [is_loopback(host) for host in ("127.0.0.2", "::1", "localhost", "0.0.0.0", "nas")] == [
        *(True, True, True),
        *(False, False),
    ]


def test_a_server_for_others_refuses_a_foreign_name_and_says_which_option_helps(
    started: Callable[..., Server],
) -> None:
    server = started("--host", "0.0.0.0", "--host-name", "games.example")
    rebound = httpx.get(f"{server.url}/api/hello", headers={"host": "evil.example"}, timeout=PATIENCE)
    assert rebound.status_code == 403
    assert "--host-name evil.example" in rebound.json()["error"]
    for host in ("games.example", "192.168.1.20:8009"):
        assert httpx.get(f"{server.url}/api/hello", headers={"host": host}, timeout=PATIENCE).status_code == 200
    line = sending(server.port, b"GET /api/tables/x/socket HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\n"
                   b"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
                   b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")  # fmt: skip
    assert answer_to(line).status == 403


def test_behind_a_proxy_https_is_told_from_http_and_browsers_are_told_to_stay_with_it(
    started: Callable[..., Server],
) -> None:
    server = started("--behind-proxy")

    def name(origin: str, **headers: str) -> httpx.Response:
        sent = {"host": "games.example", "origin": origin, "x-forwarded-for": "192.0.2.1"} | headers
        return httpx.post(f"{server.url}/api/players", json={"name": "Ana"}, headers=sent, timeout=PATIENCE)

    secure = name("https://games.example", **{"x-forwarded-proto": "https"})
    assert secure.status_code == 201
    assert secure.headers["strict-transport-security"].startswith("max-age=")
    assert name("http://games.example", **{"x-forwarded-proto": "https"}).status_code == 403
    plain = name("http://games.example", **{"x-forwarded-proto": "http"})
    assert plain.status_code == 201
    assert "strict-transport-security" not in plain.headers


# Faults of our own


def guarded(*routes: Route) -> httpx.AsyncClient:
    """A client of a small application behind the guard."""
    guard = Middleware(Guard, hosts=Hosts(), metrics=Metrics(), clients=Clients(Limits.none()))
    app = Starlette(routes=[*routes], middleware=[guard])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


def test_a_fault_of_our_own_is_a_500_in_words_with_all_headers_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(request: Request) -> Response:
        raise ValueError("negative shift count")

    async def test() -> None:
        async with guarded(Route("/api/fails", fails)) as client:
            for language, words in (("en", "Something went wrong"), ("de", "schiefgegangen")):
                answer = await client.get("/api/fails", params={"language": language})
                assert answer.status_code == 500
                assert words in answer.json()["error"]
                assert "shift" not in answer.text
                assert all(name in answer.headers for name in SECURITY)

    asyncio.run(test())
    logged = [record for record in caplog.records if record.name == "trackside.web"]
    assert [record.exc_info is not None for record in logged] == [True, True]
    assert "/api/fails" in logged[0].getMessage()


def test_a_fault_in_the_middle_of_an_answer_is_left_to_the_server_which_cuts_the_connection() -> None:
    async def fails(request: Request) -> Response:
        async def parts() -> Any:
            yield b"half"
            raise ValueError("an answer that ends too early")

        return StreamingResponse(parts())

    async def test() -> None:
        async with guarded(Route("/", fails)) as client:
            await client.get("/")

    with pytest.raises(ValueError, match="too early"):
        asyncio.run(test())


# Odd requests


@pytest.fixture
def ana(server: Server) -> Player:
    return server.player("Ana")


@pytest.fixture(scope="module")
def finished_by() -> dict[str, str]:
    return {}


@pytest.fixture
def finished(ana: Player, finished_by: dict[str, str]) -> str:
    """A finished table of a server, which anybody with its link may look at."""
    url = ana.server.url
    if url not in finished_by:
        finished_by[url] = ana.table("traxx", "me", "greedy")
        with ana.at(finished_by[url]) as line:
            line.play_on()
    return finished_by[url]


@pytest.mark.parametrize(
    "path",
    [
        "/review?from={n}",
        "/review?seat={n}",
        "/review/steps/{n}",
        "/review/steps/0?seat={n}",
        "/turns/{n}",
        "/turns/1?perspective={n}",
        "/hint?seat={n}",
        "/replay?perspective={n}",
    ],
)
@pytest.mark.parametrize("n", [HUGE, -HUGE, 1 << 31, 1 << 63, "9" * 5000])
def test_an_integer_without_bounds_is_refused(ana: Player, finished: str, path: str, n: object) -> None:
    answer = ana.http.get(f"/api/tables/{finished}{path.format(n=n)}")
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]


def test_an_integer_without_bounds_in_a_body_or_a_list_is_refused(ana: Player, finished: str) -> None:
    at = f"/api/tables/{finished}"
    for path, body in (
        (f"{at}/moves", {"seat": HUGE, "move": 1}),
        (f"{at}/moves", {"seat": 0, "move": HUGE}),
        (f"{at}/undo", {"seat": 0, "version": HUGE}),
        (f"{at}/whatif", {"at": HUGE, "seat": 0}),
        (f"{at}/seats/{HUGE}", {}),
        ("/api/tables", {"game": "traxx", "seats": [{"kind": "me"}], "clock": HUGE}),
        ("/api/lessons/traxx/first-line", {"moves": [HUGE]}),
    ):
        answer = ana.http.post(path, json=body)
        assert 400 <= answer.status_code < 500, (path, answer.text)
    assert ana.http.get(f"/api/tables?before={HUGE}-a").status_code == 422
    assert ana.http.get(f"/api/questions/{finished}-{HUGE}").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/training?game=%00", "/finished?game=a%00b", "/solo?game=%00", "/hello?language=%00", "/questions/puzzle-%00"],
)
def test_nul_in_a_path_or_a_query_is_refused_in_words(ana: Player, path: str) -> None:
    answer = ana.http.get(f"/api{path}")
    assert answer.status_code == 400
    assert "NUL" in answer.json()["error"]


def test_nul_in_a_body_is_refused_in_words(ana: Player, finished: str) -> None:
    seats = [{"kind": "me"}]
    for path, body in (
        ("/name", {"name": "A\0na"}),
        ("/players", {"name": "\0"}),
        ("/records", {"text": '[Game "traxx"]\0'}),
        ("/tables", {"game": "traxx", "seats": seats, "seed": "a\0b"}),
        ("/tables", {"game": "traxx\0", "seats": seats}),
        ("/tables", {"game": "traxx", "seats": seats, "options": {"deck": "\0"}}),
        ("/tables", {"game": "traxx", "seats": [{"kind": "me", "name": "\0"}]}),
        (f"/tables/{finished}/rematch", {"level": "\0"}),
        (f"/tables/{finished}/seats/0", {"invite": "\0"}),
        (f"/tables/{finished}/moves", {"seat": 0, "move": "\0", "id": "a"}),
        (f"/tables/{finished}/moves", {"seat": 0, "move": 1, "id": "\0"}),
    ):
        status, words = ana.refused(path, **body)
        assert 400 <= status < 500, (path, words)


def test_nul_in_a_message_of_a_socket_is_refused_and_changes_nothing(ana: Player) -> None:
    table = ana.table("whole-nine", "me", "here", options={"first": "red"})
    with ana.at(table) as line:
        for message in ({"id": "\0"}, {"id": "a", "move": "\0"}, {"id": "b", "level": "\0", "type": "takeover"}):
            answer = line.send(json.dumps({"type": "move", "seat": 0} | message))
            assert not answer["ok"]
            assert answer["error"]
        assert line.move()["ok"]


def test_half_characters_are_refused_in_words(ana: Player, finished: str) -> None:
    for path, body in (
        ("/name", '{"name": "\\ud800"}'),
        ("/name", '{"name": "Ana", "\\ud800": 1}'),
        ("/tables", '{"game": "\\ud800", "seats": [{"kind": "me"}]}'),
        (f"/tables/{finished}/rematch", '{"level": "\\udfff"}'),
        ("/lessons/traxx/first-line", '{"moves": ["\\ud800"]}'),
    ):
        answer = ana.http.post(f"/api{path}", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422, (path, answer.text)
        assert answer.json()["error"]


# Headers of every answer


def test_nothing_under_api_is_stored_by_caches_unless_it_says_so(ana: Player, finished: str) -> None:
    for path in ("/api/hello", "/api/tables", "/api/nothing", "/healthz", f"/api/tables/{finished}/replay"):
        answer = ana.http.get(path)
        assert answer.headers["cache-control"] == "no-store", path
        assert all(name in answer.headers for name in SECURITY)
        assert "strict-transport-security" not in answer.headers
    table = ana.http.get(f"/api/tables/{finished}")
    assert table.headers.get_list("cache-control") == ["private, no-cache"]
    again = ana.http.get(f"/api/tables/{finished}", headers={"if-none-match": table.headers["etag"]})
    assert again.status_code == 304
    assert ana.http.get("/").headers.get_list("cache-control") == ["no-cache"]


def test_a_method_that_there_is_not_is_refused_with_those_there_are(ana: Player, finished: str) -> None:
    for path, allowed in (
        (f"/api/tables/{finished}", "DELETE, GET, HEAD"),
        (f"/api/tables/{finished}/review", "DELETE, GET, HEAD, POST"),
        ("/api/players", "POST"),
        ("/static/ui/pieces.js", "GET, HEAD"),
        ("/healthz", "GET, HEAD"),
        ("/", "GET, HEAD"),
    ):
        answer = ana.http.request("PUT", path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed), path
        assert answer.json()["error"]


def test_head_is_answered_with_the_headers_of_get(ana: Player, finished: str) -> None:
    for path in (
        "/",
        "/table/x",
        "/static/ui/pieces.js",
        "/api/hello",
        f"/api/tables/{finished}",
        "/healthz",
        "/api/no",
    ):
        head, whole = ana.http.head(path), ana.http.get(path)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        for name in ("content-type", "content-length", "etag", "cache-control"):
            if name != "content-length" or path != "/healthz":
                assert head.headers.get(name) == whole.headers.get(name), (path, name)


# What is below HTTP


def sending(port: int, data: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(data)
    return line


def answer_to(line: socket.socket) -> http.client.HTTPResponse:
    with closing(line):
        answer = http.client.HTTPResponse(line)
        answer.begin()
        answer.body = answer.read()  # type: ignore[attr-defined]
    return answer


def test_two_host_headers_are_refused(sqlite_server: Server) -> None:
    line = sending(sqlite_server.port, b"GET /api/hello HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n")
    assert answer_to(line).status == 400


@pytest.mark.parametrize("headers", [1, 20])
def test_a_head_that_is_too_large_is_refused_though_it_comes_in_one_packet(sqlite_server: Server, headers: int) -> None:
    long = b"x" * ((limits.HEAD + 1000) // headers)
    more = b"".join(b"x-%d: %s\r\n" % (number, long) for number in range(headers))
    answer = answer_to(sending(sqlite_server.port, b"GET / HTTP/1.1\r\nhost: localhost\r\n" + more + b"\r\n"))
    assert answer.status == 431
    fits = b"x: " + b"x" * (limits.HEAD - 1000)
    assert (
        answer_to(sending(sqlite_server.port, b"GET / HTTP/1.1\r\nhost: localhost\r\n" + fits + b"\r\n\r\n")).status
        == 200
    )


def test_a_malformed_request_is_refused_in_words_with_all_headers(sqlite_server: Server) -> None:
    answer = answer_to(sending(sqlite_server.port, b"this is not HTTP\r\n\r\n"))
    assert answer.status == 400
    assert "not a valid HTTP request" in json.loads(answer.body)["error"]  # type: ignore[attr-defined]
    assert all(answer.getheader(name) for name in SECURITY)


def test_malformed_requests_fill_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("trackside.web.server.http_protocol.time.monotonic", lambda: clock[0])
    throttle, logged = Throttle(), []

    def log(text: str) -> None:
        record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, text, None, None)
        if throttle.filter(record):
            logged.append(record.getMessage())

    for _ in range(1000):
        log("Invalid HTTP request received.")
    log("something else")
    clock[0] = 61.0
    log("Invalid HTTP request received.")
    assert logged == [
        "Invalid HTTP request received.",
        "something else",
        "Invalid HTTP request received. 999 more since the last such line.",
    ]


def test_a_server_logs_one_line_about_many_malformed_requests(started: Callable[..., Server]) -> None:
    server = started()
    for _ in range(20):
        answer_to(sending(server.port, b"this is not HTTP\r\n\r\n"))
    assert server.process.stderr is not None
    server.process.terminate()
    assert server.process.stderr.read().count("Invalid HTTP request") == 1


# Tables that nobody may know of


def test_a_private_table_answers_as_one_that_there_is_not(server: Server) -> None:
    ana, eve = server.player("Ana"), server.player("Eve")
    table, missing = ana.table("traxx", "me", "open", watch="nobody"), "0123456789"
    secret = ana.get(f"/tables/{table}")["seats"][1]["invite"].rpartition("/")[2]

    def ask(method: str, path: str, body: dict[str, Any] | None, client: httpx.Client) -> list[tuple[int, str]]:
        asked = [client.request(method, f"/api/tables/{one}{path}", json=body) for one in (table, missing)]
        return [(one.status_code, one.text.replace(table, "?").replace(missing, "?")) for one in asked]

    stranger = httpx.Client(base_url=server.url, timeout=PATIENCE)
    for method, path, body in (
        ("GET", "", None),
        ("DELETE", "", None),
        ("POST", "/seats/1", {}),
        ("POST", "/seats/1", {"invite": "x" * 20}),
        ("POST", "/seats/1", {"salt": "?"}),
        ("POST", "/seats/99", {}),
        ("GET", "/invitations/xxxxxxxxxxxxxxxxxxxx", None),
        ("POST", "/moves", {"seat": 0, "move": 1}),
        ("POST", "/undo", {"seat": 0}),
        ("POST", "/takeover", {"seat": 0}),
        ("GET", "/hint", None),
        ("POST", "/rematch", {}),
        ("GET", "/record", None),
        ("GET", "/replay", None),
        ("GET", "/dice", None),
        ("GET", "/turns/0", None),
        ("GET", "/turns/0?perspective=1", None),
        ("POST", "/whatif", {"at": 0, "seat": 0}),
        ("GET", "/review", None),
        ("POST", "/review", {}),
        ("GET", "/review/steps/0", None),
    ):
        for client in (eve.http, stranger):
            private, none = ask(method, path, body, client)
            assert private == none, (method, path)
            assert private[0] in (401, 404)
    stranger.close()
    for query in ("", "?perspective=0", "?perspective=1", "?language=de"):
        said = []
        for one in (table, missing):
            url = f"ws://localhost:{server.port}/api/tables/{one}/socket{query}"
            with connect(url, additional_headers=eve.headers, open_timeout=PATIENCE) as line:
                said.append(str(line.recv(PATIENCE)).replace(one, "?"))
        assert said[0] == said[1], query
    assert eve.get(f"/tables/{table}/invitations/{secret}")["seat"] == 1
    assert eve.post(f"/tables/{table}/seats/1", invite=secret)["perspective"] == 1
    assert eve.http.get(f"/api/tables/{table}").status_code == 200


def test_plain_answers_pass_the_guard_unchanged() -> None:
    async def hello(request: Request) -> Response:
        return PlainTextResponse(request.method)

    async def test() -> None:
        async with guarded(Route("/", hello)) as client:
            assert (await client.get("/")).text == "GET"
            assert (await client.head("/")).text == ""

    asyncio.run(test())
