"""Laws of views: hidden information never reaches a seat."""

from __future__ import annotations

from trackside.core.layout import Layout
from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, SPECTATOR
from trackside.core.words import Words
from trackside.laws.tables import Table, guessed, hidden, played, random_game, seeds


def guessing_and_hiding_again_changes_nothing(table: Table) -> None:
    """Every guess fits the view, and hiding a view again changes nothing."""
    for seed in seeds(table, 10):
        for number, (state, _, _, _) in enumerate(random_game(table, seed)):
            if number % 5:
                continue
            for perspective in range(table.seats):
                view = hidden(table, state, perspective)
                assert hidden(table, guessed(table, view, perspective, number), perspective) == view
                assert hidden(table, view, perspective) == view


def what_a_seat_may_not_know_never_changes_what_it_is_sent(table: Table) -> None:
    """Every full position that fits a view gives the same view, notation and moves, byte for byte."""
    game = table.game
    for seed in seeds(table, 10):
        for number, (state, seat, _, _) in enumerate(random_game(table, 100 + seed)):
            if number % 5 != seed % 5:
                continue
            for perspective in range(table.seats):
                view = hidden(table, state, perspective)
                other = guessed(table, view, perspective, number)
                assert hidden(table, other, perspective).to_bytes() == view.to_bytes()
                assert game.notation.position_text(hidden(table, other, perspective)) == game.notation.position_text(
                    view
                )
                moves = choices_for(game.plain, state, perspective) if seat != OVER else []
                assert moves == (choices_for(game.plain, other, perspective) if seat != OVER else [])
                assert moves == (choices_for(game.plain, view, perspective) if seat != OVER else [])


def what_a_move_looks_like_to_a_seat_is_all_that_the_seat_learns_from_it(table: Table) -> None:
    """All moves that look the same to a seat have the same description, effects and resulting view."""
    game, words = table.game, Words("en", table.game.package)
    compared = 0
    for seed in seeds(table, 10):
        for number, (state, seat, _, move) in enumerate(random_game(table, 200 + seed)):
            if number % 5 != seed % 5 or seat == OVER:
                continue
            for perspective in range(table.seats):
                other = guessed(table, hidden(table, state, perspective), perspective, number)
                text = game.notation.move_text(state, seat, move, perspective)
                choices = choices_for(game.plain, other, seat)
                alike = [
                    choice for choice in choices if game.notation.move_text(other, seat, choice, perspective) == text
                ]
                for choice in alike[:1]:
                    truth, after = state.duplicate(), other.duplicate()
                    game.plain.apply(truth, seat, move)
                    game.plain.apply(after, seat, choice)
                    ended = [game.plain.to_move(result) == OVER for result in (truth, after)]
                    if truth.turns != after.turns or ended[0] != ended[1]:
                        continue  # in one of the positions the others had finished too: their moves are revealed now
                    said = game.notation.describe(state, seat, move, words, perspective)
                    assert game.notation.describe(other, seat, choice, words, perspective) == said
                    done = game.scenes.effects(state, seat, move, perspective)
                    assert game.scenes.effects(other, seat, choice, perspective) == done
                    assert hidden(table, after, perspective).to_bytes() == hidden(table, truth, perspective).to_bytes()
                    compared += 1
    assert compared > 0


def a_match_shows_every_seat_its_view_and_a_spectator_only_what_is_public(table: Table) -> None:
    """Every seat gets its own view from a match, and spectators get no moves."""
    match = played(table, 4, moves=12)
    for seat in [*range(table.seats), SPECTATOR]:
        view = match.view(seat)
        assert view.state == hidden(table, match.state, seat)
        assert isinstance(view.state, Layout)
    assert match.view(SPECTATOR).moves == ()
