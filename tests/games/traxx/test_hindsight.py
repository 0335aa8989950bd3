"""Possible: what it finds can be drawn, and it never finds less than was played."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.games.traxx.table import TRAXX, moves, opening, play, scores
from trackside.core.capabilities import Possible
from trackside.core.errors import TracksideError
from trackside.core.protocol import CHANCE, AnyState
from trackside.core.words import SEATS
from trackside.games.traxx import beam
from trackside.games.traxx.hindsight import best_in_hindsight, cards_in_order
from trackside.games.traxx.material import card_text
from trackside.play.match import Match


def finished(seats: int, seed: int, **options: str) -> Match:
    match, chooser = Match("traxx", seats, options, seed=seed), random.Random(seed)
    while not match.over:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    return match


def redrawn(match: Match, seat: int, found: Possible) -> AnyState:
    """The game once more, this seat drawing what hindsight says, the others what they drew."""
    s, turns = match.start, [position.turns for position in match.positions()]
    _, cards = cards_in_order(match.start, match.log)
    for turn, (card, text) in enumerate(zip(cards, found.rounds, strict=True), 1):
        s = play(s, f"{card_text(card)}:")
        if text != "pass":
            s = play(s, f"{SEATS[seat]} {text}")
        if s.turns == turn and moves(s, seat):
            s = play(s, f"{SEATS[seat]} {moves(s, seat)[-1]}")
        for index, (actor, move) in enumerate(match.log):
            if turns[index] == turn and actor not in (CHANCE, seat):
                TRAXX.plain.apply(s, actor, move)
    return s


def test_cards_come_in_the_order_they_were_turned_up() -> None:
    match = finished(2, 1, starts="chance")
    final, cards = cards_in_order(match.start, match.log)
    assert final == match.state
    turned = [event.text for event in match.events() if event.seat == CHANCE]
    assert [f"{card_text(card)}:" for card in cards] == turned[2:]


@pytest.mark.parametrize(("seats", "seat", "seed"), [(1, 0, 1), (1, 0, 2), (2, 1, 3), (3, 0, 4)])
def test_what_it_finds_can_be_drawn_and_scores_as_it_says(seats: int, seat: int, seed: int) -> None:
    match = finished(seats, seed)
    found = best_in_hindsight(*cards_in_order(match.start, match.log), seat, width=100)
    s = redrawn(match, seat, found)
    assert s.phase == match.state.phase
    assert scores(s)[seat] == found.score
    assert found.score > match.scores[seat] + 30


def test_more_width_finds_no_less_here() -> None:
    match = finished(1, 5)
    final, cards = cards_in_order(match.start, match.log)
    narrow, wide = (best_in_hindsight(final, cards, 0, width).score for width in (1, 300))
    assert narrow < wide


def test_a_game_played_better_than_the_search_is_its_own_bound() -> None:
    match = finished(1, 6)
    final, cards = cards_in_order(match.start, match.log)
    final.noted[0][10] = 90
    assert best_in_hindsight(final, cards, 0, width=3) == Possible(scores(final)[0], ())


def test_on_one_card_it_is_exact() -> None:
    s = play(opening(starts="2", deck="bgkp"), "bgkp:", "red pass")
    found = best_in_hindsight(s, [s.card[0]], 0, width=5)
    assert found == Possible(4 + 7 + 5 - 61, ("A: f6 g6 h5 i4",))


def test_an_unfinished_game_is_refused() -> None:
    with pytest.raises(TracksideError, match="hindsight needs a finished game"):
        best_in_hindsight(opening(), [], 0)


def test_the_plain_kernel_finds_the_same() -> None:
    match = finished(1, 7)
    final, cards = cards_in_order(match.start, match.log)
    from trackside.games.traxx import hindsight

    width = 4
    lines = np.zeros((width, beam.COLUMNS), np.int64).tolist()
    lines[0] = hindsight._start_row(final, 0)
    room = hindsight.ROOM * width
    history = np.zeros((len(cards), width, 2), np.int64).tolist()
    found = [[0] * beam.COLUMNS for _ in range(room)]
    prepared = hindsight._before_the_first_card(final, 0)
    kept = beam.search(prepared, cards, lines, found, history, [0] * (2 * room + 1), [0] * 4096, hindsight.WEIGHTS)
    best = max(line[beam.DRAWN] + line[beam.POINTS] for line in lines[:kept])
    assert best - 60 == best_in_hindsight(final, cards, 0, width).score
