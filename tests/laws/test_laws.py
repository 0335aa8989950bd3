"""What must hold for every game, whatever it is about."""

from __future__ import annotations

import pytest

from tests.laws.games import TABLES, Table, random_game, seeds
from trackside.core.board import draw_text
from trackside.core.errors import ParseError
from trackside.core.layout import Layout
from trackside.core.notation import choices_for, find_move
from trackside.core.protocol import CHANCE, OVER, SPECTATOR, AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.core.words import LANGUAGES, Words
from trackside.play.match import Match
from trackside.play.record import read_record

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@every_table
def test_moves_are_ascending_and_unique_and_never_missing(table: Table) -> None:
    rules = table.game.plain
    for seed in seeds(table, 20):
        for _, seat, choices, _ in random_game(table, seed):
            assert seat == OVER or choices
            assert choices == sorted(set(choices))
            if seat >= 0:
                assert choices[0] >= 0
                assert choices[-1] < rules.MOVES


@every_table
def test_weights_are_never_negative_and_never_all_zero(table: Table) -> None:
    rules = table.game.plain
    weights = [0] * rules.OUTCOMES
    for seed in seeds(table, 20):
        for state, seat, _, _ in random_game(table, seed):
            if seat == CHANCE:
                n = rules.chance_weights(state, weights)
                assert 0 < n <= rules.OUTCOMES
                assert min(weights[:n]) >= 0
                assert sum(weights[:n]) > 0
                assert rules.chance_stream(state) >= 0


@every_table
def test_returns_sum_to_one_and_the_winner_is_no_worse_than_others(table: Table) -> None:
    for seed in seeds(table, 50):
        *_, (state, _, _, _) = random_game(table, seed)
        shares: list[float] = [0.0] * table.seats
        table.game.plain.returns(state, shares)
        assert min(shares) >= 0
        if table.seats > 1:
            assert sum(shares) == pytest.approx(1)
        else:
            assert shares[0] <= 1


@every_table
def test_text_of_moves_is_unique_and_parses_back(table: Table) -> None:
    game, words = table.game, Words("en", table.game.package)
    for seed in seeds(table, 5):
        for state, seat, choices, _ in random_game(table, seed):
            texts = [game.notation.move_text(state, seat, choice) for choice in choices]
            assert len(set(texts)) == len(texts)
            for choice, text in zip(choices, texts, strict=True):
                assert find_move(game.plain, game.notation, state, seat, text, words) == choice


@every_table
def test_text_of_positions_parses_back(table: Table) -> None:
    for seed in seeds(table, 5):
        for state, _, _, _ in random_game(table, seed):
            text = table.game.notation.position_text(state)
            assert table.game.notation.parse_position(text) == state
            assert table.game.notation.parse_position(text.replace("\n", " / ")) == state


@every_table
def test_text_of_records_parses_back_and_the_log_folds_to_the_state(table: Table) -> None:
    for seed in seeds(table, 3):
        match = played(table, seed)
        again = Match.from_record(match.record())
        assert again.log == match.log
        assert again.state == match.state
        assert again.record() == match.record()
        assert match.positions()[-1] == match.state


@every_table
def test_records_of_unfinished_games_parse_back(table: Table) -> None:
    for seed in seeds(table, 3):
        match = played(table, seed, moves=7 * seed + 3)
        assert read_record(match.record()).log == match.log


@every_table
def test_every_event_is_told_in_every_language(table: Table) -> None:
    for language in LANGUAGES:
        words = Words(language, table.game.package)
        for state, seat, choices, _ in random_game(table, 1):
            for choice in choices:
                said = table.game.notation.describe(state, seat, choice, words)
                assert said
                assert all(sentence and "{" not in sentence for sentence in said)
            if seat >= 0:
                assert table.game.notation.prompt(state, seat, words)


@every_table
def test_drawings_fit_a_terminal(table: Table) -> None:
    for state, _, _, _ in random_game(table, 2):
        for language in LANGUAGES:
            picture = draw_text(table.game, state, Words(language, table.game.package))
            assert max(map(len, picture.splitlines())) <= 80


@every_table
def test_guessing_and_hiding_again_changes_nothing(table: Table) -> None:
    for seed in seeds(table, 10):
        for number, (state, _, _, _) in enumerate(random_game(table, seed)):
            if number % 5:
                continue
            for eyes in range(table.seats):
                view = hidden(table, state, eyes)
                assert hidden(table, guessed(table, view, eyes, number), eyes) == view
                assert hidden(table, view, eyes) == view


@every_table
def test_what_a_seat_may_not_know_never_changes_what_it_is_sent(table: Table) -> None:
    """Another truth that fits what the seat knows: the same view, moves, texts and words, byte for byte."""
    game = table.game
    for seed in seeds(table, 10):
        for number, (state, seat, _, _) in enumerate(random_game(table, 100 + seed)):
            if number % 5 != seed % 5:
                continue
            for eyes in range(table.seats):
                view = hidden(table, state, eyes)
                other = guessed(table, view, eyes, number)
                assert hidden(table, other, eyes).to_bytes() == view.to_bytes()
                assert game.notation.position_text(hidden(table, other, eyes)) == game.notation.position_text(view)
                moves = choices_for(game.plain, state, eyes) if seat != OVER else []
                assert moves == (choices_for(game.plain, other, eyes) if seat != OVER else [])
                assert moves == (choices_for(game.plain, view, eyes) if seat != OVER else [])


@every_table
def test_what_a_move_looks_like_to_a_seat_is_all_that_the_seat_learns_from_it(table: Table) -> None:
    """In another truth a move that looks the same to the seat is told in the same words and leads to the same view."""
    game, words = table.game, Words("en", table.game.package)
    compared = 0
    for seed in seeds(table, 10):
        for number, (state, seat, _, move) in enumerate(random_game(table, 200 + seed)):
            if number % 5 != seed % 5 or seat == OVER:
                continue
            for eyes in range(table.seats):
                other = guessed(table, hidden(table, state, eyes), eyes, number)
                text = game.notation.move_text(state, seat, move, eyes)
                choices = choices_for(game.plain, other, seat)
                alike = [choice for choice in choices if game.notation.move_text(other, seat, choice, eyes) == text]
                for choice in alike[:1]:
                    truth, after = state.duplicate(), other.duplicate()
                    game.plain.apply(truth, seat, move)
                    game.plain.apply(after, seat, choice)
                    ended = [game.plain.to_move(result) == OVER for result in (truth, after)]
                    if truth.turns != after.turns or ended[0] != ended[1]:
                        continue  # in one truth the others had finished too: what they did is shown now
                    said = game.notation.describe(state, seat, move, words, eyes)
                    assert game.notation.describe(other, seat, choice, words, eyes) == said
                    assert hidden(table, after, eyes).to_bytes() == hidden(table, truth, eyes).to_bytes()
                    compared += 1
    assert compared > 0


@every_table
def test_views_have_a_text_that_parses_back_and_drawings_that_fit(table: Table) -> None:
    for seed in seeds(table, 5):
        for number, (state, _, _, _) in enumerate(random_game(table, 300 + seed)):
            if number % 5 != seed % 5:
                continue
            for eyes in [*range(table.seats), SPECTATOR]:
                view = hidden(table, state, eyes)
                assert table.game.notation.parse_position(table.game.notation.position_text(view)) == view
                picture = draw_text(table.game, state, Words("en", table.game.package), eyes)
                assert max(map(len, picture.splitlines())) <= 80


@every_table
def test_records_for_one_seat_replay_or_say_that_they_cannot(table: Table) -> None:
    match = played(table, 5)
    for eyes in [*range(table.seats), SPECTATOR]:
        text = match.record(eyes)
        assert "[Seed" not in text
        if "?" in text:
            with pytest.raises(ParseError, match="written for one seat"):
                read_record(text)
        else:
            assert read_record(text).log == match.log


@every_table
def test_a_match_shows_every_seat_its_view_and_a_spectator_only_what_is_public(table: Table) -> None:
    match = played(table, 4, moves=12)
    for seat in [*range(table.seats), SPECTATOR]:
        view = match.view(seat)
        assert view.state == hidden(table, match.state, seat)
        assert isinstance(view.state, Layout)
    assert match.view(SPECTATOR).moves == ()


def hidden(table: Table, state: AnyState, eyes: int) -> AnyState:
    view = state.duplicate()
    table.game.plain.hide(view, eyes)
    return view


def guessed(table: Table, view: AnyState, eyes: int, seed: int) -> AnyState:
    truth, rng = view.duplicate(), [0] * WORDS
    seed_generator(rng, seed)
    table.game.plain.guess(truth, eyes, rng)
    return truth


def played(table: Table, seed: int, moves: int = 100_000) -> Match:
    """A match of random moves, to its end or so many moves far."""
    import random

    match, chooser = Match(table.game.name, table.seats, table.options, seed=seed), random.Random(seed)
    while not match.over and moves > 0:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
        moves -= 1
    return match
