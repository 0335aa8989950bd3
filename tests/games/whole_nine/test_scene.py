"""Data for drawing: scenes, offers, endings."""

from __future__ import annotations

import json

import pytest

from tests.games.whole_nine.positions import FULL, GAME, HOME, WORDS, choices, play, scores
from tests.laws.games import TABLES, Table, random_game
from trackside.core.notation import choices_for, find_move
from trackside.core.protocol import OVER, REFEREE, SPECTATOR
from trackside.core.scene import Scene, seen_scene
from trackside.core.words import LANGUAGES, Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.preview import Gain, tile_gain
from trackside.games.whole_nine.state import ANIMAL, ASIDE, MOVE, NINE, NO_TILE, TAKE, State

GERMAN = Words("de", GAME.package)
SCENES = GAME.scenes

EARLY = (
    f"turn 9: red rolled {{roll}} / {FULL} / "
    "red: pawns start 1b 1c 1f; row {row} / purple: pawns start start start 1a{more}"
)
THREE_TO_FOUR = EARLY.format(roll=4, row="2 3", more="")
A_ONE = EARLY.format(roll=1, row="2 3", more="")
LONE_THREE = EARLY.format(roll=4, row="3", more="; row 2")


def offered(state: State, text: str, words: Words = WORDS) -> Scene:
    seat = GAME.plain.to_move(state)
    return SCENES.offer(state, seat, find_move(GAME.plain, GAME.notation, state, seat, text, WORDS), words)


def labels(state: State, words: Words = WORDS) -> list[str]:
    seat = GAME.plain.to_move(state)
    return [SCENES.offer(state, seat, code, words)["label"] for code in choices_for(GAME.plain, state, seat)]


WHOLE_NINE = [table for table in TABLES if table.game is GAME]


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_every_move_of_a_game_is_offered_in_a_sentence_of_its_own(table: Table) -> None:
    said = [Words(language, GAME.package) for language in LANGUAGES]
    for state, seat, moves, _ in random_game(table, 1):
        if seat < 0:
            continue
        before = state.duplicate()
        for words in said:
            offers = [SCENES.offer(state, seat, move, words) for move in moves]
            assert all(offer["label"].endswith(".") and offer["label"][0].isupper() for offer in offers)
            assert len({offer["label"] for offer in offers}) == len(moves)
            assert json.loads(json.dumps(offers)) == offers
        assert state == before


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_a_scene_is_plain_data_and_tells_what_the_position_holds(table: Table) -> None:
    for state, seat, _, _ in random_game(table, 2):
        scene = SCENES.scene(state, 0)
        assert json.loads(json.dumps(scene)) == scene
        assert SCENES.scene(state.duplicate(), 0) == scene
        assert [one["points"] for one in scene["seats"]] == scores(state)
        assert all(one["plus_points"] + one["minus_points"] == one["points"] for one in scene["seats"])
        places = [int(tile.split(":")[0]) for tile in scene["track"].split()]
        assert places == sorted(places)
        on_track = {*places, 0, scene["goal"]}
        assert all(set(one["pawns"]) <= on_track for one in scene["seats"])
        assert (scene["phase"] == "over") == (seat == OVER)


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_a_walk_tells_which_tiles_it_takes_and_which_it_leaves_to_choose(table: Table) -> None:
    for state, seat, moves, _ in random_game(table, 3):
        for move in moves if state.phase == MOVE else ():
            offer = SCENES.offer(state, seat, move, WORDS)
            after = state.duplicate()
            GAME.plain.apply(after, seat, move)
            assert taken(state, after) == [took["place"] for took in offer["sure"]]
            to_choose = [text[1:] for text in choices(after)] if after.phase == TAKE else []
            assert [took["name"] for took in offer["takes"]] == to_choose


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_the_points_that_a_choice_is_said_to_bring_are_those_it_brings(table: Table) -> None:
    for state, seat, moves, _ in random_game(table, 4):
        for move in moves if state.phase in (TAKE, NINE, ASIDE) else ():
            offer = SCENES.offer(state, seat, move, WORDS)
            after = state.duplicate()
            GAME.plain.apply(after, seat, move)
            assert state.phase != TAKE or after.tile[offer["place"]] == NO_TILE
            more = len(taken(state, after)) - (state.phase == TAKE)
            if more or after.phase in (NINE, ASIDE) or after.pawn[seat][0] == rules.goal(after):
                continue
            assert offer["gain"] == text_of(scores(after)[seat] - scores(state)[seat])


def taken(before: State, after: State) -> list[int]:
    return [place for place, face in enumerate(before.tile) if face != after.tile[place]]


def text_of(gain: int) -> str:
    return f"+{gain}" if gain > 0 else f"−{-gain}" if gain else ""


def test_all_eyes_see_the_same() -> None:
    state = play(A_ONE)
    assert SCENES.scene(state, 0) == SCENES.scene(state, 1) == SCENES.scene(state, SPECTATOR)


def test_eyes_are_a_seat_or_nobody() -> None:
    assert [seen_scene({}, perspective)["perspective"] for perspective in (0, 1, SPECTATOR, REFEREE)] == [
        0,
        1,
        None,
        None,
    ]


def test_a_scene_holds_the_track_in_order_and_everybodys_things() -> None:
    scene = SCENES.scene(play(LAST_ACROSS), 1)
    assert {key: scene[key] for key in ("phase", "turn", "seat", "roll", "goal", "full", "span")} == {
        "phase": "move",
        "turn": 66,
        "seat": 1,
        "roll": 6,
        "goal": 50,
        "full": 48,
        "span": 8,
    }
    assert scene["track"].split()[:3] == ["22:3e:number:2", "25:c4:cactus:2", "27:4b:number:6"]
    assert scene["seats"][0] == {
        "colour": "red",
        "pawns": [29, 39, 44, 45],
        "row": [3, 5],
        "nines": [{"face": 1, "with": [3, 5]}, {"face": 4, "with": [5]}, {"face": 6, "with": [3]}],
        "plus": 11,
        "plus_points": 55,
        "minus": [1, 3, 3, 3, 4, 6],
        "minus_points": -20,
        "cacti": 2,
        "points": 35,
    }


def test_an_animal_has_no_number_but_a_picture() -> None:
    assert SCENES.scene(play(A_ONE), 0)["track"].split()[7] == "8:1g:animal:fox"


def test_a_track_that_is_being_laid_is_a_setting_up() -> None:
    scene = SCENES.scene(GAME.opening(3, {}), 0)
    assert (scene["phase"], scene["track"], scene["full"]) == ("setup", "", 48)


def test_walks_are_named_by_pawn_distance_end_and_cacti() -> None:
    assert labels(play(THREE_TO_FOUR)) == [
        "Move a pawn from the start 4 spaces, to the 3, across the 1 cactus.",
        "Move your rear pawn 4 spaces, to the 6.",
        "Move your middle pawn 4 spaces, to the fox.",
        "Move your front pawn 4 spaces, to the 2, across the 2 cactus.",
    ]
    assert labels(play(THREE_TO_FOUR), GERMAN)[2:] == [
        "Ziehe deine mittlere Figur 4 Felder weit, auf den Fuchs.",
        "Ziehe deine vordere Figur 4 Felder weit, auf die 2, am Kaktus 2 vorbei.",
    ]


def test_after_a_one_steps_and_jumps_differ() -> None:
    assert labels(play(A_ONE)) == [
        "Move a pawn from the start 1 space, to the 1 cactus.",
        "Move your rear pawn 1 space, to the 3.",
        "Move your middle pawn 1 space, to the 4.",
        "Move your front pawn 1 space, to the fox.",
        "Jump with a pawn from the start to the next pawn, on the 1, across the 1 cactus.",
        "Jump with your middle pawn to the next pawn, on the 6.",
    ]
    assert labels(play(A_ONE), GERMAN)[5] == "Rücke deine mittlere Figur bis zur nächsten Figur vor, auf die 6."


def test_a_walk_tells_what_each_tile_to_choose_from_would_bring() -> None:
    offer = offered(play(THREE_TO_FOUR), "1f-2b")
    assert (offer["from"], offer["to"], offer["jump"], offer["sure"]) == (7, 11, False, [])
    assert [(took["name"], took["says"], took["gain"]) for took in offer["takes"]] == [
        ("1d", "2 + 3 + 4 = 9", "+15"),
        ("1e", "no nine", "−2"),
        ("1f", "3 + 6 = 9", "+10"),
        ("1g", "fox", "+5"),
    ]


LAST_ACROSS = (
    "turn 66: purple rolled 6 / track: [.]....... [.]....... [.]....2.. [2].6.6... [6]5..1.2. [1]2.234.3 / "
    "red: pawns 4d 5f 6c 6d; row 3 5; plus 11; minus 1 3 3 3 4 6; cacti 2 / "
    "purple: pawns 3e 4b goal goal; row 5; plus 10; minus 3 4 4 6 6 6; cacti 1"
)


def test_a_walk_tells_what_it_brings_for_certain() -> None:
    offer = offered(play(LAST_ACROSS), "3e-5d")
    assert offer["label"] == "Move your rear pawn 6 spaces, to the 1, across cacti 2 and 6."
    assert [(took["name"], took["kind"], took["says"], took["gain"]) for took in offer["sure"]] == [
        ("3e", "number", "into the row", ""),
        ("c4", "cactus", "5 + 2 + 2 = 9", "+15"),
    ]
    assert offer["takes"] == []


def test_the_goal_is_said_without_a_count() -> None:
    state = play(LAST_ACROSS.replace("66: purple", "66: red"))
    assert labels(state)[2:] == [
        "Move your second pawn from the front into the goal.",
        "Move your front pawn into the goal.",
    ]


def test_tiles_to_take_are_named_by_what_they_show() -> None:
    state = play(THREE_TO_FOUR, "1f-2b")
    assert labels(state) == [
        "Take the 4: 2 + 3 + 4 = 9, +15.",
        "Take the 5: no nine, at best −2.",
        "Take the 6: 3 + 6 = 9, +10.",
        "Take the fox: +5.",
    ]
    assert labels(state, GERMAN)[1] == "Nimm die 5: keine Neun, bestenfalls −2."
    assert offered(state, "x1d") == {
        "brings": ["Red takes a 4. 2 + 3 + 4 = 9: +15."],
        "label": "Take the 4: 2 + 3 + 4 = 9, +15.",
        "place": 5,
        "name": "1d",
        "kind": "number",
        "face": 4,
        "says": "2 + 3 + 4 = 9",
        "gain": "+15",
    }


def test_tiles_of_one_look_are_told_apart_by_their_order() -> None:
    state = play(THREE_TO_FOUR.replace("[1]123456*", "[1]12345**").replace("[2]123456*", "[2]1234566"), "1f-2b")
    assert labels(state)[:2] == ["Take the 4: 2 + 3 + 4 = 9, +15.", "Take the 5: no nine, at best −2."]
    assert labels(state)[2:] == ["Take the fox (1 of 2): +5.", "Take the fox (2 of 2): +5."]
    assert labels(state, GERMAN)[2:] == ["Nimm den Fuchs (1 von 2): +5.", "Nimm den Fuchs (2 von 2): +5."]


def test_a_pair_is_made_or_kept() -> None:
    state = play(LONE_THREE, "1f-2b")
    assert offered(state, "x1f")["label"] == "Take the 6: 3 + 6 = 9, +10 if you make it."
    assert offered(state, "x1e")["label"] == "Take the 5: into the row."
    state = play(LONE_THREE, "1f-2b", "x1f")
    assert labels(state) == ["Make nine: 3 + 6 = 9, +10.", "Keep 3 and 6 in the row for now."]
    assert [offered(state, text)["gain"] for text in ("nine", "keep")] == ["+10", ""]


def test_laying_aside_costs_the_number() -> None:
    state = play(THREE_TO_FOUR, "1f-2b", "x1e")
    assert labels(state) == ["Lay the 2 aside: −2.", "Lay the 3 aside: −3.", "Lay the 5 aside: −5."]
    assert labels(state, GERMAN)[0] == "Lege die 2 zur Seite: −2."
    assert [offered(state, text)["face"] for text in choices(state)] == [2, 3, 5]


@pytest.mark.parametrize(
    ("row", "face", "brings"),
    [
        ((), 4, Gain("row", 0)),
        ((), ANIMAL, Gain("animal", 5)),
        ((3, 6), ANIMAL, Gain("animal", 5)),
        ((3,), 6, Gain("pair", 10, (3, 6), (3,), is_new=True)),
        ((4, 2), 5, Gain("nine", 10, (4, 5), (4,), is_new=True)),
        ((2, 3), 4, Gain("nine", 15, (2, 3, 4), (2, 3), is_new=True)),
        ((3, 6), 4, Gain("nine", 10, (3, 6), (3, 6))),
        ((3, 6), 6, Gain("nine", 10, (3, 6), (3, 6))),
        ((5, 6), 2, Gain("aside", -2)),
    ],
)
def test_what_a_tile_brings_to_a_row(row: tuple[int, ...], face: int, brings: Gain) -> None:
    assert tile_gain(row, face) == brings


FINISHED = f"""turn 90: red was last, over
    track: [.]....... [.]....... [.]....... [.]....... [.]....... [.].......
    red: pawns {HOME}; {{red}}
    purple: pawns {HOME}; {{purple}}"""


def test_an_ending_explains_the_points() -> None:
    state = play(FINISHED.format(red="plus 24; minus 1 2 6; cacti 2", purple="plus 22; minus 5; cacti 4"))
    assert SCENES.ending(state, WORDS) == {
        "columns": ["plus tiles", "five each", "minus tiles", "face value", "cacti", "total"],
        "rows": [[24, "+120", 3, "−9", 2, 111], [22, "+110", 1, "−5", 4, 105]],
        "notes": [],
    }


def test_wn22_the_game_ends_when_all_pawns_are_home() -> None:
    state = play(FINISHED.format(red="plus 24; minus 1 2 6; cacti 2", purple="plus 22; minus 5; cacti 4"))
    assert SCENES.end_reason(state, WORDS) == "All pawns are home."
    assert SCENES.end_reason(state, GERMAN) == "Alle Figuren sind im Ziel."


def test_an_ending_names_the_tie_rule_when_it_decided() -> None:
    state = play(FINISHED.format(red="plus 23; minus 1 4; cacti 2", purple="plus 23; minus 2 3; cacti 4"))
    names = Words("en", GAME.package, ("Ana", "Ben"))
    assert SCENES.ending(state, names)["notes"] == ["Tied at 110 points: Ben wins with more cacti, 4 to 2."]
    assert SCENES.ending(state, GERMAN)["notes"] == [
        "Gleichstand mit 110 Punkten: Lila gewinnt mit mehr Kakteen, 4 gegen 2."
    ]
    state = play(FINISHED.format(red="plus 23; minus 1 4; cacti 3", purple="plus 23; minus 2 3; cacti 3"))
    assert SCENES.ending(state, GERMAN)["notes"] == ["Je 110 Punkte und 3 Kakteen: Rot und Lila teilen sich den Sieg."]


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_totals_are_the_scores_at_the_beginning_and_at_the_end(table: Table) -> None:
    positions = [state for state, _, _, _ in random_game(table, 5)]
    for state in (positions[0], positions[-1]):
        ending = SCENES.ending(state, WORDS)
        assert [row[-1] for row in ending["rows"]] == scores(state)
        assert {len(row) for row in ending["rows"]} == {len(ending["columns"])}


def test_wn12_a_walk_that_takes_nothing_says_why() -> None:
    early = GAME.notation.parse_position(THREE_TO_FOUR.replace(" / ", "\n"))
    found = {offer["from"]: offer for offer in (offered(early, text) for text in choices(early))}
    assert found[0]["nothing"] == "No tile: there is no segment before the first cactus."
    within = [offer["nothing"] for offer in found.values() if offer["from"] and not offer["sure"] + offer["takes"]]
    assert set(within) <= {"No tile: you stay within your segment."}
    assert within
