"""Rules and results on paper: white ground, nothing to press, pictures that stay whole."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.web.browser.people import Person, finished
from trackside.games import GAMES

WHITE = "rgb(255, 255, 255)"


def faults_on_paper(page: Page) -> list[str]:
    """Return what should not be on paper: grounds that are not white, navigation, buttons, pictures that may be cut.

    A line of a list that can be pressed on a screen is text on paper.
    """
    page.emulate_media(media="print", color_scheme="dark")
    found: list[str] = page.evaluate(
        """white => {
          const shown = element => element.checkVisibility() && element.getBoundingClientRect().height > 0;
          const ground = element => getComputedStyle(element).backgroundColor;
          const all = selector => [...document.querySelectorAll(selector)];
          const pressed = 'nav, .button, input, select, button:not(.line, .rv-moments button), [role=tablist]';
          return [
            ...(ground(document.body) === white ? [] : [`ground ${ground(document.body)}`]),
            ...all('main, main > *')
              .filter(one => ![white, 'rgba(0, 0, 0, 0)'].includes(ground(one)))
              .map(one => `${one.className} ${ground(one)}`),
            ...all(pressed).filter(shown).map(one => `${one.tagName} ${one.className} ${one.textContent}`),
            ...all('.figure, .mat, .rv-scene')
              .filter(one => getComputedStyle(one).breakInside !== 'avoid')
              .map(one => `${one.className} may be cut`),
            ...all('main *')
              .filter(one => shown(one) && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
              .filter(one => one.scrollHeight > one.clientHeight + 1)
              .map(one => `${one.className} scrolls`),
          ];
        }""",
        WHITE,
    )
    return found


games = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "skip-or-trip" else [pytest.mark.long]) for game in GAMES]
)


@games
def test_rules_are_printed_without_navigation_on_white(person: Person, game: str) -> None:
    page = person.visit(f"/rules/{game}")
    page.locator(".figure svg").first.wait_for()
    assert faults_on_paper(page) == []
    assert page.locator(".figure svg").first.is_visible()
    assert page.locator(".rule-number").first.is_visible()
    assert page.locator("h1").is_visible()


@games
def test_a_result_is_printed_with_its_board_and_sums_on_white(person: Person, game: str) -> None:
    page = person.visit(f"/table/{finished(person, game)}")
    page.locator(".result").wait_for()
    page.locator(".mat svg").first.wait_for()
    assert faults_on_paper(page) == []
    for part in (".mat svg", ".seats.rank", ".result h2", ".account"):
        assert page.locator(part).first.is_visible(), part
    boxes = page.locator(".table > *").evaluate_all(
        """parts => parts.map(part => part.getBoundingClientRect()).filter(box => box.height)
          .map(({ top, bottom }) => [top, bottom]).sort((a, b) => a[0] - b[0])"""
    )
    assert all(below[0] >= above[1] - 1 for above, below in pairwise(boxes)), "parts do not overlap"
