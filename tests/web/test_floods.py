"""Honest moves under floods by one client: no slower than a few times what they take on a quiet server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.web.floods import BUDGET, FLOODS, PAIRS, Pair, Target, finished_table, flooded, honest_moves, memory, p99
from tests.web.serving import Server

SECONDS = 30.0
MOST_TIMES = 3.0
QUIET = 0.05
"""Seconds that count as quick, however quiet the server was before."""

MOST_MEMORY = 200.0
"""Megabytes that a flood may add: a megabyte for each socket, and what is kept of them until it is collected."""


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FLOODS)
def test_honest_moves_stay_quick_under_a_flood(started: Callable[..., Server], name: str) -> None:
    server = started(*BUDGET)
    target, pairs = Target(server.port, finished_table(server)), [Pair(server) for _ in range(PAIRS)]
    idle, before = asyncio.run(honest_moves(pairs, SECONDS)), memory(server.process.pid)
    with flooded(name, target):
        moves = asyncio.run(honest_moves(pairs, SECONDS))
        after = memory(server.process.pid)
    assert len(moves) > len(idle) / MOST_TIMES
    assert p99(moves) < MOST_TIMES * max(p99(idle), QUIET)
    assert after < before + MOST_MEMORY
