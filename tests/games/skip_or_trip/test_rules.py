"""Every rule of the basic game by its number."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from tests.games.skip_or_trip.table import (
    GAME,
    is_chance,
    line,
    options,
    play,
    points,
    position,
    shares,
    squares,
    trips,
    turn,
    with_deck,
)
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, SPECTATOR
from trackside.core.words import SEATS
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import card_text, kinds_of, parse_card, symbols_text
from trackside.games.skip_or_trip.state import ACT, BLACK, CARD, COPIES, KINDS, LAY, PRODUCT, SYMBOLS, State, factors
from trackside.play.match import Match
from trackside.play.record import read_record

WHITE_SIDES = """
1: 2 3 8 5 4 7 11 13 6 17 9 19
2: 2 3 8 5 4 7 23 29 6 2 9 5
3: 2 3 5 7 11 13 17 19 31 37 3 5
4: 2 3 5 7 23 29 41 43 47 4 2 5
5: 2 3 5 7 11 13 17 19 53 59 3 5
6: 2 3 5 7 23 29 31 37 61 6 67 2
7: 2 3 5 7 11 13 17 19 71 73 79 7
8: 2 3 5 7 23 29 41 43 47 8 83 89
9: 2 3 5 7 11 13 17 19 31 9 37 97
"""

EXAMPLE = """
turn 7: red to act
rules: basic
deck: top 1
red: on 0; hand 3[3] 4[2.2] 6[5] 8[83]
purple: on 12; hand 1[2]
yellow: on 5; hand 2[2]
"""


def test_st1_squares_show_their_prime_factors_and_there_is_a_symbol_for_each_of_25_primes() -> None:
    assert symbols_text(12) == "2 x 2 x 3"
    assert [math.prod(factors(square)) for square in range(2, 100)] == list(range(2, 100))
    primes = {symbol for square in range(2, 100) for symbol in factors(square)}
    assert len(primes) == 25
    assert primes == {symbol for symbols in SYMBOLS for symbol in symbols}
    assert factors(1) == ()


def test_st2_the_108_cards_are_those_of_the_table() -> None:
    for row in WHITE_SIDES.split("\n")[1:-1]:
        number, sides = int(row[0]), sorted(map(int, row[2:].split()))
        kinds = kinds_of(number)
        assert sorted(PRODUCT[kind] for kind in kinds for _ in range(COPIES[kind])) == sides
        assert all(math.prod(SYMBOLS[kind]) == PRODUCT[kind] for kind in kinds)
    assert sum(COPIES) == 108


def test_st3_a_square_can_be_tripped_exactly_when_some_cards_have_its_product() -> None:
    chooser = random.Random(3)
    for _ in range(300):
        s = hand_of(chooser, chooser.randrange(1, 9))
        kinds = [kind for kind in range(KINDS) for _ in range(s.hand[0][kind])]
        sets = [chosen for n in range(1, len(kinds) + 1) for chosen in itertools.combinations(kinds, n)]
        products = {math.prod(PRODUCT[kind] for kind in chosen) for chosen in sets}
        for square in range(2, 100):
            s.meeple[1][0] = square
            assert (square in trips(s)) == (square in products)


def test_st3_every_set_of_cards_that_matches_can_be_laid_in_one_order_only_and_nothing_leads_astray() -> None:
    chooser = random.Random(4)
    found = 0
    for _ in range(150):
        s = hand_of(chooser, 10)
        kinds = [kind for kind in range(KINDS) for _ in range(s.hand[0][kind])]
        sets = {chosen for n in range(1, 7) for chosen in itertools.combinations(kinds, n)}
        for square in (12, 16, 24, 30, 36, 48, 60, 64, 72, 84, 90, 96):
            s.meeple[1][0] = square
            expected = sorted(c for c in sets if math.prod(PRODUCT[kind] for kind in c) == square)
            assert sorted(ways(s, square)) == expected
            found += len(expected)
    assert found > 500


def hand_of(chooser: random.Random, n: int) -> State:
    """Red to act with n cards; purple is to be placed."""
    cards = chooser.sample([kind for kind in range(KINDS) for _ in range(COPIES[kind])], n)
    hand = " ".join(map(card_text, cards))
    top = next(number for number in range(1, 10) if sum(kind in kinds_of(number) for kind in cards) < 12)
    return position(f"turn 1: red to act\ndeck: top {top}\nred: on 0; hand {hand}\npurple: on 2")


def ways(s: State, square: int) -> list[tuple[int, ...]]:
    """Every sequence of cards that completes the trip of a square; a dead end would be an empty list of moves."""
    if square not in trips(s):
        return []
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[State, tuple[int, ...]]] = [(play(s, f"trip {square}"), ())]
    while waiting:
        now, laid = waiting.pop()
        moves = choices_for(GAME.plain, now, 0)
        assert moves
        for move in moves:
            after = now.duplicate()
            rules.apply(after, 0, move)
            chosen = (*laid, move - LAY)
            if after.phase == CARD:
                waiting.append((after, chosen))
            else:
                found.append(chosen)
    return found


@pytest.mark.parametrize("seats", range(2, 7))
def test_st4_two_to_six_players_begin_on_0_with_two_cards_each(seats: int) -> None:
    match = Match("skip-or-trip", seats, seed=1)
    s = match.state
    assert squares(s) == [[0]] * seats
    assert [s.held[seat][0] for seat in range(seats)] == [2] * seats
    assert s.left[0] == 108 - 2 * seats
    assert s.top > 0
    assert s.turns == 1


def test_st4_who_begins_is_named_or_left_to_chance_and_then_play_goes_clockwise() -> None:
    assert options(GAME.opening(3)) == ["first=red", "first=purple", "first=yellow"]
    match = Match("skip-or-trip", 3, {"first": "yellow"}, seed=1)
    order = []
    for _ in range(4):
        order.append(SEATS[match.to_move])
        match.play(match.to_move, match.moves(match.to_move)[-2])
    assert order == ["yellow", "red", "purple", "yellow"]
    with pytest.raises(BadOption, match="goes with 3 to 6 players, not with 2"):
        Match("skip-or-trip", 2, {"first": "yellow"})
    with pytest.raises(BadOption, match="2 to 6 players"):
        Match("skip-or-trip", 7)


def test_st5_numbers_are_open_and_symbols_are_secret() -> None:
    start = """
    turn 9: red to act / rules: basic / deck: top 1 / shown: 9[97]
    red: on 10; hand 4[2.2] 8[83]; down 5[59]
    purple: on 12; hand 1[2] 3[7]; down 6[61] 7[7]
    """
    views = {perspective: position(start) for perspective in (0, 1, SPECTATOR)}
    for perspective, view in views.items():
        GAME.plain.hide(view, perspective)
        assert line(view, "deck") == "100[?], top 1"
        assert line(view, "shown") == "9[97]"
    assert line(views[0], "red") == "on 10; hand 4[2.2] 8[83]; down 5[59]"
    assert line(views[0], "purple") == "on 12; hand 1[?] 3[?]; down 6[?] 7[?]"
    assert line(views[1], "red") == "on 10; hand 4[?] 8[?]; down 5[?]"
    assert line(views[1], "purple") == "on 12; hand 1[2] 3[7]; down 6[61] 7[7]"
    assert line(views[SPECTATOR], "red") == "on 10; hand 4[?] 8[?]; down 5[?]"
    assert line(views[SPECTATOR], "purple") == "on 12; hand 1[?] 3[?]; down 6[?] 7[?]"


def test_st5_a_card_played_black_side_up_never_shows_its_symbols_to_others() -> None:
    s = position(EXAMPLE)
    black = BLACK + kinds_of(8)[-2]
    assert GAME.notation.move_text(s, 0, black, 0) == "black 8[83] +8"
    assert GAME.notation.move_text(s, 0, black, 1) == "black 8[?] +8"
    after = play(s, "black 8")
    GAME.plain.hide(after, 1)
    assert line(after, "red") == "on 8; hand 3[?] 4[?] 6[?]; down 8[?]"


def test_st6_every_opponents_meeple_on_the_square_goes_back_by_the_sum_and_ones_own_stays() -> None:
    s = play(
        """turn 5: red to act / deck: top 1 / red: on 15; hand 3[3] 2[5] / purple: on 15; hand 1[2] / yellow: on 15
        blue: on 16""",
        "trip 15: ; 3[3]; 2[5]",
    )
    assert squares(s) == [[15], [10], [10], [16]]
    assert turn(s) == "red to draw 2, 5 steps"


def test_st6_nobody_falls_below_0() -> None:
    s = play("turn 5: red to act / deck: top 1 / red: on 1; hand 9[3] / purple: on 3; hand 1[2]", "trip 3; 9[3]")
    assert squares(s)[1] == [0]


def test_st6_a_card_for_each_meeple_tripped_is_drawn_at_once_and_can_be_used_in_the_same_turn() -> None:
    s = play(
        "turn 5: red to act / deck: top 1 / red: on 1; hand 4[3] / purple: on 3; hand 1[2] / yellow: on 7; hand 2[2]",
        "trip 3; 4[3]; draw 1[7]; top 5",
    )
    assert turn(s) == "red to act, 4 steps"
    assert trips(s) == [7]
    s = play(s, "trip 7; 1[7]; draw 5[2]; top 2")
    assert squares(s) == [[1], [0], [6]]
    assert turn(s) == "red to act, 5 steps"


def test_st6_trips_need_an_opponents_meeple_symbols_and_matching_cards() -> None:
    start = """turn 5: red to act / deck: top 1 / red: on 6; hand 4[3] 5[2] 6[7]
    purple: on 0; hand 1[2] / yellow: on 1 / blue: on 14 / green: on 21 / white: on 9"""
    assert trips(start) == [14, 21]
    for text, reason in {
        "trip 6": r"no opponent's meeple is on 6 \(ST-6\)",
        "trip 0": r"0 shows no symbols \(ST-6\)",
        "trip 1": r"1 shows no symbols \(ST-6\)",
        "trip 100": r"100 shows no symbols \(ST-6\)",
        "trip 9": r"no cards in the hand match 9 = 3 x 3 \(ST-3\)",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            play(start, text)


def test_st7_one_card_black_side_up_or_none_after_the_trips() -> None:
    s = play(EXAMPLE, "trip 12; 4[2.2]; 3[3]; draw 1[3]; top 2")
    blacks = [text for text in options(s) if not text.startswith("trip")]
    assert blacks == ["black 1[3] +8", "black 6[5] +13", "black 8[83] +15", "none +7"]
    assert is_chance(play(s, "black 6"))
    assert squares(play(s, "none"))[0] == [7]


def test_st8_the_meeple_moves_by_the_sum_of_all_cards_played_each_once() -> None:
    s = play("turn 5: red to act / deck: top 1 / red: on 40; hand 4[3] 9[5] / purple: on 3", "trip 3; 4[3]; draw 1[2]")
    assert squares(play(s, "top 1; black 9"))[0] == [53]


def test_st8_too_large_a_sum_leaves_the_meeple_where_it_is() -> None:
    start = "turn 5: red to act / deck: top 1 / red: on 92; hand 7[3] 9[5] / purple: on 3"
    assert "black 9[5] +0" in options(start)
    s = play(start, "black 9")
    assert squares(s) == [[92], [3]]
    assert line(s, "red") == "on 92; hand 7[3]; down 9[5]"
    s = play(start, "trip 3; 7[3]; draw 1[2]; top 1; black 9")
    assert squares(s) == [[92], [0]]
    assert squares(play(start, "black 7"))[0] == [99]


def test_st9_no_card_at_all_is_a_pass() -> None:
    s = play("turn 5: red to act / deck: top 1 / red: on 4; hand 7[3] / purple: on 3", "pass")
    assert turn(s) == "red to draw 2, 1 pass"
    assert squares(s) == [[4], [3]]


def test_st10_two_cards_are_drawn_at_the_end_of_every_turn_a_pass_too() -> None:
    start = "turn 5: red to act / deck: top 1 / red: on 4; hand 7[3] / purple: on 3; hand 8[5]"
    s = play(start, "pass; draw 1[2]; top 4; draw 4[5]; top 9")
    assert line(s, "red") == "on 4; hand 1[2] 4[5] 7[3]"
    assert turn(s) == "purple to act, 1 pass"
    s = play(start, "black 7; draw 1[2]; top 4; draw 4[5]; top 9")
    assert line(s, "red") == "on 11; hand 1[2] 4[5]; down 7[3]"
    assert turn(s) == "purple to act"


def test_st10_with_fewer_cards_left_one_draws_what_there_is_and_then_nobody_draws() -> None:
    text = "turn 5: red to act\nred: on 4; hand 7[3] 7[5]\npurple: on 3; hand 8[5]"
    s = play(with_deck(text, "9[2]"), "black 7[3]; draw 9[2]")
    assert line(s, "deck") == "0, top -"
    assert turn(s) == "purple to act"
    s = play(s, "black 8")
    assert turn(s) == "red to act"
    s = play(with_deck(text, "9[2] 9[7]"), "trip 3; 7[3]; draw 9[2]; top 9; black 9; draw 9[7]")
    assert line(s, "red") == "on 20; hand 7[5] 9[7]; down 9[2]"


def test_st10_cards_played_are_out_of_the_game() -> None:
    s = play(EXAMPLE, "trip 12; 4[2.2]; 3[3]; draw 1[3]; top 2; black 8")
    assert line(s, "shown") == "3[3] 4[2.2]"
    assert line(s, "red") == "on 15; hand 1[3] 6[5]; down 8[83]"


def test_st11_a_meeple_on_100_ends_the_game_at_once() -> None:
    s = play("turn 5: red to act / deck: top 1 / red: on 91; hand 9[3] / purple: on 99; hand 8[5]", "black 9")
    assert GAME.plain.to_move(s) == OVER
    assert turn(s) == "red was last, over"
    assert shares(s) == [1, 0]


def test_st11_a_full_round_of_passes_ends_the_game_with_cards_in_the_deck() -> None:
    s = play("turn 5: red to act, 1 pass / deck: top 1 / red: on 4; hand 9[3] / purple: on 9; hand 8[5]", "pass")
    assert GAME.plain.to_move(s) == OVER
    assert turn(s) == "red was last, over, 2 passes"
    assert shares(s) == [0, 1]


def test_st11_a_full_round_of_passes_ends_the_game_with_the_deck_empty_and_empty_hands_pass_by_themselves() -> None:
    start = with_deck("turn 5: red to act\nred: on 4; hand 7[3]\npurple: on 3\nyellow: on 3; hand 8[5]", "")
    s = play(start, "black 7")
    assert turn(s) == "yellow to act, 1 pass"
    assert s.turns == 7
    s = play(s, "pass")
    assert turn(s) == "red was last, over, 3 passes"
    assert GAME.plain.to_move(s) == OVER
    assert s.turns == 8


def test_st11_cards_played_without_moving_are_no_pass() -> None:
    s = play("turn 5: red to act, 1 pass / deck: top 1 / red: on 99; hand 9[3] / purple: on 9; hand 8[5]", "black 9")
    assert turn(s) == "red to draw 2"
    assert s.passes == 0


def test_st11_the_game_ends_after_the_rounds_that_were_set() -> None:
    start = "turn 9: {} to act / rules: basic, 5 rounds / deck: top 1 / red: on 4; hand 9[3] / purple: on 9; hand 8[5]"
    s = play(start.format("red"), "black 9; draw 1[2]; top 1; draw 1[3]; top 1; black 8")
    assert GAME.plain.to_move(s) == OVER
    assert s.turns == 10
    assert shares(s) == [0, 1]
    match = Match("skip-or-trip", 3, {"rounds": "2"}, seed=4)
    while not match.over:
        match.play(match.to_move, match.moves(match.to_move)[-2])
    assert match.state.turns == 6


def test_st12_the_furthest_ahead_wins_and_equals_share() -> None:
    start = """turn 15: yellow to act / rules: basic, 5 rounds / deck: top 1
    red: on {} / purple: on 30; hand 8[5] / yellow: on 20"""
    over = play(start.format("40") + "; hand 9[3]", "black 9")
    assert shares(over) == [1, 0, 0]
    assert points(over) == [40, 30, 29]
    assert shares(play(start.format("30") + "; hand 9[3]", "black 9")) == [0.5, 0.5, 0]
    assert shares(play(start.format("29") + "; hand 9[3]", "black 9")) == [0, 1, 0]


def test_st13_with_mercy_the_square_of_the_rearmost_meeples_cannot_be_tripped() -> None:
    start = """turn 5: red to act / rules: basic{} / deck: top 1 / red: on 50; hand 4[3] 5[2] 6[7]
    purple: on 3; hand 1[2] / yellow: on 3 / blue: on 7"""
    assert trips(start.format("")) == [3, 7]
    assert trips(start.format(", mercy")) == [7]
    with pytest.raises(IllegalMove, match=r"Mercy protects the rearmost meeple on 3 \(ST-13\)"):
        play(start.format(", mercy"), "trip 3")
    with pytest.raises(BadOption, match="mercy=on needs mode=basic"):
        Match("skip-or-trip", 2, {"mode": "advanced", "mercy": "on"})


def test_st13_mercy_protects_opponents_beside_ones_own_last_meeple_and_is_judged_anew_before_each_trip() -> None:
    start = """turn 5: red to act / rules: basic, mercy / deck: top 1
    red: on {}; hand 4[3] 5[7] 6[2] / purple: on 3; hand 1[2] / yellow: on 7"""
    assert trips(start.format(3)) == [7]
    assert trips(start.format(2)) == [3, 7]
    s = play(start.format(50), "trip 7; 5[7]; draw 1[5]; top 1")
    assert squares(s) == [[50], [3], [2]]
    assert trips(s) == [3]


def test_the_worked_example_of_the_source_is_played_literally() -> None:
    s = play(EXAMPLE, "trip 12; 4[2.2]; 3[3]")
    assert squares(s) == [[0], [5], [5]]
    assert turn(s) == "red to draw 1, 7 steps"
    s = play(s, "draw 1[3]; top 9; trip 5; 6[5]")
    assert squares(s) == [[0], [0], [0]]
    assert turn(s) == "red to draw 2, 13 steps"
    s = play(s, "draw 9[3.3]; top 7; draw 7[7]; top 5; black 8")
    assert squares(s) == [[21], [0], [0]]
    assert turn(s) == "red to draw 2"
    s = play(s, "draw 5[2]; top 4; draw 4[2]; top 3")
    assert line(s, "red") == "on 21; hand 1[3] 4[2] 5[2] 7[7] 9[3.3]; down 8[83]"
    assert turn(s) == "purple to act"


def test_the_rules_picture_the_worked_example() -> None:
    pictured = {figure["name"]: figure["position"] for figure in GAME.figures}
    turn_by_turn = (
        "trip 12; 4[2.2]; 3[3]; draw 1[3]; top 9; trip 5; 6[5]; draw 9[3.3]; top 7; draw 7[7]; top 5; black 8"
    )
    assert squares(play(pictured["example"], turn_by_turn)) == [[42], [0], [0]]
    assert squares(play(pictured["win"], "black 7"))[0] == [100]


def test_the_worked_example_reads_as_a_record() -> None:
    start = EXAMPLE.strip().replace("\n", " / ")
    body = (
        "7. red trip 12: 4[2.2] 3[3] draw 1[3] top 9; trip 5: 6[5] draw 9[3.3] top 7 draw 7[7] top 5; black 8; +21 "
        "draw 5[2] top 4 draw 4[2] top 3"
    )
    record = read_record(f'[Game "skip-or-trip"]\n[Position "{start}"]\n\n{body}\n')
    assert squares(record.match().state)[0] == [21]
    assert "trip 12: 4[2.2] 3[3] draw 1[3] top 9 trip 5: 6[5]" in record.match().record()


def test_all_108_cards_are_somewhere_at_every_step_and_both_parts_of_every_pile_agree() -> None:
    for seats, mode in [(2, "basic"), (4, "basic"), (6, "basic"), (2, "advanced"), (3, "advanced"), (4, "teams")]:
        match = Match("skip-or-trip", seats, {"mode": mode}, seed=seats)
        chooser = random.Random(seats)
        while not match.over:
            match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
        for s in match.positions():
            for kind in range(KINDS):
                placed = sum(s.hand[seat][kind] + s.down[seat][kind] for seat in range(seats))
                assert s.stock[kind] + s.shown[kind] + placed == COPIES[kind]
            for number in range(10):
                kinds = kinds_of(number) if number else list(range(KINDS))
                assert s.left[number] == sum(s.stock[kind] for kind in kinds)
                for seat in range(seats):
                    assert s.held[seat][number] == sum(s.hand[seat][kind] for kind in kinds)
                    assert s.gone[seat][number] == sum(s.down[seat][kind] for kind in kinds)


def test_one_seed_is_one_deck_whatever_the_players_do() -> None:
    decks = []
    for chooser in (random.Random(1), random.Random(2)):
        match = Match("skip-or-trip", 3, seed="deck")
        while not match.over:
            match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
        outcomes = zip(match.positions(), match.log, strict=False)
        decks.append([GAME.notation.move_text(s, seat, move) for s, (seat, move) in outcomes if seat < 0])
    n = min(map(len, decks))
    assert n > 60
    assert decks[0][:n] == decks[1][:n]


def test_a_hand_with_nothing_but_a_choice_of_symbols_offers_each_kind_once() -> None:
    start = "turn 5: red to act / deck: top 1 / red: on 4; hand 2[2] 2[2] 2[5] 2[29] / purple: on 3"
    assert options(start) == ["black 2[2] +2", "black 2[5] +2", "black 2[29] +2", "pass"]
    assert parse_card("2[2]")[1] in kinds_of(2)
    assert position(start).phase == ACT
