from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.web.test_viewers import new_table
from trackside.web.connection import Connection
from trackside.web.occupants import PERSON, Occupant
from trackside.web.tables import LiveTable
from trackside.web.viewers import SCENE


class Wire:
    """Where a connection's frames go."""

    def __init__(self) -> None:
        self.frames: list[str] = []

    async def send_text(self, text: str) -> None:
        self.frames.append(text)

    async def close(self, code: int) -> None:
        self.frames.append(f"closed {code}")


@pytest.mark.parametrize(("messages", "frames"), [([None], []), (["{}", "[]", None], ["{}\n[]"])])
def test_a_connection_that_ends_sends_what_waits_and_no_empty_frame(
    messages: list[str | None], frames: list[str]
) -> None:
    async def test() -> None:
        wire: Any = Wire()
        unused: Any = None
        live = LiveTable(new_table("traxx", [Occupant(0, PERSON, "ana")]))
        connection = Connection(unused, unused, live, wire, None, language="en", form=SCENE, limited=False)
        for message in messages:
            connection.send(message)
        await connection.send_waiting()
        assert wire.frames == [*frames, "closed 1012"]

    asyncio.run(test())
