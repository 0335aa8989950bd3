"""boardgame.io, measured by bench/server.py: one Node process in memory, with the same tables, players and pace."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport

if TYPE_CHECKING:
    from server import Table

FOLDER = Path(__file__).parent
GAME, PAWNS = "track", 4
EVENT = f"42/{GAME},".encode()


def missing() -> str | None:
    """Return the reason why boardgame.io cannot be measured, or None."""
    if shutil.which("node") is None:
        return "there is no node"
    if not (FOLDER / "node_modules").is_dir():
        return f"its packages are not there: npm install --prefix {FOLDER}"
    return None


def start() -> tuple[subprocess.Popen[str], str]:
    """Start an empty server; return it and its address."""
    command, environment = ["node", FOLDER / "boardgameio.cjs"], os.environ | {"NODE_ENV": "production"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"listening on (\d+)", line):
            return process, f"http://localhost:{found[1]}"
    raise SystemExit("boardgame.io does not start")


def tables(url: str, n: int) -> list[tuple[str, list[str]]]:
    """Create n matches and return them with the credentials of both players."""
    made = []
    with httpx.Client(base_url=f"{url}/games/{GAME}", timeout=120) as http:
        for _ in range(n):
            match = http.post("/create", json={"numPlayers": 2}).raise_for_status().json()["matchID"]
            joined = [
                http.post(f"/{match}/join", json={"playerID": str(seat), "playerName": "somebody"}) for seat in range(2)
            ]
            made.append((match, [answer.raise_for_status().json()["playerCredentials"] for answer in joined]))
    return made


class Seat(WSListener):
    """One player's socket.io connection; it notifies the table of every state."""

    def __init__(self, table: Table, seat: int, url: str, match: str, credentials: str) -> None:
        self.table, self.seat, self.match, self.credentials = table, seat, match, credentials
        self.address = f"{url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
        self.headers: dict[str, str] = {}
        self.offers: list[int] = []
        self._state_id = 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Answer the handshake and pings of socket.io, and read states from its events."""
        text = frame.get_payload_as_bytes()
        if text.startswith(EVENT):
            kind, *content = orjson.loads(text[len(EVENT) :])
            if kind in ("sync", "update"):
                self._look(content[1]["state"] if kind == "sync" else content[1])
        elif text.startswith(b"0"):
            transport.send(WSMsgType.TEXT, f"40/{GAME},".encode())
        elif text == b"2":
            transport.send(WSMsgType.TEXT, b"3")
        elif text.startswith(b"40"):
            transport.send(WSMsgType.TEXT, _event("sync", self.match, str(self.seat), self.credentials, 2))

    def _look(self, state: dict[str, Any]) -> None:
        self._state_id = state["_stateID"]
        self.offers = list(range(PAWNS)) if state["ctx"]["currentPlayer"] == str(self.seat) else []
        self.table.told(self)

    def message(self, move: int, identifier: str) -> bytes:
        """Return a move as it is sent to the server."""
        player = str(self.seat)
        payload = {"type": "step", "args": [move], "playerID": player, "credentials": self.credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return _event("update", action, self._state_id, self.match, player)


def _event(*content: object) -> bytes:
    return EVENT + orjson.dumps(content)
