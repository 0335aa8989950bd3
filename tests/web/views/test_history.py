"""A player's history: finished games that can be searched, results against each level, the daily game."""

from __future__ import annotations

import datetime
import json
import time
from typing import Any

import httpx
import pytest

from tests.web.serving import Player, Server
from tests.web.views.test_lists import full  # noqa: F401 - a fixture
from trackside.web.store.lists import MAX_LISTED
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.views import history
from trackside.web.views.history import Finished, Wanted

SHORT = {"options": {"deck": "ybgr-ybgk"}}
TODAY = datetime.date(2026, 11, 17)


def play(player: Player, table: str) -> None:
    """Play a game against bots to its end, always the first move."""
    while (shown := player.get(f"/tables/{table}"))["result"] is None:
        if shown["view"]["offers"]:
            player.post(f"/tables/{table}/moves", seat=0, move=shown["view"]["offers"][0]["move"])


def ids(page: dict[str, Any]) -> list[str]:
    return [row["id"] for row in page["games"]]


def test_finished_games_are_found_by_game_level_and_result(server: Server) -> None:
    ana = server.player("Ana")
    against = ana.table("traxx", "me", "novice", **SHORT)
    alone = ana.table("traxx", "me", **SHORT)
    for table in (against, alone):
        play(ana, table)
    ana.table("traxx", "me", **SHORT)
    while ids(ana.get("/finished")) != [alone, against]:  # what lists go by is written a moment after the moves
        time.sleep(0.05)
    assert ids(ana.get("/finished", game="traxx", level="novice")) == [against]
    assert ids(ana.get("/finished", level="master")) == []
    assert ids(ana.get("/finished", game="whole-nine")) == []
    assert ids(ana.get("/finished", outcome="solo")) == [alone]
    first = ana.get("/finished", level="novice")["games"][0]
    won = 0 in first["winners"]
    assert ids(ana.get("/finished", outcome="won")) == ([against] if won else [])
    assert ids(ana.get("/finished", outcome="lost")) == ([] if won else [against])
    assert first["began"] <= first["when"]
    assert ids(server.player("Ben").get("/finished")) == []


def test_the_page_of_a_player_counts_what_they_played(server: Server) -> None:
    ana = server.player("Ana")
    today = ana.get("/hello")["daily"]
    play(ana, ana.table("traxx", "me", "novice", "novice", **SHORT))
    play(ana, ana.table("traxx", "me", seed=today, **SHORT))
    page = ana.get("/player")
    (result,) = page["levels"]
    assert (result["game"], result["level"], result["played"]) == ("traxx", "novice", 1)
    assert (page["counted"], page["all"], page["played"], page["won"]) == (2, True, 1, result["won"])
    (day,) = page["days"]
    assert (day["game"], day["day"]) == ("traxx", today)
    assert page["best"][0]["results"][0]["score"] == day["score"]
    nobody = server.player("Ben").get("/player")
    assert (nobody["counted"], nobody["levels"], nobody["best"], nobody["days"]) == (0, [], [], [])


def game(began: datetime.date, score: int, origin: str | None = "daily") -> Finished:
    when = datetime.datetime(began.year, began.month, began.day, 12, tzinfo=datetime.UTC)
    result = json.dumps({"winners": [0], "scores": [score]})
    row = {"id": f"t{score}", "game": "traxx", "result": result, "origin": origin, "began": when.timestamp() * 1000}
    return Finished(row, [Occupant(0, PERSON, "ana")], "ana")


def test_the_history_of_the_day_has_the_first_try_of_each_day() -> None:
    yesterday, long_ago = TODAY - datetime.timedelta(days=1), TODAY - datetime.timedelta(days=history.DAYS)
    games = [
        game(TODAY, 41),
        game(TODAY, 30),
        game(TODAY, 37),
        game(yesterday, 21),
        game(long_ago, 40),
        game(TODAY, 50, None),
    ]
    days = history._days(games, TODAY)
    assert [(one["day"], one["score"]) for one in days] == [("2026-11-16", 21), ("2026-11-17", 37)]


def test_a_bot_that_keeps_somebodys_seat_is_no_opponent_of_its_level() -> None:
    row = {"id": "t", "game": "traxx", "result": json.dumps({"winners": [1], "scores": [1, 2]})}
    seats = [Occupant(0, PERSON, "ana"), Occupant(1, BOT, "ben", "Ben", "club")]
    found = Finished(row, seats, "ana")
    assert found.levels == set()
    assert found.outcome == "lost"
    assert Wanted(outcome="lost").fits(found)
    assert not Wanted(level="club").fits(found)


def test_a_search_looks_through_so_many_games_and_says_where_it_goes_on(full: Any) -> None:  # noqa: F811 - pytest fills it
    with full[1].connect() as connection:
        found, more = history._search(connection, "ana", Wanted(game="traxx"), None)
        assert len(found) == MAX_LISTED
        assert more is not None
        later, _ = history._search(connection, "ana", Wanted(game="traxx"), more)
        assert not {one.row["id"] for one in found} & {one.row["id"] for one in later}
        nothing, more = history._search(connection, "ana", Wanted(level="master"), None)
        assert nothing == []
        assert more is not None, "older games may fit"


@pytest.mark.parametrize(("path", "status"), [("/no/such/page", 404), ("/player", 200), ("/bots", 200)])
def test_an_unknown_address_is_answered_with_the_page_and_404(server: Server, path: str, status: int) -> None:
    answer = httpx.get(f"{server.url}{path}", headers={"accept": "text/html"})
    assert answer.status_code == status
    assert 'id="page"' in answer.text


def test_a_program_is_told_in_words_that_there_is_no_such_page(server: Server) -> None:
    answer = httpx.get(f"{server.url}/no/such/page")
    assert answer.status_code == 404
    assert "error" in answer.json()
    assert "error" in httpx.get(f"{server.url}/api/no/such", headers={"accept": "text/html"}).json()
