from __future__ import annotations

import asyncio
import gc

import pytest

from trackside.web.server import gc as garbage


def test_garbage_is_collected_when_idle_or_when_it_has_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "EVERY", 0.01)
    monkeypatch.setattr(garbage, "AT_THE_LATEST", 0.1)

    class Circle:
        """Something that only a search for circles finds."""

        def __init__(self) -> None:
            self.me = self

    def circles() -> int:
        return sum(type(one) is Circle for one in gc.get_objects())

    async def test(idle: bool) -> None:
        async with garbage.collected_when_idle(lambda: idle):
            assert not gc.isenabled()
            Circle()
            while circles():
                await asyncio.sleep(0.01)
        assert gc.isenabled()

    gc.freeze()  # what other tests have left is not looked through again and again
    try:
        for idle in (True, False):
            asyncio.run(asyncio.wait_for(test(idle), 60))
    finally:
        gc.unfreeze()
