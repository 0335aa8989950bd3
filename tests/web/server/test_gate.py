"""A closed server: nobody comes in without the password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.web.browser.people import running_browser
from tests.web.serving import PATIENCE, Server, sqlite
from trackside.cli import main
from trackside.core.errors import BadOption
from trackside.terminal.remote import RemoteTable
from trackside.web.errors import HttpError
from trackside.web.server import password as passwords
from trackside.web.server.password import Attempts, Password, network_of, read_password

SECRET = "Grüne Schildkröte"


class ClosedServer(Server):
    """A server with a password."""

    def wait_until_it_answers(self) -> None:
        """The health check needs no password."""
        httpx.get(f"{self.url}/healthz", timeout=PATIENCE).raise_for_status()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClosedServer]:
    folder = tmp_path_factory.mktemp("closed")
    (folder / "password").write_text(f"{SECRET}\n", encoding="utf-8")
    running = ClosedServer(sqlite(folder), "--password-file", str(folder / "password"))
    yield running
    running.stop()


def client(server: Server, headers: dict[bytes, bytes] | None = None) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE)


@contextmanager
def program(server: Server) -> Iterator[httpx.Client]:
    """A program that knows the password."""
    with client(server, {b"trackside-password": SECRET.encode()}) as made:
        made.headers["authorization"] = f"Bearer {made.post('/api/players', json={'name': 'Ana'}).json()['token']}"
        yield made


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/table/abc",
        "/api/hello",
        "/api/tables",
        "/api/openapi.json",
        "/api/docs",
        "/games/traxx/board.js",
        "/api/nowhere",
        "/x",
    ],
)
def test_nothing_is_shown_without_the_password(closed: Server, path: str) -> None:
    with client(closed) as stranger:
        answer = stranger.get(path)
        assert answer.status_code == 401
        assert answer.json()["error"].startswith("This server needs a password")
        assert "set-cookie" not in answer.headers
        assert answer.headers["x-frame-options"] == "DENY"
        page = stranger.get(path, headers={"accept": "text/html", "accept-language": "de"})
        assert page.status_code == 401
        assert ("Dieser Server braucht ein Passwort" in page.text) == (not path.startswith("/api/"))
        assert stranger.post("/api/players", json={"name": "Eve"}).status_code == 401


def test_health_is_open_without_detail(closed: Server) -> None:
    with client(closed) as stranger, program(closed) as friend:
        assert stranger.get("/healthz").json() == {"status": "ok"}
        assert "version" in friend.get("/healthz").json()
        assert stranger.get("/static/icons/icon.svg").status_code == 200


def test_sockets_need_the_password(closed: Server) -> None:
    with program(closed) as friend:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        table = friend.post("/api/tables", json={"game": "whole-nine", "seats": seats}).json()["table"]
        url = f"ws://localhost:{closed.port}/api/tables/{table}/socket?language=de"
        headers = {"authorization": friend.headers["authorization"]}
        with connect(url, additional_headers=headers, open_timeout=PATIENCE) as socket:
            assert "Dieser Server braucht ein Passwort" in str(socket.recv(PATIENCE))
        headers["trackside-password"] = Password(SECRET).invitation
        with connect(url, additional_headers=headers, open_timeout=PATIENCE) as socket:
            assert '"type":"table"' in str(socket.recv(PATIENCE))


def test_a_browser_sends_the_password_once(closed: Server) -> None:
    with client(closed) as browser:
        wrong = browser.post("/api/login?language=de", json={"password": "falsches Passwort"})
        assert (wrong.status_code, wrong.json()["error"]) == (401, "Falsches Passwort.")
        for form in ("{}", "[]", '{"password": 3}', "nonsense"):
            assert browser.post("/api/login", content=form).status_code == 401
        right = browser.post("/api/login", json={"password": SECRET})
        assert right.status_code == 204
        assert {"HttpOnly", "SameSite=lax"} <= set(right.headers["set-cookie"].split("; "))
        assert browser.get("/api/hello").status_code == 200
        assert browser.get("/", headers={"accept": "text/html"}).status_code == 200
        assert (
            browser.post("/api/login", json={"password": SECRET}, headers={"origin": "http://evil"}).status_code == 403
        )


def test_guessing_is_slowed_down_for_the_network_that_guesses(closed: Server) -> None:
    transport = httpx.HTTPTransport(local_address="127.0.0.8")
    with httpx.Client(base_url=f"http://127.0.0.1:{closed.port}", transport=transport, timeout=PATIENCE) as eve:
        seen = [eve.post("/api/login", json={"password": f"guess {n}"}).status_code for n in range(2 * passwords.BURST)]
        assert seen[: passwords.BURST] == [401] * passwords.BURST
        assert 429 in seen
        while (answer := eve.get("/api/hello", headers={"trackside-password": "another guess"})).status_code != 429:
            pass
        assert "Too many wrong passwords" in answer.json()["error"]
    with program(closed) as friend:
        assert friend.get("/api/hello").status_code == 200


def test_wrong_passwords_are_forgiven_with_time() -> None:
    now = 1000.0
    attempts = Attempts(lambda: now)
    for _ in range(passwords.BURST):
        attempts.check("2001:db8::1")
        attempts.failed("2001:db8::1")
    with pytest.raises(HttpError):
        attempts.check("2001:db8::2")  # another address of the same customer
    attempts.check("2001:db8:0:1::1")
    now += passwords.EVERY
    attempts.check("2001:db8::1")
    assert network_of("192.0.2.1") == "192.0.2.1"


def test_the_terminal_sends_the_password(closed: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))
    monkeypatch.setenv("TRACKSIDE_PASSWORD", SECRET)
    with program(closed) as friend:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        table = friend.post("/api/tables", json={"game": "whole-nine", "seats": seats}).json()["table"]
        remote = RemoteTable(f"{closed.url}/table/{table}", "en")
        assert remote.game.name == "whole-nine"
        remote.leave()


@pytest.mark.parametrize(
    ("content", "words"),
    [("short\n", "8 to 200 characters"), ("two lines\nof text\n", "is one line"), (" spaces around ", "is one line")],
)
def test_a_bad_password_is_refused(content: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "password").write_text(content, encoding="utf-8")
    with pytest.raises(BadOption, match=words):
        read_password(str(tmp_path / "password"), None)
    with pytest.raises(BadOption, match="TRACKSIDE_PASSWORD"):
        read_password(None, content)


def test_the_file_comes_before_the_variable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "password").write_text("from the file\r\n", encoding="utf-8")
    assert read_password(str(tmp_path / "password"), "from the variable") == "from the file"
    assert read_password(None, "from the variable") == "from the variable"
    assert read_password(None, None) is None
    assert main(["serve", "--password-file", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_workers_share_the_password_of_the_environment(tmp_path: Path, postgres: str) -> None:
    running = ClosedServer(postgres, "--workers", "2", environment={"TRACKSIDE_PASSWORD": SECRET})
    try:
        with client(running) as browser:
            for _ in range(10):
                assert browser.get("/api/hello", headers={"connection": "close"}).status_code == 401
            browser.post("/api/login", json={"password": SECRET}).raise_for_status()
            for _ in range(10):
                assert browser.get("/api/hello", headers={"connection": "close"}).status_code == 200
    finally:
        running.stop()


def test_people_enter_with_the_password_or_a_link(closed: Server) -> None:
    with running_browser() as browser:
        with browser.new_context(locale="de") as context:
            page = context.new_page()
            page.goto(f"{closed.url}/rules/traxx")
            page.get_by_label("Passwort").fill("nicht das Passwort")
            page.get_by_role("button", name="Eintreten").click()
            page.get_by_text("Falsches Passwort.").wait_for()
            page.get_by_role("link", name="English").click()
            page.get_by_label("Password").fill(SECRET)
            page.get_by_role("button", name="Enter").click()
            page.get_by_role("heading", name=re.compile("Träxx")).first.wait_for()
        with browser.new_context(locale="en") as context:
            page = context.new_page()
            page.goto(f"{closed.url}/#enter={Password(SECRET).invitation}")
            page.get_by_role("heading", name=re.compile("Träxx")).first.wait_for()
            assert "enter" not in page.url
