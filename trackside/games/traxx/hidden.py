"""Hidden information: a seat knows everything but the others' actions in this round, and whether they have finished it.

A view is the position in which the others have not acted yet in this round. It can be played on
as it is, and there is nothing to guess.
"""

from __future__ import annotations

from trackside.core.protocol import REFEREE, Numbers
from trackside.games.traxx.fields import FIELDS
from trackside.games.traxx.rules import begin_round
from trackside.games.traxx.state import DRAW, A, State


def hide(s: State, seat: int) -> None:
    """Take back the others' actions in this round (TX-4)."""
    if seat == REFEREE:
        return
    s.looking = seat + 1 if seat >= 0 else 0
    if s.phase == DRAW:
        for other in range(s.seats):
            if other != seat:
                take_back(s, other)


def take_back(s: State, seat: int) -> None:
    """Restore the seat's line to its state when the card was turned up."""
    if s.drawn[seat] > 0:
        end = s.growing[seat] - 1
        s.length[seat][end] -= s.drawn[seat]
        for field in range(FIELDS):
            steps = steps_from_start(s.mark[seat][field], end)
            if steps == s.length[seat][end]:
                s.tip[seat][end] = field
            elif steps > s.length[seat][end]:
                s.mark[seat][field] = 0
                if s.value[field] > 0:
                    s.when[seat][s.value[field]] = 0
                    s.noted[seat][s.value[field]] = 0
    begin_round(s, seat)


def steps_from_start(mark: int, end: int) -> int:
    """Return the distance of a marked field along the strand to this end; -1 if it is not on it."""
    if mark == 1:
        return 0
    if end == A:
        return mark - 1 if mark > 0 else -1
    return -mark if mark < 0 else -1


def guess(s: State, seat: int, rng: Numbers) -> None:
    """Guess nothing: the others have yet to act."""
