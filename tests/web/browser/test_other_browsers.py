"""Whole games in Firefox and in WebKit, from the lobby's one click to the final score."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.browser.conftest import FAILED, PICTURES
from tests.web.browser.people import PLACE, STATE
from tests.web.browser.webdriver import PATIENCE, PAUSE, DrivenBrowser, running_firefox, running_webkit
from tests.web.fetch import why_no_firefox, why_no_webkit
from tests.web.serving import Server
from trackside.games import GAMES
from trackside.play.record import read_record

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

MAX_PRESSES = 5000

MIDDLE = """selector => {
  const element = document.querySelector(selector);
  if (!element || element.disabled) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return element.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""

RESULT = """() => ({
  says: document.querySelector('.tray.result h2').textContent,
  points: [...document.querySelectorAll('.rank .seat .points')].map(place => place.textContent),
})"""

QUICKLY = "() => localStorage.setItem('trackside', JSON.stringify({ pace: 'quick' }))"
AT_A_TABLE = "() => location.pathname.match('^/table/([^/]+)')?.[1]"

Run = Callable[[Path], AbstractContextManager[DrivenBrowser]]


@pytest.fixture(
    params=[
        pytest.param((running_firefox, why_no_firefox), id="firefox"),
        pytest.param((running_webkit, why_no_webkit), id="webkit"),
    ]
)
def driven(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DrivenBrowser]:
    """A browser that is not Chromium; if something goes wrong it leaves a picture."""
    run: Run
    run, why_not = request.param
    if reason := why_not():
        pytest.skip(reason)
    with run(tmp_path) as browser:
        yield browser
        if request.node.stash.get(FAILED, False):
            PICTURES.mkdir(exist_ok=True)
            (PICTURES / f"{request.node.name}.png").write_bytes(browser.picture())


def place_to_press(browser: DrivenBrowser, state: dict[str, Any], chance: random.Random) -> list[float] | None:
    """Return the next thing to press: the main button, or one of the moves."""
    found: list[float] | None
    if "roll" in state or "confirm" in state or not state["moves"] or (state["leave"] and chance.random() < 0.1):
        found = browser.call(MIDDLE, ".acts .confirm, .acts:not(:has(.confirm)) .primary")
    else:
        found = browser.call(PLACE, chance.choice(state["moves"]))
    return found


def play(browser: DrivenBrowser) -> int:
    """Press offered moves until the game is over; return the number of presses."""
    chance, presses, pressed = random.Random(1), 0, time.monotonic()
    while "over" not in (state := browser.until(STATE)):
        if place := place_to_press(browser, state, chance):
            browser.click(*place)
            presses, pressed = presses + 1, time.monotonic()
            assert presses < MAX_PRESSES, f"the game does not end: {state}"
        else:  # it is moving, or what was offered has just been done
            assert time.monotonic() - pressed < PATIENCE, f"it is offered but cannot be pressed: {state}"
            time.sleep(PAUSE)
    return presses


def open_table(browser: DrivenBrowser, server: Server, game: str) -> str:
    """Start a game against bots with the lobby's one click; return its table."""
    browser.visit(f"{server.url}/")
    browser.call(QUICKLY)
    browser.visit(f"{server.url}/")
    browser.click(*browser.until(MIDDLE, f"article[aria-labelledby='game-{GAMES[game].folder}'] .button.primary"))
    table: str = browser.until(AT_A_TABLE)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_from_one_click_to_the_final_score(driven: DrivenBrowser, house: Server, game: str) -> None:
    table = open_table(driven, house, game)
    assert play(driven) > 1
    shown = driven.call(RESULT)
    text = httpx.get(f"{house.url}/api/tables/{table}/record", timeout=PATIENCE).raise_for_status().text
    match = read_record(text).match()
    assert match.over
    assert match.game.name == game
    points = [int(one.split()[-1].replace("−", "-")) for one in shown["points"]]
    assert sorted(points) == sorted(match.scores)
    assert shown["says"]
    assert driven.faults() == []
