"""The other players' moves in a round stay hidden until it is over (TX-4)."""

from __future__ import annotations

import random

import pytest

from tests.games.traxx.table import TRAXX, hidden, moves, opening, play
from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, REFEREE, SPECTATOR
from trackside.core.random import WORDS, seed_generator
from trackside.play.events import Event
from trackside.play.match import Match
from trackside.play.record_writer import write_record


def test_tx4_a_view_is_the_position_in_which_the_others_have_not_acted() -> None:
    s = play(opening(2, starts="32"), "ggrkp:")
    acted = play(s, "purple A: f6 e7")
    assert hidden(acted, 0) == hidden(s, 0)
    assert hidden(play(acted, "purple stop"), 0) == hidden(s, 0)
    assert hidden(play(s, "purple pass"), 0) == hidden(s, 0)
    assert hidden(acted, 1).drawn == [0, 2, 0, 0]
    assert hidden(acted, SPECTATOR) == s
    assert hidden(acted, REFEREE) == acted


def test_tx4_both_ends_and_numbers_are_taken_back() -> None:
    s = play(opening(2, starts="32"), "ggrkp:", "red A: g4 stop", "purple A: f6 stop", "bgrk:")
    at_end_a = play(s, "purple A: f7 e7 stop")
    at_end_b = play(s, "purple B: g4 g5")
    assert at_end_a != s
    assert at_end_b.noted[1][3] == 2
    assert hidden(at_end_a, 0) == hidden(at_end_b, 0) == hidden(s, 0)


def test_tx4_who_could_not_use_the_card_is_known_to_have_passed() -> None:
    s = play(opening(2, starts="34", deck="p-ybgk"), "p:")
    assert hidden(s, 0).done[:2] == [0, 1]


def test_tx4_in_a_view_its_owner_is_to_move_while_it_can() -> None:
    s = play(opening(4), "ggrkp:")
    for seat in range(4):
        assert TRAXX.plain.to_move(hidden(s, seat)) == seat
    done = play(s, "blue pass")
    assert TRAXX.plain.to_move(hidden(done, 3)) == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tx4_unfinished_moves_never_change_anybody_elses_view(seats: int) -> None:
    """Whole games, the seats acting in any order: bytes, moves and text stay the same until the round is over."""
    for seed in range(4):
        match, chooser = Match("traxx", seats, seed=seed), random.Random(seed)
        while not match.over:
            turn, views = match.state.turns, [match.view(seat) for seat in range(seats)]
            texts = [match.position(seat) for seat in range(seats)]
            spectator = match.view(SPECTATOR)
            while not match.over and match.state.turns == turn:
                actor = chooser.choice([seat for seat in range(seats) if match.moves(seat)])
                match.play(actor, chooser.choice(match.moves(actor)))
                views[actor], texts[actor] = match.view(actor), match.position(actor)
                if match.over or match.state.turns > turn:
                    break
                for seat in range(seats):
                    assert match.view(seat).state.to_bytes() == views[seat].state.to_bytes()
                    assert match.view(seat) == views[seat]
                    assert match.position(seat) == texts[seat]
                assert match.view(SPECTATOR) == spectator


def test_a_view_is_a_state_to_play_on_from() -> None:
    for seed in range(20):
        chooser = random.Random(seed)
        s = play(opening(4), "ggrkp:", "red A: d4 stop", "purple A: f6")
        view = hidden(s, chooser.randrange(4))
        rng = [0] * WORDS
        seed_generator(rng, seed)
        TRAXX.plain.guess(view, 1, rng)
        while (seat := TRAXX.plain.to_move(view)) != OVER:
            TRAXX.plain.apply(view, seat, chooser.choice(choices_for(TRAXX.plain, view, seat)))
        assert view.turns == 15


def test_events_of_others_are_told_when_the_round_is_over_and_in_order() -> None:
    match = Match("traxx", 2, {"starts": "32", "deck": "ggrkp-ybgk"}, seed=5)
    told: dict[int, list[Event]] = {0: [], 1: [], SPECTATOR: []}
    for perspective, events in told.items():
        match.watch(perspective, events.append)
    match.play(1, moves(match.state, 1)[0])
    assert [event.seat for event in told[1]] == [1]
    assert told[0] == told[SPECTATOR] == []
    while match.moves(1):
        match.play(1, match.moves(1)[-1])
    assert told[0] == []
    assert all(event.seat != 1 for event in match.events(0))
    match.play(0, "pass")
    numbers = [event.number for event in told[0]]
    assert numbers == sorted(numbers)
    assert {event.seat for event in told[0]} == {-1, 0, 1}
    assert [event.number for event in told[SPECTATOR]] == numbers
    assert match.events(0) == match.events(1)


def test_a_record_for_a_seat_leaves_out_what_it_may_not_know_yet() -> None:
    match = Match("traxx", 2, {"starts": "32"}, seed=5)
    match.play(1, match.moves(1)[0])
    secret = match.log[-1]
    assert write_record(match, reveal_seed=False, perspective=0).splitlines()[-1].startswith("1. ")
    assert "purple" not in write_record(match, reveal_seed=False, perspective=0)
    assert "purple" in write_record(match, reveal_seed=False, perspective=1)
    assert Match.from_record(match.record()).log[-1] == secret


def test_own_moves_can_be_taken_back_while_others_act_in_secret() -> None:
    match = Match("traxx", 2, {"starts": "32", "deck": "ggrkp-ybgk-ybgk"}, seed=5)
    before = match.state
    first = match.moves(0)[0].text
    match.play(0, first)
    match.play(1, match.moves(1)[0])
    secret = match.log[-1]
    assert match.undo(0) == first
    assert match.log[-1] == secret
    match.undo(1)
    assert match.state == before


def test_what_was_taken_back_is_never_told() -> None:
    match = Match("traxx", 2, {"starts": "32", "deck": "ggrkp-ybgk-ybgk"}, seed=5)
    told: list[Event] = []
    match.watch(0, told.append)
    first, second = match.moves(1)[:2]
    match.play(1, first)
    match.play(0, match.moves(0)[0])
    match.undo(1)
    match.play(1, second)
    for seat in (0, 1):
        while match.moves(seat) and match.state.turns == 1:
            match.play(seat, match.moves(seat)[-1])
    texts = [event.text for event in told if event.seat == 1]
    assert first.text not in texts
    assert second.text in texts
