"""The rooms around the board, measured: nothing covered, cut, too small to press or called by a colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import DESK, PHONE, Person, finished

People = Callable[..., Person]

TABLET = {"width": 820, "height": 1180}

BOX = """name => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
}"""

SMALL = """least => [...document.querySelectorAll('main :is(a, button, summary)')].flatMap(one => {
  const { x, y, width, height } = one.getBoundingClientRect(), middle = y + height / 2;
  if (!width || !height || y < least || y > innerHeight - least) return [];
  const hit = down => one.contains(document.elementFromPoint(x + width / 2, middle + down));
  let high = 0;
  for (let down = 0; hit(down); down--) high++;
  for (let down = 1; hit(down); down++) high++;
  return high > 0 && high < least - 1 ? [`${one.className} ${one.textContent.trim()}: ${high}`] : [];
})"""
"""Return the visible controls whose pressable height is less than `least` pixels."""


def box(person: Person, name: str) -> list[int]:
    """Return the box of an element: left, top, right, bottom."""
    found: list[int] = person.page.evaluate(BOX, name)
    return found


def test_the_rules_lie_over_the_rail_and_nothing_else(people: People) -> None:
    person = people(viewport=TABLET, locale="de-DE")
    page = person.visit(f"/table/{person.table('skip-or-trip', 'me', 'greedy')}")
    person.state()
    page.get_by_role("button", name="Regeln").click()
    page.locator(".rules-panel .figure svg").first.wait_for()
    assert box(person, ".rules-panel") == box(person, ".rail")
    assert box(person, ".rules-panel")[3] <= box(person, ".tray")[1]
    room, needed = page.locator(".rules-panel input").evaluate(
        """field => {
          const pen = document.createElement('canvas').getContext('2d'), style = getComputedStyle(field);
          pen.font = style.font;
          const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
          return [field.clientWidth - padding, pen.measureText(field.placeholder).width];
        }"""
    )
    assert needed < room, "what can be found is not cut"


@pytest.mark.parametrize(
    "size",
    [DESK, pytest.param(TABLET, marks=pytest.mark.long), PHONE],
    ids=lambda size: str(size["width"]),
)
def test_every_invitation_is_shown_whole(people: People, size: dict[str, int]) -> None:
    person = people(viewport=size)
    page = person.visit(f"/table/{person.table('traxx', 'me', 'open', 'open', 'open')}")
    page.locator(".qr").nth(2).wait_for()
    card = page.locator(".waiting")
    assert card.evaluate("card => card.scrollHeight - card.clientHeight") == 0, "it does not scroll inside"
    assert box(person, ".waiting")[3] <= box(person, "main")[3]
    assert person.overflow() == 0
    assert "house" not in card.inner_text(), "what is as usual is not said"


def test_the_board_of_a_review_keeps_its_place_on_a_phone(people: People) -> None:
    person = people(viewport=PHONE)
    table = person.table("skip-or-trip", "me", "greedy", "greedy", options={"rounds": "2"}, seed="review")
    person.visit(f"/table/{table}")
    person.play_on()
    page = person.visit(f"/replay/{table}")
    page.locator(".mat svg").first.wait_for()
    expect(page.locator(".seat .called").first).to_have_text("You")
    assert page.locator("select[name=perspective] option").all_inner_texts()[2] == "You"
    slider, seen = page.get_by_role("slider"), {}
    for step in range(int(str(slider.get_attribute("min"))), int(str(slider.get_attribute("max"))) + 1):
        slider.fill(str(step))
        expect(slider).to_have_value(str(step))
        seen[step] = (box(person, ".mat"), box(person, ".seats"))
    assert len(seen) > 3
    assert len(set(map(str, seen.values()))) == 1, seen
    assert box(person, ".seats")[3] - box(person, ".seats")[1] < 120, "a hand is one row"


def test_what_is_pressed_is_large_enough_on_a_phone(people: People) -> None:
    person = people(viewport=PHONE, has_touch=True)
    small: dict[str, Any] = {}
    for path in ("/", "/learn", "/learn/whole-nine", "/rules/skip-or-trip#ST-6", "/games", "/table/nothing"):
        person.visit(path)
        person.page.wait_for_load_state("networkidle")
        small[path] = person.page.evaluate(SMALL, 44)
    person.faults.clear()
    assert {path: found for path, found in small.items() if found} == {}


def test_results_against_the_levels_stand_in_equal_columns(people: People) -> None:
    person = people(viewport=PHONE, locale="de-DE")
    table = person.table("traxx", "me", "novice", options={"deck": "y-y"}, seed="columns")
    person.visit(f"/table/{table}")
    person.play_on()
    page = person.visit("/player")
    said = page.get_by_text("von 1").first
    said.wait_for()
    assert said.evaluate("cell => cell.getClientRects().length") == 1
    wide = page.locator(".results thead th").evaluate_all("all => all.map(one => Math.round(one.clientWidth))")
    assert len(wide) == 5
    assert max(wide) - min(wide) <= 1
    assert person.overflow() == 0


def test_a_host_without_a_name_is_a_guest_in_the_lists(people: People) -> None:
    host = people()
    table = host.table("whole-nine", "me", "open", watch="anyone")
    page = people(locale="de-DE").visit("/")
    row = page.locator(f'.rows li:has(a[href="/table/{table}"])')
    expect(row).to_contain_text("mit einem Gast, ein freier Platz")


def test_options_of_ones_own_are_said_in_a_players_words(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Options…").click()
    page.locator("dialog details.more summary").click()
    sheet = page.get_by_role("group", name="Sheet", exact=True)
    expect(sheet.locator("label b")).to_have_text(["the house sheet", "My own sheet"])
    legend, above = sheet.locator("legend").bounding_box(), page.get_by_text("Chosen by me").bounding_box()
    assert legend
    assert above
    assert legend["y"] - above["y"] - above["height"] > 16, "it belongs to what is below it"


def test_every_course_begins_with_a_piece_of_its_game(people: People) -> None:
    person = people(viewport=TABLET)
    page = person.visit("/learn")
    page.locator(".piece svg").nth(2).wait_for()
    expect(page.locator(".course-top p")).to_have_count(3)
    for piece in page.locator(".piece").all():
        drawn, around = piece.locator("svg > *").first.bounding_box(), piece.bounding_box()
        assert drawn
        assert around
        assert 30 < drawn["height"] <= around["height"] + 1


def test_a_table_that_is_not_there_shows_ways_on(person: Person) -> None:
    page = person.visit("/table/nothing")
    expect(page.locator(".missing .face")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the lobby")).to_be_visible()
    expect(page.get_by_role("link", name="The rules of Träxx")).to_be_visible()
    person.faults.clear()


def test_a_page_that_cannot_be_loaded_is_loaded_later(person: Person) -> None:
    page = person.visit("/")
    page.route("**/static/lobby/player.js", lambda route: route.abort())
    page.locator(".to-player").click()
    expect(page.locator("main[aria-busy]")).to_be_visible()
    page.unroute("**/static/lobby/player.js")
    page.locator(".results").wait_for()
    person.faults.clear()


def test_a_finished_game_of_bots_names_nobody_by_colour(person: Person) -> None:
    finished(person, "traxx")
    expect(person.visit("/games").locator(".rows li").first).to_contain_text("with 2 bots")
