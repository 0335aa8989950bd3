"""Scenes: the same for all truths that look alike, a sentence for every move, an ending that adds up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.skip_or_trip.table import GAME, play, points, position, shares, with_deck
from tests.laws.games import TABLES, Table, random_game, seeds
from trackside.core.notation import choices_for, find_move, view_state
from trackside.core.protocol import OVER, REFEREE, SPECTATOR
from trackside.core.random import WORDS as GENERATOR
from trackside.core.random import seed_generator
from trackside.core.words import Words, catalogue
from trackside.games.skip_or_trip import scene as scenes
from trackside.games.skip_or_trip.state import NUMBER, SYMBOLS, State

HERE = [table for table in TABLES if table.game is GAME]
LANGUAGES = [Words(language, GAME.package) for language in ("en", "de")]
ENGLISH, GERMAN = LANGUAGES

EXAMPLE = """
turn 9: red to act
rules: basic
deck: top 7
red: on 21; hand 4[2.2] 3[3] 6[5] 8[83]
purple: on 12; hand 1[2] 5[59]
yellow: on 5; hand 9[2]
"""


def offers(s: State, words: Words = ENGLISH) -> list[dict[str, Any]]:
    seat = GAME.plain.to_move(s)
    return [GAME.scenes.offer(s, seat, move, words) for move in choices_for(GAME.plain, s, seat)]


def offer(s: State, move: str, words: Words = ENGLISH) -> dict[str, Any]:
    seat = GAME.plain.to_move(s)
    return GAME.scenes.offer(s, seat, find_move(GAME.plain, GAME.notation, s, seat, move, words), words)


def as_sent(data: object) -> str:
    return json.dumps(data, allow_nan=False)


@pytest.mark.parametrize("table", HERE, ids=str)
def test_every_move_has_a_sentence_of_its_own_in_both_languages(table: Table) -> None:
    for number, (state, seat, choices, _) in enumerate(random_game(table, 60)):
        if seat < 0 or number % 8:
            continue
        view = view_state(GAME.plain, state, seat)
        for words in LANGUAGES:
            found = [GAME.scenes.offer(view, seat, move, words) for move in choices]
            labels = [one["label"] for one in found]
            assert len(set(labels)) == len(choices), labels
            assert all(label.strip() and "{" not in label and label.endswith(".") for label in labels)
            assert len(json.loads(as_sent(found))) == len(choices)


@pytest.mark.parametrize("table", HERE, ids=str)
def test_a_scene_tells_nothing_that_its_eyes_may_not_know(table: Table) -> None:
    rng = [0] * GENERATOR
    seed_generator(rng, 9)
    for number, (state, seat, _, _) in enumerate(random_game(table, 61)):
        if number % 11:
            continue
        for perspective in (*range(table.seats), SPECTATOR):
            view = view_state(GAME.plain, state, perspective)
            other = view.duplicate()
            GAME.plain.guess(other, perspective, rng)
            sent = as_sent(GAME.scenes.scene(view, perspective))
            assert sent == as_sent(GAME.scenes.scene(view_state(GAME.plain, other, perspective), perspective))
            assert sent == as_sent(GAME.scenes.scene(state, perspective)), "not even the whole truth shows more"
            assert as_sent(GAME.scenes.ending(view, ENGLISH)) == as_sent(GAME.scenes.ending(other, ENGLISH))
        if seat >= 0:
            assert as_sent(offers(state)) == as_sent(offers(view_state(GAME.plain, state, seat)))


@pytest.mark.parametrize("table", HERE, ids=str)
def test_what_an_offer_shows_is_what_the_move_does(table: Table) -> None:
    for number, (state, seat, choices, _) in enumerate(random_game(table, 62)):
        if seat < 0 or number % 9:
            continue
        for move in choices:
            found = GAME.scenes.offer(state, seat, move, ENGLISH)
            after = state.duplicate()
            GAME.plain.apply(after, seat, move)
            for side, origin, end in found.get("back", []) if found["kind"] == "lay" else []:
                assert end in after.meeple[side]
                assert after.meeple[side].count(origin) < state.meeple[side].count(origin)
            for side, origin, end in found["on"] if found["kind"] in ("black", "none", "meeple") else []:
                assert end in after.meeple[side]
                assert origin in state.meeple[side]
            if found["kind"] in ("lay", "black"):
                assert found["card"] in [card["kind"] for card in GAME.scenes.scene(state, seat)["hands"][seat]]


@pytest.mark.parametrize("table", HERE, ids=str)
def test_the_last_column_of_the_ending_is_the_score_and_the_notes_agree_with_the_winners(table: Table) -> None:
    for seed in seeds(table, 32):
        *_, (state, seat, _, _) = random_game(table, seed)
        assert seat == OVER
        ending = GAME.scenes.ending(state, ENGLISH)
        assert [row[-1] for row in ending["rows"]] == points(state)
        assert all(len(row) == len(ending["columns"]) for row in ending["rows"])
        assert [row[0] for row in ending["rows"]] == [state.held[other][0] for other in range(state.seats)]
        tied = sum(share > 0 for share in shares(state)) > state.seats // state.sides
        assert any("share the win" in note for note in ending["notes"]) == tied
        assert len(GAME.scenes.ending(state, GERMAN)["notes"]) == len(ending["notes"])


def test_a_scene_of_a_turn_to_trip_or_to_skip() -> None:
    s = position(EXAMPLE)
    found = json.loads(as_sent(GAME.scenes.scene(view_state(GAME.plain, s, 0), 0)))
    squares = found.pop("squares").split(" ")
    assert [len(squares), squares[0], squares[10], squares[94], squares[97]] == [
        98,
        "2",
        "2.2.3",
        "2.2.2.2.2.3",
        "3.3.11",
    ]
    kinds = [card.pop("kind") for card in found["hands"][0]]
    assert [(NUMBER[kind], SYMBOLS[kind]) for kind in kinds] == [(3, (3,)), (4, (2, 2)), (6, (5,)), (8, (83,))]
    assert found == {
        "phase": "act",
        "seat": 0,
        "round": 3,
        "rounds": 0,
        "time_up": False,
        "passes": 0,
        "safe": [],
        "sides": [0, 1, 2],
        "colours": ["red", "purple", "yellow"],
        "meeples": [[21], [12], [5]],
        "hands": [
            [
                {"number": 3, "symbols": [3]},
                {"number": 4, "symbols": [2, 2]},
                {"number": 6, "symbols": [5]},
                {"number": 8, "symbols": [83]},
            ],
            [{"number": 1}, {"number": 5}],
            [{"number": 9}],
        ],
        "seats": [
            {"colour": "red", "points": 21},
            {"colour": "purple", "points": 12},
            {"colour": "yellow", "points": 5},
        ],
        "deck": 101,
        "top": 7,
        "steps": 0,
        "trip": None,
        "threats": [[21, [[3, [[1, [1, 5]], [2, [9]]]], [7, [[1, [1, 5]], [2, [9]]]]]]],
    }


def test_a_scene_shows_the_trip_being_made() -> None:
    s = play(EXAMPLE, "trip 12:; 4[2.2]")
    trip = GAME.scenes.scene(s, 1)["trip"]
    assert (trip["square"], trip["missing"], trip["back"]) == (12, (3,), 4)
    assert [(card["number"], card["symbols"]) for card in trip["cards"]] == [(4, (2, 2))]
    assert GAME.scenes.scene(s, 1)["hands"][0] == [{"number": 3}, {"number": 6}, {"number": 8}]


def test_st6_a_trip_being_made_goes_back_no_further_than_0() -> None:
    s = play("turn 5: red to act / deck: top 1 / red: on 9; hand 8[2] 9[2] / purple: on 4", "trip 4:; 8[2]")
    assert GAME.scenes.scene(s, 0)["trip"]["back"] == 4


def test_a_scene_marks_the_square_that_mercy_protects() -> None:
    merciful = EXAMPLE.replace("basic", "basic, mercy")
    assert GAME.scenes.scene(position(merciful), 0)["safe"] == [5]
    assert GAME.scenes.scene(position(merciful.replace("on 5", "on 0")), 0)["safe"] == []


def test_the_referee_sees_all_hands_and_a_spectator_none() -> None:
    s = position(EXAMPLE)
    assert all("symbols" in card for hand in GAME.scenes.scene(s, REFEREE)["hands"] for card in hand)
    assert not any("symbols" in card for hand in GAME.scenes.scene(s, SPECTATOR)["hands"] for card in hand)
    assert GAME.scenes.scene(s, SPECTATOR)["threats"] == []


def test_naming_a_square_shows_the_fall_and_the_walk_where_one_set_of_cards_matches() -> None:
    found = offer(position(EXAMPLE), "trip 12:")
    assert found["label"] == "Trip Purple on 12 (2 x 2 x 3) with 3 and 4: back 7, to 5. You go forward to 28."
    assert (found["back"], found["on"], found["falls"]) == ([(1, 12, 5)], [(0, 21, 28)], [7, 7])
    german = offer(position(EXAMPLE), "trip 12:", GERMAN)["label"]
    assert german == "Schubse Lila mit 3 und 4 von Feld 12 (2 x 2 x 3): 7 zurück, auf 5. Du gehst auf 28."


def test_naming_a_square_shows_both_ends_of_the_fall_where_the_cards_leave_a_choice() -> None:
    found = offer(position(EXAMPLE.replace("6[5]", "6[5] 2[3]")), "trip 12:")
    assert found["label"] == "Trip Purple on 12 (2 x 2 x 3): back 6 to 7, depending on the cards you lay."
    assert (found["maybe"], found["back"], found["on"]) == ([(1, 12, 6), (1, 12, 5)], [], [])


def test_a_fall_to_the_start_is_only_as_long_as_the_way() -> None:
    found = offer(position(EXAMPLE), "trip 5:")
    assert found["label"] == "Trip Yellow on 5 with 6: back 5, to 0. You go forward to 27."


def test_a_square_with_too_many_ways_leaves_open_how_far() -> None:
    hand = "1[2] 2[2] 3[2] 4[2] 5[2] 6[2] 7[2] 8[2] 9[2] 1[2.2] 2[2.2]"
    found = offer(position(f"turn 2: red to act / deck: top 7 / red: on 0; hand {hand} / purple: on 64"), "trip 64:")
    assert found["label"] == "Trip Purple on 64 (2 x 2 x 2 x 2 x 2 x 2)."
    assert (found["falls"], found["back"]) == ([], [])


def test_cards_of_a_trip_say_what_is_missing_and_then_who_falls() -> None:
    first = offer(play(EXAMPLE, "trip 12:"), "4[2.2]")
    assert first["label"] == "Lay 4 (2 x 2) for 12; 3 still to match."
    assert (first["missing"], first["back"], first["steps"]) == ((3,), [], 4)
    last = offer(play(EXAMPLE, "trip 12:; 4[2.2]"), "3[3]")
    assert last["label"] == "Lay 3 (3): Purple back 7, from 12 to 5. You go forward to 28."
    assert (last["missing"], last["back"], last["on"], last["steps"]) == ([], [(1, 12, 5)], [(0, 21, 28)], 7)


def test_the_last_card_of_hand_and_deck_makes_the_walk_as_well() -> None:
    start = with_deck("turn 2: red to act\nred: on 3; hand 3[3]\npurple: on 3; hand 1[7]", "")
    assert offer(play(start, "trip 3:"), "3[3]")["on"] == [(0, 3, 6)]
    assert offer(position(start), "trip 3:")["label"].endswith("back 3, to 0. You go forward to 6.")


def test_several_meeples_on_a_square_are_named_and_fall_together() -> None:
    s = position("turn 4: red to act / deck: top 2 / red: on 9; hand 7[7] / purple: on 7 / yellow: on 7 / blue: on 1")
    found = offer(s, "trip 7:")
    assert found["label"].startswith("Trip Purple and Yellow on 7 with 7: back 7, to 0.")
    assert found["back"] == [(1, 7, 0), (2, 7, 0)]


@pytest.mark.parametrize(
    ("move", "label", "on"),
    [
        ("black 8[83]", "Skip with the 8 (83): 21 to 29.", [(0, 21, 29)]),
        ("pass", "Pass: play no card at all.", []),
    ],
)
def test_skipping_says_where_it_leads(move: str, label: str, on: list[tuple[int, int, int]]) -> None:
    found = offer(position(EXAMPLE), move)
    assert (found["label"], found["on"]) == (label, on)


def test_a_walk_too_far_stays() -> None:
    found = offer(position(EXAMPLE.replace("on 21", "on 95")), "black 8[83]")
    assert found["label"] == "Skip with the 8 (83): 8 is too far, you stay put."
    assert found["on"] == []


ADVANCED = """
turn 3: red to act
rules: advanced
deck: top 7
red: on 7 7 40; hand 4[2.2] 3[3]
purple: on 12 30 41; hand 1[2]
"""


def test_with_several_meeples_the_walk_is_chosen_afterwards() -> None:
    label = "Skip with the 4 (2 x 2): then choose the meeple that goes 4 forward."
    assert offer(position(ADVANCED), "black 4[2.2]")["label"] == label
    chosen = offers(play(ADVANCED, "black 4[2.2]"))
    assert [one["label"] for one in chosen] == [
        "Move 4, from 7 to 11.",
        "Move 4, from 40 to 44.",
    ]
    assert [(one["kind"], one["square"], one["on"]) for one in chosen] == [
        ("meeple", 7, [(0, 7, 11)]),
        ("meeple", 40, [(0, 40, 44)]),
    ]


def over(squares: list[str], rules: str = "basic") -> State:
    """A game that has ended by rounds, with meeples so."""
    seats = ("red", "purple", "yellow", "blue")
    places = [f"{seat}: on {on}" if on else f"{seat}:" for seat, on in zip(seats, squares, strict=False)]
    return position("\n".join([f"turn {len(squares)}: red was last, over", f"rules: {rules}, 1 round", *places]))


@pytest.mark.parametrize(
    ("squares", "rules", "rows", "notes"),
    [
        (["30", "20"], "basic", [[0, 30], [0, 20]], []),
        (
            ["30", "30", "7"],
            "basic",
            [[0, 30]] * 2 + [[0, 7]],
            ["Red and Purple stand on 30 and share the win."],
        ),
        (["3 9 20", "2 50 60"], "advanced", [[0, 20, 9, 3], [0, 60, 50, 2]], []),
        (
            ["3 9 20", "3 8 60"],
            "advanced",
            [[0, 20, 9, 3], [0, 60, 8, 3]],
            ["Red and Purple: the last meeples are level on 3, the ones before them decide."],
        ),
        (
            ["3 9 20", "3 9 60"],
            "advanced",
            [[0, 20, 9, 3], [0, 60, 9, 3]],
            ["Red and Purple: the last two meeples are level, the first ones decide."],
        ),
        (
            ["3 9", "3 9", "3 8"],
            "advanced",
            [[0, 9, 3], [0, 9, 3], [0, 8, 3]],
            [
                "Red, Purple and Yellow: the last meeples are level on 3, the ones before them decide.",
                "Red and Purple: all meeples are level; they share the win.",
            ],
        ),
        (
            ["3 9 20", "4 5 6", "", ""],
            "teams",
            [[0, 20, 9, 3], [0, 6, 5, 4], [0, 20, 9, 3], [0, 6, 5, 4]],
            ["Partners share their team's win."],
        ),
    ],
)
def test_the_ending_names_the_rule_that_decided(
    squares: list[str], rules: str, rows: list[list[int]], notes: list[str]
) -> None:
    state = over(squares, rules)
    ending = GAME.scenes.ending(state, ENGLISH)
    assert ending["rows"] == rows
    assert ending["notes"] == notes
    assert GAME.scenes.end_reason(state, ENGLISH) == "The last round is over."


@pytest.mark.parametrize(
    ("reached", "passes", "held", "rules", "you", "says"),
    [
        (1, 0, 1, "basic", None, "Purple reached 100."),
        (1, 0, 1, "basic", 1, "You reached 100."),
        (0, 0, 1, "teams", 2, "You and Red reached 100."),
        (None, 4, 1, "basic", None, "Everyone has passed in a row: the game is over."),
        (None, 4, 0, "basic", None, "The cards are used up: the game is over."),
    ],
)
def test_st11_the_reason_for_the_end_is_said(
    reached: int | None, passes: int, held: int, rules: str, you: int | None, says: str
) -> None:
    state = over(["20 9 3", "8 5 4", "", ""] if rules == "teams" else ["20", "8", "5", "4"], rules)
    state.passes = passes
    state.held[0][0] = held
    if reached is not None:
        state.meeple[reached][state.meeples - 1] = 100
    assert GAME.scenes.end_reason(state, Words("en", GAME.package, you=you)) == says


def test_an_ending_before_the_end_has_no_notes() -> None:
    assert GAME.scenes.ending(position(EXAMPLE), GERMAN) == {
        "columns": ["Karten übrig", "Feld"],
        "rows": [[4, 21], [2, 12], [1, 5]],
        "notes": [],
    }


def test_the_catalogue_has_what_the_page_asks_for_and_no_more() -> None:
    scripts = [path.read_text(encoding="utf-8") for path in Path(scenes.__file__).parent.glob("page/*.js")]
    asked = set(re.findall(r"'((?:board|race|hover)\.\w+)'", "".join(scripts)))
    kinds = {one["kind"] for start in STARTS for one in offers(start)}
    assert kinds == {"trip", "lay", "black", "none", "pass", "meeple"}
    asked |= {f"board.do_{kind}" for kind in (kinds | {"match"}) - {"pass"}}
    asked |= {"race.skipped", "race.tripping", "race.lost", *(f"hover.plain_{square}" for square in (0, 1, 100))}
    counted = {"board.cards", "hover.skip"}
    asked = asked - counted | {f"{key}.{n}" for key in counted for n in ("one", "more")}
    known = {key for key in catalogue(GAME.package, "en") if key.startswith(("board.", "race.", "hover."))}
    assert asked == known


STARTS = [
    position(EXAMPLE),
    play(EXAMPLE, "trip 12:"),
    play(EXAMPLE, "trip 12:; 4[2.2]; 3[3]; draw 7[7]; top 1"),
    play(ADVANCED, "black 3[3]"),
]
"""Positions that together offer every kind of move."""


def test_every_picture_of_the_rules_can_be_drawn_and_has_a_caption() -> None:
    assert [figure["after"] for figure in GAME.figures] == ["lead", "ST-1", "ST-6", "ST-14", "example-1"]
    for figure in GAME.figures:
        assert as_sent(GAME.scenes.scene(position(figure["position"]), SPECTATOR))
        assert all(words(f"figure.{figure['name']}").endswith(".") for words in LANGUAGES)
    assert GAME.scenes.scene(position(GAME.figures[2]["position"]), SPECTATOR)["trip"]["square"] == 12


def test_passing_says_when_it_would_end_the_game_with_the_score_and_who_would_win() -> None:
    last = "turn 6: red to act, 1 pass / deck: top 1 / red: on 15; hand 7[3] / purple: on 24; hand 1[2]"
    assert offer(position(last.replace(", 1 pass", "")), "pass")["passes"] is True
    found = offer(position(last), "pass")
    assert found["warning"] == "If you pass too, the game ends: 15 against 24. Purple would win."
    assert offer(position(last), "pass", GERMAN)["warning"] == (
        "Wenn du auch passt, endet das Spiel: 15 gegen 24. Lila würde gewinnen."
    )
    assert offer(position(last.replace("15", "40")), "pass")["warning"].endswith("40 against 24. You would win.")
    shared = offer(position(last.replace("15", "24")), "pass")["warning"]
    assert shared.endswith("24 against 24. You and Purple would share the win.")
    shared = offer(position(last.replace("15", "24")), "pass", GERMAN)["warning"]
    assert shared.endswith("24 gegen 24. Du und Lila würdet euch den Sieg teilen.")
    three = last.replace("1 pass", "2 passes") + " / yellow: on 31"
    assert offer(position(three), "pass")["warning"].endswith("15 against 24 and 31. Yellow would win.")
    assert not any("passes" in one for one in offers(position(last)) if one["kind"] != "pass")


def test_st18_passing_names_both_partners_of_a_team_that_would_win() -> None:
    teams = """turn 7: yellow to act, 3 passes / rules: teams / deck: top 1
        red: on 9 20 20; hand 1[2] / purple: on 12 12 20; hand 2[5] / yellow: hand 2[2] 3[5] / blue: hand 4[2]"""
    assert offer(position(teams), "pass")["warning"].endswith("9 against 12. Purple and Blue would win.")
    assert offer(position(teams), "pass", GERMAN)["warning"].endswith("Lila und Blau würden gewinnen.")
    level = position(teams.replace("on 9 20 20", "on 12 12 20"))
    assert offer(level, "pass")["warning"].endswith(" You, Red, Purple and Blue would share the win.")
    assert offer(level, "pass", GERMAN)["warning"].endswith(" Du, Rot, Lila und Blau würdet euch den Sieg teilen.")


def test_st15_a_trip_on_offer_says_how_many_meeples_it_takes_back() -> None:
    teams = """turn 7: yellow to act / rules: teams / deck: top 1
        red: on 9 20 20; hand 1[2] / purple: on 3 3 20; hand 2[5] / yellow: hand 2[3] 3[5] / blue: hand 4[2]"""
    found = offer(position(teams), "trip 3:")["label"]
    assert found.startswith("Trip Purple and Blue (2 meeples) on 3 with 2: back 2, to 1.")
    found = offer(position(teams.replace("on 3 3", "on 3 4")), "trip 3:", GERMAN)["label"]
    assert found.startswith("Schubse Lila und Blau (1 Figur) mit 2 von Feld 3: 2 zurück, auf 1.")


def test_st11_a_pass_that_lets_the_others_end_the_game_while_behind_says_so() -> None:
    first = "turn 6: red to act / deck: top 1 / red: on 0; hand 7[3] / purple: on 8; hand 1[2]"
    assert offer(position(first), "pass")["warning"] == "If Purple also passes, the game ends and you lose 0 to 8."
    german = offer(position(first), "pass", GERMAN)["warning"]
    assert german == "Wenn Lila auch passt, endet das Spiel und du verlierst 0 zu 8."
    for ahead in ("on 8", "on 9"):
        assert "warning" not in offer(position(first.replace("on 0", ahead)), "pass")
    three = first + " / yellow: on 31"
    found = offer(position(three), "pass")["warning"]
    assert found == "If Purple and Yellow also pass, the game ends and you lose 0 to 31."
    found = offer(position(three.replace("act", "act, 1 pass")), "pass")["warning"]
    assert found.startswith("If Purple also passes"), "yellow has passed already"
    four = three + " / blue: on 2"
    found = offer(position(four), "pass")["warning"]
    assert found == "If all the others also pass, the game ends and you lose 0 to 31."
    assert not any("warning" in one for one in offers(position(four)) if one["kind"] != "pass")
    teams = """turn 7: yellow to act, 1 pass / rules: teams / deck: top 1
        red: on 9 20 20; hand 1[2] / purple: on 12 12 20; hand 2[5] / yellow: hand 2[2] 3[5] / blue: hand 4[2]"""
    found = offer(position(teams), "pass")["warning"]
    assert found == "If Blue and Red also pass, the game ends and you lose 9 to 12."
    assert "warning" not in offer(position(teams.replace("on 9 20", "on 12 20")), "pass"), "the middle meeple decides"
    level = offer(position(teams.replace("on 9 20 20", "on 12 12 13")), "pass")["warning"]
    assert level.endswith("you lose: level at 12, but others are ahead with their other meeples.")


def test_a_trip_on_offer_says_which_cards_can_take_part_and_which_numbers_go_furthest() -> None:
    s = position(
        "turn 5: red to act / deck: top 1 / red: on 2; hand 4[3] 9[11] 8[3] 5[2] 1[2.2] / purple: on 33; hand 1[2]"
    )
    found = offer(s, "trip 33:")
    assert [NUMBER[kind] for kind in found["cards"]] == [4, 8, 9]
    assert found["falls"] == [13, 17]
    assert found["lays"] == [8, 9]
