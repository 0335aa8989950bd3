"""Whoever moves without being asked by a person: bots, and the clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from trackside.core.errors import TracksideError
from trackside.web.table import PLAYING, LiveTable, now

if TYPE_CHECKING:
    from trackside.web.house import House

logger = logging.getLogger("trackside.web")


class Bots:
    """The bots and clocks of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.thoughts: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.clocks: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self.closing = False

    def go_on(self, table: LiveTable) -> None:
        """Bots that have something to do begin to think; the clock runs for the others."""
        for seat in table.bots_to_move():
            key = (table.id, seat)
            if key not in self.thoughts and not self.closing:
                self.thoughts[key] = asyncio.create_task(self._bot_moves(table, seat))
        self._wind(table, "turn", table.deadline, self._turn_is_over)
        self._wind(table, "game", table.ends, self._time_is_up)

    def _wind(
        self, table: LiveTable, clock: str, until: int | None, ring: Callable[[LiveTable], Coroutine[Any, Any, None]]
    ) -> None:
        """Set one of the two clocks of a table anew."""
        if (table.id, clock) in self.clocks:
            self.clocks.pop((table.id, clock)).cancel()
        if until is not None and table.status == PLAYING and not self.closing:
            delay = max(0.0, (until - now()) / 1000)
            loop = asyncio.get_running_loop()
            self.clocks[table.id, clock] = loop.call_later(delay, lambda: asyncio.ensure_future(ring(table)))

    async def _bot_moves(self, table: LiveTable, seat: int) -> None:
        try:
            while seat in table.bots_to_move() and self.house.tables.get(table.id) is table:
                assert table.match is not None
                chair, count = table.chairs[seat], table.count
                turn = table.match.turn
                if table.audiences:
                    await asyncio.sleep(self.house.pace)
                view = table.match.view_state(seat)
                answer = await self.house.thinking.choose(
                    table.game, chair.level or "club", f"{table.id} {seat}", view, seat, seed=count
                )
                await self.house.alone(table, partial(self._bot_move, table, seat, turn, answer["move"]))
        except TracksideError:
            logger.exception("table %s: the bot on seat %d could not move", table.id, seat)
            await asyncio.sleep(1)
        finally:
            self.thoughts.pop((table.id, seat), None)
        if not self.closing and seat in table.bots_to_move() and self.house.tables.get(table.id) is table:
            self.go_on(table)

    async def _bot_move(self, table: LiveTable, seat: int, turn: int, move: int) -> None:
        """Make the move if it is still asked for: a person may have come back, or undone, meanwhile."""
        match = table.match
        if match is None or seat not in table.bots_to_move() or match.turn != turn:
            return
        if move in [known.code for known in match.moves(seat)]:
            await self.house.commit(table, table.play(seat, move, None))

    async def _time_is_up(self, table: LiveTable) -> None:
        """The time of the game is up, which the referee says."""

        async def call_time() -> None:
            if table.ends is not None and table.ends <= now() and table.status == PLAYING:
                await self.house.commit(table, table.call_time())

        await self.house.alone(table, call_time)

    async def _turn_is_over(self, table: LiveTable) -> None:
        """The time for a turn is over: whoever still thinks has the game's quick policy move for them."""

        async def finish_turn() -> None:
            if table.deadline is None or table.deadline > now() or table.match is None:
                return
            turn = table.match.turn
            for seat in range(table.seats):
                while table.status == PLAYING and table.match.turn == turn and table.match.moves(seat):
                    view = table.match.view_state(seat)
                    choice = await self.house.thinking.choose(table.game, "greedy", "", view, seat, seed=table.count)
                    await self.house.commit(table, table.play(seat, choice["move"], None))

        await self.house.alone(table, finish_turn)

    def forget(self, table_id: str) -> None:
        """A table is no longer in memory."""
        for key in [key for key in self.clocks if key[0] == table_id]:
            self.clocks.pop(key).cancel()

    async def close(self) -> None:
        """Nobody moves any more."""
        self.closing = True
        for timer in self.clocks.values():
            timer.cancel()
        for task in list(self.thoughts.values()):
            task.cancel()
        await asyncio.gather(*self.thoughts.values(), return_exceptions=True)
