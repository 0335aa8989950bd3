"""The description of the interface is true: what a real server sends, how it refuses, what the page's types say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.web.api.visits import Checked, visit_every_route
from tests.web.serving import Server
from trackside.core.words import LANGUAGES, SEATS, Language
from trackside.games import GAMES, find_game
from trackside.search.agents import LEVELS, QUICK
from trackside.search.choice import Candidate, Choice
from trackside.web.api.commands import Command, read_command
from trackside.web.api.common import Colour, LevelName
from trackside.web.api.openapi import DECLARED
from trackside.web.api.table import Message, Snapshot, StateMessage, StateSnapshot
from trackside.web.errors import ApiError
from trackside.web.tables.hints import hint_message
from trackside.web.views import lobby

UNCHECKED = {("get", "/api/tables/{table_id}/hint")}
"""Routes that need searching bots; a test of the page covers them."""


def test_every_answer_is_as_the_description_of_its_route_says(server: Server) -> None:
    checked = Checked(server)
    visit_every_route(server, checked)
    described = {(method, path) for path, methods in checked.openapi["paths"].items() for method in methods}
    assert described - checked.seen == UNCHECKED
    assert checked.statuses >= {200, 201, 400, 401, 403, 404, 413, 422}


@pytest.mark.parametrize("game", GAMES)
def test_every_message_of_a_socket_is_as_it_is_declared(server: Server, game: str) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table(game, "me", "open", watch="anyone", clock=60)
    with ana.at(table, "de") as page, ana.at(table, form="state") as program, server.player().at(table) as stranger:
        ben.post(f"/tables/{table}/seats/1")
        with ben.at(table) as other:
            while page.table["view"] is None:
                page.wait()
            for _ in range(6):
                for line in (page, other):
                    line.say("sync")
                    if line.view["offers"]:
                        assert line.move()["ok"]
            page.say("undo", seat=0)
            page.say("hint", seat=0)
            page.say("perspective", seat=0)
        while page.table["seats"][1]["online"]:
            page.wait()
        assert page.say("takeover", seat=1)["error"].startswith("Ein Bot kann erst")
        ben.leave(table)
        while page.table["result"] is None:
            page.play_on(20)
            program.say("sync")
            stranger.say("sync")
        check(Snapshot, Message, page.heard, other.heard, stranger.heard)
        check(StateSnapshot, StateMessage, program.heard)
    TypeAdapter(Message).validate_python(
        hint_message(
            "x", Choice(3, (Candidate(3, "pass", 7, 0.5), Candidate(4, "stop")), judged_by="net"), "So.", final=True
        )
    )


def check(first: Any, others: Any, *connections: list[str]) -> None:
    """Return the first message of a connection, and all messages."""
    snapshot, message = TypeAdapter(first), TypeAdapter(others)
    for heard in connections:
        snapshot.validate_json(heard[0], strict=True)
        for text in heard:
            message.validate_json(text, strict=True)


def test_a_message_that_says_too_much_or_too_little_is_noticed() -> None:
    message = TypeAdapter(Message)
    whole = {"type": "answer", "id": None, "ok": True, "error": None}
    message.validate_python(whole)
    for other in (whole | {"more": 1}, {"type": "answer"}, whole | {"type": "dance"}, whole | {"ok": "yes?"}):
        with pytest.raises(ValidationError):
            message.validate_python(other)


def test_enumerations_are_those_of_the_rest_of_the_project() -> None:
    assert get_args(Language) == LANGUAGES
    assert get_args(Colour) == SEATS
    assert get_args(LevelName) == (*LEVELS, *reversed(QUICK))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "A message is a JSON object with a type."),
        ("[]", "A message is a JSON object with a type."),
        ("{}", "A message is a JSON object with a type."),
        (
            '{"type": 7}',
            "There is no message 7: use move, undo, roll, dice, hint, takeover, commit, reveal, perspective or sync.",
        ),
        (
            '{"type": "dance"}',
            "There is no message dance: use move, undo, roll, dice, hint, takeover, commit, reveal, perspective "
            "or sync.",
        ),
        ('{"type": "undo"}', "seat must be an integer."),
        ('{"type": "undo", "seat": true}', "seat must be an integer."),
        ('{"type": "undo", "seat": 1e99}', "seat must be an integer."),
        ('{"type": "undo", "seat": 0, "version": "x"}', "version must be an integer."),
        ('{"type": "move", "seat": 0, "move": null}', "A move is a number or a string."),
        ('{"type": "move", "seat": 0, "move": 1, "id": ""}', "An id is a string of 1 to 40 characters."),
        ('{"type": "move", "seat": 0, "move": 1, "id": "a\\u0000"}', "An id is a string of 1 to 40 characters."),
        ('{"type": "sync", "seen": 1}', "There is no field seen in this message."),
        ('{"type": "dice", "seat": 0, "by_hand": 1}', "by_hand must be true or false."),
        ('{"type": "takeover", "seat": 0, "level": "random"}', "There is no field level in this message."),
        ('"' + "x" * 20_000 + '"', "A message may have at most 16384 characters: this one is longer."),
    ],
)
def test_a_command_that_is_none_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_command(text)
    assert str(refused.value) == words


def test_the_page_is_told_the_limits_that_the_server_keeps(server: Server) -> None:
    ana = server.player()
    limits = ana.get("/hello")["limits"]
    assert len(ana.post("/name", name="x" * (limits["name"] + 9))["name"]) == limits["name"]
    form: dict[str, Any] = {"game": "traxx", "seats": [{"kind": "me"}]}
    for clock in limits["clocks"]:
        assert ana.post("/tables", **form, clock=clock)
    for minutes in limits["minutes"]:
        seats = [{"kind": "me"}, {"kind": "open"}]
        assert ana.post("/tables", game="skip-or-trip", seats=seats, minutes=minutes)
    for watch in limits["watch"]:
        assert ana.post("/tables", **form, watch=watch)
    assert ana.post("/tables", **form, seed="x" * limits["seed"])
    assert ana.refused("/tables", **form, seed="x" * (limits["seed"] + 1))
    long = {"sheet": "x" * limits["option"]}
    assert ana.refused("/tables", **form, options=long)[0] == 400
    assert ana.refused("/tables", **form, options={"sheet": long["sheet"] + "x"})[0] == 422
    assert ana.refused("/records", text="x" * limits["record"])[0] == 400
    assert ana.refused("/records", text="x" * (limits["record"] + 1))[0] == 422


def test_a_game_without_a_picture_is_shown_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("whole-nine")
    assert game.course.lessons, "they are read before the scene breaks"

    class Broken:
        """A scene module that cannot draw."""

        def scene(self, s: object, perspective: int) -> object:
            raise KeyError("nothing there")

    monkeypatch.setitem(game.__dict__, "scenes", Broken())
    lobby.picture.cache_clear()
    lobby.game_card.cache_clear()
    card = lobby.game_card(game, "en")
    assert (card["picture"], card["board"], card["styles"]) == (None, True, True)
    lobby.picture.cache_clear()
    lobby.game_card.cache_clear()


def test_every_message_has_an_example_in_the_documentation_and_every_example_is_right() -> None:
    text = (Path(__file__).parents[3] / "docs" / "web-api.md").read_text(encoding="utf-8")
    examples = [
        (section.partition("\n")[0].lstrip("# "), example)
        for section in re.split(r"\n(?=#)", text)
        for example in re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    ]
    declared = {name: kind for module in DECLARED for name, kind in vars(module).items()}
    kinds = {name: declared[name] for name, _ in examples}
    for name, example in examples:
        TypeAdapter(kinds[name]).validate_json(example, strict=True)
    unions = (Command, Message, StateMessage)
    needed = {kind.__name__ for union in unions for kind in get_args(get_args(union)[0])}
    assert needed | {"Snapshot", "StateSnapshot", "ErrorBody", "LessonVerdict", "TableLists"} == set(kinds)
