"""Matches and views as drawings, printed and in notebooks."""

from __future__ import annotations

import re

import pytest

from trackside import Match
from trackside.core.board import draw_text
from trackside.core.errors import IllegalMove
from trackside.core.protocol import SPECTATOR
from trackside.core.words import Words
from trackside.games import GAMES

FIRST = {"whole-nine": {"first": "red"}, "skip-or-trip": {"first": "red"}}


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_printed_as_its_board_below_whose_turn_it_is(name: str) -> None:
    match = Match(name, seats=2, options=FIRST.get(name), seed=7)
    heading, empty, *board = str(match).split("\n")
    assert heading.startswith(match.words()("review.at_turn", what=match.game.card.title, turn=match.turn) + ". Red: ")
    assert (empty, "\n".join(board)) == ("", draw_text(match.game, match.state, match.words()))
    while not match.over:
        match.play(match.to_move, match.moves(match.to_move)[-1])
    assert str(match).partition("\n")[0].endswith((".", "!"))


def test_a_seat_sees_its_moves_and_not_what_is_hidden() -> None:
    match = Match("skip-or-trip", seats=2, options={"first": "red"}, seed=7, players=["Ana", "Ben"])
    held = re.compile(r"\d+\[[\d.]+\]")
    theirs = [line for line in match.draw(0).splitlines() if "Ben" in line]
    assert not held.search(theirs[-1])
    assert held.search(match.draw().splitlines()[-1])
    assert match.draw(0, "de").startswith("Schwupps oder Schubs, Zug 1. Ana: ")
    assert match.draw(0, ascii_only=True).isascii()
    assert not any(map(held.search, match.draw(SPECTATOR).splitlines()[-2:]))
    assert str(match.view(0)) == draw_text(match.game, match.view(0).state, Words("en", match.game.package), 0)
    with pytest.raises(IllegalMove, match="there is no seat 2"):
        match.draw(2)


def test_a_notebook_shows_the_same_in_colour() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
    for shown, text in ((match._repr_html_(), str(match)), (match.view(0)._repr_html_(), str(match.view(0)))):
        assert shown.startswith("<pre style=")
        assert shown.count("<pre") == shown.count("</pre>") == 1
        plain = re.sub(r"<[^>]+>", "", shown).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
        assert [line.rstrip() for line in plain.split("\n")][: text.count("\n") + 1] == text.split("\n")
    assert "background-color: #c8202f" in match._repr_html_()
    assert "http" not in match._repr_html_()
