"""The command `trackside new`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trackside.cli import main
from trackside.core.rulebook import RULE


def test_the_new_game_has_its_own_name_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "six_or_bust", "--to", str(tmp_path / "deep" / "folder")]) == 0
    assert "Six or bust is in" in capsys.readouterr().out
    folder = tmp_path / "deep" / "folder"
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert sorted(texts) == [
        "pyproject.toml",
        "six_or_bust/__init__.py",
        "six_or_bust/game.toml",
        "six_or_bust/rules.md",
        "six_or_bust/rules.py",
        "six_or_bust/words/en.toml",
        "tests/test_laws.py",
    ]
    assert not re.search(r"roll.or.hold|RH-", "".join(texts.values()), re.IGNORECASE)
    numbers = [number for number, _ in RULE.findall(texts["six_or_bust/rules.md"])]
    assert numbers == [f"SOB-{number}" for number in range(1, 7)]
    for number in numbers:
        assert number in texts["six_or_bust/rules.py"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Big", "small letters, digits and hyphens"),
        ("two words", "small letters"),
        ("4-sides", "a letter first"),
        ("../up", "small letters"),
        ("", "small letters"),
        ("whole-nine", "there is a game whole-nine already"),
        ("alle_neune", "there is a game alle-neune already"),
        ("json", "means something to Python"),
        ("class", "means something to Python"),
    ],
)
def test_names_that_cannot_be_are_refused(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", name, "--to", str(tmp_path / "game")]) == 2
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kept").write_text("mine")
    assert main(["new", "some-dice", "--to", str(tmp_path)]) == 2
    assert "exists already: name another folder with --to" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_game_that_cannot_be_written_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    assert main(["new", "some-dice", "--to", str(tmp_path / "file" / "game")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["new", "some-dice", "--to", str(tmp_path / ("x" * 300))]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
