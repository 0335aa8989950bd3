"""A review as it is kept: parts made one after the other, each with its own steps; the last one is the whole of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trackside.review.output.json import from_json, to_json
from trackside.review.report import Review


def join(parts: Iterable[str], known: Review | None = None) -> Review | None:
    """All that there is, after what is known; None if there is nothing yet."""
    for part in map(from_json, parts):
        known = part if known is None or part.complete else replace(part, steps=(*known.steps, *part.steps))
    return known


def part_after(grown: Review, steps: int) -> str:
    """What was added to so many steps; all of it where nothing more follows."""
    return to_json(grown if grown.complete else replace(grown, steps=grown.steps[steps:]))


def read_so_far(review: Review) -> int:
    """How many entries of the log have been read."""
    return 1 + max((entry for step in review.steps for entry in step.entries), default=-1)
