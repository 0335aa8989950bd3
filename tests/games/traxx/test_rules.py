"""Every numbered rule of Träxx."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.games.traxx.table import TRAXX, WORDS, moves, opening, play, position, scores, strands
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER
from trackside.games.traxx.fields import CENTRE, FIELDS, NAMES, is_rim, neighbours
from trackside.games.traxx.files import house_deck, house_sheet
from trackside.games.traxx.material import LETTERS
from trackside.games.traxx.state import COLOURS, MAX_CARDS
from trackside.play.match import Match

LAST_ROUND = "deck: house; turned ybgr ybgk ybbgp ybrkk ybrp yybkp ygrrk ygrp ygkp yrkp bgrk bgrpp bgkp brkp ggrkp"


def test_tx1_one_to_four_players_each_on_a_start_of_their_own() -> None:
    for seats in (1, 2, 3, 4):
        s = opening(seats)
        assert s.start[:seats] == list(range(1, seats + 1))
        assert [s.tip[seat][0] for seat in range(seats)] == s.starts[:seats]
    for seats in (0, 5):
        with pytest.raises(BadOption, match="1 to 4"):
            opening(seats)


def test_tx1_sixty_one_fields_in_rows_of_five_to_nine() -> None:
    assert FIELDS == 61
    assert NAMES[0] == "a1"
    assert NAMES[CENTRE] == "e5"
    assert NAMES[-1] == "i5"
    assert [sum(name.startswith(row) for name in NAMES) for row in "abcdefghi"] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert [NAMES[field] for field in neighbours(CENTRE)] == ["d4", "d5", "e4", "e6", "f4", "f5"]
    assert [NAMES[field] for field in neighbours(0)] == ["a2", "b1", "b2"]


def test_tx1_starts_may_be_dealt_by_chance_none_twice() -> None:
    s = opening(3, starts="chance")
    assert TRAXX.plain.to_move(s) == CHANCE
    s = play(s, "start=4")
    assert choices_for(TRAXX.plain, s, CHANCE) == [0, 1, 2]
    s = play(s, "start=2", "start=3")
    assert s.start == [4, 2, 3, 0]
    assert s.turns == 1


def test_tx2_fifteen_cards_of_four_colours_six_of_them_with_a_double() -> None:
    cards = house_deck().texts()
    assert {"".join(dict.fromkeys(card)) for card in cards} == {"".join(four) for four in combinations(LETTERS, 4)}
    assert [card for card in cards if len(card) == 5] == ["ybbgp", "ybrkk", "yybkp", "ygrrk", "bgrpp", "ggrkp"]
    assert sum(map(len, cards)) == 66
    assert ["".join(cards).count(letter) for letter in LETTERS] == [11] * 6
    assert "ybgk" in cards


def test_tx3_ten_fields_of_every_colour_and_the_centre_no_neighbours_alike() -> None:
    sheet = house_sheet()
    counts = [sheet.colours.count(colour) for colour in range(COLOURS)]
    counts[sheet.colours[CENTRE]] -= 1
    assert counts == [10] * 6
    for field in range(FIELDS):
        assert all(sheet.colours[field] != sheet.colours[beside] for beside in neighbours(field))


def test_tx3_low_numbers_inside_high_ones_on_the_rim_starts_beside_the_centre() -> None:
    sheet = house_sheet()
    assert sorted(value for value in sheet.values if value) == list(range(2, 11))
    assert all(is_rim(field) == (value >= 5) for field, value in enumerate(sheet.values) if value)
    assert len(set(sheet.starts)) == 4
    assert set(sheet.starts) <= set(neighbours(CENTRE))
    assert not any(sheet.values[field] for field in sheet.starts)


def test_tx3_another_deck_makes_as_many_rounds() -> None:
    s = opening(deck="ybgk-ybgk-rp")
    assert s.rounds == 3
    s = play(s, "rp:", "red pass", "ybgk:", "red pass", "ybgk:", "red pass")
    assert TRAXX.plain.to_move(s) == OVER


def test_tx4_every_card_left_is_as_likely_and_none_comes_twice() -> None:
    s = opening()
    assert len(choices_for(TRAXX.plain, s, CHANCE)) == 15
    s = play(s, "ybgk:", "red pass")
    weights = [0] * MAX_CARDS
    TRAXX.plain.chance_weights(s, weights)
    assert sorted(weights) == [0] * (MAX_CARDS - 14) + [1] * 14
    with pytest.raises(IllegalMove, match="cannot happen now"):
        play(s, "ybgk:")


def test_tx4_the_cards_come_the_same_way_whatever_the_players_do() -> None:
    orders = []
    for seats, starts, which in ((1, "printed", 0), (3, "chance", -1), (4, "printed", -1)):
        match = Match("traxx", seats, {"starts": starts}, seed=8)
        while not match.over:
            match.play(match.to_move, match.moves(match.to_move)[which])
        orders.append([event.text for event in match.events() if event.seat == CHANCE and ":" in event.text])
    assert orders[0] == orders[1] == orders[2]
    assert len(set(orders[0])) == 15


def test_tx4_all_may_draw_at_once_and_the_next_card_waits_for_all() -> None:
    s = play(opening(3), "ybgk:")
    assert all(moves(s, seat) for seat in range(3))
    s = play(s, "yellow A: e5 stop", "red pass")
    assert TRAXX.plain.to_move(s) == 1
    assert moves(s, 0) == moves(s, 2) == []
    s = play(s, "purple pass")
    assert TRAXX.plain.to_move(s) == CHANCE
    assert s.turns == 2


def test_tx5_the_start_counts_as_reached_and_costs_no_patch() -> None:
    s = play(opening(starts="3"), "ybgk:")
    assert scores(s) == [-60]
    assert s.spare[0] == s.patches


def test_tx5_no_field_is_entered_twice() -> None:
    s = play(opening(starts="3"), "ybgk:", "red A: f3 f2 e3 e2", "yybkp:")
    with pytest.raises(IllegalMove, match=r"has been on e3 before \(TX-5\)"):
        play(s, "red A: e3")
    with pytest.raises(IllegalMove, match=r"has been on f4 before \(TX-5\)"):
        play(s, "red B: f4")


def test_tx5_only_neighbours_of_an_end_can_be_entered() -> None:
    s = play(opening(starts="3"), "ybgk:")
    with pytest.raises(IllegalMove, match=r"a1 is not beside f4, where the line ends \(TX-5\)"):
        play(s, "red A: a1")


def test_tx5_strands_may_run_side_by_side() -> None:
    s = play(opening(starts="3"), "ybgk:", "red A: f3 f2 e3 e2", "bgrpp:", "red B: e4 d3 d2", "ygkp:", "red A: f1")
    assert strands(s) == ("f3 f2 e3 e2 f1", "e4 d3 d2")


def test_tx6_every_field_uses_up_one_patch_of_its_colour() -> None:
    s = play(opening(starts="2"), "ybgr:", "red A: e5 d4")
    assert moves(s) == ["c3", "d5", "stop"]
    with pytest.raises(IllegalMove, match=r"d3 is green, and no patch of that colour is left \(TX-6, TX-7\)"):
        play(s, "red d3")


def test_tx6_a_double_patch_is_two_fields_of_that_colour() -> None:
    s = play(opening(starts="2"), "ggrkp:", "red A: e5 d4 d3 e4 e3")
    assert s.length[0] == [5, 0]
    assert s.phase == play(opening(), "ybgk:", "red pass").phase


def test_tx6_only_one_end_a_round() -> None:
    s = play(opening(starts="3"), "ybgk:", "red A: f3 f2 e3 e2", "bgkp:", "red B: g4")
    with pytest.raises(IllegalMove, match=r"only one end may be extended in a round, and in this one it is B \(TX-6\)"):
        play(s, "red A: f1")
    assert all(text in ("g5", "h3", "g3", "e4", "stop") for text in moves(s))


def test_tx6_the_start_stays_an_end_until_it_is_extended() -> None:
    s = play(opening(starts="3"), "ybgk:", "red A: f3", "red stop", "bgrpp:")
    assert [text for text in moves(s) if text.startswith("B")] == ["B: e4", "B: e5", "B: f5", "B: g3"]
    with pytest.raises(IllegalMove, match=r"both ends are still at the start"):
        play(opening(starts="3"), "ybgk:", "red B: f3")


def test_tx6_none_at_all_is_a_pass() -> None:
    s = play(opening(starts="3"), "ybgk:", "red pass")
    assert strands(s) == ("", "")
    assert s.turns == 2


def test_tx6_whoever_can_go_no_further_has_finished() -> None:
    s = play(opening(2, starts="31"), "ybgk:", "red A: f3 f2 e3 e2")
    assert s.done[:2] == [1, 0]
    assert moves(s, 0) == []


def test_tx6_whoever_cannot_use_the_card_has_passed() -> None:
    s = play(opening(2, starts="34", deck="p-ybgk"), "p:")
    assert s.done[:2] == [0, 1]
    said = TRAXX.notation.describe(opening(2, starts="34", deck="p-ybgk"), CHANCE, 0, WORDS)
    assert said == ["Card 1 of 2: purple.", "Purple cannot use it and passes."]


def test_tx6_a_card_nobody_can_use_ends_its_round() -> None:
    start = opening(2, starts="13", deck="y-ybgk")
    s = play(start, "y:")
    assert s.turns == 2
    assert TRAXX.notation.describe(start, CHANCE, 0, WORDS) == ["Card 1 of 2: yellow.", "Nobody can use it."]
    assert TRAXX.plain.to_move(s) == CHANCE


def test_tx7_a_number_needs_a_patch_of_its_colour() -> None:
    s = play(opening(starts="3"), "ybrp:")
    assert "A: g4" not in moves(s)
    s = play(opening(starts="3"), "brkp:", "red A: g4")
    assert s.spare[0] == s.patches - (1 << 2 * LETTERS.index("k"))
    assert s.noted[0][3] == 3


def test_tx8_the_game_ends_after_all_cards() -> None:
    s = opening()
    for card in house_deck().texts():
        assert TRAXX.plain.to_move(s) == CHANCE
        s = play(s, f"{card}:", "red pass")
    assert TRAXX.plain.to_move(s) == OVER
    assert s.turns == 15
    assert scores(s) == [-60]


def test_tx9_full_value_for_the_first_round_half_later_rounded_up() -> None:
    s = play(opening(2, starts="43"), "bgrpp:", "red A: f6 stop", "purple pass")
    s = play(s, "ggrkp:", "red pass", "purple A: e5 f5 f6")
    assert s.noted[0][4] == 4
    assert s.noted[1][4] == 2


def test_tx9_all_who_reach_it_in_the_same_round_note_it_in_full() -> None:
    s = play(opening(2, starts="42"), "ggrkp:", "red A: f6 stop", "purple A: f6 stop")
    assert [s.noted[seat][4] for seat in range(2)] == [4, 4]


def test_tx9_in_the_same_round_the_order_does_not_matter() -> None:
    one = play(opening(2, starts="42"), "ggrkp:", "red A: f6 stop", "purple A: f6 stop")
    other = play(opening(2, starts="42"), "ggrkp:", "purple A: f6 stop", "red A: f6 stop")
    assert one == other


def test_tx9_several_numbers_in_one_turn_are_all_noted() -> None:
    s = play(opening(2, starts="23"), "bgkp:", "red A: f6 g6 h5 i4")
    assert s.noted[0][4] == 4
    assert s.noted[0][7] == 7


def test_tx9_later_ones_all_note_half() -> None:
    s = play(opening(3, starts="423"), "ggrkp:", "red A: f6 stop", "purple pass", "yellow pass")
    s = play(s, "bgrk:", "purple A: f6 stop", "yellow A: f5 f6 stop", "red pass")
    assert [s.noted[seat][4] for seat in range(3)] == [4, 2, 2]


def test_tx10_noted_values_minus_one_for_every_field_not_reached() -> None:
    s = play(opening(2, starts="23"), "bgkp:", "red A: f6 g6 h5 i4", "purple pass")
    assert scores(s) == [4 + 7 - 56, -60]


@pytest.mark.parametrize(
    ("purple", "shares"),
    [("", [1, 0]), ("; A g4; numbers 3@1", [0, 1]), ("; A e5", [0.5, 0.5])],
    ids=["less", "more", "equal"],
)
def test_tx10_the_best_total_wins_and_equal_totals_share_it(purple: str, shares: list[float]) -> None:
    s = position(f"round 15: over\nsheet: practice\n{LAST_ROUND}\nred: start 1; A d4\npurple: start 3{purple}")
    out = [0.0, 0.0]
    TRAXX.plain.returns(s, out)
    assert out == shares


def test_tx11_solo_a_number_counts_full_only_before_any_higher_one() -> None:
    s = play(opening(starts="2"), "bgrk:", "red A: g4 stop", "ggrkp:", "red B: f6 stop")
    assert (s.noted[0][3], s.noted[0][4]) == (3, 4)
    s = play(opening(starts="2"), "ggrkp:", "red A: f6 stop", "bgrk:", "red B: g4 stop")
    assert (s.noted[0][3], s.noted[0][4]) == (2, 4)


def test_tx11_after_the_ten_everything_is_half() -> None:
    s = play(opening(starts="1"), "bgkp:", "red A: d6 c6 b6 stop", "ggrkp:", "red B: c5 stop")
    assert (s.noted[0][10], s.noted[0][2]) == (10, 1)


def test_tx11_within_one_turn_before_goes_along_the_line() -> None:
    up = play(opening(starts="2"), "bgkp:", "red A: f6 g6 h5 i4")
    assert (up.noted[0][4], up.noted[0][7]) == (4, 7)
    down = position(
        "round 4: card bgkp\nsheet: practice\ndeck: house; turned ybgr ybrp yybkp bgkp\nred: start 2; A g5 h4"
    )
    down = play(down, "red A: i4 h5 g6 f6")
    assert (down.noted[0][4], down.noted[0][7]) == (2, 7)


def test_tx11_solo_returns_are_a_scale_from_drawing_nothing_to_everything_in_full() -> None:
    s = position(f"round 15: over\nsheet: practice\n{LAST_ROUND}\nred: start 1")
    out = [0.0]
    TRAXX.plain.returns(s, out)
    assert out == [0]
    s = position(f"round 15: over\nsheet: practice\n{LAST_ROUND}\nred: start 3; A g4; numbers 3@1")
    TRAXX.plain.returns(s, out)
    assert out == [4 / 114]
