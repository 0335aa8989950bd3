from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.review.hand import invented, seat_sum, summed
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match
from trackside.review.report import Option, Review, Step
from trackside.review.words.figures import kept_chance, shown, shown_error, shown_sum, step_figures, sum_rows, whole
from trackside.review.words.headline import (
    ending,
    headline,
    level_says,
    summary,
)
from trackside.review.words.steps import (
    decided_in,
    option_says,
    outcome_says,
    step_at,
    step_says,
    step_title,
    turn_says,
)


def words(game: str = "whole-nine", language: str = "en", you: int | None = 0, n: int = 2) -> Words:
    return Words(language, GAMES[game].package, ("", "Juniper", "Theo", "Ines")[:n], you)


def spaced(text: str) -> str:
    """The same with ordinary spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def two(even: float, *, won: bool, information: float = 0.0, residual: float = 0.0) -> Review:
    """A game of two in which red would have won `even` of 100 on even luck."""
    luck = float(won) - even - information - residual
    mine = seat_sum(0, 0.5, losses=even - 0.5, luck=luck, information=information, residual=residual)
    theirs = seat_sum(1, 0.5, gifts=0.5 - even, luck=-luck, information=-information, residual=-residual)
    return summed(mine, theirs)


@given(st.lists(st.floats(-1000, 1000), min_size=1, max_size=9))
def test_what_is_rounded_together_adds_up_and_no_figure_is_off_by_one(terms: list[float]) -> None:
    rounded = whole(terms)
    assert abs(sum(rounded) - sum(terms)) <= 0.5 + 1e-6
    assert all(abs(one - term) < 1 + 1e-9 for one, term in zip(rounded, terms, strict=True))


def test_even_halves_add_up() -> None:
    assert whole([0.5, 0.5, 0.5, 0.5]) in ([1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0])
    assert sum(whole([100 / 3] * 3)) == 100


@pytest.mark.parametrize(
    ("even", "won", "says"),
    [
        (0.1, False, "Your play decided it, not the dice."),
        (0.34, False, "The dice cost you most."),
        (0.25, False, "Play and the dice cost you the same."),
        (0.35, False, "Luck decided it."),
        (0.65, False, "Luck decided it."),
        (0.66, False, "You were unlucky: you played the better game."),
        (0.9, True, "Your play decided it."),
        (0.66, True, "The dice gave you most."),
        (0.65, True, "Luck decided it, for you."),
        (0.35, True, "Luck decided it, for you."),
        (0.34, True, "You were lucky: Juniper played the better game."),
    ],
)
def test_the_headline_of_two_names_the_largest_part_in_the_light_of_even_luck(
    even: float, won: bool, says: str
) -> None:
    assert headline(two(even, won=won), 0, words()) == says


def test_hidden_cards_are_named_where_they_were_the_larger_part() -> None:
    assert headline(two(0.41, won=False, information=-0.33), 0, words("skip-or-trip")) == (
        "Luck decided it: hidden cards."
    )
    assert headline(two(0.41, won=False, information=-0.08), 0, words("skip-or-trip")) == "Luck decided it."


def test_the_headline_never_names_another_part_than_the_one_that_cost_most() -> None:
    review = two(0.22, won=False, information=-0.95, residual=0.08)
    assert headline(review, 0, words("skip-or-trip")) == "Hidden cards cost you most."
    assert spaced(summary(review, words("skip-or-trip"))).startswith(
        "Hidden cards cost you 95 % of a win, the draw gave 65 %, play took 28 %, the judge’s own error gave 8 %."
    )
    assert headline(two(0.5, won=True, information=0.4), 0, words("skip-or-trip")) == (
        "Luck decided it, for you: hidden cards."
    )


@pytest.mark.parametrize(
    ("residual", "says"),
    [(0.16, "Play cost you most."), (0.17, "Too close to call: our judge was off by 17 %."), (-0.5, "Too close")],
)
def test_where_the_judge_is_off_by_more_than_half_of_the_largest_part_there_is_no_verdict(
    residual: float, says: str
) -> None:
    mine = seat_sum(0, 0.25, losses=-0.33, luck=0.08 - residual, residual=residual)
    others = [seat_sum(n, 0.25, luck=end - 0.25) for n, end in ((1, 0.0), (2, 1.0))]
    assert spaced(headline(summed(mine, *others), 0, words(n=3))).startswith(says)
    small = seat_sum(0, 41.2, luck=0.4, residual=0.9)
    assert headline(summed(small, game="traxx", unit="points"), 0, words("traxx")) == "Fair cards, and no mistake."


@pytest.mark.parametrize(
    ("language", "says", "sentence"),
    [
        ("en", "Small differences cost you most.", "Small differences cost you 40 % of a win, play 10 %."),
        (
            "de",
            "Am meisten verloren hast du durch kleine Unterschiede.",
            "Durch kleine Unterschiede hast du 40 % eines Siegs verloren, spielerisch 10 %.",
        ),
    ],
)
def test_small_differences_are_a_part_of_their_own(language: str, says: str, sentence: str) -> None:
    review = summed(seat_sum(0, 0.5, losses=-0.1, small=-0.4), seat_sum(1, 0.5, gifts=0.1, small=0.4))
    said = words("skip-or-trip", language)
    assert headline(review, 0, said) == says
    assert sentence.removesuffix(".") in spaced(summary(review, said))
    assert {row.kind: row.value for row in sum_rows(review, 0, said)}["even"] == 0


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "You lost, although play gave you most."),
        ("de", "Du hast verloren und doch spielerisch am meisten gewonnen."),
    ],
)
def test_where_the_largest_part_went_the_other_way_the_headline_says_so(language: str, says: str) -> None:
    mine = seat_sum(0, 0.5, gifts=0.6, luck=-0.55, information=-0.55)
    theirs = seat_sum(1, 0.5, losses=-0.6, luck=0.55, information=0.55)
    assert headline(summed(mine, theirs, game="skip-or-trip"), 0, words("skip-or-trip", language)) == says


def test_a_headline_about_another_names_it_and_speaks_to_the_reader() -> None:
    lucky = two(0.7, won=False)
    assert headline(lucky, 1, words()) == "Juniper was lucky: you played the better game."
    assert headline(lucky, 1, words(language="de")) == "Juniper hatte Glück: Du hast besser gespielt."
    assert headline(two(0.8, won=True), 0, words(you=None)) == "Red’s play decided it."


@pytest.mark.parametrize(
    ("even", "says"),
    [(0.7, "You were unlucky"), (0.5, "Even play, even luck."), (0.2, "You were lucky: Juniper played")],
)
def test_a_shared_win_has_headlines_too(even: float, says: str) -> None:
    mine = seat_sum(0, 0.5, losses=even - 0.5, luck=0.5 - even)
    theirs = seat_sum(1, 0.5, gifts=0.5 - even, luck=even - 0.5)
    assert headline(summed(mine, theirs), 0, words()).startswith(says)


def four(play: float, luck: float, *, won: bool = False) -> Review:
    residual = float(won) - 0.25 - play - luck
    mine = seat_sum(0, 0.25, gifts=0.06, losses=play - 0.06, luck=luck, residual=residual)
    rest = 0.0 if won else 1.0
    others = [seat_sum(n, 0.25, gifts=0.25, luck=end - 0.5) for n, end in ((1, 0.0), (2, rest), (3, 0.0))]
    return summed(mine, *others)


@pytest.mark.parametrize(
    ("play", "luck", "won", "says"),
    [
        (-0.13, -0.12, False, "Play and the dice cost you the same."),
        (-0.16, -0.12, False, "Play and the dice cost you the same."),
        (-0.17, -0.12, False, "Play cost you most."),
        (-0.02, -0.22, False, "The dice cost you most."),
        (0.05, -0.30, False, "The dice cost you most."),
        (-0.30, 0.05, False, "Play cost you most."),
        (0.40, 0.35, True, "Play and the dice gave you the same."),
        (0.60, 0.15, True, "Play gave you most."),
        (-0.20, 0.95, True, "The dice gave you most."),
    ],
)
def test_with_more_seats_play_is_compared_with_luck(play: float, luck: float, won: bool, says: str) -> None:
    assert headline(four(play, luck, won=won), 0, words(n=4)) == says


@pytest.mark.parametrize(
    ("luck", "counts", "says"),
    [
        (10.2, (3, 1, 0), "Kind cards, and one real mistake."),
        (-2.0, (3, 2, 0), "Unkind cards, and 2 real mistakes."),
        (0.9, (3, 2, 1), "Fair cards, and one blunder."),
        (0.0, (1, 0, 0), "Fair cards, and one slip."),
        (1.0, (0, 0, 0), "Kind cards, and no mistake."),
    ],
)
def test_alone_the_cards_come_first_then_the_worst_word(luck: float, counts: tuple[int, ...], says: str) -> None:
    slips, mistakes, blunders = counts
    one = seat_sum(0, 41.2, luck=luck, slips=slips, mistakes=mistakes, blunders=blunders)
    assert headline(summed(one, game="traxx", unit="points"), 0, words("traxx")) == says


def test_the_sentence_says_what_came_of_play_and_of_luck() -> None:
    review = two(0.19, won=False, residual=0.01)
    assert spaced(summary(review, words())) == (
        "Play cost you 31 % of a win, the dice 20 %, the judge’s own error gave 1 %. "
        "On even luck you would have won 19 of 100 games like this."
    )
    assert spaced(summary(review, words(language="de"))) == (
        "Spielerisch hast du 31 % eines Siegs verloren, durch die Würfel 20 %, durch Messfehler 1 % gewonnen. "
        "Ohne Glück und Pech hättest du 19 von 100 solchen Spielen gewonnen."
    )
    assert spaced(summary(review, words(you=None))) == (
        "Juniper won. Play gave Juniper 31 % of a win, the dice 20 %, the judge’s own error took 1 %. "
        "On even luck Juniper would have won 81 of 100 games like this."
    )


def test_the_sentence_turns_where_luck_and_play_point_apart() -> None:
    assert spaced(summary(two(0.3, won=True), words())).startswith(
        "The dice gave you 70 % of a win, play took 20 %. On even luck"
    )
    assert spaced(summary(two(0.5, won=True), words())).startswith("The dice gave you 50 % of a win, play nothing.")
    assert summary(two(0.5, won=True, residual=0.5), words()).startswith("Neither play nor the dice")


def test_hidden_cards_have_their_part_in_the_sentence() -> None:
    review = two(0.41, won=False, information=-0.33)
    assert spaced(summary(review, words("skip-or-trip"))).startswith(
        "Hidden cards cost you 33 % of a win, play 9 %, the draw 8 %."
    )


@pytest.mark.parametrize(
    ("even", "says"),
    [
        (0.014, "On even luck you would hardly ever have won."),
        (-0.2, "On even luck you would hardly ever have won."),
        (0.02, "On even luck you would have won 2 of 100"),
        (0.98, "On even luck you would have won 98 of 100"),
        (1.3, "On even luck you would nearly always have won."),
    ],
)
def test_an_estimate_beyond_0_and_100_is_said_in_words_and_stays_in_the_rows(even: float, says: str) -> None:
    review = two(even, won=False)
    assert says in summary(review, words())
    assert next(row.value for row in sum_rows(review, 0, words()) if row.kind == "even") == round(even * 100)


def test_with_more_seats_the_sentence_says_where_all_began_and_names_the_winner() -> None:
    assert spaced(summary(four(-0.13, -0.12), words(n=4))) == (
        "All began with 25 %. Play cost you 13 % of a win, the dice 12 %. "
        "On even luck you would have won 12 of 100 games like this, Theo 50."
    )
    won = spaced(summary(four(0.4, 0.35, won=True), words(n=4)))
    assert won.endswith("On even luck you would have won 65 of 100 games like this.")


def test_seats_that_began_with_different_chances_are_told_their_own() -> None:
    review = replace(four(-0.13, -0.12), start=(0.25, 0.27, 0.24, 0.24))
    assert spaced(summary(review, words(n=4))).startswith("You began with 25 %.")


def test_alone_all_is_in_points() -> None:
    one = seat_sum(0, 41.2, losses=-11.8, luck=10.2, residual=0.4)
    review = summed(one, game="traxx", unit="points")
    assert summary(review, words("traxx")) == (
        "Your turns cost you 11.8 points, the cards gave 10.2 points, the judge’s own error 0.4 points. "
        "On even luck you would have had 29.4."
    )
    assert [(row.name, row.text) for row in sum_rows(review, 0, words("traxx", "de"))] == [
        ("Erwartet", "41,2"),
        ("Deine Fehler", "−11,8"),
        ("Ohne Glück und Pech", "29,4"),
        ("Die Karten", "+10,2"),
        ("Messfehler", "+0,4"),
        ("Ergebnis", "40,0"),
    ]


def test_the_rows_of_a_sum_come_in_one_order_and_add_up() -> None:
    rows = sum_rows(two(0.416, won=False, information=-0.334, residual=0.004), 0, words("skip-or-trip"))
    assert [row.kind for row in rows] == (
        ["start", "gifts", "losses", "even", "luck", "information", "residual", "result"]
    )
    value = {row.kind: row.value for row in rows}
    assert value["start"] + value["gifts"] + value["losses"] == value["even"]
    assert value["even"] + value["luck"] + value["information"] + value["residual"] == value["result"] == 0
    assert rows[1].name == "Juniper’s mistakes"


def test_before_the_end_there_is_no_headline_and_no_figure_on_even_luck() -> None:
    review = replace(two(0.4, won=False), sums=())
    assert headline(review, 0, words()) == ""
    assert sum_rows(review, 0, words()) == []
    assert spaced(summary(review, words())) == "Reviewed up to turn 0 so far: you stand at 50 %."
    assert summary(review, words(you=None)) == "Reviewed up to turn 0 so far."


def test_the_loss_per_decision_has_its_error_and_its_level() -> None:
    review = two(0.06, won=False)
    assert spaced(level_says(review, 0, words())) == "Loss per decision: 1.1 ± 0.4 %, about as much as the level club."
    short = replace(review, sums=(replace(review.sums[0], level=""), review.sums[1]))
    assert spaced(level_says(short, 0, words())) == (
        "Loss per decision: 1.1 ± 0.4 %; too few decisions mattered to compare them with a level."
    )
    assert spaced(level_says(short, 0, words(language="de"))) == (
        "Verlust je Entscheidung: 1,1 ± 0,4 %; "
        "für den Vergleich mit einer Stufe kam es auf zu wenige Entscheidungen an."
    )
    unknown = replace(short, effort="deep")
    assert spaced(level_says(unknown, 0, words(language="de"))) == "Verlust je Entscheidung: 1,1 ± 0,4 %."


# Steps


def one_step(**more: object) -> tuple[Review, Match]:
    """A review of the first roll or the first decision of a game, and the game."""
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7, players=["", "Juniper"])
    match.play(0, match.moves(0)[0])
    entry = len(match.log) - (3 if more.get("kind") == "chance" else 2)
    values: dict[str, object] = {
        "entries": (entry,),
        "kind": "decision",
        "seat": 0,
        "turn": 1,
        "text": "",
        "before": (0.65, 0.35),
        "after": (0.56, 0.44),
        "errors": (0.01, 0.01),
        "residual": (0.0, 0.0),
        "luck": (0.0, 0.0),
    }
    step = Step(**(values | more))  # type: ignore[arg-type]  # values of many types
    return Review("whole-nine", 2, match.players, "share", "quick", 0, "net", (0.5, 0.5), 99, (step,)), match


MISTAKE: dict[str, object] = {
    "loss": -0.09,
    "gifts": (0.0, 0.09),
    "word": "mistake",
    "made": 1,
    "options": (Option((1,), ("start-c1", "5:"), 0.65, 0.01), Option((0,), ("start-1d",), 0.56, 0.01)),
}


def told(you: int | None, more: dict[str, object], language: str = "en") -> tuple[str, str]:
    review, match = one_step(**more)
    said = match.words(language, you)
    return spaced(step_title(review, 0, said)), spaced(step_says(review, match, 0, said))


def test_a_roll_says_its_luck_and_from_where_to_where() -> None:
    roll: dict[str, object] = {"kind": "chance", "luck": (0.04, -0.04), "before": (0.61, 0.39), "after": (0.65, 0.35)}
    assert told(0, roll) == ("Luck, +4 %", "You roll 5. Luck +4 %, from 61 to 65.")
    assert told(1, roll) == ("Luck, −4 %", "Red rolls 5. Luck −4 % for you, from 39 to 35.")
    assert told(1, roll, "de") == ("Pech, −4 %", "Rot würfelt eine 5. Pech −4 % für dich, von 39 auf 35.")


def test_a_mistake_says_its_word_its_size_and_the_better_move() -> None:
    assert told(0, MISTAKE) == (
        "Mistake, −9 %",
        "You set out and reach a 2. Mistake, −9 %, from 65 to 56. "
        "Better (65 %): Move a pawn from the start 5 spaces, to the 2, across the 3 cactus.",
    )
    assert told(1, MISTAKE) == (
        "Red’s mistake, +9 %",
        "Red sets out and reaches a 2. Mistake, +9 % for you, from 35 to 44. "
        "Better for Red: Move a pawn from the start 5 spaces, to the 2, across the 3 cactus.",
    )
    assert told(None, MISTAKE, "de") == (
        "Fehler, −9 %",
        "Rot startet und erreicht eine 2. Fehler, −9 %, von 65 auf 56. "
        "Besser (65 %): Ziehe eine Figur vom Start 5 Felder weit, auf die 2, am Kaktus 3 vorbei.",
    )


def test_what_is_not_clear_has_no_word_and_no_better_move() -> None:
    title, says = told(0, MISTAKE | {"word": ""})
    assert title == "−9 %, not clear"
    assert says == "You set out and reach a 2. −9 %, not clear, from 65 to 56."


def test_what_could_not_be_known_is_no_mistake() -> None:
    hidden: dict[str, object] = {"information": -0.17, "before": (0.55, 0.45), "after": (0.38, 0.62)}
    assert told(0, hidden) == (
        "No mistake; hidden cards −17 %",
        "You set out and reach a 2. No mistake; hidden cards −17 %, from 55 to 38.",
    )


def test_what_another_could_not_know_is_said_as_hidden() -> None:
    """The mover's loss is 9 % of the 26 % that it lost: the rest lay in hidden cards, for both."""
    hidden = {"information": -0.17, "gifts": (0.0, 0.26), "loss": -0.09, "after": (0.39, 0.61)}
    title, says = told(1, MISTAKE | hidden)
    assert title == "Red’s mistake, +9 %; hidden cards +17 %"
    assert "Mistake, +9 % for you; hidden cards +17 % for you, from 35 to 61." in says
    title, says = told(1, MISTAKE | hidden | {"loss": 0.0, "information": -0.26, "word": "", "made": 0}, "de")
    assert title == "Kein Fehler; verdeckte Karten +26 %"
    assert "Verdeckte Karten +26 % für dich, von 35 auf 61." in says


def test_what_changes_nothing_says_where_one_stands() -> None:
    still: dict[str, object] = {"before": (0.56, 0.44)}
    assert told(0, still) == ("No mistake", "You set out and reach a 2. 56 %.")
    assert told(0, still | {"kind": "forced"}) == (
        "The only move",
        "You set out and reach a 2. The only move, 56 %.",
    )


def test_a_step_is_found_by_its_kind_and_turn() -> None:
    review, _ = one_step(**MISTAKE)
    assert step_at(review, 0, words()) == "mistake, turn 1"
    assert turn_says(review.steps[0], words("traxx", "de")) == "Karte 1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "seats"), [("whole-nine", 2), ("whole-nine", 4), ("traxx", 1), ("traxx", 3), ("skip-or-trip", 2)]
)
def test_every_step_of_every_game_has_its_sentence(game: str, seats: int, language: str) -> None:
    match = played(Table(GAMES[game], seats, {}), 3)
    review = invented(match)
    for you in (None, *range(match.seats)):
        said = match.words(language, you)
        seat = you or 0
        assert headline(review, seat, said)
        assert summary(review, said)
        assert shown_sum(review, seat).result == sum_rows(review, seat, said)[-1].value
        for index in range(len(review.steps)):
            assert step_says(review, match, index, said).endswith(".")
            assert step_title(review, index, said)
            assert step_at(review, index, said)


def test_figures_lead_from_one_step_to_the_next_as_they_are_shown() -> None:
    for game, seats in (("whole-nine", 2), ("whole-nine", 4), ("traxx", 1)):
        review = invented(played(Table(GAMES[game], seats, {}), 3))
        shaken = tuple(
            replace(
                step, before=(step.before[0] + 0.004, *step.before[1:]), after=(step.after[0] + 0.004, *step.after[1:])
            )
            if index % 3
            else step
            for index, step in enumerate(review.steps)
        )
        review = replace(review, steps=shaken)
        for reader in range(seats):
            stands = shown(review.start[reader], review.unit)
            for index in range(len(review.steps)):
                one = step_figures(review, index, reader)
                assert stands + one.second_look + one.luck + one.loss + one.gift + one.information == one.after
                assert one.before == shown(review.steps[index].before[reader], review.unit)
                assert one.after == shown(review.steps[index].after[reader], review.unit)
                stands = one.after


def test_a_step_told_for_a_seat_has_the_figures_of_that_seat_whoever_reads() -> None:
    review, match = one_step(**MISTAKE)
    said = match.words("en", None)
    assert spaced(step_title(review, 0, said, 1)) == "Red’s mistake, +9 %"
    assert "+9 % for Juniper, from 35 to 44" in spaced(step_says(review, match, 0, said, 1))


def test_no_option_is_shown_with_more_than_the_best() -> None:
    best, other = Option((0,), ("a",), 0.494, 0.01), Option((1,), ("b",), 0.503, 0.02)
    assert kept_chance(other, best) == kept_chance(best, best) == 0.494
    assert kept_chance(replace(other, chance=0.4), best) == 0.4


def test_an_estimate_close_to_an_edge_is_not_shown_with_more_doubt_than_it_can_have() -> None:
    assert shown_error(0.5, 0.25, "share") == 0.25
    assert shown_error(0.002, 0.25, "share") == pytest.approx(0.003)
    assert shown_error(1.0, 0.25, "share") == shown_error(0.0, 0.25, "share") == 0.0
    assert shown_error(0.0, 2.5, "points") == 2.5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_review_names_places_that_no_board_prints(game: str, language: str) -> None:
    match = played(Table(GAMES[game], 2, {}), 3)
    review = invented(match)
    said = match.words(language, 0)
    text = " ".join(step_says(review, match, index, said) for index in range(len(review.steps)))
    assert re.findall(r"\b(?:[a-k][1-9]\d?|[1-9][a-k]|c[1-9])\b|\d\[|\bx\d", text) == []


def test_a_whole_turn_is_named_by_what_it_does_and_by_its_way() -> None:
    match = played(Table(GAMES["traxx"], 2, {}), 3)
    step = next(one for one in invented(match).steps if one.kind == "decision" and len(one.options[0].moves) > 2)
    says = option_says(match.game, decided_in(match, step), step.seat, step.options[0], match.words("en", step.seat))
    assert re.match(r"You draw \d fields.*\. From (the start|end [AB]) \w+ (on|at) the ", says)


def test_what_chance_could_have_done_is_said_in_words() -> None:
    for game, start in (("whole-nine", "You roll "), ("skip-or-trip", "The deck now shows "), ("traxx", "Card ")):
        match = played(Table(GAMES[game], 2, {}), 3)
        step = next(
            one
            for one in invented(match).steps
            if one.kind == "chance" and one.turn and one.seat < 1 and not one.text.startswith("draw")
        )
        before = match.positions()[step.entries[0]]
        assert outcome_says(match.game, before, step, step.text, match.words("en", 0)).startswith(start)
        assert outcome_says(match.game, before, step, "nothing:", match.words("en", 0)) == "nothing"


def test_partners_do_not_share_their_win() -> None:
    sums = [seat_sum(n, 0.25, luck=end - 0.25) for n, end in enumerate((0.5, 0.0, 0.5, 0.0))]
    alone = summed(*sums)
    team = replace(alone, sides=(0, 1, 0, 1))
    assert (ending(alone, 0), ending(team, 0), ending(team, 1)) == ("shared", "won", "lost")
    said = words("skip-or-trip", you=None, n=4)
    assert summary(team, said).startswith("Red and Theo won.")
    assert summary(alone, said).startswith("Red and Theo shared the win.")
