"""Worker processes: the parent handles their signals, and they never outlive it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Processes(ProcessPoolExecutor):
    """A pool of processes with signals blocked."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=multiprocessing.get_context("spawn"), initializer=attend)

    def submit(
        self, fn: Callable[Arguments, Answer], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Answer]:
        """Submit work; a process started for it inherits the blocked signals."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def attend() -> None:
    """End this process when its parent has ended, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def processes(count: int) -> Iterator[Processes]:
    """Yield a pool that is killed on exit, including unfinished work; meanwhile SIGTERM acts like Ctrl-C."""
    others = set(multiprocessing.active_children())
    before = signal.signal(signal.SIGTERM, interrupt)
    pool = Processes(count)
    try:
        yield pool
    finally:
        for process in set(multiprocessing.active_children()) - others:
            process.kill()
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, as Ctrl-C does."""
    raise KeyboardInterrupt
