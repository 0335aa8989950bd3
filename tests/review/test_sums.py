"""The choices of a review for a seat: causes, moments, mistakes and strokes of luck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.review.hand import invented
from trackside.core.words import Words
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.review.report import Review, SeatSum, Step
from trackside.review.sums import (
    add_up,
    cause_of,
    gift_of,
    mistakes_for,
    moments_for,
    parts_in,
    parts_of,
    strokes_for,
    weight_of,
)
from trackside.review.words.figures import rows_so_far, shown


def step(kind: str, seat: int, before: tuple[float, float], after: tuple[float, float], **more: object) -> Step:
    nothing = (0.0, 0.0)
    values: dict[str, object] = {"entries": (0,), "turn": 1, "text": "", "errors": nothing, "residual": nothing}
    values |= {"luck": nothing, "gifts": nothing} | more
    return Step(kind=kind, seat=seat, before=before, after=after, **values)  # type: ignore[arg-type]  # as given


STEPS = (
    step("setup", -1, (0.5, 0.5), (0.52, 0.48), luck=(0.02, -0.02)),
    step("chance", 0, (0.52, 0.48), (0.6, 0.4), luck=(0.08, -0.08)),
    step("decision", 0, (0.6, 0.4), (0.51, 0.49), loss=-0.09, gifts=(0.0, 0.09), word="mistake"),
    step("chance", 1, (0.51, 0.49), (0.5, 0.5), luck=(-0.01, 0.01)),
    step("decision", 1, (0.5, 0.5), (0.56, 0.44), loss=-0.06, gifts=(0.06, 0.0), word="mistake"),
)
REVIEW = Review("whole-nine", 2, ("", ""), "share", "quick", 0, "net", (0.5, 0.5), 5, STEPS, moments=(1, 2, 4))


def test_the_cause_of_a_step_is_its_largest_part_but_a_clear_loss_comes_first() -> None:
    assert cause_of(REVIEW, STEPS[1], 0) == ("luck", 0.08)
    assert cause_of(REVIEW, STEPS[2], 0) == ("loss", -0.09)
    assert cause_of(REVIEW, STEPS[2], 1) == ("gift", 0.09)
    hidden = step("decision", 0, (0.5, 0.5), (0.3, 0.7), information=-0.2)
    assert cause_of(REVIEW, hidden, 0) == ("information", -0.2)
    assert cause_of(REVIEW, replace(hidden, word="slip", loss=-0.03), 0) == ("loss", -0.03)


def test_losses_without_a_verdict_are_small_differences() -> None:
    steps = (
        *STEPS,
        step("decision", 0, (0.56, 0.44), (0.55, 0.45), loss=-0.01, gifts=(0.0, 0.01)),
        step("decision", 1, (0.55, 0.45), (0.57, 0.43), loss=-0.02, gifts=(0.02, 0.0)),
    )
    red, purple = (parts_in(replace(REVIEW, steps=steps), seat) for seat in range(2))
    assert (red.losses, red.gifts, red.small) == pytest.approx((-0.09, 0.06, 0.01))
    assert (purple.losses, purple.gifts, purple.small) == pytest.approx((-0.06, 0.09, -0.01))


def test_what_another_could_not_know_is_hidden_for_all_and_no_gift() -> None:
    """Of 0.3 that a player loses, it could know 0.1: the others were given that, and the rest by what was hidden."""
    decided = step("decision", 0, (0.5, 0.5), (0.2, 0.8), loss=-0.1, information=-0.2, gifts=(0.0, 0.3), word="blunder")
    found = parts_of(REVIEW, decided, 1)
    assert (found.gifts, found.information) == pytest.approx((0.1, 0.2))
    assert cause_of(REVIEW, replace(decided, loss=0.0, information=-0.3, word=""), 1) == ("information", 0.3)
    team = replace(REVIEW, seats=4, sides=(0, 1, 0, 1))
    decided = replace(decided, gifts=(0.0, 0.3, -0.3, 0.3))
    given = [gift_of(team, decided, seat) for seat in range(4)]
    assert given == pytest.approx([0.0, 0.1, -0.1, 0.1])


def with_decisions(*chances: float, loss: float = -0.01) -> SeatSum:
    """The sum of a seat that lost the same at every decision, with these chances before them."""
    match = played(Table(GAMES["whole-nine"], 2, {}), 3)
    steps = tuple(
        step("decision", 0, (chance, 1 - chance), (chance + loss, 1 - chance - loss), loss=loss, gifts=(0.0, -loss))
        for chance in chances
    )
    return add_up(replace(REVIEW, steps=(STEPS[0], *steps)), match)[0]


def test_a_level_is_named_only_after_enough_decisions_that_mattered() -> None:
    assert with_decisions(*[0.5] * 15).level == "club"
    assert with_decisions(*[0.5] * 14).level == ""
    assert with_decisions(*[0.02] * 100).level == "", "in a lost game nothing is at stake"
    assert with_decisions(*[0.98] * 100).level == ""
    assert with_decisions().level == ""


def test_decisions_in_a_lost_or_won_game_carry_little_weight() -> None:
    assert [weight_of(step("decision", 0, (p, 1 - p), (p, 1 - p)), 0, "share") for p in (0.5, 0.1, 1.0)] == (
        pytest.approx([1.0, 0.36, 0.0])
    )
    assert weight_of(step("decision", 0, (40.0, 0.0), (40.0, 0.0)), 0, "points") == 1.0
    assert with_decisions(0.5, 0.5, 1.0, 0.0).loss_per_decision == pytest.approx(-0.01)
    found = with_decisions(0.5, 0.1)
    assert (found.loss_per_decision, found.loss_per_decision_error) == pytest.approx((-0.01, 0.0))


def test_moments_are_those_that_mattered_to_the_seat() -> None:
    assert moments_for(REVIEW, 0) == (1, 2, 4)
    assert moments_for(replace(REVIEW, moments=(0, 1)), 0) == (1, 2, 4), "few: the greatest are added"
    assert moments_for(replace(REVIEW, moments=()), 0) == (1, 2, 4), "not read to the end: the greatest so far"
    assert moments_for(replace(REVIEW, steps=STEPS[:2], moments=()), 0) == (1,), "too little is no moment"


def test_mistakes_are_those_of_the_seat_or_of_all_if_it_made_none() -> None:
    assert mistakes_for(REVIEW, 0) == (2,)
    assert mistakes_for(REVIEW, 1) == (4,)
    assert mistakes_for(REVIEW, None) == (2, 4)
    assert mistakes_for(replace(REVIEW, steps=STEPS[:4]), 1) == (2,)


def test_strokes_of_luck_are_large_and_of_chance() -> None:
    assert strokes_for(REVIEW, 0) == (1,)
    assert strokes_for(replace(REVIEW, unit="points"), None) == ()


def test_the_sum_so_far_says_nothing_of_even_luck() -> None:
    rows = rows_so_far(REVIEW, 0, Words("en", GAMES["whole-nine"].package, ("", "Juniper"), 0))
    assert [(row.kind, row.value) for row in rows] == [
        ("start", 50),
        ("gifts", 6),
        ("losses", -9),
        ("luck", 9),
        ("residual", 0),
        ("so_far", 56),
    ]
    assert rows[-1].name == "After turn 1"


@pytest.mark.parametrize(("game", "seats"), [("traxx", 1), ("whole-nine", 3), ("skip-or-trip", 2)])
def test_the_sum_so_far_adds_up_to_where_the_curve_stands(game: str, seats: int) -> None:
    match = played(Table(GAMES[game], seats, {}), 3)
    review = invented(match)
    for n in (0, 1, len(review.steps) // 2, len(review.steps)):
        so_far = replace(review, steps=review.steps[:n], sums=(), moments=())
        for seat in range(seats):
            *parts, total = rows_so_far(so_far, seat, match.words("en", 0))
            stands = review.steps[n - 1].after[seat] if n else review.start[seat]
            assert sum(row.value for row in parts) == total.value == shown(stands, review.unit)
