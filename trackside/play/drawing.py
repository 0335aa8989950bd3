"""Drawings of matches and views in text, below a line that says whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trackside.core.board import draw_text
from trackside.core.html import draw_html
from trackside.core.protocol import OVER, REFEREE, SPECTATOR
from trackside.core.words import Words
from trackside.games import find_game
from trackside.play.result import result_says

if TYPE_CHECKING:
    from trackside.play.events import View
    from trackside.play.match import Match


def draw(match: Match[Any], seat: int | None, language: str, *, ascii_only: bool) -> str:
    """Return the drawing of a match from a perspective."""
    if seat not in (None, SPECTATOR):
        match.moves(seat)  # raises IllegalMove if there is no such seat
    perspective, words = REFEREE if seat is None else seat, match.words(language)
    board = draw_text(match.game, match.state, words, perspective, ascii_only=ascii_only)
    return f"{_heading(match, words)}\n\n{board}"


def draw_in_colour(match: Match[Any]) -> str:
    """Return the drawing of the true position of a match as HTML."""
    words = match.words()
    return draw_html(match.game, match.state, words, heading=_heading(match, words))


def draw_view(view: View[Any], language: str, *, ascii_only: bool) -> str:
    """Return the drawing of a view."""
    game = find_game(view.game)
    return draw_text(game, view.state, Words(language, game.package), view.seat, ascii_only=ascii_only)


def draw_view_in_colour(view: View[Any]) -> str:
    """Return the drawing of a view as HTML."""
    game = find_game(view.game)
    return draw_html(game, view.state, Words("en", game.package), view.seat)


def _heading(match: Match[Any], words: Words) -> str:
    """Return the title, the turn, and the result or the question to the seat that is to move."""
    head = words("review.at_turn", what=match.game.title(words.language), turn=match.turn)
    if match.to_move == OVER:
        return f"{head}. {result_says(match, words)}"
    if match.to_move < 0:
        return f"{head}."
    prompt = match.game.notation.prompt(match.view_state(match.to_move), match.to_move, words)
    return f"{head}. {words.of(match.to_move, 'play.to_move', prompt=prompt)}"
