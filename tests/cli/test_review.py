"""`trackside review`."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.review.short import short_game
from trackside.cli import main, replay, review
from trackside.core.errors import BadOption, TracksideError
from trackside.play.match import Match
from trackside.review.output.json import from_json
from trackside.review.report import Review


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    review.add_arguments(parser)
    return review.run(parser.parse_args(["--effort", "quick", "--language", "en", *arguments]))


@pytest.fixture(scope="module")
def text() -> str:
    return short_game().record()


@pytest.fixture
def record(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_review_is_printed_and_is_the_same_again(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(record), "--seat", "red") == 0
    first = capsys.readouterr().out
    assert "On even luck" in first
    assert "Your chances of winning, %" in first
    assert max(map(len, first.splitlines())) <= 80
    assert run(str(record), "--seat", "RED") == 0
    assert capsys.readouterr().out == first
    assert run(str(record), "--language", "de") == 0
    assert "Ohne Glück und Pech" in capsys.readouterr().out


def test_a_program_gets_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(record), "--json", "--seed", "3") == 0
    found = from_json(capsys.readouterr().out)
    assert found.complete
    assert found.seed == 3
    assert found.effort == "quick"
    assert found.players == ("", "Juniper")


def test_a_record_keeps_its_review(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, page = tmp_path / "kept.txt", tmp_path / "review.html"
    assert run(str(record), "--record", str(kept), "--html", str(page)) == 0
    before = capsys.readouterr().out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "{[%chance " in kept.read_text(encoding="utf-8")
    assert Match.from_record(kept.read_text(encoding="utf-8")).log == Match.from_record(record.read_text()).log
    assert run(str(kept), "--kept") == 0
    again = capsys.readouterr().out
    assert again.splitlines()[:2] == before.splitlines()[:2]
    assert "On even luck" in again
    args = argparse.Namespace(file=str(kept), turn=None, plain=True, ascii=False, language="en")
    assert replay.run(args) == 0


def test_what_cannot_be_reviewed_is_refused_in_words(record: Path, tmp_path: Path) -> None:
    with pytest.raises(TracksideError, match=r"none\.txt: No such file"):
        run(str(tmp_path / "none.txt"))
    with pytest.raises(BadOption, match="--seat green: the seats are red, purple"):
        run(str(record), "--seat", "green")
    with pytest.raises(BadOption, match="--seed -1: use a number from 0"):
        run(str(record), "--seed", "-1")
    with pytest.raises(TracksideError, match=r"game\.txt carries no review: make one with"):
        run(str(record), "--kept")
    record.write_text(Match("whole-nine", seed=1).record())
    with pytest.raises(TracksideError, match=r"game\.txt: the game is not over: only a finished game can be reviewed"):
        run(str(record))
    record.write_text("nonsense")
    with pytest.raises(TracksideError, match="a record begins with headers"):
        run(str(record))


def test_an_error_is_one_line_and_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path / "none.txt")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_keeps_what_was_read(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counted = review.entries_read

    def pressed(made: Review) -> int:
        if counted(made) == 3:
            monkeypatch.setattr(review, "entries_read", counted)
            raise KeyboardInterrupt
        return counted(made)

    monkeypatch.setattr(review, "entries_read", pressed)
    kept = tmp_path / "kept.txt"
    assert run(str(record), "--record", str(kept)) == 130
    said = capsys.readouterr()
    assert "so far" in said.out
    assert "trackside: interrupted after 3 of " in said.err
    assert run(str(kept), "--kept") == 0
    assert "so far" in capsys.readouterr().out


def test_the_reader_is_the_only_person_among_bots() -> None:
    assert review.reader_of(Match("whole-nine", 3, bots=("club", "", "club")), None) == 1
    assert review.reader_of(Match("whole-nine", 3, bots=("club", "", "")), None) is None
    assert review.reader_of(Match("whole-nine", 3, bots=("club", "", "")), "Yellow") == 2
