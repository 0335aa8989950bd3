"""Positions of Träxx as text, and the sentences for those that cannot be."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.traxx.table import TRAXX, hidden, opening, play, position, scores
from trackside.core.errors import ParseError
from trackside.games.traxx.fields import NAMES
from trackside.games.traxx.making import make_deck, make_sheet

GOOD = """round 3: card bgrk
sheet: practice
deck: house; turned ybgk bgrk ggrkp
red: start 3; A f3 f2 e3 e2; B g4; numbers 3@2
purple: start 2; A f6; numbers 4@1; now done"""


def changed(**parts: str) -> str:
    """The good position with whole lines replaced."""
    lines = dict(zip(("round", "sheet", "deck", "red", "purple"), GOOD.splitlines(), strict=True))
    return "\n".join((lines | parts).values())


def test_a_position_says_everything() -> None:
    s = position(GOOD)
    assert scores(s) == [3 - 55, 4 - 59]
    assert s.done[:2] == [0, 1]
    assert [NAMES[tip] for tip in s.tip[0]] == ["e2", "g4"]
    text = TRAXX.notation.position_text(s)
    assert re.sub("sheet: .*", "sheet: practice", text) == GOOD
    assert position(text) == s


def test_a_view_says_whose_it_is() -> None:
    view = hidden(play(opening(2), "ybgk:", "red A: c4"), 1)
    text = TRAXX.notation.position_text(view)
    assert text.splitlines()[0] == "round 1: card ybgk, seen by purple"
    assert position(text) == view


def test_positions_on_other_sheets_need_no_file() -> None:
    sheet, deck = make_sheet(3).literal(), make_deck(4).literal()
    s = opening(2, sheet=sheet, deck=deck)
    text = TRAXX.notation.position_text(s)
    assert sheet in text
    assert position(text) == s
    assert position(text.replace("\n", " / ")) == s


def test_the_same_card_may_be_in_a_deck_twice() -> None:
    s = play(opening(deck="ybgk-rp-ybgk"), "ybgk:", "red pass")
    text = TRAXX.notation.position_text(s)
    assert "deck: ybgk-ybgk-rp; turned ybgk\n" in text
    assert position(text) == s


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"round": "turn 3"}, "line 1: expected something like 'round 3: card ybgk'"),
        ({"round": "round 3: card bgrkx"}, "line 1: .*is not a card"),
        ({"round": "round 3: card kkk"}, "line 1: there is no card kkk in the deck"),
        ({"round": "round 3: card ybgr"}, "line 1: the card ybgr is turned up, so it belongs to those turned"),
        ({"round": "round 3: lunch"}, "line 1: 'lunch' is not a phase"),
        ({"round": "round 3: card bgrk, seen by green"}, "line 1: 'green' is not at the table"),
        ({"round": "round 4: card bgrk"}, "line 1: round 4 cannot be with 3 of 15 cards turned up"),
        ({"round": "round 3: over"}, "line 1: round 3 cannot be with 3 of 15 cards turned up"),
        ({"sheet": "sheet house"}, "line 2: expected 'sheet: house'"),
        ({"sheet": "sheet: gg-bb"}, "line 2: a sheet has 9 rows"),
        ({"deck": "deck"}, "line 3: expected 'deck: house'"),
        ({"deck": "deck: no-such-deck"}, "line 3: 'no-such-deck' is not a deck"),
        ({"sheet": "sheet: game.toml"}, "line 2: 'game.toml' is not a sheet"),
        ({"deck": "deck: house; turned bgrk bgrk bgrk"}, "line 3: the card bgrk has been turned up more often"),
        ({"red": "blue: start 3"}, "line 4: expected the line of red"),
        ({"red": "red: no start"}, "line 4: red has no start, but the starts were dealt"),
        ({"red": "red: A f3"}, "line 4: red needs a start"),
        ({"red": "red: start 5"}, "line 4: red needs a start"),
        ({"red": "red: start 3; hat 2"}, "line 4: 'hat 2': a seat has start, A, B, numbers and now"),
        ({"red": "red: start 3; A f3 f9"}, "line 4: there is no field 'f9'"),
        ({"red": "red: start 3; A f3 f4"}, "line 4: the line of red is on f4 twice"),
        ({"red": "red: start 3; A f3; numbers 11@2"}, "line 4: '11@2' is not a number reached"),
        ({"red": "red: start 3; A f3; now C 1"}, "line 4: 'now C 1': say"),
        ({"red": "red: start 3; A f3; now A 2"}, "line 4: red has drawn fewer than 2 fields at A"),
        ({"red": "red: start 3; A f3 e4; now A 1"}, "line 4: red has no patch for e4 on this card"),
        ({"red": "red: start 2"}, "two seats have the same start"),
        ({"red": "red: start 3; A f3 g4"}, "the line of red jumps: f3 and g4 are not neighbours"),
        ({"red": "red: start 3; B f3"}, "red has drawn at end B only"),
        (
            {"red": "red: start 3; A e4 d4 c4 d5 e6"},
            "red has drawn 2 purple fields, but 1 purple patches were turned up",
        ),
        ({"red": "red: start 3; A g4"}, "the line of red and its numbers disagree about the 3"),
        ({"red": "red: start 3; A f3; numbers 3@2"}, "the line of red and its numbers disagree about the 3"),
        ({"red": "red: start 3; A g4; numbers 3@4"}, "red cannot have reached the 3 in round 4"),
        ({"red": "red: start 3; A g4; numbers 3@3"}, "red reached the 3 in round 3 exactly if it drew it now"),
        ({"red": "red: start 3; A f5 f6; B g4; numbers 3@1 4@1"}, "numbers at both ends in one round"),
        ({"red": "red: start 3; A g4 f5 f6; numbers 3@2 4@1"}, "the rounds of red's numbers do not follow its line"),
        ({"red": "red: start 3; now done"}, "every seat has finished the round"),
    ],
    ids=lambda value: None if isinstance(value, dict) else value[:40],
)
def test_a_position_that_cannot_be_gets_a_sentence(parts: dict[str, str], fault: str) -> None:
    with pytest.raises(ParseError, match=fault):
        position(changed(**parts))


def test_other_phases_have_faults_of_their_own() -> None:
    with pytest.raises(ParseError, match="a line each for the round, the sheet, the deck"):
        position("round 0: starts to deal")
    start = "round {}\nsheet: house\ndeck: ybgk{}\nred: {}\npurple: {}"
    with pytest.raises(ParseError, match="every seat has its start"):
        position(start.format("0: starts to deal", "", "start 1", "start 2"))
    with pytest.raises(ParseError, match="dealt in the order of the seats"):
        position(start.format("0: starts to deal", "", "no start", "start 2"))
    with pytest.raises(ParseError, match="all cards have been turned up"):
        position(start.format("2: card to turn", "; turned ybgk", "start 1", "start 2"))
    with pytest.raises(ParseError, match="cannot have drawn: no card is turned up"):
        position(start.format("1: card to turn", "", "start 1; now done", "start 2"))


@given(st.text(alphabet="round:cardsheetk ybgp;AB123@/\n-*", max_size=120))
def test_any_text_is_a_position_or_gets_a_sentence(text: str) -> None:
    for candidate in (text, changed(red=f"red: {text}"), changed(deck=f"deck: {text}")):
        with suppress(ParseError):
            assert position(candidate).seats
