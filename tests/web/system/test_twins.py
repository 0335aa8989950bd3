"""Nothing that a seat or a stranger can fetch depends on what it may not know, byte for byte.

Two servers have the same tables, with the same seats, seeds and times; but at each table the games are twins, which
differ in what the observer may not know. The observer asks both for everything there is to ask for.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from fastapi import FastAPI

from tests.web.serving import sqlite
from tests.web.system.twins import WITH_SECRETS, Told, Twins, make_twins
from trackside.core.protocol import SPECTATOR
from trackside.games import GAMES
from trackside.play.bots import Players, Question
from trackside.search.choice import Choice
from trackside.web.app import make_app
from trackside.web.limits import Limits
from trackside.web.server.websocket import EXTENSION
from trackside.web.settings import Settings
from trackside.web.store import tables as queries
from trackside.web.store.listing import ListingWriter
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.changes import PLAYING
from trackside.web.tables.live import LiveTable
from trackside.web.tables.log import Row
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, PERSON, Occupant, digest
from trackside.web.tables.table import Table
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.queue import Unwanted

TODAY = 1_800_000_000_000
"""The time of day, which stands still."""

SECOND = 1000
STRANGER = "a-stranger-who-looks-on"
ELSEWHERE = ("192.0.2.7", 4242)
"""The observer's address: not on the server's machine."""

CONTEXT = 60
"""Characters that are shown before the first difference of two messages."""

ADVICE = "mcts:12"
"""The player that gives hints: its search is short."""

Request = tuple[str, str, Any]
"""A method, a path and a body."""


class Adviser(WorkerPool):
    """Thinks here and now."""

    def __init__(self, *_: Any) -> None:
        super().__init__(0)
        self.ready, self.is_warm = set(GAMES), True

    async def choose(self, question: Question, **_: Any) -> Choice:
        return Players().choose(replace(question, player=ADVICE))


class Prompt(ListingWriter):
    """A listing writer that writes immediately."""

    all: ClassVar[list[Prompt]] = []

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, pause=0)
        self.all.append(self)

    @classmethod
    async def settle(cls) -> None:
        """Wait until it is written."""
        while any(one._writer for one in cls.all):
            await asyncio.sleep(0)


@dataclass(frozen=True)
class Pair:
    """A table at which twins are played."""

    id: str
    twins: Twins

    def token(self, seat: int) -> str:
        """Return the secret of the player at a seat."""
        return STRANGER if seat == SPECTATOR else f"the-player-of-{self.id}-on-seat-{seat}"

    @property
    def observer(self) -> str:
        return self.token(self.twins.perspective)

    def occupants(self) -> list[Occupant]:
        return [
            Occupant(seat, PERSON, digest(self.token(seat)), f"P{seat}", salt=f"{seat}" * 32)
            for seat in range(self.twins.seats)
        ]

    def row(self) -> Row:
        """The table, as all may know it."""
        game, options = self.twins.game, self.twins.game.card.choose(self.twins.seats, {})
        texts = {name: choice.text for name, choice in options.items()}
        row = creation.new_row(game, self.twins.seats, texts, digest(self.token(0)))
        row |= {"id": self.id, "seed": "0" * 32, "status": PLAYING, "watch": "anyone", "hints": 1, "clock": 86400}
        return row | {"began": TODAY - 10_000 * SECOND, "changed": TODAY - 10_000 * SECOND}

    def log(self, side: int) -> list[Row]:
        """Return the log of one twin: entries seen in both have the same time, the others any time."""
        chooser, at = random.Random(f"{self.id} {side}"), TODAY - 9_000 * SECOND
        return [
            self.entry(number, told, (at := at + SECOND * told[1]), chooser)
            for number, told in enumerate(self.twins.logs[side])
        ]

    def entry(self, number: int, told: Told, at: int, chooser: random.Random) -> Row:
        (seat, move), is_seen = told
        late = 0 if is_seen else chooser.randrange(SECOND)
        return {
            "table_id": self.id,
            "number": number,
            "kind": "move",
            "seat": seat,
            "move": move,
            "message": None,
            "at": at + late,
        }


class Side:
    """One of the two servers, and its observer."""

    def __init__(self, number: int, app: FastAPI) -> None:
        self.number, self.app = number, app
        transport = httpx.ASGITransport(app=app, client=ELSEWHERE)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def ask(self, token: str | None, request: Request) -> tuple[Any, ...]:
        """All that comes back."""
        method, path, body = request
        self.http.cookies.clear()
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        await Prompt.settle()
        answer = await self.http.request(method, path, json=body, headers=headers)
        return answer.status_code, sorted(answer.headers.multi_items()), answer.content

    async def make_secret_moves(self, pair: Pair) -> None:
        """The others act, unseen: at each side otherwise."""
        for seat, move in pair.twins.secret[self.number]:
            made = await self.ask(
                pair.token(seat), ("POST", f"/api/tables/{pair.id}/moves", {"seat": seat, "move": move})
            )
            assert made[0] == 200, made


class Line:
    """A live connection inside this process, and its wire; keeps every line it is sent."""

    hear: Callable[[str], None] | None = None
    drained: Callable[[], None] | None = None
    has_room = True

    def __init__(self, side: Side, pair: Pair, query: str) -> None:
        self.lines: list[str] = []
        self.news = asyncio.Event()
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {pair.observer}".encode())]
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{pair.id}/socket",
            "query_string": query.encode(),
            "headers": headers,
            "client": ELSEWHERE,
            "scheme": "ws",
            "subprotocols": [],
            "root_path": "",
            "extensions": {EXTENSION: self},
        }
        self.task = asyncio.create_task(side.app(scope, self.incoming.get, self.keep))

    def write(self, text: bytes) -> None:
        self.lines += text.decode().split("\n")
        self.news.set()

    def pause(self) -> None:
        raise AssertionError("nothing waits here")

    resume = pause

    async def keep(self, message: Any) -> None:
        """Return the application's headers about the connection itself."""
        self.lines.append(json.dumps({"type": message["type"], "code": message.get("code")}))
        self.news.set()

    async def say(self, kind: str, identifier: str, **more: Any) -> None:
        """Send a message and wait for its answer."""
        self.incoming.put_nowait(
            {"type": "websocket.receive", "text": json.dumps({"type": kind, "id": identifier, **more})}
        )
        while not any(json.loads(line).get("id") == identifier for line in self.lines):
            self.news.clear()
            waiting = asyncio.create_task(self.news.wait())
            await asyncio.wait([waiting, self.task], return_when=asyncio.FIRST_COMPLETED)
            assert not self.task.done(), (self.lines, self.task)

    async def close(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


# What can be asked for: a route that is not here fails a test


def of_a_table(pair: Pair) -> dict[str, list[Request]]:
    """Requests to the routes of one table; none of them changes the game."""
    perspective, at = max(pair.twins.perspective, 0), f"/api/tables/{pair.id}"
    other = (perspective + 1) % pair.twins.seats
    wrong = [
        {"seat": seat, "move": move} for seat in (perspective, other) for move in ("nonsense", "z5", "trip 1", 9999)
    ]
    return {
        "GET /api/tables": [("GET", f"/api/tables?language={language}", None) for language in ("en", "de")],
        "GET /api/tables/{table_id}": [("GET", at, None), ("GET", f"{at}?language=de", None)],
        "POST /api/tables/{table_id}/seats/{seat}": [
            ("POST", f"{at}/seats/{seat}", {"invite": "?"}) for seat in (other, 9)
        ],
        "DELETE /api/tables/{table_id}/seats/{seat}": [("DELETE", f"{at}/seats/{seat}", None) for seat in (other, 9)],
        "GET /api/tables/{table_id}/invitations/{secret}": [("GET", f"{at}/invitations/none", None)],
        "POST /api/tables/{table_id}/moves": [("POST", f"{at}/moves", body) for body in wrong]
        + [("POST", f"{at}/moves?language=de", {**wrong[0], "version": 1})],
        "POST /api/tables/{table_id}/undo": [("POST", f"{at}/undo", {"seat": other})],
        "POST /api/tables/{table_id}/takeover": [("POST", f"{at}/takeover", {"seat": 9})],
        "POST /api/tables/{table_id}/commit": [("POST", f"{at}/commit", {"seat": perspective, "commitment": "0" * 64})],
        "POST /api/tables/{table_id}/reveal": [
            ("POST", f"{at}/reveal", {"seat": seat, "salt": "0123456789abcdef"}) for seat in (perspective, other)
        ],
        "GET /api/tables/{table_id}/hint": [("GET", f"{at}/hint?seat={seat}", None) for seat in (perspective, other)],
        "POST /api/tables/{table_id}/rematch": [("POST", f"{at}/rematch", None)],
        "GET /api/tables/{table_id}/record": [("GET", f"{at}/record", None)],
        "GET /api/tables/{table_id}/dice": [("GET", f"{at}/dice", None)],
        "GET /api/tables/{table_id}/turns/{turn}": [("GET", f"{at}/turns/{turn}", None) for turn in range(6)],
        "GET /api/tables/{table_id}/replay": [
            ("GET", f"{at}/replay?perspective={whose}", None) for whose in ("all", perspective)
        ],
        "POST /api/tables/{table_id}/review": [("POST", f"{at}/review", {"effort": "quick"})],
        "DELETE /api/tables/{table_id}/review": [("DELETE", f"{at}/review", None)],
        "GET /api/tables/{table_id}/review": [("GET", f"{at}/review?language=de", None)],
        "GET /api/tables/{table_id}/review/steps/{step}": [("GET", f"{at}/review/steps/1", None)],
        "GET /api/questions/{question}": [
            ("GET", f"/api/questions/{question}", None) for question in (f"{pair.id}-1", "puzzle-traxx-0", "?")
        ],
        "POST /api/questions/{question}": [("POST", f"/api/questions/{pair.id}-1", {"moves": []})],
        "POST /api/tables/{table_id}/whatif": [("POST", f"{at}/whatif", {"at": 1, "seat": perspective})],
    }


def of_the_server(pair: Pair) -> dict[str, list[Request]]:
    """Requests to all other routes."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    return {
        "GET /api/openapi.json": [("GET", "/api/openapi.json", None)],
        "GET /api/docs": [("GET", "/api/docs", None)],
        "GET /api/hello": [("GET", "/api/hello", None)],
        "GET /api/today": [("GET", "/api/today", None)],
        "DELETE /api/tables/{table_id}": [("DELETE", "/api/tables/0123456789", None)],
        "POST /api/players": [("POST", "/api/players", {"name": "Eve"})],
        "POST /api/name": [("POST", "/api/name", {"name": "Eve"})],
        "POST /api/tables": [("POST", "/api/tables", {"game": pair.twins.game.name, "seats": seats})],
        "POST /api/records": [("POST", "/api/records", {"text": "[Game"})],
        "GET /api/rules/{game}": [("GET", "/api/rules/traxx", None)],
        "GET /api/lessons/{game}": [("GET", "/api/lessons/skip-or-trip", None)],
        "POST /api/lessons/{game}/{lesson}": [
            ("POST", "/api/lessons/skip-or-trip/two-cards", {"moves": moves}) for moves in ([], ["trip 12:"], ["e5"])
        ],
        "GET /api/training": [("GET", "/api/training", None)],
        "POST /api/training/shares": [("POST", "/api/training/shares", {"shares_positions": True})],
        "GET /api/puzzles": [("GET", "/api/puzzles?language=de", None)],
        "GET /api/solo": [("GET", "/api/solo", None)],
        "GET /api/finished": [("GET", f"/api/finished?{asked}", None) for asked in ("", "outcome=won&language=de")],
        "GET /api/player": [("GET", "/api/player", None)],
        "GET /api/qr": [("GET", f"/api/qr?path=/table/{pair.id}", None)],
        "GET /healthz": [("GET", "/healthz", None)],
        "GET /metrics": [("GET", "/metrics", None)],
        "GET /": [("GET", "/", None)],
        **{f"GET /{page}": [("GET", f"/{page}", None)] for page in ("games", "player", "bots", "training")},
        "GET /learn": [("GET", "/learn", None)],
        **{
            f"GET /{page}/{{rest:path}}": [("GET", f"/{page}/{pair.id}", None)]
            for page in ("table", "join", "replay", "rules", "learn", "review", "training")
        },
        "GET /games/{folder}/{file}": [("GET", f"/games/{pair.twins.game.folder}/board.js", None)],
        "/static": [("GET", "/static/index.html", None)],
    }


SOCKET = "/api/tables/{table_id}/socket"
"""Is listened to by `watch`."""


def routes_of(routes: Sequence[Any]) -> Iterator[str]:
    """Every route by its methods and its path."""
    for route in routes:
        if hasattr(route, "original_router"):
            yield from routes_of(route.original_router.routes)
        elif getattr(route, "methods", None):
            yield from (f"{method} {route.path}" for method in route.methods - {"HEAD"})
        else:
            yield route.path


# Who is asked


async def shared_key(store: Store, name: str) -> str:
    """The same key for both."""
    return "the same"


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Whatever is left to chance, and the time, is the same for both from here on."""
    numbers = random.Random()
    monkeypatch.setattr("secrets.token_hex", lambda n=32: f"{numbers.getrandbits(8 * n):0{2 * n}x}")
    monkeypatch.setattr("secrets.token_urlsafe", lambda n=32: f"{numbers.getrandbits(8 * n):0{2 * n}x}")
    monkeypatch.setattr("time.time_ns", lambda: TODAY * 1_000_000)
    monkeypatch.setattr("trackside.web.services._shared_key", shared_key)
    monkeypatch.setattr("trackside.web.services.WorkerPool", Adviser)
    monkeypatch.setattr("trackside.web.services.ListingWriter", Prompt)

    def begin(what: str) -> None:
        numbers.seed(what)
        random.seed(what)

    return begin


async def fill(database: str, pairs: Sequence[Pair], side: int) -> None:
    """Put one of each twins into a database."""
    store = Store(database)
    for pair in pairs:
        row, seated, log = pair.row(), pair.occupants(), pair.log(side)
        listing = Table(row, seated, log).listing()
        row |= {"to_move": listing.to_move, "due": listing.due}
        await store.do(partial(queries.add_table, row=row, seated=seated, log=log))
    store.close()


@asynccontextmanager
async def two_servers(folder: Path, pairs: Sequence[Pair]) -> AsyncIterator[list[Side]]:
    """Two running servers with the twins."""
    apps = []
    for side in range(2):
        database = sqlite(folder / str(side))
        await fill(database, pairs, side)
        apps.append(make_app(Settings(database, limits=Limits.none())))
    async with apps[0].router.lifespan_context(apps[0]), apps[1].router.lifespan_context(apps[1]):
        yield [Side(number, app) for number, app in enumerate(apps)]


def make_pairs(numbers: Iterable[int]) -> Iterator[Pair]:
    """Twins of every game with secrets, for every number of seats and all perspectives in turn."""
    for game in WITH_SECRETS:
        seats = itertools.cycle([seats for seats in GAMES[game].card.seats if seats > 1])
        for number in numbers:
            yield Pair(f"{game[0]}{number:09x}", make_twins(GAMES[game], next(seats), number))


async def ask_both(
    sides: list[Side], fate: Callable[[str], None], token: str | None, requests: dict[str, list[Request]]
) -> None:
    """Both servers answer the same."""
    for request in itertools.chain(*requests.values()):
        answers = []
        for side in sides:
            fate(str(request))
            answers.append(await side.ask(token, request))
        assert answers[0][2].decode() == answers[1][2].decode(), request
        assert answers[0] == answers[1], request
        assert answers[0][0] != 500, request


async def watch(sides: list[Side], fate: Callable[[str], None], pair: Pair) -> None:
    """Both servers send the same over a socket: while others act in secret, and when the observer acts."""
    heard = []
    for side in sides:
        fate(pair.id)
        lines = [Line(side, pair, query) for query in ("", "form=state", "language=de")]
        for line in lines:
            await line.say("sync", "0")
        await side.make_secret_moves(pair)
        seat = max(pair.twins.perspective, 0)
        for kind, more in (("sync", {}), ("undo", {"seat": 9}), ("move", {"seat": seat, "move": "nonsense"})):
            await lines[0].say(kind, f"1 {kind}", **more)
        await lines[0].say("hint", "2", seat=seat)
        if pair.twins.move is not None:
            await lines[0].say("move", "3", seat=seat, move=pair.twins.move)
            await lines[0].say("undo", "4", seat=seat)
        for line in lines:
            await line.say("sync", "5")
            await line.close()
        heard.append([line.lines for line in lines])
    assert first_difference(*heard) is None, pair


def first_difference(one: list[list[str]], other: list[list[str]]) -> tuple[str, str] | None:
    """Return the ends of the first two messages that differ, from a little before their first different character."""
    for sent, sent_too in zip(one, other, strict=True):
        for message, twin in itertools.zip_longest(sent, sent_too, fillvalue=""):
            if message != twin:
                pairs = itertools.zip_longest(message, twin)
                at = max(
                    next(i for i, (one_char, other_char) in enumerate(pairs) if one_char != other_char) - CONTEXT, 0
                )
                return message[at:][: 3 * CONTEXT], twin[at:][: 3 * CONTEXT]
    return None


def check_pairs(folder: Path, fate: Callable[[str], None], numbers: Iterable[int]) -> None:
    """Nobody can tell twins apart, whatever is asked for."""

    async def check() -> None:
        pairs = list(make_pairs(numbers))
        async with two_servers(folder, pairs) as sides:
            assert set(routes_of(sides[0].app.routes)) == {*of_a_table(pairs[0]), *of_the_server(pairs[0]), SOCKET}
            for pair in pairs[::5]:
                await ask_both(sides, fate, pair.observer, of_a_table(pair))
            for pair in pairs:
                await watch(sides, fate, pair)
                await ask_both(sides, fate, pair.observer, of_a_table(pair))
            for token in (None, STRANGER, pairs[0].observer):
                await ask_both(sides, fate, token, of_the_server(pairs[0]))
                await ask_both(sides, fate, token, {"": [("GET", "/api/tables", None)]})

    asyncio.run(check())


def test_nothing_tells_twins_apart(tmp_path: Path, fate: Callable[[str], None]) -> None:
    check_pairs(tmp_path, fate, range(6))


@pytest.mark.long
@pytest.mark.parametrize("first", range(6, 306, 50))
def test_nothing_tells_many_twins_apart(tmp_path: Path, fate: Callable[[str], None], first: int) -> None:
    check_pairs(tmp_path, fate, range(first, first + 50))


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_a_bot_is_asked_the_same_whatever_the_others_do_in_secret(tmp_path: Path, game: str) -> None:
    async def question(pair: Pair, side: int) -> Question | None:
        asked: list[Question] = []

        class Curious(WorkerPool):
            async def choose(self, question: Question, **_: Any) -> Choice:
                asked.append(question)
                raise Unwanted

        row, seat = pair.row(), pair.twins.perspective
        occupants = [replace(one, kind=BOT, level="club") if one.seat == seat else one for one in pair.occupants()]
        table = Table(row, occupants, pair.log(side))
        if not table.bots_to_move():
            return None
        bots = Bots(Tables(store), Curious(0), 0)
        await bots._move(LiveTable(table), seat)
        return asked[0]

    async def check() -> None:
        seats = max(GAMES[game].card.seats)
        questions = []
        for number in range(12):
            pair = Pair("bots", make_twins(GAMES[game], seats, number))
            if pair.twins.perspective != SPECTATOR:
                questions.append([await question(pair, side) for side in range(2)])
        assert all(one == other for one, other in questions)
        assert any(one for one, _ in questions)

    store = Store(sqlite(tmp_path))
    asyncio.run(check())
    store.close()
