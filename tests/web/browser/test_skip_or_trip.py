"""Skip or Trip in a real browser: nothing changes its box, the hand is one row, squares are large enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import DESK, PHONE, Person, table_from

TABLET = {"width": 820, "height": 1180}

BOXES = """() => Object.fromEntries(['.mat', '.tray', '.snake-box'].map(name => {
  const { x, y, width, height } = document.querySelector(name)?.getBoundingClientRect() ?? {};
  return [name, [x, y, width, height].map(Math.round).join(' ')];
}))"""

FAN = """() => {
  const cards = [...document.querySelectorAll('.fan .slotcard')].map(one => one.getBoundingClientRect());
  const fan = document.querySelector('.fan').getBoundingClientRect();
  const inside = cards.every(card => card.left >= fan.left - 1 && card.right <= fan.right + 1);
  return { n: cards.length, rows: new Set(cards.map(card => Math.round(card.top))).size, inside };
}"""

SQUARE = "document.querySelector('[data-key=square-50]').getBoundingClientRect().width"


def snapshot(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = person.context.request.get(f"/api/tables/{table}").json()
    return found


TEXTS = [
    pytest.param(size, locale, id=case, marks=[] if case == "phone-de-DE" else [pytest.mark.long])
    for name, size in (("desk", DESK), ("tablet", TABLET), ("phone", PHONE))
    for locale in ("en-GB", "de-DE")
    for case in (f"{name}-{locale}",)
]
"""Sizes and languages in which texts must fit."""

KINDS = ("trip", "lay", "meeple", "black", "none", "pass")
"""The preferred order of moves: all kinds of choices come up, and the hand grows by a card each turn."""


@pytest.mark.parametrize(
    ("size", "least"),
    [(DESK, 42), pytest.param(TABLET, 50, marks=pytest.mark.long), (PHONE, 50)],
    ids=["desk", "tablet", "phone"],
)
def test_nothing_changes_its_box_from_the_first_move_on(
    people: Callable[..., Person], size: dict[str, int], least: int
) -> None:
    person = people(viewport=size)
    table = person.table("skip-or-trip", "me", "greedy", seed="boxes", options={"mode": "advanced", "first": "red"})
    page = person.visit(f"/table/{table}")
    page.locator(".fan .slotcard").first.wait_for()
    assert page.evaluate(SQUARE) >= least
    seen: dict[str, set[str]] = {}
    phases, hands = set[str](), set[int]()
    made = 0
    while made < 60:
        state = snapshot(person, table)
        offers = (state["view"] or {}).get("offers") or []
        if state["result"] or ({"card", "meeple", "act"} <= phases and max(hands) > 9):
            break
        if not offers:
            page.wait_for_timeout(50)
            continue
        phases.add(state["view"]["scene"]["phase"])
        page.locator(f"[data-move='{offers[0]['move']}']").first.wait_for(state="attached")
        for name, box in page.evaluate(BOXES).items():
            seen.setdefault(name, set()).add(box)
        fan = page.evaluate(FAN)
        hands.add(fan["n"])
        assert fan["rows"] <= 1, fan
        assert fan["inside"], fan
        first = min(offers, key=lambda one: KINDS.index(one["kind"]))
        person.post(f"/tables/{table}/moves", seat=0, move=first["move"])
        made += 1
    assert {"act", "card", "meeple"} <= phases
    assert all(len(boxes) == 1 for boxes in seen.values()), seen


def test_a_finger_that_slides_along_the_fan_raises_card_after_card_and_plays_nothing(
    people: Callable[..., Person],
) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    table = person.table("skip-or-trip", "me", "greedy", seed="finger", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    cards = page.locator(".fan .slotcard")
    cards.nth(1).wait_for()
    boxes = [box for card in cards.all() if (box := card.bounding_box())]
    middles = [box["x"] + box["width"] / 2 for box in boxes]
    y = boxes[0]["y"] + 40
    finger = person.context.new_cdp_session(page)

    def touch(kind: str, *points: float) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x in points]})

    touch("touchStart", middles[0])
    for step in range(1, 9):
        touch("touchMove", middles[0] + (middles[1] - middles[0]) * step / 8)
    page.locator(".fan .slotcard:nth-child(2).raised").wait_for()
    touch("touchEnd")
    page.wait_for_timeout(200)
    assert cards.count() == 2, "nothing is played"
    assert page.locator(".fan .raised").count() == 1
    assert snapshot(person, table)["view"]["scene"]["round"] == 1


TWO_CARDS = """
turn 10: red to act
rules: basic
deck: top 5
red: on 14; hand 4[41] 6[2] 7[5] 8[83]
purple: on 10; hand 3[2] 5[7] 1[3]
"""
"""Red can trip the 10 with 6[2] and 7[5], and in no other way."""


def test_a_trip_takes_one_click_and_one_undo(people: Callable[..., Person]) -> None:
    person = people()
    table = table_from(person, "skip-or-trip", TWO_CARDS)
    page = person.visit(f"/table/{table}")
    before = person.state()
    trip = page.locator(".could .trip-offer").first
    trip.hover()
    expect(page.locator(".preview-line")).to_contain_text("Trip Purple on 10 (2 x 5) with 6 and 7")
    expect(page.locator(".fan .raised")).to_have_count(2)
    trip.click()
    person.until(lambda: snapshot(person, table)["view"]["scene"]["phase"] == "act")
    made = [entry["text"] for entry in snapshot(person, table)["log"] if entry["seat"] == 0]
    assert made == ["trip 10:", "6[2]", "7[5]"]
    page.get_by_role("button", name="Undo").click()
    person.until(lambda: not snapshot(person, table)["log"])
    assert person.state() == before


BEHIND = """
turn 10: red to act
rules: basic
deck: top 5
red: on 14; hand 4[41] 6[2]
purple: on 30; hand 3[2] 5[7]
yellow: on 40; hand 2[23] 9[19]
blue: on 20; hand 1[3]
"""
"""If Red passes, the others can end the game."""

CUT_OFF_QUESTION = """() => {
  const { right, bottom, left, top } = document.querySelector('.prompt').getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.now-say'));
  const lines = [...range.getClientRects()];
  const [where, nav] = ['.top .where', '.top nav'].map(one => document.querySelector(one).getBoundingClientRect());
  const over = [...document.querySelectorAll('.top .where *')].filter(one => one.getClientRects().length)
    .filter(one => one.getBoundingClientRect().right > nav.left + 1);
  const out = lines.filter(one => one.left < left - 1 || one.right > right + 1 || one.top < top - 1
    || one.bottom > bottom + 1);
  const say = document.querySelector('.say');
  return [out.length, over.map(one => one.className), say.scrollHeight - say.clientHeight > 1,
    say.scrollWidth - say.clientWidth > 1];
}"""


@pytest.mark.parametrize(("size", "locale"), TEXTS)
def test_a_pass_that_may_end_the_game_is_asked_about_in_words_that_can_be_read(
    people: Callable[..., Person], size: dict[str, int], locale: str
) -> None:
    phone = size == PHONE
    person = people(viewport=size, locale=locale, has_touch=phone, is_mobile=phone)
    table = table_from(person, "skip-or-trip", BEHIND)
    page = person.visit(f"/table/{table}")
    person.state()
    page.locator(".acts .pass").press("Enter")
    expect(page.locator(".acts .confirm")).to_be_visible()
    expect(page.locator(".now-say")).to_contain_text("14 zu 40" if locale == "de-DE" else "14 to 40")
    assert page.evaluate(CUT_OFF_QUESTION) == [0, [], False, False]
    page.locator(".acts .primary").click()
    expect(page.locator(".acts .confirm")).to_have_count(0)
    assert snapshot(person, table)["log"] == []


@pytest.mark.parametrize(
    ("game", "what", "size"),
    [
        pytest.param(game, what, size, id=f"{game}-{name}", marks=[] if size == tried else [pytest.mark.long])
        for game, what, tried in (("skip-or-trip", ".fan-mini", PHONE), ("whole-nine", ".small-row", DESK))
        for name, size in (("desk", DESK), ("tablet", TABLET), ("phone", PHONE))
    ],
)
def test_what_others_have_can_be_seen_at_a_table_for_five(
    people: Callable[..., Person], size: dict[str, int], game: str, what: str
) -> None:
    phone = size == PHONE
    person = people(viewport=size, has_touch=phone, is_mobile=phone)
    table = person.table(game, "me", *["greedy"] * 4, seed="five")
    page = person.visit(f"/table/{table}")
    if game == "whole-nine":
        person.play_on(24)  # until the others have taken tiles
    person.state()
    seat, more = page.locator(".seats .seat").nth(2), page.locator(".seat-more")
    expect(more).to_have_count(0)
    if phone:
        seat.tap()
    else:
        seat.hover()
    expect(more.locator(what)).to_be_visible()
    assert person.violations() == []
    if phone:
        seat.tap()
    else:
        page.mouse.move(5, 5)
    expect(more).to_have_count(0)
    page.keyboard.press("Tab")
    seat.focus()
    expect(more.locator(what)).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_have_count(0)


CUT_OFF = """selector => {
  const outside = (inner, outer) =>
    inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1;
  return [...document.querySelectorAll(selector)].filter(one => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return [one.parentElement, document.querySelector('.tray')].some(box =>
      outside(text.getBoundingClientRect(), box.getBoundingClientRect()));
  }).map(one => one.textContent);
}"""
"""Return the part of a prompt that is cut off in its box."""


@pytest.mark.parametrize(("size", "locale"), TEXTS)
def test_the_question_before_a_pass_can_be_read_and_answered(
    people: Callable[..., Person], size: dict[str, int], locale: str
) -> None:
    person = people(viewport=size, locale=locale)
    table = person.table("skip-or-trip", "me", "club", "expert", seed="ask", options={"first": "purple"})
    page = person.visit(f"/table/{table}")
    person.state()
    page.locator(".acts .pass").click()
    expect(page.locator(".prompt.asks .now-say")).to_contain_text(
        "du verlierst 0 zu" if locale == "de-DE" else "you lose 0 to"
    )
    assert page.evaluate(CUT_OFF, ".prompt.asks .now-say, .prompt.asks .button") == []
    page.locator(".acts .primary").click()
    expect(page.locator(".prompt.asks")).to_have_count(0)


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "de-DE"])
def test_a_long_prompt_can_be_read_on_a_phone(people: Callable[..., Person], locale: str) -> None:
    person = people(viewport=PHONE, locale=locale)
    table = table_from(person, "skip-or-trip", MANY_SYMBOLS)
    page = person.visit(f"/table/{table}")
    person.state()
    assert page.evaluate(CUT_OFF, ".prompt .now-say") == []
    trip = page.locator(".could .trip-offer").first
    trip.click()
    person.until(lambda: snapshot(person, table)["view"]["scene"]["phase"] == "card")
    page.locator(".trip").wait_for()
    assert page.evaluate(CUT_OFF, ".prompt .now-say") == []


MANY_SYMBOLS = """
turn 10: red to act
rules: basic
deck: top 5
red: on 14; hand 2[2.2.2] 1[2.2.2] 1[2.2] 1[2.3] 3[3] 4[2]
purple: on 96; hand 3[2] 5[7] 1[3]
"""
"""Red can trip the 96, 2 x 2 x 2 x 2 x 2 x 3, in several ways."""


def test_the_guide_says_what_counts_in_the_game_that_is_played(people: Callable[..., Person]) -> None:
    person = people()
    aims = {"basic": "the player furthest ahead wins", "advanced": "the player whose last meeple"}
    for mode, says in aims.items():
        table = person.table("skip-or-trip", "me", "greedy", options={"mode": mode, "first": "red"})
        page = person.visit(f"/table/{table}")
        expect(page.locator(".guide p").first).to_contain_text(says)
    table = person.table("skip-or-trip", "me", *["greedy"] * 3, options={"mode": "teams", "first": "red"})
    page = person.visit(f"/table/{table}")
    expect(page.locator(".guide p").first).to_contain_text("the team whose last meeple")
