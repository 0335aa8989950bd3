"""`trackside sheet`."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from trackside.cli import sheet
from trackside.core.errors import SaveFailed, TracksideError
from trackside.games.traxx.files import house_text


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    sheet.add_arguments(parser)
    return sheet.run(parser.parse_args(arguments))


def test_check_says_what_a_valid_file_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "house") == 0
    assert capsys.readouterr().out == "house: a sheet of 61 fields and a deck of 15 cards, valid\n"


def test_check_warns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.toml"
    path.write_text('[deck]\ncards = """\nybgrkp\n"""\n')
    assert run("check", str(path)) == 0
    assert capsys.readouterr().out == (
        f"{path}: a deck of 1 card, valid\n"
        "warning: ybgrkp does not show four different colours, one of them perhaps twice\n"
    )


def test_check_names_the_line_of_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(house_text().replace("ybgr\n", "ybgx\n"))
    line = path.read_text().splitlines().index("ybgx") + 1
    with pytest.raises(TracksideError, match=rf"bad\.toml: line {line}: 'ybgx' is not a card"):
        run("check", str(path))
    path.write_text("")
    with pytest.raises(TracksideError, match=r"neither a \[sheet\] nor a \[deck\]"):
        run("check", str(path))


def test_draw_prints_the_sheet_and_the_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("draw", "house") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["a1", "g", "a2", "b8", "a3", "p", "a4", "y", "a5", "k"]
    assert lines[-1].startswith("ybgr ybgk ybbgp")
    assert max(map(len, lines)) <= 80


def test_make_writes_a_file_that_check_likes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.toml"
    assert run("make", "--seed", "7", "-o", str(path)) == 0
    assert run("make", "--seed", "7") == 0
    assert capsys.readouterr().out == path.read_text()
    assert run("check", str(path)) == 0
    assert "warning" not in capsys.readouterr().out
    with pytest.raises(SaveFailed, match="exists already"):
        run("make", "--seed", "8", "-o", str(path))
    with pytest.raises(SaveFailed, match="cannot be written"):
        run("make", "--seed", "8", "-o", str(tmp_path / "no" / "where.toml"))
