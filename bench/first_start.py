"""Benchmark of a first start: the latency of a bot while everything is still being compiled.

    python bench/first_start.py [--game whole-nine] [--level club] [--bot-processes 1] [--json]

Starts a server with an empty compile cache and immediately plays games against a bot, one after another, until the
bots of all games are ready. Prints when the server answered, when it was ready, and the time the bot took for its
moves before and after that.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from websockets.sync.client import connect

START = "import sys; from trackside.cli import main; sys.exit(main(sys.argv[1:]))"
AFTERWARDS = 20
"""Answers of the bot to measure after everything is compiled."""


@contextmanager
def serving(folder: str, bot_processes: int) -> Iterator[int]:
    """Start a server with an empty cache; yield its port."""
    command = [sys.executable, "-c", START, "serve", "--no-browser", "--port", "0", "--pace", "0"]
    command += ["--bot-processes", str(bot_processes), "--database", f"sqlite:///{folder}/tables.db"]
    environment = os.environ | {"TRACKSIDE_CACHE": f"{folder}/cache"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        try:
            while not (found := re.search(r"Trackside is at .*:(\d+)/", line := process.stderr.readline())):
                assert line, "the server did not start"
            yield int(found[1])
        finally:
            process.terminate()


class Player:
    """A player against a bot that measures the time from each move to its next turn."""

    def __init__(self, port: int, game: str, level: str) -> None:
        self.port, self.game, self.level = port, game, level
        self.http = httpx.Client(base_url=f"http://localhost:{port}/api", timeout=60)
        token = self.http.post("/players", json={"name": "Ana"}).raise_for_status().json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        self.answers: list[tuple[float, float]] = []
        """The arrival time of each answer, and the seconds it took."""

    @property
    def is_ready(self) -> bool:
        """True if the bots of all games look ahead."""
        return bool(self.http.get("/hello").json()["ready"])

    def play(self) -> None:
        """Play one game."""
        seats = [{"kind": "me"}, {"kind": "bot", "level": self.level}]
        body = {"game": self.game, "seats": seats}
        table = self.http.post("/tables", json=body, headers=self.headers).raise_for_status().json()["table"]
        address = f"ws://localhost:{self.port}/api/tables/{table}/socket?form=state"
        with connect(address, additional_headers=self.headers, max_size=None) as socket:
            shown: dict[str, object] = {}
            sent, number, waited = 0.0, 0, False
            while not shown.get("result"):
                for line in socket.recv(timeout=600).splitlines():
                    message = json.loads(line)
                    shown |= message if message["type"] == "table" else {}
                view = shown.pop("view", None)
                if not isinstance(view, dict) or not view["moves"]:
                    waited = True
                    continue
                if sent and waited:
                    now = time.monotonic()
                    self.answers.append((now, now - sent))
                number += 1
                move = random.choice(view["moves"])
                socket.send(json.dumps({"type": "move", "id": str(number), "seat": 0, "move": move}))
                sent, waited = time.monotonic(), False


def main() -> None:
    """Measure one first start."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="whole-nine")
    parser.add_argument("--level", default="club")
    parser.add_argument("--bot-processes", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, serving(folder, args.bot_processes) as port:
        player, answering = Player(port, args.game, args.level), time.monotonic()
        while not player.is_ready:
            player.play()
        ready = time.monotonic()
        while sum(at > ready for at, _ in player.answers) < AFTERWARDS:
            player.play()
    before = [seconds for at, seconds in player.answers if at <= ready]
    after = [seconds for at, seconds in player.answers if at > ready]
    found = {
        "answering_after_s": round(answering - began, 1),
        "ready_after_s": round(ready - began, 1),
        "answers_before": len(before),
        "median_before_ms": round(1000 * statistics.median(before), 1),
        "longest_before_ms": round(1000 * max(before), 1),
        "answers_after": len(after),
        "median_after_ms": round(1000 * statistics.median(after), 1),
        "longest_after_ms": round(1000 * max(after), 1),
    }
    print(json.dumps(found) if args.json else "\n".join(f"{name:20} {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
