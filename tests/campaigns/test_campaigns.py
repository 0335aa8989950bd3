"""The campaigns themselves: in a few minutes, and that their check sees what it is for."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.campaigns import play
from tests.campaigns.__main__ import main
from tests.campaigns.site import Database, Site


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_five_minutes_of_campaigns() -> None:
    assert main(["--minutes", "5"]) == 0


@pytest.mark.long
def test_the_check_sees_what_is_lost_doubled_made_up_or_shown_wrongly(tmp_path: Path) -> None:
    async def look() -> tuple[list[str], ...]:
        site = Site(tmp_path, Database(tmp_path), 1, limited=False, environment={})
        try:
            game = play.Game(site, ("whole-nine", ("me", "greedy")), random.Random(1))
            await game.play()
            sound = await game.check() + play.check_stores(site, [game])
            seat = game.seats[0]
            seat.refused.append(seat.acknowledged[3])
            seat.acknowledged.append("never sent")
            seat.log = seat.log[:-1]
            with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
                connection.execute("UPDATE entries SET message = (SELECT max(message) FROM entries) WHERE number = 0")
                connection.execute("UPDATE entries SET number = 9999 WHERE number = 1")
            return sound, await game.check() + play.check_stores(site, [game])
        finally:
            await site.close()
            assert site.faults == []

    sound, broken = asyncio.run(look())
    assert sound == []
    text = "\n".join(broken)
    for fault in ("saw another log", "has gaps", "was acknowledged and is lost", "was refused and is there", "2 times"):
        assert fault in text
