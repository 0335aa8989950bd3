"""The review shown with a replay: made in the background, with steps found by their place in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from rich.text import Text

from trackside.core.errors import BadOption
from trackside.core.words import Words
from trackside.play.match import Match
from trackside.play.record import Record
from trackside.review import Review, Reviewer
from trackside.review.output.chart import bounds, braille, by_turn, tens
from trackside.review.output.comments import kept_review
from trackside.review.report import Step
from trackside.review.sums import mistakes_for, strokes_for
from trackside.review.words.figures import amount, digits, shown, subject
from trackside.terminal.background import run_in_background
from trackside.terminal.styles import BRIGHT, FAINT

CURVE = 3
"""Lines of the small curve."""


class BackgroundReview:
    """A review that grows in its own thread until it is complete or cancelled."""

    def __init__(self, match: Match, known: Review | None = None) -> None:
        self.match, self.known = match, known
        self.cancelled = False

    async def run(self, report: Callable[[Review], None]) -> None:
        """Continue from the known steps, and report after every step."""
        loop = asyncio.get_running_loop()

        def found(review: Review) -> None:
            if not self.cancelled:
                report(review)

        def read() -> None:
            for review in Reviewer(self.match, known=self.known).run():
                if self.cancelled:
                    return
                with suppress(RuntimeError):  # the program is ending and no one listens
                    loop.call_soon_threadsafe(found, review)

        await run_in_background(read)

    def cancel(self) -> None:
        """Stop after the current step."""
        self.cancelled = True


def carried_review(record: Record) -> Review | None:
    """Return the review stored in a record, or None if its comments cannot be read."""
    with suppress(BadOption):
        return kept_review(record)
    return None


def step_before(review: Review, place: int) -> int | None:
    """Return the index of the last step that was complete before entry `place`."""
    over = [index for index, step in enumerate(review.steps) if max(step.entries) < place]
    return over[-1] if over else None


def place_of(step: Step) -> int:
    """Return the place where a step is shown: a decision before it is made, chance after its outcome."""
    return step.entries[0] if step.kind == "decision" else max(step.entries) + 1


def find_step(review: Review, kind: str, reader: int | None, place: int, now: int | None, change: int) -> int | None:
    """Return the next or previous mistake, or stroke of luck, from a place or from the selected step."""
    wanted: Sequence[int] = mistakes_for(review, reader) if kind == "mistake" else strokes_for(review, reader)
    if now is not None:
        wanted = [index for index in wanted if (index > now if change > 0 else index < now)]
    else:
        wanted = [index for index in wanted if (place_of(review.steps[index]) - place) * change > 0]
    return (wanted[0] if change > 0 else wanted[-1]) if wanted else None


def chances_at(review: Review, place: int) -> tuple[float, ...]:
    """Return the expected result of every seat before entry `place`."""
    index = step_before(review, place)
    return review.start if index is None else review.steps[index].after


def chances_say(review: Review, place: int, words: Words) -> str:
    """Return these expectations as a short string, for the reader or for all seats."""
    values = chances_at(review, place)
    if review.unit == "points":
        return amount(shown(values[0], "points"), "points", words)
    named = range(review.seats) if review.seats < 3 or words.you is None else [words.you]
    return "  ".join(f"{words.label(seat)} {amount(shown(values[seat], 'share'), 'share', words)}" for seat in named)


def small_curve(review: Review, words: Words, turn: int, width: int, *, unicode: bool) -> Text:
    """Return the curve of the review's subject, with the current turn marked below it."""
    seat = subject(review, words)
    low, high = bounds(review, [seat])
    values, room = by_turn(review, seat), max(8, width - 6)
    lines = braille(values, room, CURVE, low, high) if unicode else [tens(values, room, low, high)]
    scale = 100 if review.unit == "share" else 10
    labels = {0: high, len(lines) - 1: low} if unicode else {}
    text = Text(no_wrap=True)
    for number, line in enumerate(lines):
        label = digits(round(labels[number] * scale), review.unit, words) if number in labels else ""
        text.append(f"{label:>5} " if unicode else "", FAINT)
        text.append(f"{line}\n")
    at = round(min(turn, len(values) - 1) * (room - 1) / max(1, len(values) - 1))
    text.append(" " * (6 + at if unicode else at))
    text.append("▲" if unicode else "^", BRIGHT)
    return text
