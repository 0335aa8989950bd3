"""Lessons in a real browser: by keys alone, by finger, right and wrong, and the game after them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.people import DESK, PHONE, Person
from trackside.games import GAMES
from trackside.games.lessons import begin

People = Callable[..., Person]

SIZES = {"desk": DESK, "phone": PHONE}

FOCUS_MOVE = "Number(document.activeElement.getAttribute('data-move') ?? -1)"


def play_by_keys(page: Page, move: int) -> None:
    """Go to a move with the arrow keys, and make it."""
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        if page.evaluate(FOCUS_MOVE) == move:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the arrow keys never reach the move {move}")


def kept(page: Page) -> dict[str, list[str]]:
    """The finished lessons, as the browser keeps them."""
    found: dict[str, list[str]] = json.loads(page.evaluate("localStorage.getItem('trackside')"))["lessons"]
    return found


def some(cases: Iterable[tuple[str, ...]], *tried: tuple[str, ...]) -> list[Any]:
    """All cases, of which `make test` has the time for some."""
    return [pytest.param(*case, marks=[] if case in tried else [pytest.mark.long]) for case in cases]


@pytest.mark.parametrize("name", some(zip(GAMES), ("traxx",)))
def test_all_lessons_of_a_game_can_be_finished_by_keys_alone(person: Person, name: str) -> None:
    game = GAMES[name]
    page = person.visit(f"/learn/{name}")
    for number, lesson in enumerate(game.course.lessons, 1):
        expect(page.locator(".lesson-head h2")).to_have_text(lesson.title["en"])
        expect(page.locator(".prompt .now-say")).to_have_text(lesson.task["en"])
        for made, move in enumerate(lesson.answers[0], 1):
            play_by_keys(page, move)
            if made < len(lesson.answers[0]):
                page.locator(".acts").get_by_role("button", name="Undo").wait_for()
                page.wait_for_function(
                    "move => document.querySelector(`main [data-move='${move}']`)", arg=lesson.answers[0][made]
                )
        expect(page.locator(".prompt .now-say")).to_have_text(lesson.right["en"].split("\n")[0])
        assert kept(page)[name] == [one.id for one in game.course.lessons[:number]]
        expect(page.locator(".acts .primary")).to_be_focused()
        page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    seats = person.context.request.get(f"/api/tables/{table}").json()["seats"]
    assert [(seat["kind"], seat["level"]) for seat in seats] == [("person", None), ("bot", "novice")]
    assert json.loads(page.evaluate("localStorage.getItem('trackside')"))["guide"] is True


@pytest.mark.parametrize("name", some(zip(GAMES), ("whole-nine",)))
def test_a_wrong_answer_says_what_was_nearly_right_and_show_me_leads_on(person: Person, name: str) -> None:
    lesson = next(one for one in GAMES[name].course.lessons if any(len(miss.moves) == 1 for miss in one.near_misses))
    offered = begin(GAMES[name], lesson)
    page = person.visit(f"/learn/{name}/{lesson.id}")
    page.locator("main [data-move]").first.wait_for()
    drawn = page.evaluate("[...document.querySelectorAll('main [data-move]')].map(one => Number(one.dataset.move))")
    miss = next(one for one in lesson.near_misses if len(one.moves) == 1 and one.moves[0] in drawn)
    play_by_keys(page, miss.moves[0])
    first, *rest = miss.says["en"].replace("**", "").split("\n")
    expect(page.locator(".prompt .now-say")).to_have_text(first)
    expect(page.locator(".bubble p:not(.only-tall)")).to_have_text(rest)
    expect(page.locator(".verdict.wrong")).to_be_visible()
    assert person.violations() == []
    page.keyboard.press("Enter")
    expect(page.locator(".prompt .now-say")).to_have_text(lesson.task["en"])
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".bubble")).to_contain_text("This is the next move:")
    words = GAMES[name].course.words(GAMES[name], "en", lesson.seat)
    label = GAMES[name].scenes.offer(offered.view, lesson.seat, lesson.answers[0][0], words)["label"]
    expect(page.locator(".bubble b")).to_have_text(label)
    assert person.violations() == []
    page.get_by_role("button", name="Show me").click()
    page.locator(".acts .primary").click()
    expect(page.locator(".bubble")).not_to_contain_text(label)


BOXES = """() => ['.mat', '.tray'].map(one => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


@pytest.mark.parametrize(
    ("name", "size"),
    some(product(GAMES, SIZES), ("whole-nine", "desk"), ("traxx", "phone"), ("skip-or-trip", "phone")),
)
def test_the_board_keeps_its_box_from_the_task_to_the_verdict(people: People, name: str, size: str) -> None:
    person = people(viewport=SIZES[size])
    lesson = GAMES[name].course.lessons[1]
    page = person.visit(f"/learn/{name}/{lesson.id}")
    page.locator("main [data-move]").first.wait_for()
    page.wait_for_timeout(300)
    before = page.evaluate(BOXES)
    for move in lesson.answers[0]:
        play_by_keys(page, move)
        page.wait_for_timeout(300)
        assert page.evaluate(BOXES) == before
    assert person.overflow() == 0


def test_a_lesson_by_finger_in_german(people: People) -> None:
    person = people(  # on a board that stands still a finger meets what it aims at, however busy the machine is
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        locale="de-DE",
        color_scheme="dark",
        reduced_motion="reduce",
    )
    lesson = GAMES["traxx"].course.lessons[0]
    page = person.visit(f"/learn/traxx/{lesson.id}")
    expect(page.locator(".prompt .now-say")).to_have_text(lesson.task["de"])
    for move in lesson.answers[0]:
        offered = page.locator(f"main [data-move='{move}']").first
        offered.wait_for()
        person.tap(move, page.locator(".acts .primary").is_enabled)
        assert offered.is_visible(), "the first tap chooses, the second one plays"
        person.tap(move, offered.is_hidden)
    expect(page.locator(".prompt .now-say")).to_have_text(lesson.right["de"].split("\n")[0])
    assert person.violations() == []
    page.locator(".acts .primary").tap()
    expect(page.locator(".prompt .now-say")).to_have_text(GAMES["traxx"].course.lessons[1].task["de"])


def test_the_courses_show_how_far_one_is(people: People) -> None:
    person = people()
    page = person.visit("/learn")
    assert person.violations() == []
    done = [lesson.id for lesson in GAMES["traxx"].course.lessons[:3]]
    page.evaluate("kept => localStorage.setItem('trackside', JSON.stringify(kept))", {"lessons": {"traxx": done}})
    page = person.visit("/learn")
    course = page.get_by_role("region", name="Träxx")
    expect(course.get_by_role("img", name="3 of 6 lessons done")).to_be_visible()
    course.get_by_role("link", name="Continue: lesson 4").click()
    expect(page.locator(".prompt .now-say")).to_have_text(GAMES["traxx"].course.lessons[3].task["en"])
    page.get_by_role("link", name="All lessons").click()
    page.get_by_role("link", name="Lesson 1: Draw your first line, done").click()
    expect(page.locator(".prompt .now-say")).to_have_text(GAMES["traxx"].course.lessons[0].task["en"])


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/traxx/nothing"])
def test_an_unknown_lesson_is_a_page_with_a_way_back(people: People, path: str) -> None:
    person = people()
    page = person.visit(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Lesson not found.")
    page.locator("main").get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn by playing.")
    person.faults = [fault for fault in person.faults if "404" not in fault]
