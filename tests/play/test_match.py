from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from trackside import Match
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER, SPECTATOR
from trackside.games import GAMES
from trackside.play.events import Event


def play_on(match: Match, moves: int, seed: int = 0) -> Match:
    chooser = random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    return match


def test_the_interface_of_the_readme() -> None:
    match = Match("whole-nine", seats=3, options={"segments": 6}, seed=7)
    while not match.over:
        seat = match.to_move
        moves = match.moves(seat)
        match.play(seat, moves[0])
    assert match.to_move == OVER
    assert len(match.scores) == 3
    assert match.winners == [seat for seat in range(3) if match.returns[seat] > 0]
    assert Match.from_position("whole-nine", match.position()).position() == match.position()
    assert Match.from_record(match.record()).record() == match.record()


def test_a_move_can_be_given_as_move_code_or_text() -> None:
    by_move, by_code, by_text = (Match("whole-nine", seats=2, seed=1) for _ in range(3))
    for _ in range(20):
        seat = by_move.to_move
        move = by_move.moves(seat)[-1]
        by_move.play(seat, move)
        by_code.play(seat, move.code)
        by_text.play(seat, move.text)
    assert by_move.log == by_code.log == by_text.log


def test_illegal_moves_are_refused_in_words_and_change_nothing() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    before = match.record()
    refused: list[tuple[int, str | int, str]] = [
        (0, "1a-1b", "a move is where a pawn stands"),
        (0, 20, "Red cannot play code 20"),
        (0, -1, "Red cannot play code -1"),
        (0, "", "a move is where a pawn stands"),
        (1, "start-1a", "Purple cannot play start-1a now: Red is to move"),
        (1, 0, "Red is to move"),
        (2, 0, "there is no seat 2: the seats are 0 to 1"),
        (CHANCE, 0, "there is no seat -1"),
    ]
    for seat, move, reason in refused:
        with pytest.raises(IllegalMove, match=reason):
            match.play(seat, move)
    assert match.record() == before


def test_refusals_can_be_said_in_any_language() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    with pytest.raises(IllegalMove, match="Purple cannot play start-1a now") as refused:
        match.play(1, "start-1a")
    match.play(0, match.moves(0)[0])
    assert refused.value.say(match.words("de")).startswith("Lila kann start-1a jetzt nicht spielen: Rot ist am Zug")
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_a_copy_or_a_pickle_of_a_match_goes_on_by_itself() -> None:
    match = Match("skip-or-trip", seats=3, seed=4)
    heard: list[Event] = []
    match.watch(0, heard.append)
    for again in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert again.record(reveal_seed=True) == match.record(reveal_seed=True)
        again.play(again.to_move, again.moves(again.to_move)[0])
        assert len(again.log) > len(match.log)
        assert again.game is match.game
    assert heard == []


def test_a_prepared_move_changes_nothing_until_it_is_made() -> None:
    match = Match("whole-nine", seats=2, seed=1)
    before, seat = match.record(), match.to_move
    entries = match.prepare(seat, match.moves(seat)[0])
    assert match.record() == before
    again = Match("whole-nine", seats=2, seed=1)
    again.play(seat, again.moves(seat)[0])
    match.extend(entries)
    assert match.log == again.log
    assert match.state == again.state


@pytest.mark.parametrize(
    ("game", "seats", "options", "reason"),
    [
        ("chess", 2, {}, "there is no game 'chess': the games are whole-nine"),
        ("whole-nine", 9, {}, "The Whole Nine is for 2 to 5 players, not for 9"),
        ("whole-nine", 2, {"segments": 4}, "option segments=4: the value must be one of 6, 5"),
        ("whole-nine", 4, {"segments": 5}, "option segments=5 goes with 2 or 3 players, not with 4"),
        ("whole-nine", 2, {"speed": 5}, "has no option 'speed': it has segments, first"),
    ],
)
def test_wrong_games_seats_and_options_are_refused(
    game: str, seats: int, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(BadOption, match=reason):
        Match(game, seats, options)


def test_a_seats_rolls_do_not_depend_on_what_the_others_do() -> None:
    def rolls(chooser_seed: int) -> list[int]:
        match = play_on(Match("whole-nine", seats=2, seed=3), 60, chooser_seed)
        states = match.positions()
        return [
            move
            for state, (seat, move) in zip(states, match.log, strict=False)
            if seat == CHANCE and state.turns and state.seat == 0
        ]

    first, second = rolls(1), rolls(2)
    shared = min(len(first), len(second))
    assert shared > 10
    assert first[:shared] == second[:shared]


TAKING = """turn 9: red rolled 2
    track: [1]123456* [2]123456* [3]123456* [4]123456* [5]123456* [6]123456*
    red: pawns start start start 1g; row 1
    purple: pawns start start 1a 1e; row 2"""


def test_undo_goes_back_over_ones_own_moves() -> None:
    match = Match.from_position("whole-nine", TAKING, seed=1)
    before = match.position()
    match.play(0, "1g-2a")
    assert match.undo(0) == "1g-2a"
    assert match.position() == before


def test_undo_ends_where_something_new_was_shown_or_another_moved() -> None:
    match = Match.from_position("whole-nine", TAKING, seed=1)
    match.play(0, "1g-2a")
    match.play(0, "x1b")
    before = match.record()
    with pytest.raises(IllegalMove, match="Red cannot undo: something new has been shown"):
        match.undo(0)
    match.play(1, match.moves(1)[0])
    with pytest.raises(IllegalMove, match="Purple cannot undo: something new has been shown"):
        match.undo(1)
    assert match.record().startswith(before.rstrip("\n").rpartition("\n")[0])


@pytest.mark.parametrize(("game", "seats"), [("whole-nine", 3), ("skip-or-trip", 2), ("traxx", 1), ("traxx", 2)])
@pytest.mark.parametrize("compiled", [False, True])
def test_undo_may_go_back_freely_and_the_same_moves_bring_the_same_dice(game: str, seats: int, compiled: bool) -> None:
    match: Match[Any] = Match(game, seats, seed=5, compiled=compiled)
    while match.turn < 6:
        match.play(match.to_move, match.moves(match.to_move)[0])
    played, back = match.log.copy(), []
    while any(actor == 0 for actor, _ in match.log):
        text = match.undo(0, freely=True)
        assert text in [move.text for move in match.moves(0)]
        assert match.log == played[: len(match.log)]
        back.append(len(match.log))
    assert back == [n for n, (actor, _) in reversed([*enumerate(played)]) if actor == 0]
    assert 0 < match.undone <= len(back)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.undo(0, freely=True)
    again = Match.from_record(match.record(reveal_seed=True))
    assert again.undone == match.undone
    for actor, move in played[len(match.log) :]:
        if actor >= 0:
            match.play(actor, move)
    assert match.log == played


def test_neither_the_end_nor_the_end_of_the_time_is_undone_freely() -> None:
    match: Match[Any] = Match("skip-or-trip", 2, seed=5, options={"first": "red"})
    match.play(0, match.moves(0)[0])
    match.call_time()
    with pytest.raises(IllegalMove, match="time has run out since"):
        match.undo(0, freely=True)
    while not match.over:
        match.play(match.to_move, match.moves(match.to_move)[0])
    seat = next(seat for seat in range(2) if not match.may_undo(seat))
    with pytest.raises(IllegalMove, match="the game is over"):
        match.undo(seat, freely=True)


def test_undo_with_nothing_to_take_back_is_refused() -> None:
    match = Match.from_position("whole-nine", TAKING, seed=1)
    with pytest.raises(IllegalMove, match="Red cannot undo: there is nothing to take back"):
        match.undo(0)


def test_observers_hear_every_event_in_order_and_in_words() -> None:
    match = Match.from_position("whole-nine", TAKING, seed=1)
    heard: list[Event] = []
    match.watch(1, heard.append)
    match.play(0, "1g-2a")
    match.play(0, "x1g")
    assert [event.number for event in heard] == [0, 1, 2]
    assert heard[0].said(match.words()) == (
        "Red moves from 1g to 2a.",
        "Red takes one of these: 2, 3, 4, 6, an animal.",
    )
    assert heard[1].said(match.words()) == ("Red takes the animal on 1g: +5.",)
    assert heard[2].seat == CHANCE
    assert match.events(1) == heard


def test_winners_and_returns_are_known_only_at_the_end() -> None:
    match = Match("whole-nine", seats=2, seed=1)
    assert match.winners == []
    with pytest.raises(IllegalMove, match="nobody has won yet"):
        _ = match.returns
    play_on(match, 1000)
    assert sum(match.returns) == 1


def test_views_and_states_are_copies() -> None:
    match = Match("whole-nine", seats=2, seed=1)
    match.view(0).state.plus[0] = 99
    match.state.plus[0] = 99
    assert match.scores == [0, 0]


def test_moves_in_a_view_are_the_legal_ones() -> None:
    match = Match("whole-nine", seats=2, options={"first": "purple"}, seed=1)
    assert list(match.view(1).moves) == match.moves(1)
    assert match.view(0).moves == ()


def test_the_log_as_it_was_tells_what_a_seat_could_know_then() -> None:
    match = Match("traxx", 2, {"deck": "ybgr-ybbgp"}, seed=1)
    told = {}
    while not match.over:
        told[len(match.log)] = {seat: match.events(seat) for seat in (0, 1, SPECTATOR)}
        match.play(match.to_move, match.moves(match.to_move)[0])
    for length, events in told.items():
        for seat, expected in events.items():
            assert match.events(seat, until=length) == expected
    assert any(len(events[0]) != len(events[1]) for events in told.values())


@pytest.mark.parametrize("game", GAMES)
def test_what_a_prepared_move_leads_to_is_known_before_it_is_made(game: str) -> None:
    match = Match(game, seed="ahead")
    while not match.over and len(match.log) < 60:
        before, entries = match.state, match.prepare(match.to_move, match.moves(match.to_move)[-1])
        after = match.after(entries)
        assert match.state == before, "nothing has changed"
        match.extend(entries)
        assert match.state == after
        assert match.positions()[-1] == after
