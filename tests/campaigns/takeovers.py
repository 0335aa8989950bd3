"""Takeover races: rivals ask for a bot in the place of a player who goes away for moments and comes back.

No connected player is replaced, a replaced player gets the seat back, and every game continues.
"""

from __future__ import annotations

import asyncio
import random
import time

from tests.campaigns.play import Lost, headers
from tests.campaigns.site import Site

TOGETHER = 4
"""Requests that are sent simultaneously."""

KNOWN = 5.0
"""Seconds after which every server knows that a player is connected."""


async def races(site: Site, rng: random.Random) -> None:
    """Ask for a takeover several times at once, at a table where people play."""
    await asyncio.sleep(rng.uniform(0.05, 0.5))
    running = [seats for seats in site.seated.values() if len(seats) > 1 and not any(seat.over for seat in seats)]
    if not running:
        return
    victim, rival, *_ = rng.sample(rng.choice(running), 2)
    if rng.random() < 0.5:
        victim.leave.set()
        await asyncio.sleep(rng.uniform(0, 0.3))
    connected = victim.connected
    path, body = f"/tables/{victim.table}/takeover", {"seat": victim.seat}
    asked = [site.http.post(path, json=body, headers=headers(rival.token)) for _ in range(TOGETHER)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    stayed = connected is not None and connected == victim.connected and time.monotonic() > connected + KNOWN
    for answer in answers:
        if isinstance(answer, BaseException):
            if not isinstance(answer, Lost):
                raise answer
        elif answer.is_success:
            site.figures["takeovers"] += 1
            if stayed and victim.owns_seat:
                site.faults.append(f"{victim.table}: seat {victim.seat} was connected and taken over")
        elif answer.status_code >= 500 and answer.status_code != 503:
            site.faults.append(f"a takeover was answered with {answer.status_code} {answer.text[:200]}")
        else:
            site.figures["takeovers refused"] += 1
