"""What each number was worth to whom, and why, in words (TX-9 to TX-11)."""

from __future__ import annotations

from trackside.core.words import Words
from trackside.games.traxx import rules
from trackside.games.traxx.fields import FIELDS
from trackside.games.traxx.state import DEAL, HIGHEST, LOWEST, A, B, State


def score_lines(s: State, words: Words) -> list[str]:
    """A line for every number that somebody reached, then the total of every seat."""
    totals = [total_line(s, seat, words) for seat in range(s.seats) if s.phase != DEAL]
    return number_lines(s, words) + totals


def number_lines(s: State, words: Words) -> list[str]:
    """A line for every number that somebody reached: what it brought to whom, and why."""
    lines = []
    for value in range(LOWEST, HIGHEST + 1):
        notes = [number_note(s, seat, value, words) for seat in range(s.seats) if s.when[seat][value]]
        if notes:
            lines.append(words("score.number", value=value, notes=", ".join(notes)))
    return lines


def number_note(s: State, seat: int, value: int, words: Words) -> str:
    """What a seat noted for a number, and why."""
    points = s.noted[seat][value]
    return words("score.note", who=words.who(seat), points=points, why=reason(s, seat, value, words))


def reason(s: State, seat: int, value: int, words: Words) -> str:
    """Full, shared in the same round, or half, and after whom or what."""
    if s.seats == 1:
        reached = numbers_in_order(s, seat)
        higher = [number for number in reached[: reached.index(value)] if number > value]
        return words("why.after_number", value=higher[0]) if higher else words("why.full")
    others = [other for other in range(s.seats) if other != seat and s.when[other][value]]
    before = [other for other in others if s.when[other][value] < s.when[seat][value]]
    if before:
        first = min(s.when[other][value] for other in before)
        return words("why.after", who=names([other for other in before if s.when[other][value] == first], words))
    same = [other for other in others if s.when[other][value] == s.when[seat][value]]
    return words("why.shared", who=names(same, words)) if same else words("why.full")


def shared_lines(s: State, turn: int, words: Words) -> list[str]:
    """A line for every number that several reached in this round before all others (TX-9)."""
    lines = []
    for value in range(LOWEST, HIGHEST + 1):
        seats = [seat for seat in range(s.seats) if s.when[seat][value] == turn and s.noted[seat][value] == value]
        if len(seats) > 1:
            lines.append(words("score.shared", who=names(seats, words), value=value))
    return lines


def total_line(s: State, seat: int, words: Words) -> str:
    """A seat's sum of numbers, fields it has not reached, and total."""
    points = [0] * s.seats
    rules.scores(s, points)
    return words(
        "score.total",
        who=words.who(seat),
        numbers=sum(s.noted[seat]),
        missed=fields_missed(s, seat),
        points=points[seat],
    )


def fields_missed(s: State, seat: int) -> int:
    """How many fields a seat has not reached (TX-10)."""
    return FIELDS - 1 - s.length[seat][A] - s.length[seat][B]


def numbers_in_order(s: State, seat: int) -> list[int]:
    """The numbers a seat has reached, in the order of reaching them: by rounds, then along the line (TX-11)."""
    steps = {s.value[field]: abs(mark) for field, mark in enumerate(s.mark[seat]) if mark and s.value[field]}
    return sorted(steps, key=lambda value: (s.when[seat][value], steps[value]))


def names(seats: list[int], words: Words) -> str:
    """Some seats in a row: "Red, Blue and Green"."""
    who = [words.who(seat) for seat in seats]
    return who[0] if len(who) == 1 else words("and", first=", ".join(who[:-1]), last=who[-1])
