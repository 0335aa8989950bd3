"""The processes of this machine, as `ps` lists them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

PATIENCE = 600
"""Seconds to wait for what takes a moment; a busy machine may need many of them."""


def living() -> dict[int, int]:
    """Return every process that is alive, with its parent."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in told.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def descendants(root: int) -> set[int]:
    """Return the processes that a process and its children have started."""
    processes = living()
    found = {root}
    while more := {pid for pid, parent in processes.items() if parent in found} - found:
        found |= more
    return found - {root}


def wait_for(condition: Callable[[], object], pause: float = 0.1) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(pause)
