"""One sentence a turn, and the effects it is made of: both agree with what the moves did."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.games.whole_nine.positions import FULL, GAME, choices, play, scores
from tests.games.whole_nine.test_examples import ANJA
from tests.laws.games import TABLES, Table, random_game
from trackside.core.notation import find_move
from trackside.core.protocol import CHANCE, OVER, SPECTATOR
from trackside.core.scene import Effect
from trackside.core.words import LANGUAGES, Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import ANIMAL, NO_TILE, ROLL, State

WHOLE_NINE = [table for table in TABLES if table.game is GAME]
NAMED = ("Ana", "Mesa", "Pip", "Dune", "Sage")
SEEDS = range(1, 4)

ENGLISH = Words("en", GAME.package, NAMED, you=0)
GERMAN = Words("de", GAME.package, NAMED, you=0)


class Turn(NamedTuple):
    """A turn of a game: whose, the positions it began and ended with, its effects."""

    seat: int
    before: State
    after: State
    effects: list[Effect]

    def of(self, kind: str) -> list[Effect]:
        return [effect for effect in self.effects if effect["kind"] == kind]

    def gain(self) -> int:
        return scores(self.after)[self.seat] - scores(self.before)[self.seat]

    def taken(self) -> list[int]:
        return [place for place, face in enumerate(self.before.tile) if face != self.after.tile[place]]


def turns_of(table: Table, seed: int) -> list[Turn]:
    turns: list[Turn] = []
    states = [(state.duplicate(), seat, move) for state, seat, _, move in random_game(table, seed)]
    for (before, seat, move), (after, _, _) in pairwise(states):
        found = GAME.scenes.effects(before, seat, move, SPECTATOR)
        whose = before.seat if before.phase >= ROLL else CHANCE
        if turns and (turns[-1].seat, turns[-1].before.turns) == (whose, before.turns):
            turns[-1] = Turn(whose, turns[-1].before, after, turns[-1].effects + found)
        else:
            turns.append(Turn(whose, before, after, found))
    assert states[-1][1] == OVER
    return turns


def told(text: str, *moves: str, row: tuple[int, ...] = (), words: Words = ENGLISH, done: bool = True) -> str:
    """The sentence of a turn that begins with this position, or this row in it, and consists of these moves."""
    state, effects = play(text), []
    seat = state.seat
    if row:
        state.row[seat] = [*row, 0, 0, 0][:3]
    for move in moves:
        whose = GAME.plain.to_move(state)
        code = find_move(GAME.plain, GAME.notation, state, whose, move, words)
        effects += GAME.scenes.effects(state, whose, code, SPECTATOR)
        GAME.plain.apply(state, whose, code)
    said: str = GAME.notation.tell(effects, seat, words, done)
    return said


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_effects_agree_with_what_changed(table: Table, seed: int) -> None:
    for turn in turns_of(table, seed):
        assert json.loads(json.dumps(turn.effects)) == turn.effects
        if turn.seat == CHANCE:
            assert [effect["face"] for effect in turn.of("deal")] == [row[0] for row in turn.after.row[: table.seats]]
            assert [effect["seat"] for effect in turn.of("begins")] == [turn.after.seat]
            continue
        assert all(effect["seat"] == turn.seat for effect in turn.effects)
        assert sum(effect.get("points", 0) for effect in turn.effects) == turn.gain()
        takes = turn.of("take")
        assert sorted(effect["place"] for effect in takes) == turn.taken()
        for take in takes:
            face = turn.before.tile[take["place"]]
            assert take["tile"] == (
                "cactus" if rules.is_cactus(take["place"]) else "animal" if face == ANIMAL else "number"
            )
            assert take["face"] == face % ANIMAL
            assert ("animal" in take) == (face == ANIMAL)
            assert take["last"] == (take["tile"] == "cactus")
        assert sum(take["last"] for take in takes) == turn.after.cacti[turn.seat] - turn.before.cacti[turn.seat]
        assert all(sum(nine["numbers"]) == 9 for nine in turn.of("nine"))
        laid = [effect["face"] for effect in turn.of("aside")] + [
            face for e in turn.of("row_left") for face in e["faces"]
        ]
        more = [now - then for then, now in zip(turn.before.minus[turn.seat], turn.after.minus[turn.seat], strict=True)]
        assert sorted(laid) == [face for face, n in enumerate(more) for _ in range(n)]


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_a_walk_goes_from_space_to_space_across_the_cacti_between(table: Table) -> None:
    for turn in turns_of(table, 4):
        for walk in turn.of("walk"):
            start, goal = turn.before.pawn[turn.seat], rules.goal(turn.before)
            assert walk["from"] in start
            assert walk["way"][-1] == walk["to"]
            assert all(turn.before.tile[place] != NO_TILE for place in walk["way"] if place != goal)
            steps = next(effect["n"] for effect in turn.of("roll"))
            assert walk["jump"] or len(walk["way"]) == steps or walk["to"] == goal
            passed = [place for place in (walk["from"], *walk["way"][:-1]) if place and rules.is_cactus(place)]
            assert walk["across"] == [turn.before.tile[place] for place in passed]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_every_turn_is_one_sentence_that_agrees_with_it(table: Table, language: str) -> None:
    for you in (None, 0, 1):
        words = Words(language, GAME.package, NAMED, you=you)
        for turn in turns_of(table, 5):
            said = GAME.notation.tell(turn.effects, turn.seat, words, True)
            assert said.endswith(".")
            assert "{" not in said
            assert "\n" not in said
            if turn.seat == CHANCE:
                assert said.count(".") == 2
                continue
            assert said.count(".") == 1
            first = said.split()[0]
            assert first == ({"en": "You", "de": "Du"}[language] if turn.seat == you else NAMED[turn.seat])
            assert re.search(rf" {turn.of('roll')[0]['n']}(,| and| und) ", said)
            for take in turn.of("take"):
                name = words(f"animals.{take['animal']}") if take["tile"] == "animal" else str(take["face"])
                assert name in said
            for nine in turn.of("nine"):
                assert f"{' + '.join(map(str, nine['numbers']))} = 9" in said
            gains = [effect["points"] for effect in turn.effects if effect.get("points")]
            gain = f"+{turn.gain()}".replace("+-", "−").replace("+0", "0")
            total = {"en": f", {gain} in all.", "de": f", unterm Strich {gain}."}[language]
            assert said.endswith(total) == (len(gains) > 1), "a sum of several gains is called one"
            if len(gains) == 1:
                assert said.endswith(f" {gain}.")
            elif not gains:
                assert not re.search(r"[+−]\d", said)


@pytest.mark.parametrize("table", WHOLE_NINE[:1], ids=str)
def test_a_turn_that_goes_on_says_so(table: Table) -> None:
    for turn in turns_of(table, 6):
        for n in range(1, len(turn.effects) + 1):
            said = GAME.notation.tell(turn.effects[:n], turn.seat, ENGLISH, False)
            assert turn.seat == CHANCE or said.endswith(" …")


EARLY = f"turn 9: red to roll / {FULL} / red: pawns start 1b 1c 1f; row 2 / purple: pawns start start 1c 1f; row 3"
PURPLE = EARLY.replace("9: red", "10: purple")


def test_you_and_others_by_name() -> None:
    assert told(EARLY, "5:", "1b-1g") == "You roll 5 and stop on the fox."
    assert told(EARLY, "4:", "1f-2b", "x1g") == "You roll 4, cross the 2 cactus and take the fox: +5."
    assert told(PURPLE, "2:", "1c-1e") == "Mesa rolls 2 and walks to a 5."
    assert told(PURPLE, "4:", "1f-2b", "x1e", row=(3, 1)) == (
        "Mesa rolls 4, crosses the 2 cactus and takes a 5: 3 + 1 + 5 = 9, +15."
    )
    assert told(EARLY, "4:", "1f-2b", "x1g", words=GERMAN) == (
        "Du würfelst eine 4, überquerst den Kaktus 2 und nimmst den Fuchs: +5."
    )
    assert told(PURPLE, "2:", "1c-1e", words=GERMAN) == "Mesa würfelt eine 2 und zieht auf eine 5."


def test_setting_out_and_jumping() -> None:
    assert told(EARLY, "3:", "start-1b") == "You roll 3, set out and reach a 2."
    assert told(EARLY, "1:", "start-c1") == "You roll 1, set out and reach the 1 cactus."
    assert told(EARLY, "1:", "start-1b") == "You roll 1 and jump to the next pawn."
    assert told(PURPLE, "1:", "start-1b", words=GERMAN) == "Mesa würfelt eine 1 und rückt zur nächsten Figur vor."
    assert told(EARLY, "1:", "1f-1g", words=GERMAN) == "Du würfelst eine 1 und ziehst auf den Fuchs."


def test_a_pair_is_kept_or_makes_nine() -> None:
    moves = ("4:", "1f-2b", "x1d")
    start = "You roll 4, cross the 2 cactus and take a 4: "
    assert told(EARLY, *moves, "nine", row=(5,)) == start + "5 + 4 = 9, +10."
    assert told(EARLY, *moves, "keep", row=(5,)) == start + "5 and 4 stay in the row."
    assert told(EARLY, *moves, row=(5,), done=False) == "You roll 4, cross the 2 cactus and take a 4 …"
    assert told(EARLY, *moves[:2], done=False) == "You roll 4 and cross the 2 cactus …"
    assert told(EARLY, "4:", done=False) == "You roll 4 …"


def test_laying_aside_counts_against_you() -> None:
    moves = ("4:", "1f-2b", "x1e", "-1")
    assert told(EARLY, *moves, row=(1, 1)) == (
        "You roll 4, cross the 2 cactus and take a 5: no nine, so the 1 goes aside, −1."
    )
    assert told(EARLY, *moves, row=(1, 1), words=GERMAN) == (
        "Du würfelst eine 4, überquerst den Kaktus 2 und nimmst eine 5: keine Neun, also kommt die 1 zur Seite, −1."
    )


LATE = (
    "turn 66: {who} to roll / track: [.]....... [.]....... [.]....2.. [2].6.6... [6]5..1.2. [1]2.234.3 / "
    "red: pawns 4d 5f 6c 6d; row 3 5; plus 11; minus 1 3 3 3 4 6; cacti 2 / "
    "purple: pawns 3e {second} goal goal{row}; plus 10; minus 3 4 4 6 6 6; cacti 1"
)


def test_two_cacti_in_one_move_and_the_one_that_is_taken() -> None:
    text = LATE.format(who="purple", second="4b", row="; row 5")
    assert told(text, "6:", "3e-5d") == (
        "Mesa rolls 6, is the last across the 2 cactus, crosses the 6 cactus and takes a 2 and the 2 cactus: "
        "5 + 2 + 2 = 9, +15."
    )
    assert told(text, "2:", "3e-4b") == (
        "Mesa rolls 2, is the last across the 2 cactus and takes a 2 and the cactus: 5 + 2 + 2 = 9, +15."
    )
    assert told(text, "2:", "3e-4b", words=GERMAN) == (
        "Mesa würfelt eine 2, kommt zuletzt über den Kaktus 2 und nimmt eine 2 und den Kaktus: 5 + 2 + 2 = 9, +15."
    )


ENDING = (
    "turn 80: red to roll / track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]...4.3. / "
    "red: pawns 6d goal goal goal; row 5; plus 24; cacti 3 / purple: pawns 6f goal goal goal; plus 23; cacti 3"
)


def test_the_last_pawn_comes_home_and_the_row_is_settled() -> None:
    assert told(ENDING, "6:", "6d-goal", "keep") == (
        "You roll 6, bring your last pawn home and take a 4: 5 and 4 stay in the row, 5 + 4 = 9, +10."
    )
    assert (
        told(ENDING, "6:", "6d-goal", row=(1,))
        == "You roll 6, bring your last pawn home and take a 4: 1 and 4 are left over, −5."
    )
    assert told(ENDING, "6:", "6d-goal", row=(1,), words=GERMAN) == (
        "Du würfelst eine 6, bringst deine letzte Figur ins Ziel und nimmst eine 4: 1 und 4 bleiben übrig, −5."
    )


def test_several_gains_are_summed_up_as_such() -> None:
    anja = ANJA.replace("red rolled 3", "red to roll")
    assert told(anja, "3:", "c3-4a", "-4") == (
        "You roll 3, are the last across the 4 cactus, cross the 5 cactus and take a 2, the 4 cactus and a 3: "
        "no nine, so the 4 goes aside, 2 + 4 + 3 = 9, +11 in all."
    )
    assert told(anja, "3:", "c3-4a", "-4", words=GERMAN) == (
        "Du würfelst eine 3, kommst zuletzt über den Kaktus 4, überquerst den Kaktus 5 und nimmst eine 2, "
        "den Kaktus 4 und eine 3: keine Neun, also kommt die 4 zur Seite, 2 + 4 + 3 = 9, unterm Strich +11."
    )


def test_where_no_tile_is_free_one_goes_without() -> None:
    text = (
        "turn 70: red to roll / track: [.]....... [.]....... [.]....... [.]....... [.]2...... [2]123456* / "
        "red: pawns 5a 5a 6c 6d; plus 20; cacti 3 / purple: pawns 6a 6b 6e 6f; plus 21; cacti 2"
    )
    assert told(text, "2:", "5a-6a") == "You roll 2 and cross the 2 cactus, but no tile of that segment is free."
    walk = {"kind": "walk", "tile": "number", "face": 3, "start": False, "jump": False, "across": [2, 5], "left": 2}
    assert GAME.notation.tell([walk], 0, ENGLISH, True).endswith(
        "cacti 2 and 5, but no tile of those segments is free."
    )
    assert GAME.notation.tell([walk], 0, GERMAN, True).endswith(", aber in diesen Abschnitten ist kein Feld frei.")


def test_the_set_up_is_one_sentence() -> None:
    for table in WHOLE_NINE:
        first = turns_of(table, 7)[0]
        seat = first.after.seat
        said = GAME.notation.tell(first.effects, CHANCE, Words("en", GAME.package, NAMED, you=seat), True)
        assert said == "The track is laid. You begin."
        others = Words("de", GAME.package, NAMED)
        assert GAME.notation.tell(first.effects, CHANCE, others, True) == (
            f"Die Strecke ist ausgelegt. {NAMED[seat]} beginnt."
        )
        assert GAME.notation.tell(first.effects[:-1], CHANCE, others, False) == ""


def test_the_scene_shows_the_animal_that_the_sentence_names() -> None:
    state = play(EARLY, "4:", "1f-2b")
    offer = GAME.scenes.offer(state, 0, find_move(GAME.plain, GAME.notation, state, 0, "x1g", ENGLISH), ENGLISH)
    assert offer["animal"] == "fox"
    assert "x1g" in choices(state)
    assert "8:1g:animal:fox" in GAME.scenes.scene(state, 0)["track"].split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", WHOLE_NINE[:1], ids=str)
def test_prompts_are_short(table: Table, language: str) -> None:
    words = Words(language, GAME.package, NAMED, you=0)
    for state, seat, _, _ in random_game(table, 8):
        if seat >= 0:
            assert len(GAME.notation.prompt(state, seat, words)) <= {"en": 60, "de": 75}[language]
