"""People with a real browser each, and what their pages did and were told."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from itertools import accumulate
from operator import or_
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, WebSocket, expect, sync_playwright

from tests.web.fetch import system_browser
from tests.web.serving import Server
from trackside.play.match import Match

QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
PATIENCE = 240_000
"""Milliseconds after which something that should happen counts as not happening."""

expect.set_options(timeout=PATIENCE)

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

STATE = """() => {
  const main = document.querySelector('main');
  if (!main || main.getAttribute('aria-busy')) return null;
  if (document.querySelector('.tray.result')) return { over: true };
  if (document.querySelector('.the-die.blank')) return { roll: true };
  if (document.querySelector('.acts .confirm')) return { confirm: true };
  const places = [...main.querySelectorAll('[data-move]')], useful = places.filter(place => !place.matches('.pass'));
  const moves = [...new Set((useful.length ? useful : places).map(place => Number(place.dataset.move)))];
  const leave = document.querySelector('.acts .primary:enabled') !== null;
  return moves.length || leave ? { moves, leave } : null;
}"""

PLACE = """move => {
  const at = (x, y) => Number(document.elementFromPoint(x, y)?.closest('[data-move]')?.getAttribute('data-move'));
  for (const place of document.querySelectorAll(`main [data-move="${move}"]`)) {
    place.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { x, y, width, height } = place.getBoundingClientRect();
    for (const across of [.5, .25, .75, .1, .9])
      for (const down of [.5, .25, .75, .1, .9])
        if (at(x + width * across, y + height * down) === move) return [x + width * across, y + height * down];
  }
  return null;
}"""


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    sandbox = [] if os.getuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=system_browser(), args=[*sandbox, *QUIET, "--disable-gpu"], timeout=PATIENCE
        )
        yield browser
        browser.close()


class Person:
    """A person with a browser context; `told` has every message their page was sent."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        wanted = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"} | options
        self.server = server
        self.context = browser.new_context(base_url=server.url, **wanted)
        self.context.set_default_timeout(PATIENCE)
        self.told: list[str] = []
        self.responses: list[Response] = []
        self.faults: list[str] = []
        self.page = self.open_page()

    def open_page(self) -> Page:
        """A new tab."""
        page = self.context.new_page()
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("response", lambda response: self.responses.append(response))
        page.on("request", self._note_request)
        page.on("websocket", self._note_socket)
        return page

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text} ({message.location})")

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.url}/", "data:")):
            self.faults.append(f"another host was asked: {request.url}")

    def _note_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.told.extend(str(frame).split("\n")))

    # Where to go

    def visit(self, path: str) -> Page:
        """Open a page of the server and wait until it has drawn itself."""
        self.page.goto(path)
        self.page.locator("main:not([aria-busy])").wait_for()
        return self.page

    def post(self, path: str, **body: Any) -> Any:
        """Ask the server for something with this browser's cookie."""
        if not self.context.cookies():
            self.context.request.get("/api/hello")
        answer = self.context.request.post(f"/api{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def table(self, game: str, *seats: str, **more: Any) -> str:
        """A new table, as the page makes it: seats are `me`, `open`, `here`, or the name of a bot."""
        wanted = [
            {"kind": seat} if seat in ("me", "open", "here") else {"kind": "bot", "level": seat} for seat in seats
        ]
        table: str = self.post("/tables", game=game, seats=wanted, **{"by_hand": True} | more)["table"]
        return table

    # What to do there

    def state(self) -> dict[str, Any]:
        """Wait until there is something to do at the table; return it."""
        found: dict[str, Any] = self.page.wait_for_function(STATE).json_value()
        return found

    def peek(self) -> dict[str, Any] | None:
        """Return what there is to do at the table now, if anything."""
        found: dict[str, Any] | None = self.page.evaluate(STATE)
        return found

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something holds."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not true():
            assert time.monotonic() < deadline, "it did not happen"
            self.page.wait_for_timeout(5)

    def point_of(self, move: int) -> tuple[float, float]:
        """A point of the page where a click means this move."""
        found = self.page.evaluate(PLACE, move)
        assert found, f"move {move} is offered but cannot be pointed at"
        return found[0], found[1]

    def leave(self) -> None:
        """Press the one main button; a question whether to end the game is answered with yes."""
        self.page.locator(".acts .confirm, .acts:not(:has(.confirm)) .primary").click()

    def step(self, state: dict[str, Any], chance: random.Random, leaves: float = 0.1) -> None:
        """Do one thing at the table by mouse."""
        if "roll" in state or "confirm" in state or not state["moves"] or (state["leave"] and chance.random() < leaves):
            self.leave()
        else:
            self.click(chance.choice(state["moves"]))

    def click(self, move: int) -> None:
        """Make a move with the mouse."""
        self.page.mouse.click(*self.point_of(move))

    def tap(self, move: int, seen: Callable[[], bool]) -> None:
        """Touch a move until something is seen of it: a browser on a busy machine drops a touch that waits too long."""
        for _ in range(6):
            self.page.touchscreen.tap(*self.point_of(move))
            deadline = time.monotonic() + PATIENCE / 6000
            while time.monotonic() < deadline:
                if seen():
                    return
                self.page.wait_for_timeout(5)
        raise AssertionError(f"nothing came of touching move {move}")

    def play_on(self, steps: int = 2000, seed: int = 1) -> int:
        """Act `steps` times, or until the game is over; return the number of actions."""
        chance, made = random.Random(seed), 0
        while made < steps and "over" not in (state := self.state()):
            self.step(state, chance)
            made += 1
        return made

    # What was told

    def tables(self) -> list[dict[str, Any]]:
        """The page's table after each message, with the new entries of that message's log."""
        news = [message for message in map(json.loads, self.told) if message["type"] == "table"]
        return list(accumulate(news, or_))

    def everything(self) -> list[str]:
        """Every frame and the body of every answer of the interface."""
        bodies = [one.text() for one in self.responses if "/api/" in one.url and one.ok]
        return [*self.told, *bodies]

    def violations(self, *rules: str) -> list[str]:
        """Return the violations that an automated accessibility check finds on the page, by all rules or by some."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
        found = self.page.evaluate("options => axe.run(document, options)", options)
        return [
            f"{fault['id']}: {fault['help']}: {node['html'][:160]} ({node['failureSummary']})"
            for fault in found["violations"]
            for node in fault["nodes"][:3]
        ]

    def overflow(self) -> int:
        """Return the number of pixels the page can be scrolled sideways."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return wide

    def close(self, picture: Path | None = None) -> None:
        """Go; leave a picture if something went wrong."""
        if picture:
            picture.parent.mkdir(parents=True, exist_ok=True)
            for i, page in enumerate(self.context.pages):
                page.screenshot(path=picture.with_suffix(f".{i}.png"))
        self.context.close()


def play_together(*people: Person, steps: int = 2000) -> None:
    """Act for all people until the game is over for all or `steps` things are done."""
    chance, made = random.Random(2), 0
    while made < steps:
        states = [(one, one.peek()) for one in people]
        if all(state and "over" in state for _, state in states):
            return
        for one, state in states:
            if state and "over" not in state:
                one.step(state, chance, leaves=0)
                made += 1


def finished(person: Person, game: str) -> str:
    """A game that this person's bots have played to its end."""
    table = person.table(game, "greedy", "greedy", seed="finished")
    person.until(lambda: person.context.request.get(f"/api/tables/{table}/replay").ok)
    return table


def table_from(person: Person, game: str, position: str) -> str:
    """A table at which this person plays on from a position, on the first seat and against quick bots."""
    match: Match[Any] = Match.from_position(game, position, seed=1)
    while not match.over:
        match.play(match.to_move, "pass")
    record = person.post("/records", text=match.record())["table"]
    table: str = person.post(f"/tables/{record}/whatif", at=0, seat=0, level="greedy")["table"]
    return table
