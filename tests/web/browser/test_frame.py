"""The frame of a table: board and tray keep their boxes in every phase, and what happens can be followed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import PHONE, Person
from trackside.games import GAMES

People = Callable[..., Person]

SIZES = {"desk": (1280, 800), "large": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
TRAYS = {"whole-nine": 186, "traxx": 194, "skip-or-trip": 228}

BOXES = """() => Object.fromEntries(['.mat', '.tray', '.top', '.mat > :first-child'].map(name => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [name, [x, y, width, height].map(Math.round)];
}))"""


Case = tuple[str | int, ...]


def cases(all_of_them: Iterable[Case], tried: list[Case]) -> list[Any]:
    """All cases, of which `make test` has the time for some."""
    return [pytest.param(*case, marks=[] if case in tried else [pytest.mark.long]) for case in all_of_them]


def boxes(person: Person) -> dict[str, list[int]]:
    """Return the boxes of the frame's parts, once everything is drawn."""
    person.page.wait_for_function("document.querySelector('.mat > :first-child, .tray') !== null")
    person.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, list[int]] = person.page.evaluate(BOXES)
    return found


def begin(person: Person, game: str, seats: int = 3, **options: str) -> None:
    if game == "whole-nine":
        options["first"] = "red"
    others = ["greedy"] * (seats - 1)
    person.visit(f"/table/{person.table(game, 'me', *others, options=options, seed='frame')}")
    person.page.locator(".mat > :first-child").wait_for()
    person.state()


@pytest.mark.parametrize(
    ("game", "size"),
    cases(product(GAMES, SIZES), [("traxx", "desk"), ("whole-nine", "phone"), ("skip-or-trip", "phone")]),
)
def test_board_and_tray_never_move(people: People, game: str, size: str) -> None:
    width, height = SIZES[size]
    person = people(viewport={"width": width, "height": height})
    begin(person, game)
    frame, chance = boxes(person), random.Random(3)
    assert frame[".tray"][3] == (TRAYS[game] if size == "phone" else 208)
    seen: dict[str, dict[str, list[int]]] = {}
    for number in range(10):
        if "over" in (state := person.state()):
            break
        seen[f"{number}: {sorted(state)}"] = boxes(person)
        person.page.keyboard.press("ArrowRight")
        seen[f"{number}: previewed"] = boxes(person)
        person.page.keyboard.press("Escape")
        person.step(person.state(), chance)
        done = person.page.locator(".acts:has-text('Take back') .primary")
        if done.is_visible():
            seen[f"{number}: held"] = boxes(person)
            done.click()
    if size != "phone":
        person.page.locator(".rail button.line").first.click()
        expect(person.page.locator(".looking")).to_be_visible()
        seen["a moment of the past"] = boxes(person)
        person.page.keyboard.press("Escape")
        expect(person.page.locator(".looking")).to_have_count(0)
    assert {phase: box for phase, box in seen.items() if box != frame} == {}


def test_the_result_keeps_the_frame(people: People) -> None:
    person = people()
    begin(person, "traxx", deck="ybgr-ybgk")
    frame = boxes(person)
    person.play_on()
    after = boxes(person)
    assert {name: box for name, box in after.items() if name != ".mat > :first-child" and box != frame[name]} == {}
    expect(person.page.locator(".curve-part .chart")).to_be_visible()


CUT = """() => {
  const cut = [];
  const phone = matchMedia('(max-width: 760px)').matches ? ['.say'] : [];
  const said = ['.previewing .preview-line', '.say:not(.previewing) .now-say', '.label'];
  const places = [...phone, ...said, '.tray-body', '.since'];
  for (const place of document.querySelectorAll(places.map(name => `.tray ${name}, .tray${name}`).join())) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = place;
    if (clientHeight && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
      cut.push(
        `${place.className}: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}, ${place.textContent}`,
      );
  }
  return cut;
}"""


MANY = (("whole-nine", 5), ("traxx", 3), ("skip-or-trip", 3))


@pytest.mark.parametrize(
    ("game", "seats", "size"),
    cases(
        ((*table, size) for table in MANY for size in ("desk", "phone", "tablet")),
        [("whole-nine", 5, "phone"), ("traxx", 3, "phone"), ("skip-or-trip", 3, "desk")],
    ),
)
def test_all_that_the_tray_says_can_be_read_without_scrolling(people: People, game: str, seats: int, size: str) -> None:
    width, height = SIZES[size]
    person = people(viewport={"width": width, "height": height}, locale="de-DE")
    begin(person, game, seats)
    chance = random.Random(5)
    cut: list[str] = []
    for _ in range(8):
        if "over" in (state := person.state()):
            break
        cut += person.page.evaluate(CUT)
        person.page.keyboard.press("ArrowRight")
        cut += person.page.evaluate(CUT)
        person.page.keyboard.press("Escape")
        person.step(state, chance, leaves=0)
    assert cut == []


CROWDED: list[Case] = [("whole-nine", 5), ("skip-or-trip", 6)]


@pytest.mark.parametrize("size", ["desk", pytest.param("tablet", marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "seats"), cases([("whole-nine", 4), *CROWDED], CROWDED))
def test_the_guide_takes_its_room_from_the_log(people: People, game: str, seats: int, size: str) -> None:
    width, height = SIZES[size]
    person = people(viewport={"width": width, "height": height}, locale="de-DE")
    begin(person, game, seats)
    if "roll" in person.state():
        person.leave()
        person.state()
    guide, rail = person.page.locator(".rail > .guide").bounding_box(), person.page.locator(".rail").bounding_box()
    assert guide
    assert rail
    assert guide["y"] + guide["height"] <= rail["y"] + rail["height"]
    assert person.page.evaluate("(rail => rail.scrollHeight - rail.clientHeight)(document.querySelector('.rail'))") <= 1


@pytest.mark.parametrize(("game", "seats"), cases(CROWDED, [("skip-or-trip", 6)]))
def test_many_seats_fit_on_a_phone(people: People, game: str, seats: int) -> None:
    person = people(viewport=PHONE, locale="de-DE")
    begin(person, game, seats)
    person.play_on(3)
    person.state()
    assert person.overflow() == 0
    for seat in person.page.locator(".seat").all():
        box, points = seat.bounding_box(), seat.locator(".points").bounding_box()
        assert box
        assert points
        assert box["x"] < points["x"]
        assert points["x"] + points["width"] <= box["x"] + box["width"]


@pytest.mark.parametrize("seats", [pytest.param(4, marks=pytest.mark.long), 6])
def test_the_board_of_a_race_that_is_over_is_the_one_it_was_run_on(people: People, seats: int) -> None:
    person = people(locale="de-DE")
    begin(person, "skip-or-trip", seats, rounds="3")
    page, board = person.page, person.page.locator(".mat svg.board")
    before = board.bounding_box()
    person.play_on()
    assert page.evaluate(CUT) == []
    page.locator(".seg button").last.click()
    assert board.bounding_box() == before
    page.locator(".moments button").first.click()
    expect(page.locator(".looking")).to_be_visible()
    assert board.bounding_box() == before


def test_a_line_of_the_log_shows_that_moment_until_escape(person: Person) -> None:
    begin(person, "skip-or-trip")
    person.play_on(9)
    person.state()
    page = person.page
    page.locator(".log button.line").last.click()
    expect(page.locator(".looking")).to_contain_text("Looking at")
    expect(page.locator("[data-move]")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    assert person.state()["moves"]
    page.locator(".log button.line").first.click()
    expect(page.locator(".looking")).to_be_visible()
    page.keyboard.press("Escape")
    assert person.state()["moves"]


def test_the_tab_says_whose_turn_it_is(person: Person) -> None:
    begin(person, "whole-nine")
    page = person.page
    expect(page).to_have_title("● Your turn · The Whole Nine")
    assert str(page.locator("link[rel=icon]").get_attribute("href")).endswith("icon-yours.svg")
    page.locator(".mark").click()
    page.locator(".lists, .games").first.wait_for()
    assert str(page.locator("link[rel=icon]").get_attribute("href")).endswith("icon.svg")


def test_pace_and_sound_are_kept(person: Person) -> None:
    begin(person, "whole-nine")
    page = person.page
    page.keyboard.press("m")
    page.get_by_role("button", name="Menu").click()
    page.locator(".segments input[value=slow]").check()
    page.reload()
    person.state()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".segments input[value=slow]")).to_be_checked()
    expect(page.locator(".volume input")).to_have_value("0")


def test_a_bots_turn_is_shown_before_mine_can_begin(people: People) -> None:
    person = people(reduced_motion="no-preference")
    begin(person, "whole-nine")
    person.leave()
    turn = person.tables()[-1]["view"]["turn"]
    person.click(person.state()["moves"][0])
    person.until(lambda: person.tables()[-1]["view"]["turn"] > turn + 2)
    assert person.page.locator("[data-move], .the-die.blank").count() == 0, "the bots are still shown"
    said = person.page.locator(".log button.line, .log span.line")
    known = said.count()
    person.page.mouse.click(400, 300)
    person.until(lambda: said.count() > known)
    assert "roll" in person.state()


def test_a_turn_that_would_end_by_itself_waits_for_done(person: Person) -> None:
    table = person.table("traxx", "me", "greedy", options={"deck": "y-y"}, seed="done")
    page = person.visit(f"/table/{table}")
    for _ in range(12):
        state: dict[str, Any] = person.state()
        last = [offer for offer in person.tables()[-1]["view"]["offers"] if offer.get("ends")]
        if last:
            break
        person.step(state, random.Random(1), leaves=0)
    lines = page.locator(".paper .line-ink").count()
    person.click(last[0]["move"])
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    expect(page.locator(".paper .line-ghost")).to_have_count(1)
    assert page.locator(".paper .line-ink").count() == lines, "the line is as long as score and log say"
    before = len(person.tables())
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    person.click(last[0]["move"])
    assert len(person.tables()) == before, "nothing was sent yet"
    page.get_by_role("button", name="Done").click()
    person.until(lambda: len(person.tables()) > before)


def test_the_phones_log_opens_over_seats_and_log(people: People) -> None:
    person = people(viewport=PHONE)
    begin(person, "skip-or-trip")
    person.play_on(4)
    frame = boxes(person)
    page = person.page
    page.locator(".log-line").click()
    expect(page.locator(".log-sheet")).to_be_visible()
    assert boxes(person) == frame
    page.keyboard.press("Escape")
    expect(page.locator(".log-sheet")).to_have_count(0)
