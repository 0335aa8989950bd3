"""The moves that a seat may take back."""

from __future__ import annotations

from collections.abc import Callable, Container

from trackside.core.errors import IllegalMove
from trackside.core.protocol import CHANCE, REFEREE
from trackside.play.history import History

Refuse = Callable[..., IllegalMove]
"""Makes an IllegalMove from a key of the catalogues and the seat it is about."""


def undoable(history: History, seat: int, timeouts: Container[tuple[int, int]], refuse: Refuse) -> int:
    """Return the index of a seat's last move if nothing new has been shown to the seat since.

    Moves that the clock made for a seat, by turn and seat in `timeouts`, are not taken back.
    """
    states = history.states()
    for index in reversed(range(len(history.log))):
        actor = history.log[index][0]
        if actor == seat and (states[index].turns, seat) in timeouts:
            raise refuse("undo.time", who=seat)
        if actor == seat:
            return index
        if history.shows(states[index], states[index + 1], seat):
            reason = {CHANCE: "undo.chance", REFEREE: "undo.time"}.get(actor, "undo.other")
            raise refuse(reason, who=seat, other=max(actor, 0))
    raise refuse("undo.nothing", who=seat)


def last_move(history: History, seat: int, refuse: Refuse) -> int:
    """Return the index of a seat's last move, however much was shown since; a call of time is never taken back."""
    for index in reversed(range(len(history.log))):
        actor = history.log[index][0]
        if actor == seat:
            return index
        if actor == REFEREE:
            raise refuse("undo.time", who=seat)
    raise refuse("undo.nothing", who=seat)
