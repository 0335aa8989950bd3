"""Trace of one move from socket to database to the other socket: the files and functions of Trackside that it calls.

    python bench/walk.py [--list]

The server runs in this process, with two players at a table of The Whole Nine, each with their own connection. While
one move goes from the first player to both, every function of `trackside` that is called, in any thread, is counted
once. The counts are printed with and without the game's own work (its folder, and the core that games are made of).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import trackside
from trackside.web.server.run import bind, make_server
from trackside.web.settings import Settings

PACKAGE = Path(trackside.__file__).parent
GAMES = ("games", "core")
MOVES = 4
"""Moves made; only the last one is traced."""


class Walk:
    """A profiler that records every function of the package called while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.seen: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Record a call reported by the interpreter."""
        if self.on and event == "call":
            self.seen.add(frame.f_code)

    def functions(self) -> list[tuple[str, str]]:
        """Return the file and name of each recorded function of the package."""
        ours = [code for code in self.seen if Path(code.co_filename).is_relative_to(PACKAGE)]
        found = {(str(Path(code.co_filename).relative_to(PACKAGE)), code.co_qualname) for code in ours}
        return sorted(found)


async def hear_move(connection: ClientConnection) -> dict[str, Any]:
    """Return the next message with a view."""
    while True:
        for line in str(await connection.recv()).split("\n"):
            message: dict[str, Any] = json.loads(line)
            if "view" in message:
                return message


async def walk_one_move(walk: Walk, folder: str) -> None:
    """Start a server, seat two players, and trace one move after a few others."""
    bound, settings = bind(Settings(f"sqlite:///{folder}/tables.db", pace=0, bot_processes=0))
    server = make_server(settings)
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    url = f"http://127.0.0.1:{settings.port}"
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        tokens = [(await http.post("/api/players", json={"name": ""})).json()["token"] for _ in range(2)]
        headers = [{"authorization": f"Bearer {token}"} for token in tokens]
        form = {"game": "whole-nine", "seats": [{"kind": "me"}, {"kind": "open"}], "watch": "anyone"}
        table = (await http.post("/api/tables", json=form, headers=headers[0])).json()["table"]
        (await http.post(f"/api/tables/{table}/seats/1", json={}, headers=headers[1])).raise_for_status()
    address = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
    async with (
        connect(address, additional_headers=headers[0]) as first,
        connect(address, additional_headers=headers[1]) as second,
    ):
        players = [first, second]
        shown = [await hear_move(player) for player in players]
        for number in range(MOVES):
            seat = next(seat for seat in (0, 1) if shown[seat]["view"]["offers"])
            command = {"type": "move", "id": str(number), "seat": seat, "version": shown[seat]["version"]}
            await asyncio.sleep(0.1)
            walk.on = number == MOVES - 1
            await players[seat].send(json.dumps(command | {"move": shown[seat]["view"]["offers"][0]["move"]}))
            shown = [await hear_move(player) for player in players]
            walk.on = False
    server.should_exit = True
    await serving


def main() -> None:
    """Trace one move and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="name every function")
    args = parser.parse_args()
    walk = Walk()
    threading.setprofile(walk)
    sys.setprofile(walk)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(walk_one_move(walk, folder))
    sys.setprofile(None)
    functions = walk.functions()
    between = [(file, name) for file, name in functions if file.split("/")[0] not in GAMES]
    for title, some in (("all", functions), ("without the game and the core", between)):
        print(f"{title}: {len({file for file, _ in some})} files, {len(some)} functions")
    if args.list:
        for file, n in Counter(file for file, _ in functions).items():
            print(f"{file} ({n}): {', '.join(name for other, name in functions if other == file)}")


if __name__ == "__main__":
    main()
