"""Games that are over: reviewed step by step, played on from the middle, carried in and out as text; and the rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import Person, finished
from trackside.core.rulebook import numbered_rules
from trackside.games import GAMES


@pytest.mark.parametrize(
    "game",
    [pytest.param("whole-nine", marks=pytest.mark.long), pytest.param("traxx", marks=pytest.mark.long), "skip-or-trip"],
)
def test_a_review_with_slider_keys_and_eyes(person: Person, game: str) -> None:
    table = finished(person, game)
    page = person.visit(f"/replay/{table}")
    slider = page.get_by_role("slider")
    first, last = int(slider.get_attribute("min") or 0), int(slider.get_attribute("max") or 0)
    assert last > first + 20
    assert int(slider.input_value()) == first, "it begins where play begins"
    middle = (first + last) // 2

    def at(step: int) -> str:
        return f"{step - first} of {last - first}"

    slider.fill(str(middle))
    expect(page.locator(".controls")).to_contain_text(at(middle))
    told = page.locator(".log.only-wide li").count()
    assert 0 < told <= middle
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".controls")).to_contain_text(at(middle + 1))
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".controls")).to_contain_text(at(middle))
    for eyes in ("spectator", "0", "1", "all"):
        with page.expect_response(re.compile(f"replay.*eyes={eyes}")):
            page.locator("select[name=eyes]").select_option(eyes)
        expect(page.locator(".controls")).to_contain_text(at(middle))
    page.keyboard.press("End")
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(page.get_by_text("How the points came about").first).to_be_visible()
    assert page.locator(".log.only-wide li").count() > told
    assert person.page.locator("[data-move]").count() == 0


def test_the_eyes_of_a_seat_see_no_other_hand(person: Person) -> None:
    table = finished(person, "skip-or-trip")
    page = person.visit(f"/replay/{table}")
    open_cards = page.locator(".seats .card:not(.back)")
    page.get_by_role("slider").fill("30")
    expect(open_cards.first).to_be_visible()
    expect(page.locator(".seats .card.back")).to_have_count(0)
    everybody = open_cards.count()
    page.locator("select[name=eyes]").select_option("0")
    expect(page.locator(".seats .card.back").first).to_be_visible()
    assert 0 < open_cards.count() < everybody
    with page.expect_response(re.compile("eyes=spectator")) as answer:
        page.locator("select[name=eyes]").select_option("spectator")
    frames = answer.value.json()["frames"]
    assert all("symbols" not in card for frame in frames[:-1] for hand in frame["scene"]["hands"] for card in hand)
    expect(open_cards).to_have_count(0)


def test_what_if_plays_on_from_the_middle(person: Person) -> None:
    table = finished(person, "whole-nine")
    page = person.visit(f"/replay/{table}")
    page.get_by_role("slider").fill("80")
    page.locator("summary", has_text="What if? Play on from here").click()
    page.locator("select[name=whatif-seat]").select_option("1")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    person.play_on(4)
    assert person.tables()[-1]["eyes"] == 1
    assert person.tables()[-1]["table"]["origin"] == f"{table} 80"


def test_a_record_is_pasted_and_reviewed(person: Person) -> None:
    table = finished(person, "traxx")
    record = person.context.request.get(f"/api/tables/{table}/record").text()
    page = person.visit("/games")
    expect(page.locator(f'a[href="/replay/{table}"]')).to_be_visible()
    area, button = page.locator("textarea"), page.get_by_role("button", name="Read the game")
    expect(button).to_be_disabled()
    area.fill(record.replace("ybg", "xyz", 1) if "ybg" in record else f"[{record}")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("line")
    area.fill(record)
    button.click()
    page.wait_for_url(re.compile("/replay/"))
    assert table not in page.url
    page.locator("summary", has_text="As text").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.path().read_text(encoding="utf-8") == record
    person.faults[:] = [fault for fault in person.faults if "400" not in fault]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_with_their_figures(person: Person, game: str) -> None:
    page = person.visit(f"/rules/{game}")
    page.locator(".figure svg").first.wait_for()
    numbers = page.locator(".rule-number").all_inner_texts()
    assert numbers == list(numbered_rules(GAMES[game].package, "en"))
    figures = page.locator(".figure")
    assert figures.count() > 0
    for figure in figures.all():
        expect(figure.locator("svg").first).to_be_visible()
        expect(figure.locator("figcaption")).not_to_be_empty()
