"""Arenas with real games: complete, interrupted, resumed, on a cluster, with broken players."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from trackside import Match
from trackside.arena.arena import Arena
from trackside.arena.game import play_fixture
from trackside.cli import main
from trackside.core.errors import BadOption


class Here(Executor):
    """An executor that runs everything immediately, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def arena(games: int = 6, agents: tuple[str, ...] = ("greedy", "random")) -> Arena:
    return Arena("whole-nine", list(agents), 2, games, seed=3)


def test_the_same_seed_gives_the_same_results_on_any_executor() -> None:
    one, two = arena(), arena()
    assert one.run(Here())
    with ThreadPoolExecutor(2) as pool:
        assert two.run(pool)
    assert [r.record for r in one.results] == [r.record for r in two.results]


def test_fixtures_of_a_deal_have_the_same_set_up_and_dice() -> None:
    made = arena(2)
    made.run(Here())
    first, second = (Match.from_record(result.record) for result in made.results)
    assert first.log[:51] == second.log[:51]
    assert first.players == ("greedy", "random")
    assert second.players == ("random", "greedy")


def test_a_broken_player_loses_with_the_reason_and_the_arena_goes_on() -> None:
    made = arena(4, ("greedy", "tests.search.test_external:crash"))
    assert made.run(Here())
    assert [result.forfeit for result in made.results] == [
        "tests.search.test_external:crash raised RuntimeError: no idea"
    ] * 4
    summary = made.summary()
    assert summary["standings"][0]["agent"] == "greedy"
    assert summary["standings"][0]["win_share"] == 1
    assert len(summary["forfeits"]) == 4
    assert summary["ranking"] == [["greedy", "tests.search.test_external:crash"]]
    assert made.order() == (
        "greedy = tests.search.test_external:crash; "
        "forfeited, so not proved by play: tests.search.test_external:crash 4 of 4"
    )
    assert "| greedy | 4 | 1.000 (0.012 to 1.000) |" in made.page()


def test_results_records_and_summary_are_kept_and_an_interrupted_arena_goes_on(tmp_path: Path) -> None:
    made = arena()
    made.keep_in(str(tmp_path), resume=False)

    def stop(done: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool:
        assert not made.run(pool, stop)
    kept = (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    assert 3 <= kept.count("\n") < 6
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["complete"] is False
    again = arena()
    with pytest.raises(BadOption, match="continue it with --resume"):
        again.keep_in(str(tmp_path), resume=False)
    again.keep_in(str(tmp_path), resume=True)
    assert len(again.results) == kept.count("\n")
    assert again.run(Here())
    whole = arena()
    whole.run(Here())
    assert [r.shares for r in again.results] == [r.shares for r in whole.results]
    for result in whole.results:
        text = (tmp_path / "games" / f"{result.number:06}.txt").read_text(encoding="utf-8")
        assert text == result.record
        assert f"(games/{result.number:06}.txt)" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_a_line_cut_off_by_a_crash_is_played_again(tmp_path: Path) -> None:
    made = arena(2)
    made.keep_in(str(tmp_path), resume=False)
    made.run(Here())
    path = tmp_path / "results.jsonl"
    path.write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    again = arena(2)
    again.keep_in(str(tmp_path), resume=True)
    assert len(again.results) == 1
    assert again.run(Here())
    assert path.read_text(encoding="utf-8").count("\n") == 2


def test_another_arenas_folder_is_refused(tmp_path: Path) -> None:
    arena().keep_in(str(tmp_path / "one"), resume=False)
    with pytest.raises(BadOption, match="holds a different arena, with agents"):
        arena(agents=("greedy", "novice")).keep_in(str(tmp_path / "one"), resume=True)
    with pytest.raises(BadOption, match="holds no arena to resume"):
        arena().keep_in(str(tmp_path / "two"), resume=True)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "whole-nine", "greedy", "random", "--games", "4", "-o", str(tmp_path / "out")]
    assert main([*arguments, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["complete"]
    assert summary["played"] == 4
    assert main([*arguments, "--resume"]) == 0
    assert "order: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["greedy"], "at least two players"),
        (["greedy", "genius"], "there is no player 'genius'"),
        (["greedy", "random", "--games", "0"], "at least 1 is needed"),
        (["greedy", "random", "--jobs", "0"], "--jobs 0: use 1 to 1024"),
        (["greedy", "random", "--resume"], "--resume goes with -o DIR"),
        (["greedy", "random", "--cluster", "nonsense://x"], "--cluster nonsense://x"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "whole-nine", *arguments]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # of the cluster's own making
def test_a_cluster_that_loses_a_worker_completes_the_arena() -> None:
    distributed: Any = import_module("distributed")
    made = arena(30)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        victim = client.run(os.getpid)[next(iter(client.run(os.getpid)))]
        killed: list[int] = []

        def kill(done: int) -> None:
            if done >= 5 and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)

        assert made.run(client.get_executor(), kill)
    assert killed
    expected = [play_fixture("whole-nine", made.options, 3, fixture) for fixture in made.fixtures[:4]]
    assert [result.number for result in made.results] == list(range(30))
    assert [result.shares for result in made.results[:4]] == [result.shares for result in expected]
