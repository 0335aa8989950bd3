"""The Whole Nine as text: tiles, pawns, the goal, and where moves lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.whole_nine.positions import FULL, GAME, WORDS
from trackside.core.board import Picture, draw_text, make_picture, offers_for
from trackside.core.canvas import Canvas
from trackside.core.notation import find_move
from trackside.games.whole_nine.state import State

NEAR_THE_GOAL = """turn 60: red rolled 1
track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]1..4..*
red: pawns 6a 6g goal goal; row 1; plus 21; minus 1 1 1; cacti 6
purple: pawns 6a goal goal goal; row 2; plus 20; minus 1"""

TAKING = f"""turn 9: red rolled 2
{FULL}
red: pawns 1g start start start; row 4
purple: pawns start start start start; row 2"""


def state(text: str = NEAR_THE_GOAL) -> State:
    found: State = GAME.notation.parse_position(text)
    return found


def picture(text: str, *, selected: str | None = None) -> Picture:
    """Return red's board, with a move selected."""
    view = state(text)
    offers = offers_for(GAME, view, 0, WORDS)
    if selected is None:
        return make_picture(GAME, view, 0, WORDS, offers=offers)
    code = find_move(GAME.plain, GAME.notation, view, 0, selected, WORDS)
    after = view.duplicate()
    GAME.plain.apply(after, 0, code)
    number = [offer["label"] for offer in offers].index(GAME.scenes.offer(view, 0, code, WORDS)["label"])
    return make_picture(GAME, view, 0, WORDS, offers=offers, selected=number, after=after)


def drawn(of: Picture, width: int = 54, height: int = 19) -> Canvas:
    canvas = Canvas(width, height)
    GAME.board.paint(of, canvas)
    return canvas


def test_tiles_pawns_and_what_everybody_has() -> None:
    lines = draw_text(GAME, state(), WORDS, 0).splitlines()
    assert lines[1].split() == ["1", *"········"]
    assert lines[11].split() == ["6", "·", "1", "·", "·", "›", "4", "‹", "·", "·", "›", "★", "‹"]
    assert lines[12].split() == ["R", "P", "R"]
    assert lines[-2].split() == ["►", "R", "Red", "1", "21", "111", "6", "102"]
    assert lines[-1].split() == ["P", "Purple", "2", "20", "1", "0", "99"]
    assert draw_text(GAME, state(TAKING), WORDS).splitlines()[1].split() == [
        "1",
        "[1]",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "★",
    ]


@pytest.mark.parametrize("size", [(54, 19), (80, 30), (130, 55)])
def test_pawns_at_the_goal_are_shown_and_moves_into_it_are_seen_and_can_be_clicked(size: tuple[int, int]) -> None:
    canvas = drawn(picture(NEAR_THE_GOAL), *size)
    ends = next(line for line in canvas.text().splitlines() if "goal" in line)
    assert ends.split("goal")[1].replace(" ", "") == "‹RRPPP"
    goal = str(GAME.plain.goal(state()))  # type: ignore[attr-defined]  # the rules of this game have it
    offer = next(offer for offer in picture(NEAR_THE_GOAL).offers if "into the goal" in offer["label"])
    assert GAME.board.spots(offer) == [goal, "48"]
    x, y = canvas.spots[goal][1]
    assert canvas.spot_at(x, y) == goal


def test_the_selected_move_into_the_goal_shows_where_the_pawn_would_come() -> None:
    canvas = drawn(picture(NEAR_THE_GOAL, selected="6g-goal"))
    ends = next(line for line in canvas.text().splitlines() if "goal" in line)
    assert ends.split("►goal◄")[1].replace(" ", "") == "RRPPPr"


def test_the_selected_move_shows_where_the_pawn_would_come() -> None:
    lines = drawn(picture(NEAR_THE_GOAL, selected="6a-6d")).text().splitlines()
    assert "► 4 ◄" in lines[11]
    assert lines[12].split() == ["RP", "r", "R"]


def test_tiles_to_take_can_be_clicked_and_the_selected_one_is_marked() -> None:
    taking = state(TAKING)
    GAME.plain.apply(taking, 0, find_move(GAME.plain, GAME.notation, taking, 0, "1g-2a", WORDS))
    offers = offers_for(GAME, taking, 0, WORDS)
    after = taking.duplicate()
    GAME.plain.apply(after, 0, find_move(GAME.plain, GAME.notation, taking, 0, "x1b", WORDS))
    canvas = drawn(make_picture(GAME, taking, 0, WORDS, offers=offers, selected=1, after=after))
    assert "› 1 ‹ ► 2 ◄ › 3 ‹" in canvas.text()
    for offer in offers:
        assert GAME.board.spots(offer) == [str(offer["place"])]
        assert str(offer["place"]) in canvas.spots


def test_a_tile_that_would_be_taken_on_the_way_is_marked() -> None:
    before, after = GAME.scenes.scene(state(TAKING), 0), GAME.scenes.scene(state(TAKING), 0)
    after["track"] = " ".join(tile for tile in before["track"].split() if ":1c:" not in tile)
    canvas = drawn(replace(picture(TAKING), after=after))
    assert "3 x" in canvas.text()


def test_every_style_it_names_is_known() -> None:
    shared = {"", "faint", "bold", "chosen", "offered", "seat.0", "seat.1", "ghost.0"}
    canvas = drawn(picture(NEAR_THE_GOAL, selected="6a-6d"), 130, 55)
    assert {style for line in canvas.styles for style in line} <= shared | set(GAME.board.STYLES)
