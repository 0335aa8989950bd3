"""Lessons over HTTP: nothing is kept, and what is refused is said in words."""

from __future__ import annotations

import pytest

from tests.web.serving import Server
from trackside.core.words import LANGUAGES
from trackside.games import GAMES
from trackside.web import limits


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_answered_by_the_moves_that_are_offered(server: Server, game: str, language: str) -> None:
    ana = server.player()
    page = ana.get(f"/lessons/{game}", language=language)
    assert [lesson["id"] for lesson in page["lessons"]] == [lesson.id for lesson in GAMES[game].course.lessons]
    for lesson, taught in zip(page["lessons"], GAMES[game].course.lessons, strict=True):
        assert lesson["title"] == taught.title[language]
        assert lesson["view"]["prompt"]
        assert [seat["mine"] for seat in lesson["seats"]].count(True) == 1
        moves: list[int] = []
        view, verdict = lesson["view"], "open"
        while verdict == "open":
            assert view["best"] in [offer["move"] for offer in view["offers"]]
            moves.append(view["best"])
            path = f"/api/lessons/{game}/{lesson['id']}?language={language}"
            found = ana.http.post(path, json={"moves": moves}).json()
            view, verdict = found["view"], found["verdict"]
        assert verdict == "right"
        assert "\n".join(found["says"]) == taught.right[language]
        assert (view["offers"], view["prompt"], view["best"]) == ([], None, None)


def test_the_lobby_names_the_lessons(server: Server) -> None:
    cards = server.player().get("/hello", language="de")["games"]
    titles = {card["name"]: [lesson["title"] for lesson in card["lessons"]] for card in cards}
    assert titles == {name: [one.title["de"] for one in game.course.lessons] for name, game in GAMES.items()}


def test_what_a_lesson_hides_is_not_sent(server: Server) -> None:
    page = server.player().get("/lessons/skip-or-trip")
    for lesson in page["lessons"]:
        mine = next(seat["seat"] for seat in lesson["seats"] if seat["mine"])
        hands = lesson["view"]["scene"]["hands"]
        assert all("symbols" not in card for seat, hand in enumerate(hands) if seat != mine for card in hand)


def test_a_bad_answer_is_refused_in_words(server: Server) -> None:
    ana = server.player()
    at = "/lessons/whole-nine/move"
    assert ana.refused("/lessons/chess/move", moves=[]) == (404, "There is no game chess.")
    assert ana.refused("/lessons/whole-nine/nothing", moves=[]) == (
        404,
        "There is no lesson nothing for The Whole Nine.",
    )
    assert "cannot play 1c-1e: with a 3 the pawn on 1c goes to 1f (WN-7)" in ana.refused(at, moves=["1c-1e"])[1]
    assert ana.refused(at, moves=["1c-1f", "start-1b"])[1].startswith("That answer has been judged already")
    assert ana.refused(at, moves=[-1])[0] == 400
    assert ana.refused(at, moves=[0] * (limits.LESSON + 1))[0] == 422
    assert ana.refused(at, moves=None)[0] == 422
    assert ana.refused(at, moves=["x" * 100])[0] == 422
    german = ana.http.post(f"/api{at}?language=de", json={"moves": ["1c-1e"]})
    assert "1c-1e nicht spielen" in german.json()["error"]
