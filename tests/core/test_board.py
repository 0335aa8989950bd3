"""The parts of text boards."""

from __future__ import annotations

from trackside import Match
from trackside.core.board import COLUMNS, Marks, draw_ending, draw_text, put_pieces
from trackside.core.canvas import Canvas
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES


def pieces(width: int, seats: list[int], ghosts: list[int]) -> str:
    canvas = Canvas(20, 1)
    put_pieces(canvas, 0, 0, width, seats, ghosts)
    return canvas.text()


def test_pieces_are_spread_then_close_then_counted_then_cut() -> None:
    assert pieces(9, [1, 0], [2]) == " R  P  y"
    assert pieces(4, [0, 0, 1], []) == "RRP"
    assert pieces(4, [0, 0, 0, 1, 1], [2]) == "R3+"
    assert pieces(6, [0, 0, 0, 1, 1, 3], [2]) == "R3P2By"


def test_marks_tell_the_selected_place_from_the_others() -> None:
    marks = Marks("4", frozenset({"4", "7"}))
    assert [marks.around(spot) for spot in ("4", "7", "9")] == [
        ("►", "◄", "chosen"),
        ("›", "‹", "offered"),
        ("", "", ""),
    ]


def test_the_final_scores_are_a_table_with_the_notes_below() -> None:
    words = Words("en")
    ending = {"columns": ["plus tiles", "total"], "rows": [[12, 60], [3, -5]], "notes": ["Red wins the tie."]}
    assert draw_ending(ending, words) == [  # type: ignore[arg-type]  # a literal is no TypedDict
        "         plus",
        "        tiles  total",
        "Red        12     60",
        "Purple      3     -5",
        "",
        "Red wins the tie.",
    ]


def test_an_ending_fits_the_dialog_at_80_columns_in_every_language() -> None:
    for game in GAMES.values():
        for language in LANGUAGES:
            match = Match(game.name, game.card.seats[-1], seed=1)
            ending = game.scenes.ending(match.state, Words(language, game.package))
            table = draw_ending({**ending, "notes": []}, Words(language, game.package))
            assert max(map(len, table)) <= 68


def test_ascii_drawings_are_ascii_and_no_larger() -> None:
    for game in GAMES.values():
        match = Match(game.name, seed=1)
        words = Words("de", game.package)
        plain, reduced = (draw_text(game, match.state, words, ascii_only=only) for only in (False, True))
        assert reduced.isascii()
        assert len(plain.splitlines()) == len(reduced.splitlines())
        assert max(map(len, reduced.splitlines())) <= COLUMNS
