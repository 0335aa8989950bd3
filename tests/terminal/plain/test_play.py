from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.play.test_match import TAKING
from trackside import Match
from trackside.core.errors import BadOption
from trackside.play.story import story_of
from trackside.terminal.plain.play import PlainTable


def table(
    match: Match, typed: str, path: Path, players: tuple[str, ...] = ("you", "greedy"), language: str = "en"
) -> tuple[int, str]:
    """Type lines; return the exit code and the output."""
    out = io.StringIO()
    status = PlainTable(match, list(players), str(path), io.StringIO(typed), out, language).run()
    return status, out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def taking() -> Match:
    return Match.from_position("whole-nine", TAKING, seed=1)


def test_a_whole_game_can_be_played_by_numbers(path: Path) -> None:
    status, printed = table(Match("whole-nine", seats=2, seed=1), "1\n" * 400, path)
    assert status == 0
    assert "The game is over." in printed
    assert "Purple wins by 50: 90 to 40." in printed
    assert Match.from_record(path.read_text(encoding="utf-8")).over


def test_moves_are_listed_with_what_they_bring(path: Path) -> None:
    _, printed = table(taking(), "", path)
    assert "\nMove a pawn 2 spaces.\n" in printed
    assert "   2  1g-2a        You move from 1g to 2a. You take one of these: 2, 3, 4, 6, an animal." in printed


def test_moves_can_be_typed_several_at_once_and_taken_back(path: Path) -> None:
    _, printed = table(taking(), "1g-2a\nundo\n1g-2a x1g\nlog\n", path)
    assert "Taken back: 1g-2a." in printed
    assert "You take the animal on 1g: +5." in printed
    saved = Match.from_record(path.read_text(encoding="utf-8"))
    assert saved.state.plus[0] == 1


def test_against_bots_undo_goes_back_to_my_last_decision(path: Path) -> None:
    match = Match("skip-or-trip", seats=2, options={"first": "red"}, seed=3)
    before, first = match.position(), match.moves(0)[0].text
    _, printed = table(match, "1\nundo\n", path)
    assert f"Taken back: {first}." in printed
    saved = Match.from_record(path.read_text(encoding="utf-8"))
    assert (saved.position(), saved.undone) == (before, 1)
    _, printed = table(match, "1\n\n1\n\nundo\n", path, ("you", "you"))
    assert "Red cannot undo: something new has been shown" in printed


def test_a_pass_that_may_lose_the_game_is_asked_about_first(path: Path) -> None:
    behind = "turn 6: red to act / deck: top 1 / red: on 0; hand 7[3] / purple: on 8; hand 1[2]"

    def typed(line: str) -> str:
        return table(Match.from_position("skip-or-trip", behind, seed=1), line, path)[1]

    warning = "If Purple also passes, the game ends and you lose 0 to 8. Enter the same move again to make it."
    assert warning in typed("pass\n")
    assert "pass" not in path.read_text(encoding="utf-8")
    assert typed("pass\npass\n").count(warning) == 1
    assert "red pass" in path.read_text(encoding="utf-8")


def test_wrong_lines_are_answered_in_words_and_change_nothing(path: Path) -> None:
    _, printed = table(taking(), "99\nnonsense\nrules 99\nundo\nsave /dev/full/x\n", path)
    assert "There is no move 99: choose 1 to 2." in printed
    assert "You cannot play nonsense" in printed
    assert "There is no rule 99." in printed
    assert "You have made no move that could be taken back." in printed
    assert "/dev/full/x: " in printed
    assert Match.from_record(path.read_text(encoding="utf-8")).log == []


def test_everything_else_there_is(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    _, printed = table(taking(), f"help\nmoves\nboard\nposition\nrecord\nrules\nrules 9\nsave {copy}\n\nquit\n", path)
    assert "take back your last move" in printed
    assert "turn 9: red rolled 2\ntrack: [1]123456*" in printed
    assert '[Game "whole-nine"]' in printed
    assert "# The Whole Nine" in printed
    assert "WN-9: Any number of pawns may share a space." in printed
    assert Match.from_record(copy.read_text(encoding="utf-8")).position() == taking().position()
    assert f"Continue with: trackside play --resume {path}" in printed


def test_a_game_that_cannot_be_saved_goes_on(path: Path) -> None:
    status, printed = table(taking(), "1\n", Path("/dev/full/game.txt"))
    assert status == 0
    assert "The game could not be saved: /dev/full/game.txt: " in printed


def test_leaving_and_coming_back_loses_nothing(path: Path) -> None:
    table(Match("whole-nine", seats=2, seed=4), "1\n1\n1\n", path)
    first = Match.from_record(path.read_text(encoding="utf-8"))
    kept = list(first.log)
    table(first, "1\n", path)
    again = Match.from_record(path.read_text(encoding="utf-8"))
    assert first.log[: len(kept)] == kept
    assert again.log[: len(first.log)] == first.log
    assert sum(seat == 0 for seat, _ in again.log) >= 4


def test_news_are_a_sentence_a_turn_and_what_was_read_is_not_told_again(path: Path) -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    _, printed = table(match, "1\nlog\n", path)
    news, _, log = printed.partition("Your move: ")[2].partition("Your move: ")
    told = [line.says for line in story_of(match, 0, match.words("en", 0))]
    assert len(told) == 4
    assert [line for line in news.splitlines() if line in told] == told[1:]
    assert log.splitlines()[: len(told)] == told
    _, again = table(Match.from_record(path.read_text(encoding="utf-8")), "", path)
    assert [line for line in again.splitlines() if line in told] == told[2:]


def test_two_people_at_one_screen_take_turns(path: Path) -> None:
    _, printed = table(
        Match("whole-nine", seats=2, options={"first": "red"}, seed=1), "1\n\n1\n\n", path, ("you", "you")
    )
    assert "Now Purple. Press Enter when the others are looking away." in printed
    assert "Now Red. Press Enter" in printed


def test_german(path: Path) -> None:
    _, printed = table(taking(), "2\n", path, language="de")
    assert "\nZieh mit einer Figur 2 Felder weit.\n" in printed
    assert "Du ziehst von 1g nach 2a." in printed


def test_a_table_without_people_is_refused(path: Path) -> None:
    with pytest.raises(BadOption, match="none of the seats is yours"):
        table(taking(), "", path, ("greedy", "greedy"))


def test_a_turn_is_typed_as_it_is_written_and_others_stay_secret(path: Path) -> None:
    match = Match("traxx", 2, {"starts": "13", "deck": "ybgk"}, seed=1)
    _, printed = table(match, "record\nA: f3 f2 e3 e2\n", path, ("greedy", "you"))
    shown = printed.partition("Your move: [Game")[2].partition("Your move: ")[0]
    assert shown.splitlines()[-2:] == ["1. ybgk:", ""]
    assert match.over
    assert "The game is over." in printed
    assert "purple: start 3; A f3 f2 e3 e2" in match.position()


def test_a_turn_of_several_words_is_typed_in_one_line_and_secrets_stay_secret(path: Path) -> None:
    start = """turn 7: red to act / deck: top 1 / red: on 0; hand 3[3] 4[2.2] 8[83]
    purple: on 12; hand 1[2] 9[97]"""
    match = Match.from_position("skip-or-trip", start, seed=1)
    _, printed = table(match, "record\ntrip 99: 3[3]\ntrip 12: 4[2.2] 3[3]; black 8\n", path)
    assert "purple: on 12; hand 1[?] 9[?]" in printed
    assert "9[97]" not in printed
    assert "You cannot play trip 99: 3[3]: no opponent's meeple is on 99 (ST-6)." in printed
    saved = Match.from_record(path.read_text(encoding="utf-8"))
    assert "black 8[83] +15" in saved.record()


@pytest.mark.parametrize(
    ("player", "on_disk", "said"), [("club", False, True), ("club", True, False), ("greedy", False, False)]
)
def test_a_wait_for_compiling_is_announced(
    player: str, on_disk: bool, said: bool, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trackside.terminal.plain.play.must_compile", lambda game: not on_disk)
    _, printed = table(taking(), "", path, ("you", player))
    assert ("once on this machine" in printed) is said
