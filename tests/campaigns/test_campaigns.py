"""Tests of the campaigns: a few minutes of all of them, and that their checks find what they are for."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.campaigns import honest, play
from tests.campaigns.__main__ import main
from tests.campaigns.salted import KINDS, SaltedGame
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


@pytest.mark.long
def test_the_check_of_salts_sees_what_a_record_proves_wrongly(tmp_path: Path) -> None:
    async def look() -> tuple[list[str], list[str]]:
        site = Site(tmp_path, Database(tmp_path), 1, limited=False, environment={})
        try:
            game = SaltedGame(site, KINDS[0], random.Random(1))
            await game.seat_all()
            await game.reveal()
            await game.finish()
            sound = [*site.faults]
            game.guest.revealed, game.noted_secret = False, "0" * 64
            await game.check_proof()
            return sound, site.faults
        finally:
            await site.close()

    sound, broken = asyncio.run(look())
    assert sound == []
    text = "\n".join(broken)
    for fault in ("verify exits with 0 instead of 1", "were revealed, the record has", "other commitments"):
        assert fault in text


def test_floods_are_held_against_the_idle_server() -> None:
    idle, slow = [0.02] * 400, [0.02] * 390 + [0.07] * 10
    assert honest.too_slow({"idle": idle, "lists": slow}, honest.FAST) == ["lists: p99 of 70 ms, idle 20 ms"]
    assert honest.too_slow({"idle": idle, "lists": [0.049] * 400}, honest.FAST) == []
    assert honest.too_slow({"idle": [0.001] * 400, "lists": [0.049] * 400}, honest.FAST) == []
    assert honest.too_few({"idle": idle, "lists": []}) == ["lists: only 0 honest moves, 400 are needed"]
    rows = honest.rows({name: honest.summary(found) for name, found in {"idle": idle, "lists": slow}.items()})
    assert rows[1] == ("lists", "400", "20.0", "70.0", "70.0", "3.5")
