"""Every page in both themes, on a desk and on a phone: what automated checks can see of how it looks and weighs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.web.browser.people import DESK, PHONE, Person, finished
from trackside.games import GAMES

KEYS = re.compile(
    r"\b(page|lobby|form|seat|table|wait|curtain|join|end|replay|rules|games|player|bots|board|guide|settings)\.[a-z]\w+"
)
WEIGHT = 250_000


def lobby(person: Person) -> None:
    finished(person, "whole-nine")
    person.table("traxx", "me", "open", watch="anyone")
    page = person.visit("/")
    page.locator(".lists").wait_for()
    page.locator(".game svg").nth(2).wait_for()


def options(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="Skip or Trip").get_by_role("button", name="Options…").click()
    page.locator("dialog form").wait_for()


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
    begun(person, "skip-or-trip", "greedy", first="red")
    person.page.locator(".menu-button").click()
    person.page.get_by_role("button", name="All moves").click()
    person.page.locator(".offer-list").wait_for()


def over(game: str) -> Callable[[Person], None]:
    def visit(person: Person) -> None:
        person.visit(f"/table/{finished(person, game)}").locator(".tray.result").wait_for()

    return visit


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
        page.get_by_role("slider").fill("12")
        page.locator(".tool-buttons .button").first.click()
        page.get_by_role("dialog").wait_for()

    return visit


def rules(game: str) -> Callable[[Person], None]:
    def visit(person: Person) -> None:
        person.visit(f"/rules/{game}").locator(".figure svg").first.wait_for()

    return visit


def games(person: Person) -> None:
    finished(person, "skip-or-trip")
    person.visit("/games").locator(".rows").wait_for()


def player(person: Person) -> None:
    finished(person, "traxx")
    person.visit("/player").locator(".results").wait_for()
    person.page.locator(".rows").wait_for()


def bots(person: Person) -> None:
    person.visit("/bots").locator(".bot-cards .face").nth(4).wait_for()


def nowhere(person: Person) -> None:
    person.visit("/table/nothing-here").get_by_role("heading").first.wait_for()
    person.faults.clear()


def unknown(person: Person) -> None:
    person.visit("/no/such/page").locator(".missing").wait_for()
    person.faults.clear()


PAGES: dict[str, Callable[[Person], None]] = {
    "lobby": lobby,
    "options": options,
    "menu": menu,
    "waiting": waiting,
    "invitation": invitation,
    **{f"table-{game}": at_table(game) for game in GAMES},
    "all-moves": all_moves,
    **{f"over-{game}": over(game) for game in GAMES},
    "over-mine": over_mine,
    "curtain": curtain,
    "watching": watching,
    **{f"review-{game}": review(game) for game in GAMES},
    **{f"rules-{game}": rules(game) for game in GAMES},
    "games": games,
    "player": player,
    "bots": bots,
    "nowhere": nowhere,
    "unknown": unknown,
}


ALIKE = (
    *("over-whole-nine", "over-traxx", "over-skip-or-trip", "review-whole-nine", "review-skip-or-trip"),
    *("rules-whole-nine", "rules-skip-or-trip"),
    *("table-traxx", "table-skip-or-trip"),  # their panels are looked at below
)
"""Pages that are made like one of another game."""


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.long] if page in ALIKE else []) for page in PAGES]
)
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
    assert 30_000 < weight(person) + sum(map(len, person.told)) < WEIGHT


@pytest.mark.parametrize(("path", "drawn"), [("/", ".game .pic svg"), ("/learn", ".piece svg")])
def test_pages_with_all_games_weigh_little(person: Person, path: str, drawn: str) -> None:
    person.visit(path).locator(drawn).nth(len(GAMES) - 1).wait_for()
    assert 30_000 < weight(person) < WEIGHT
    assert not any(response.url.endswith("/static/table/page.js") for response in person.responses)


def weight(person: Person) -> int:
    """The bytes of everything that was loaded, headers too."""
    sizes = [response.request.sizes() for response in person.responses]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def begun(person: Person, game: str, *bots: str, **options: str) -> None:
    person.visit(f"/table/{person.table(game, 'me', *bots, options=options, seed='panels')}")
    person.state()


def rules_beside(person: Person) -> Iterator[str]:
    begun(person, "skip-or-trip", "greedy", first="red")
    person.page.get_by_role("button", name="Rules").click()
    person.page.locator(".rules-panel .figure svg").first.wait_for()
    yield "rules"
    person.page.get_by_role("searchbox").fill("mercy")
    yield "rules that were found"
    person.page.keyboard.press("Escape")


def card_and_past(person: Person) -> Iterator[str]:
    page = person.page
    page.locator(".tray [data-about^=card]").first.hover()
    page.locator(".hover-card").wait_for()
    yield "what a card is"
    page.mouse.move(5, 5)
    person.play_on(3)
    person.state()
    if page.locator(".rail button.line").first.is_visible():
        page.locator(".rail button.line").first.click()
        page.locator(".looking").wait_for()
        yield "a moment of the past"


def whether_to_pass(person: Person) -> Iterator[str]:
    page = person.visit(f"/table/{person.table('skip-or-trip', 'me', 'here', options={'first': 'red'})}")
    for _ in range(2):
        page.locator(".curtain .primary").click()
        page.get_by_role("button", name="Pass", exact=True).click()
    page.locator(".acts .confirm").wait_for()
    yield "whether to pass"


def sheet_and_level(person: Person) -> Iterator[str]:
    begun(person, "traxx", "novice", "novice", deck="y-y")
    page = person.page
    page.locator(":is(.small-paper, .mini-button):visible").last.click()
    page.locator(".looked, .sheet-dialog[open]").first.wait_for()
    yield "a sheet, large"
    page.keyboard.press("Escape")
    person.play_on()
    page.get_by_role("button", name="Change level").click()
    page.locator("dialog .levels").wait_for()
    yield "change level"


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"])
def test_no_panel_is_inaccessible(people: Callable[..., Person], size: dict[str, int]) -> None:
    person = people(viewport=size)
    for panels in (rules_beside, card_and_past, whether_to_pass, sheet_and_level):
        for panel in panels(person):
            assert person.violations() == [], panel
            person.page.emulate_media(color_scheme="dark")
            assert person.violations("color-contrast", "link-in-text-block") == [], f"{panel} in the dark"
            person.page.emulate_media(color_scheme="light")
