"""The bots of all tables: each thinks when it has something to do, and moves like anybody else."""

from __future__ import annotations

import asyncio
import logging
from zlib import crc32

from trackside.play.bots import Question
from trackside.web.schedule import Unwanted
from trackside.web.table import BotMove
from trackside.web.tables import LiveTable, Tables
from trackside.web.thinkers import Pool

logger = logging.getLogger("trackside.web")

USUAL = "club"
"""How well a bot plays if nothing else was said."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds until a bot whose move failed tries again: twice as long each time."""


class Bots:
    """Looks at every table that has changed and lets its bots move."""

    def __init__(self, tables: Tables, pool: Pool, pace: float) -> None:
        self.tables, self.pool, self.pace = tables, pool, pace
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        tables.followers.append(self.look)

    def look(self, live: LiveTable) -> None:
        """Bots that have something to do begin to think, if this server keeps the table."""
        for seat in live.table.bots_to_move() if live.kept else ():
            key = (live.table.id, seat)
            if key not in self._thinking:
                self._thinking[key] = asyncio.create_task(self._play(live, seat))

    async def _play(self, live: LiveTable, seat: int) -> None:
        """Move until there is nothing to do; a move that fails is tried again."""
        pause = FIRST_PAUSE
        while self.tables.is_current(live) and live.kept and seat in live.table.bots_to_move():
            try:
                await self._move(live, seat)
                pause = FIRST_PAUSE
            except Exception:  # whatever is wrong with one game, it is tried again, and the others go on
                logger.exception("table %s: the bot on seat %d could not move", live.table.id, seat)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        del self._thinking[live.table.id, seat]
        if live.table.id in self.tables.live and not self.tables.is_current(live):
            self.look(self.tables.live[live.table.id])

    async def _move(self, live: LiveTable, seat: int) -> None:
        table = live.table
        if live.viewers.by_key:
            await asyncio.sleep(self.pace)
        match, level = table.match, table.occupants[seat].level or USUAL
        assert match is not None
        turn, undone, view = match.turn, match.undone, match.view_state(seat)

        def is_wanted() -> bool:
            return live.kept and (match.turn, match.undone) == (turn, undone) and seat in table.bots_to_move()

        known = crc32(view.to_bytes())  # a seed that tells nothing of what others have done in secret
        question = Question(table.game, level, f"{table.id} {seat}", view, seat, seed=known)
        try:
            choice = await self.pool.choose(question, asker=table.id, is_wanted=is_wanted)
        except Unwanted:
            return
        await self.tables.handle(live, BotMove(seat, choice.move, turn, undone))

    async def close(self) -> None:
        """No bot moves any more."""
        self.tables.followers.remove(self.look)
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
