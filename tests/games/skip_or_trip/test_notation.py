"""Texts: moves, positions with both parts of every hand, words that say why, records for one seat."""

from __future__ import annotations

import re

import pytest

from tests.games.skip_or_trip.table import GAME, WORDS, options, play, position, turn, with_deck
from trackside.core.errors import AmbiguousMove, IllegalMove, ParseError
from trackside.core.notation import find_move
from trackside.core.protocol import CHANCE, REFEREE
from trackside.core.words import Words, catalogue
from trackside.play.match import Match
from trackside.play.record import read_record

START = """
turn 12: red trips 12 with 4[2.2], 11 steps, 1 pass
rules: basic, mercy, 20 rounds
deck: 98, top 7
shown: 4[2.2] 7[7]
red: on 21; hand 3[3] 8[83]; down 2[7]
purple: on 12; hand 1[2] 5[59] 7[71]; down 8[47]
yellow: on 5; hand 6[2.3]
""".strip()

VIEW = """
turn 3: purple to act
rules: basic
deck: 103[?], top 7
red: on 9; hand 3[3]; down 9[3.3]
purple: on 6; hand 1[?] 7[?]; down 6[?]
""".strip()


def said(s: object, move: str, perspective: int = REFEREE, language: str = "en") -> list[str]:
    seat = GAME.plain.to_move(s)
    code = find_move(GAME.plain, GAME.notation, s, seat, move, WORDS)
    return GAME.notation.describe(s, seat, code, Words(language, GAME.package), perspective)


@pytest.mark.parametrize("text", [START, VIEW])
def test_positions_and_views_have_a_text_that_parses_back(text: str) -> None:
    assert GAME.notation.position_text(position(text)) == text
    assert position(text.replace("\n", " / ")) == position(text)


def test_a_typed_position_may_leave_out_what_follows_from_the_rest() -> None:
    typed = position("turn 3: purple to act / red: on 9; hand 3[3] / purple: on 6; hand 1 7[?] / deck: top 7")
    assert GAME.notation.position_text(typed).splitlines()[1:3] == ["rules: basic", "deck: 105[?], top 7"]
    assert position("turn 3: red to act / deck: top 2 / red: on 9; hand 6[3.2] / purple: on 0").hand[0].count(1) == 1


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("with 4[2.2]", "with 4[3]", "among those shown"),
        ("trips 12 with 4[2.2]", "trips 12 with 9[97]", r"9\[97\] cannot have been laid for 12"),
        ("trips 12 with 4[2.2], 11", "trips 12 with 4[2.2], 3", "make 4 steps, not 3"),
        ("trips 12 with 4[2.2]", "trips 21 with 7[7]", "no opponent's meeple is there"),
        ("trips 12 with 4[2.2]", "trips 5", "Mercy protects"),
        ("hand 3[3] 8[83]", "hand 8[83]", "cannot complete the trip of 12"),
        ("shown: 4[2.2] 7[7]", "shown: 7[7]", "among those shown"),
        ("98, top 7", "97, top 7", "97 cards, but 98 are nowhere else"),
        ("98, top 7", "98", "say which, such as 'top 7'"),
        ("98, top 7", "about 98", "expected a deck"),
        ("5[59]", "5[61]", r"no card 5\[61\]: the white sides of 5 are 2, 3, 5, 7, 11"),
        ("5[59]", "59", "'59' is not a card"),
        ("5[59]", "8[83]", r"only one of 8\[83\]"),
        ("on 12", "on 101", "squares are 0 to 100"),
        ("on 12", "on 12 13", "purple has 2 meeples, not 1"),
        ("on 12; ", "", "purple has no meeple"),
        ("on 12", "at 12", "a seat has on, hand, down"),
        ("purple", "blue", "in the order red, purple"),
        ("basic, mercy", "advanced, mercy", "no Mercy"),
        ("basic, mercy", "teams", "teams is not for 3 players"),
        ("basic, mercy", "easy", "expected rules such as"),
        ("turn 12", "turn 61", "after the last of 20 rounds"),
        ("turn 12", "turn x", "something like 'turn 12: red to act'"),
        ("red trips", "blue trips", "'blue' is not at the table"),
        ("trips 12 with 4[2.2]", "to dance", "is not a phase"),
        ("1 pass", "3 passes", "3 passes in a row end the game"),
        ("trips 12 with 4[2.2], 11 steps", "was last, over", "the game is not over"),
        ("trips 12 with 4[2.2], 11 steps", "to move a meeple, 11 steps", "no choice which meeple"),
        ("trips 12 with 4[2.2], 11 steps", "to draw 4", "cannot have 4 cards to draw"),
        ("shown: 4[2.2]", "shown: 4[?]", "show their symbols"),
        ("turn 12: red trips 12 with 4[2.2], 11 steps, 1 pass", "turn 0: red to act", "only cards are dealt"),
        ("on 21; hand 3[3] 8[83]", "on 100; hand 3[3] 8[83]", "has ended the game"),
        ("deck:", "pack:", "each once"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(old: str, new: str, problem: str) -> None:
    assert old in START
    text = START.replace(old, new, 1)
    with pytest.raises(ParseError, match=problem):
        position(text if "98" in old else text.replace("98, ", ""))


def test_a_position_without_cards_to_play_is_refused() -> None:
    with pytest.raises(ParseError, match="red has no card to play"):
        position(with_deck("turn 5: red to act\nred: on 4\npurple: on 3; hand 8[5]", ""))
    with pytest.raises(ParseError, match="the deck is empty"):
        position(with_deck("turn 5: red to draw 2\nred: on 4\npurple: on 3; hand 8[5]", ""))
    with pytest.raises(ParseError, match="a position has a line for the turn"):
        position("red: on 4 / purple: on 3")


def test_nobody_can_play_on_from_the_view_of_a_seat() -> None:
    with pytest.raises(ParseError, match="the view of one seat"):
        Match.from_position("skip-or-trip", VIEW)
    with pytest.raises(ParseError, match="the view of one seat"):
        read_record(f'[Game "skip-or-trip"]\n[Position "{VIEW}"]\n')


def test_moves_have_short_forms_and_those_that_mean_two_cards_are_refused() -> None:
    start = "turn 5: red to act / deck: top 1 / red: on 4; hand 2[2] 2[29] 8[83] / purple: on 2"
    assert options(start) == ["trip 2:", "black 2[2] +2", "black 2[29] +2", "black 8[83] +8", "pass"]
    for text in ("8", "black 8", "8[83]", "BLACK 8[83]", "black 8 +8", "black8"):
        assert turn(play(start, text)) == "red to draw 2"
    assert turn(play(start, "t2")) == "red trips 2"
    with pytest.raises(AmbiguousMove, match=re.escape("black 2[2] +2, black 2[29] +2: say which")):
        play(start, "black 2")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("9", "no such card is in the hand; cards there with a 9: 0 (ST-7)"),
        ("trip 101", "the last square is 100"),
        ("jump", "a turn is trips, then one card black side up or none"),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(problem)):
        play("turn 5: red to act / deck: top 1 / red: on 4; hand 2[2] / purple: on 2", text)


def test_cards_that_do_not_fit_a_trip_and_moves_out_of_turn_are_refused_with_the_reason() -> None:
    with pytest.raises(IllegalMove, match=r"12 still needs 3; only cards that can complete it .* Possible: 3\[3\]"):
        play(START, "8[83]")
    assert "Red is to move" in GAME.notation.why_not(position(START), 1, "pass", WORDS)
    assert "a card must be drawn first" in GAME.notation.why_not(play(START, "3[3]"), 0, "pass", WORDS)
    over = position("turn 5: red was last, over / deck: top 1 / red: on 100 / purple: on 3")
    assert "the game is over" in GAME.notation.why_not(over, 0, "pass", WORDS)
    assert "Possible: draw 7[2]" in GAME.notation.why_not(play(START, "3[3]"), CHANCE, "draw 8[2]", WORDS)


def test_events_say_why() -> None:
    assert said(position(START), "3[3]") == [
        "Red lays 4[2.2] 3[3] and trips 12 (2 x 2 x 3).",
        "Purple goes back 7, from 12 to 5.",
    ]
    assert said(position(START), "3[3]", language="de") == [
        "Rot legt 4[2.2] 3[3] und schubst die anderen von Feld 12 (2 x 2 x 3).",
        "Lila muss 7 zurück, von 12 auf 5.",
    ]
    start = "turn 5: red to act / deck: top 1 / red: on 4; hand 2[2] 8[83] / purple: on 2"
    assert said(position(start), "black 8") == [
        "Red plays 8[83] black side up.",
        "Red moves forward 8, from 4 to 12.",
    ]
    assert said(position(start), "black 8", perspective=1)[0] == "Red plays 8 black side up."
    assert said(position(start), "trip 2") == ["Red trips 2 …"]
    assert said(position(start), "pass") == ["Red passes."]
    assert said(position(start.replace("on 4", "on 95")), "8")[1] == "Red cannot move 8 and stays put."


def test_st6_a_fall_that_stops_at_0_is_told_as_far_as_it_went() -> None:
    s = play("turn 5: red to act / deck: top 1 / red: on 4; hand 9[2] / purple: on 2", "trip 2")
    assert said(s, "9[2]")[1] == "Purple goes back 2, from 2 to 0."
    assert said(s, "9[2]", language="de")[1] == "Lila muss 2 zurück, von 2 auf 0."


def test_events_tell_of_draws_as_far_as_one_may_know() -> None:
    s = play(START, "3[3]")
    assert said(s, "draw 7[5]", perspective=0) == ["Red draws 7 (5) from the deck."]
    assert said(s, "draw 7[5]", perspective=1) == ["Red draws the 7 from the deck."]
    assert GAME.notation.move_text(s, CHANCE, 2, perspective=1) == "draw 7[?]"
    assert said(play(s, "draw 7[5]"), "top 4", perspective=1) == ["The deck now shows 4."]


def test_events_tell_of_what_happens_by_itself() -> None:
    hands = "red: on 4; hand 7[3]\npurple: on 3\nyellow: on 9; hand 8[5]"
    s = position(with_deck(f"turn 5: red to act\n{hands}", ""))
    assert said(s, "black 7")[-1] == "Purple has no cards and passes."
    assert said(s, "trip 3") == ["Red trips 3 …"]
    assert said(play(s, "trip 3"), "7[3]") == [
        "Red lays 7[3] and trips 3.",
        "Purple goes back 3, from 3 to 0.",
        "Red moves forward 7, from 4 to 11.",
        "Purple has no cards and passes.",
    ]
    assert said(play(s, "black 7"), "pass") == [
        "Yellow passes.",
        "Red has no cards and passes.",
        "Everyone has passed in a row: the game is over.",
    ]
    s = position("turn 5: red to act / deck: top 1 / red: on 92; hand 8[83] / purple: on 2")
    assert said(s, "8")[-1] == "A meeple is on 100: the game is over."
    s = position("turn 2: red to act / rules: basic, 1 round / deck: top 1 / red: on 9; hand 8[83] / purple: on 2")
    assert said(s, "8")[-1] == "The last round is over."


def test_events_of_the_advanced_game_and_of_teams_name_the_meeples() -> None:
    s = position(
        """turn 5: red to act / rules: teams / deck: top 1
        red: on 0 1 2; hand 4[3] 8[83] / purple: on 3 3 9 / yellow: / blue:"""
    )
    assert said(play(s, "trip 3"), "4[3]")[1] == "2 meeples of Purple and Blue go back 3, from 3 to 0."
    assert said(s, "black 8") == ["Red plays 8[83] black side up."]
    assert said(play(s, "black 8"), "1+8") == ["Red moves forward 8, from 1 to 9."]


def test_one_meeple_of_several_that_falls_is_called_one() -> None:
    teams = """turn 5: red to act / rules: teams / deck: top 1
        red: on 0 1 2; hand 4[3] 8[83] / purple: on 3 8 9 / yellow: / blue:"""
    s = play(position(teams), "trip 3")
    assert said(s, "4[3]")[1] == "A meeple of Purple and Blue goes back 3, from 3 to 0."
    assert said(s, "4[3]", language="de")[1] == "Eine Figur von Lila und Blau muss 3 zurück, von 3 auf 0."
    advanced = "turn 5: red to act / rules: advanced / deck: top 1 / red: on 0 1 2; hand 4[3] / purple: on 3 8 9"
    assert said(play(position(advanced), "trip 3"), "4[3]")[1] == "A meeple of Purple goes back 3, from 3 to 0."


def test_prompts_ask_for_what_is_to_be_chosen() -> None:
    words = Words("en", GAME.package)
    s = position(
        "turn 5: red to act / rules: advanced / deck: top 1 / red: on 0 1 2; hand 4[3] 8[83] / purple: on 0 0 3"
    )
    assert GAME.notation.prompt(s, 0, words) == "Trip if you like, then skip; or pass."
    assert GAME.notation.prompt(play(s, "trip 3"), 0, words) == "Trip 3: lay a card for 3."
    more = play(s, "trip 3; 4[3]; draw 1[2]; top 1")
    assert GAME.notation.prompt(more, 0, words) == "Add one card, or go 4 forward."
    assert "goes 8 forward" in GAME.notation.prompt(play(s, "black 8"), 0, words)


@pytest.mark.parametrize(("language", "most"), [("en", 60), ("de", 75)])
def test_prompts_fit_on_one_line(language: str, most: int) -> None:
    entries = catalogue(GAME.package, language)
    prompts = [entry for key, entry in entries.items() if key.startswith("prompt.")]
    filled = [text.format(square=96, symbols="2 x 2 x 2 x 2 x 2 x 3", steps=27) for text in prompts]
    assert all(len(text) < most for text in filled), filled


def test_a_record_for_one_seat_blanks_what_it_may_not_know_and_says_that_it_cannot_be_replayed() -> None:
    start = "turn 5: red to act / deck: top 1 / red: on 4; hand 2[2] 8[83] / purple: on 2; hand 3[3]"
    match = Match.from_position("skip-or-trip", start, seed=1)
    match.play(0, "black 8")
    match.play(1, "black 3[3]")
    red, purple = match.record(0), match.record(1)
    assert "black 8[83] +8" in red
    assert "black 8[?] +8" in purple
    assert "black 3[?] +3" in red
    assert "black 3[3] +3" in purple
    assert "hand 2[2] 8[83] / purple: on 2; hand 3[?]" in red
    assert '[Eyes "red"]' in red
    assert re.search(r"draw \d\[\d", red)
    assert re.search(r"draw \d\[\?\]", red)
    with pytest.raises(ParseError, match="the view of one seat"):
        read_record(red)
    later = Match("skip-or-trip", 2, seed=1).record(0)
    with pytest.raises(ParseError, match=r"line \d+, column \d+: move \d+ is secret \(\?\): .* cannot be replayed"):
        read_record(later)
    assert read_record(match.record()).log == match.log
