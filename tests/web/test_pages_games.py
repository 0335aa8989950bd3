"""Whole games in a real browser, from the lobby's one click to the final score."""

from __future__ import annotations

import re

import pytest

from tests.web.browser import Person
from trackside.games import GAMES
from trackside.play.record import read_record


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_from_one_click_to_the_final_score(person: Person, game: str) -> None:
    page = person.visit("/")
    title = GAMES[game].card.title
    page.get_by_role("article", name=title).get_by_role("button", name="Play against bots").click()
    page.wait_for_url(re.compile("/table/"))
    person.play_on()
    table = person.tables()[-1]
    result, seats = table["result"], table["seats"]
    assert page.get_by_role("heading", name=result["says"]).is_visible()
    rows = page.locator(".end-card tbody tr")
    assert rows.count() == len(seats)
    for row, cells in zip(rows.all(), result["rows"], strict=True):
        assert row.locator("td").all_inner_texts() == [str(cell).replace("-", "−") for cell in cells]
    record = read_record(person.context.request.get(f"/api/tables/{table['table']['id']}/record").text())
    assert record.match().winners == result["winners"]
