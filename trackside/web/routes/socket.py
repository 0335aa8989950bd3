"""The live connection between a page and a table: the messages it sends and receives."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from trackside.core.errors import TracksideError
from trackside.core.words import LANGUAGES
from trackside.web.api.commands import (
    Command,
    HintCommand,
    PerspectiveCommand,
    SyncCommand,
    identifier_of,
    read_command,
)
from trackside.web.api.common import as_json
from trackside.web.api.forms import Number
from trackside.web.api.table import Answer
from trackside.web.errors import ApiError, HttpError, in_language
from trackside.web.routes.dependencies import ServicesDep
from trackside.web.server.buckets import Bucket
from trackside.web.server.clients import current_client, player_of, work_for
from trackside.web.server.guard import TOO_MUCH
from trackside.web.server.websocket import fast_websocket
from trackside.web.services import Services
from trackside.web.tables.hints import hint_message, hints, reason_of
from trackside.web.tables.live import LiveTable
from trackside.web.views.shared import SCENE, STATE
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

MAX_WAITING = 1 << 20
"""The maximum backlog of a slow page in bytes, beyond which it has to reconnect."""

BURST = 1.5
"""Seconds' worth of messages that a page may send in a burst."""

SYNCS, SYNC_RATE = 5, 1.0
"""Whole tables that a page may request in a burst, and per second after that."""

MAX_HEARD = 20
"""The number of waiting messages at which reading from a page is paused."""

GOODBYE = 5.0
"""Seconds for a page that has to reconnect to close its end of the connection."""

TRY_AGAIN, FAILED, NOT_HERE = 1012, 1011, 4404
"""The close codes of a connection that the page opens again, one that failed, and one to a table it may not see."""

router = APIRouter(prefix="/api")


class Connection:
    """A page's connection to a table."""

    def __init__(
        self,
        services: Services,
        live: LiveTable,
        socket: WebSocket,
        player: str | None,
        *,
        language: str | None,
        form: str,
    ) -> None:
        self.services, self.live, self.socket, self.player = services, live, socket, player
        self.language, self.form = language, form
        self.wire = fast_websocket(socket.scope)
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        """The messages waiting to be sent."""
        self._bytes = 0
        """The size of the waiting messages in bytes."""
        self._heard: deque[str] = deque()
        """The messages waiting to be handled."""
        self._working: asyncio.Task[None] | None = None
        self._closing = False
        rate = services.limits.messages
        self._bucket = None if rate is None else Bucket(burst=BURST * rate, rate=rate)
        self._syncs = None if rate is None else Bucket(burst=SYNCS, rate=SYNC_RATE)
        self.client = current_client()
        self._tasks = TaskSet()

    async def run(self, perspective: int) -> None:
        """Run until either side disconnects."""
        self.viewer = self.live.viewers.join(perspective, self.language, self.player, self.form, self.send)
        self.wire.hear, self.wire.drained = self.hear, self.flush
        self.wire.payer = self.client if self.client.accounts else None
        self.live.on_rewind.append(self._reconnect)
        self.live.on_seats.append(self._check_seat)
        try:
            while (message := await self.socket.receive())["type"] != "websocket.disconnect":
                self.hear(message.get("text") or "")
            if self._working is not None:
                await self._working
        finally:
            self.live.on_rewind.remove(self._reconnect)
            self.live.on_seats.remove(self._check_seat)
            self.live.viewers.leave(self.viewer, self.player, self.send)
            self._tasks.cancel()

    # Outgoing messages

    def send(self, message: bytes) -> None:
        """Queue a message, to be sent with those that follow in a moment; a page that is too slow has to reconnect."""
        if self._closing:
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) == 1:
            self._loop.call_soon(self.flush)
        elif self._bytes > MAX_WAITING:
            self._closing = True
            self._tasks.spawn("closing", self.close(TRY_AGAIN))

    def flush(self) -> None:
        """Send the waiting messages, one per line, if there is room."""
        if self._waiting and self.wire.has_room:
            self.wire.write(b"\n".join(self._waiting))
            self._waiting.clear()
            self._bytes = 0

    def _reconnect(self) -> None:
        """Make the page reconnect, to the table as it is stored now."""
        self._tasks.spawn("closing", self.close(TRY_AGAIN))

    def _check_seat(self) -> None:
        """Make the page reconnect if its player has lost the seat, before it receives what only that seat may see."""
        perspective = self.viewer.perspective
        if perspective >= 0 and self.live.table.occupants[perspective].player != self.player:
            self._closing = True
            self._reconnect()

    async def close(self, code: int) -> None:
        """Send the waiting messages if there is room, then close the connection; the page reconnects.

        Reading resumes, because the page has to close its end too. After `GOODBYE` seconds the connection is cut.
        """
        self._closing = True
        self.flush()
        self.wire.resume()
        self._loop.call_later(GOODBYE, self.wire.cut)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code)

    def answer(self, identifier: str | None, error: TracksideError | None = None) -> None:
        """Report to the client that a command succeeded, or the reason it failed."""
        reason = None if error is None else error.say(self.viewer.words)
        if error is not None:
            self.services.metrics.refused()
        answer: Answer = {"type": "answer", "id": identifier, "ok": error is None, "error": reason}
        self.send(as_json(answer))

    # Incoming messages

    def hear(self, text: str) -> None:
        """Queue an incoming message; messages are handled in order."""
        if self._closing:
            return
        self._heard.append(text)
        if self._working is None:
            self._working = self._loop.create_task(self._work())
        elif len(self._heard) == MAX_HEARD:
            self.wire.pause()

    async def _work(self) -> None:
        """Handle all waiting messages, each as soon as the client has budget for it."""
        work_for(self.client)
        try:
            while self._heard and not self._closing:
                await self.client.admit(None)
                if len(self._heard) == MAX_HEARD:
                    self.wire.resume()
                await self.client.metered(self.receive(self._heard.popleft()))
                if self._heard:
                    await asyncio.sleep(0)  # let others run
        except HttpError as error:
            self.answer(None, error)
            await self.close(TRY_AGAIN)
        except Exception:
            logger.exception("table %s: a message could not be handled", self.live.table.id)
            await self.close(FAILED)
        finally:
            self._working = None

    async def receive(self, text: str) -> None:
        """Carry out a message; if it is invalid, send the error and change nothing."""
        if self._bucket is not None and not self._bucket.take():
            raise HttpError(429, "server.too_often")
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
        """Carry out a command; return True if it is done, False if it continues in the background."""
        match command:
            case HintCommand():
                self._tasks.spawn("hint", self.hint(command))
                return False
            case PerspectiveCommand():
                self.look(command.seat)
            case SyncCommand():
                if self._syncs is not None and not self._syncs.take():
                    raise ApiError("server.too_often")
                self.send(self.viewer.snapshot())
            case _:
                await self.services.tables.handle(self.live, command, self.player, self.viewer)
        return True

    def look(self, seat: int) -> None:
        """Switch to the perspective of another of the player's seats."""
        before, viewers = self.viewer, self.live.viewers
        perspective = self.live.table.perspective_of(self.player, seat)
        self.viewer = viewers.join(perspective, self.language, self.player, self.form, self.send)
        viewers.leave(before, self.player, self.send)

    async def hint(self, command: HintCommand) -> None:
        """Send the best moves as soon as any are known, and again after a deeper search."""
        try:
            table, seat = self.live.table, command.seat
            async for choice, final in hints(self.services.pool, table, seat, self.player):
                why = reason_of(table.match, seat, choice, self.viewer.words) if table.match and final else ""
                self.send(as_json(hint_message(command.id, choice, why, final)))
        except TracksideError as error:
            self.answer(command.id, error)


@router.websocket("/tables/{table_id}/socket")
async def connect(
    socket: WebSocket,
    table_id: str,
    services: ServicesDep,
    language: str | None = None,
    perspective: Number | None = None,
    form: str = SCENE,
) -> None:
    with services.metrics.connected():
        try:
            services.hosts.check(socket)
            services.hosts.check_origin(socket)
        except HttpError:
            await socket.close(TOO_MUCH)
            return
        await socket.accept()
        player = player_of(socket)
        form = STATE if form == STATE else SCENE
        if language not in LANGUAGES and (language is not None or form == SCENE):
            language = LANGUAGES[0]
        try:
            live = await services.tables.find(table_id)
            looks = live.table.perspective_of(player, perspective)
            await live.viewers.prepare(services.background, looks, language, player, form)
        except TracksideError as error:
            await refuse(socket, error, language or "en")
        else:
            await Connection(services, live, socket, player, language=language, form=form).run(looks)


async def refuse(socket: WebSocket, error: TracksideError, language: str) -> None:
    """Send the reason why there is no connection to the table, and close the socket."""
    answer: Answer = {"type": "answer", "id": None, "ok": False, "error": in_language(error, language)}
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # already disconnected
        await socket.send_text(as_json(answer).decode())
        await socket.close(TRY_AGAIN if isinstance(error, HttpError) else NOT_HERE)
