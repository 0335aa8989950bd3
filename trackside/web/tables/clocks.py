"""The clocks of all tables: for a turn, for the whole game, and for salts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from trackside.play.bots import Players, Question
from trackside.web.tables.changes import BotMove, RollForAnybody, SaltsUp, TimeUp
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.salts import patience
from trackside.web.unix_time import now
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

TURN, GAME, SALTS = CLOCKS = "turn", "game", "salts"
POLICY = "greedy"
"""The policy that finishes the turn of players whose clock has run out."""

GRACE = 20.0
"""The minimum seconds left to the player to move when a server takes over a table's clock."""

RETRY = 1.0
"""Seconds until a clock whose action failed tries again."""


Ring = Callable[[LiveTable], Coroutine[Any, Any, None]]
Mark = tuple[int, int]
"""The setting of a clock: the time when it rings, and the turn."""


class Clocks:
    """A follower of all tables that sets their clocks."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._timers: dict[tuple[str, str], tuple[Mark, asyncio.TimerHandle]] = {}
        self._tasks = TaskSet(tables.tasks)
        tables.followers.append(self.follow)
        tables.on_evict.append(self.forget)

    def follow(self, live: LiveTable) -> None:
        """Set the clocks of a table, if this server holds its lease."""
        table = live.table
        turn = 0 if table.match is None else table.match.turn
        runs = live.kept and not live.waits_for_watchers
        deadline, ends = (table.deadlines.turn, table.deadlines.game) if runs else (None, None)
        self._set(live, TURN, deadline, turn, table.clock or 0, GRACE, self._finish_turn)
        self._set(live, GAME, ends, 0, 60 * (table.minutes or 0), 0, self._end_game)
        salts_by = table.salts_by if live.kept else None
        longest = 0 if salts_by is None else patience(table.clock, table.sealed is not None)
        self._set(live, SALTS, salts_by, 0, longest, GRACE, self._end_salts)

    def forget(self, live: LiveTable) -> None:
        """Cancel the clocks of a table that was evicted; they are set again when it is loaded."""
        for clock in CLOCKS:
            _, timer = self._timers.pop((live.table.id, clock), (None, None))
            if timer is not None:
                timer.cancel()

    def _set(
        self, live: LiveTable, clock: str, until: int | None, turn: int, longest: float, grace: float, ring: Ring
    ) -> None:
        """Set a clock to ring at `until`, but after at most `longest` seconds even if the system time changes."""
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
        self._tasks.spawn("clocks", self._run(live, key, mark, ring))

    async def _run(self, live: LiveTable, key: tuple[str, str], mark: Mark, ring: Ring) -> None:
        """Run the action of a clock that rings; retry it if it fails, until the clock is set to another time."""
        while key in self._timers and self._timers[key][0] == mark:
            try:
                await ring(live)
                return
            except Exception:  # retry, and keep one broken game from stopping the others
                logger.exception("table %s: a clock could not act", live.table.id)
                await asyncio.sleep(RETRY)

    async def _end_game(self, live: LiveTable) -> None:
        """End a game whose time is up."""
        await self.tables.handle(live, TimeUp())

    async def _end_salts(self, live: LiveTable) -> None:
        """Continue without the salts or commitments that were not sent in time."""
        await self.tables.handle(live, SaltsUp(live.table.sealed))

    async def _finish_turn(self, live: LiveTable) -> None:
        """End a turn whose time is up: the game's quick policy moves for everyone who has not."""
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
        """Cancel all clocks."""
        self.tables.followers.remove(self.follow)
        self.tables.on_evict.remove(self.forget)
        for _, timer in self._timers.values():
            timer.cancel()
        await self._tasks.close()
