"""Moves of Träxx as text: long, short, wrong, and told in words."""

from __future__ import annotations

import pytest

from tests.games.traxx.table import TRAXX, WORDS, moves, opening, play
from trackside.core.errors import AmbiguousMove, IllegalMove
from trackside.core.notation import find_move
from trackside.core.protocol import CHANCE, AnyState
from trackside.core.words import Words
from trackside.games.traxx.fields import FIELDS, NAMES
from trackside.games.traxx.state import STOP
from trackside.play.match import Match


def found(s: AnyState, text: str, seat: int = 0) -> int:
    return find_move(TRAXX.plain, TRAXX.notation, s, seat, text, WORDS)


def test_the_first_move_of_a_round_names_its_end_the_others_only_the_field() -> None:
    s = play(opening(starts="3"), "ybgk:")
    assert moves(s) == ["A: e5", "A: f3", "A: g3", "A: g4", "pass"]
    assert moves(play(s, "red A: f3")) == ["e3", "f2", "g3", "stop"]


def test_short_forms() -> None:
    s = play(opening(starts="3"), "ybgk:")
    for text in ("A: f3", "a:f3", "A f3", "af3", "f3", " F3 "):
        assert found(s, text) == NAMES.index("f3")
    for text in ("pass", "stop", "done"):
        assert found(s, text) == STOP
    assert found(play(s, "red A: f3"), "A: f2") == NAMES.index("f2")
    assert found(opening(), "ybgk", CHANCE) == found(opening(), "ybgk:", CHANCE)


def test_a_field_beside_both_ends_needs_its_end() -> None:
    s = play(opening(starts="3"), "ybgk:", "red A: e5 stop", "bgrk:")
    assert found(s, "B: f5") == FIELDS + NAMES.index("f5")
    with pytest.raises(AmbiguousMove, match="A: f5, B: f5"):
        found(s, "f5")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("e5 e6", "a move is an end and a field"),
        ("z9", "a move is an end and a field"),
        ("a9", "a move is an end and a field"),
        ("A: f4", "the line has been on f4 before"),
        ("A: i1", "i1 is not beside f4, where the line ends"),
        ("f5", "f5 is red, and no patch of that colour is left"),
        ("B: f3", "both ends are still at the start: use A"),
    ],
)
def test_a_wrong_move_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=f"Red cannot play .*{reason}.*Possible: A: e5"):
        found(play(opening(starts="3"), "ybgk:"), text)


def test_out_of_turn_moves_are_refused_in_words() -> None:
    with pytest.raises(IllegalMove, match="no card has been turned up"):
        found(opening(), "pass")
    with pytest.raises(IllegalMove, match="this round is finished for Red"):
        found(play(opening(2), "ybgk:", "red pass"), "pass")
    with pytest.raises(IllegalMove, match="the game is over"):
        found(play(opening(deck="ybgk"), "ybgk:", "red pass"), "pass")
    with pytest.raises(IllegalMove, match=r"cannot happen now\. Possible: start=1, start=2"):
        found(opening(starts="chance"), "ybgk:", CHANCE)
    with pytest.raises(IllegalMove, match=r"cannot happen now\. Possible: ybgr:"):
        found(opening(), "yyyy:", CHANCE)


def test_a_record_reads_like_a_table() -> None:
    text = """[Game "traxx"]
[Seats "2"]
[Option "starts=31"]

1. ybgk: red A: f3 f2 e3 e2 purple A: d5 stop
2. brkp: red B: g4 purple A: d6
"""
    match = Match.from_record(text)
    assert match.record().splitlines()[-2:] == text.splitlines()[-2:]


def test_a_record_is_read_leniently() -> None:
    exact = Match.from_record('[Game "traxx"]\n[Option "starts=3"]\n1. ybgk: red A: f3 f2 stop')
    loose = Match.from_record('[Game "traxx"]\n[Option "starts=3"]\n1. YBGK a: F3, F2 done {a comment}')
    assert exact.log[:4] == loose.log[:4]


def test_moves_are_described_by_end_and_direction() -> None:
    s = play(opening(2, starts="23"), "bgkp:")
    tell = TRAXX.notation.describe
    assert tell(s, 0, found(s, "f6"), WORDS) == [
        "Red draws from the start to the green field on the right.",
        "That is the 4: 4, full value.",
    ]
    assert tell(s, 0, STOP, WORDS) == ["Red passes."]
    s = play(s, "red f6 g6 h5")
    assert tell(s, 0, STOP, WORDS) == ["Red stops."]
    assert tell(s, 0, found(s, "i4"), Words("en", TRAXX.package, you=0)) == [
        "You draw on to the blue field at the lower left.",
        "That is the 7: 7, full value.",
        "You can go no further.",
    ]
    german = Words("de", TRAXX.package, ("Ada",))
    assert tell(s, 0, STOP, german) == ["Ada hört auf."]


def test_a_card_is_told_in_words() -> None:
    assert TRAXX.notation.describe(opening(), CHANCE, 2, WORDS) == ["Card 1 of 15: yellow, blue twice, green, purple."]


def test_nothing_said_of_a_move_depends_on_what_others_did_in_the_round() -> None:
    alone = play(opening(3, starts="421"), "ggrkp:")
    after = play(alone, "red A: f6 stop")
    for text in ("A: f6", "A: e5", "pass"):
        move = found(alone, text, 1)
        assert TRAXX.notation.describe(alone, 1, move, WORDS) == TRAXX.notation.describe(after, 1, move, WORDS)
        assert TRAXX.notation.move_text(alone, 1, move) == TRAXX.notation.move_text(after, 1, move)


def test_prompts_are_short() -> None:
    s = play(opening(starts="3"), "ybgk:")
    on = play(s, "red f3")
    begin = play(on, "red stop", "bgkp:")
    said = [TRAXX.notation.prompt(one, 0, WORDS) for one in (s, on, begin)]
    assert said == [
        "Draw from your start, or pass.",
        "Go on from the ring, or stop.",
        "Draw from one end, or pass.",
    ]
    assert max(map(len, said)) < 60
    german = Words("de", TRAXX.package)
    assert max(len(TRAXX.notation.prompt(one, 0, german)) for one in (s, on, begin)) < 75


def test_a_refusal_says_you_to_the_one_who_asked() -> None:
    s = play(opening(2), "ybgk:", "red pass")
    assert TRAXX.notation.why_not(s, 0, "f3", Words("en", TRAXX.package, you=0)) == (
        "You cannot play f3: you have finished this round (TX-4)."
    )
