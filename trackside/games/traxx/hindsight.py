"""Hindsight: the best score found for a start once the order of the cards is known.

A beam search keeps the lines of greatest worth after every round. Its result can be drawn, so it is a
lower bound of the best possible score, not a proof of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from trackside.core.capabilities import Possible
from trackside.core.errors import TracksideError
from trackside.core.protocol import CHANCE
from trackside.games.traxx import beam, rules
from trackside.games.traxx.fields import BITS, FIELDS, NAMES
from trackside.games.traxx.policy import FIELD_BITS, FIELD_MASK
from trackside.games.traxx.state import DEAL, FINISHED, State

WIDTH = 3000
"""The number of lines kept after every round."""

ROOM = 200
"""The number of extensions for which there is room, per line kept."""

BUCKETS = 4096

WEIGHTS = (
    *(253, 187, 0, 85, 32, 35, 115, -229, -295, -164, 108, 70),
    *(328, 123, 0, 66, 115, 65, 225, -90, -287, -20, 105, 74),
)
"""The weights, as in policy.py, for a player who knows the cards to come."""


def possible(start: State, log: Sequence[tuple[int, int]], seat: int, width: int = WIDTH) -> Possible:
    """Return the best that a seat could have drawn in the finished game of a log."""
    final, cards = cards_in_order(start, log)
    return best_in_hindsight(final, cards, seat, width)


def cards_in_order(start: State, log: Sequence[tuple[int, int]]) -> tuple[State, list[int]]:
    """Return the position at the end of a log, and the cards in the order they were turned up."""
    s = start.duplicate()
    cards = []
    for seat, move in log:
        if seat == CHANCE and s.phase != DEAL:
            cards.append(s.card[move])
        rules.apply(s, seat, move)
    return s, cards


def best_in_hindsight(s: State, cards: Sequence[int], seat: int, width: int = WIDTH) -> Possible:
    """Return the best that this seat could have drawn in a finished game, with the others playing as they did."""
    import numpy as np

    if s.phase != FINISHED:
        raise TracksideError("hindsight needs a finished game")
    prepared = _before_the_first_card(s, seat).to_record()
    lines = np.zeros((width, beam.COLUMNS), np.int64)
    lines[0] = _start_row(s, seat)
    history = np.zeros((len(cards), width, 2), np.int64)
    kept = _kernel().search(
        prepared[0],
        np.array(cards, np.int64),
        lines,
        np.zeros((ROOM * width, beam.COLUMNS), np.int64),
        history,
        np.zeros(2 * ROOM * width + 1, np.int64),
        np.zeros(BUCKETS, np.int64),
        WEIGHTS,
    )
    totals = lines[:kept, beam.DRAWN] + lines[:kept, beam.POINTS]
    best = int(totals.argmax())
    found = int(totals[best]) + 1 - FIELDS
    played = [0] * s.seats
    rules.scores(s, played)
    if played[seat] > found:
        return Possible(played[seat], ())
    return Possible(found, _rounds(history, best))


def _before_the_first_card(s: State, seat: int) -> State:
    """Return the position with this seat's numbers unreached, and the others' as they were in the end."""
    prepared = s.duplicate()
    prepared.when[seat] = [0] * len(prepared.when[seat])
    return prepared


def _start_row(s: State, seat: int) -> list[int]:
    start = s.starts[s.start[seat] - 1]
    row = [0] * beam.COLUMNS
    row[beam.VISITED] = BITS[start]
    row[beam.TIP_A] = row[beam.TIP_B] = start
    return row


def _rounds(history: Any, row: int) -> tuple[str, ...]:
    """Return the draws of each round on the way to a row of the last one."""
    texts: list[str] = []
    for i in reversed(range(len(history))):
        row, path = (int(number) for number in history[i][row])
        texts.append(_path_text(path))
    return tuple(reversed(texts))


def _path_text(path: int) -> str:
    fields: list[str] = []
    while path > FIELD_MASK:
        fields.append(NAMES[path & FIELD_MASK])
        path >>= FIELD_BITS
    *drawn, _ = fields or [""]
    return f"{'AB'[path & 1]}: {' '.join(reversed(drawn))}" if drawn else "pass"


@cache
def _kernel() -> ModuleType:
    from trackside.games import find_game

    game = find_game("traxx")
    return game.compile("traxx_beam", [*game.modules, beam])
