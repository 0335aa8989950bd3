from __future__ import annotations

import math
from math import comb

import pytest

from trackside.play.intervals import mean_of, share_of, student, wilson


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (10, 2.228), (11, 2.201), (15, 2.131), (30, 2.042), (100, 1.984)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.0005)


def test_means_have_students_interval() -> None:
    found = mean_of([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.margin == pytest.approx(3.1824 * math.sqrt(5 / 3) / 2)
    assert str(found) == "2.50 ± 2.05"
    assert str(mean_of([3.0])) == "3.00 ± ?"


def test_shares_of_a_coin_have_wilsons_interval() -> None:
    assert wilson(0.3, 1000, 1000 * 0.3 * 0.7) == pytest.approx((0.2724, 0.3292), abs=0.0002)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_no_interval_collapses_and_more_deals_narrow_it(value: float) -> None:
    widths = [share_of([value] * n).high - share_of([value] * n).low for n in (1, 2, 5, 20, 200)]
    assert widths[0] == 1
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 0.01


def test_seven_deals_won_from_every_seat_are_the_fewest_that_prove_an_order() -> None:
    assert share_of([1.0] * 6).low < 0.5 < share_of([1.0] * 7).low


def test_shares_are_printed_with_their_interval() -> None:
    assert str(share_of([1.0] * 200)) == "1.000 (0.981 to 1.000)"


@pytest.mark.parametrize("n", [2, 5, 10, 20, 50])
@pytest.mark.parametrize("odds", [(0.5, 0, 0.5), (0.25, 0.5, 0.25), (0.05, 0.15, 0.8), (0, 0.1, 0.9), (0, 0.5, 0.5)])
def test_the_interval_holds_the_truth_as_often_as_it_says(n: int, odds: tuple[float, float, float]) -> None:
    """All outcomes of n deals that are lost, split or won with these odds."""
    truth = odds[1] / 2 + odds[2]
    held = 0.0
    for lost in range(n + 1):
        for split in range(n - lost + 1):
            won = n - lost - split
            chance = comb(n, lost) * comb(n - lost, split) * odds[0] ** lost * odds[1] ** split * odds[2] ** won
            found = share_of([0.0] * lost + [0.5] * split + [1.0] * won)
            held += chance * (found.low <= truth <= found.high)
    assert held >= 0.95
