"""The live page after a reload, without network, after a server's death: nothing is lost, no action is needed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import Person
from tests.web.serving import Player, Server

People = Callable[..., Person]

BROKEN = re.compile("WebSocket connection|Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION")


def log(person: Person) -> list[str]:
    """The log as it stands on the page, oldest first."""
    return person.page.locator(".log.only-wide .line > span:last-child").all_inner_texts()[::-1]


def told(person: Person, table: str) -> list[str]:
    """Return the table's turns as the server shows them to this person, oldest first."""
    story = person.context.request.get(f"/api/tables/{table}").json()["story"]
    return [line["says"] for line in story if line["says"]]


def mark(person: Person) -> None:
    """Leave a mark that a reload would wipe away."""
    person.page.evaluate("window.mark = true")


def check_no_reload(person: Person) -> None:
    assert person.page.evaluate("window.mark === true")


def forgive_broken_lines(person: Person) -> None:
    """A browser logs every attempt to reach what is not there: that is no fault of the page."""
    person.faults[:] = [fault for fault in person.faults if not BROKEN.search(fault)]


def ana_and_a_program(ana: Person, house: Server, first: str) -> tuple[str, Player]:
    """A table of The Whole Nine with Ana in the browser and a program opposite."""
    table = ana.table("whole-nine", "me", "open", watch="anyone", options={"first": first})
    ben = house.player("Ben")
    ben.post(f"/tables/{table}/seats/1")
    ana.visit(f"/table/{table}")
    return table, ben


def test_after_a_reload_the_game_is_where_it_was(person: Person) -> None:
    table = person.table("whole-nine", "me", "greedy", "greedy", options={"first": "red"})
    person.visit(f"/table/{table}")
    person.play_on(5)
    state, lines = person.state(), log(person)
    person.page.reload()
    assert person.state() == state, "a die that was rolled is not rolled again"
    assert log(person) == lines
    person.play_on(3)
    person.until(lambda: log(person) != lines)


def test_what_happened_while_offline_is_caught_up_with(person: Person, house: Server) -> None:
    table, ben = ana_and_a_program(person, house, "purple")
    expect(person.page.get_by_text("It is Ben's turn.")).to_be_visible()
    expect(person.page.locator(".mat svg").first).to_be_visible()
    mark(person)
    person.context.set_offline(True)
    expect(person.page.get_by_text("Connection lost.")).to_be_visible()
    with ben.at(table) as line:
        while line.view["offers"]:
            assert line.move()["ok"]
    person.context.set_offline(False)
    expect(person.page.get_by_text("Connection lost.")).to_be_hidden()
    person.state()
    person.leave()
    person.until(lambda: log(person) == told(person, table))
    person.play_on(1)
    check_no_reload(person)
    forgive_broken_lines(person)


def test_a_board_that_could_not_be_loaded_comes_when_the_network_does(person: Person) -> None:
    table = person.table("whole-nine", "me", "greedy")
    person.page.route("**/games/*/pieces.js", lambda route: route.abort())
    person.visit(f"/table/{table}")
    expect(person.page.locator(".log.only-wide")).to_be_visible()
    expect(person.page.locator(".mat svg")).to_have_count(0)
    person.page.unroute("**/games/*/pieces.js")
    person.play_on(1)
    forgive_broken_lines(person)


def test_a_move_made_offline_is_kept_and_counts_once(person: Person, house: Server) -> None:
    table, ben = ana_and_a_program(person, house, "red")
    person.play_on(1)
    move = person.state()["moves"][0]
    mark(person)
    person.context.set_offline(True)
    person.click(move)
    expect(person.page.get_by_text("Your move is kept")).to_be_visible()
    assert not [entry for entry in ben.get(f"/tables/{table}")["log"] if entry["seat"] == 0]
    person.context.set_offline(False)
    expect(person.page.get_by_text("Connection lost.")).to_be_hidden()
    person.until(lambda: len([entry for entry in ben.get(f"/tables/{table}")["log"] if entry["seat"] == 0]) == 1)
    person.until(lambda: log(person) == told(person, table))
    check_no_reload(person)
    forgive_broken_lines(person)


def before_a_power_cut(person: Person) -> tuple[dict[str, Any], list[str]]:
    """Play a little; what there is to do then, and the log."""
    table = person.table("traxx", "me", "greedy", seed="power cut")
    person.visit(f"/table/{table}")
    mark(person)
    person.play_on(6)
    return person.state(), log(person)


@pytest.mark.long
def test_the_server_is_killed_and_the_game_is_where_it_was(house: Server, person: Person) -> None:
    state, lines = before_a_power_cut(person)
    house.kill()
    expect(person.page.get_by_text("Connection lost.")).to_be_visible()
    house.start()
    expect(person.page.get_by_text("Connection lost.")).to_be_hidden()
    assert person.state() == state
    assert sorted(log(person)) == sorted(lines), "what was drawn in secret may have another place among the rest"
    person.play_on(6)
    check_no_reload(person)
    forgive_broken_lines(person)


def test_the_server_is_killed_and_the_game_goes_on(house: Server, person: Person) -> None:
    state, lines = before_a_power_cut(person)
    house.kill()
    expect(person.page.get_by_text("Connection lost.")).to_be_visible()
    person.step(state | {"leave": False}, random.Random(3))
    expect(person.page.get_by_text("Your move is kept")).to_be_visible()
    house.start()
    expect(person.page.get_by_text("Connection lost.")).to_be_hidden()
    person.until(lambda: len(log(person)) == len(lines) + 1)
    assert not Counter(lines) - Counter(log(person)), "nothing that was there is lost"
    person.play_on(6)
    check_no_reload(person)
    forgive_broken_lines(person)


PROMPTS = """() => {
  window.prompts = [];
  const note = () => window.prompts.push(document.querySelector('.now-say')?.textContent ?? '');
  new MutationObserver(note).observe(document.querySelector('main'),
    { subtree: true, childList: true, characterData: true });
}"""


def test_nobody_is_told_to_be_done_while_drawing(people: Callable[..., Person]) -> None:
    person = people(reduced_motion="no-preference")
    table = person.table("traxx", "me", "greedy", seed="prompts")
    page = person.visit(f"/table/{table}")
    person.state()
    page.evaluate(PROMPTS)
    known = len(person.tables())
    person.click(person.state()["moves"][0])
    person.until(lambda: len(person.tables()) > known)
    person.state()
    said = page.evaluate("window.prompts")
    assert said
    assert not [text for text in said if "still drawing" in text]
