"""Background threads for bots and searches, so that the screen never blocks."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from trackside.core.protocol import AnyState
from trackside.games import Game

Result = TypeVar("Result")

NAME = "trackside-background"
FIRST_SLICE = 16
LONGEST_SLICE = 0.15
"""Seconds after which a search reports its result and checks for cancellation."""

MEMORY = 1 << 16
MOST = 50_000
"""Simulations after which a live evaluation stops."""


async def run_in_background(work: Callable[[], Result]) -> Result:
    """Run a function in a daemon thread and return its result."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if answer.cancelled():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]  # without an error there is a result

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as problem:
            error = problem
        with suppress(RuntimeError):  # the program is ending and no one listens
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name=NAME, daemon=True).start()
    return await answer


def is_busy() -> bool:
    """Return whether a background thread is still running."""
    return any(thread.name == NAME for thread in threading.enumerate())


@dataclass(frozen=True)
class Estimate:
    """The result of a search so far."""

    shares: tuple[float, ...]
    """The expected share of the win of every seat."""
    simulations: int


class Search:
    """A search of one position, in slices, until it is cancelled."""

    def __init__(self, game: Game, view: AnyState, seat: int, most: int = MOST) -> None:
        self.game, self.view, self.seat, self.most = game, view, seat, most
        self.cancelled = False

    async def run(self, report: Callable[[Estimate], None]) -> None:
        """Search, and report after every slice."""
        loop = asyncio.get_running_loop()

        def found(estimate: Estimate) -> None:
            if not self.cancelled:
                report(estimate)

        def slices() -> None:
            from trackside.search.tree_search import Tree

            tree = Tree(self.game, self.view, self.seat, 1, memory=MEMORY)
            size = FIRST_SLICE
            while not self.cancelled and tree.simulations < self.most:
                begin = time.perf_counter()
                tree.run(min(size, self.most - tree.simulations))
                size = size * 2 if time.perf_counter() - begin < LONGEST_SLICE / 2 else size
                estimate = Estimate(tree.shares, tree.simulations)
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(found, estimate)

        await run_in_background(slices)

    def cancel(self) -> None:
        """Stop the search after its current slice."""
        self.cancelled = True
