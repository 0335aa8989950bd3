"""The bots of all tables: each searches when it has a decision to make, and moves as a person would.

Games between bots only are played while someone watches, at a few tables of a host at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from zlib import crc32

from trackside.play.bots import Question
from trackside.web.tables.changes import BotMove
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.queue import LATER, MOVE, Unwanted
from trackside.web.workers.tasks import Backoff, TaskSet

logger = logging.getLogger("trackside.web")

USUAL = "club"
"""The level of a bot unless another one was chosen."""

FIRST_PAUSE, MAX_PAUSE = 1.0, 30.0
"""Seconds until a bot whose move failed tries again, doubled each time."""


class Turns:
    """A semaphore that lets bots move at `most` tables of one owner at a time; the others wait in order."""

    def __init__(self, most: int) -> None:
        self.semaphore, self.users = asyncio.Semaphore(most), 0


class Bots:
    """A follower of all tables that lets their bots move.

    `most` limits how many bots-only tables of one owner may play at a time; `owner` returns the owner that a host's
    tables count toward.
    """

    def __init__(
        self,
        tables: Tables,
        pool: WorkerPool,
        pace: float,
        most: int | None = None,
        owner: Callable[[str | None], str | None] = lambda host: host,
    ) -> None:
        self.tables, self.pool, self.pace, self.most, self.owner = tables, pool, pace, most, owner
        self._tasks = TaskSet(tables.tasks)
        self._playing: set[tuple[str, int]] = set()
        """The seats whose bots are moving, by table."""
        self._turns: dict[str, Turns] = {}
        """The semaphores for bots-only tables, by owner."""
        tables.followers.append(self.follow)

    def follow(self, live: LiveTable) -> None:
        """Start the bots that have a decision to make, if this server holds the table's lease."""
        for seat in live.table.bots_to_move() if live.kept and not live.waits_for_watchers else ():
            key = (live.table.id, seat)
            if key not in self._playing:
                self._playing.add(key)
                self._tasks.spawn("bots", self._play(live, seat))

    async def _play(self, live: LiveTable, seat: int) -> None:
        """Move until the seat has nothing to do; retry a move that fails."""
        backoff = Backoff(FIRST_PAUSE, MAX_PAUSE)
        while self._is_needed(live) and seat in live.table.bots_to_move():
            try:
                await self._move(live, seat)
                backoff.reset()
            except Exception:  # retry, and keep one broken game from stopping the others
                logger.exception("table %s: the bot on seat %d could not move", live.table.id, seat)
                await asyncio.sleep(backoff.next())
        self._playing.discard((live.table.id, seat))
        if live.table.id in self.tables.live and not self.tables.is_current(live):
            self.follow(self.tables.live[live.table.id])

    def _is_needed(self, live: LiveTable) -> bool:
        return self.tables.is_current(live) and live.kept and not live.waits_for_watchers

    async def _move(self, live: LiveTable, seat: int) -> None:
        """Make a move; a bots-only table first waits for its turn among those of the owner."""
        table = live.table
        if live.viewers.by_key or table.has_only_bots:
            await asyncio.sleep(self.pace)
        if self.most is None or not table.has_only_bots:
            await self._choose(live, seat)
            return
        owner = self.owner(table.host) or table.id
        turns = self._turns.setdefault(owner, Turns(self.most))
        turns.users += 1
        try:
            async with turns.semaphore:
                if self._is_needed(live):
                    await self._choose(live, seat)
        finally:
            turns.users -= 1
            if not turns.users:
                self._turns.pop(owner, None)

    async def _choose(self, live: LiveTable, seat: int) -> None:
        table = live.table
        if seat not in table.bots_to_move():
            return
        match, level = table.match, table.occupants[seat].level or USUAL
        assert match is not None
        turn, undone, view = match.turn, match.undone, match.view_state(seat)

        def is_wanted() -> bool:
            return (
                self._is_needed(live) and (match.turn, match.undone) == (turn, undone) and seat in table.bots_to_move()
            )

        known = crc32(view.to_bytes())  # a seed that reveals nothing about the hidden moves of others
        question = Question(table.game, level, f"{table.id} {seat}", view, seat, seed=known)
        try:
            choice = await self.pool.choose(
                question,
                kind=MOVE if live.is_watched else LATER,
                asker=table.id,
                is_wanted=is_wanted,
                owner=self.owner(table.host),
            )
        except Unwanted:
            return
        await self.tables.handle(live, BotMove(seat, choice.move, turn, undone))

    async def close(self) -> None:
        """Stop all bots."""
        self.tables.followers.remove(self.follow)
        await self._tasks.close()
