"""Limits by cost: who a client is, what it is charged, and what becomes of it when its budget is spent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from tests.web.serving import PATIENCE, Server
from tests.web.workers.test_background import Held, until
from trackside.core.errors import BadOption
from trackside.web.errors import HttpError
from trackside.web.limits import DEFAULTS, NAMES, Limits, describe
from trackside.web.server.buckets import LONGEST_DEBT, Addresses, Bucket, prefix_of
from trackside.web.server.clients import BURST, Asked, Client, Clients, Metered, Tokens, current_client, work_for
from trackside.web.server.guard import Guard
from trackside.web.server.hosts import Hosts
from trackside.web.server.metrics import Metrics
from trackside.web.workers.background import BackgroundThread

ONE, OTHER = "198.51.100.1", "198.51.100.2"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of all buckets, which stands still."""
    now = [0.0]
    monkeypatch.setattr("trackside.web.server.buckets.time.monotonic", lambda: now[0])
    return now


def connection(address: str, token: str | None = None) -> HTTPConnection:
    headers = [] if token is None else [(b"authorization", f"Bearer {token}".encode())]
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": headers})


# Who a client is


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_an_ipv6_customer_has_one_address(address: str, counted: str) -> None:
    assert prefix_of(address) == counted


def test_connections_are_counted_by_prefix() -> None:
    addresses = Addresses(2)
    addresses.add("2001:db8::1")
    addresses.add("2001:db8::2")
    with pytest.raises(HttpError, match="2 connections from your address"):
        addresses.add("2001:db8::3")
    addresses.add("2001:db8:0:1::3")
    addresses.remove("2001:db8::1")
    addresses.add("2001:db8::4")


def test_only_issued_tokens_are_players() -> None:
    clients = Clients(DEFAULTS)
    issued = clients.tokens.issue()
    assert clients.identify(connection(ONE, issued)).player is not None
    first, last = ("y" if issued[0] == "x" else "x"), ("1" if issued[-1] == "0" else "0")
    for made_up in (None, "a" * 32, issued[:-1] + last, first + issued[1:], issued[:32]):
        client = clients.identify(connection(ONE, made_up))
        assert (client.player, client.name) == (None, ONE)
    assert not Tokens().is_issued(issued), "another database has another key"
    assert Tokens(clients.tokens.key).is_issued(issued)


def test_the_owner_of_a_table_is_the_address_of_its_host() -> None:
    clients = Clients(DEFAULTS)
    client = clients.identify(connection("2001:db8::1", clients.tokens.issue()))
    assert clients.owner(client.player) == "2001:db8::/64"
    assert clients.owner("not seen since the start") == "not seen since the start"
    assert clients.owner(None) is None


# Options


def test_every_limit_is_an_option() -> None:
    changed = DEFAULTS.changed(["connections=1000", "work=off", "connections=2000"])
    assert (changed.connections, changed.work, changed.jobs) == (2000, None, DEFAULTS.jobs)
    assert Limits.none().changed(["hints=1"]) == Limits(**{**dict.fromkeys(NAMES), "hints": 1})


def test_every_limit_is_documented() -> None:
    documented = (Path(__file__).parents[3] / "docs" / "operate.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"\n| `{name}` | {getattr(DEFAULTS, name)} | " in documented
        assert f"{name} ({getattr(DEFAULTS, name)}): " in describe()


@pytest.mark.parametrize("setting", ["connections", "connections=", "jobs=0", "jobs=-1", "jobs=²", "jobs=1e3", "x=1"])
def test_a_limit_that_makes_no_sense_is_refused_in_words(setting: str) -> None:
    with pytest.raises(BadOption, match=f"--limit {setting}: "):
        DEFAULTS.changed([setting])


# Budgets


def test_a_bucket_can_be_in_debt_but_not_without_end(clock: list[float]) -> None:
    bucket = Bucket(burst=100, rate=10)
    bucket.spend(120)
    assert (bucket.level, bucket.wait()) == (-20, 2)
    clock[0] += 1
    assert bucket.wait() == 1
    bucket.spend(1_000_000)
    assert bucket.wait() == LONGEST_DEBT


def test_a_client_pays_for_its_address_and_for_itself(clock: list[float]) -> None:
    clients = Clients(Limits(work=100))
    ana = clients.identify(connection(ONE, clients.tokens.issue()))
    ben = clients.identify(connection(ONE, clients.tokens.issue()))
    self_made = clients.identify(connection(ONE, "x" * 32))
    other = clients.identify(connection(OTHER))
    ana.charge(BURST * 100 / 2 + 1)
    assert ana.wait() > 0, "a player may use half of what an address may"
    assert (ben.wait(), self_made.wait()) == (0, 0)
    ben.charge(BURST * 100 / 2)
    assert self_made.wait() > 0, "a token that was not issued is its address"
    assert clients.identify(connection(ONE, "y" * 32)).wait() > 0, "and another one is the same"
    assert other.wait() == 0
    clock[0] += 1
    assert ana.wait() == ben.wait() == self_made.wait() == 0


def test_without_a_limit_nothing_is_counted() -> None:
    client = Clients(Limits.none()).identify(connection(ONE))
    client.charge(1_000_000)
    assert client.wait() == 0


def test_work_is_charged_step_by_step_and_waiting_costs_nothing() -> None:
    class Paying(Client):
        def __init__(self) -> None:
            super().__init__(ONE, None)
            self.charged: list[float] = []

        def charge(self, milliseconds: float) -> None:
            self.charged.append(milliseconds)

    async def work() -> str:
        await asyncio.sleep(0.2)
        with pytest.raises(ZeroDivisionError):
            await fail()
        until = time.thread_time() + 0.01
        while time.thread_time() < until:
            pass
        return "done"

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    async def test() -> None:
        client = Paying()
        assert await Metered(work(), client) == "done"
        assert len(client.charged) == 3
        assert 10 <= sum(client.charged) < 200
        task = asyncio.ensure_future(_metered(asyncio.sleep(PATIENCE), client))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(test())


async def _metered(work: Any, client: Client) -> None:
    await Metered(work, client)


class Counting:
    """An application that counts its calls."""

    def __init__(self) -> None:
        self.calls: list[str | None] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = current_client()
        self.calls.append(None if client is None else client.address)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def answered(guard: Guard, address: str) -> tuple[int, dict[bytes, bytes]]:
    """The status and the headers of what a client is answered."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "client": (address, 1), "headers": headers, "query_string": b""}
    scope |= {"path": "/api/hello", "scheme": "http"}
    await guard(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


def test_a_client_without_budget_is_refused_before_any_work_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        app, clients = Counting(), Clients(Limits(work=100))
        guard = Guard(app, hosts=Hosts(), metrics=Metrics(), clients=clients)
        assert (await answered(guard, ONE))[0] == 200
        clients.identify(connection(ONE)).charge(10_000)
        status, headers = await answered(guard, ONE)
        assert status == 429
        assert 0 < int(headers[b"retry-after"]) <= LONGEST_DEBT
        assert (await answered(guard, OTHER))[0] == 200
        assert app.calls == [ONE, OTHER]
        clients.identify(connection(ONE)).charge(-10_000)
        assert (await answered(guard, ONE))[0] == 200

    monkeypatch.setattr("trackside.web.server.clients.Client.admit.__defaults__", (0.01,))
    asyncio.run(test())


def test_a_client_without_budget_waits_a_little_and_is_served_in_order() -> None:
    async def test() -> None:
        client = Clients(Limits(work=1000)).identify(connection(ONE))
        client.charge(BURST * 1000 + 50)
        served: list[int] = []

        async def ask(number: int) -> None:
            await client.admit(PATIENCE)
            served.append(number)

        await asyncio.gather(*map(ask, range(5)))
        assert served == [0, 1, 2, 3, 4]
        assert client.wait() == 0

    asyncio.run(test())


def test_requests_under_way_count_before_their_cost_is_known(clock: list[float]) -> None:
    client = Clients(Limits(work=1)).identify(connection(ONE))
    with client.deposit():
        assert client.wait() > 0
    assert client.wait() == 0


# What is counted by address


def test_the_desk_counts_self_made_tokens_as_their_address_and_addresses_take_turns() -> None:
    async def test() -> None:
        clients, background = Clients(Limits(jobs=2, shared=2)), BackgroundThread(Limits(jobs=2, shared=2))
        held, order = Held(), list[str]()

        async def ask(address: str, token: str | None, name: str) -> None:
            work_for(clients.identify(connection(address, token)))
            await background.do(name, lambda check_cancelled: order.append(name))

        async def hold() -> None:
            await background.do("the server itself", held)

        tasks = [asyncio.create_task(hold())]
        await until(held.begun.is_set)
        for number in range(2):
            tasks.append(asyncio.create_task(ask(ONE, f"{number}" * 32, f"one {number}")))
        await asyncio.sleep(0)
        with pytest.raises(HttpError, match="2 requests in progress"):
            await asyncio.create_task(ask(ONE, "x" * 32, "too many"))
        for number in range(2):
            tasks.append(asyncio.create_task(ask(ONE, clients.tokens.issue(), f"issued {number}")))
        await asyncio.sleep(0)
        with pytest.raises(HttpError, match="4 requests in progress"):
            await asyncio.create_task(ask(ONE, clients.tokens.issue(), "too many"))
        tasks.append(asyncio.create_task(ask(OTHER, None, "other")))
        await asyncio.sleep(0)
        held.go.set()
        await asyncio.gather(*tasks)
        assert order == ["one 0", "other", "one 1", "issued 0", "issued 1"]
        assert not background.waiting
        background.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_what_an_address_asked_for_is_forgotten_when_it_is_done() -> None:
    async def test() -> None:
        asked: Asked[int] = Asked()
        questions: list[list[int]] = []

        async def remaining(keys: list[int]) -> list[int]:
            questions.append(keys)
            return [key for key in keys if key > 1]

        for key in (1, 2, 3, 3):
            asked.add(ONE, key)
        assert await asked.count(ONE, 4, remaining) == 3
        assert questions == []
        assert await asked.count(ONE, 3, remaining) == 2
        assert questions == [[1, 2, 3]]
        assert await asked.count(OTHER, 3, remaining) == 0

    asyncio.run(test())


# A real server


def test_a_server_with_a_small_budget_refuses_one_flood_and_answers_others(started: Callable[..., Server]) -> None:
    server = started("--limit", "work=1")
    refused: list[httpx.Response] = []

    def ask(number: int) -> httpx.Response:
        token = {"authorization": f"Bearer {number:032}"}
        return httpx.get(f"{server.url}/api/tables", headers=token, timeout=PATIENCE)

    with ThreadPoolExecutor(10) as many:
        while not refused:
            refused = [one for one in many.map(ask, range(10)) if one.status_code == 429]
    assert int(refused[0].headers["retry-after"]) > 0
    assert "share of the server's time" in refused[0].json()["error"]
    transport = httpx.HTTPTransport(local_address="127.0.0.3")
    with httpx.Client(transport=transport, timeout=PATIENCE) as elsewhere:
        assert elsewhere.get(f"http://127.0.0.1:{server.port}/api/tables").status_code == 200


def test_a_host_has_only_so_many_unfinished_tables(started: Callable[..., Server]) -> None:
    server = started("--limit", "tables=2", "--limit", "shared=2")
    ana, others = server.player("Ana"), [server.player() for _ in range(2)]
    tables = [ana.table("traxx", "me", "greedy") for _ in range(2)]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    status, said = ana.refused("/tables", game="traxx", seats=seats)
    assert (status, said) == (429, "You already have 2 unfinished tables: finish or discard some first.")
    ana.http.delete(f"/api/tables/{tables[0]}").raise_for_status()
    ana.table("traxx", "me", "greedy")
    others[0].table("traxx", "me", "greedy")
    others[0].table("traxx", "me", "greedy")
    assert others[1].refused("/tables", game="traxx", seats=seats)[0] == 429, "an address has as many as two players"
