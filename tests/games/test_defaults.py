"""Games without a drawing of their own, and what a drawing may know."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from trackside import Match
from trackside.core.board import COLUMNS, Picture
from trackside.core.canvas import Canvas
from trackside.core.protocol import REFEREE
from trackside.core.words import Words
from trackside.games import GAMES, Game
from trackside.games.defaults import board as default_board


class Worded(Words):
    """Words with a label for one of the values."""

    def has(self, key: str) -> bool:
        return key == "scene.laid_aside" or super().has(key)

    def __call__(self, key: str, **values: object) -> str:
        return "set aside" if key == "scene.laid_aside" else super().__call__(key, **values)


def drawn(names: tuple[str, ...] = (), width: int = 80) -> str:
    seats = [
        {"colour": "red", "points": 12, "laid_aside": [3, 4], "done": True, "late": False},
        {"colour": "purple", "points": 7, "laid_aside": [], "done": False, "shape": {"x": 1}},
    ]
    scene = {"roll": 5, "left_over": 3, "seats": seats, "grid": [[1, 2], [3, 4]]}
    picture = Picture(scene, REFEREE, 0, Worded("en"), names, 1, (12, 7))
    canvas = Canvas(width, default_board.lines(picture))
    default_board.paint(picture, canvas)
    return canvas.text()


def test_seats_their_things_and_the_table_are_shown_from_plain_values() -> None:
    assert drawn().splitlines() == [
        "  R  Red         12  set aside: 3 4   done",
        "► P  Purple       7  set aside: -",
        "",
        " roll: 5   left over: 3",
    ]


def test_who_sits_where_is_shown_where_it_matters() -> None:
    assert drawn(("you", "Quick")).splitlines()[1].split()[:5] == ["►", "P", "Purple", "Quick", "7"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_it_draws_the_scene_of_any_game(game: Game) -> None:
    match = Match(game.name, game.card.seats[-1], seed=1)
    scores = tuple(match.scores)
    words = Words("de", game.package)
    picture = Picture(game.scenes.scene(match.state, REFEREE), REFEREE, 0, words, (), match.to_move, scores)
    canvas = Canvas(COLUMNS, default_board.lines(picture))
    default_board.paint(picture, canvas)
    assert all(words.who(seat) in canvas.text() for seat in range(match.seats))
    assert default_board.spots({"label": "x", "brings": []}) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_board_knows_the_scene_alone(game: Game) -> None:
    """No rules, no state: whatever a drawing needs to know, the scene says."""
    tree = ast.parse(Path(game.path / "board.py").read_text(encoding="utf-8"))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    allowed = {"trackside.core.board", "trackside.core.canvas", "trackside.core.scene"}
    assert {name for name in imported if name.startswith("trackside")} <= allowed
