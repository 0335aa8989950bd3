"""The choices of a review for a seat: causes, moments, mistakes and strokes of luck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.review.hand import invented
from trackside.core.words import Words
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.review.report import Review, Step
from trackside.review.sums import (
    Parts,
    cause_of,
    gift_of,
    mistakes_for,
    moments_for,
    parts_in,
    parts_of,
    strokes_for,
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
    assert parts_of(REVIEW, decided, 1) == Parts(gifts=0.1, information=pytest.approx(0.2))
    assert cause_of(REVIEW, replace(decided, loss=0.0, information=-0.3, word=""), 1) == ("information", 0.3)
    team = replace(REVIEW, seats=4, sides=(0, 1, 0, 1))
    decided = replace(decided, gifts=(0.0, 0.3, -0.3, 0.3))
    given = [gift_of(team, decided, seat) for seat in range(4)]
    assert given == pytest.approx([0.0, 0.1, -0.1, 0.1])


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
