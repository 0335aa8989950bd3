"""The cache on disk never serves stale rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import types

import trackside
from trackside.cli.new import write_game
from trackside.core import compile as compiler

PACKAGE = Path(trackside.__file__).parent
GAME = PACKAGE / "games" / "whole_nine"

PROBE = """
from trackside.games import GAMES
from trackside.search.batch import Batch
game = GAMES["small"]
batch = Batch(game, game.opening(2), ["random", "random"], seed=1)
results = batch.play(3)
print(results[:, 2:4].sum(), results[:, 0].sum())
"""

DATA = """
from trackside.core.data import Data

_GOAL = Data(__package__, "goal.toml")

GOAL, SIDES, MAX_SEATS = _GOAL.integer("goal", 1, 100), 6, 6
"""


def probe(game: Path, cache: Path) -> tuple[float, float]:
    """The points and the moves of what a second process plays in compiled code."""
    environment = {**os.environ, "TRACKSIDE_GAMES": str(game), "TRACKSIDE_CACHE": str(cache)}
    run = subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    points, moves = run.stdout.split()
    return float(points), float(moves)


def test_an_edited_rule_and_an_edited_data_file_are_seen_by_the_next_process(tmp_path: Path) -> None:
    write_game("small", tmp_path / "package")
    game, cache = tmp_path / "package" / "small", tmp_path / "cache"
    rules, data = game / "rules.py", game / "data" / "goal.toml"
    data.parent.mkdir()
    data.write_text("goal = 100\n", encoding="utf-8")
    text = rules.read_text(encoding="utf-8").replace("GOAL, SIDES, MAX_SEATS = 100, 6, 6\n", DATA)
    rules.write_text(text, encoding="utf-8")
    first = probe(game, cache)
    assert probe(game, cache) == first
    assert "out[seat] = s.banked[seat]" in text
    rules.write_text(text.replace("out[seat] = s.banked[seat]", "out[seat] = 2 * s.banked[seat]"), encoding="utf-8")
    assert probe(game, cache) == (2 * first[0], first[1])
    data.write_text("goal = 20\n", encoding="utf-8")
    assert probe(game, cache)[1] < first[1]


def test_old_versions_are_forgotten_and_this_one_is_not(tmp_path: Path) -> None:
    old, recent, mine = (tmp_path / name for name in ("old", "recent", "mine"))
    for folder in (old, recent, mine):
        folder.mkdir()
    os.utime(old, (0, 0))
    os.utime(mine, (0, 0))
    compiler.forget_old_versions(mine)
    assert [folder.exists() for folder in (old, recent, mine)] == [False, True, True]


def test_what_is_on_disk_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "cache_folder", lambda game: tmp_path)
    assert not compiler.is_on_disk(GAME, "whole_nine.kernel")
    (tmp_path / "search_1").mkdir()
    (tmp_path / "search_1" / "kernel.whole_nine.kernel.search-25.py311.nbi").touch()
    assert compiler.is_on_disk(GAME, "whole_nine.kernel")
    assert not compiler.is_on_disk(GAME, "traxx.kernel")


def test_an_edit_of_one_game_compiles_that_game_again_and_no_other(tmp_path: Path) -> None:
    games = [tmp_path / name for name in ("one", "other")]
    for game in games:
        (game / "words").mkdir(parents=True)
        for file in ("rules.py", "game.toml", "words/en.toml", "board.js"):
            (game / file).write_text("", encoding="utf-8")
    before = [compiler.cache_folder.__wrapped__(game) for game in games]
    for file in ("words/en.toml", "board.js"):
        (games[0] / file).write_text("x", encoding="utf-8")
    assert [compiler.cache_folder.__wrapped__(game) for game in games] == before
    (games[0] / "rules.py").write_text("x = 1", encoding="utf-8")
    assert compiler.cache_folder.__wrapped__(games[0]) != before[0]
    assert compiler.cache_folder.__wrapped__(games[1]) == before[1]


@pytest.mark.parametrize("name", compiler.SETTINGS)
def test_code_compiled_with_other_settings_has_its_own_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "0")
    without = compiler.cache_folder.__wrapped__(GAME)
    monkeypatch.setenv(name, "1")
    assert compiler.cache_folder.__wrapped__(GAME) != without


def test_a_cache_that_cannot_be_written_is_done_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setattr(compiler, "cache_folder", lambda game: blocked / "below")
    assert compiler.prepare.__wrapped__(GAME) is None


def test_long_tables_are_arrays_in_compiled_code_and_tuples_as_they_are_written() -> None:
    from trackside.games.traxx import policy

    compiled = compiler.compile_modules(GAME, "tables", [policy])
    plain = compiler.bind_modules("tables", [policy])
    assert isinstance(compiled.SOLO, np.ndarray)
    assert compiled.SOLO.tolist() == list(policy.SOLO)
    assert plain.SOLO is policy.SOLO


def test_a_function_is_compiled_once_for_constants_and_integers_of_all_widths() -> None:
    compiled = compiler.compile_modules(GAME, "widths", [])
    for kind in (types.int16, types.int32, types.int64, types.IntegerLiteral(3)):
        compiled.lowest.get_call_template((kind,), {})
    assert [str(kind) for (kind,) in compiled.lowest.overloads] == ["int64"]
