"""Campaigns: faults of every kind while programs play, and the same check after each.

python -m tests.campaigns [--minutes 60] [--seed 1] [--only NAME...] [--json FILE] [--list]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.campaigns import (
    bots_only,
    clocks,
    crowds,
    damaged,
    floods,
    honest,
    kills,
    messages,
    play,
    rewind,
    salts,
    takeovers,
    twins,
    writes,
)
from tests.campaigns.site import Database, Postgres, Site

SQLITE, POSTGRESQL, FAILOVER = "SQLite", "PostgreSQL", "PostgreSQL, standby"
DATABASES = {SQLITE: Database, POSTGRESQL: Postgres, FAILOVER: rewind.Failover}

SETTING_UP = 25.0
"""Seconds that a campaign takes in addition to its trouble, about: starting, playing to the end, checking."""

LONG = 60.0
"""Seconds of a campaign above which hundreds of twins are compared."""

COMMON = (
    "tables",
    "games",
    "acknowledged",
    "refused",
    "sent again",
    "reconnected",
    "late looks",
    "store failed",
    "entries",
)


Measure = Callable[[Site, float, str], Awaitable[list[str]]]
"""Measures something on a site for some seconds, with a seed; returns what is wrong."""


@dataclass(frozen=True)
class Campaign:
    """One kind of trouble on one kind of database."""

    name: str
    database: str
    workers: int
    trouble: play.Trouble | None
    bot_processes: int = 0
    bots: str = "greedy"
    limited: bool = False
    measure: Measure | None = None
    """Runs instead of games under trouble."""
    options: Mapping[str, Any] = field(default_factory=dict)


async def everything(site: Site, rng: random.Random) -> None:
    """Make trouble of a random kind."""
    kinds = (kills.servers, kills.database, writes.locked, writes.unlucky, crowds.crowd, messages.malformed)
    await rng.choice(kinds)(site, rng)


CAMPAIGNS = (
    Campaign("kills", SQLITE, 1, kills.servers),
    Campaign("kills", POSTGRESQL, 1, kills.servers),
    Campaign("kills", POSTGRESQL, 2, kills.servers),
    Campaign("kills", POSTGRESQL, 3, kills.servers),
    Campaign("bot processes", SQLITE, 1, kills.bot_processes, bot_processes=1, bots="novice"),
    Campaign("bot processes", POSTGRESQL, 2, kills.bot_processes, bot_processes=1, bots="novice"),
    Campaign("database", POSTGRESQL, 1, kills.database),
    Campaign("database", POSTGRESQL, 2, kills.database),
    Campaign("locked", SQLITE, 1, writes.locked),
    Campaign("locked", POSTGRESQL, 2, writes.locked),
    Campaign("unlucky", SQLITE, 1, writes.unlucky),
    Campaign("unlucky", POSTGRESQL, 2, writes.unlucky),
    Campaign("full disk", SQLITE, 1, writes.full),
    Campaign("clocks", SQLITE, 1, clocks.steps, options={"clock": clocks.CLOCK}),
    Campaign("clocks", POSTGRESQL, 2, clocks.steps, options={"clock": clocks.CLOCK}),
    Campaign("crowds", SQLITE, 1, crowds.crowd, limited=True),
    Campaign("crowds", POSTGRESQL, 2, crowds.crowd, limited=True),
    Campaign("messages", SQLITE, 1, messages.malformed),
    Campaign("messages", POSTGRESQL, 2, messages.malformed),
    Campaign("rewind", SQLITE, 1, rewind.restored),
    Campaign("rewind", POSTGRESQL, 2, rewind.restored),
    Campaign("rewind", FAILOVER, 2, rewind.restored),
    Campaign("damaged", SQLITE, 1, damaged.damaged),
    Campaign("damaged", POSTGRESQL, 2, damaged.damaged),
    Campaign("takeovers", SQLITE, 1, takeovers.races),
    Campaign("takeovers", POSTGRESQL, 2, takeovers.races),
    Campaign("salts", SQLITE, 1, salts.hostile),
    Campaign("salts", POSTGRESQL, 2, salts.hostile),
    Campaign("floods", SQLITE, 1, None, limited=True, measure=floods.flood),
    Campaign("bots only", SQLITE, 1, None, bot_processes=1, limited=True, measure=bots_only.bots_only),
    Campaign("twins", SQLITE, 1, None),
    Campaign("everything", POSTGRESQL, 3, everything, limited=True),
)


def run(campaign: Campaign, seconds: float, seed: str) -> dict[str, Any]:
    """Run one campaign; return what was counted, measured and wrong."""
    began = time.monotonic()
    figures: Counter[str] = Counter()
    measured: dict[str, list[float]] = {}
    try:
        if campaign.trouble is None and campaign.measure is None:
            figures, faults = twins.compare(thoroughly=seconds > LONG)
        else:
            figures, measured, faults = asyncio.run(play_under(campaign, seconds, seed))
    except Exception:
        faults = [f"the campaign could not be finished: {traceback.format_exc()}"]
    outcome = {"campaign": campaign.name, "database": campaign.database, "workers": campaign.workers, "seed": seed}
    outcome |= {"seconds": round(time.monotonic() - began), "figures": dict(figures), "faults": faults}
    return outcome | {"measured": {name: honest.summary(durations) for name, durations in measured.items()}}


async def play_under(
    campaign: Campaign, seconds: float, seed: str
) -> tuple[Counter[str], dict[str, list[float]], list[str]]:
    """Play under trouble, or measure, from an empty database to the end of the last process."""
    with tempfile.TemporaryDirectory(prefix="trackside-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        database = DATABASES[campaign.database](folder)
        environment = clocks.environment(folder) if campaign.options else {}
        thinking = ("--bot-processes", str(campaign.bot_processes))
        site = Site(folder, database, campaign.workers, *thinking, limited=campaign.limited, environment=environment)
        site.max_bot_processes = campaign.workers * campaign.bot_processes
        try:
            if campaign.measure is not None:
                faults = await campaign.measure(site, seconds, seed)
            else:
                assert campaign.trouble is not None
                faults = await play.run(site, campaign.trouble, seconds, seed, campaign.bots, **campaign.options)
        finally:
            await site.close()
            database.close()
        faults = [*site.faults, *faults]
        if faults:
            print((folder / "server.log").read_text()[-4000:], file=sys.stderr)
    return site.figures, site.measured, faults


def show(outcomes: list[dict[str, Any]]) -> None:
    """Print the figures of all campaigns as a table for docs/notes/campaigns.md, and everything that was wrong."""
    columns = ("campaign", "database", "workers", "seconds", "trouble", *COMMON, "faults")
    print("", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", sep="\n")
    for outcome in outcomes:
        figures = outcome["figures"]
        trouble = ", ".join(f"{n:,} {name}" for name, n in figures.items() if n and name not in COMMON)
        first = (outcome["campaign"], outcome["database"], outcome["workers"], outcome["seconds"], trouble)
        print("|", *(f"{cell} |" for cell in (*first, *(f"{figures.get(name, 0):,}" for name in COMMON))), end=" ")
        print(len(outcome["faults"]), "|")
    show_measured(outcomes)
    for outcome in outcomes:
        for fault in outcome["faults"]:
            print(f"{outcome['campaign']}, {outcome['database']}, {outcome['workers']} workers: {fault}")


def show_measured(outcomes: list[dict[str, Any]]) -> None:
    """Print what was measured on a busy server, compared with an idle one."""
    if not any(outcome["measured"] for outcome in outcomes):
        return
    print("", f"| campaign | {' | '.join(honest.HEADINGS)} |", "|---" * (len(honest.HEADINGS) + 1) + "|", sep="\n")
    for outcome in outcomes:
        for row in honest.rows(outcome["measured"]):
            print(f"| {' | '.join((outcome['campaign'], *row))} |")


def main(given: list[str] | None = None) -> int:
    """Run all campaigns, or in little time the last one of each name; return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=60, help="how long all of them take together, about (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", default=str(random.randrange(1 << 30)), help="the seed of the trouble (default: a random one)"
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=sorted({one.name for one in CAMPAIGNS}))
    parser.add_argument("--workers", nargs="+", type=int, metavar="N", help="only those with N workers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file, too")
    args = parser.parse_args(given)
    chosen = [one for one in CAMPAIGNS if args.only is None or one.name in args.only]
    chosen = [one for one in chosen if args.workers is None or one.workers in args.workers]
    if 60 * args.minutes / len(chosen) < 2 * SETTING_UP:
        chosen = list({one.name: one for one in chosen}.values())
    seconds = max(8.0, 60 * args.minutes / len(chosen) - SETTING_UP)
    print(f"{len(chosen)} campaigns, {seconds:.0f} seconds of trouble in each, seed {args.seed}", flush=True)
    outcomes: list[dict[str, Any]] = []
    interrupted = False
    try:
        for number, campaign in enumerate(chosen):
            outcomes.append(run(campaign, seconds, f"{args.seed} {number}"))
            print(json.dumps(outcomes[-1]), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    show(outcomes)
    if args.json is not None:
        args.json.write_text(json.dumps({"seed": args.seed, "campaigns": outcomes}, indent=2) + "\n", encoding="utf-8")
    if any(outcome["faults"] for outcome in outcomes):
        return 1
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
