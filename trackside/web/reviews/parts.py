"""The stored form of a review: a sequence of parts, each with its own steps; the last part is the complete review."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trackside.review.output.json import from_json, to_json
from trackside.review.report import Review


def join(parts: Iterable[str], known: Review | None = None) -> Review | None:
    """Return a review with these parts added to what is known; None if there is nothing yet."""
    for part in map(from_json, parts):
        known = part if known is None or part.complete else replace(part, steps=(*known.steps, *part.steps))
    return known


def part_after(grown: Review, steps: int) -> str:
    """Serialise the steps after the first `steps`; a complete review is serialised whole."""
    return to_json(grown if grown.complete else replace(grown, steps=grown.steps[steps:]))


def read_so_far(review: Review) -> int:
    """Return the number of log entries that have been read."""
    return 1 + max((entry for step in review.steps for entry in step.entries), default=-1)
