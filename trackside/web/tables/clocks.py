"""The clocks of all tables: the time for a turn, and the time for the whole game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from trackside.play.bots import Players, Question
from trackside.web.tables.registry import LiveTable, Tables
from trackside.web.tables.salts import patience
from trackside.web.tables.table import BotMove, RollForAnybody, SaltsUp, TimeUp, now

logger = logging.getLogger("trackside.web")

TURN, GAME, SALTS = CLOCKS = "turn", "game", "salts"
POLICY = "greedy"
"""Who finishes the turn of those who let the clock run out."""

GRACE = 20.0
"""Seconds that whoever is to move has at least when a server comes to a table whose clock it has not kept so far."""

RETRY = 1.0
"""Seconds after which a clock that could not act rings again."""


Ring = Callable[[LiveTable], Coroutine[Any, Any, None]]
Mark = tuple[int, int]
"""What a clock is set for: the time when it rings, and the turn."""


class Clocks:
    """Looks at every table that has changed and sets its clocks."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._timers: dict[tuple[str, str], tuple[Mark, asyncio.TimerHandle]] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        tables.followers.append(self.look)
        tables.on_sleep.append(self.forget)

    def look(self, live: LiveTable) -> None:
        """Set the clocks of a table whose time is another one, if this server keeps the table."""
        table = live.table
        turn = 0 if table.match is None else table.match.turn
        runs = live.kept and not live.waits_for_watchers
        deadline, ends = (table.deadline, table.ends) if runs else (None, None)
        self._set(live, TURN, deadline, turn, table.clock or 0, GRACE, self._finish_turn)
        self._set(live, GAME, ends, 0, 60 * (table.minutes or 0), 0, self._call_time)
        salts_by = table.salts_by if live.kept else None
        longest = 0 if salts_by is None else patience(table.clock, table.sealed is not None)
        self._set(live, SALTS, salts_by, 0, longest, GRACE, self._go_without_salts)

    def forget(self, live: LiveTable) -> None:
        """A table left the memory: its clocks are set anew when it comes back."""
        for clock in CLOCKS:
            _, timer = self._timers.pop((live.table.id, clock), (None, None))
            if timer is not None:
                timer.cancel()

    def _set(
        self, live: LiveTable, clock: str, until: int | None, turn: int, longest: float, grace: float, ring: Ring
    ) -> None:
        """Let a clock ring then: in no more than `longest` seconds, whatever the time of day does meanwhile."""
        key = (live.table.id, clock)
        mark, timer = self._timers.get(key, (None, None))
        if mark == (None if until is None else (until, turn)):
            return
        if timer is not None:
            timer.cancel()
            del self._timers[key]
        if until is not None:
            least = grace if mark is None else 0.0
            delay = min(longest, max(least, (until - now()) / 1000))
            loop = asyncio.get_running_loop()
            self._timers[key] = (until, turn), loop.call_later(delay, self._ring, live, key, (until, turn), ring)

    def _ring(self, live: LiveTable, key: tuple[str, str], mark: Mark, ring: Ring) -> None:
        task = asyncio.create_task(self._run(live, key, mark, ring))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _run(self, live: LiveTable, key: tuple[str, str], mark: Mark, ring: Ring) -> None:
        """Do what is to be done when a clock rings; if that fails, again, until it is set for another time."""
        while key in self._timers and self._timers[key][0] == mark:
            try:
                await ring(live)
                return
            except Exception:  # whatever is wrong with one game, it is tried again, and the others go on
                logger.exception("table %s: the clock could not act", live.table.id)
                await asyncio.sleep(RETRY)

    async def _call_time(self, live: LiveTable) -> None:
        """The time of the game is up, which the referee says."""
        await self.tables.handle(live, TimeUp())

    async def _go_without_salts(self, live: LiveTable) -> None:
        """The time to commit to salts, or to reveal them, is up: the game begins without those who are away."""
        await self.tables.handle(live, SaltsUp(live.table.sealed))

    async def _finish_turn(self, live: LiveTable) -> None:
        """The time for a turn is over: whoever still thinks has the game's quick policy move for them."""
        table, match = live.table, live.table.match
        assert match is not None
        turn, undone = match.turn, match.undone
        while (
            self.tables.is_current(live)
            and (match.turn, match.undone) == (turn, undone)
            and (seats := table.seats_to_move())
        ):
            if table.roller is not None:
                await self.tables.handle(live, RollForAnybody(turn))
                continue
            question = Question(table.game, POLICY, "", match.view_state(seats[0]), seats[0])
            move = Players().choose(question).move
            await self.tables.handle(live, BotMove(seats[0], move, turn, undone, for_anybody=True))

    async def close(self) -> None:
        """No clock rings any more."""
        self.tables.followers.remove(self.look)
        self.tables.on_sleep.remove(self.forget)
        for _, timer in self._timers.values():
            timer.cancel()
        tasks = list(self._ringing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
