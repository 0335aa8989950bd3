"""The deadlines of a table: when its turn and its game end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from trackside.core.protocol import REFEREE
from trackside.play.match import Match
from trackside.web.tables.log import BACK, CLOCK, UNDO, Row


class Deadlines:
    """The deadlines of one table, counted from stored entries, so that all servers agree on them.

    `clock` is the number of seconds for a turn, `minutes` that for the game, and `began` the time of the table.
    """

    def __init__(self, clock: int | None, minutes: int | None, began: int) -> None:
        self.clock, self.minutes, self.began = clock, minutes, began
        self.turn: int | None = None
        """The time when the turn ends."""
        self.game: int | None = None
        """The time when the whole game ends; None once the referee has ended it."""
        self.late: dict[int, int] = {}
        """The time when the clock moved for each seat whose last turn it ended."""
        self._by_clock: dict[int, int | None] = {}
        """The time when the clock last moved for each seat in this turn; None if its player moved after that."""
        self._turn = -1
        self._times: list[int] = []
        """The time of each entry of the match's log, if there is a clock."""
        self._began_again = 0
        """The time of the last free undo, if there is a clock."""

    def stop(self) -> None:
        """Stop all clocks."""
        self.turn = self.game = None

    def begin(self, at: int) -> None:
        """Start the clock of a timed game."""
        if self.minutes is not None:
            self.game = at + 60_000 * self.minutes

    def note_move(self, row: Row) -> None:
        """Note whether a player or the clock has moved."""
        self._by_clock[row["seat"]] = row["at"] if row["message"] == CLOCK else None

    def note_turn(self) -> None:
        """Note the end of a turn, or of a player's part in it where players take turns."""
        if self.clock is not None:
            self.late = {seat: at for seat, at in (self.late | self._by_clock).items() if at is not None}
            self._by_clock = {}

    def note_entries(self, match: Match | None, entries: Sequence[Row]) -> None:
        """Set the clocks after new entries of a running game.

        The turn's clock runs from the entry that began the turn. An undo gives no extra time, except a free undo: it
        restarts the turn.
        """
        if any(entry["seat"] == REFEREE for entry in entries):
            self.game = None
        if self.clock is None or match is None:
            return
        began_again = self._began_again
        for entry in entries:
            if entry["kind"] == UNDO:
                del self._times[entry["move"]]
            elif entry["kind"] == BACK:
                del self._times[entry["move"] :]
                self._began_again = entry["at"]
            else:
                self._times.append(entry["at"])
        if match.turn != self._turn or self._began_again != began_again:
            self._turn = match.turn
            first = bisect_left(match.positions(), match.turn, key=lambda state: state.turns)
            began = self._times[max(first - 1, 0)] if self._times else self.began
            self.turn = max(began, self._began_again) + 1000 * self.clock
