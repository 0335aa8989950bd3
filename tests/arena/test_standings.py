"""Arithmetic on hand-made results."""

from __future__ import annotations

import pytest

from trackside.arena.game import Result
from trackside.arena.standings import pairings, ranking, ratings, standings
from trackside.play.intervals import share_of


def result(number: int, deal: int, agents: str, shares: list[float], forfeit: str = "") -> Result:
    n = len(agents)
    return Result(number, 0, deal, tuple(agents), tuple(shares), (10, 20, 30)[:n], (2.0,) * n, (4,) * n, forfeit, "")


def decided(deals: int) -> list[Result]:
    """a beats b in both seats of every deal but the first."""
    games = [result(0, 0, "ab", [1, 0]), result(1, 0, "ba", [1, 0])]
    for deal in range(1, deals):
        games += [result(2 * deal, deal, "ab", [1, 0]), result(2 * deal + 1, deal, "ba", [0, 1])]
    return games


def test_games_on_the_same_dice_count_as_one() -> None:
    best = standings(decided(5), ["a", "b"])[0]
    assert best.agent == "a"
    assert best.games == 10
    assert best.win_share == pytest.approx((0.5 + 4 * 1) / 5)
    assert best.share == share_of([0.5, 1, 1, 1, 1])
    assert best.seconds_per_move == 0.5
    assert best.mean_score == pytest.approx(15)


def test_pairings_mirror_each_other() -> None:
    found = {(pairing.agent, pairing.other): pairing for pairing in pairings(decided(5), ["a", "b"])}
    assert found["a", "b"].win_share == pytest.approx(0.9)
    assert found["b", "a"].win_share == pytest.approx(0.1)
    assert found["a", "b"].games == 10


def test_what_the_intervals_do_not_separate_is_not_ranked() -> None:
    assert ranking(decided(2), ["a", "b"]) == [["a", "b"]]
    assert ranking(decided(3)[2:], ["a", "b"]) == [["a", "b"]], "two deals won from both seats prove nothing"
    assert ranking(decided(40), ["a", "b"]) == [["a"], ["b"]]


def test_ratings_follow_the_results_for_any_number_of_seats() -> None:
    games = [result(n, n, "abc", [1, 0, 0]) for n in range(30)]
    games += [result(n, n, "bca", [0.5, 0.5, 0]) for n in (30, 31)]
    rated = ratings(games, ["a", "b", "c"])
    assert rated["a"][0] > rated["b"][0]
    assert all(margin > 0 for _, margin in rated.values())
    few = ratings(games[:3], ["a", "b", "c"])
    assert few["a"][1] > rated["a"][1]


def test_forfeits_are_counted() -> None:
    games = [result(0, 0, "ab", [0, 1], forfeit="a gave no answer within 30 s")]
    assert {standing.agent: standing.forfeits for standing in standings(games, ["a", "b"])} == {"a": 1, "b": 0}


def test_a_forfeited_game_says_nothing_about_play() -> None:
    forfeit = "b raised RuntimeError"
    games = [result(n, n // 2, "ab" if n % 2 else "ba", [n % 2, 1 - n % 2], forfeit) for n in range(80)]
    assert standings(games, ["a", "b"])[0].win_share == 1
    assert ranking(games, ["a", "b"]) == [["a", "b"]]
    assert pairings(games, ["a", "b"]) == []
    rated = ratings(games, ["a", "b"])
    assert rated["a"] == rated["b"]


def test_the_rest_of_a_deal_with_a_forfeit_is_left_out() -> None:
    games = [*decided(3), result(6, 3, "ab", [1, 0]), result(7, 3, "ba", [0, 1], "b gave no answer within 30 s")]
    assert {pairing.games for pairing in pairings(games, ["a", "b"])} == {6}


def test_players_without_a_game_have_no_standing() -> None:
    assert [standing.agent for standing in standings(decided(5), ["a", "b", "c"])] == ["a", "b"]
