"""A real program in a real terminal: killed, closed, left; the game is there again."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from trackside import Match

PATIENCE = 250


class Terminal:
    """A program at a pseudo-terminal of 80 columns and 24 lines."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        variables = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TRACKSIDE_DATA": str(folder)}
        variables.update(environment)
        for name in ("LC_ALL", "NO_COLOR"):
            variables.pop(name, None)
        self.program = subprocess.Popen(
            [sys.executable, "-m", "trackside", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=variables,
            start_new_session=True,
        )
        os.close(slave)
        self.printed = ""

    def read_until(self, text: str) -> None:
        """Read what is printed until it contains a text, without regard to colours and places."""
        self.printed = ""
        self.wait_until(lambda: text.replace(" ", "") in self.plain(), f"{text!r} was never printed")

    def wait_until(self, holds: Callable[[], bool], otherwise: str) -> None:
        """Wait for something; what is printed meanwhile is read, for an unread screen holds a program up."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"{otherwise}: {self.plain()[-2000:]}"
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.printed += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # it has let go of its terminal: nothing more is printed
                    time.sleep(0.05)

    def end(self) -> int:
        """Wait for the end of the program."""
        self.wait_until(lambda: self.program.poll() is not None, "the program goes on")
        return self.close()

    def plain(self) -> str:
        """Return the output without control sequences and spaces."""
        return re.sub(r"\x1b\[[\d;?<>=]*[A-Za-z]|\s", "", self.printed)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.master, text.encode())

    def close(self) -> int:
        """Close the window and wait for the end."""
        os.close(self.master)
        return self.program.wait(PATIENCE)


def moves_in(path: Path) -> int:
    return sum(seat == 0 for seat, _ in Match.from_record(path.read_text(encoding="utf-8")).log)


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "whole-nine-1.txt"
    terminal = Terminal(tmp_path, "play", "whole-nine", "--seats", "you,greedy", "--seed", "5")
    terminal.read_until("Move a pawn ")
    terminal.type("\r")
    terminal.wait_until(lambda: moves_in(path) == 1, "no move was made")
    terminal.program.send_signal(signal.SIGKILL)
    terminal.close()
    kept = Match.from_record(path.read_text(encoding="utf-8"))
    again = Terminal(tmp_path, "play", "--resume")
    again.read_until("Move a pawn ")
    again.type("\x1b[21~")
    again.read_until("Continue with: trackside play --resume")
    assert again.end() == 0
    after = Match.from_record(path.read_text(encoding="utf-8"))
    assert after.log[: len(kept.log)] == kept.log
    assert moves_in(path) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(number: signal.Signals, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "traxx", "--seats", "you", "--ascii", LANG="C")
    terminal.read_until("Draw from your start, or pass.")
    assert terminal.printed.isascii()
    terminal.program.send_signal(number)
    terminal.read_until("Continue with: trackside play --resume")
    assert terminal.end() == 0


def test_without_arguments_there_is_the_first_screen_and_replay_is_full_screen_too(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--language", "de")
    terminal.read_until("Wer beginnt")
    terminal.type("\x03")
    assert terminal.end() == 0
    match = Match("traxx", 1, {"deck": "ybgr"}, seed=1)
    (tmp_path / "record.txt").write_text(match.record(), encoding="utf-8")
    replay = Terminal(tmp_path, "replay", str(tmp_path / "record.txt"))
    replay.read_until("As the referee sees it.")
    replay.type("\x03")
    assert replay.end() == 0


def test_plain_lines_stay_where_they_are_wanted(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "whole-nine", "--seats", "you,greedy", "--plain")
    terminal.read_until("Your move:")
    assert "\x1b[" not in terminal.printed
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_a_game_that_is_played_elsewhere_is_not_resumed_until_it_is_left_or_killed(tmp_path: Path) -> None:
    first = Terminal(tmp_path, "play", "traxx", "--seats", "you")
    first.read_until("Draw from your start, or pass.")
    refused = resume(tmp_path)
    assert refused.returncode == 2
    assert "traxx-1.txt is being played in another window: continue there." in refused.stderr
    assert "Another game" not in refused.stderr
    second = Terminal(tmp_path, "play", "whole-nine", "--seats", "you,greedy", "--plain")
    second.read_until("Your move:")
    second.type("quit\n")
    assert second.end() == 0
    refused = resume(tmp_path, str(tmp_path / "saves" / "traxx-1.txt"), "--language", "de")
    assert "wird gerade in einem anderen Fenster gespielt" in refused.stderr
    assert f"trackside play --resume {tmp_path / 'saves' / 'whole-nine-1.txt'}" in refused.stderr
    first.program.send_signal(signal.SIGKILL)
    first.close()
    assert resume(tmp_path, str(tmp_path / "saves" / "traxx-1.txt")).returncode == 0
    assert [path.name for path in (tmp_path / "saves").iterdir() if path.suffix == ".lock"] == []


def resume(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Resume a saved game in plain lines, and leave immediately."""
    return subprocess.run(
        [sys.executable, "-m", "trackside", "play", "--plain", "--language", "en", "--resume", *arguments],
        env={**os.environ, "TRACKSIDE_DATA": str(folder)},
        input="quit\n",
        text=True,
        capture_output=True,
        timeout=PATIENCE,
    )


def test_it_ends_when_its_window_is_closed_without_a_signal(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "traxx-1.txt"
    terminal = Terminal(tmp_path, "play", "traxx", "--seats", "you", "--ascii", LANG="C")
    terminal.read_until("Draw from your start, or pass.")
    assert terminal.close() == 128 + signal.SIGHUP
    assert not Match.from_record(path.read_text(encoding="utf-8")).over
