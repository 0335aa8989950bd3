"""Learning from one's own mistakes, spaced over days, and the puzzles of the day."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from sqlalchemy import Connection, select, update

from tests.web.serving import Server
from trackside.games import GAMES
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.review.puzzles import shipped
from trackside.web.api.learning import PuzzlePage, Question, QuestionVerdict
from trackside.web.reviews.questions import day_puzzle
from trackside.web.store import tables
from trackside.web.store import training as queries
from trackside.web.store.schema import puzzles, training
from trackside.web.store.store import Store
from trackside.web.tables.creation import imported

Job = Callable[[Connection], Any]


class Database:
    """A store, asked one thing after the other."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self, *jobs: Job) -> list[Any]:
        async def work() -> list[Any]:
            store = Store(self.url)
            try:
                return [await store.do(job) for job in jobs]
            finally:
                store.close()

        return asyncio.run(work())


@pytest.fixture
def ask(database: str) -> Database:
    """Asks the store."""
    return Database(database)


@pytest.fixture
def somebody() -> str:
    """A player who is new."""
    return uuid.uuid4().hex * 2


def table_for(ask: Database, player: str) -> str:
    """A table of somebody's, which mistakes and puzzles can come from."""
    record = read_record(Match("traxx", 1, seed=1).record(reveal_seed=True))
    table, row, change = imported(record, player)
    table.accept(change)
    ask(partial(tables.add_table, row=row, seated=table.occupants, log=change.entries))
    return table.id


def noted(ask: Database, player: str, *steps: int, effort: Any = "normal", table: str | None = None) -> str:
    """A table where a player got these steps wrong."""
    table = table or table_for(ask, player)
    cards = {step: {"seat": 0, "turn": step} for step in steps}
    ask(partial(queries.note_mistakes, player=player, table=table, game="traxx", effort=effort, cards=cards))
    return table


def due(ask: Database, player: str) -> queries.Due:
    found: queries.Due = ask(partial(queries.due, player=player, game=None, most=20))[0]
    return found


def days_pass(ask: Database, player: str, days: float) -> None:
    """Everything is due so much earlier."""

    def job(connection: Connection) -> None:
        earlier = {"due": training.c.due - int(days * queries.DAY), "tried": training.c.tried - int(days * queries.DAY)}
        connection.execute(update(training).where(training.c.player == player).values(earlier))

    ask(job)


def test_a_position_comes_back_after_a_day_then_three_then_ten_then_thirty_and_then_no_more(
    ask: Database, somebody: str
) -> None:
    table = noted(ask, somebody, 4)
    answered = partial(queries.answered, player=somebody, table=table, step=4)
    assert due(ask, somebody).count == 1, "what was just found is due at once"
    now, back = ask(queries.database_time, partial(answered, verdict="wrong"))
    assert abs(back - now - queries.DAY) < 60_000
    assert (due(ask, somebody).count, due(ask, somebody).next_due) == (0, back)
    assert ask(partial(answered, verdict="right")) == [back], "trying again at once does not count"
    for days, wanted in ((1, 3), (3, 10), (10, 30)):
        days_pass(ask, somebody, days)
        assert due(ask, somebody).count == 1
        now, back = ask(queries.database_time, partial(answered, verdict="right"))
        assert abs(back - now - wanted * queries.DAY) < 60_000
    days_pass(ask, somebody, 30)
    assert ask(partial(answered, verdict="right")) == [None]
    assert (due(ask, somebody).total, due(ask, somebody).next_due) == (0, None)


def test_a_wrong_answer_begins_anew_and_nearly_is_not_right(ask: Database, somebody: str) -> None:
    table = noted(ask, somebody, 4)
    answered = partial(queries.answered, player=somebody, table=table, step=4)
    ask(partial(answered, verdict="right"))
    days_pass(ask, somebody, 3)
    (card,) = due(ask, somebody).cards
    assert (card.box, card.last) == (1, "right")
    now, back = ask(queries.database_time, partial(answered, verdict="nearly"))
    assert abs(back - now - queries.DAY) < 60_000
    days_pass(ask, somebody, 1)
    (card,) = due(ask, somebody).cards
    assert (card.box, card.last) == (0, "nearly")


def test_a_closer_review_takes_back_what_it_does_not_confirm_and_a_quicker_one_changes_nothing(
    ask: Database, somebody: str
) -> None:
    table = noted(ask, somebody, 4, 6, effort="normal")
    noted(ask, somebody, 6, 8, effort="deep", table=table)
    assert [card.step for card in due(ask, somebody).cards] == [6, 8]
    noted(ask, somebody, 1, 2, effort="quick", table=table)
    assert [(card.step, card.effort) for card in due(ask, somebody).cards] == [(6, "deep"), (8, "deep")]
    assert ask(partial(queries.answered, player=somebody, table=table, step=1, verdict="right")) == [None]


def test_positions_become_puzzles_only_where_all_who_played_let_them(ask: Database, somebody: str) -> None:
    other, table = uuid.uuid4().hex * 2, table_for(ask, somebody)
    add = partial(queries.add_puzzles, table=table, game="traxx", players_there=[somebody, other])
    found = {3: json.dumps({"any": "thing"})}

    def ids(connection: Connection) -> list[str]:
        return list(connection.execute(select(puzzles.c.id).where(puzzles.c.table_id == table)).scalars())

    def there(connection: Connection) -> bool:
        return bool(ids(connection))

    assert ask(partial(add, found=found), there)[-1] is False, "nobody has said yes"
    ask(partial(queries.share, player=somebody, shares_positions=True))
    assert ask(partial(add, found=found), there)[-1] is False, "one of two has"
    ask(partial(queries.share, player=other, shares_positions=True))
    [identifier] = ask(partial(add, found=found), partial(add, found=found), ids)[-1]
    assert table not in identifier, "it does not tell the table"
    assert ask(partial(queries.puzzle, identifier=identifier)) == [None], "it has not been graded"
    ask(partial(queries.grade, identifier=identifier, text="{}", good=True))
    assert ask(partial(queries.puzzle, identifier=identifier)) == ["{}"]
    ask(partial(queries.share, player=somebody, shares_positions=False))
    assert ask(there) == [False], "who takes it back takes the puzzles back as well"


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_one_on_other_days() -> None:
    known = [f"traxx-{number}" for number in range(9)]
    days = [f"2026-11-{day:02}" for day in range(1, 29)]
    assert len({day_puzzle(day, "traxx", known) for day in days}) > 5
    assert day_puzzle(days[0], "traxx", known) == day_puzzle(days[0], "traxx", known)
    assert day_puzzle(days[0], "traxx", []) is None


# Over HTTP


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def test_there_is_a_puzzle_of_every_game_every_day_and_it_tells_no_answer(
    server: Server, stranger: httpx.Client
) -> None:
    page = stranger.get("/api/puzzles").raise_for_status()
    TypeAdapter(PuzzlePage).validate_json(page.content, strict=True)
    assert [puzzle["game"] for puzzle in page.json()["puzzles"]] == list(GAMES)
    for puzzle in page.json()["puzzles"]:
        answer = stranger.get(f"/api/questions/{puzzle['id']}", params={"language": "de"}).raise_for_status()
        TypeAdapter(Question).validate_json(answer.content, strict=True)
        asked = answer.json()
        assert asked["view"]["offers"]
        assert asked["view"]["scene"]["perspective"] == asked["seat"]
        assert asked["found"]
        assert asked["table"] is None
        assert "chance" not in answer.text
        assert stranger.post(f"/api/questions/{puzzle['id']}", json={"moves": []}).status_code == 401


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_answered_by_playing_and_only_the_first_answer_counts(server: Server, game: str) -> None:
    ana = server.player("Ana")
    number = max(range(len(shipped(GAMES[game]))), key=lambda one: len(shipped(GAMES[game])[one].options))
    puzzle, at = shipped(GAMES[game])[number], f"/questions/puzzle-{game}-{number}"
    worst, best = puzzle.options[-1].moves, puzzle.options[0].moves
    opened = ana.post(at, moves=[])
    assert (opened["verdict"], opened["answer"], opened["hint"]) == ("open", None, None)
    wrong = TypeAdapter(QuestionVerdict).validate_python(ana.post(at, moves=list(worst)))
    assert wrong["verdict"] == "wrong"
    assert wrong["answer"] is None
    assert wrong["hint"] == ana.get(at)["hint"] != ""
    assert wrong["says"].startswith("Not this one: ")
    for place in range(len(best)):
        assert ana.post(at, moves=list(best[:place]))["verdict"] == "open"
    right = ana.post(f"{at}?language=de", moves=list(best))
    assert (right["verdict"], right["due"]) == ("right", None)
    assert right["says"].startswith("Richtig: ")
    assert [one["best"] for one in right["answer"]["best"]] == [True] + [False] * (len(puzzle.options) - 1)
    given_up = ana.post(at, moves=[], give_up=True)
    assert given_up["answer"]["best"][0]["moves"] == list(best)
    assert ana.refused(at, moves=["nonsense"])[0] == 400
    assert ana.refused(at, moves=[*best, best[-1]])[0] == 400
    assert ana.refused(at, moves=[1] * 41)[0] == 422
    today = {one["id"]: one["solved"] for one in ana.get("/puzzles")["puzzles"]}
    identifier = next(one for one in today if one.startswith(f"puzzle-{game}-"))
    ana.post(f"/questions/{identifier}", moves=[], give_up=True)
    solved = {one["id"]: one["solved"] for one in ana.get("/puzzles")["puzzles"]}
    assert solved[identifier] == "wrong"


def test_whoever_has_not_played_has_nothing_to_train_and_shares_nothing(server: Server, stranger: httpx.Client) -> None:
    ana = server.player("Ana")
    nothing = {"due": [], "count": 0, "total": 0, "next_due": None, "shares_positions": False}
    assert stranger.get("/api/training").json() == nothing
    assert ana.get("/training") == nothing
    assert ana.post("/training/shares", shares_positions=True) == {"shares_positions": True}
    assert ana.get("/training", language="de")["shares_positions"] is True
    assert ana.refused("/training/shares", shares_positions="yes")[0] == 422
    assert stranger.post("/api/training/shares", json={"shares_positions": True}).status_code == 401
