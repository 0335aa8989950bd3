"""Runs blocking work in one thread, with limits per client, a timeout and cooperative cancellation.

Nobody else waits for such work, but for a fifth of a millisecond at a time, because the thread hands over the
interpreter as often as that (and after every single call into C, none of which is long). Addresses take turns, so one
that asks for much waits for itself. A client gets an answer within a time that is set, even if it is that it took too
long; work that nobody waits for any more is not begun, or ends at its next breath. A part of the processor's time that
the work takes is charged to the client's budget.
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

MOST = 40
"""Pieces of work that may wait or be done at a time."""

PATIENCE = 30.0
"""Seconds from a question to its answer."""

HANDOVER = 0.0002
"""Seconds after which the thread lets others run who want to."""

WEIGHT = 0.1
"""What a millisecond of this thread costs, in milliseconds of the event loop: it slows the loop down a little."""

T = TypeVar("T")

CancelCheck = Callable[[], None]
"""Is called again and again by work that may be long; it raises when nobody waits for the work any more."""


class Cancelled(Exception):
    """Work is broken off."""


@dataclass(eq=False)
class Piece:
    """A piece of work that waits, and where its outcome goes."""

    work: Callable[[CancelCheck], Any]
    client: Client | None
    done: asyncio.Future[Any]
    unwanted: threading.Event = field(default_factory=threading.Event)


class BackgroundThread:
    """Where such work is done."""

    def __init__(self, limits: Limits = DEFAULTS, most: int = MOST, patience: float = PATIENCE) -> None:
        self.limits, self.most, self.patience = limits, most, patience
        self.waiting: Counter[str] = Counter()
        """How many pieces wait or are done now, by player and by address."""
        self._count = 0
        self._queues: OrderedDict[str, deque[Piece]] = OrderedDict()
        """What waits, by address; the address whose turn it is first."""
        self._busy = False
        self._thread = ThreadPoolExecutor(1, "desk")

    async def do(self, who: str, work: Callable[[CancelCheck], T], each: int | None = None) -> T:
        """Return the outcome of a piece of work; HttpError if it would have to wait too long.

        It is counted by the client for whom the task works, else by `who`. `each` allows more than usual of one
        player, for work that is quick.
        """
        client = current_client()
        name, address = (client.name, client.address) if client is not None else (who, who)
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
        self._begin()
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
            self.waiting += Counter()  # forgets those for whom nothing is done

    def _begin(self) -> None:
        """Begin the next piece that anybody waits for, if nothing is being done; then it is another address's turn."""
        while self._queues and not self._busy:
            address, queue = self._queues.popitem(last=False)
            piece = queue.popleft()
            if queue:
                self._queues[address] = queue
            if not piece.unwanted.is_set():
                self._busy = True
                done = asyncio.get_running_loop().run_in_executor(self._thread, _run, piece.work, piece.unwanted)
                done.add_done_callback(lambda done, piece=piece: self._end(piece, done))  # type: ignore[misc]

    def _end(self, piece: Piece, done: asyncio.Future[tuple[Any, BaseException | None, float]]) -> None:
        """Pass on an outcome, charge the client, and begin the next piece."""
        self._busy = False
        if not done.cancelled():
            outcome, error, seconds = done.result()
            if piece.client is not None:
                piece.client.charge(1000 * WEIGHT * seconds)
            if piece.done.done():
                pass
            elif error is not None:
                piece.done.set_exception(error)
            else:
                piece.done.set_result(outcome)
            self._begin()

    def close(self) -> None:
        """Nothing more is done."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _is_full(count: int, most: int | None) -> bool:
    return most is not None and count >= most


def _run(work: Callable[[CancelCheck], Any], unwanted: threading.Event) -> tuple[Any, BaseException | None, float]:
    """Do a piece of work; return its outcome or its error, and how many seconds of the processor it took."""

    def check_cancelled() -> None:
        if unwanted.is_set():
            raise Cancelled

    before, began = sys.getswitchinterval(), time.thread_time()
    sys.setswitchinterval(HANDOVER)
    try:
        check_cancelled()
        return work(check_cancelled), None, time.thread_time() - began
    except BaseException as error:
        return None, error, time.thread_time() - began
    finally:
        sys.setswitchinterval(before)
