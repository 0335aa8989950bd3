"""Tests of the order of jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from trackside.web.errors import ApiError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.workers.queue import HINT, LATER, MOVE, REVIEW, Job, JobQueue

MAX_HINTS = DEFAULTS.hints or 0


def job(kind: str, asker: str, name: str = "", is_wanted: Callable[[], bool] = lambda: True) -> Job:
    """Something to think about, which has a name."""
    return Job(kind, asker, {"name": name}, asyncio.get_running_loop().create_future(), is_wanted)


def taken(queue: JobQueue) -> list[str]:
    """All that waits, in the order it is thought about."""
    found = []
    while (one := queue.take()) is not None:
        found.append(one.question["name"] or f"{one.kind} {one.asker}")
    return found


async def fill(queue: JobQueue, *named: str) -> list[Job]:
    """Thoughts that come in this order: a kind, an asker and perhaps a name each."""
    jobs = []
    for words in named:
        kind, asker, *name = words.split()
        jobs.append(job(kind, asker, "".join(name)))
    for one in jobs:
        queue.add(one)
    return jobs


def test_moves_come_before_hints_before_reviews() -> None:
    async def test() -> None:
        queue = JobQueue()
        await fill(queue, "review a", "hint b", "move c", "review d", "hint e", "move f")
        assert queue.queued() == {MOVE: 2, HINT: 2, LATER: 0, REVIEW: 2}
        assert taken(queue) == ["move c", "move f", "hint b", "hint e", "review a", "review d"]

    asyncio.run(test())


def test_those_who_ask_take_turns() -> None:
    async def test() -> None:
        queue = JobQueue()
        await fill(queue, "move a a1", "move a a2", "move a a3", "move b b1", "move c c1", "move b b2")
        assert taken(queue) == ["a1", "b1", "c1", "a2", "b2", "a3"]
        await fill(queue, "move a a1", "move b b1")
        first = queue.take()
        assert first is not None
        await fill(queue, "move a a2")
        assert taken(queue) == ["b1", "a2"]

    asyncio.run(test())


def test_owners_take_turns_and_their_tables_within_that() -> None:
    async def test() -> None:
        queue = JobQueue()
        for owner, table in ("eve", "e1"), ("eve", "e2"), ("eve", "e3"), ("ana", "a1"), ("eve", "e1"), ("ben", "b1"):
            one = job(MOVE, table, table)
            one.owner = owner
            queue.add(one)
        assert taken(queue) == ["e1", "a1", "b1", "e2", "e3", "e1"]

    asyncio.run(test())


def test_a_host_with_two_hundred_tables_delays_another_by_one_thought() -> None:
    async def test() -> None:
        queue = JobQueue()
        for number in range(200):
            one = job(MOVE, f"table {number}", f"table {number}")
            one.owner = "host"
            queue.add(one)
        await fill(queue, "move honest honest")
        assert taken(queue)[:2] == ["table 0", "honest"]

    asyncio.run(test())


def test_people_who_wait_come_before_tables_that_nobody_looks_at() -> None:
    async def test() -> None:
        queue = JobQueue()
        await fill(queue, "later a", "review b", "hint c", "later d", "move e")
        assert queue.queued()[LATER] == 2
        assert taken(queue) == ["move e", "hint c", "later a", "later d", "review b"]

    asyncio.run(test())


def test_an_address_waits_for_the_hints_of_so_many_players_only() -> None:
    async def test() -> None:
        queue = JobQueue(Limits(hints=2, shared=2))
        for number in range(4):
            one = job(HINT, f"player {number}")
            one.owner = "address"
            queue.add(one)
        another = job(HINT, "player 5")
        another.owner = "address"
        with pytest.raises(ApiError, match="You are already waiting for 4 hints"):
            queue.add(another)

    asyncio.run(test())


def test_a_player_waits_for_so_many_hints_only() -> None:
    async def test() -> None:
        queue = JobQueue()
        await fill(queue, *["hint a"] * MAX_HINTS, *["move a"] * 9)
        with pytest.raises(ApiError, match="You are already waiting for 2 hints"):
            queue.add(job(HINT, "a"))
        queue.add(job(HINT, "b"))
        assert queue.queued()[HINT] == MAX_HINTS + 1
        closer = job(HINT, "a")
        closer.goes_on = True
        queue.add(closer)  # a hint is let in once: what goes on with it is never refused
        assert queue.queued()[HINT] == MAX_HINTS + 2

    asyncio.run(test())


def test_hints_that_are_no_longer_wanted_make_room_for_others() -> None:
    async def test() -> None:
        queue, wanted = JobQueue(), True
        old = [job(HINT, "a", "old", lambda: wanted) for _ in range(MAX_HINTS)]
        for one in old:
            queue.add(one)
        wanted = False
        queue.add(job(HINT, "a", "new"))
        assert taken(queue) == ["new"]
        for one in old:
            with pytest.raises(ApiError, match="moved on"):
                await one.answer

    asyncio.run(test())


def test_what_is_dropped_or_cancelled_is_not_thought_about() -> None:
    async def test() -> None:
        queue = JobQueue()
        first, second, third = await fill(queue, "move a 1", "move a 2", "move b 3")
        queue.drop(first)
        queue.drop(first)
        second.answer.cancel()
        assert queue.take() is third
        assert queue.take() is None
        assert queue.queued() == {MOVE: 0, HINT: 0, LATER: 0, REVIEW: 0}

    asyncio.run(test())


def test_what_nobody_could_finish_is_the_next_one() -> None:
    async def test() -> None:
        queue = JobQueue()
        await fill(queue, "move a a1", "move b b1", "move a a2")
        first = queue.take()
        assert first is not None
        queue.put_back(first)
        assert taken(queue) == ["a1", "b1", "a2"]

    asyncio.run(test())


def test_only_moves_can_be_asked_for() -> None:
    async def test() -> None:
        queue = JobQueue()
        await fill(queue, "hint a", "review b")
        assert queue.take(only_moves=True) is None
        await fill(queue, "move c")
        move = queue.take(only_moves=True)
        assert move is not None
        assert move.kind == MOVE
        assert taken(queue) == ["hint a", "review b"]

    asyncio.run(test())
