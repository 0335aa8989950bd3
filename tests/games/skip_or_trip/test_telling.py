"""One sentence a turn: what it says agrees with the moves, in both languages, and tells no secret."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests.games.skip_or_trip.table import GAME, play, position, squares, with_deck
from tests.laws.games import TABLES, Table, random_game
from trackside.core.notation import choices_for, find_move, view_state
from trackside.core.protocol import CHANCE, OVER, REFEREE, SPECTATOR
from trackside.core.random import WORDS as GENERATOR
from trackside.core.random import seed_generator
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games.skip_or_trip.state import CARD, State

HERE = [table for table in TABLES if table.game is GAME]
NAMES = ("Ana", "Juniper", "Nora", "Mesa", "Flint", "Dot")
ENGLISH, GERMAN = (Words(language, GAME.package, NAMES, 0) for language in ("en", "de"))
NOBODY = Words("en", GAME.package, NAMES)

Turn = tuple[int, int, State, State, list[Effect]]
"""Its number, whose it is, the positions before and after it, what happened."""


def told(start: str | State, moves: str, words: Words = ENGLISH, perspective: int = REFEREE, done: bool = True) -> str:
    """The sentence of the turn that these moves make."""
    s = position(start) if isinstance(start, str) else start
    seat, effects = s.seat, list[Effect]()
    for text in filter(None, (move.strip() for move in moves.split(";"))):
        mover = GAME.plain.to_move(s)
        code = find_move(GAME.plain, GAME.notation, s, mover, text, ENGLISH)
        effects += GAME.scenes.effects(s, mover, code, perspective)
        s = play(s, text)
    own = [effect for effect in effects if effect.get("of", seat) == seat]
    return GAME.notation.tell(own, seat, words, done)


def turns(table: Table, seed: int, perspective: int = REFEREE) -> Iterator[Turn]:
    """A game played at random, turn by turn; what happened to others by itself is left to their turns."""
    start: State | None = None
    effects: list[Effect] = []
    for state, seat, _, move in random_game(table, seed):
        if start is not None and (state.turns != start.turns or seat == OVER):
            yield (
                start.turns,
                start.seat,
                start,
                state,
                [one for one in effects if one.get("of", start.seat) == start.seat],
            )
            start = None
        if seat == OVER:
            return
        if start is None:
            start, effects = state, []
        effects += GAME.scenes.effects(state, seat, move, perspective)


START = """turn 9: blue to act / deck: top 7 / red: on 21; hand 4[2.2]
purple: on 42; hand 1[2] / yellow: on 9 / blue: on 28; hand 3[3] 5[2] 1[7] 9[97]"""


def test_a_trip_and_a_skip() -> None:
    moves = "trip 42; 5[2]; 3[3]; 1[7]; draw 7[7]; top 2; black 9"
    assert told(START, moves) == "Mesa trips Juniper on 42 with 5, 3 and 1, back to 33; plays the 9: 18 forward, to 46."
    assert told(START, moves, GERMAN) == (
        "Mesa schubst Juniper mit 5, 3 und 1 von 42 auf 33; spielt eine 9: 18 vor, auf 46."
    )
    you = Words("en", GAME.package, NAMES, 3)
    assert (
        told(START, moves, you) == "You trip Juniper on 42 with 5, 3 and 1, back to 33; play the 9: 18 forward, to 46."
    )
    hurt = Words("de", GAME.package, NAMES, 1)
    assert told(START, moves, hurt).startswith("Mesa schubst dich mit 5, 3 und 1 von 42 auf 33")
    none = told(START, "trip 42; 5[2]; 3[3]; 1[7]; draw 7[7]; top 2; none")
    assert none == "Mesa trips Juniper on 42 with 5, 3 and 1, back to 33: 9 forward, to 37."


def test_a_turn_that_goes_on_ends_in_dots() -> None:
    assert told(START, "trip 42", done=False) == "Mesa trips Juniper on 42 …"
    assert told(START, "trip 42; 5[2]", done=False) == "Mesa trips Juniper on 42 with 5 …"
    laid = "trip 42; 5[2]; 3[3]; 1[7]; draw 7[7]; top 2"
    assert told(START, laid, done=False) == "Mesa trips Juniper on 42 with 5, 3 and 1, back to 33 …"
    assert told(START, "", done=False) == ""
    assert told(play(START, "trip 42"), "5[2]", done=False) == "Mesa trips Juniper on 42 with 5 …"


def test_two_who_fall_are_named_and_so_are_you() -> None:
    s = "turn 4: purple to act / deck: top 2 / red: on 7 / purple: on 9; hand 7[7] / yellow: on 7 / blue: on 1"
    assert told(s, "trip 7; 7[7]").startswith("Juniper trips you and Nora on 7 with 7, back to 0")
    assert told(s, "trip 7; 7[7]", GERMAN).startswith("Juniper schubst dich und Nora mit 7 von 7 auf 0")
    assert told(s, "trip 7; 7[7]", NOBODY).startswith("Juniper trips Ana and Nora on 7")


def test_several_trips_in_a_turn() -> None:
    s = "turn 9: red to act / deck: top 7 / red: on 21; hand 4[2.2] 3[3] 6[5] 8[83] / purple: on 12 / yellow: on 5"
    moves = "trip 12; 4[2.2]; 3[3]; draw 7[7]; top 2; trip 5; 6[5]; draw 2[2]; top 1; draw 1[2]; top 3; black 8"
    assert told(s, moves) == (
        "You trip Juniper on 12 with 4 and 3, back to 5; trip Juniper and Nora on 5 with 6, back to 0; play the 8: "
        "21 forward, to 42."
    )


def test_a_meeple_is_chosen_and_teams_fall_together() -> None:
    s = """turn 5: red to act / rules: teams / deck: top 1
        red: on 0 1 2; hand 4[3] 8[83] / purple: on 3 3 9 / yellow: / blue:"""
    assert told(s, "black 8; 1+8") == "You skip 8 squares, from 1 to 9."
    assert told(s, "black 8", done=False) == "You skip 8 squares …"
    fallen = told(s, "trip 3; 4[3]", done=False)
    assert fallen == "You trip Juniper and Mesa (2 meeples) on 3 with 4, back to 0 …"
    moved = told(s, "trip 3; 4[3]; draw 1[2]; top 1; draw 1[3]; top 1; none; 2+4", GERMAN)
    assert moved == "Du schubst Juniper und Mesa (2 Figuren) mit 4 von 3 auf 0: 4 vor, von 2 auf 6."
    one = s.replace("3 3 9", "3 8 9")
    assert told(one, "trip 3; 4[3]", done=False) == "You trip Juniper and Mesa (1 meeple) on 3 with 4, back to 0 …"
    assert told(one, "trip 3; 4[3]", GERMAN, done=False) == "Du schubst Juniper und Mesa (1 Figur) mit 4 von 3 auf 0 …"
    assert told(one, "trip 3", done=False) == "You trip Juniper and Mesa on 3 …"


def test_a_step_of_one_square_is_not_several() -> None:
    s = "turn 5: red to act / deck: top 1 / red: on 8; hand 1[3] / purple: on 3"
    assert told(s, "black 1") == "You skip 1 square, to 9."
    assert told(s, "black 1", NOBODY) == "Ana skips 1 square, to 9."
    assert told(s, "black 1", GERMAN) == "Du gehst 1 Feld vor, auf 9."


def test_too_far_no_cards_passing_and_the_end() -> None:
    far = "turn 5: red to act / deck: top 1 / red: on 98; hand 7[3] 2[2] / purple: on 3"
    assert told(far, "black 7") == "You play the 7, which is too far, and stay put."
    assert told(far, "black 7", NOBODY) == "Ana plays the 7, which is too far, and stays put."
    assert told(far, "black 2") == "You skip 2 squares, to 100. The race is over."
    assert told(far, "black 2", GERMAN) == "Du gehst 2 Felder vor, auf 100. Das Rennen ist gelaufen."
    trip = told(
        "turn 5: red to act / deck: top 1 / red: on 98; hand 7[3] / purple: on 3",
        "trip 3; 7[3]; draw 1[2]; top 1; none",
    )
    assert trip == "You trip Juniper on 3 with 7, back to 0: 7 is too far, you stay put."
    last = "turn 5: red to act, 1 pass / deck: top 1 / red: on 9; hand 7[3] / purple: on 3"
    assert told(last, "pass") == "You pass. Everyone has passed in a row: the game is over."


def test_who_has_no_cards_passes_in_a_line_of_their_own() -> None:
    s = position(with_deck("turn 5: red to act\nred: on 4; hand 7[3]\npurple: on 3\nyellow: on 9; hand 8[5]", ""))
    effects = GAME.scenes.effects(s, 0, find_move(GAME.plain, GAME.notation, s, 0, "black 7", ENGLISH), REFEREE)
    (idle,) = [effect for effect in effects if effect.get("of") == 1]
    assert GAME.notation.tell([idle], 1, ENGLISH, True) == "Juniper has no cards and passes."
    assert GAME.notation.tell([idle], 1, Words("de", GAME.package, NAMES, 1), True) == "Du hast keine Karten und passt."


def test_the_set_up_and_the_time() -> None:
    effects = [
        one
        for state, seat, _, move in random_game(HERE[0], 5)
        if state.turns == 0
        for one in GAME.scenes.effects(state, seat, move, SPECTATOR)
    ]
    (begins,) = [effect["seat"] for effect in effects if effect["kind"] == "begins"]
    assert GAME.notation.tell(effects, CHANCE, NOBODY, True) == f"The cards are dealt. {NAMES[begins]} begins."
    s = position(START)
    up = GAME.scenes.effects(s, REFEREE, 0, SPECTATOR)
    assert GAME.notation.tell(up, REFEREE, NOBODY, True) == (
        "Time is up: Mesa finishes this turn, then the game is over."
    )


def _say_all(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@pytest.mark.parametrize("table", HERE, ids=str)
def test_sentences_agree_with_the_moves(table: Table) -> None:
    for number, seat, before, after, effects in turns(table, 63):
        said = GAME.notation.tell(effects, seat if number else CHANCE, NOBODY, True)
        german = GAME.notation.tell(effects, seat if number else CHANCE, GERMAN, True)
        assert "{" not in said + german
        assert bool(said) == bool(german)
        assert "…" not in said + german
        if number == 0:
            assert said in ("", f"The cards are dealt. {NAMES[after.seat]} begins.")
            continue
        assert said.startswith(NAMES[seat])
        assert german.startswith("Du " if seat == 0 else NAMES[seat])
        _check_turn(said, seat, before, after)


def _check_turn(said: str, seat: int, before: State, after: State) -> None:
    """Play the sentence on the squares before the turn; it leads to the squares after it."""
    now, own = squares(before), seat % before.sides
    sum_of_cards = 0
    for trip in re.finditer(r"trips (.+?)(?: \((\d) meeples?\))? on (\d+) with ([\d, and]+), back to (\d+)", said):
        names, square, cards, end = trip[1], int(trip[3]), [int(n) for n in re.findall(r"\d", trip[4])], int(trip[5])
        hurt = [side for side in range(before.sides) if side != own and square in now[side]]
        seats = [NAMES[other] for side in hurt for other in range(side, before.seats, before.sides)]
        assert names == _say_all(seats)
        assert sum(now[side].count(square) for side in hurt) == int(trip[2] or len(hurt))
        assert end == max(0, square - sum(cards))
        for side in hurt:
            now[side] = sorted(end if at == square else at for at in now[side])
        sum_of_cards += sum(cards)
    played = re.search(r"(?:skips|plays the) (\d)", said)
    sum_of_cards += int(played[1]) if played else 0
    assert " passes." in said or sum_of_cards > 0
    if where := re.search(r"(?:(\d+) forward)?(?:, from (\d+)|,) to (\d+)\.", said):
        origin = int(where[2]) if where[2] else now[own][0]
        assert bool(where[2]) == (before.meeples > 1)
        assert int(where[1] or sum_of_cards) == sum_of_cards == int(where[3]) - origin
        now[own].remove(origin)
        now[own] = sorted([*now[own], int(where[3])])
    assert now == squares(after)
    assert ("The race is over." in said) == any(100 in side for side in now)


@pytest.mark.parametrize("table", HERE, ids=str)
def test_effects_tell_nothing_that_eyes_may_not_know(table: Table) -> None:
    rng = [0] * GENERATOR
    seed_generator(rng, 9)
    for number, (state, seat, _, move) in enumerate(random_game(table, 64)):
        if number % 7 or seat == OVER or state.phase == CARD:
            continue
        for perspective in (*range(table.seats), SPECTATOR):
            sent = json.dumps(GAME.scenes.effects(state, seat, move, perspective))
            if seat >= 0 and seat != perspective:
                assert '"symbols"' not in sent
            other = view_state(GAME.plain, state, perspective)
            GAME.plain.guess(other, perspective, rng)
            known = GAME.notation.move_text(state, seat, move, perspective)
            for code in _same(other, seat, known, perspective):
                assert json.dumps(GAME.scenes.effects(other, seat, code, perspective)) == sent


def _same(other: State, seat: int, known: str, perspective: int) -> list[int]:
    """The moves or outcomes of another truth that look alike."""
    codes = choices_for(GAME.plain, other, seat)
    return [code for code in codes if GAME.notation.move_text(other, seat, code, perspective) == known]
