"""Schedules of tables, store and servers, each replayable from its seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.simulation.world import Plan

SHORT, LONG = "0:12", "0:10000"


def simulate(*arguments: str) -> str:
    """Return what the command prints; fail with it if a schedule fails."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulation", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
    return done.stdout


def test_some_schedules_hold() -> None:
    assert "12 schedules" in simulate(SHORT, "--jobs", "1")


def test_a_schedule_is_the_same_each_time() -> None:
    first = simulate("16", "--trace")
    assert len(first.splitlines()) > 50
    assert "crashes" in first
    assert simulate("16", "--trace") == first


def test_a_fault_is_found() -> None:
    forgetful = (
        "from trackside.web.tables.table import Table\n"
        "from tests.simulation.world import outcome\n"
        "Table._messages = property(lambda self: set(), lambda self, value: None)\n"
        "print(next(seed for seed in range(60) if outcome(seed)[1]))\n"
    )
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, "-c", forgetful], check=True, env=environment)


def test_schedules_have_every_kind_of_trouble() -> None:
    plans = [Plan.draw(seed) for seed in range(24)]
    for trouble in ("crashes", "rewinds", "deaf"):
        assert {bool(getattr(plan, trouble)) for plan in plans} == {False, True}
    assert any(plan.rewinds and plan.servers > 1 for plan in plans)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_ten_thousand_schedules_hold() -> None:
    assert "10000 schedules" in simulate(LONG)
