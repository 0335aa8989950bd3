"""All the ways to play: undo, keys alone, fingers, German, several people at one screen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.games.traxx.table import PRACTICE
from tests.web.browser.people import PHONE, Person
from tests.web.serving import Server
from trackside.games import GAMES

People = Callable[..., Person]

SHORT = {"deck": "ybgr-ybgk", "sheet": PRACTICE}
"""Two cards of Träxx, on a sheet that stays as it is."""


def drawn(person: Person) -> int:
    """Return the number of fields of my line of Träxx."""
    count: int = person.tables()[-1]["view"]["scene"]["seats"][0]["line"].__len__()
    return count


def test_a_card_is_taken_back_against_a_bot_and_the_game_is_marked(person: Person) -> None:
    table = person.table("skip-or-trip", "me", "novice", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    before = person.tables()[-1]["view"]
    undo = page.locator("header").get_by_role("button", name="Undo")

    def is_my_turn(turn: int) -> bool:
        view = person.tables()[-1]["view"]
        return view["turn"] >= turn and len(view["offers"]) > 0 and page.locator("main [data-move]").count() > 0

    while not is_my_turn(before["turn"] + 4):
        if state := person.peek():
            person.step(state, random.Random(1))
        page.wait_for_timeout(5)
    while person.tables()[-1]["view"]["undo"]:
        version = person.tables()[-1]["version"]
        undo.click()
        person.until(lambda n=version: person.tables()[-1]["version"] != n and is_my_turn(0))  # type: ignore[misc]
    assert person.tables()[-1]["view"]["scene"] == before["scene"]
    expect(page.locator("header")).to_contain_text("Undo used: does not count")
    expect(undo).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_undo_is_there_only_when_it_works(person: Person) -> None:
    table = person.table("traxx", "me", options=SHORT, seed="undo")
    page = person.visit(f"/table/{table}")
    before = person.state()
    start = drawn(person)
    person.click(before["moves"][0])
    person.until(lambda: drawn(person) == start + 1)
    page.locator("header").get_by_role("button", name="Undo").click()
    person.until(lambda: drawn(person) == start)
    assert person.state() == before
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.keyboard.press("u")
    page.wait_for_timeout(50)
    expect(page.get_by_role("alert")).to_have_count(0)
    person.click(before["moves"][0])
    person.until(lambda: drawn(person) == start + 1)
    page.keyboard.press("u")
    person.until(lambda: drawn(person) == start)


def test_a_line_is_drawn_with_the_button_held_and_taken_back(person: Person) -> None:
    table = person.table("traxx", "me", options=SHORT, seed="draw")
    page = person.visit(f"/table/{table}")
    start, shown = drawn(person), person.state()["moves"]
    first = [offer["move"] for offer in person.tables()[-1]["view"]["offers"] if not offer.get("passes")]
    page.mouse.move(*person.point_of(first[0]))
    page.mouse.down()
    page.mouse.move(*person.point_of(first[-1]), steps=12)
    person.until(lambda: drawn(person) > start)
    count = drawn(person)
    after = [move for move in person.state()["moves"] if move not in shown]
    page.mouse.move(*person.point_of(after[0]), steps=4)
    person.until(lambda: drawn(person) > count)
    page.mouse.up()
    for left in range(drawn(person) - 1, start - 1, -1):
        page.locator("header").get_by_role("button", name="Undo").click()
        person.until(partial(lambda wanted: drawn(person) == wanted, left))
    assert person.state()["moves"] == shown


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_game_by_keys_alone(person: Person) -> None:
    page = person.visit("/")
    solo = page.get_by_role("article", name="Träxx").get_by_role("button", name="Solo")
    solo.evaluate("one => one.setAttribute('data-wanted', '')")
    tab_to(page, "[data-wanted]")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    table, chance = page.url.rpartition("/")[2], random.Random(4)
    while "over" not in (state := person.state()):
        if state["moves"]:
            for _ in range(chance.randint(1, 3)):
                page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.hasAttribute('data-move')")
            page.keyboard.press("Enter")
        else:
            tab_to(page, ".acts .primary")
            page.keyboard.press("Enter")
    tab_to(page, ".tray.result .primary")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith(table))
    assert "over" not in person.state(), "played again"


def test_a_die_is_rolled_with_the_space_bar(person: Person) -> None:
    table = person.table("whole-nine", "me", "greedy", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    assert person.state() == {"roll": True}
    page.keyboard.press("Space")
    moves = person.state()["moves"]
    page.keyboard.press("ArrowRight")
    expect(page.locator(".say.previewing .preview-line")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator(".say.previewing")).to_have_count(0)
    page.locator(f'main [data-move="{moves[0]}"][tabindex="0"]').first.focus()
    page.keyboard.press("Enter")
    person.until(lambda: any(entry["seat"] == 0 for message in person.tables() for entry in message["log"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_previews_first_and_then_plays(people: People, game: str) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    options = {"first": "red"} if game == "whole-nine" else {}
    table = person.table(game, "me", "greedy", options=options, seed="finger")
    page = person.visit(f"/table/{table}")
    if "roll" in person.state():
        page.locator(".acts .primary").tap()
    for _ in range(2):
        state = person.state()
        if not state.get("moves"):
            break
        move, before = state["moves"][-1], len(person.tables())
        person.tap(move, page.locator(".say.previewing .preview-line").is_visible)
        expect(page.locator(".say.previewing .preview-line")).not_to_be_empty()
        assert len(person.tables()) == before, "the first tap only shows"
        person.tap(move, partial(lambda known: len(person.tables()) > known, before))
    assert person.overflow() == 0


@pytest.mark.parametrize(("language", "says"), [("en-GB", "Tap"), ("de-DE", "Tipp")])
def test_prompts_speak_of_tapping_where_fingers_are_used(people: People, language: str, says: str) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True, locale=language)
    table = person.table("whole-nine", "me", "greedy", options={"first": "red"}, seed="finger")
    page = person.visit(f"/table/{table}")
    assert person.state() == {"roll": True}
    expect(page.locator(".preview-line")).to_contain_text(says)
    page.locator(".acts .primary").tap()
    person.state()
    expect(page.locator(".tray-body")).to_contain_text(f"{says} ")
    expect(page.locator(".tray")).not_to_contain_text("Point at")


def test_german_from_the_browser_and_back_again(people: People) -> None:
    person = people(locale="de-AT")
    page = person.visit("/")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Gegen Bots spielen").click()
    page.wait_for_url(re.compile("/table/"))
    person.play_on(3)
    expect(page.locator(".log.only-wide")).to_contain_text("Du")
    expect(page.locator("main")).not_to_contain_text("Card")
    page.get_by_role("button", name="Menü").click()
    page.locator(".settings select").first.select_option("en")
    expect(page.locator(".log.only-wide")).to_contain_text("You")
    assert page.evaluate("document.documentElement.lang") == "en"
    page.reload()
    expect(page.locator(".log.only-wide")).to_contain_text("You")


def test_a_dark_theme_that_is_kept(person: Person) -> None:
    page = person.visit("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Menu").click()
    page.locator(".settings select").last.select_option("dark")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    page.emulate_media(color_scheme="light")
    assert page.evaluate(ground) == dark


def test_several_people_at_one_screen_with_a_curtain_between(person: Person) -> None:
    table = person.table("skip-or-trip", "me", "here", seed="curtain")
    page = person.visit(f"/table/{table}")
    chance = random.Random(5)
    seen = set()
    for _ in range(8):
        page.locator(".curtain, .acts .primary, main [data-move]").first.wait_for()
        if page.locator(".curtain").count():
            assert page.locator(".card:not(.back), .snake").count() == 0, "nothing shows through"
            page.locator(".curtain button").click()
            expect(page.locator(".curtain")).to_have_count(0)
        seen.add(person.tables()[-1]["perspective"])
        if "over" in (state := person.state()):
            break
        person.step(state, chance, leaves=0)
    assert seen == {0, 1}


def test_several_people_at_one_screen_without_secrets_see_no_curtain(person: Person) -> None:
    table = person.table("whole-nine", "me", "here", seed="open")
    page = person.visit(f"/table/{table}")
    person.play_on(10)
    assert page.locator(".curtain").count() == 0
    assert {message["perspective"] for message in person.tables()} == {0, 1}


def test_a_public_table_is_found_and_watched(people: People, house: Server) -> None:
    host = house.player("Host")
    table = host.table("traxx", "me", "open", watch="anyone")
    person = people()
    page = person.visit("/")
    page.locator(f'a[href="/table/{table}"]').click()
    page.get_by_role("button", name="Sit down").click()
    person.state()
    assert person.tables()[-1]["perspective"] == 1
    watcher = people()
    watcher.visit(f"/table/{table}")
    watcher.page.locator(".papers svg").first.wait_for()
    assert watcher.tables()[-1]["perspective"] is None
    assert watcher.page.locator("[data-move]").count() == 0


def test_the_guide_explains_once_and_the_die_can_roll_itself(person: Person) -> None:
    table = person.table("whole-nine", "me", "here", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    assert person.state() == {"roll": True}
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Roll and end turns automatically").check()
    page.keyboard.press("Escape")
    person.until(lambda: "moves" in (person.peek() or {}))  # rolled without being asked
    expect(page.locator(".guide")).to_contain_text("Make nines: every tile in a nine is worth 5 points")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".guide")).to_contain_text("Move one of your pawns by the roll.")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.reload()
    assert person.state()["moves"]
    expect(page.locator(".guide")).to_have_count(0)


def test_tx11_the_guide_of_a_solo_game_tells_the_solo_rule(person: Person) -> None:
    page = person.visit(f"/table/{person.table('traxx', 'me', options=SHORT, seed='undo')}")
    before = person.state()
    expect(page.locator(".guide")).to_contain_text("Your score starts at −60")
    expect(page.locator(".guide")).not_to_contain_text("wins")
    expect(page.locator(".seat").first).to_contain_text("−60")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".guide")).to_contain_text("Choose an end of your line")
    expect(page.locator(".guide")).not_to_contain_text("Everyone")
    person.click(before["moves"][0])
    expect(page.locator(".guide")).to_contain_text("only if you have reached no higher one before")


def test_a_refusal_is_said_in_words(person: Person) -> None:
    table = person.table("whole-nine", "me", "here", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    person.play_on(1)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert person.state()["moves"], "and nothing else has changed"


def ask_for_a_hint(page: Page) -> None:
    """Ask until there is an answer: the search may have to be compiled first."""
    answer, refusal = page.locator(".hint-list"), page.get_by_role("alert")
    for _ in range(200):
        page.keyboard.press("h")
        expect(answer.or_(refusal).first).to_be_visible()
        if answer.count():
            return
        expect(refusal).to_contain_text("warming up")
        refusal.get_by_role("button").click()
        page.wait_for_timeout(1000)


def test_a_hint_names_the_best_moves_with_their_chances(people: People, thinking: Server) -> None:
    person = people(thinking)
    table = person.table("whole-nine", "me", "greedy", seed="hint", options={"first": "red"})
    page = person.visit(f"/table/{table}")

    def wait_for_a_choice() -> list[int]:
        while "roll" in (state := person.state()):
            person.step(state, random.Random(1))
        moves: list[int] = state["moves"]
        return moves

    moves, chances = wait_for_a_choice(), page.locator(".chance-of")
    assert len(moves) == 1
    ask_for_a_hint(page)
    expect(page.locator(".hint-part")).to_contain_text("The only legal move")
    expect(chances).to_have_count(0)
    while len(moves) == 1:
        person.click(moves[0])
        person.until(lambda: page.locator(".hint-part").count() == 0)
        moves = wait_for_a_choice()
    page.mouse.move(*person.point_of(moves[0]), steps=2)
    expect(page.locator(".say.previewing")).to_be_visible()
    ask_for_a_hint(page)
    expect(page.locator(".hint-line.on")).to_have_count(0)
    expect(page.locator(".hint-side [role=status]")).not_to_contain_text("Looking closer")  # lines stay where they are
    page.locator(".hint-line").last.hover()
    expect(page.locator(".hint-line.on")).to_have_count(1)
    shown = [int(text.removesuffix(" %")) for text in chances.all_inner_texts()]
    assert 1 < len(shown) <= 3
    assert 0 < shown[-1] <= shown[0] < 100
    assert person.violations() == []
    best = page.locator(".hint-part [data-move]").first
    assert int(best.get_attribute("data-move") or "-1") in moves
