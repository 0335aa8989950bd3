"""Drawings of games from outside: the default board with a track, and what replaces a drawing with an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.web.browser.people import Person
from tests.web.serving import Server
from trackside.cli.new import write_game

SCENE = """
from trackside.core.words import SEATS


def scene(s, perspective):
    pieces = [{"seat": seat, "square": s.banked[seat] // 10} for seat in range(s.seats)]
    seats = [{"colour": SEATS[seat], "points": s.banked[seat]} for seat in range(s.seats)]
    return {"track": {"squares": 11, "pieces": pieces}, "seats": seats}


def offer(s, seat, move, words):
    return {"label": f"move {move}", "brings": [], **({"square": 3} if move == 1 else {})}
"""

BOARDS = {
    "track-game": None,
    "typo-game": "export const Board = () => null;\nexport const x = ;\n",
    "throwing-game": "export const Board = ({ scene }) =>\n  scene.nothing.at(0);\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with games from outside."""
    root = tmp_path_factory.mktemp("boards")
    for name, board in BOARDS.items():
        package = name.replace("-", "_")
        write_game(name, root / "packages" / name)
        path = (root / "packages" / name / package).rename(root / package)
        (path / "scene.py").write_text(SCENE, encoding="utf-8")
        if board is not None:
            (path / "page").mkdir()
            (path / "page" / "board.js").write_text(board, encoding="utf-8")
    running = Server(f"sqlite:///{root / 'tables.db'}", environment={"TRACKSIDE_GAMES": str(root)})
    yield running
    running.stop()


def test_a_track_is_drawn_and_played_on(server: Server, people: Callable[..., Person]) -> None:
    person = people(server)
    page = person.visit(f"/table/{person.table('track-game', 'me', 'greedy')}")
    track = page.get_by_role("group", name="The track")
    track.wait_for()
    assert track.locator(".square").count() == 11
    assert track.locator(".track-piece").count() == 2
    person.until(lambda: track.locator(".offered").count() == 1)
    assert track.get_by_role("button", name="move 1").count() == 1


@pytest.mark.parametrize(
    ("game", "place"),
    [("typo-game", "Error in board.js, line 2: SyntaxError"), ("throwing-game", "Error in board.js, line 2: Cannot")],
)
def test_a_broken_drawing_is_replaced_and_its_place_shown(
    server: Server, people: Callable[..., Person], game: str, place: str
) -> None:
    person = people(server)
    page = person.visit(f"/table/{person.table(game, 'me', 'greedy')}")
    page.get_by_role("alert").get_by_text(place).wait_for()
    page.get_by_role("group", name="The track").wait_for()
    assert person.faults
    person.faults.clear()
