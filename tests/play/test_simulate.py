from __future__ import annotations

import pytest

from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.play.simulate import Summary, players_for, simulate

GAME = GAMES["whole-nine"]


def run(games: int = 600, seed: int = 1, **changes: object) -> Summary:
    arguments: dict[str, object] = {"seats": 2, "options": {}, "agents": ["greedy", "random"], **changes}
    return simulate(GAME, games=games, seed=seed, **arguments)  # type: ignore[arg-type]  # a test passes wrong ones too


def test_shares_sum_to_one_and_the_better_player_wins_more() -> None:
    summary = run()
    assert summary.games == 600
    assert summary.complete
    assert sum(summary.win_shares) == pytest.approx(1)
    assert summary.win_intervals[0][0] > 0.9
    assert summary.mean_scores[0] > summary.mean_scores[1]
    assert summary.mean_moves > summary.mean_turns > 50


def test_the_same_seed_gives_the_same_games() -> None:
    first, second, other = run(), run(), run(seed=2)
    assert first.mean_scores == second.mean_scores
    assert first.mean_scores != other.mean_scores


def test_interrupted_it_sums_up_what_it_has() -> None:
    def interrupt(done: int) -> None:
        if done >= 500:
            raise KeyboardInterrupt

    summary = run(games=100_000, progress=interrupt)
    assert summary.games == 500
    assert not summary.complete


def test_few_games_prove_little() -> None:
    few = run(games=2)
    assert few.win_intervals[0][0] < 0.05
    assert few.win_intervals[0][1] > 0.95
    one = run(games=1)
    assert one.win_intervals == [(0, 1), (0, 1)]
    assert one.score_margins == [None, None]


def test_players_are_seated_in_turn() -> None:
    assert players_for(5, ["random", "greedy"]) == ["random", "greedy", "random", "greedy", "random"]
    with pytest.raises(BadOption, match="there is no player 'genius': the players are random, greedy"):
        run(games=1, agents=["genius"])
    with pytest.raises(BadOption, match="3 players are named for 2 seats"):
        players_for(2, ["random"] * 3)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"games": 0}, "at least 1 is needed"),
        ({"seed": -1}, "a seed is an integer"),
        ({"seats": 7}, "2 to 5 players"),
    ],
)
def test_wrong_numbers_are_refused(changes: dict[str, int], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        run(**changes)


def test_plain_and_compiled_playouts_play_the_same_games() -> None:
    from trackside.core.random import WORDS, seed_generator
    from trackside.search.batch import Batch

    compiled = Batch(GAME, GAME.opening(3), ["greedy", "random", "greedy"], seed=9).play(5)
    kernel = GAME.kernel("trackside.search.kernels.playouts", compiled=False)
    rng = [0] * WORDS
    seed_generator(rng, 9)
    buffer = [0] * GAME.plain.MOVES
    for row in compiled:
        state = GAME.opening(3)
        assert kernel.play_out(state, [1, 0, 1], buffer, rng) == row[0]
        points = [0] * 3
        GAME.plain.scores(state, points)
        assert points == row[2:5].tolist()
        assert state.turns == row[1]
