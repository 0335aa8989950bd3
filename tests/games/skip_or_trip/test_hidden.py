"""Secrets: what a seat may not know changes nothing it is sent, and guesses are fair."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.games.skip_or_trip.table import GAME, line, position
from tests.laws.games import TABLES, THOROUGH, Table, random_game
from trackside.core.board import draw_text
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import OVER, REFEREE, SPECTATOR
from trackside.core.random import WORDS, seed_generator
from trackside.core.words import LANGUAGES, Words
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import kinds_of
from trackside.games.skip_or_trip.state import CARD, COPIES, KINDS, State
from trackside.play.dice import Dice
from trackside.play.match import Match

MINE = [table for table in TABLES if table.game is GAME and not {"first", "rounds"} & set(table.options)]
POSITIONS = 2400 if THOROUGH else 200
EACH = 60 if THOROUGH else 12
"""Positions of every kind of table."""
GAMES_EACH = 4 if THOROUGH else 1
"""Games of every kind of table that they are from."""
GUESSES = 20_000


def guessed(view: State, perspective: int, seed: int) -> State:
    truth, rng = view.duplicate(), [0] * WORDS
    seed_generator(rng, seed)
    GAME.plain.guess(truth, perspective, rng)
    return truth


def random_positions(table: Table, n: int) -> Iterator[tuple[State, int]]:
    """Positions in which somebody is to move, from random games, and whose they are."""
    found = [(s, seat) for seed in range(GAMES_EACH) for s, seat, _, _ in random_game(table, 500 + seed) if seat >= 0]
    return iter(random.Random(7).sample(found, min(n, len(found))))


def match_at(s: State) -> Match:
    return Match.from_log(GAME, s, [], options={}, dice=Dice("secret"), position="given")


def sent(match: Match, perspective: int, language: str) -> list[object]:
    """All that a match ever tells one seat."""
    words, events = match.words(language), match.events(perspective)
    view = match.view(perspective)
    told: list[object] = [
        view.state.to_bytes(),
        view.to_move,
        view.moves,
        match.position(perspective),
        match.record(perspective),
    ]
    said = [event.said(words) for event in events]
    return [*told, events, said, draw_text(GAME, match.state, words, perspective)]


def test_two_truths_are_one_to_a_seat_that_cannot_tell_them_apart_before_and_after_moves_of_others() -> None:
    """Views, legal moves, texts, words, drawings, events and records, over many random positions."""
    compared = different = moved = 0
    chooser = random.Random(11)
    for table in MINE:
        for number, (s, seat) in enumerate(random_positions(table, 1 + POSITIONS // len(MINE))):
            perspective = chooser.choice([other for other in range(table.seats) if other != seat])
            other = guessed(view_state(GAME.plain, s, perspective), perspective, number)
            compared += 1
            different += other != s
            one, two = match_at(s), match_at(other)
            language = LANGUAGES[number % len(LANGUAGES)]
            assert sent(one, perspective, language) == sent(two, perspective, language)
            move = chooser.choice(one.moves(seat)).code
            text = GAME.notation.move_text(s, seat, move, perspective)
            alike = [
                m.code for m in two.moves(seat) if GAME.notation.move_text(other, seat, m.code, perspective) == text
            ]
            if alike and one.to_move == seat:
                one.play(seat, move)
                two.play(seat, alike[0])
                if not drew(one, perspective):
                    assert sent(one, perspective, language) == sent(two, perspective, language)
                    moved += 1
    assert compared >= 0.8 * POSITIONS
    assert different > 0.9 * compared
    assert moved > 0.5 * compared


def drew(match: Match, perspective: int) -> bool:
    """Return True if the seat itself has drawn a card since; it may then know more."""
    return bool(match.state.held[perspective] != match.start.held[perspective])


def test_a_seat_that_is_to_move_gets_the_same_moves_in_every_truth() -> None:
    for table in MINE:
        for number, (s, seat) in enumerate(random_positions(table, EACH)):
            view = view_state(GAME.plain, s, seat)
            other = guessed(view, seat, number)
            assert choices_for(GAME.plain, other, seat) == choices_for(GAME.plain, s, seat)
            assert sent(match_at(other), seat, "en") == sent(match_at(s), seat, "en")


def test_guessing_fills_every_blank_and_hiding_again_gives_the_same_view() -> None:
    for table in MINE:
        for number, (s, _) in enumerate(random_positions(table, EACH)):
            for perspective in [*range(table.seats), SPECTATOR]:
                view = view_state(GAME.plain, s, perspective)
                truth = guessed(view, perspective, number)
                assert view_state(GAME.plain, truth, perspective) == view
                assert not GAME.notation.has_blanks(truth)
                assert GAME.notation.has_blanks(view)
                for kind in range(KINDS):
                    placed = sum(truth.hand[seat][kind] + truth.down[seat][kind] for seat in range(table.seats))
                    assert truth.stock[kind] + truth.shown[kind] + placed == COPIES[kind]
                    assert truth.stock[kind] >= 0


def test_guessing_leaves_a_whole_truth_as_it_is() -> None:
    for table in MINE:
        for number, (s, _) in enumerate(random_positions(table, 20)):
            assert guessed(s, 0, number) == s


def test_guess_deals_the_unseen_white_sides_of_a_number_uniformly() -> None:
    """Five white sides of 9 are unseen; purple holds two, has played one black side up, and two are in the deck."""
    start = """turn 20: red to act / rules: basic / deck: top 9 / shown: 9[2] 9[3] 9[5] 9[7] 9[11]
    red: on 10; hand 9[13]; down 9[17]
    purple: on 11; hand 9[97] 9[37]; down 9[31]"""
    view = view_state(GAME.plain, position(start), 0)
    assert line(view, "purple") == "on 11; hand 9[?] 9[?]; down 9[?]"
    rng = [0] * WORDS
    seed_generator(rng, 99)
    found: Counter[tuple[tuple[int, ...], int]] = Counter()
    for _ in range(GUESSES):
        truth = view.duplicate()
        GAME.plain.guess(truth, 0, rng)
        held = tuple(kind for kind in kinds_of(9) if truth.hand[1][kind])
        (down,) = (kind for kind in kinds_of(9) if truth.down[1][kind])
        found[held, down] += 1
    assert len(found) == 10 * 3  # five choose two, times three that are left for the card played
    expected = GUESSES / len(found)
    chi_square = sum((n - expected) ** 2 / expected for n in found.values())
    assert chi_square < 52.3  # 29 degrees of freedom: one in two hundred by chance, and the seed is fixed


def test_guess_counts_both_cards_of_a_kind_that_occurs_twice() -> None:
    """Of the number 2 only 2[2], 2[2] and 2[29] are unseen, one of them in purple's hand."""
    seen = "2[3] 2[5] 2[5] 2[7] 2[2.2] 2[2.3] 2[2.2.2] 2[3.3] 2[23]"
    start = f"turn 20: red to act / deck: top 2 / shown: {seen} / red: on 10; hand 1[2] / purple: on 11; hand 2[29]"
    view = view_state(GAME.plain, position(start), 0)
    rng = [0] * WORDS
    seed_generator(rng, 5)
    twins = 0
    for _ in range(GUESSES):
        truth = view.duplicate()
        GAME.plain.guess(truth, 0, rng)
        twins += truth.hand[1][kinds_of(2)[0]]
    assert twins / GUESSES == pytest.approx(2 / 3, abs=0.01)


def test_whoever_named_a_square_is_guessed_to_hold_the_cards_for_it() -> None:
    start = """turn 20: purple trips 94 / rules: basic / deck: top 9
    red: on 94; hand 1[2] / purple: on 11; hand 4[47] 8[2] 9[31]"""
    view = view_state(GAME.plain, position(start), 0)
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(300):
        truth = guessed(view, 0, seed)
        assert truth.phase == CARD
        assert choices_for(GAME.plain, truth, 1)
        found[tuple(truth.hand[1])] += 1
    assert len(found) > 10


def test_what_is_hidden_from_a_seat_is_hidden_in_the_words_too() -> None:
    s = position("turn 5: purple to act / deck: top 1 / red: on 3; hand 2[7] / purple: on 6; hand 8[83] 8[89]")
    words = Words("en", GAME.package)
    moves = choices_for(GAME.plain, s, 1)
    for perspective, secret in {0: True, SPECTATOR: True, 1: False, REFEREE: False}.items():
        said = {" ".join(GAME.notation.describe(s, 1, move, words, perspective)) for move in moves[:2]}
        assert (len(said) == 1) == secret
        assert ("83" in str(said)) != secret


def test_games_end_the_same_for_all() -> None:
    match = Match("skip-or-trip", 3, seed=3)
    chooser = random.Random(3)
    while not match.over:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    assert rules.to_move(match.view(SPECTATOR).state) == OVER
    assert "?" not in match.record()
    assert "?" in match.record(0)
    assert "[Seed" in match.record()
    assert "[Seed" not in match.record(0)
