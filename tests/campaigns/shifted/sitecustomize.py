"""A wall clock that a campaign can step: Python loads this file at its start if its folder is on the path."""

import mmap
import os
import struct
import time

if named := os.environ.get("CAMPAIGN_CLOCK"):
    with open(named, "r+b") as file:
        shift = mmap.mmap(file.fileno(), 8)
    real = time.time_ns

    def time_ns() -> int:
        """The time as this campaign has it."""
        seconds: int = struct.unpack("q", shift[:8])[0]
        return real() + 1_000_000_000 * seconds

    time.time_ns = time_ns
    time.time = lambda: time_ns() / 1e9
