"""The lobby in a real browser: whose turn it is, what one click starts, the options as a dialog."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.web.browser.people import PHONE, Person

WAITING = {"options": {"first": "red"}, "clock": 259200}


def test_the_tables_that_wait_for_me_stand_above_all_and_in_the_title(person: Person) -> None:
    first = person.table("skip-or-trip", "me", "club", **WAITING)
    person.table("whole-nine", "me", "greedy", options={"first": "red"})
    other = person.table("traxx", "me", "open")
    page = person.visit("/")
    strip = page.get_by_role("region", name="Your turn at")
    expect(strip.get_by_role("link")).to_have_count(2)
    waiting = strip.locator(f'a[href="/table/{first}"]')
    expect(waiting).to_contain_text("Skip with one card, or pass · with Mesa · 3 days left")
    expect(page).to_have_title("(2) Your turn · Trackside")
    rows = page.locator(".lists section").first.locator(".rows > li")
    expect(rows).to_have_count(1)
    expect(rows.locator("a")).to_have_attribute("href", f"/table/{other}")
    waiting.click()
    page.wait_for_url(f"**/table/{first}")


def test_nobody_waits_for_me_and_nothing_is_finished(people: Callable[..., Person]) -> None:
    page = people(locale="de-DE").visit("/")
    expect(page.get_by_role("link", name="Noch keine beendete Partie: eine importieren")).to_be_visible()
    expect(page.locator(".yours-strip")).to_have_count(0)
    expect(page).to_have_title("Trackside")
    expect(page.get_by_role("heading", name="Schwupps oder Schubs")).to_be_visible()


def test_a_newcomers_buttons_stay_where_they_are_when_the_lists_arrive(person: Person) -> None:
    held: list[Route] = []
    person.page.route("**/api/tables?*", lambda asked: held.append(asked))
    page = person.visit("/")
    button = page.get_by_role("article", name="Träxx").get_by_role("button", name="Play against bots")
    person.until(lambda: bool(held))
    before = button.bounding_box()
    expect(page.locator(".lists")).to_have_count(0)
    for asked in held:
        asked.continue_()
    expect(page.locator(".lists")).to_be_visible()
    assert button.bounding_box() == before


def test_whose_turn_it_was_sees_no_buttons_that_are_about_to_move(person: Person) -> None:
    person.visit("/")
    person.table("whole-nine", "me", "greedy", options={"first": "red"})
    page = person.visit("/")
    strip, cards = page.locator(".yours-strip"), page.locator(".games article")
    expect(strip).to_be_visible()
    held: list[Route] = []
    page.route("**/api/tables?*", lambda asked: held.append(asked))
    page.clock.install()
    page.reload()
    person.until(lambda: bool(held))
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    expect(cards).to_have_count(0)
    held.pop().continue_()
    expect(strip).to_be_visible()
    expect(cards.first).to_be_visible()
    page.reload()
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    page.clock.run_for(1000)  # it does not wait for ever
    expect(cards.first).to_be_visible()


def test_a_game_for_one_is_offered_alone_today_and_with_friends(person: Person) -> None:
    page = person.visit("/")
    card = page.get_by_role("article", name="Träxx", exact=True)
    buttons = card.get_by_role("button").all_inner_texts()
    assert buttons == ["Play against bots", "With friends", "Solo", "Daily game", "Options…"]
    card.get_by_role("button", name="Daily game").click()
    page.locator(".mat svg").first.wait_for()
    assert person.tables()[-1]["table"]["origin"] == "daily"


def test_options_open_as_a_dialog_and_the_focus_returns(person: Person) -> None:
    page = person.visit("/")
    opener = page.get_by_role("article", name="Skip or Trip").get_by_role("button", name="Options…")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Set up Skip or Trip")
    expect(dialog).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


def test_options_speak_of_players_and_numbers(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="Skip or Trip").get_by_role("button", name="Options…").click()
    form = page.locator("dialog form")
    form.get_by_role("button", name="Players: more").click()
    form.get_by_label("Yellow").select_option("bot expert")
    form.get_by_label("Who begins").select_option(label="Juniper")
    expect(form.get_by_label("Teams, for four players")).to_be_disabled()
    form.get_by_role("checkbox", name="Round limit").check()
    form.get_by_role("spinbutton", name="Round limit: rounds").fill("7")
    form.get_by_role("spinbutton", name="Round limit: rounds").press("Tab")
    form.get_by_role("button", name="Set up the table").click()
    page.locator(".mat svg").first.wait_for()
    table = person.tables()[0]
    assert [seat["name"] for seat in table["seats"][1:]] == ["Mesa", "Juniper"]
    chosen = {option["name"]: option["value"] for option in table["table"]["options"]}
    assert chosen == {"mode": "basic", "mercy": "off", "rounds": "7", "first": "yellow"}


def test_back_to_the_usual_table(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="The Whole Nine").get_by_role("button", name="Options…").click()
    form = page.locator("dialog form")
    usual = form.get_by_role("spinbutton", name="Players").input_value()
    form.get_by_role("button", name="Players: more").click()
    expect(form.get_by_role("spinbutton", name="Players")).not_to_have_value(usual)
    form.get_by_role("button", name="Reset to the usual table").click()
    expect(form.get_by_role("spinbutton", name="Players")).to_have_value(usual)


def test_on_a_phone_options_are_a_sheet_from_below(people: Callable[..., Person]) -> None:
    page = people(viewport=PHONE).visit("/")
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Options…").click()
    box = page.get_by_role("dialog").bounding_box()
    assert box is not None
    assert box["x"] == 0
    assert box["width"] == PHONE["width"]
    assert round(box["y"] + box["height"]) == PHONE["height"]


def test_on_a_tablet_no_card_stands_alone_in_its_row(people: Callable[..., Person]) -> None:
    page = people(viewport={"width": 820, "height": 1180}).visit("/")
    page.locator(".game").first.wait_for()
    boxes = [box for game in page.locator(".game").all() if (box := game.bounding_box())]
    assert len({box["x"] for box in boxes}) == 1
    assert len({box["width"] for box in boxes}) == 1


def play_to_the_end(person: Person, table: str) -> None:
    person.visit(f"/table/{table}")
    person.play_on()


def test_the_game_of_the_day_is_a_picture_with_my_score(person: Person) -> None:
    page = person.visit("/")
    card = page.get_by_role("article", name="Daily game")
    expect(card.locator(".pic svg").first).to_be_visible()
    expect(card).to_contain_text("Your first try counts, without hints.")
    card.get_by_role("button", name="Play").click()
    page.locator(".mat svg").first.wait_for()
    day = person.context.request.get("/api/hello").json()["daily"]
    expect(page.locator(".where .the-day")).to_have_text(re.compile(rf"^Daily game, {int(day[-2:])} \w+$"))
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    table = page.url.rpartition("/")[2]
    page = person.visit("/")
    expect(card.get_by_role("link", name="Continue")).to_have_attribute("href", f"/table/{table}")
    page.get_by_role("article", name="Träxx", exact=True).get_by_role("button", name="Daily game").click()
    page.wait_for_url(f"**/table/{table}")
    page.locator(".mat svg").first.wait_for()
    person.play_on()
    score = person.tables()[-1]["view"]["scores"][0]
    person.visit("/")
    expect(card).to_contain_text(f"played: {score}".replace("-", "−"))
    expect(card.get_by_role("link")).to_have_attribute("href", f"/replay/{table}")


def test_the_puzzle_of_the_day_lessons_and_last_games_are_shown(person: Person) -> None:
    play_to_the_end(person, person.table("traxx", "me", "novice", options={"deck": "y-y"}))
    page = person.visit("/learn")
    lesson = page.locator(".lesson-list a").first.get_attribute("href")
    assert lesson is not None
    game, first = lesson.split("/")[2:]
    page.evaluate(
        "async done => (await import('/static/app/preferences.js')).prefer({ lessons: done })",
        {game: [first]},
    )
    page = person.visit("/")
    today = page.get_by_role("region", name=re.compile("^Today, "))
    puzzle = today.get_by_role("article", name="Daily puzzle")
    expect(puzzle.locator(".pic svg").first).to_be_visible()
    expect(puzzle.get_by_role("link", name="Solve")).to_be_visible()
    expect(today.locator(f'a[href^="/learn/{game}/"]')).to_contain_text("Lesson 2: ")
    expect(today.locator(".short-rows").last.locator("li")).to_have_count(1)
    expect(today.locator(".short-rows").last).to_contain_text("Träxx with ")
    assert not person.violations()


def test_an_unfinished_game_is_discarded_after_a_question(person: Person) -> None:
    table = person.table("whole-nine", "me", "greedy", options={"first": "red"})
    waiting = person.table("traxx", "me", "open")
    page = person.visit("/")
    strip = page.get_by_role("region", name="Your turn at")
    strip.get_by_role("button", name="Discard: The Whole Nine").click()
    dialog = page.get_by_role("dialog", name="Discard this game?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(strip.locator(f'a[href="/table/{table}"]')).to_be_visible()
    strip.get_by_role("button", name="Discard: The Whole Nine").click()
    dialog.get_by_role("button", name="Discard", exact=True).click()
    expect(strip).to_have_count(0)
    page.get_by_role("button", name="Close the table: Träxx").press("Enter")
    closing = page.get_by_role("dialog", name="Close this table?")
    closing.get_by_role("button", name="Close the table", exact=True).last.press("Enter")
    expect(page.get_by_text("You are not at any table yet.")).to_be_visible()
    page = person.visit("/")
    expect(page.locator(".lists")).to_be_visible()
    expect(page.locator(f'a[href="/table/{table}"], a[href="/table/{waiting}"]')).to_have_count(0)
    page = person.visit(f"/table/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This game was discarded.")


def test_a_table_with_others_is_left_to_a_bot_after_a_question(people: Callable[..., Person]) -> None:
    ana, ben = people(), people()
    table = ana.table("traxx", "me", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    page = ana.visit("/")
    page.get_by_role("button", name="Leave the game: Träxx").click()
    dialog = page.get_by_role("dialog", name="Leave this game?")
    dialog.get_by_role("button", name="Leave the game", exact=True).click()
    expect(page.locator(f'a[href="/table/{table}"]')).to_have_count(0)
    expect(ben.visit("/").locator(f'a[href="/table/{table}"]')).to_be_visible()


def test_today_keeps_its_room_until_it_arrives(person: Person) -> None:
    held: list[Route] = []
    person.page.route("**/api/today?*", lambda asked: held.append(asked))
    page = person.visit("/")
    person.until(lambda: bool(held))
    cards = page.locator(".day-card")
    expect(cards).to_have_count(2)
    before = [one.bounding_box() for one in cards.all()]
    expect(page.locator(".lists")).to_have_count(0)
    held.pop().continue_()
    expect(page.locator(".lists")).to_be_visible()
    expect(page.get_by_role("article", name="Daily game")).to_be_visible()
    assert [one.bounding_box() for one in cards.all()] == before


def test_a_large_screen_is_used(people: Callable[..., Person]) -> None:
    page = people(viewport={"width": 1920, "height": 1080}).visit("/")
    expect(page.locator(".lists")).to_be_visible()
    box = page.locator(".today").bounding_box()
    assert box is not None
    assert box["width"] > 1500


def test_a_level_is_described_once_however_many_bots_play_it(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="Skip or Trip").get_by_role("button", name="Options…").click()
    form = page.locator("dialog form")
    form.get_by_role("spinbutton", name="Players").fill("5")
    form.get_by_role("spinbutton", name="Players").press("Tab")
    rows = form.locator(".seat-rows li")
    expect(rows).to_have_count(5)
    said = [text for text in rows.locator(".quiet").all_inner_texts() if text]
    assert len(said) == len(set(said)) == 1


def test_a_typed_number_survives_what_arrives_before_it_is_entered(person: Person) -> None:
    held: list[Route] = []
    page = person.visit("/")
    page.route("**/api/today?*", lambda asked: held.append(asked))
    page.reload()
    page.get_by_role("article", name="Skip or Trip", exact=True).get_by_role("button", name="Options…").click()
    players = page.locator("dialog form").get_by_role("spinbutton", name="Players")
    players.fill("5")
    person.until(lambda: bool(held))
    held.pop().continue_()
    expect(page.locator(".day-card #today-game")).to_have_count(1)
    expect(players).to_have_value("5")
    players.press("Tab")
    expect(page.locator("dialog form .seat-rows li")).to_have_count(5)


def test_the_keys_are_listed_in_the_menu_and_by_a_question_mark(people: Callable[..., Person]) -> None:
    person = people(locale="de-DE")
    table = person.table("whole-nine", "me", "greedy", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    page.locator(".mat svg").first.wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Tasten")
    expect(dialog).to_contain_text("Leertaste würfeln")
    assert not person.violations()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Liste der Tasten").click()
    expect(dialog).to_be_visible()
