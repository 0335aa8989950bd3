"""The time as it is stored and sent."""

from __future__ import annotations

import time


def now() -> int:
    """Return the Unix time in milliseconds."""
    return time.time_ns() // 1_000_000
