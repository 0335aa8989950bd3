"""The values of numbers for each seat, and the reasons for them (TX-9 to TX-11)."""

from __future__ import annotations

from trackside.core.words import Words
from trackside.games.traxx.fields import FIELDS
from trackside.games.traxx.state import HIGHEST, LOWEST, A, B, State
from trackside.games.traxx.telling import joined


def reason(s: State, seat: int, value: int, words: Words) -> str:
    """Explain a value: full, or half and after which seat or number; seats of the same round are not mentioned."""
    if s.seats == 1:
        reached = numbers_in_order(s, seat)
        higher = [number for number in reached[: reached.index(value)] if number > value]
        return words("why.after_number", value=higher[0]) if higher else words("why.full")
    rounds = [when[value] or s.rounds + 1 for when in s.when]
    if min(rounds) == rounds[seat]:
        return words("why.full")
    first = [words.who(other) for other in range(s.seats) if rounds[other] == min(rounds)]
    return words("why.after", who=joined(first, words))


def shared_numbers(s: State, turn: int) -> dict[int, list[int]]:
    """Return the numbers that several reached in this round before all others, with their seats (TX-9)."""
    shared = {}
    for value in range(LOWEST, HIGHEST + 1):
        seats = [seat for seat in range(s.seats) if s.when[seat][value] == turn and s.noted[seat][value] == value]
        if len(seats) > 1:
            shared[value] = seats
    return shared


def fields_missed(s: State, seat: int) -> int:
    """Return the number of fields a seat has not reached (TX-10)."""
    return FIELDS - 1 - s.length[seat][A] - s.length[seat][B]


def numbers_in_order(s: State, seat: int) -> list[int]:
    """Return the numbers a seat has reached, in the order of reaching them: by rounds, then along the line (TX-11)."""
    steps = {s.value[field]: abs(mark) for field, mark in enumerate(s.mark[seat]) if mark and s.value[field]}
    return sorted(steps, key=lambda value: (s.when[seat][value], steps[value]))
