"""Reviews over HTTP: made by real processes, shown as they grow, kept, shared, and going on after a power cut."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.processes import wait_for
from tests.web.serving import Player, Server
from trackside.web.api.reviews import ReviewMoment, ReviewPage
from trackside.web.limits import DEFAULTS

SHORT = {"traxx": {"deck": "ybgr-ybgk"}, "skip-or-trip": {"rounds": "2"}, "whole-nine": {}}
"""Options for games that are soon over."""

Starter = Callable[..., Server]


def finished(player: Player, game: str = "traxx", *bots: str, **more: Any) -> str:
    """A game that is over: the last move that is offered, always."""
    table = player.table(game, "me", *bots, options=SHORT[game], **more)
    with player.at(table) as line:
        while line.table["result"] is None:
            if line.view["offers"]:
                assert line.move(line.view["offers"][-1]["move"])["ok"]
            else:
                line.wait()
    return table


def page(player: Player, table: str, **query: Any) -> dict[str, Any]:
    """A review as it is shown, held against its description."""
    answer = player.http.get(f"/api/tables/{table}/review", params=query).raise_for_status()
    TypeAdapter(ReviewPage).validate_json(answer.content, strict=True)
    shown: dict[str, Any] = answer.json()
    return shown


def reviewed(player: Player, table: str, effort: str = "quick") -> dict[str, Any]:
    """The whole review of a game."""
    player.post(f"/tables/{table}/review", effort=effort)
    wait_for(lambda: page(player, table, effort=effort)["progress"]["status"] in ("done", "failed"), pause=0.3)
    return page(player, table, effort=effort)


def assert_adds_up(rows: list[dict[str, Any]], last: str, standing: int | None = None) -> None:
    """The printed rows of a sum add up to the last, and that is where the curve stands."""
    if not rows:
        return
    *parts, total = rows
    assert total["kind"] == last
    assert sum(row["value"] for row in parts if row["kind"] != "even") == total["value"]
    assert standing in (None, total["value"])


def test_a_review_grows_and_adds_up_and_says_so_in_both_languages(thinking: Server) -> None:
    ana = thinking.player("Ana")
    table = finished(ana, "traxx", "greedy")
    nothing = page(ana, table)
    assert (nothing["progress"]["status"], nothing["steps"], nothing["unit"]) == ("none", [], None)
    begun = ana.post(f"/tables/{table}/review", effort="normal")
    assert begun["status"] in ("waiting", "growing")
    grown: list[dict[str, Any]] = []

    def is_done() -> bool:
        shown = page(ana, table, **{"from": len(grown)})
        assert shown["steps_from"] == len(grown)
        grown.extend(shown["steps"])
        if shown["progress"]["status"] != "done":
            assert (shown["headline"], shown["sums"]) == (None, [])
            assert_adds_up(shown["so_far"], "so_far", grown[-1]["shown"]["after"] if grown else None)
        return bool(shown["progress"]["status"] == "done")

    wait_for(is_done, pause=0.05)
    whole = page(ana, table)
    assert grown == whole["steps"], "what was shown before the end was final"
    for one in whole["sums"]:
        terms = ("start", "setup", "own_luck", "others_luck", "losses", "gifts", "small", "information", "residual")
        assert math.isclose(sum(one[term] for term in terms), one["result"], abs_tol=1e-9)
        assert_adds_up(one["rows"], "result")
    assert whole["so_far"] == []
    assert all(whole["steps"][step]["word"] for step in whole["mistakes"])
    assert all(whole["steps"][step]["kind"] == "chance" for step in whole["strokes"])
    entries = sorted(entry for step in whole["steps"] for entry in step["entries"])
    assert entries == list(range(whole["progress"]["entries"]))
    german = page(ana, table, language="de")
    for english, deutsch in zip(whole["steps"], german["steps"], strict=True):
        assert english["says"]
        assert english["says"] != deutsch["says"]
    assert whole["headline"] != german["headline"]
    assert ana.post(f"/tables/{table}/review", effort="normal")["status"] == "done"


@pytest.mark.parametrize("game", ["traxx", pytest.param("whole-nine", marks=pytest.mark.long), "skip-or-trip"])
def test_every_step_has_its_board_and_the_moves_that_were_weighed(thinking: Server, game: str) -> None:
    ana = thinking.player("Ana")
    table = finished(ana, game, "greedy")
    shown = reviewed(ana, table)
    frames = ana.get(f"/tables/{table}/replay")["frames"]
    for step in shown["steps"][:40]:
        answer = ana.http.get(f"/api/tables/{table}/review/steps/{step['step']}").raise_for_status()
        TypeAdapter(ReviewMoment).validate_json(answer.content, strict=True)
        moment = answer.json()
        assert moment["step"] == step
        assert moment["open"] == frames[moment["frame"]]["scene"]
        assert len(moment["options"]) == step["options"]
        if step["kind"] == "decision":
            assert moment["scene"]["perspective"] == step["seat"]
            assert [one["best"] for one in moment["options"]] == [True] + [False] * (step["options"] - 1)
            assert sum(one["made"] for one in moment["options"]) == 1
            for option in moment["options"]:
                assert [offer["move"] for offer in option["offers"]] == option["moves"]
                assert option["label"]
        if moment["outcomes"]:
            assert sum(outcome["came"] for outcome in moment["outcomes"]) == 1


def test_whoever_may_see_the_game_may_see_its_review_and_nobody_else(thinking: Server) -> None:
    ana, eve = thinking.player("Ana"), thinking.player("Eve")
    shared, private = finished(ana), finished(ana, watch="nobody")
    whole = reviewed(ana, shared)
    assert page(eve, shared)["steps"][0]["before"] == whole["steps"][0]["before"]
    assert eve.get(f"/tables/{shared}/review/steps/1")["frame"] >= 0
    reviewed(ana, private)
    step = next(one["step"] for one in whole["steps"] if one["kind"] == "decision")
    for path in (f"tables/{private}/review", f"tables/{private}/review/steps/1", f"questions/{private}-{step}"):
        answer = eve.http.get(f"/api/{path}")
        assert (answer.status_code, answer.json()["error"]) == (404, f"There is no table {private}.")
    assert eve.refused(f"/tables/{private}/review")[0] == 404
    assert eve.refused(f"/questions/{private}-{step}", moves=[])[0] == 404


def test_nothing_is_told_of_a_game_that_is_not_over(thinking: Server) -> None:
    ana = thinking.player("Ana")
    table = ana.table("skip-or-trip", "me", "greedy")
    why = "The game is still being played: you can review it when it is over."
    for path in (f"tables/{table}/review", f"tables/{table}/review/steps/0", f"questions/{table}-0"):
        answer = ana.http.get(f"/api/{path}")
        assert (answer.status_code, answer.json()["error"]) == (400, why)
    assert ana.refused(f"/tables/{table}/review") == (400, why)
    assert ana.refused(f"/questions/{table}-0", moves=[]) == (400, why)
    half = ana.http.get(f"/api/tables/{ana.table('whole-nine', 'me', 'open')}/review")
    assert half.status_code == 400


def test_a_record_is_reviewed_as_the_game_that_it_tells_of(thinking: Server) -> None:
    ana = thinking.player("Ana")
    table = finished(ana)
    record = ana.http.get(f"/api/tables/{table}/record").text
    imported = ana.post("/records", text=record)["table"]
    figures = ("entries", "before", "after", "luck", "loss", "word")
    first, second = (
        [[step[name] for name in figures] for step in reviewed(ana, one)["steps"]] for one in (table, imported)
    )
    assert first == second
    lines = record.rstrip().splitlines()
    half = ana.post("/records", text="\n".join(line for line in lines[:-3] if not line.startswith("[Result")))["table"]
    assert ana.refused(f"/tables/{half}/review") == (
        400,
        "This game was not finished: only a game that was played to its end can be reviewed.",
    )


def test_what_is_asked_wrongly_is_refused_in_words(thinking: Server) -> None:
    ana, ben = thinking.player("Ana"), thinking.player("Ben")
    table = finished(ana)
    assert ana.refused(f"/tables/{table}/review", effort="endless")[0] == 422
    assert ana.refused(f"/tables/{table}/review", effort="quick", more=1)[0] == 422
    assert ana.refused("/tables/nowhere/review") == (404, "There is no table nowhere.")
    asked = thinking.player().http.post(f"/api/tables/{table}/review", json={}, headers={"authorization": "none"})
    assert asked.status_code == 401
    whole = reviewed(ana, table)
    for path, status in {
        f"tables/{table}/review?seat=7": 400,
        f"tables/{table}/review?from=-1": 422,
        f"tables/{table}/review?effort=endless": 422,
        f"tables/{table}/review/steps/9999": 404,
        f"tables/{table}/review/steps/1?effort=deep": 404,
        f"questions/{table}-9999": 404,
        f"questions/{table}": 404,
        f"questions/{table}-0": 400,
        "questions/puzzle-nothing": 404,
        "questions/puzzle-traxx-999": 404,
        "questions/puzzle-traxx-²": 404,
    }.items():
        assert ana.http.get(f"/api/{path}").status_code == status, path
    german = ana.http.get(f"/api/tables/{table}/review/steps/9999", params={"language": "de"}).json()["error"]
    assert german.startswith("Schritt 9999 gibt es in dieser Analyse noch nicht")
    other = finished(ana)
    ana.post(f"/tables/{other}/review", effort="deep")
    stopping = ben.http.delete(f"/api/tables/{other}/review", params={"effort": "deep"})
    assert stopping.status_code == 400 or page(ana, other)["progress"]["status"] == "done"
    assert whole["progress"]["status"] == "done"


def test_a_review_that_is_stopped_keeps_what_it_has_and_goes_on_when_asked(thinking: Server) -> None:
    ana = thinking.player("Ana")
    table = finished(ana, "traxx", "greedy")
    ana.post(f"/tables/{table}/review", effort="deep")
    wait_for(lambda: page(ana, table)["progress"]["read"], pause=0.05)
    ana.http.delete(f"/api/tables/{table}/review", params={"effort": "deep"}).raise_for_status()
    busy = finished(ana)
    reviewed(ana, busy)  # whatever was being read is stored by then
    stopped = page(ana, table)
    assert stopped["progress"]["status"] == "stopped"
    assert stopped["summary"]
    reviewed(ana, busy, "normal")
    assert page(ana, table)["steps"] == stopped["steps"], "nothing goes on by itself"
    whole = reviewed(ana, table, "deep")
    assert whole["steps"][: len(stopped["steps"])] == stopped["steps"]


def test_nobody_may_wait_for_many_reviews(started: Starter) -> None:
    server = started("--bot-processes", "1")
    ana, ben = server.player("Ana"), server.player("Ben")
    tables = [finished(ana) for _ in range((DEFAULTS.reviews or 0) + 1)]
    for table in tables[:-1]:  # the processes are warming up still: all of them wait
        assert ana.post(f"/tables/{table}/review", effort="deep")["status"] == "waiting"
    assert ana.refused(f"/tables/{tables[-1]}/review", effort="deep") == (
        429,
        f"You are already waiting for {DEFAULTS.reviews} reviews. Try again when one is done.",
    )
    assert ana.post(f"/tables/{tables[0]}/review", effort="deep")["status"] == "waiting"
    assert ben.post(f"/tables/{tables[-1]}/review", effort="quick")["ahead"] == 0
    assert page(ben, tables[1])["progress"]["ahead"] == 2, "what is sooner done is made first"


def test_a_server_without_processes_says_that_it_cannot(house: Server) -> None:
    ana = house.player("Ana")
    assert ana.refused(f"/tables/{finished(ana)}/review") == (
        400,
        "This server has no workers to review games.",
    )


def test_a_killed_server_goes_on_with_a_review_where_it_was(thinking: Server) -> None:
    ana = thinking.player("Ana")
    table = finished(ana, "traxx", "greedy")
    ana.post(f"/tables/{table}/review", effort="deep")
    wait_for(lambda: page(ana, table)["progress"]["read"] > 3, pause=0.05)
    before = page(ana, table)
    thinking.kill()
    with sqlite3.connect(thinking.database.removeprefix("sqlite:///")) as database:
        kept = database.execute("SELECT status, parts, steps FROM reviews WHERE table_id = ?", [table]).fetchone()
        assert kept[0] == "wanted", "it was not done yet"
        assert kept[2] >= len(before["steps"])
    thinking.start()
    token = {"authorization": ana.headers["authorization"]}
    ana = thinking.player()
    ana.http.headers.update(token)
    after = page(ana, table)
    assert after["steps"][: len(before["steps"])] == before["steps"]
    wait_for(lambda: page(ana, table)["progress"]["status"] == "done", pause=0.3)
    whole = page(ana, table)
    assert whole["steps"][: len(after["steps"])] == after["steps"]
    assert whole["sums"]


def test_what_a_player_got_wrong_comes_back_as_a_question_that_tells_no_answer(thinking: Server) -> None:
    ana, ben = thinking.player("Ana"), thinking.player("Ben")
    table = finished(ana, "traxx", "greedy")
    whole = reviewed(ana, table, "normal")
    wrong = [one for one in whole["steps"] if one["word"] in ("mistake", "blunder") and one["seat"] == 0]
    assert wrong, "the last move that is offered is seldom the best"
    training = ana.get("/training", language="de")
    assert {card["step"] for card in training["due"]} == {step["step"] for step in wrong}
    assert training["count"] == training["total"] == len(wrong)
    assert all(card["last_says"] == "noch nicht versucht" for card in training["due"])
    assert ben.get("/training")["total"] == 0
    card, at = training["due"][0], f"/questions/{training['due'][0]['id']}"
    step = next(one for one in wrong if one["step"] == card["step"])
    question = ana.get(at)
    assert step["best"]["text"] not in str(question)
    del question["hint"]  # says what the best keeps, not what it is
    for told in ("chance", "best"):
        assert told not in str(question)
    asked = ana.get(at)
    assert (asked["seat"], asked["view"]["scene"]["perspective"]) == (0, 0)
    again = ana.post(at, moves=step["made"]["moves"])
    assert (again["verdict"], again["answer"]) == ("wrong", None)
    assert "That is what was played in the game." in again["why"]
    assert again["due"] > card["due"]
    best = ana.post(at, moves=step["best"]["moves"])
    assert best["verdict"] == "right"
    assert [one["made"] for one in best["answer"]["best"]].count(True) == 1
    assert best["due"] == again["due"], "the first answer counts"
    assert ana.get("/training")["count"] == len(wrong) - 1
    assert ben.post(at, moves=step["best"]["moves"])["due"] is None, "it is Ana's training"
    moves = list[int]()
    while (found := ana.post(at, moves=moves))["verdict"] == "open":
        moves.append(found["view"]["offers"][0]["move"])
    assert found["chance"] is not None, "what the review did not weigh is weighed now"
