"""What is thought about next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from trackside.web.errors import Refusal
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.workers.queue import HINT, LATER, MOVE, REVIEW, Schedule, Thought

MOST_HINTS = DEFAULTS.hints or 0


def thought(kind: str, asker: str, name: str = "", is_wanted: Callable[[], bool] = lambda: True) -> Thought:
    """Something to think about, which has a name."""
    return Thought(kind, asker, {"name": name}, asyncio.get_running_loop().create_future(), is_wanted)


def taken(schedule: Schedule) -> list[str]:
    """All that waits, in the order it is thought about."""
    found = []
    while (one := schedule.take()) is not None:
        found.append(one.question["name"] or f"{one.kind} {one.asker}")
    return found


async def fill(schedule: Schedule, *named: str) -> list[Thought]:
    """Thoughts that come in this order: a kind, an asker and perhaps a name each."""
    thoughts = []
    for words in named:
        kind, asker, *name = words.split()
        thoughts.append(thought(kind, asker, "".join(name)))
    for one in thoughts:
        schedule.add(one)
    return thoughts


def test_moves_come_before_hints_before_reviews() -> None:
    async def test() -> None:
        schedule = Schedule()
        await fill(schedule, "review a", "hint b", "move c", "review d", "hint e", "move f")
        assert schedule.queued() == {MOVE: 2, HINT: 2, LATER: 0, REVIEW: 2}
        assert taken(schedule) == ["move c", "move f", "hint b", "hint e", "review a", "review d"]

    asyncio.run(test())


def test_those_who_ask_take_turns() -> None:
    async def test() -> None:
        schedule = Schedule()
        await fill(schedule, "move a a1", "move a a2", "move a a3", "move b b1", "move c c1", "move b b2")
        assert taken(schedule) == ["a1", "b1", "c1", "a2", "b2", "a3"]
        await fill(schedule, "move a a1", "move b b1")
        first = schedule.take()
        assert first is not None
        await fill(schedule, "move a a2")
        assert taken(schedule) == ["b1", "a2"]

    asyncio.run(test())


def test_owners_take_turns_and_their_tables_within_that() -> None:
    async def test() -> None:
        schedule = Schedule()
        for owner, table in ("eve", "e1"), ("eve", "e2"), ("eve", "e3"), ("ana", "a1"), ("eve", "e1"), ("ben", "b1"):
            one = thought(MOVE, table, table)
            one.owner = owner
            schedule.add(one)
        assert taken(schedule) == ["e1", "a1", "b1", "e2", "e3", "e1"]

    asyncio.run(test())


def test_a_host_with_two_hundred_tables_delays_another_by_one_thought() -> None:
    async def test() -> None:
        schedule = Schedule()
        for number in range(200):
            one = thought(MOVE, f"table {number}", f"table {number}")
            one.owner = "host"
            schedule.add(one)
        await fill(schedule, "move honest honest")
        assert taken(schedule)[:2] == ["table 0", "honest"]

    asyncio.run(test())


def test_people_who_wait_come_before_tables_that_nobody_looks_at() -> None:
    async def test() -> None:
        schedule = Schedule()
        await fill(schedule, "later a", "review b", "hint c", "later d", "move e")
        assert schedule.queued()[LATER] == 2
        assert taken(schedule) == ["move e", "hint c", "later a", "later d", "review b"]

    asyncio.run(test())


def test_an_address_waits_for_the_hints_of_so_many_players_only() -> None:
    async def test() -> None:
        schedule = Schedule(Limits(hints=2, shared=2))
        for number in range(4):
            one = thought(HINT, f"player {number}")
            one.owner = "address"
            schedule.add(one)
        another = thought(HINT, "player 5")
        another.owner = "address"
        with pytest.raises(Refusal, match="You are already waiting for 4 hints"):
            schedule.add(another)

    asyncio.run(test())


def test_a_player_waits_for_so_many_hints_only() -> None:
    async def test() -> None:
        schedule = Schedule()
        await fill(schedule, *["hint a"] * MOST_HINTS, *["move a"] * 9)
        with pytest.raises(Refusal, match="You are already waiting for 2 hints"):
            schedule.add(thought(HINT, "a"))
        schedule.add(thought(HINT, "b"))
        assert schedule.queued()[HINT] == MOST_HINTS + 1
        closer = thought(HINT, "a")
        closer.goes_on = True
        schedule.add(closer)  # a hint is let in once: what goes on with it is never refused
        assert schedule.queued()[HINT] == MOST_HINTS + 2

    asyncio.run(test())


def test_hints_that_are_no_longer_wanted_make_room_for_others() -> None:
    async def test() -> None:
        schedule, wanted = Schedule(), True
        old = [thought(HINT, "a", "old", lambda: wanted) for _ in range(MOST_HINTS)]
        for one in old:
            schedule.add(one)
        wanted = False
        schedule.add(thought(HINT, "a", "new"))
        assert taken(schedule) == ["new"]
        for one in old:
            with pytest.raises(Refusal, match="moved on"):
                await one.answer

    asyncio.run(test())


def test_what_is_dropped_or_cancelled_is_not_thought_about() -> None:
    async def test() -> None:
        schedule = Schedule()
        first, second, third = await fill(schedule, "move a 1", "move a 2", "move b 3")
        schedule.drop(first)
        schedule.drop(first)
        second.answer.cancel()
        assert schedule.take() is third
        assert schedule.take() is None
        assert schedule.queued() == {MOVE: 0, HINT: 0, LATER: 0, REVIEW: 0}

    asyncio.run(test())


def test_what_nobody_could_finish_is_the_next_one() -> None:
    async def test() -> None:
        schedule = Schedule()
        await fill(schedule, "move a a1", "move b b1", "move a a2")
        first = schedule.take()
        assert first is not None
        schedule.put_back(first)
        assert taken(schedule) == ["a1", "b1", "a2"]

    asyncio.run(test())


def test_only_moves_can_be_asked_for() -> None:
    async def test() -> None:
        schedule = Schedule()
        await fill(schedule, "hint a", "review b")
        assert schedule.take(only_moves=True) is None
        await fill(schedule, "move c")
        move = schedule.take(only_moves=True)
        assert move is not None
        assert move.kind == MOVE
        assert taken(schedule) == ["hint a", "review b"]

    asyncio.run(test())
