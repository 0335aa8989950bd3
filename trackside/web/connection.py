"""The live connection of a page to a table: what it is sent, and what it may say."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from trackside.core.errors import TracksideError
from trackside.core.words import LANGUAGES
from trackside.web.commands import Command, EyesCommand, HintCommand, SyncCommand, identifier_of, read_command
from trackside.web.guard import TOO_MUCH, Bucket, check_host, check_origin, player_of
from trackside.web.hints import hint, hinted
from trackside.web.messages import Answer, HintMessage, as_json
from trackside.web.refusal import Refused, in_language
from trackside.web.tables import LiveTable, Tables
from trackside.web.thinkers import Pool
from trackside.web.viewers import SCENE, STATE

MOST_WAITING = 500
"""Messages a slow page may be behind before it has to reconnect."""

TRY_AGAIN, NOT_HERE = 1012, 4404


class Connection:
    """One page's connection to one table."""

    def __init__(
        self,
        tables: Tables,
        pool: Pool,
        live: LiveTable,
        socket: WebSocket,
        player: str | None,
        *,
        language: str,
        form: str,
        limited: bool,
    ) -> None:
        self.tables, self.pool, self.live, self.socket, self.player = tables, pool, live, socket, player
        self.language, self.form = language, form
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._bucket = Bucket(burst=300, rate=200) if limited else None
        self._hints: set[asyncio.Task[None]] = set()

    async def run(self, eyes: int) -> None:
        """Talk until one of both goes away."""
        self.viewer = self.live.viewers.join(eyes, self.language, self.player, self.form, self.send)
        sender = asyncio.create_task(self.send_waiting())
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self.receive(message.get("text") or "")
        except Refused as error:
            self.answer(None, error)
            self.send(None)
            await sender
        finally:
            self.live.viewers.leave(self.viewer, self.player, self.send)
            sender.cancel()
            for task in self._hints:
                task.cancel()

    # What is sent

    def send(self, message: str | None) -> None:
        """Something to be sent when there is time; None ends the connection, and the page reconnects."""
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put_nowait(message)
        elif self._waiting.qsize() == MOST_WAITING:
            self._waiting.put_nowait(None)

    async def send_waiting(self) -> None:
        """Send what waits: all of it at once, a message on each line."""
        try:
            going_on = True
            while going_on:
                messages = [await self._waiting.get()]
                while not self._waiting.empty():
                    messages.append(self._waiting.get_nowait())
                going_on = None not in messages
                if lines := "\n".join(filter(None, messages)):
                    await self.socket.send_text(lines)
            await self.socket.close(TRY_AGAIN)
        except (WebSocketDisconnect, RuntimeError):
            return

    def answer(self, identifier: str | None, error: TracksideError | None = None) -> None:
        """Say that a command was carried out, or why not."""
        reason = None if error is None else error.say(self.viewer.words)
        if error is not None:
            self.tables.metrics.refused()
        answer: Answer = {"type": "answer", "id": identifier, "ok": error is None, "error": reason}
        self.send(as_json(answer))

    # What is said

    async def receive(self, text: str) -> None:
        """Do what a message asks; what is wrong with it is said, and nothing changes."""
        if self._bucket is not None and not self._bucket.take():
            raise Refused(429, "server.too_often")
        try:
            command = read_command(text)
        except TracksideError as error:
            self.answer(identifier_of(text), error)
            return
        try:
            if await self.handle(command):
                self.answer(command.id)
        except TracksideError as error:
            self.answer(command.id, error)

    async def handle(self, command: Command) -> bool:
        """Do what a command asks; say whether that is done now."""
        match command:
            case HintCommand():
                task = asyncio.create_task(self.hint(command))
                self._hints.add(task)
                task.add_done_callback(self._hints.discard)
                return False
            case EyesCommand():
                self.look(command.seat)
            case SyncCommand():
                self.send(as_json(self.viewer.snapshot()))
            case _:
                await self.tables.handle(self.live, command, self.player, self.viewer)
        return True

    def look(self, seat: int) -> None:
        """Look with the eyes of another of one's own seats."""
        before, viewers = self.viewer, self.live.viewers
        eyes = self.live.table.eyes_for(self.player, seat)
        self.viewer = viewers.join(eyes, self.language, self.player, self.form, self.send)
        viewers.leave(before, self.player, self.send)

    async def hint(self, command: HintCommand) -> None:
        """Ask for the best moves; they are sent when they are known."""
        try:
            choice = await hint(self.pool, self.live.table, command.seat, self.player)
            message: HintMessage = {"type": "hint", "id": command.id, "moves": hinted(choice)}
            self.send(as_json(message))
        except TracksideError as error:
            self.answer(command.id, error)


async def connect(
    tables: Tables,
    pool: Pool,
    socket: WebSocket,
    table_id: str,
    *,
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
        live = await tables.find(table_id)
        looks = live.table.eyes_for(player, eyes)
    except TracksideError as error:
        answer: Answer = {"type": "answer", "id": None, "ok": False, "error": in_language(error, language)}
        await socket.send_text(as_json(answer))
        await socket.close(NOT_HERE)
        return
    connection = Connection(
        tables,
        pool,
        live,
        socket,
        player,
        language=language if language in LANGUAGES else "en",
        form=STATE if form == STATE else SCENE,
        limited=limited,
    )
    await connection.run(looks)
