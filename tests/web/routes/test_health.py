"""Health checks and metrics, and the headers of proxies that a server trusts."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import psycopg
import pytest
import segno
from fastapi import FastAPI

from tests.web.serving import PATIENCE, Player, Server, sqlite
from trackside.web.routes.health import router
from trackside.web.store.health import Health
from trackside.web.store.store import Store
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.tasks import TaskSet

Starter = Callable[..., Server]

FIGURE = re.compile(r"^(\w+(?:\{.*\})?) (\S+)$", re.MULTILINE)


def figures(server: Server, **headers: str) -> dict[str, float]:
    """The figures of a server by name and labels."""
    text = httpx.get(f"{server.url}/metrics", headers=headers, timeout=PATIENCE).raise_for_status().text
    return {name: float(value) for name, value in FIGURE.findall(text)}


def moves(found: dict[str, float], by: str = "person") -> float:
    """Return the number of moves of The Whole Nine."""
    return found.get(f'trackside_move_seconds_count{{by="{by}",game="whole-nine"}}', 0)


def status(server: Server, path: str, **headers: str) -> int:
    return httpx.get(f"{server.url}{path}", headers=headers, timeout=PATIENCE).status_code


# Health


def test_a_server_that_is_well_says_so(house: Server) -> None:
    answer = httpx.get(f"{house.url}/healthz", timeout=PATIENCE)
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


def app_with(store: Store, tasks: TaskSet, pool: WorkerPool) -> FastAPI:
    """The health check of a server with these parts."""
    app = FastAPI()
    app.include_router(router)
    app.state.services = SimpleNamespace(health=Health(store), tables=SimpleNamespace(tasks=tasks), pool=pool)
    return app


def test_a_background_task_that_fails_is_seen(tmp_path: Path) -> None:
    async def run() -> None:
        store, tasks = Store(sqlite(tmp_path)), TaskSet()
        app = app_with(store, tasks, WorkerPool(0))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")

        async def fail() -> None:
            raise ValueError("a fault")

        assert (await client.get("/healthz")).status_code == 200
        task = tasks.start("leases", fail)
        while not tasks.failing:
            await asyncio.sleep(0.01)
        answer = await client.get("/healthz")
        assert (answer.status_code, answer.json()["status"]) == (503, "failing")
        assert "leases" in answer.json()["error"]
        task.cancel()
        await client.aclose()
        store.close()

    asyncio.run(run())


def test_a_database_file_that_was_deleted_or_replaced_is_noticed(started: Starter) -> None:
    server = started()
    ana = server.player("Ana")
    file = Path(server.database.removeprefix("sqlite:///"))
    assert status(server, "/healthz") == 200
    for word in ("deleted", "replaced"):
        away = file.rename(file.with_name("away.db"))
        if word == "replaced":
            shutil.copy(away, file)
        assert ana.http.post("/api/players", json={"name": "Lost"}).status_code == 503, "nothing is acknowledged"
        answer = wait_for_status(server, 503)
        assert answer["status"] == "failing"
        assert f"was {word}" in answer["error"]
        away.rename(file)
        assert wait_for_status(server, 200)["status"] == "ok"
        assert ana.post("/players", name="Kept")["token"]


def test_bot_processes_that_are_down_are_told_of_and_the_server_is_well(tmp_path: Path) -> None:
    async def run() -> None:
        store, pool = Store(sqlite(tmp_path)), WorkerPool(2)
        app = app_with(store, TaskSet(), pool)
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        assert "warnings" not in (await client.get("/healthz")).json()
        with pytest.MonkeyPatch.context() as without:
            without.setattr(sys, "executable", "/no/such/program")
            pool.start()
            while pool.down < 2:
                await asyncio.sleep(0.01)
        answer = await client.get("/healthz")
        assert answer.status_code == 200, "everybody can play"
        assert answer.json()["warnings"] == ["2 of 2 bot processes are down and being restarted."]
        await pool.close()
        await client.aclose()
        store.close()

    asyncio.run(run())


def wait_for_status(server: Server, wanted: int) -> dict[str, str]:
    """Ask until the health check, whose outcome is reused for a moment, answers with this status."""
    while (answer := httpx.get(f"{server.url}/healthz", timeout=PATIENCE)).status_code != wanted:
        time.sleep(0.1)
    return cast("dict[str, str]", answer.json())


@pytest.mark.long
def test_a_frozen_database_is_told_in_words_and_a_thawed_one_is_well_again(postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
        before = {pid for (pid,) in connection.execute(query)}
        server = Server(postgres)
        try:
            assert status(server, "/healthz") == 200
            frozen = {pid for (pid,) in connection.execute(query)} - before
            assert frozen
            for process in frozen:
                os.kill(process, signal.SIGSTOP)
            try:
                assert wait_for_status(server, 503)["error"] == "The database does not respond."
            finally:
                for process in frozen:
                    os.kill(process, signal.SIGCONT)
            assert wait_for_status(server, 200)["status"] == "ok"
        finally:
            server.stop()


# Figures


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a proxy."""
    running = Server(sqlite(tmp_path_factory.mktemp("direct")))
    yield running
    running.stop()


def test_figures_tell_what_happened_and_nothing_of_whom(direct: Server) -> None:
    server, before = direct, Counter(figures(direct))
    ana = server.player("Ana Figures")
    table = ana.table("whole-nine", "me", "greedy", seed="figures")
    with ana.at(table) as line:
        made = line.play_on(5)
        assert not line.move("nonsense")["ok"]
        found = figures(server)
        assert found["trackside_sockets"] == 1
    assert ana.http.get("/api/tables/none").status_code == 404
    found = figures(server)
    assert moves(found) == made
    assert moves(found, "bot") >= 0
    assert found["trackside_tables"] == 1
    assert found["trackside_sockets"] == 0
    for name, times in (("trackside_socket_refusals_total", 1), ('trackside_requests_total{status="404"}', 1)):
        assert found[name] - before[name] == times
    assert found["trackside_store_commit_jobs_count"] - before["trackside_store_commit_jobs_count"] > made
    assert found["trackside_store_failures_total"] == 0
    assert found["trackside_servers"] == 1
    assert not [name for name in found if name.startswith("trackside_errors_total{")]
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    for secret in ("Ana", table, ana.token, "127.0.0.1"):
        assert secret not in text


@pytest.mark.long
def test_servers_that_share_a_port_are_added_up_whoever_is_asked(tmp_path: Path) -> None:
    shared = tmp_path / "figures"
    shared.mkdir()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(shared)}
    one, two = (Server(sqlite(tmp_path / folder), environment=environment) for folder in ("one", "two"))
    try:
        for server, n in ((one, 3), (two, 4)):
            ana = server.player("Ana")
            with ana.at(ana.table("whole-nine", "me", "greedy")) as line:
                line.play_on(n)
        assert moves(figures(one)) == moves(figures(two)) == 7
        assert figures(one)["trackside_servers"] == 2
        two.kill()
        assert moves(figures(one)) == 7, "what it has done is done"
        assert figures(one)["trackside_servers"] == 1
        assert figures(one)["trackside_tables"] == 1
    finally:
        one.kill()
        two.kill()


# Behind a proxy, or not

OUTSIDE, NETWORKS = "203.0.113.9", "198.51.100.7, 192.0.2.0/24"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes a proxy on this machine, and shows its figures to a network."""
    running = Server(sqlite(tmp_path_factory.mktemp("proxied")), "--behind-proxy", "--metrics-for", NETWORKS)
    yield running
    running.stop()


def test_a_proxy_is_believed_about_the_scheme(proxied: Server) -> None:
    secure = {"x-forwarded-proto": "https", "host": "games.example"}
    hello = httpx.get(f"{proxied.url}/api/hello", headers=secure, timeout=PATIENCE)
    assert "; Secure" in hello.headers["set-cookie"]
    assert qr(proxied, secure) == picture("https://games.example/join/x")
    assert "; Secure" not in httpx.get(f"{proxied.url}/api/hello", timeout=PATIENCE).headers["set-cookie"]


def test_without_a_proxy_nobody_is_believed(direct: Server) -> None:
    server = direct
    spoofed = {"x-forwarded-proto": "https", "x-forwarded-for": OUTSIDE}
    hello = httpx.get(f"{server.url}/api/hello", headers=spoofed, timeout=PATIENCE)
    assert "; Secure" not in hello.headers["set-cookie"]
    assert qr(server, spoofed) == picture(f"{server.url}/join/x")
    assert status(server, "/metrics") == 200
    assert status(server, "/metrics", **{"x-forwarded-for": "127.0.0.1"}) == 403, "a proxy nobody told us of"
    limited = creations_until_refused(server.player(), lambda i: f"203.0.113.{i % 250}")
    assert limited, "another address every time is of no use"


def test_behind_a_proxy_limits_are_those_of_the_real_client(proxied: Server) -> None:
    ana = proxied.player()
    assert creations_until_refused(ana, lambda i: f"198.51.100.{i % 250}, {OUTSIDE}"), "what a client made up is not"
    assert not creations_until_refused(ana, lambda i: "203.0.113.10", most=1), "others are not limited by it"


def test_figures_are_not_for_those_behind_a_proxy(proxied: Server) -> None:
    assert status(proxied, "/metrics") == 200
    for said in (OUTSIDE, f"127.0.0.1, {OUTSIDE}", "127.0.0.1", "nonsense"):
        assert status(proxied, "/metrics", **{"x-forwarded-for": said}) == 403, said


def test_figures_are_for_the_networks_that_are_named(proxied: Server) -> None:
    for said, expected in (
        ("192.0.2.5", 200),
        ("198.51.100.7", 200),
        ("198.51.100.8", 403),
        ("192.0.2.5, 8.8.8.8", 403),
    ):
        assert status(proxied, "/metrics", **{"x-forwarded-for": said}) == expected, said


def test_only_the_named_proxy_is_believed(started: Callable[..., Server]) -> None:
    server = started("--behind-proxy", "198.51.100.1")
    hello = httpx.get(f"{server.url}/api/hello", headers={"x-forwarded-proto": "https"}, timeout=PATIENCE)
    assert "; Secure" not in hello.headers["set-cookie"]
    assert status(server, "/metrics", **{"x-forwarded-for": "127.0.0.1"}) == 403


def qr(server: Server, headers: dict[str, str]) -> bytes:
    return httpx.get(f"{server.url}/api/qr?path=/join/x", headers=headers, timeout=PATIENCE).content


def picture(link: str) -> bytes:
    made = io.BytesIO()
    segno.make(link).save(made, kind="svg", scale=4, border=2, xmldecl=False)
    return made.getvalue()


def creations_until_refused(player: Player, address: Callable[[int], str], most: int = 2000) -> bool:
    """Return True if requests that claim to come from an address are refused in the end for being too many."""
    for i in range(most):
        answer = player.http.post("/api/records", json={"text": "x"}, headers={"x-forwarded-for": address(i)})
        if answer.status_code == 429:
            return True
        assert answer.status_code == 400
    return False
