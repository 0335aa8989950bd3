"""Helpers for tests on The Whole Nine: positions in, moves in notation, positions out."""

from __future__ import annotations

from trackside.core.notation import choices_for, find_move
from trackside.core.words import SEATS, Words
from trackside.games import GAMES
from trackside.games.whole_nine.state import State

GAME = GAMES["whole-nine"]
WORDS = Words("en", GAME.package)

FULL = "track: [1]123456* [2]123456* [3]123456* [4]123456* [5]123456* [6]123456*"
HOME = "goal goal goal goal"


def play(text: str, *moves: str) -> State:
    """The position after moves and outcomes in notation."""
    state: State = GAME.notation.parse_position(text)
    for move in moves:
        seat = GAME.plain.to_move(state)
        GAME.plain.apply(state, seat, find_move(GAME.plain, GAME.notation, state, seat, move, WORDS))
    return state


def pictured(name: str) -> str:
    """Return the position of a picture in the rules."""
    return next(figure["position"] for figure in GAME.figures if figure["name"] == name)


def choices(state: State) -> list[str]:
    """Return the legal moves of the player to move."""
    seat = GAME.plain.to_move(state)
    return [GAME.notation.move_text(state, seat, code) for code in choices_for(GAME.plain, state, seat)]


def line(state: State, name: str) -> str:
    """One line of the position: `turn`, `track` or a seat's, without its name."""
    lines = GAME.notation.position_text(state).splitlines()
    found = {"turn": lines[0], "track": lines[1]} | {SEATS[seat]: lines[2 + seat] for seat in range(state.seats)}
    return found[name].partition(": ")[2]


def scores(state: State) -> list[int]:
    points = [0] * state.seats
    GAME.plain.scores(state, points)
    return points


def shares(state: State) -> list[float]:
    found = [0.0] * state.seats
    GAME.plain.returns(state, found)
    return found
