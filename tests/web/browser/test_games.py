"""Whole games in a real browser, from the lobby's one click to the final score."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from tests.web.browser.people import Person
from trackside.games import GAMES
from trackside.play.record import read_record


def all_shown(person: Person) -> bool:
    """Return True if every useful move has its place; one may have the main button instead.

    A line that was drawn to its end waits for nothing but that button.
    """
    state, view = person.state(), person.tables()[-1]["view"]
    if state.get("leave") and not state["moves"]:
        return True
    useful = {offer["move"] for offer in view["offers"] if not offer.get("passes")}
    hidden = useful - set(state.get("moves", []))
    return len(hidden) <= (1 if state.get("leave") else 0)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "whole-nine" else [pytest.mark.long]) for game in GAMES]
)
def test_a_whole_game_from_one_click_to_the_final_score(person: Person, game: str) -> None:
    page = person.visit("/")
    title = GAMES[game].card.title
    page.get_by_role("article", name=title).get_by_role("button", name="Play against bots").click()
    page.wait_for_url(re.compile("/table/"))
    chance = random.Random(1)
    while "over" not in (state := person.state()):
        if "moves" in state:
            person.until(lambda: all_shown(person))
            state = person.state()
        person.step(state, chance)
    table = person.tables()[-1]
    result, seats = table["result"], table["seats"]
    assert page.get_by_role("heading", name=result["says"]).is_visible()
    places = page.locator(".rank .seat")
    assert places.count() == len(seats)
    points = [row.locator(".points").inner_text().split()[-1].replace("−", "-") for row in places.all()]
    assert sorted(map(int, points)) == sorted(table["view"]["scores"])
    assert page.locator(".tray.result .account").first.inner_text()
    record = read_record(person.context.request.get(f"/api/tables/{table['table']['id']}/record").text())
    assert record.match().winners == result["winners"]


def test_pieces_that_move_can_be_played_with(people: Callable[..., Person]) -> None:
    person = people(reduced_motion="no-preference")
    table = person.table("whole-nine", "me", "greedy", seed="motion")
    person.visit(f"/table/{table}")
    while person.tables()[-1]["view"]["turn"] < 5:
        assert person.play_on(1) == 1
