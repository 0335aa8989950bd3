"""Runs blocking work in one thread, with limits per client, a timeout and cooperative cancellation.

The thread releases the interpreter every fifth of a millisecond (and after every single call into C, none of which is
long), so the event loop never waits longer for it. Addresses take turns, so an address with much work delays only
itself. A client gets an answer, or an error, within a fixed time. Work that no one waits for any more is not started,
or stops at its next cancellation check. A part of its CPU time is charged to the client's budget.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from trackside.web.errors import HttpError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.server.clients import Client, current_client

MAX_PIECES = 40
"""The maximum number of pieces of work waiting or running."""

PATIENCE = 30.0
"""The timeout of a piece of work, in seconds."""

SWITCH_INTERVAL = 0.0002
"""The interpreter's switch interval while work runs, in seconds."""

WEIGHT = 0.1
"""The price of a millisecond in this thread, in milliseconds of the event loop, which it slows down a little."""

T = TypeVar("T")

CancelCheck = Callable[[], None]
"""Called regularly by work that may take long; raises Cancelled if no one waits for the result any more."""


class Cancelled(Exception):
    """Raised inside work that no one waits for any more."""


@dataclass(eq=False)
class Piece:
    """A queued piece of work, and the future for its outcome."""

    work: Callable[[CancelCheck], Any]
    client: Client
    done: asyncio.Future[Any]
    unwanted: threading.Event = field(default_factory=threading.Event)


class BackgroundThread:
    """One thread for blocking work, with a queue for each address."""

    def __init__(self, limits: Limits = DEFAULTS, most: int = MAX_PIECES, patience: float = PATIENCE) -> None:
        self.limits, self.most, self.patience = limits, most, patience
        self.waiting: Counter[str] = Counter()
        """The number of pieces waiting or running, by player and by address."""
        self._count = 0
        self._queues: OrderedDict[str, deque[Piece]] = OrderedDict()
        """The queued pieces by address; the address whose turn it is comes first."""
        self._busy = False
        self._thread = ThreadPoolExecutor(1, "trackside-background")

    async def do(self, work: Callable[[CancelCheck], T], each: int | None = None) -> T:
        """Run a piece of work and return its outcome; raise HttpError if too much is waiting or it takes too long.

        It counts toward the limits of the current client. `each` replaces the usual limit per player, for work that is
        quick.
        """
        client = current_client()
        name, address = client.name, client.address
        most = None if self.limits.jobs is None else each or self.limits.jobs
        if _is_full(self.waiting[f"player {name}"], most):
            raise HttpError(429, "server.too_much_work", most=most)
        if _is_full(self.waiting[f"address {address}"], self.limits.of_address(most)):
            raise HttpError(429, "server.too_much_work", most=self.limits.of_address(most))
        if self._count >= self.most:
            raise HttpError(503, "server.busy")
        keys = (f"player {name}", f"address {address}")
        self.waiting.update(keys)
        self._count += 1
        piece = Piece(work, client, asyncio.get_running_loop().create_future())
        self._queues.setdefault(address, deque()).append(piece)
        self._start_next()
        try:
            async with asyncio.timeout(self.patience):
                outcome: T = await piece.done
                return outcome
        except TimeoutError:
            raise HttpError(503, "server.took_too_long") from None
        finally:
            piece.unwanted.set()
            self._count -= 1
            self.waiting.subtract(keys)
            self.waiting += Counter()  # removes zero counts

    def _start_next(self) -> None:
        """Start the next piece that is still wanted, if the thread is idle; the turn passes to the next address."""
        while self._queues and not self._busy:
            address, queue = self._queues.popitem(last=False)
            piece = queue.popleft()
            if queue:
                self._queues[address] = queue
            if not piece.unwanted.is_set():
                self._busy = True
                done = asyncio.get_running_loop().run_in_executor(self._thread, _run, piece.work, piece.unwanted)
                done.add_done_callback(lambda done, piece=piece: self._finish(piece, done))  # type: ignore[misc]

    def _finish(self, piece: Piece, done: asyncio.Future[tuple[Any, BaseException | None, float]]) -> None:
        """Deliver an outcome, charge the client, and start the next piece."""
        self._busy = False
        if not done.cancelled():
            outcome, error, seconds = done.result()
            piece.client.charge(1000 * WEIGHT * seconds)
            if piece.done.done():
                pass
            elif error is not None:
                piece.done.set_exception(error)
            else:
                piece.done.set_result(outcome)
            self._start_next()

    def close(self) -> None:
        """Cancel the queued work and stop the thread after the current piece."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _is_full(count: int, most: int | None) -> bool:
    return most is not None and count >= most


def _run(work: Callable[[CancelCheck], Any], unwanted: threading.Event) -> tuple[Any, BaseException | None, float]:
    """Run a piece of work; return its outcome, its error, and the seconds of CPU time that it took."""

    def check_cancelled() -> None:
        if unwanted.is_set():
            raise Cancelled

    before, began = sys.getswitchinterval(), time.thread_time()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        check_cancelled()
        return work(check_cancelled), None, time.thread_time() - began
    except BaseException as error:
        return None, error, time.thread_time() - began
    finally:
        sys.setswitchinterval(before)
