"""The rules. Numbers such as RH-3 refer to rules.md in this folder."""

from trackside.core.layout import Layout, number, numbers
from trackside.core.protocol import CHANCE, OVER, Array, Numbers

GOAL, SIDES, MAX_SEATS = 100, 6, 6
ROLL, HOLD = 0, 1
MOVES, MOVE_NAMES = 2, ("roll", "hold")
OUTCOMES, OUTCOME_NAMES = SIDES, ("1", "2", "3", "4", "5", "6")


class State(Layout):
    """A position."""

    seats: int = number()
    turns: int = number()  # the number of turns begun
    seat: int = number()  # the seat whose turn it is
    rolling: int = number()  # 1 while the die rolls
    total: int = number()  # the points of this turn
    banked: list[int] = numbers(MAX_SEATS)


def setup(s: State, seats: int, options: Numbers) -> None:
    """Set up a game: no one has any points, and red begins (RH-1)."""
    s.seats = seats
    begin_turn(s)


def to_move(s: State) -> int:
    """Return CHANCE while the die rolls, else the seat whose turn it is; OVER once the goal is reached (RH-6)."""
    if s.banked[s.seat] >= GOAL:
        return OVER
    return CHANCE if s.rolling == 1 else s.seat


def legal_moves(s: State, seat: int, out: Numbers) -> int:
    """Write the legal moves: roll again or hold (RH-4)."""
    if seat != to_move(s):
        return 0
    out[0], out[1] = ROLL, HOLD
    return 2


def chance_weights(s: State, out: Numbers) -> int:
    """Write the weights: every side of the die is equally likely."""
    for side in range(SIDES):
        out[side] = 1
    return SIDES


def chance_stream(s: State) -> int:
    """Return the seat: each has its own die, so that its luck does not depend on the others."""
    return s.seat


def apply(s: State, seat: int, move: int) -> None:
    """Apply the die's number, or roll again or hold."""
    if seat == CHANCE:
        show(s, move + 1)
    elif move == ROLL:
        s.rolling = 1
    else:
        hold(s)


def scores(s: State, out: Array) -> None:
    """Write the points that each seat has banked (RH-5)."""
    for seat in range(s.seats):
        out[seat] = s.banked[seat]


def returns(s: State, out: Array) -> None:
    """Give the win to the seat that reached the goal (RH-6)."""
    for seat in range(s.seats):
        out[seat] = 1 if s.banked[seat] >= GOAL else 0


def begin_turn(s: State) -> None:
    """Begin the next seat's turn with a roll (RH-1, RH-2)."""
    s.seat = s.turns % s.seats
    s.turns += 1
    s.total = 0
    s.rolling = 1


def show(s: State, face: int) -> None:
    """End the turn with nothing on a 1 (RH-3); add up anything else (RH-2)."""
    s.rolling = 0
    if face == 1:
        begin_turn(s)
    else:
        s.total += face


def hold(s: State) -> None:
    """Bank the points; the next turn begins unless the goal is reached (RH-5, RH-6)."""
    s.banked[s.seat] += s.total
    if s.banked[s.seat] < GOAL:
        begin_turn(s)
