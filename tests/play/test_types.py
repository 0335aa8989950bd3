"""Types, as a type checker sees them in a program that uses Trackside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

PROGRAM = """
from typing import assert_type

import numpy as np
import numpy.typing as npt

from trackside import CHANCE, Match, Move, Outcome, View, sample
from trackside.games import GAMES, skip_or_trip, traxx, whole_nine

nine: Match[whole_nine.State] = Match("whole-nine", seats=2, seed=7)
assert_type(nine.state.row, list[list[int]])
assert_type(nine.view(0).state.spaces, int)
assert_type(nine.copy().view_state(0, copy=False).plus, list[int])
assert_type(sample(nine.view(0), 1), whole_nine.State)
line: Match[traxx.State] = Match("traxx")
assert_type(line.positions(), list[traxx.State])
race: Match[skip_or_trip.State] = Match.from_position("skip-or-trip", "")
assert_type(race.view(1), View[skip_or_trip.State])
assert_type(nine.moves(0), list[Move])
assert_type(nine.chance_outcomes(), list[Outcome])
assert_type(nine.legal_mask(0), npt.NDArray[np.int8])
assert_type(nine.observation(0), npt.NDArray[np.int16])


def any_game(match: Match) -> list[int]:
    return match.scores


for name in GAMES:
    any_game(Match(name))
any_game(nine)
assert_type(CHANCE, int)
nine.state.rows  # a misspelt field
"""


def test_a_program_in_strict_mode_knows_every_field_of_a_state(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={ROOT / '.mypy_cache'}"]
    done = subprocess.run([*command, str(program)], cwd=ROOT, capture_output=True, text=True)
    (said, *_), last = done.stdout.splitlines(), len(PROGRAM.splitlines())
    assert f'program.py:{last}: error: "State" has no attribute "rows"; maybe "row"?' in said
    assert "Found 1 error in 1 file" in done.stdout
