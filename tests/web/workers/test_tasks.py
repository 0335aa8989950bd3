"""Background tasks: none ends unnoticed."""

from __future__ import annotations

import asyncio

import pytest

from trackside.web.workers import tasks
from trackside.web.workers.tasks import Backoff, TaskSet


def test_a_background_task_that_fails_is_reported_and_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.0)

    async def run() -> None:
        tries = []

        async def work() -> None:
            tries.append(1)
            if len(tries) < 3:
                raise ValueError("a fault")

        tasks = TaskSet()
        await TaskSet(tasks).start("work", work)
        assert len(tries) == 3
        assert tasks.failing == {"work": "ValueError: a fault"}

    asyncio.run(run())
    assert caplog.text.count("background task 'work' failed") == 2


def test_one_that_runs_once_is_reported_too(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise ValueError("a fault")

    async def run() -> None:
        tasks = TaskSet()
        await asyncio.wait([TaskSet(tasks).spawn("work", work())])
        assert tasks.failing == {"work": "ValueError: a fault"}

    asyncio.run(run())
    assert "background task 'work' failed" in caplog.text


def test_a_set_that_is_closed_ends_its_tasks_whether_they_have_begun_or_not() -> None:
    async def run() -> None:
        tasks = TaskSet()
        begun, waiting = tasks.start("begun", asyncio.Event().wait), asyncio.Event()  # type: ignore[arg-type]
        await asyncio.sleep(0)
        late = tasks.spawn("late", waiting.wait())  # type: ignore[arg-type]
        await tasks.close()
        assert begun.cancelled()
        assert late.cancelled()
        assert not tasks.failing

    asyncio.run(run())


def test_pauses_double_up_to_the_longest_and_begin_again_after_steady_work(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    backoff = Backoff(1.0, 5.0, steady=60.0)
    assert [backoff.next() for _ in range(5)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    now[0] = 5.0 + 61.0
    assert [backoff.next() for _ in range(2)] == [1.0, 2.0]
    backoff.reset()
    assert backoff.next() == 1.0
