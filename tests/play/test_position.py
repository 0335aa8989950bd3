"""Matches held by plain and by compiled rules: the same, and which of the two is taken when."""

from __future__ import annotations

import copy
import pickle
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from trackside import Match
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import SPECTATOR
from trackside.games import GAMES, catalogue
from trackside.play import position
from trackside.play.events import Event
from trackside.play.position import hold

KINDS = pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])


def play_on(match: Match, moves: int) -> Match:
    for number in range(moves):
        if not match.over:
            choices = match.moves(match.to_move)
            match.play(match.to_move, choices[number % len(choices)])
    return match


@KINDS
@pytest.mark.parametrize("game", GAMES)
def test_copies_and_pickles_go_on_with_the_same_dice(game: str, compiled: bool) -> None:
    match = play_on(Match(game, seed="copies", compiled=compiled), 15)
    before = match.record(reveal_seed=True)
    copies = [match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    for other in copies:
        assert other.compiled is compiled
        play_on(other, 20)
    assert len({tuple(other.log) for other in copies}) == 1
    assert match.record(reveal_seed=True) == before
    assert play_on(match, 20).log == copies[0].log


@KINDS
def test_a_copy_has_options_and_log_of_its_own_and_no_observers(compiled: bool) -> None:
    match = Match("whole-nine", seats=2, seed=1, compiled=compiled)
    heard: list[Event] = []
    match.watch(0, heard.append)
    other = match.copy()
    play_on(other, 3)
    other.options["segments"] = "5"
    assert heard == []
    assert match.options["segments"] == "6"
    play_on(match, 1)
    assert heard


@KINDS
@pytest.mark.parametrize("game", GAMES)
def test_observers_hear_the_same(game: str, compiled: bool) -> None:
    told, seen = Match(game, seed=3, compiled=compiled), Match(game, seed=3, compiled=False)
    heard: list[Event] = []
    told.watch(SPECTATOR, heard.append)
    first = len(told.log)
    play_on(told, 40)
    play_on(seen, 40)
    assert told.log == seen.log
    assert [event for event in seen.events() if event.number >= first] == [
        event for event in heard if event.number in seen.visible()
    ]


@KINDS
def test_refusals_and_undo_are_the_same(compiled: bool) -> None:
    match = Match("traxx", seats=2, seed=1, compiled=compiled)
    before = match.record()
    with pytest.raises(IllegalMove, match="cannot"):
        match.play(1, 200)
    assert match.record() == before
    move = match.moves(1)[0]
    match.play(1, move)
    assert match.undo(1) == move.text
    assert match.record() == before
    assert match.compiled is compiled
    match.play(1, move)
    play_on(match, 500)
    assert match.over


@KINDS
def test_what_was_prepared_for_one_move_is_not_made_for_another(compiled: bool) -> None:
    match = Match("whole-nine", seats=2, seed=5, compiled=compiled)
    play_on(match, 6)
    while len(match.moves(match.to_move)) < 2:
        play_on(match, 1)
    seat = match.to_move
    one, other = (match.prepare(seat, move) for move in match.moves(seat)[:2])
    assert match.after(one) != match.after(other)
    expected = match.after(list(one))
    match.extend(one)
    assert match.state == expected
    assert match.positions()[-1] == expected


def test_a_process_takes_compiled_rules_after_its_first_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    Match("whole-nine", compiled=True)  # so they are on the disk
    monkeypatch.setattr(position, "SOON", 2)
    monkeypatch.setattr(position, "_begun", Counter())
    position._is_on_disk.cache_clear()
    assert [Match("whole-nine", seed=1).compiled for _ in range(4)] == [False, False, True, True]
    assert not Match.from_record(Match("whole-nine", seed=1).record()).compiled


def test_rules_that_cannot_be_compiled_are_played_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "trackside", "new", "never-compiled"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    (rules,) = tmp_path.rglob("rules.py")
    text = rules.read_text(encoding="utf-8")
    head, _, body = text.partition("def apply(")
    line, _, rest = body.partition("\n    s.")
    assert rest
    rules.write_text(f"{head}def apply({line}\n    assert {{name: 1 for name in 'ab'}}\n    s.{rest}", encoding="utf-8")
    monkeypatch.setenv("TRACKSIDE_GAMES", str(rules.parent))
    monkeypatch.setattr(position, "LATE", 0)
    catalogue.GAMES.forget()
    try:
        assert not play_on(Match("never-compiled", seed=1), 5).compiled
        with pytest.raises(BadOption, match=r"rules\.py, line \d+: this cannot be compiled"):
            Match("never-compiled", compiled=True)
    finally:
        monkeypatch.undo()
        catalogue.GAMES.forget()
        shutil.rmtree(tmp_path)


def test_a_position_forgets_what_it_only_remembered() -> None:
    match = Match("skip-or-trip", seats=2, seed=1)
    held = hold(match.game, match.state, compiled=True)
    assert held.state == match.state
    assert held.view_state(1) == match.view_state(1)
    held.forget()
    assert held.state == match.state
    assert held.view_state(1) == match.view_state(1)
