"""A simulated clock, and an event loop that runs on it without ever waiting."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

START = 1_700_000_000.0
"""Unix time at which every simulation begins."""

STEP = 1e-6
"""Seconds that pass with each turn of the loop, so that no two events have the same time."""


class Deadlock(Exception):
    """Nothing is left to run, and the simulation has not ended."""


class Clock:
    """Simulated time in seconds since the start."""

    def __init__(self) -> None:
        self.now = 0.0

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Replace the functions of `time` for the duration of the block."""
        functions: dict[str, Any] = {
            "time": lambda: START + self.now,
            "time_ns": lambda: int((START + self.now) * 1e9),
            "monotonic": lambda: self.now,
            "perf_counter": lambda: self.now,
        }
        with mock.patch.multiple(time, **functions):
            yield


class _Selector(selectors.SelectSelector):
    """A selector that advances the clock instead of waiting."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Deadlock("every task waits, and no timer is set")
        self.clock.now += max(timeout, STEP)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop on a simulated clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(_Selector(clock))
        self.clock = clock

    def time(self) -> float:
        """Return the simulated time."""
        return self.clock.now
