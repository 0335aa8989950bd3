"""Firefox and WebKit, driven as WebDriver says: Firefox over its own socket (BiDi), WebKit by WebKitGTK's driver."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.web.fetch import system_firefox
from tests.web.serving import free_port

PATIENCE = 600
"""Seconds after which something that should happen counts as not happening, on a busy machine too."""

PAUSE = 0.02
WIDTH, HEIGHT = 1280, 800

QUIET = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
}
"""Preferences with which Firefox asks nobody for anything."""

LISTEN = """() => {
  window.complaints = [];
  const note = (...said) => window.complaints.push(said.map(String).join(' '));
  addEventListener('error', event => note(event.message ?? `${event.target.outerHTML} did not load`), true);
  addEventListener('unhandledrejection', event => note(event.reason));
  addEventListener('securitypolicyviolation', event => note(event.violatedDirective, event.blockedURI));
  console.error = console.warn = note;
}"""


class DrivenBrowser(ABC):
    """A browser with one page."""

    @abstractmethod
    def visit(self, url: str) -> None:
        """Open a page and wait until it is loaded."""

    @abstractmethod
    def call(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page with plain values, and get a plain value back."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Do something with hands; both kinds of WebDriver describe it in the same words."""

    @abstractmethod
    def faults(self) -> list[str]:
        """The errors and warnings of the page that was opened last."""

    @abstractmethod
    def picture(self) -> bytes:
        """The page as it looks, as PNG."""

    def until(self, function: str, *arguments: Any) -> Any:
        """Call a function until what it returns is true, and get that."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.call(function, *arguments)):
            assert time.monotonic() < deadline, f"it did not happen: {function}{arguments}; {self.faults()}"
            time.sleep(PAUSE)
        return found

    def click(self, x: float, y: float) -> None:
        """Press a point of the page with the mouse."""
        to = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"}
        press = [to, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": press}])


class Firefox(DrivenBrowser):
    """Firefox, which speaks for itself."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.numbers = socket, count(1)
        self.entries: list[dict[str, Any]] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.page: str = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self.page, viewport={"width": WIDTH, "height": HEIGHT})

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command and get its result; what the page logs meanwhile is kept."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (message := json.loads(self.socket.recv(PATIENCE))).get("id") != number:
            if message.get("method") == "log.entryAdded":
                self.entries.append(message["params"])
        assert message["type"] == "success", f"{method}: {message}"
        return message["result"]

    def visit(self, url: str) -> None:
        self.entries.clear()
        self.send("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def call(self, function: str, *arguments: Any) -> Any:
        source = f"JSON.stringify(({function})({', '.join(map(json.dumps, arguments))}) ?? null)"
        answer = self.send("script.evaluate", expression=source, target={"context": self.page}, awaitPromise=False)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.send("input.performActions", context=self.page, actions=actions)

    def faults(self) -> list[str]:
        self.call("() => true")  # entries come before the answer to a later command
        return [f"{one['level']}: {one['text']}" for one in self.entries if one["level"] in ("error", "warn")]

    def picture(self) -> bytes:
        return base64.b64decode(self.send("browsingContext.captureScreenshot", context=self.page)["data"])


class WebKit(DrivenBrowser):
    """WebKitGTK's small browser. Its driver tells nothing of the console: the page is listened to once it is loaded."""

    def __init__(self, driver: httpx.Client) -> None:
        self.driver, self.session = driver, "/session"
        self.session += f"/{self.post('', capabilities={})['sessionId']}"
        self.post("/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT)
        bars = HEIGHT - self.call("() => innerHeight")
        self.post("/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT + bars)

    def post(self, command: str, **parameters: Any) -> Any:
        """Send a command and get its result."""
        answer = self.driver.post(f"{self.session}{command}", json=parameters)
        assert answer.is_success, f"{command}: {answer.text}"
        return answer.json()["value"]

    def visit(self, url: str) -> None:
        self.post("/url", url=url)
        self.call(LISTEN)

    def call(self, function: str, *arguments: Any) -> Any:
        return self.post("/execute/sync", script=f"return ({function})(...arguments)", args=arguments)

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.post("/actions", actions=actions)

    def faults(self) -> list[str]:
        said: list[str] = self.call("() => window.complaints")
        return said

    def picture(self) -> bytes:
        answer = self.driver.get(f"{self.session}/screenshot").raise_for_status()
        return base64.b64decode(answer.json()["value"])


@contextmanager
def process(command: list[str], log: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program that writes to a file; in the end it goes with all that it has started."""
    with log.open("wb") as said:
        started = subprocess.Popen(command, stdout=said, stderr=said, env=environment, start_new_session=True)
    try:
        yield started
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
        started.wait()


def said(running: subprocess.Popen[bytes], log: Path, pattern: str) -> str:
    """Wait until a program writes what a pattern describes, and get the pattern's group."""
    deadline = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, log.read_text(encoding="utf-8", errors="replace"))):
        assert running.poll() is None, f"{running.args!r} has ended: {log.read_text(errors='replace')}"
        assert time.monotonic() < deadline, f"{running.args!r} does not say {pattern!r}"
        time.sleep(PAUSE)
    return found[1]


def at_home(folder: Path) -> dict[str, str]:
    """An environment in which a browser finds nothing of yours and leaves nothing behind."""
    own = {"HOME": str(folder), "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1"}
    return {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | own


@contextmanager
def running_firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox without a window."""
    profile, log = folder / "profile", folder / "firefox.log"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    firefox = system_firefox()
    assert firefox
    command = [firefox, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with ExitStack() as stack:
        running = stack.enter_context(process(command, log, at_home(folder)))
        address = said(running, log, r"BiDi listening on (ws://\S+)\n")
        socket = connect(f"{address}/session", open_timeout=PATIENCE, max_size=None, ping_interval=None)
        yield Firefox(stack.enter_context(socket))


@contextmanager
def running_webkit(folder: Path) -> Iterator[WebKit]:
    """A WebKit on a screen that nobody sees."""
    screen, log, port = folder / "screen.log", folder / "webkit.log", free_port()
    with ExitStack() as stack:
        wanted = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{2 * WIDTH}x{2 * HEIGHT}x24", "-nolisten", "tcp"]
        display = said(stack.enter_context(process(wanted, screen, os.environ)), screen, r"(?m)^(\d+)\n")
        environment = at_home(folder) | {"DISPLAY": f":{display}"}
        running = stack.enter_context(process(["WebKitWebDriver", f"--port={port}"], log, environment))
        driver = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE))
        deadline = time.monotonic() + PATIENCE
        while not answers(driver):
            assert running.poll() is None, f"WebKitWebDriver has ended: {log.read_text(errors='replace')}"
            assert time.monotonic() < deadline, "WebKitWebDriver does not answer"
            time.sleep(PAUSE)
        webkit = WebKit(driver)
        try:
            yield webkit
        finally:
            driver.delete(webkit.session)


def answers(driver: httpx.Client) -> bool:
    """Return True if a driver already listens."""
    try:
        return driver.get("/status").is_success
    except httpx.TransportError:
        return False
