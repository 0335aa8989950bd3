"""Every page in both themes, on a desk and on a phone: what automated checks can see of how it looks and weighs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.browser import DESK, PHONE, Person, finished
from trackside.games import GAMES

KEYS = re.compile(
    r"\b(page|lobby|form|seat|table|wait|curtain|join|end|replay|rules|games|board|guide|settings)\.[a-z]\w+"
)
WEIGHT = 250_000


def lobby(person: Person) -> None:
    finished(person, "whole-nine")
    person.table("traxx", "me", "open", watch="anyone")
    page = person.visit("/")
    page.locator(".lists").wait_for()
    page.locator(".game svg").nth(2).wait_for()
    page.get_by_role("button", name="More options").first.click()
    page.locator("form").wait_for()


def menu(person: Person) -> None:
    table = person.table("whole-nine", "me", "greedy")
    person.visit(f"/table/{table}").locator(".menu-button").click()


def waiting(person: Person) -> None:
    table = person.table("whole-nine", "me", "open", "open")
    person.visit(f"/table/{table}").locator(".qr").nth(1).wait_for()


def invitation(person: Person) -> None:
    host = person.server.player("Ana")
    table = host.table("traxx", "me", "open")
    path = host.get(f"/tables/{table}")["seats"][1]["invite"]
    person.visit(path).locator("main .primary").wait_for()


def at_table(game: str) -> Callable[[Person], None]:
    def visit(person: Person) -> None:
        options = {"first": "red"} if game == "whole-nine" else {}
        table = person.table(game, "me", "greedy", "greedy", options=options, seed="looks")
        person.visit(f"/table/{table}")
        person.play_on(9 if game != "whole-nine" else 1)
        person.state()
        person.page.keyboard.press("ArrowRight")

    return visit


def all_moves(person: Person) -> None:
    at_table("skip-or-trip")(person)
    if person.page.locator(".acts [aria-pressed]").is_visible():
        person.page.locator(".acts [aria-pressed]").click()


def over(person: Person) -> None:
    person.visit(f"/table/{finished(person, 'traxx')}").locator(".end-card").wait_for()


def over_mine(person: Person) -> None:
    table = person.table("traxx", "me", "greedy", options={"deck": "ybgr-ybgk"}, seed="over")
    person.visit(f"/table/{table}")
    person.play_on()


def curtain(person: Person) -> None:
    table = person.table("skip-or-trip", "me", "here")
    person.visit(f"/table/{table}").locator(".curtain").wait_for()


def watching(person: Person) -> None:
    host = person.server.player("Ana")
    table = host.table("traxx", "me", "greedy", watch="anyone")
    person.visit(f"/table/{table}").locator(".papers svg").first.wait_for()


def review(game: str) -> Callable[[Person], None]:
    def visit(person: Person) -> None:
        page = person.visit(f"/replay/{finished(person, game)}")
        page.locator(".mat svg").first.wait_for()
        page.get_by_role("slider").fill("25")
        page.locator("details.more summary").first.click()

    return visit


def rules(game: str) -> Callable[[Person], None]:
    def visit(person: Person) -> None:
        person.visit(f"/rules/{game}").locator(".figure svg").first.wait_for()

    return visit


def games(person: Person) -> None:
    finished(person, "skip-or-trip")
    person.visit("/games").locator(".rows").wait_for()


def nowhere(person: Person) -> None:
    person.visit("/table/nothing-here").get_by_role("heading").first.wait_for()
    person.faults.clear()


PAGES: dict[str, Callable[[Person], None]] = {
    "lobby": lobby,
    "menu": menu,
    "waiting": waiting,
    "invitation": invitation,
    **{f"table-{game}": at_table(game) for game in GAMES},
    "all-moves": all_moves,
    "over": over,
    "over-mine": over_mine,
    "curtain": curtain,
    "watching": watching,
    **{f"review-{game}": review(game) for game in GAMES},
    **{f"rules-{game}": rules(game) for game in GAMES},
    "games": games,
    "nowhere": nowhere,
}


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_inaccessible_cut_off_or_without_words(people: Callable[..., Person], page: str) -> None:
    person = people(locale="de-DE" if page.startswith(("menu", "over")) else "en-GB")
    PAGES[page](person)
    assert person.violations() == []
    person.page.emulate_media(color_scheme="dark")
    assert person.violations("color-contrast", "link-in-text-block") == [], "in the dark"
    assert not KEYS.findall(person.page.locator("body").inner_text())
    for width in (DESK["width"], PHONE["width"], 360):
        person.page.set_viewport_size({"width": width, "height": PHONE["height"]})
        assert person.overflow() == 0, f"scrolls sideways at {width} pixels"
    assert person.violations() == [], "on a phone"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_table_weighs_little(person: Person, game: str) -> None:
    table = person.table(game, "me", "greedy")
    person.visit(f"/table/{table}")
    person.state()
    sizes = [response.request.sizes() for response in person.responses]
    weight = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert 30_000 < weight + sum(map(len, person.told)) < WEIGHT
