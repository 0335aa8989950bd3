"""Dice rolled outside, and positions that fit a view."""

from __future__ import annotations

import copy
import random

import pytest

from trackside import CHANCE, SPECTATOR, Match, Outcome, View, sample
from trackside.core.errors import BadOption, IllegalMove, ParseError
from trackside.core.notation import view_state
from trackside.games import GAMES
from trackside.play.record import read_record

KINDS = pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])


@KINDS
@pytest.mark.parametrize("game", GAMES)
def test_a_game_rolled_by_hand_is_the_game_that_the_dice_would_give(game: str, compiled: bool) -> None:
    rolled, own = Match(game, seed="by hand"), Match(game, dice="manual", compiled=compiled)
    assert own.to_move == CHANCE
    chooser = random.Random(2)
    while not rolled.over:
        rolled.play(rolled.to_move, chooser.choice(rolled.moves(rolled.to_move)))
    for number, (seat, move) in enumerate(rolled.log):
        if seat == CHANCE:
            assert own.to_move == CHANCE
            outcomes = own.chance_outcomes()
            assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
            (fits,) = [outcome for outcome in outcomes if outcome.code == move]
            forms: list[Outcome | int | str] = [fits, fits.code, fits.text]
            own.play_chance(forms[number % 3])
        else:
            assert own.chance_outcomes() == []
            own.play(seat, move)
    assert own.log == rolled.log
    assert own.scores == rolled.scores
    assert "Commitment" not in own.record()
    assert "Seed" not in own.record()
    again = read_record(own.record()).match()
    assert again.log == own.log
    assert again.scores == own.scores


def test_chance_that_waits_says_what_it_waits_for() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, dice="manual")
    with pytest.raises(IllegalMove, match=r"chance is to move: continue with play_chance\(outcome\)"):
        match.play(0, 0)
    with pytest.raises(IllegalMove, match=r"chance cannot bring '9' now: the outcomes are 1 \(code 1\), 2 \(code 2\)"):
        match.play_chance("9")
    with pytest.raises(IllegalMove, match="chance cannot bring 0 now"):
        match.play_chance(0)
    assert match.log == []
    while match.to_move == CHANCE:
        match.play_chance(match.chance_outcomes()[0])
    with pytest.raises(IllegalMove, match=r"chance is not to move: continue with play\(seat, move\)"):
        match.play_chance(0)


def test_copies_of_a_match_rolled_by_hand_wait_too() -> None:
    match = Match("traxx", seats=1, dice="manual")
    other = copy.deepcopy(match)
    other.play_chance(other.chance_outcomes()[0])
    assert match.log == []
    assert other.log
    while other.to_move == CHANCE:
        other.play_chance(other.chance_outcomes()[0])
    other.play(0, other.moves(0)[-1])
    assert other.to_move == CHANCE


def test_a_match_with_its_own_dice_takes_no_outcomes() -> None:
    with pytest.raises(IllegalMove, match=r'Match\(..., dice="manual"\) leaves them to you'):
        Match("whole-nine", seed=1).play_chance(0)


@pytest.mark.parametrize(
    ("dice", "seed", "reason"),
    [
        ("loaded", None, "dice='loaded': must be \"match\""),
        ("manual", 7, "rolls nothing, so it takes no seed"),
        ("match", 1.5, "seed 1.5: a seed is a string or an integer"),
        ("match", True, "seed True: a seed is a string or an integer"),
    ],
)
def test_wrong_dice_and_seeds_are_refused(dice: str, seed: int | None, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        Match("whole-nine", seed=seed, dice=dice)  # type: ignore[arg-type]  # that is the test


def test_outcomes_compare_by_what_they_are_and_how_likely() -> None:
    assert Outcome(1, "2", 1, 6) == Outcome(1, "2", 2, 12)
    assert Outcome(1, "2", 1, 6) != Outcome(1, "2", 1, 5)
    assert copy.copy(Outcome(1, "2", 1, 6)) == Outcome(1, "2", 1, 6)


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_a_whole_position_in_which_the_seat_sees_what_it_saw(game: str) -> None:
    match, chooser = Match(game, seed="samples"), random.Random(1)
    for seed in range(12):
        for seat in (*range(match.seats), SPECTATOR):
            view = match.view(seat)
            imagined = sample(view, seed)
            assert not match.game.notation.has_blanks(imagined)
            assert view_state(match.game.plain, imagined, seat) == view.state
            assert sample(view, seed) == imagined
            assert sample(View.from_text(game, match.position(seat), seat), seed) == imagined
            assert View.from_text(game, view.text, seat) == view
            again = Match.from_position(game, match.game.notation.position_text(imagined), seed=1)
            assert again.state == imagined or match.to_move == CHANCE
        for _ in range(3):
            if not match.over:
                match.play(match.to_move, chooser.choice(match.moves(match.to_move)))


def test_samples_of_secrets_differ() -> None:
    view = Match("skip-or-trip", seats=3, seed=1).view(0)
    assert len({str(sample(view, seed).hand) for seed in range(10)}) == 10


def test_wrong_texts_and_seeds_for_samples_are_refused() -> None:
    match = Match("skip-or-trip", seats=2, seed=1)
    with pytest.raises(BadOption, match="this position is not what seat 1 sees: it leaves out what that seat knows"):
        View.from_text("skip-or-trip", match.position(0), seat=1)
    with pytest.raises(BadOption, match="there is no seat 2"):
        View.from_text("skip-or-trip", match.position(0), seat=2)
    with pytest.raises(ParseError):
        View.from_text("skip-or-trip", "what?", seat=0)
    with pytest.raises(BadOption, match="seed -1: the seed of a sample is an integer of 0 or more"):
        sample(match.view(0), seed=-1)
