"""`trackside hindsight`."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import pytest

from trackside.cli import hindsight
from trackside.core.errors import TracksideError
from trackside.play.match import Match


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    hindsight.add_arguments(parser)
    return hindsight.run(parser.parse_args(arguments))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match, chooser = Match("traxx", 2, seed=4, players=("Ada", "")), random.Random(4)
    while not match.over:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    path = tmp_path / "game.txt"
    path.write_text(match.record())
    return path


def test_every_seat_is_told_what_was_possible(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(record), "--width", "10", "--show", "--language", "en") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Ada scored -")
    assert lines[0].endswith(" was possible.")
    assert lines[1].startswith("   1. A: ")
    assert lines[16].startswith("Purple scored -")
    assert lines[-1].endswith("It does not prove that there is no better one.")


def test_what_is_no_finished_game_of_traxx_is_refused(record: Path, tmp_path: Path) -> None:
    with pytest.raises(TracksideError, match=r"none\.txt: No such file"):
        run(str(tmp_path / "none.txt"))
    with pytest.raises(TracksideError, match="--width 0"):
        run(str(record), "--width", "0")
    record.write_text(Match("traxx", seed=1).record())
    with pytest.raises(TracksideError, match="needs a finished game"):
        run(str(record))
    record.write_text(Match("whole-nine", seed=1).record())
    with pytest.raises(TracksideError, match="is a game of The Whole Nine: hindsight is for Träxx"):
        run(str(record))
    record.write_bytes(b"\xff\xff")
    with pytest.raises(TracksideError, match="not a text file"):
        run(str(record))
