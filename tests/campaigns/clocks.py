"""Wall clocks that step while turns have a time limit."""

from __future__ import annotations

import asyncio
import random
import struct
from pathlib import Path

from tests.campaigns.site import Site

HERE = Path(__file__).parent
CLOCK = 30
"""Seconds for a turn."""


def environment(folder: Path) -> dict[str, str]:
    """Return the environment with which a campaign can step the clock of the servers it starts."""
    shift = folder / "clock"
    shift.write_bytes(struct.pack("q", 0))
    return {"CAMPAIGN_CLOCK": str(shift), "PYTHONPATH": str(HERE / "shifted")}


async def steps(site: Site, rng: random.Random) -> None:
    """The clock steps by seconds, hours or days, forth and back."""
    await asyncio.sleep(rng.uniform(0.5, 4))
    site.figures["clock steps"] += 1
    seconds = rng.choice((0, 5, 60, 3600, 90_000)) * rng.choice((-1, 1))
    with (site.folder / "clock").open("r+b") as file:
        file.write(struct.pack("q", seconds))
