"""A review as plain text: the answer first, then the sum, the curve, and the moments as positions."""

from __future__ import annotations

import textwrap

from trackside.core.board import NAME, fitted
from trackside.core.canvas import ascii_text
from trackside.core.words import Words
from trackside.play.match import Match
from trackside.play.result import result_says
from trackside.review.output.boards import draw_step
from trackside.review.output.chart import COLUMNS, text_chart
from trackside.review.report import Review
from trackside.review.words.figures import digits, has_secrets, luck_parts, shown_sum, signed, start_name, subject
from trackside.review.words.headline import ending, headline, level_says, loss_text, summary
from trackside.review.words.steps import step_says, turn_says


def printed(review: Review, match: Match, words: Words, *, ascii_only: bool = False) -> str:
    """Return the whole review in at most 80 columns."""
    paragraphs = [heading(review, match, words), story(review, words), table(review, words)]
    paragraphs += [text_chart(review, words, ascii_only=ascii_only), levels(review, words)]
    paragraphs += [moment(review, match, number, words, ascii_only) for number in range(len(review.moments))]
    text = "\n\n".join("\n".join(lines) for lines in paragraphs if lines).replace("\N{NO-BREAK SPACE}", " ")
    return ascii_text(text) if ascii_only else text


def wrapped(text: str) -> list[str]:
    """Wrap a paragraph."""
    return textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)


def heading(review: Review, match: Match, words: Words) -> list[str]:
    """Return the game, its result, and how the review was made."""
    effort = words(f"review.effort.{review.effort}")
    judge = words(f"review.judge.{review.judged_by}") if words.has(f"review.judge.{review.judged_by}") else ""
    lines = [words("review.title", title=match.game.title(words.language), effort=effort, judge=judge).rstrip()]
    return [*lines, *([result_says(match, words)] if match.over else [])]


def story(review: Review, words: Words) -> list[str]:
    """Return the headline and the summary."""
    title = headline(review, subject(review, words), words)
    return [*([title] if title else []), *wrapped(summary(review, words))]


def table(review: Review, words: Words) -> list[str]:
    """Return the parts of the results as a table: a column for every seat, each of which adds up."""
    if not review.complete:
        return []
    rows = table_rows(review, words)
    first = max(len(name) for name, _ in rows)
    names = [fitted(words.label(seat), NAME) for seat in range(review.seats)]
    widths = [max(len(name), *(len(values[seat]) for _, values in rows)) for seat, name in enumerate(names)]
    head = [" " * first, *(name.rjust(width) for name, width in zip(names, widths, strict=True))]
    lines = ["  ".join(head)] if review.seats > 1 else []
    for name, values in rows:
        lines.append("  ".join([name.ljust(first), *map(str.rjust, values, widths)]).rstrip())
    return lines


def table_rows(review: Review, words: Words) -> list[tuple[str, list[str]]]:
    """Return the rows of the table: their names, and a figure for every seat."""
    unit, seats = review.unit, range(review.seats)
    sums = [shown_sum(review, seat) for seat in seats]
    parts = [luck_parts(review, seat) for seat in seats]

    def places(values: list[int]) -> list[str]:
        return [digits(value, unit, words) for value in values]

    def terms(values: list[int]) -> list[str]:
        return [signed(value, unit, words) for value in values]

    rows = [(words(start_name(review)), places([one.start for one in sums]))]
    if review.seats > 1:
        rows.append((words("review.sum.others"), terms([one.gifts for one in sums])))
    rows.append((words("review.sum.own"), terms([one.losses for one in sums])))
    if any(one.small for one in sums):
        rows.append((words("review.small.row"), terms([one.small for one in sums])))
    rows.append((words("review.sum.even"), places([one.even for one in sums])))
    rows.append((words("review.luck.row"), terms([one.luck for one in sums])))
    for part, key in enumerate(("setup", "own_luck", "others_luck")):
        values = [one[part] for one in parts]
        if review.seats > 1 and any(getattr(one, key) for one in review.sums):
            rows.append((f"  {words(f'review.sum.{key}')}", terms(values)))
    if has_secrets(review):
        rows.append((words("review.hidden.row"), terms([one.information for one in sums])))
    rows.append((words("review.sum.residual"), terms([one.residual for one in sums])))
    rows.append((words("review.sum.result"), places([one.result for one in sums])))
    if review.seats > 1:
        rows.append(("", [words(f"review.sum.{ending(review, seat)}") for seat in seats]))
    return rows


def levels(review: Review, words: Words) -> list[str]:
    """Return every seat's loss per decision."""
    if not review.complete:
        return []
    if review.seats == 1:
        return wrapped(level_says(review, 0, words))
    first = max(len(words.label(seat)) for seat in range(review.seats))
    rows = [f"{words.label(seat):{first}}  {loss_text(review, seat, words)}" for seat in range(review.seats)]
    return [words("review.step.loss"), *rows]


def moment(review: Review, match: Match, number: int, words: Words, ascii_only: bool) -> list[str]:
    """Return a moment: what happened, and the position with both moves."""
    index = review.moments[number]
    step = review.steps[index]
    said, turn = step_says(review, match, index, words), turn_says(step, words)
    lines = wrapped(f"{number + 1}. {said}" if said.startswith(turn) else f"{number + 1}. {turn}. {said}")
    for drawing in draw_step(review, match, index, words, ascii_only=ascii_only):
        lines += ["", *(line for says in drawing.says for line in wrapped(says)), drawing.canvas.text()]
    return lines
