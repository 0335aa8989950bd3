"""Games that are over: reviewed step by step, played on from the middle, carried in and out as text; and the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import Person, finished
from trackside.core.rulebook import numbered_rules
from trackside.games import GAMES


def test_the_eyes_of_a_seat_see_no_other_hand(person: Person) -> None:
    table = finished(person, "skip-or-trip")
    page = person.visit(f"/replay/{table}")
    open_cards = page.locator(".seats .card:not(.back)")
    page.get_by_role("slider").fill("6")
    expect(open_cards.first).to_be_visible()
    expect(page.locator(".seats .card.back")).to_have_count(0)
    everybody = open_cards.count()
    page.locator("select[name=perspective]").select_option("0")
    expect(page.locator(".seats .card.back").first).to_be_visible()
    assert 0 < open_cards.count() < everybody
    with page.expect_response(re.compile("perspective=spectator")) as answer:
        page.locator("select[name=perspective]").select_option("spectator")
    frames = answer.value.json()["frames"]
    assert all("symbols" not in card for frame in frames[:-1] for hand in frame["scene"]["hands"] for card in hand)
    expect(open_cards).to_have_count(0)


def test_what_if_plays_on_from_the_middle(person: Person) -> None:
    table = finished(person, "whole-nine")
    page = person.visit(f"/replay/{table}#80")
    page.get_by_role("button", name="What if?").click()
    page.locator("select[name=whatif-seat]").select_option("1")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    person.play_on(4)
    assert person.tables()[-1]["perspective"] == 1
    assert person.tables()[-1]["table"]["origin"] == f"{table} 80"


def test_a_record_is_pasted_and_reviewed(person: Person) -> None:
    table = finished(person, "traxx")
    record = person.context.request.get(f"/api/tables/{table}/record").text()
    page = person.visit("/games")
    expect(page.locator(f'a[href="/replay/{table}"]')).to_be_visible()
    area, button = page.locator("textarea"), page.get_by_role("button", name="Import")
    expect(button).to_be_disabled()
    area.fill(record.replace("ybg", "xyz", 1) if "ybg" in record else f"[{record}")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("line")
    area.fill(record)
    button.click()
    page.wait_for_url(re.compile("/replay/"))
    assert table not in page.url
    page.get_by_role("button", name="As text").click()
    expect(page.locator("dialog pre")).to_have_text(record)
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
    expect(page.locator("main h2").first).to_have_text("How to win")
    expect(page.locator(".decision").first).to_contain_text("Our decision:")


def test_a_picture_of_the_rules_shows_the_part_it_is_about(person: Person) -> None:
    page = person.visit("/rules/skip-or-trip")
    page.locator(".figure svg").first.wait_for()
    heights = [
        float(box.split()[3])
        for box in page.locator(".figure svg.board").evaluate_all("all => all.map(one => one.getAttribute('viewBox'))")
    ]
    assert len(heights) == 5
    assert max(heights) < 250, "two of five rows"


@pytest.mark.parametrize("width", [1280, pytest.param(820, marks=pytest.mark.long), 390])
def test_a_finished_game_takes_its_room_without_overlap(people: Callable[..., Person], width: int) -> None:
    person = people(locale="de-DE", viewport={"width": width, "height": 844})
    finished(person, "skip-or-trip")
    page = person.visit("/games")
    page.locator(".finished li").first.wait_for()
    overlaps = page.locator(".finished li").first.evaluate(
        """row => {
          const boxes = [...row.children].map(child => [child.className, child.getBoundingClientRect()]);
          return boxes.flatMap(([name, a], i) => boxes.slice(i + 1).flatMap(([other, b]) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
              ? `${name} and ${other}` : []));
        }"""
    )
    assert overlaps == []
    name = page.locator(".finished .game-name b").first.bounding_box()
    assert name is not None
    assert name["height"] < 30, "a title is one line"
    assert person.overflow() == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_rule_numbers_stand_beside_the_text_and_contents_in_even_rows(person: Person, width: int) -> None:
    person.page.set_viewport_size({"width": width, "height": 800})
    page = person.visit("/rules/whole-nine#WN-12")
    page.locator(".figure svg").first.wait_for()
    overlaps = page.locator(".rule").evaluate_all(
        """rules => rules.filter(rule => {
          const [number, text] = [...rule.children].map(child => child.getBoundingClientRect());
          return number.right > text.left || number.width === 0;
        }).length"""
    )
    assert overlaps == 0
    expect(page.locator("#WN-12")).to_be_in_viewport()
    rows = page.locator(".contents-box a").evaluate_all(
        "links => [...new Set(links.map(link => Math.round(link.getBoundingClientRect().top)))].sort((a, b) => a - b)"
    )
    assert len({below - above for above, below in pairwise(rows)}) == 1, rows
