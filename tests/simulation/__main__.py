"""Run schedules, as `python -m tests.simulation 0:1000`, or print what happens in one, as in `... 17 --trace`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.simulation.world import Plan, outcome, run

HASHES = "PYTHONHASHSEED"


def seeds_from(text: str) -> range:
    """Return the seeds of `FIRST:END`, or one seed."""
    first, colon, end = text.partition(":")
    return range(int(first), int(end) if colon else int(first) + 1)


def main() -> None:
    """Run schedules and report those that fail."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("seeds", type=seeds_from, help="one seed, or FIRST:END")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per core)")
    parser.add_argument("--trace", action="store_true", help="print what happens")
    wanted = parser.parse_args()
    if os.environ.get(HASHES) != "0":  # the order of sets must be the same in every run
        os.execve(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], os.environ | {HASHES: "0"})
    if wanted.trace:
        for seed in wanted.seeds:
            print_trace(seed)
        return
    began, failed = time.time(), 0
    with ProcessPoolExecutor(wanted.jobs, get_context("spawn")) as processes:
        for seed, fault in processes.map(outcome, wanted.seeds, chunksize=8):
            if fault is not None:
                failed += 1
                print(f"seed {seed}: {fault}\n  {Plan.draw(seed)}", flush=True)
    print(f"{len(wanted.seeds)} schedules in {time.time() - began:.0f} s, {failed} failed")
    sys.exit(1 if failed else 0)


def print_trace(seed: int) -> None:
    """Print the trace of a schedule, also of one that fails."""
    trace: list[str] = []
    try:
        run(seed, trace)
    finally:
        print(*trace, sep="\n")


if __name__ == "__main__":
    main()
