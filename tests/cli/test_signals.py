"""Signals end a command without a traceback, and leave no process behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.processes import PATIENCE, descendants, living, wait_for

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no signals to end it with")


@contextmanager
def command(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a session of its own."""
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


def own_sessions(root: int) -> set[int]:
    """Return the processes started by a process that have a session of their own."""
    sessions = set()
    for pid in descendants(root):
        with suppress(ProcessLookupError):
            if os.getsid(pid) != root:
                sessions.add(pid)
    return sessions


@pytest.mark.parametrize(
    ("whom", "number"),
    [
        ("the group", signal.SIGINT),
        ("the command alone", signal.SIGTERM),
        pytest.param("the group", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("the command alone", signal.SIGINT, marks=pytest.mark.long),
    ],
)
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


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_a_server_ends_quietly_while_the_search_is_compiled(number: signal.Signals, tmp_path: Path) -> None:
    arguments = ["serve", "--port", "0", "--no-browser", "--bot-processes", "1"]
    with command(*arguments, TRACKSIDE_CACHE=str(tmp_path), TRACKSIDE_DATA=str(tmp_path)) as process:
        wait_for(lambda: own_sessions(process.pid))  # whose processes do not get the signal themselves
        started = descendants(process.pid)
        os.killpg(process.pid, number)
        _, said = process.communicate(timeout=PATIENCE)
    assert re.fullmatch(
        r"(.* created a new database .*\n)?Trackside is at .*\nIt listens on .*\n(Trackside has stopped. .*\n)?", said
    )
    wait_for(lambda: not started & living().keys())


def test_a_simulation_ends_quietly_while_it_is_compiled(tmp_path: Path) -> None:
    with command("simulate", "whole-nine", TRACKSIDE_CACHE=str(tmp_path)) as process:
        wait_for(lambda: any(tmp_path.rglob("*")))
        os.killpg(process.pid, signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == -signal.SIGTERM
