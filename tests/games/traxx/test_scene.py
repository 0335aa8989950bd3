"""Träxx as a page gets it: the data of a view, offers in sentences, the final table."""

from __future__ import annotations

import json
import random

import pytest

from tests.games.traxx.table import TRAXX, WORDS, hidden, opening, play, position, scores
from tests.laws.games import TABLES, Table, random_game
from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, REFEREE, SPECTATOR, AnyState
from trackside.core.rulebook import numbered_rules
from trackside.core.words import LANGUAGES, Words
from trackside.games.traxx.fields import FIELDS, NAMES
from trackside.games.traxx.notation import describe
from trackside.games.traxx.scene import end_reason, ending, offer, scene
from trackside.games.traxx.state import STOP
from trackside.play.match import Match

LANGUAGE_WORDS = [Words(language, TRAXX.package) for language in LANGUAGES]
SHEET = "r2r3r4rr-rrrrrr-rrrrrrr-rrrr*1rrrr-rrrr*2rr*3rrr-rrrr*4rrrr-rrrrrrr-rrrrr5r6-r7r8r9r10r"
MADE = [Table(TRAXX, seats, {"sheet": SHEET, "deck": "rrr-rr-rrr"}) for seats in (1, 3)]
ALL_TABLES = [table for table in TABLES if table.game is TRAXX] + MADE


def labels(s: AnyState, seat: int, words: Words = WORDS) -> list[str]:
    return [offer(s, seat, move, words)["label"] for move in choices_for(TRAXX.plain, s, seat)]


def fields(names: str) -> list[int]:
    return [NAMES.index(name) for name in names.split()]


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_every_move_of_a_game_is_offered_in_a_sentence_of_its_own(table: Table) -> None:
    for seed in range(2):
        for s, seat, choices, _ in random_game(table, seed):
            if seat < 0:
                continue
            view = hidden(s, seat)
            for words in LANGUAGE_WORDS:
                offers = [offer(view, seat, move, words) for move in choices]
                said = [one["label"] for one in offers]
                assert len(set(said)) == len(said)
                assert all(text.endswith(".") and "{" not in text for text in said)
                assert json.loads(json.dumps(offers)) == offers
            for one, move in zip(offers, choices, strict=True):
                if move != STOP:
                    assert one["field"] == move % FIELDS
                    assert one["from"] == view.tip[seat][move // FIELDS]


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_scene_is_plain_data_that_agrees_with_the_rules_at_every_step(table: Table) -> None:
    for s, seat, choices, _ in random_game(table, 1):
        for perspective in (*range(s.seats), SPECTATOR, REFEREE):
            view = hidden(s, perspective)
            drawing = scene(view, perspective)
            assert json.loads(json.dumps(drawing)) == {**drawing, "fields": list(map(list, drawing["fields"]))}
            assert [one["points"] for one in drawing["seats"]] == scores(view)
            for number, one in enumerate(drawing["seats"]):
                assert len(one["line"]) == 61 - view.mark[number].count(0)
                if one["line"]:
                    assert [one["line"][0], one["line"][-1]] == view.tip[number]
            if perspective == seat:
                ends = {offer(view, seat, move, WORDS)["end"] for move in choices if move != STOP}
                assert {end["end"] for end in drawing["ends"] if end["may"]} == ends


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tx4_a_scene_never_changes_with_what_others_do_in_the_round(seats: int) -> None:
    for seed in range(3):
        match, chooser = Match("traxx", seats, seed=seed), random.Random(seed)
        while not match.over:
            turn = match.state.turns
            before = [json.dumps(scene(hidden(match.state, perspective), perspective)) for perspective in range(seats)]
            watched = json.dumps(scene(hidden(match.state, SPECTATOR), SPECTATOR))
            while True:
                actor = chooser.choice([seat for seat in range(seats) if match.moves(seat)])
                match.play(actor, chooser.choice(match.moves(actor)))
                if match.over or match.state.turns > turn:
                    break
                before[actor] = json.dumps(scene(hidden(match.state, actor), actor))
                for perspective in range(seats):
                    assert json.dumps(scene(hidden(match.state, perspective), perspective)) == before[perspective]
                assert json.dumps(scene(hidden(match.state, SPECTATOR), SPECTATOR)) == watched


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_tx10_the_final_table_adds_up_to_the_scores(table: Table) -> None:
    for seed in range(3):
        s, seat, _, _ = list(random_game(table, seed))[-1]
        assert seat == OVER
        for words in LANGUAGE_WORDS:
            final = ending(s, words)
            assert [row[-1] for row in final["rows"]] == scores(s)
            for row in final["rows"]:
                assert len(row) == len(final["columns"]) == 4
                assert sum(int(cell) for cell in row[:-1]) == row[-1]


def test_the_opening_of_a_solo_game() -> None:
    drawing = scene(play(opening(1, starts="3"), "ybbgp:"), 0)
    assert drawing["round"] == 1
    assert drawing["rounds"] == 15
    assert drawing["phase"] == "draw"
    assert drawing["fields"][0] == (0, -4, "a1", "green", 0)
    assert drawing["fields"][NAMES.index("b6")] == (4, -3, "b6", "green", 10)
    assert [(patch["colour"], patch["used"]) for patch in drawing["card"]] == [
        ("yellow", False),
        ("blue", False),
        ("blue", False),
        ("green", False),
        ("purple", False),
    ]
    start = NAMES.index("f4")
    assert drawing["starts"][2] == start
    assert drawing["ends"] == [{"end": "A", "field": start, "may": True}, {"end": "B", "field": start, "may": False}]
    assert drawing["numbers"] == [{"value": value, "state": "open", "points": value} for value in range(2, 11)]
    assert drawing["seats"] == [
        {
            "colour": "red",
            "start": start,
            "line": [start],
            "drawn": 0,
            "growing": None,
            "finished": False,
            "reached": {},
            "brought": {},
            "noted": 0,
            "points": -60,
        }
    ]
    assert len(drawing["deck"]) == 15
    assert [card["patches"] for card in drawing["deck"] if not card["left"]] == [
        ["yellow", "blue", "blue", "green", "purple"]
    ]


def test_patches_are_used_up_and_the_growing_end_is_the_only_one_open() -> None:
    s = play(opening(1, starts="3"), "ybgk:", "red A: f3 f2 e3 e2", "ybbgp:", "red B: g3")
    drawing = scene(s, 0)
    assert [patch["used"] for patch in drawing["card"]] == [False, False, False, True, False]
    assert drawing["phase"] == "on"
    assert drawing["seats"][0]["line"] == fields("e2 e3 f2 f3 f4 g3")
    assert drawing["seats"][0]["growing"] == "B"
    assert drawing["seats"][0]["drawn"] == 1
    assert [end["may"] for end in drawing["ends"]] == [False, True]
    assert drawing["ends"][1]["field"] == NAMES.index("g3")


def test_tx9_numbers_are_full_shared_half_or_open_as_the_view_knows() -> None:
    s = play(opening(3, starts="423"), "ggrkp:", "red A: f6 stop", "purple A: f6", "yellow A: g4 stop")
    assert scene(hidden(s, 0), 0)["seats"][1]["reached"] == {}
    s = play(s, "purple stop", "bgrk:")
    drawing = scene(hidden(s, 2), 2)
    assert drawing["seats"][0]["reached"] == drawing["seats"][1]["reached"] == {"4": "shared"}
    assert drawing["numbers"][:4] == [
        {"value": 2, "state": "open", "points": 2},
        {"value": 3, "state": "full", "points": 3},
        {"value": 4, "state": "half_left", "points": 2},
        {"value": 5, "state": "open", "points": 5},
    ]
    s = play(s, "yellow B: f5 f6 stop")
    mine = scene(hidden(s, 2), 2)["seats"][2]
    assert (mine["reached"], mine["brought"]) == ({"3": "full", "4": "half"}, {"3": 3, "4": 2})


def test_offers_name_the_end_the_field_and_the_points() -> None:
    s = play(opening(2, starts="32"), "ggrkp:", "red A: g4 stop", "purple A: f6 stop", "bgrk:")
    assert labels(s, 0) == [
        "Draw from end A to the red field at the upper right.",
        "Draw from end A to the green field on the left.",
        "Draw from end A to the blue field on the right.",
        "Draw from end A to the blue field at the lower left.",
        "Draw from end B to the green field at the upper right.",
        "Draw from end B to the blue field on the left.",
        "Draw from end B to the red field on the right.",
        "Draw from end B to the green field at the lower left.",
        "Pass and draw nothing with this card.",
    ]
    s = play(s, "red B: f5")
    assert labels(s, 0) == [
        "Draw on to the green field at the upper left.",
        "Draw on to the green field on the right, the number 4, for half of it: 2.",
        "Draw on to the blue field at the lower right.",
        "Stop here and leave the rest of the card.",
    ]
    assert offer(s, 0, FIELDS + NAMES.index("f6"), LANGUAGE_WORDS[1]) == {
        "brings": describe(s, 0, FIELDS + NAMES.index("f6"), LANGUAGE_WORDS[1], 0),
        "label": "Zeichne weiter auf das grüne Feld rechts, die Zahl 4, für die Hälfte: 2.",
        "short": "grün rechts (die 4)",
        "kind": "enter",
        "end": "B",
        "from": NAMES.index("f5"),
        "field": NAMES.index("f6"),
        "value": 4,
        "points": 2,
    }
    assert offer(s, 0, STOP, WORDS)["kind"] == "stop"


def test_the_first_field_is_drawn_from_the_start() -> None:
    s = play(opening(1, starts="1"), "ggrkp:")
    assert "Draw from the start to the green field at the upper right, the number 2, for 2 points." in labels(s, 0)


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_only_a_pass_passes_and_a_move_after_which_the_line_cannot_go_on_ends_the_turn(table: Table) -> None:
    for s, seat, choices, _ in random_game(table, 5):
        for move in choices if seat >= 0 else ():
            one = offer(hidden(s, seat), seat, move, WORDS)
            assert one.get("passes", False) == (move == STOP and not s.drawn[seat])
            after = hidden(s, seat)
            TRAXX.plain.apply(after, seat, move)
            goes_on = move != STOP and after.drawn[seat] > s.drawn[seat] and not after.done[seat]
            assert one.get("ends", False) == (move != STOP and not goes_on)


def test_nothing_is_drawn_before_the_starts_are_dealt() -> None:
    drawing = scene(hidden(opening(2, starts="chance"), 0), 0)
    assert drawing["phase"] == "deal"
    assert (drawing["ends"], drawing["card"]) == ([], [])
    assert [(one["start"], one["line"]) for one in drawing["seats"]] == [(None, []), (None, [])]


def test_spectators_see_the_whole_card_and_nobodys_numbers() -> None:
    s = play(opening(2, starts="32"), "ggrkp:", "red A: g4")
    drawing = scene(hidden(s, SPECTATOR), SPECTATOR)
    assert not any(patch["used"] for patch in drawing["card"])
    assert (drawing["numbers"], drawing["ends"]) == ([], [])
    assert drawing["seats"][0]["line"] == fields("f4")
    assert scene(s, REFEREE)["seats"][0]["line"] == fields("g4 f4")


LAST_ROUND = "round 2: over\nsheet: practice\ndeck: ggrkp-bgrk; turned ggrkp bgrk\n"


def test_tx10_full_half_and_missed_and_equal_totals_share_the_win() -> None:
    s = position(
        LAST_ROUND + "red: start 3; A g4; B f5 f6; numbers 3@1 4@2\n"
        "purple: start 2; A f6 e7; numbers 4@1\nyellow: start 4; A f6 f7; numbers 4@1"
    )
    final = ending(s, WORDS)
    assert final["columns"] == ["full", "half", "fields missed", "total"]
    assert final["rows"] == [[3, 2, -57, -52], [4, 0, -58, -54], [4, 0, -58, -54]]
    assert final["notes"] == []
    s = position(LAST_ROUND + "red: start 3; A f3\npurple: start 4; A d6")
    assert ending(s, WORDS)["notes"] == ["-59 each: players with equal totals share the win."]


def test_tx8_the_game_ends_with_its_last_card() -> None:
    s = position(LAST_ROUND + "red: start 3; A g4; numbers 3@1")
    assert end_reason(s, WORDS) == f"All {s.rounds} cards have been played."


def test_tx11_alone_the_table_says_what_a_great_result_is() -> None:
    s = position(LAST_ROUND + "red: start 3; A g4; numbers 3@1")
    assert ending(s, WORDS) == {
        "columns": ["full", "half", "fields missed", "total"],
        "rows": [[3, 0, -59, -56]],
        "notes": ["−56; more than 35 would be a great result."],
    }


def test_the_pictures_of_the_rules_are_positions_with_a_caption_each() -> None:
    rules = numbered_rules(TRAXX.package, "en")
    figures = {figure["name"]: figure for figure in TRAXX.figures}
    assert [*figures] == ["win", "ends", "linus", "numbers", "tim", "linus_end", "tim_alone"]
    for figure in TRAXX.figures:
        assert figure["after"] in rules or figure["after"] == "lead" or figure["after"].startswith("example-")
        for words in LANGUAGE_WORDS:
            assert words(f"figure.{figure['name']}").endswith(".")
    ends, numbers = (scene(position(figures[name]["position"]), SPECTATOR)["seats"][0] for name in ("ends", "numbers"))
    assert ends["line"] == fields("e2 e3 f2 f3 f4 g3")
    assert (ends["growing"], ends["drawn"]) == ("B", 1)
    assert numbers["reached"] == {"3": "full", "4": "half"}
