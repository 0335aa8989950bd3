"""What ends a command from outside: it says nothing of its inner life and leaves no process behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 120

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look for processes")


def living() -> dict[int, int]:
    """Every process that is alive, with its parent."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            found[int(path.parent.name)] = int(parent)
    return found


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def command(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a session of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "trackside", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def descendants(root: int) -> set[int]:
    """The processes that a process and its children have started."""
    processes = living()
    found = {root}
    while more := {pid for pid, parent in processes.items() if parent in found} - found:
        found |= more
    return found - {root}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("whom", ["the group", "the command alone"])
def test_an_arena_ends_with_what_it_has(number: signal.Signals, whom: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["arena", "whole-nine", "greedy", "random", "--games", "100000", "--jobs", "2", "-o", str(out)]
    with command(*arguments) as process:
        wait_for((out / "results.jsonl").exists)
        workers = descendants(process.pid)
        (os.killpg if whom == "the group" else os.kill)(process.pid, number)
        table, said = process.communicate(timeout=PATIENCE)
    assert re.fullmatch(r"\s*trackside: interrupted( after \d+ of 100000 games)?\n", said)
    assert process.returncode == 130
    assert ("order: " in table) == ("after" in said)
    assert workers
    wait_for(lambda: not workers & living().keys())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_quietly_while_the_search_is_compiled(number: signal.Signals, tmp_path: Path) -> None:
    arguments = ["serve", "--port", "0", "--no-browser", "--bot-processes", "1"]
    with command(*arguments, TRACKSIDE_CACHE=str(tmp_path), TRACKSIDE_DATA=str(tmp_path)) as process:
        wait_for(lambda: descendants(process.pid))
        started = descendants(process.pid)
        os.killpg(process.pid, number)
        _, said = process.communicate(timeout=PATIENCE)
    assert re.fullmatch(r"Trackside is at .*\nIt listens on .*\n(Trackside has stopped. .*\n)?", said)
    wait_for(lambda: not started & living().keys())


def test_a_simulation_ends_quietly_while_it_is_compiled(tmp_path: Path) -> None:
    with command("simulate", "whole-nine", TRACKSIDE_CACHE=str(tmp_path)) as process:
        wait_for(lambda: any(tmp_path.rglob("*")))
        os.killpg(process.pid, signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == -signal.SIGTERM
