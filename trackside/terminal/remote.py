"""A table on a running server, played through the same API as the web page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import threading
import urllib.error
import urllib.request
import uuid
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from trackside.core.errors import BadOption, IllegalMove, TracksideError
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE
from trackside.core.words import Words
from trackside.games import find_game
from trackside.play.dice import commit_to, new_seed
from trackside.play.events import Move, View
from trackside.play.files import data_folder, read_text, write_text
from trackside.play.names import PERSON
from trackside.play.story import Line

TIMEOUT = 20
RETRY = 1.0

MAX_SALTS = 200
"""Salts kept on disk; the oldest are dropped."""


class RemoteTable:
    """The table behind a link. An invitation takes a seat; any other link watches, or returns to the player's seat."""

    has_secrets = False
    """Everyone at a server's table has their own screen."""

    def __init__(self, url: str, language: str) -> None:
        self.server, self.id, invite = read_link(url)
        self.url, self._language = url, language
        self.token = self._token()
        self.problem: str | None = None
        if invite is not None:
            self._take_seat(invite)
        self._changed = threading.Condition()
        self._answers: dict[str, dict[str, Any]] = {}
        self._message: dict[str, Any] = {}
        self._log: list[dict[str, Any]] = []
        self._story: list[dict[str, Any]] = []
        self._version, self._known, self._closed, self._refusal = 0, 0, False, ""
        self._salted: set[tuple[int, str]] = set()
        """The salt requests of seats that were answered on this connection."""
        self._socket: ClientConnection | None = None
        self._listener = threading.Thread(target=self._listen, name="trackside-join", daemon=True)
        self._listener.start()
        with self._changed:
            heard = self._changed.wait_for(lambda: bool(self._message or self._refusal), TIMEOUT)
        if not heard or self._refusal:
            self.leave()
            raise TracksideError(self._refusal or f"{self.server} does not answer")
        with self._changed:
            self._changed.wait_for(self._has_answered, TIMEOUT)
        self.game = find_game(self._message["table"]["game"])
        seats = self._message["seats"]
        self.people = tuple(seat["seat"] for seat in seats if seat["mine"])
        for seat in seats:
            if seat["mine"] and seat["by_hand"]:  # set on the page; here dice roll automatically
                self._send_on({"type": "dice", "seat": seat["seat"], "by_hand": False})
        self.players = tuple(PERSON if seat["mine"] else seat["name"] or seat["level"] or "" for seat in seats)

    # GameTable interface

    @property
    def language(self) -> str:
        """The language of events and error messages."""
        return self._language

    @language.setter
    def language(self, language: str) -> None:
        if language != self._language:
            self._language = language
            if self._socket is not None:
                self._socket.close()

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return bool(self._message["table"]["status"] == "over")

    @property
    def result_says(self) -> str:
        """The winner and the margin, once the game is over."""
        return str(self._message["result"]["says"])

    @property
    def end_says(self) -> str:
        """The reason why the game ended, once it is over; empty if its rules do not give one."""
        return str(self._message["result"]["why"])

    @property
    def resume_command(self) -> str:
        """The command that returns to this game."""
        return f"trackside join {self.url}"

    def has_begun(self, patience: float) -> bool:
        """Return whether all seats are taken, waiting up to `patience` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self._message["view"] is not None, patience)

    async def wait_until_begun(self) -> None:
        """Wait until everyone is back for a rematch."""
        while self._message["view"] is None and not self._closed:
            await asyncio.sleep(0.05)

    def view(self, seat: int) -> View:
        """Return the view of this player's seat."""
        import numpy as np

        layout: Any = self.game.plain.State
        state = layout.from_record(np.frombuffer(bytes.fromhex(self._message["view"]["state"]), layout.dtype()))
        codes = choices_for(self.game.plain, state, seat) if seat in self.people and not self.over else []
        moves = tuple(Move(code, self.game.notation.move_text(state, seat, code)) for code in codes)
        actor, awaited = self.game.plain.to_move(state), self._message["view"]["to_move"]
        return View(self.game.name, seat, state, awaited if actor == CHANCE and awaited is not None else actor, moves)

    @property
    def words(self) -> Words:
        """The game's words, with the names of its players."""
        you = self.people[0] if len(self.people) == 1 else None
        names = tuple(seat["name"] for seat in self._message["seats"])
        return Words(self._language, self.game.package, names, you)

    def story(self, seat: int) -> list[Line]:
        """Return the history as this player may know it, turn by turn."""
        return [Line(**line) for line in self._story]

    def play(self, seat: int, code: int) -> None:
        """Send a move and wait until the server has stored it."""
        self._send({"type": "move", "seat": seat, "move": code})

    def complete(self, seat: int) -> None:
        """Do nothing: the server makes such moves itself."""

    def undo(self, seat: int) -> str:
        """Take back a move and return it."""
        last = next((entry["text"] for entry in reversed(self._log) if entry["seat"] == seat), "")
        self._send({"type": "undo", "seat": seat})
        return str(last)

    def awaited_seat(self) -> int | None:
        """Return a seat elsewhere that is to act now."""
        if self.over or any(self.view(seat).moves for seat in self.people):
            return None
        return next((seat for seat in range(len(self.players)) if seat not in self.people), None)

    def must_compile_first(self) -> bool:
        """Return False: the server's bots are compiled there."""
        return False

    async def wait_for_others(self) -> bool:
        """Wait for the first news since the last call."""
        while self._version == self._known and not self.over:
            await asyncio.sleep(0.05)
        self._known = self._version
        return True

    def record(self, seat: int | None = None) -> str:
        """Return the record of the game so far, as this player may know it."""
        return self._request(f"/tables/{self.id}/record", as_text=True)

    def position(self, seat: int) -> str:
        """Return the position as a string."""
        return self.game.notation.position_text(self.view(seat).state)

    def rematch(self) -> RemoteTable:
        """Open a rematch with the same people and bots."""
        made = json.loads(self._request(f"/tables/{self.id}/rematch", {}))["table"]
        return RemoteTable(f"{self.server}/table/{made}", self._language)

    def leave(self) -> None:
        """Disconnect; the server keeps the game."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._socket is not None:
            self._socket.close()
        self._listener.join(RETRY)

    # Server communication

    def _take_seat(self, invite: str) -> None:
        seats = json.loads(self._request(f"/tables/{self.id}"))["seats"]
        if any(seat["mine"] for seat in seats):
            return
        refusal: TracksideError = IllegalMove("no seat is open at this table")
        for seat in seats:
            if seat["kind"] == "open":
                try:
                    part = {"invite": invite, "commitment": new_commitment()}
                    self._request(f"/tables/{self.id}/seats/{seat['seat']}", part)
                    return
                except TracksideError as error:
                    refusal = error
        raise refusal

    def _token(self) -> str:
        """Return the user's token for that server, stored on disk so that seats stay theirs."""
        path = data_folder() / "tokens.json"
        kept: dict[str, str] = {}
        with contextlib.suppress(TracksideError, ValueError):
            kept = json.loads(read_text(path))
        if self.server not in kept:
            kept[self.server] = json.loads(self._request("/players", {"name": ""}, token=""))["token"]
            write_text(path, json.dumps(kept, indent=2))
        return kept[self.server]

    def _request(
        self, path: str, body: dict[str, Any] | None = None, token: str | None = None, as_text: bool = False
    ) -> str:
        """Return the server's answer; raise TracksideError with its message on an error."""
        bearer = f"Bearer {self.token if token is None else ''}"
        headers = {"content-type": "application/json", "authorization": bearer} | password_header()
        address = f"{self.server}/api{path}" + ("" if as_text else f"?language={self._language}")
        request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            with contextlib.suppress(ValueError, KeyError):
                raise TracksideError(json.loads(error.read())["error"]) from error
            raise TracksideError(f"{self.server}: {error}") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise TracksideError(f"{self.server} does not answer: {reason}") from error

    def _listen(self) -> None:
        """Keep a connection open, reconnecting as needed, and process its messages."""
        while not self._closed:
            scheme = "wss" if self.server.startswith("https") else "ws"
            rest = self.server.partition("://")[2]
            address = f"{scheme}://{rest}/api/tables/{self.id}/socket?form=state&language={self._language}"
            try:
                headers = {"authorization": f"Bearer {self.token}"} | password_header()
                with connect(address, additional_headers=headers) as socket:
                    self.problem = None
                    self._salted.clear()
                    for text in socket:
                        for line in str(text).split("\n"):
                            self._receive(json.loads(line))
                        self._socket = socket
                        self._add_salts(socket)
                        if self._closed:
                            break
            except (OSError, WebSocketException) as error:
                self.problem = str(error)
            self._socket = None
            with self._changed:
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closed, RETRY)

    def _has_answered(self) -> bool:
        """Return whether the server has no open salt request for the player's seats."""
        return not any(seat["mine"] and seat["asks"] for seat in self._message["seats"])

    def _add_salts(self, socket: ClientConnection) -> None:
        """Commit to a salt, or reveal it, for each of the player's seats that must do so."""
        for seat in self._message.get("seats", []):
            asked = (seat["seat"], seat["asks"])
            if not seat["mine"] or seat["asks"] is None or asked in self._salted:
                continue
            self._salted.add(asked)
            if seat["asks"] == "commitment":
                answer = {"type": "commit", "commitment": new_commitment()}
            elif (salt := kept_salts().get(seat["commitment"])) is not None:
                answer = {"type": "reveal", "salt": salt}
            else:
                continue
            socket.send(json.dumps(answer | {"seat": seat["seat"], "id": uuid.uuid4().hex}))

    def _receive(self, message: dict[str, Any]) -> None:
        with self._changed:
            if message["type"] == "table":
                self._log = self._log[: message["log_from"]] + message["log"]
                self._story = self._story[: message["story_from"]] + message["story"]
                self._message = self._message | message
                self._version += 1
            elif message["id"] is not None:
                self._answers[message["id"]] = message
            elif not message["ok"]:
                self._refusal = message["error"]
            self._changed.notify_all()

    def _send(self, message: dict[str, Any]) -> None:
        """Send a message that refers to the current version until it is answered; resending has no further effect."""
        self._send_on(message | {"version": self._message["version"]})

    def _send_on(self, message: dict[str, Any]) -> None:
        """Send a message until it is answered."""
        identifier = uuid.uuid4().hex
        for _ in range(TIMEOUT):
            socket = self._socket
            if socket is not None:
                with contextlib.suppress(OSError, WebSocketException):
                    socket.send(json.dumps(message | {"id": identifier}))
            with self._changed:
                self._changed.wait_for(lambda: identifier in self._answers, RETRY)
            if identifier in self._answers:
                answer = self._answers.pop(identifier)
                if not answer["ok"]:
                    raise IllegalMove(answer["error"])
                return
        raise TracksideError(f"{self.server} does not answer; the game is kept there")


def kept_salts() -> dict[str, str]:
    """Return the salts the user's seats have committed to, by commitment, the newest last."""
    with contextlib.suppress(TracksideError, ValueError):
        kept: dict[str, str] = json.loads(read_text(data_folder() / "salts.json"))
        return kept
    return {}


def new_commitment() -> str:
    """Create a salt and keep it on disk until it is revealed; return its commitment."""
    salt = new_seed()
    kept = [*kept_salts().items(), (commit_to(salt), salt)]
    write_text(data_folder() / "salts.json", json.dumps(dict(kept[-MAX_SALTS:]), indent=2))
    return commit_to(salt)


def password_header() -> dict[str, str]:
    """Return the header for a closed server, if TRACKSIDE_PASSWORD has its password."""
    password = os.environ.get("TRACKSIDE_PASSWORD")
    return {"trackside-password": invitation(password)} if password else {}


@cache
def invitation(password: str) -> str:
    """Return the invitation that encodes a password, since a header takes ASCII only."""
    from trackside.web.server.password import Password

    return Password(password).invitation


def read_link(url: str) -> tuple[str, str, str | None]:
    """Return the server, table id and invitation of a link."""
    parts = urlsplit(url)
    found = re.fullmatch(r"/(?:table/([0-9a-f]+)|join/([0-9a-f]+)/([A-Za-z0-9_-]+))/?", parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise BadOption(
            f"{url!r} is not the link of a table: it looks like http://localhost:8009/table/TABLE or .../join/..."
        )
    return f"{parts.scheme}://{parts.netloc}", found[1] or found[2], found[3]
