"""A review as a single HTML file."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from dataclasses import replace
from typing import Any

import pytest

from tests.review.hand import invented
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.review.report import Review
from trackside.web.views.review_file import review_file

NEEDS_A_SERVER = {"static/app/http.js", "static/app/online.js", "static/app/load.js", "static/app/app.js"}


def written(match: Match, review: Review, reader: int | None = 0) -> str:
    return review_file(review, read_record(match.record()), match, match.words("en", reader))


def content(text: str) -> dict[str, Any]:
    """Return everything that the file shows."""
    found = re.search(r'id="review">([^<]+)<', text)
    assert found
    shown: dict[str, Any] = json.loads(gzip.decompress(b64decode(found[1])))
    return shown


@pytest.mark.parametrize(("game", "seats"), [("whole-nine", 3), ("traxx", 1), ("skip-or-trip", 2)])
def test_every_import_is_in_the_file_and_none_needs_a_server(game: str, seats: int) -> None:
    match = played(Table(GAMES[game], seats, {}), 3)
    text = written(match, invented(match))
    found = re.search(r'<script type="importmap">([^<]+)<', text)
    assert found
    modules = json.loads(found[1])["imports"]
    assert not NEEDS_A_SERVER & set(modules)
    for address in modules.values():
        code = b64decode(address.removeprefix("data:text/javascript;base64,")).decode()
        assert set(re.findall(r"^(?:import|export)[^;]*? from '([^']+)'", code, re.MULTILINE)) <= set(modules)
    assert set(re.findall(r'from "([^"]+)"', text)) <= set(modules)
    assert re.findall(r'(?:src|href)="|@import|url\(http', text) == []


def test_the_file_holds_the_whole_review_for_its_reader() -> None:
    match = played(Table(GAMES["whole-nine"], 2, {}), 3)
    review = invented(match)
    shown = content(written(match, review, 1))
    assert shown["review"]["seat"] == 1
    assert [seat["mine"] for seat in shown["review"]["seats"]] == [False, True]
    assert [moment["step"] for moment in shown["moments"]] == shown["review"]["steps"]
    assert len(shown["moments"]) == len(review.steps)
    assert shown["review"]["progress"]["status"] == "done"


def test_a_review_that_was_interrupted_holds_what_was_read() -> None:
    match = played(Table(GAMES["whole-nine"], 2, {}), 3)
    review = invented(match)
    shown = content(written(match, replace(review, steps=review.steps[:30], sums=(), moments=()), None))
    assert (len(shown["moments"]), shown["review"]["progress"]["status"]) == (30, "stopped")
    assert not any(seat["mine"] for seat in shown["review"]["seats"])
    assert shown["review"]["so_far"][-1]["kind"] == "so_far"
