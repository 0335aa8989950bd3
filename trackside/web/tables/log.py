"""The log of a table as it is stored: kinds of entries, undone ones left out, and the part that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.play.legality import first_illegal

Row = dict[str, Any]
"""A row of the store, such as an entry of a log."""

MOVE, UNDO, BACK = "move", "undo", "back"
"""The kinds of entries in the store: UNDO removes one entry from the log, BACK all from an index on."""

CLOCK = "clock"
"""The message id of an entry that was made because the time for a turn was up."""


def fold(log: Iterable[Row]) -> list[Row]:
    """Return the entries that count, without those that were undone."""
    folded: list[Row] = []
    for entry in log:
        if entry["kind"] == UNDO:
            del folded[entry["move"]]
        elif entry["kind"] == BACK:
            del folded[entry["move"] :]
        else:
            folded.append(entry)
    return folded


def unbroken(log: Sequence[Row]) -> int:
    """Return the number of entries before the first gap, or before an undo of an entry that does not exist."""
    size = 0
    for count, entry in enumerate(log):
        kind, place = entry["kind"], entry["move"]
        known = kind == MOVE or (kind == UNDO and 0 <= place < size) or (kind == BACK and 0 <= place <= size)
        if entry["number"] != count or not known:
            return count
        size = {MOVE: size + 1, UNDO: size - 1, BACK: place}[kind]
    return len(log)


def sound(game: Game, opening: AnyState, log: Sequence[Row]) -> Sequence[Row]:
    """Return the entries before the first one that is missing or illegal."""
    log = log[: unbroken(log)]
    while log:
        folded = fold(log)
        illegal = first_illegal(game, opening, [(entry["seat"], entry["move"]) for entry in folded])
        if illegal is None:
            break
        log = log[: folded[illegal]["number"]]
    return log
