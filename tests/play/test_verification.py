"""Verification of records: all that they prove is said, and whatever was changed is found."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import pytest

from tests.play.records import (
    COMMITMENTS,
    FINISHED,
    SALTS,
    SECRET,
    SEED,
    SHARED,
    SHARED_TEXT,
    SILENT_TEXT,
    TEXT,
    shared_match,
)
from tests.play.test_match import play_on
from trackside import Match
from trackside.core.errors import TracksideError
from trackside.play.dice import Dice, commit_to
from trackside.play.record import read_record
from trackside.play.verification import missing_proof, verify_record


def test_a_match_played_on_without_its_seed_says_from_where_the_new_dice_count() -> None:
    part = play_on(Match("whole-nine", seats=2, seed=5), 30, seed=1)
    resumed = play_on(Match.from_record(part.record()), 1000)
    assert f'[DiceFrom "{len(part.log)}"]' in resumed.record()
    said = verify_record(read_record(resumed.record()))
    assert f"the first {len(part.log)} were made before these dice were taken up: not checked against them" in said


def test_verifying_proves_moves_and_outcomes() -> None:
    said = verify_record(read_record(TEXT))
    assert said[0] == f"{len(FINISHED.log)} moves and outcomes replayed: all legal"
    assert said[1] == "the revealed seed is the one that was committed to at the start"
    assert said[2].endswith("outcomes re-derived from the revealed seed: all as drawn")
    assert said[3].startswith("result: ")


def test_verifying_finds_a_changed_roll_seed_or_result() -> None:
    changed = re.sub(r"\n1\. (\w+) (\d): .*", lambda m: f"\n1. {m[1]} {7 - int(m[2])}:", TEXT.partition("\n2.")[0])
    with pytest.raises(TracksideError, match=r"move \d+ \(\d:\) is not the outcome that the seed gives"):
        verify_record(read_record(changed))
    with pytest.raises(TracksideError, match="not the one that was committed to"):
        verify_record(read_record(TEXT.replace(SEED, SEED + "!")))
    with pytest.raises(TracksideError, match="but the moves give"):
        verify_record(read_record(re.sub(r'\[Result "[^"]*"\]', '[Result "red won: red 1 purple 0 yellow 0"]', TEXT)))


def test_verifying_finds_a_finished_record_that_was_cut() -> None:
    headers, moves = TEXT.split("\n\n")
    for kept in ("", moves[: len(moves) // 2].rpartition("\n")[0]):
        cut = f"{headers}\n\n{kept}"
        with pytest.raises(TracksideError, match="but its moves end before the game is over"):
            verify_record(read_record(cut))
        with pytest.raises(TracksideError, match="but its moves end before the game is over"):
            verify_record(read_record(cut.replace(f'[Seed "{SEED}"]\n', "")))
        verify_record(read_record(re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', cut)))


@pytest.mark.parametrize("seed", [f'[Seed "{SEED}"]\n', ""])
def test_verifying_finds_a_finished_game_that_is_called_unfinished(seed: str) -> None:
    text = re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', TEXT).replace(f'[Seed "{SEED}"]\n', seed)
    with pytest.raises(TracksideError, match=r"the record says '\*', but the moves give"):
        verify_record(read_record(text))


def test_without_a_seed_only_the_moves_and_the_result_are_checked() -> None:
    said = verify_record(read_record(TEXT.replace(f'[Seed "{SEED}"]\n', "")))
    assert said[1] == "no seed is revealed, so the outcomes cannot be checked"
    assert said[2].startswith("result: ")


def test_verifying_shared_dice_says_every_step() -> None:
    said = verify_record(read_record(SHARED_TEXT))
    outcomes = sum(seat < 0 for seat, _ in SHARED.log)
    assert said[1:-1] == [
        "the revealed secret is the one that was committed to at the start",
        "the salt of red is the one that it committed to before any salt was revealed",
        "the salt of yellow is the one that it committed to before any salt was revealed",
        f"the seed is made of this secret and 2 salts: red {SALTS[0]}, yellow {SALTS[2]}",
        f"{outcomes} outcomes re-derived from this seed: all as drawn",
    ]
    unrevealed = SHARED_TEXT.replace(f'[Secret "{SECRET}"]\n', "")
    assert verify_record(read_record(unrevealed))[3] == "no secret is revealed, so the outcomes cannot be checked"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('[Secret "what', '[Secret "That', "the revealed secret is not the one that was committed to"),
        ("yellow Salz", "yellow Sulz", "the salt of yellow is not the one that it committed to"),
        (f"yellow {commit_to(SALTS[2])}", f"yellow {'0' * 64}", "the salt of yellow is not the one that it committed"),
        ('[Salt "yellow', '[Salt "purple', "is not the outcome that the seed gives"),
        ('[Salt "yellow Salz für Gelb, 食塩 食塩"]\n', "", "is not the outcome that the seed gives"),
        ("\n1. ", "\n1. {changed} ", None),
    ],
)
def test_verifying_finds_a_changed_secret_or_salt(old: str, new: str, problem: str | None) -> None:
    assert old in SHARED_TEXT
    record = read_record(SHARED_TEXT.replace(old, new))
    if problem is None:
        assert verify_record(record)
        return
    with pytest.raises(TracksideError, match=problem):
        verify_record(record)


def test_a_seat_that_did_not_reveal_its_salt_is_named_and_cannot_be_hidden() -> None:
    record = read_record(SILENT_TEXT)
    assert (record.salts, record.salt_commitments) == ({0: SALTS[0]}, COMMITMENTS)
    assert record.match().record() == SILENT_TEXT
    said = "\n".join(verify_record(record))
    assert "yellow did not reveal the salt that it committed to: the dice were made without it" in said
    assert missing_proof(record) == ["yellow did not reveal its salt"]
    hidden = SILENT_TEXT.replace(f'[SaltCommitment "yellow {COMMITMENTS[2]}"]\n', "")
    with pytest.raises(TracksideError, match="is not the outcome that the seed gives"):
        verify_record(read_record(hidden))


def test_where_nobody_revealed_a_salt_the_secret_alone_makes_the_dice() -> None:
    text = play_on(shared_match("whole-nine", 3, Dice.shared(SECRET, {}, COMMITMENTS)), 1000).record()
    record = read_record(text)
    assert record.match().record() == text
    assert "the seed is made of this secret and no salt" in verify_record(record)
    assert missing_proof(record) == ["red did not reveal its salt", "yellow did not reveal its salt"]


def test_verifying_finds_any_changed_outcome_of_shared_dice() -> None:
    record = read_record(SHARED_TEXT)
    rolls = [index for index, (seat, _) in enumerate(record.log) if seat < 0]
    first = next(index for index in rolls if record.log[index - 1][0] >= 0)
    seat, outcome = record.log[first]
    changed = replace(record, log=[*record.log[:first], (seat, 5 - outcome)], result=None)
    with pytest.raises(TracksideError, match=f"move {first + 1} .* is not the outcome that the seed gives"):
        verify_record(changed)


def test_a_short_seed_has_no_commitment() -> None:
    text = play_on(Match("whole-nine", seats=2, seed=7), 1000).record()
    assert "[Commitment" not in text
    said = verify_record(read_record(text))
    assert said[1] == "there is no commitment to the seed: nothing shows that it was fixed before the game"
    assert said[2].endswith("all as drawn")
    known = text.replace('[Seed "7"]', f'[Commitment "{hashlib.sha256(b"7").hexdigest()}"]\n[Seed "7"]')
    with pytest.raises(TracksideError, match="not the one that was committed to"):
        verify_record(read_record(known))
