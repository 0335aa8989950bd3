"""Requests that do not arrive whole, and too many of them: each is refused in words, and nothing stays open."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import httpx
import pytest
import uvicorn
from sqlalchemy import create_engine, text
from websockets.sync.client import ClientConnection, connect

from tests.web.serving import PATIENCE, Server, sqlite
from trackside.web import limits
from trackside.web.app import make_app
from trackside.web.limits import Limits
from trackside.web.server.clients import Clients
from trackside.web.server.guard import Guard
from trackside.web.server.hosts import Hosts
from trackside.web.server.http_protocol import http_protocol
from trackside.web.server.metrics import Metrics
from trackside.web.server.websocket import WebSocketProtocol
from trackside.web.settings import Settings

Serve = Callable[..., int]
HELLO = b"GET /api/hello HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST /api/players HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Return a function that runs a server with its own limits and returns its port."""
    running: list[tuple[uvicorn.Server, threading.Thread, socket.socket]] = []

    def start(
        *,
        head: float = PATIENCE,
        body: float = PATIENCE,
        connections: int | None = None,
        most: int | None = None,
        proxies: str = "",
    ) -> int:
        real = make_app(Settings(sqlite(tmp_path_factory.mktemp("half-sent")), bot_processes=0))
        clients = Clients(Limits(connections=most))
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(
                Guard(real, Hosts(), metrics=Metrics(), clients=clients, body_seconds=body),
                http=http_protocol(connections, head),
                ws=WebSocketProtocol,
                log_level="critical",
                forwarded_allow_ips=proxies,
            )
        )
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        running.append((server, thread, listening))
        return int(listening.getsockname()[1])

    yield start
    for server, thread, listening in running:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()


@pytest.fixture(scope="module")
def patient(serve: Serve) -> int:
    """The port of a server that waits."""
    return serve()


@pytest.fixture(scope="module")
def impatient(serve: Serve) -> int:
    """The port of a server that hardly waits."""
    return serve(head=0.3, body=0.3)


def send(port: int, *parts: bytes) -> socket.socket:
    """A connection over which something has been sent."""
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    for part in parts:
        line.sendall(part)
    return line


def heard(line: socket.socket) -> bytes:
    """All that is sent until the connection is closed."""
    with closing(line):
        return b"".join(iter(lambda: line.recv(65536), b""))


def first_answer(line: socket.socket) -> int:
    """The status of the first answer, read to its end."""
    answer = http.client.HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer.status


def refusal(answer: bytes) -> tuple[int, str]:
    """The status and the words of the only answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert answer.count(b"HTTP/1.1 ") == 1
    return int(head.split()[1]), json.loads(body)["error"]


def first_message(line: ClientConnection) -> Any:
    """Return the first message of a socket."""
    return json.loads(line.recv(PATIENCE))


def new_table(port: int) -> str:
    """The address of the socket of a new table, in German."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as browser:
        browser.get("/api/hello")
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = browser.post("/api/tables", json={"game": "traxx", "seats": seats}).json()["table"]
    return f"ws://127.0.0.1:{port}/api/tables/{table}/socket?language=de"


def wait_until(condition: Callable[[], bool]) -> None:
    """The server notices a little later that a connection is gone."""
    for _ in range(PATIENCE * 10):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError


@pytest.mark.parametrize("part", [b"G", b"GET / HTTP/1.1\r\nhost: loc", HELLO])
def test_a_request_that_is_never_finished_is_not_waited_for(impatient: int, part: bytes) -> None:
    status, said = refusal(heard(send(impatient, part)))
    assert (status, said) == (408, "The request took too long to arrive: send it again.")


def test_a_connection_over_which_nothing_comes_is_closed(impatient: int) -> None:
    assert heard(send(impatient)) == b""


def test_a_second_request_that_is_never_finished_is_not_waited_for(impatient: int) -> None:
    line = send(impatient, HELLO + b"\r\n")
    assert first_answer(line) == 200
    line.sendall(HELLO)
    status, said = refusal(heard(line))
    assert (status, said) == (408, "The request took too long to arrive: send it again.")


@pytest.mark.parametrize("head", [b"content-length: 20\r\n\r\n", b"transfer-encoding: chunked\r\n\r\n5\r\n"])
def test_a_body_that_is_never_finished_is_not_waited_for(impatient: int, head: bytes) -> None:
    status, said = refusal(heard(send(impatient, POST + head, b'{"na')))
    assert (status, said) == (408, "The request took too long to arrive: send it again.")


def test_a_body_that_nobody_reads_is_not_waited_for(impatient: int) -> None:
    line = send(impatient, b"POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{")
    assert first_answer(line) in (404, 405)
    line.sendall(b"{")
    assert heard(line) == b"", "it has had its answer"


def test_a_request_in_pieces_is_answered(patient: int) -> None:
    body = b'{"name": "Ana"}'
    parts = [bytes([byte]) for byte in POST + b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body]
    answer = heard(send(patient, *parts))
    assert answer.startswith(b"HTTP/1.1 201 Created")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["name"] == "Ana"


def test_what_comes_before_the_body_has_a_limit(patient: int) -> None:
    endless = [b"x-%d: %s\r\n" % (i, b"y" * 1000) for i in range(limits.HEAD // 1000 + 1)]
    try:
        status, said = refusal(heard(send(patient, HELLO, *endless)))
    except ConnectionError:  # closed while there was more to send: the answer may be lost
        return
    assert (status, said.startswith("The request headers exceed")) == (431, True)


def test_a_body_without_a_length_has_a_limit(patient: int) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    line = send(patient, POST + b"transfer-encoding: chunked\r\n\r\n")
    try:
        for _ in range(limits.BODY // 0x10000 + 2):
            line.sendall(chunk)
        status, said = refusal(heard(line))
    except ConnectionError:  # closed while there was more to send: the answer may be lost
        return
    assert (status, said) == (413, f"A request may have at most {limits.BODY} bytes: this one is larger.")


def test_one_address_has_only_so_many_connections(serve: Serve) -> None:
    port = serve(connections=3)
    lines = [send(port, b"GET ") for _ in range(3)]
    status, said = refusal(heard(send(port)))
    assert (status, said) == (429, "There are 3 connections from your address already: close some first.")
    for line in lines:
        line.close()
    for _ in range(10):
        wait_until(lambda: httpx.get(f"http://127.0.0.1:{port}/api/solo", timeout=PATIENCE).status_code == 200)


def test_one_address_has_only_so_many_sockets(serve: Serve) -> None:
    port = serve(connections=2, most=3)
    url = new_table(port)
    with ExitStack() as stack:
        for _ in range(3):
            assert first_message(stack.enter_context(connect(url, open_timeout=PATIENCE)))["type"] == "table"
        with connect(url, open_timeout=PATIENCE) as one_more:
            said = first_message(one_more)["error"]
        assert said == "Von deiner Adresse kommen schon 3 Verbindungen: Schließ erst welche."
        refused = httpx.get(f"http://127.0.0.1:{port}/api/solo?language=de", timeout=PATIENCE)
        assert (refused.status_code, refused.json()["error"]) == (429, said)

    def is_let_in() -> bool:
        with connect(url, open_timeout=PATIENCE) as again:
            return bool(first_message(again)["type"] == "table")

    for _ in range(5):
        wait_until(is_let_in)


def test_behind_a_proxy_the_addresses_are_those_of_its_clients(serve: Serve) -> None:
    port = serve(most=1, proxies="127.0.0.1")
    url = new_table(port)

    def address(last: int) -> dict[str, str]:
        return {"x-forwarded-for": f"10.0.0.{last}"}

    with connect(url, additional_headers=address(1), open_timeout=PATIENCE) as one:
        assert first_message(one)["type"] == "table"
        with connect(url, additional_headers=address(1), open_timeout=PATIENCE) as again:
            assert first_message(again)["error"].startswith("Von deiner Adresse kommen schon 1")
        with connect(url, additional_headers=address(2), open_timeout=PATIENCE) as another:
            assert first_message(another)["type"] == "table"


def test_visits_without_a_cookie_leave_nothing(house: Server) -> None:
    def rows() -> int:
        engine = create_engine(house.database)
        with engine.connect() as connection:
            count: int = connection.execute(text("select count(*) from players")).scalar_one()
        engine.dispose()
        return count

    before = rows()
    for _ in range(20):
        assert httpx.get(f"{house.url}/api/hello", timeout=PATIENCE).json()["name"] == ""
    assert rows() == before
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as browser:
        browser.get("/api/hello")
        table = browser.post("/api/tables", json={"game": "traxx", "seats": [{"kind": "me"}]})
        assert table.status_code == 201
        assert rows() == before
        browser.post("/api/name", json={"name": "Ana"})
        assert browser.get("/api/hello").json()["name"] == "Ana"
    assert rows() == before + 1
