"""Träxx told turn by turn: what each entry did, and one sentence for every seat and round."""

from __future__ import annotations

import json
import random
import re

import pytest

from tests.games.traxx.table import TRAXX, opening, play
from tests.laws.games import TABLES, Table
from trackside.core.notation import find_move
from trackside.core.protocol import CHANCE, REFEREE, SPECTATOR, AnyState
from trackside.core.scene import Effect
from trackside.core.words import LANGUAGES, SEATS, Words
from trackside.games.traxx.fields import FIELDS, NAMES
from trackside.games.traxx.state import STOP
from trackside.games.traxx.telling import tell
from trackside.play.match import Match
from trackside.play.story import story_of

NAMED = ("Ana", "Nora", "Sable", "Mesa")
TRAXX_TABLES = [table for table in TABLES if table.game is TRAXX]


def told(s: AnyState, *steps: str, you: int | None = 0, language: str = "en") -> list[str]:
    """The sentences of the seats after these steps, in the order of the seats that did something."""
    words = Words(language, TRAXX.package, NAMED, you)
    by_seat: dict[int, list[Effect]] = {}
    over = False
    for step in steps:
        name, _, rest = step.partition(" ")
        seat = SEATS.index(name) if name in SEATS else CHANCE
        texts = rest.split() if seat >= 0 else [step]
        for text in texts:
            move = find_move(TRAXX.plain, TRAXX.notation, s, seat, text, words)
            for effect in TRAXX.scenes.effects(s, seat, move, REFEREE):
                by_seat.setdefault(effect.get("of", seat), []).append(effect)
            turn = s.turns
            s = s.duplicate()
            TRAXX.plain.apply(s, seat, move)
            over = s.turns > turn or TRAXX.plain.to_move(s) < CHANCE
    return [tell(by_seat[seat], seat, words, over) for seat in sorted(by_seat) if seat >= 0]


def test_first_at_a_number() -> None:
    steps = ["bgkp:", "red f6 g6 h5 i4", "purple g4 stop"]
    assert told(opening(2, starts="23"), *steps) == [
        "You draw 4 fields and are first at the 4 and 7: +4, +7.",
        "Nora draws 1 field and is first at the 3: +3.",
    ]
    assert told(opening(2, starts="23"), *steps, you=1, language="de") == [
        "Ana zeichnet 4 Felder und erreicht die 4 und die 7 zuerst: +4, +7.",
        "Du zeichnest 1 Feld und erreichst die 3 zuerst: +3.",
    ]


def test_together_only_when_the_round_is_over() -> None:
    s, steps = opening(3, starts="421"), ["ggrkp:", "red f6 stop", "purple f6"]
    assert told(s, *steps) == [
        "You draw 1 field and reach the 4 for full value: +4.",
        "Nora draws 1 field and reaches the 4 for full value: +4 …",
    ]
    assert told(s, *steps, "purple stop", "yellow pass") == [
        "You draw 1 field and reach the 4 together with Nora: +4.",
        "Nora draws 1 field and reaches the 4 together with you: +4.",
        "Sable passes.",
    ]
    assert told(s, *steps, "purple stop", "yellow pass", language="de")[1] == (
        "Nora zeichnet 1 Feld und erreicht die 4 zugleich mit dir: +4."
    )


def test_half_and_first_in_one_turn() -> None:
    s = play(opening(2, starts="42"), "ggrkp:", "red A: f6 stop", "purple pass")
    steps = ["bgkp:", "red pass", "purple f6 g6 h5 i4"]
    assert told(s, *steps) == [
        "You pass.",
        "Nora draws 4 fields, is first at the 7 and reaches the 4 for half: +7, +2.",
    ]
    assert told(s, *steps, you=1, language="de") == [
        "Ana passt.",
        "Du zeichnest 4 Felder, erreichst die 7 zuerst und die 4 für die Hälfte: +7, +2.",
    ]


def test_tx11_alone_nobody_is_first() -> None:
    s = play(opening(1, starts="2"), "bgkp:", "red A: f6 g6 h5 i4")
    assert told(s, "brkp:", "red B:e6 e7 f7", "ybrkk:", "red B:f8 stop") == [
        "You draw 4 fields and reach the 5 for half: +3."
    ]
    assert told(opening(1, starts="2"), "bgkp:", "red f6 g6") == [
        "You draw 2 fields and reach the 4 for full value: +4 …"
    ]


def test_whoever_cannot_use_the_card_is_told_of() -> None:
    red = "r2r3r4rr-rrrrrr-rrrrrrr-rrrr*1rrrr-rrrr*2rr*3rrr-rrrr*4rrrr-rrrrrrr-rrrrr5r6-r7r8r9r10r"
    assert told(TRAXX.opening(2, {"sheet": red, "deck": "yb-rr"}), "yb:") == [
        "You cannot use the card.",
        "Nora cannot use the card.",
    ]


def test_the_starts_are_one_sentence_and_cards_are_not_told() -> None:
    match = Match("traxx", 3, {"starts": "chance"}, seed=4)
    said = [line.says for line in story_of(match, SPECTATOR, match.words())]
    assert list(filter(None, said)) == ["The starts are dealt."]


@pytest.mark.parametrize("table", TRAXX_TABLES, ids=str)
def test_sentences_agree_with_the_fields_drawn_and_the_points_noted(table: Table) -> None:
    for seed, language in enumerate(LANGUAGES):
        match, chooser = Match("traxx", table.seats, table.options, seed=seed), random.Random(seed)
        while not match.over:
            match.play(match.to_move, chooser.choice(match.moves(match.to_move)[:3]))
        totals = [0] * table.seats
        fields = [1] * table.seats
        for line in story_of(match, REFEREE, match.words(language, you=0)):
            assert "{" not in line.says
            assert not re.search(r"\b[a-i][1-9]\b", line.says), "a coordinate is told"
            if line.seat < 0:
                assert line.says in ("", match.words(language)("tell.starts"))
                continue
            assert line.says.startswith(("You ", "Du ")) == (line.seat == 0)
            assert line.says.endswith(".")
            drawn = re.search(r"(\d+) (?:field|Feld)", line.says)
            fields[line.seat] += int(drawn[1]) if drawn else 0
            totals[line.seat] += sum(map(int, re.findall(r"\+(\d+)", line.says)))
            numbers, gains = line.says.partition(":")[0], line.says.partition(":")[2]
            assert len(re.findall(r"\d+", numbers)) - bool(drawn) == gains.count("+")
        assert totals == [sum(noted) for noted in match.state.noted[: table.seats]]
        assert fields == [sum(mark != 0 for mark in marks) for marks in match.state.mark[: table.seats]]


def test_effects_are_plain_data_and_say_what_the_rules_did() -> None:
    for seed in range(3):
        match, chooser = Match("traxx", 3, {"starts": "chance"}, seed=seed), random.Random(seed)
        while not match.over:
            match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
        positions = match.positions()
        for (seat, move), before, after in zip(match.log, positions, positions[1:], strict=False):
            found = TRAXX.scenes.effects(before, seat, move, REFEREE)
            assert json.loads(json.dumps(found)) == found
            first = found[0]
            if first["kind"] == "draw":
                assert first["field"] == move % FIELDS
                assert first["points"] == after.noted[seat][first["value"]]
                assert NAMES[first["from"]] != NAMES[first["field"]]
            for shared in found[1:]:
                if shared["kind"] == "shared":
                    assert after.turns > before.turns or TRAXX.plain.to_move(after) < CHANCE
                    assert {after.when[other][shared["value"]] for other in shared["seats"]} == {before.turns}


def test_tx4_an_effect_never_depends_on_what_others_do_in_the_round() -> None:
    alone = play(opening(3, starts="421"), "ggrkp:")
    after = play(alone, "red A: f6 stop")
    for move in (NAMES.index("f6"), NAMES.index("e5"), STOP):
        effects = TRAXX.scenes.effects
        assert effects(alone, 1, move, 1) == effects(after, 1, move, 1)


@pytest.mark.parametrize("seats", [2, 4])
def test_tx4_nobody_is_told_of_others_before_the_round_is_over(seats: int) -> None:
    for seed in range(2 if seats == 2 else 1):
        match, chooser = Match("traxx", seats, seed=seed), random.Random(seed)
        everybody = [*range(seats), SPECTATOR]
        while not match.over:
            turn = match.state.turns
            before = {perspective: _all_told(match, perspective) for perspective in everybody}
            while True:
                actor = chooser.choice([seat for seat in range(seats) if match.moves(seat)])
                match.play(actor, chooser.choice(match.moves(actor)))
                if match.over or match.state.turns > turn:
                    break
                before[actor] = _all_told(match, actor)
                assert {perspective: _all_told(match, perspective) for perspective in everybody} == before


def _all_told(match: Match, perspective: int) -> str:
    """Return all that a perspective has been told so far: data and sentences."""
    lines = story_of(match, perspective, match.words("en", you=perspective if perspective >= 0 else None))
    return json.dumps([[event.effects for event in match.events(perspective)], [line.says for line in lines]])
