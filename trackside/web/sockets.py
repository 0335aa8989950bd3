"""The live connection of a page: what it is sent, and what it may say."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from trackside.core.errors import TracksideError
from trackside.core.protocol import SPECTATOR
from trackside.core.words import LANGUAGES
from trackside.web import steps
from trackside.web.audience import SCENE, STATE
from trackside.web.guard import LARGEST_MESSAGE, Bucket, check_host, check_origin, player_of
from trackside.web.house import House, as_json
from trackside.web.refusal import Refusal, Refused, in_language
from trackside.web.table import LiveTable

MOST_WAITING = 500
"""Messages a slow page may be behind before it has to come again."""

TRY_AGAIN, TOO_MUCH, NOT_HERE = 1012, 1008, 4404


class Line:
    """One page's connection to one table."""

    def __init__(
        self,
        house: House,
        socket: WebSocket,
        table: LiveTable,
        language: str,
        player: str | None,
        form: str,
        limited: bool,
    ) -> None:
        self.house, self.socket, self.table, self.language, self.player = house, socket, table, language, player
        self.form = form
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self.bucket = Bucket(burst=300, rate=200) if limited else None
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, eyes: int) -> None:
        """Talk until one of both goes away."""
        self.audience = await self.house.join(self.table, eyes, self.language, self.player, self.form, self.tell)
        sender = asyncio.create_task(self.send())
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self.hear(message.get("text") or "")
        except Refused as error:
            self.answer(None, error)
            self.tell(None)
            await sender
        finally:
            self.house.leave(self.table, self.audience, self.tell, self.player)
            sender.cancel()
            for task in self.tasks:
                task.cancel()

    def tell(self, message: str | None) -> None:
        """Something to be sent when there is time; None ends the connection."""
        if self.waiting.qsize() < MOST_WAITING:
            self.waiting.put_nowait(message)
        elif self.waiting.qsize() == MOST_WAITING:
            self.waiting.put_nowait(None)

    async def send(self) -> None:
        """Send what waits: all of it at once, a message on each line."""
        try:
            going_on = True
            while going_on:
                messages = [await self.waiting.get()]
                while not self.waiting.empty():
                    messages.append(self.waiting.get_nowait())
                going_on = None not in messages
                if lines := "\n".join(filter(None, messages)):
                    await self.socket.send_text(lines)
            await self.socket.close(TRY_AGAIN)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def hear(self, text: str) -> None:
        """Do what a message asks; what is wrong with it is said, and nothing changes."""
        if self.bucket is not None and not self.bucket.take():
            raise Refused(429, "house.too_often")
        message: dict[str, Any] = {}
        try:
            message = read_message(text)
            if message["type"] == "hint":
                task = asyncio.create_task(self.hint(message))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
                return
            await self.obey(message)
        except TracksideError as error:
            self.answer(message.get("id"), error)

    def answer(self, identifier: str | None, error: TracksideError | None = None) -> None:
        """Say that a message was obeyed, or why not."""
        refusal = None if error is None else in_language(error, self.language)
        self.tell(as_json({"type": "answer", "id": identifier, "ok": error is None, "error": refusal}))

    async def obey(self, message: dict[str, Any]) -> None:
        """A move, an undo, other eyes, or a bot for a seat; then say so."""
        kind, agree = message["type"], partial(self.answer, message["id"])
        if kind == "move":
            move = message.get("move")
            if isinstance(move, bool) or not isinstance(move, int | str):
                raise Refusal("house.move_form")
            await steps.move(
                self.house,
                self.table,
                whole(message, "seat"),
                self.player,
                move,
                number(message),
                message["id"],
                self.audience,
                agree,
            )
            return
        if kind == "undo":
            await steps.undo(
                self.house,
                self.table,
                whole(message, "seat"),
                self.player,
                number(message),
                message["id"],
                self.audience,
                agree,
            )
            return
        if kind == "takeover":
            await steps.take_over(
                self.house, self.table, whole(message, "seat"), self.player, str(message.get("level"))
            )
        elif kind == "eyes":
            await self.look(whole(message, "seat"))
        elif kind == "sync":
            await self.house.tell_again(self.table, self.audience, self.tell)
        else:
            raise Refusal("house.no_message", kind=kind[:40])
        agree()

    async def look(self, seat: int) -> None:
        """Look with the eyes of another of one's own seats."""
        before, eyes = self.audience, self.house.eyes_for(self.table, self.player, seat)
        if eyes == before.eyes:
            await self.house.tell_again(self.table, before, self.tell)
            return
        self.audience = await self.house.join(self.table, eyes, self.language, self.player, self.form, self.tell)
        self.house.leave(self.table, before, self.tell, self.player)

    async def hint(self, message: dict[str, Any]) -> None:
        """Think about the best moves; said when it is known."""
        try:
            seat = whole(message, "seat")
            choice = await steps.hint(self.house, self.table, seat, self.player)
            self.tell(as_json({"type": "hint", "id": message["id"], "moves": choice["candidates"][:5]}))
        except TracksideError as error:
            self.answer(message["id"], error)


def read_message(text: str) -> dict[str, Any]:
    """The message a text holds, if it has the right form."""
    if len(text) > LARGEST_MESSAGE:
        raise Refusal("house.too_long", most=LARGEST_MESSAGE)
    try:
        message = orjson.loads(text)
    except ValueError as error:
        raise Refusal("house.message_form") from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refusal("house.message_form")
    identifier = message.setdefault("id", None)
    if identifier is not None and not (isinstance(identifier, str) and 0 < len(identifier) <= 40):
        message["id"] = None
        raise Refusal("house.id_form")
    return message


def whole(message: dict[str, Any], name: str) -> int:
    """A whole number that a message must have."""
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refusal("house.whole", name=name)
    return value


def number(message: dict[str, Any]) -> int | None:
    """The number that the sender had seen last, if it says so."""
    return whole(message, "number") if message.get("number") is not None else None


async def talk(
    house: House,
    socket: WebSocket,
    table_id: str,
    language: str,
    eyes: int | None,
    form: str,
    local: bool,
    limited: bool,
) -> None:
    """Let somebody in if they may, and talk with them."""
    try:
        check_host(socket.headers, local)
        check_origin(socket.headers)
    except Refused:
        await socket.close(TOO_MUCH)
        return
    await socket.accept()
    player = player_of(socket)
    try:
        table = await house.find(table_id)
        looks = house.eyes_for(table, player, SPECTATOR if eyes == SPECTATOR else eyes)
    except TracksideError as error:
        await socket.send_text(
            as_json({"type": "answer", "id": None, "ok": False, "error": in_language(error, language)})
        )
        await socket.close(NOT_HERE)
        return
    spoken = language if language in LANGUAGES else "en"
    await Line(house, socket, table, spoken, player, STATE if form == STATE else SCENE, limited).run(looks)
