from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.serving import Server
from tests.web.views.test_viewer import new_table
from trackside.core.protocol import SPECTATOR
from trackside.web.api.commands import SyncCommand
from trackside.web.errors import ApiError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.routes.socket import MAX_WAITING, SYNCS, Connection
from trackside.web.server.websocket import EXTENSION
from trackside.web.tables.live import LiveTable
from trackside.web.tables.seats import PERSON, Occupant
from trackside.web.views.shared import SCENE

UNLIMITED = Limits.none()


class FastWebSocket:
    """A wire whose other side reads when it is told to, and the socket that it belongs to."""

    def __init__(self) -> None:
        self.scope = {"extensions": {EXTENSION: self}}
        self.hear: Callable[[str], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.has_room = True
        self.frames: list[bytes] = []

    def write(self, text: bytes) -> None:
        self.frames.append(text)

    def resume(self) -> None:
        """It is never paused."""

    def cut(self) -> None:
        """It ends by itself."""

    async def close(self, code: int) -> None:
        self.frames.append(b"closed %d" % code)


def new_connection(wire: Any, limits: Limits = UNLIMITED) -> Connection:
    """A connection to a table that nobody stores."""
    services: Any = SimpleNamespace(limits=limits)
    live = LiveTable(new_table("traxx", [Occupant(0, PERSON, "ana")]))
    return Connection(services, live, wire, None, language="en", form=SCENE)


@pytest.mark.parametrize(("messages", "frames"), [([], []), ([b"{}", b"[]"], [b"{}\n[]"])])
def test_a_connection_that_ends_sends_what_waits_and_no_empty_frame(messages: list[bytes], frames: list[bytes]) -> None:
    async def test() -> None:
        wire = FastWebSocket()
        connection = new_connection(wire)
        for message in messages:
            connection.send(message)
        await connection.close(1012)
        await asyncio.sleep(0)
        assert wire.frames == [*frames, b"closed 1012"]

    asyncio.run(test())


def test_what_comes_together_is_one_frame() -> None:
    async def test() -> None:
        wire = FastWebSocket()
        connection = new_connection(wire)
        connection.send(b"{}")
        connection.send(b"[]")
        assert wire.frames == []
        await asyncio.sleep(0)
        connection.send(b"1")
        await asyncio.sleep(0)
        assert wire.frames == [b"{}\n[]", b"1"]

    asyncio.run(test())


def test_who_does_not_read_is_sent_nothing_until_there_is_room_and_in_the_end_has_to_reconnect() -> None:
    async def test() -> None:
        wire = FastWebSocket()
        connection = new_connection(wire)
        wire.has_room = False
        for number in range(3):
            connection.send(b"%d" % number)
        await asyncio.sleep(0)
        assert wire.frames == []
        wire.has_room = True
        connection.flush()
        assert wire.frames == [b"0\n1\n2"]
        wire.has_room = False
        message = 1024 * b"x"
        for _ in range(2 * MAX_WAITING // len(message)):
            connection.send(message)
            await asyncio.sleep(0)
        assert wire.frames == [b"0\n1\n2", b"closed 1012"]
        wire.has_room = True
        connection.flush()
        assert wire.frames[-1].split(b"\n") == (MAX_WAITING // len(message) + 1) * [message]

    asyncio.run(test())


def test_the_whole_table_can_be_asked_for_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("trackside.web.server.buckets.time.monotonic", lambda: clock[0])

    async def test() -> None:
        connection = new_connection(FastWebSocket(), limits=DEFAULTS)
        connection.viewer = connection.live.viewers.join(SPECTATOR, "en", None, SCENE, connection.send)
        for _ in range(SYNCS):
            assert await connection.handle(SyncCommand())
        with pytest.raises(ApiError, match="Too many messages"):
            await connection.handle(SyncCommand())
        clock[0] += 1
        assert await connection.handle(SyncCommand())

    asyncio.run(test())


def test_a_message_in_pieces_is_one_message_and_a_broken_one_ends_the_connection(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("traxx", "me")
    with ana.at(table) as line:
        line.socket.send(['{"type": "sy', 'nc", "id": ', '"pieces"}'])
        while (answer := line.receive())["type"] != "answer":
            pass
        assert (answer["ok"], answer["id"]) == (True, "pieces")
        line.socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed):
            line.receive()
        assert line.socket.close_code == 1007


def test_many_messages_at_once_are_answered_in_their_order(server: Server) -> None:
    ana = server.player("Ana")
    with ana.at(ana.table("traxx", "me")) as line:
        for number in range(100):
            line.socket.send(json.dumps({"type": "undo", "id": f"n{number}", "seat": 0}))
        answers: list[str] = []
        while len(answers) < 100:
            message = line.receive()
            if message["type"] == "answer":
                answers.append(message["id"])
        assert answers == [f"n{number}" for number in range(100)]
