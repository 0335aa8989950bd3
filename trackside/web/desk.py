"""Work that takes longer than a moment, done beside the event loop: one piece after the other, in one thread.

What is promised: nobody else waits for such work, but for a fifth of a millisecond at a time, because the thread hands
over the interpreter as often as that (and after every single call into C, none of which is long). Whoever asks gets an
answer within a time that is set, even if it is that it took too long; work that nobody waits for any more is not begun,
or ends at its next breath. Nobody can fill the desk: so many pieces wait at most, and so many of one person.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from trackside.web.refusal import Refused

MOST, EACH = 40, 3
"""Pieces of work that may wait or be done at a time: of all, and of one person."""

PATIENCE = 30.0
"""Seconds from a question to its answer."""

HANDOVER = 0.0002
"""Seconds after which the thread lets others run who want to."""

T = TypeVar("T")

Breathe = Callable[[], None]
"""Is called again and again by work that may be long; it raises when nobody waits for the work any more."""


class NobodyWaits(Exception):
    """Work is broken off."""


class Desk:
    """Where such work is done."""

    def __init__(self, each: int = EACH, most: int = MOST, patience: float = PATIENCE) -> None:
        self.each, self.most, self.patience = each, most, patience
        self.waiting: Counter[str] = Counter()
        """How many pieces wait or are done now, by who asked."""
        self._thread = ThreadPoolExecutor(1, "desk")

    async def do(self, who: str, work: Callable[[Breathe], T], each: int | None = None) -> T:
        """What comes of a piece of work that somebody asks for; Refused if it would have to wait too long.

        `each` allows more than usual of one person, for work that is quick.
        """
        if self.waiting[who] >= (each or self.each):
            raise Refused(429, "server.too_much_work", most=each or self.each)
        if self.waiting.total() >= self.most:
            raise Refused(503, "server.busy")
        self.waiting[who] += 1
        unwanted = threading.Event()
        try:
            done = asyncio.get_running_loop().run_in_executor(self._thread, _run, work, unwanted)
            async with asyncio.timeout(self.patience):
                return await done
        except TimeoutError:
            raise Refused(503, "server.took_too_long") from None
        finally:
            unwanted.set()
            self.waiting[who] -= 1
            self.waiting += Counter()  # forgets those for whom nothing is done

    def close(self) -> None:
        """Nothing more is done."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _run(work: Callable[[Breathe], T], unwanted: threading.Event) -> T:
    def breathe() -> None:
        if unwanted.is_set():
            raise NobodyWaits

    breathe()
    before = sys.getswitchinterval()
    sys.setswitchinterval(HANDOVER)
    try:
        return work(breathe)
    finally:
        sys.setswitchinterval(before)
