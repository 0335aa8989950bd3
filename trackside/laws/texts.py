"""Laws of notation: moves, positions, records, sentences and drawings."""

from __future__ import annotations

from functools import partial

from trackside.core.board import draw_text
from trackside.core.errors import ParseError
from trackside.core.notation import find_move
from trackside.core.protocol import SPECTATOR
from trackside.core.words import LANGUAGES, Words
from trackside.laws.scenes import is_plain
from trackside.laws.tables import Table, hidden, played, random_game, refusal, seeds
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.story import story_of


def text_of_moves_is_unique_and_parses_back(table: Table) -> None:
    """Every legal move has its own notation, which parses back."""
    game, words = table.game, Words("en", table.game.package)
    for seed in seeds(table, 5):
        for state, seat, choices, _ in random_game(table, seed):
            texts = [game.notation.move_text(state, seat, choice) for choice in choices]
            assert len(set(texts)) == len(texts)
            for choice, text in zip(choices, texts, strict=True):
                assert find_move(game.plain, game.notation, state, seat, text, words) == choice


def text_of_positions_parses_back(table: Table) -> None:
    """Every position's notation parses back, on several lines or on one."""
    for seed in seeds(table, 5):
        for state, _, _, _ in random_game(table, seed):
            text = table.game.notation.position_text(state)
            assert table.game.notation.parse_position(text) == state
            assert table.game.notation.parse_position(text.replace("\n", " / ")) == state


def text_of_records_parses_back_and_the_log_folds_to_the_state(table: Table) -> None:
    """Every record gives the same match, and its moves lead to the same position."""
    for seed in seeds(table, 3):
        match = played(table, seed)
        again = Match.from_record(match.record())
        assert again.log == match.log
        assert again.state == match.state
        assert again.record() == match.record()
        assert match.positions()[-1] == match.state


def records_of_unfinished_games_parse_back(table: Table) -> None:
    """Every record can be read, at any point of its game."""
    for seed in seeds(table, 3):
        match = played(table, seed, moves=7 * seed + 3)
        assert read_record(match.record()).log == match.log


def records_for_one_seat_replay_or_say_that_they_cannot(table: Table) -> None:
    """Every record for one seat either replays or reports that it was written for one seat."""
    match = played(table, 5)
    for perspective in [*range(table.seats), SPECTATOR]:
        text = match.record(perspective)
        assert "[Seed" not in text
        if "?" in text:
            assert "written for one seat" in str(refusal(ParseError, partial(read_record, text)))
        else:
            assert read_record(text).log == match.log


def every_event_is_told_in_every_language(table: Table) -> None:
    """Every move and every outcome is described in complete sentences."""
    for language in LANGUAGES:
        words = Words(language, table.game.package)
        for state, seat, choices, _ in random_game(table, 1):
            for choice in choices:
                said = table.game.notation.describe(state, seat, choice, words)
                assert said
                assert all(sentence and "{" not in sentence for sentence in said)
            if seat >= 0:
                assert table.game.notation.prompt(state, seat, words)


def every_turn_is_told_in_one_line_in_every_language(table: Table) -> None:
    """Every turn of a seat has a sentence, from every perspective, and is complete at the end of the game."""
    match = played(table, 6)
    for language in LANGUAGES:
        for perspective in [*range(table.seats), SPECTATOR]:
            words = match.words(language, perspective if perspective >= 0 else None)
            lines = story_of(match, perspective, words)
            assert all(line.says and "{" not in line.says for line in lines if line.seat >= 0)
            assert all(line.done for line in lines)
            assert all(is_plain(event.effects) for event in match.events(perspective))


def drawings_fit_a_terminal(table: Table) -> None:
    """Text drawings are at most 80 columns wide in every language."""
    for state, _, _, _ in random_game(table, 2):
        for language in LANGUAGES:
            picture = draw_text(table.game, state, Words(language, table.game.package))
            assert max(map(len, picture.splitlines())) <= 80


def views_have_a_text_that_parses_back_and_drawings_that_fit(table: Table) -> None:
    """Every view has a notation that parses back, and a drawing that fits."""
    for seed in seeds(table, 5):
        for number, (state, _, _, _) in enumerate(random_game(table, 300 + seed)):
            if number % 5 != seed % 5:
                continue
            for perspective in [*range(table.seats), SPECTATOR]:
                view = hidden(table, state, perspective)
                assert table.game.notation.parse_position(table.game.notation.position_text(view)) == view
                picture = draw_text(table.game, state, Words("en", table.game.package), perspective)
                assert max(map(len, picture.splitlines())) <= 80
