"""A review as one self-contained HTML page: chart, sums, moments with their boards, and all steps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from importlib import resources

from trackside.core.canvas import Canvas
from trackside.core.words import Words
from trackside.play.match import Match
from trackside.play.result import result_says
from trackside.review.output.boards import Drawing, draw_step
from trackside.review.output.svg import NARROW, WIDE, curve, steps
from trackside.review.output.text import table_rows
from trackside.review.report import Review, Step
from trackside.review.words.figures import amount, digits, kept_chance, shown, signed, step_figures, subject, sum_rows
from trackside.review.words.headline import headline, level_says, summary
from trackside.review.words.steps import (
    decided_in,
    option_says,
    outcome_says,
    step_does,
    step_says,
    step_title,
    turn_says,
)

BOARD = 54
"""Columns of a board that fits on a phone."""
MAX_OUTCOMES = 12
"""The most outcomes of chance that are listed; longer lists are left out."""
MAX_MOVES = 6
"""The most moves listed for a moment; of more, the best ones and the one that was made."""

SEAT_COLOURS = (
    "#fff on #c8202f",
    "#fff on #8637a8",
    "#000 on #f0c419",
    "#fff on #1f6fc4",
    "#fff on #22803c",
    "#000 on #f2f2f2",
)
"""Text and background colours of every seat's pieces on a drawn board."""

HATCH = (
    '<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></defs>'
    "</svg>"
)


@cache
def _css() -> str:
    return (resources.files("trackside.review.output") / "page.css").read_text(encoding="utf-8")


def page(review: Review, match: Match, words: Words) -> str:
    """Return the whole page."""
    title = match.game.title(words.language)
    detail = words("review.page.detail", n=max((step.turn for step in review.steps), default=0), seats=review.seats)
    body = [
        f"<header><b>Trackside</b> &nbsp; {escape(title)} &nbsp; <span>{escape(detail)}</span></header>",
        f'<main><div class="story">{_verdict(review, match, words)}{_graph(review, words)}</div>',
        _moments(review, match, words),
        _sums(review, words),
        _all_steps(review, match, words),
        f'<section><p class="quiet">{escape(words("review.page.means"))}</p></section></main>',
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: {escape(words('review.page.title'))}</title><style>{_css()}</style>"
    )
    inner = HATCH + "".join(body)
    return f'<!doctype html>\n<html lang="{words.language}">\n<head>{head}</head>\n<body>{inner}</body>\n</html>\n'


def _verdict(review: Review, match: Match, words: Words) -> str:
    """Return the answer first: result, headline, summary, sum."""
    seat = subject(review, words)
    rows = sum_rows(review, seat, words)
    parts = [f'<p class="label">{escape(result_says(match, words))}</p>'] if match.over else []
    title = headline(review, seat, words)
    parts += [f"<h1>{escape(title)}</h1>"] if title else [f"<h1>{escape(words('review.page.title'))}</h1>"]
    parts.append(f"<p>{escape(summary(review, words))}</p>")
    parts += [steps(rows, review, words)] if rows else []
    return f"<section>{''.join(parts)}</section>"


def _graph(review: Review, words: Words) -> str:
    says = words("review.page.curve_points" if review.unit == "points" else "review.page.curve_says")
    curves = curve(review, words, WIDE) + curve(review, words, NARROW)
    return f'<section><p class="quiet">{escape(says)}</p>{curves}</section>'


# Moments


def _moments(review: Review, match: Match, words: Words) -> str:
    parts = [_moment(review, match, number, words) for number in range(len(review.moments))]
    parts = parts or [f"<p>{escape(words('review.page.none'))}</p>"]
    return f'<section class="moments"><h2>{escape(words("review.page.moments"))}</h2>{"".join(parts)}</section>'


def _moment(review: Review, match: Match, number: int, words: Words) -> str:
    index = review.moments[number]
    step = review.steps[index]
    title = f"{number + 1}. {turn_says(step, words)}: {step_title(review, index, words)}"
    says = escape(step_says(review, match, index, words))
    said = f"<h3>{escape(title)}</h3><p>{says}</p>{_moves(review, match, step, words)}"
    boards = "".join(_figure(one, match, words) for one in draw_step(review, match, index, words, width=BOARD))
    return f'<article class="moment"><div>{said}</div><div class="boards">{boards}</div></article>'


def _figure(drawing: Drawing, match: Match, words: Words) -> str:
    caption = f"<figcaption>{escape(drawing.says)}</figcaption>" if drawing.says else ""
    says = escape(drawing.says or words("review.page.position"), quote=True)
    drawn = _board(drawing.canvas, match)
    return f'<figure>{caption}<pre tabindex="0" role="img" aria-label="{says}">{drawn}</pre></figure>'


def _moves(review: Review, match: Match, step: Step, words: Words) -> str:
    """Return the chances of the moves, best first, or those after every possible outcome of chance."""
    if step.kind == "decision" and len(step.options) > 1:
        return _options(review, match, step, words)
    return _outcomes(review, match, step, words) if 1 < len(step.outcomes) <= MAX_OUTCOMES else ""


def _options(review: Review, match: Match, step: Step, words: Words) -> str:
    view = decided_in(match, step)
    numbers = sorted({*range(min(MAX_MOVES, len(step.options))), step.made})
    rows = []
    for number in numbers:
        option = step.options[number]
        kind = "made" if number == step.made else "best" if number == 0 else ""
        word = f" {words(f'review.page.{kind}')}" if kind else ""
        figure = amount(shown(kept_chance(option, step.options[0]), review.unit), review.unit, words)
        rows.append(_row([option_says(match.game, view, step.seat, option, words) + word], [figure], kind))
    more = len(step.options) - len(numbers)
    note = f'<p class="quiet">{escape(words("review.page.more", n=more))}</p>' if more > 0 else ""
    head = _head([words("review.page.move")], [_unit(review, words, words.of(step.seat, "review.page.chance"))])
    return f'<div class="scroll" tabindex="0"><table class="moves">{head}{"".join(rows)}</table></div>{note}'


def _outcomes(review: Review, match: Match, step: Step, words: Words) -> str:
    reader, before = subject(review, words), match.positions()[min(step.entries)]
    rows = []
    for outcome in step.outcomes:
        kind = "made" if outcome.text == step.text else ""
        word = f" {words('review.page.came')}" if kind else ""
        figure = amount(shown(outcome.chances[reader], review.unit), review.unit, words)
        says = outcome_says(match.game, before, step, outcome.text, words)
        rows.append(_row([says + word], [figure], kind))
    head = _head([words("review.page.could")], [_unit(review, words, words.of(reader, "review.page.chance"))])
    return f'<div class="scroll" tabindex="0"><table class="moves">{head}{"".join(rows)}</table></div>'


def _unit(review: Review, words: Words, share: str) -> str:
    """Return the heading of a column of figures: `share`, or points for a solo player."""
    return words("review.page.points") if review.unit == "points" else share


def _board(canvas: Canvas, match: Match) -> str:
    """Return a drawing with its colours."""
    lines = []
    for y in range(canvas.height):
        lines.append("".join(_styled(text, name, match) for text, name in canvas.runs(y)).rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def _styled(text: str, name: str, match: Match) -> str:
    if not name or (not text.strip() and name in ("faint", "bold", "offered")):
        return escape(text)
    kind, _, seat = name.partition(".")
    if kind in ("seat", "ghost") and seat.isdecimal():
        style = SEAT_COLOURS[int(seat)]
        return f'<b style="{_style(style, swapped=kind == "ghost")}">{escape(text)}</b>'
    own = match.game.board.STYLES.get(name)
    if own is not None:
        return f'<span style="{_style(own)}">{escape(text)}</span>'
    return f'<span class="{escape(name)}">{escape(text)}</span>'


@cache
def _style(text: str, *, swapped: bool = False) -> str:
    """Return the CSS of a style such as `bold #ffffff on #3d7a37`."""
    front, _, ground = text.replace("bold", "").partition(" on ")
    front, ground = (ground, front) if swapped else (front, ground)
    parts = ["font-weight:700"] if "bold" in text else []
    parts += [f"color:{front.strip()}"] if front.strip() else []
    parts += [f"background:{ground.strip()}"] if ground.strip() else []
    return ";".join(parts)


# Tables


def _row(texts: Iterable[str], figures: Iterable[str], kind: str = "") -> str:
    first, *rest = texts
    cells = f'<th scope="row">{escape(first)}</th>' if first else "<td></td>"
    cells += "".join(f"<td>{escape(text)}</td>" for text in rest)
    cells += "".join(f'<td class="n">{escape(figure)}</td>' for figure in figures)
    return f'<tr class="{kind}">{cells}</tr>' if kind else f"<tr>{cells}</tr>"


def _head(texts: Iterable[str], figures: Iterable[str]) -> str:
    cells = "".join(f'<th scope="col">{escape(text)}</th>' for text in texts)
    cells += "".join(f'<th scope="col" class="n">{escape(figure)}</th>' for figure in figures)
    return f"<thead><tr>{cells}</tr></thead>"


def _sums(review: Review, words: Words) -> str:
    """Return every seat's sum, a column each, and its loss per decision."""
    if not review.complete:
        return ""
    rows = []
    for name, values in table_rows(review, words):
        strong = {words("review.sum.even"): "even", words("review.sum.result"): "result"}.get(name, "")
        rows.append(_row([name.strip()], values, "part" if name.startswith(" ") else strong))
    head = _head(
        [_unit(review, words, words("review.page.because"))], [words.label(seat) for seat in range(review.seats)]
    )
    levels = "".join(
        f"<p><b>{escape(words.label(seat))}</b>: {escape(level_says(review, seat, words))}</p>"
        for seat in range(review.seats)
    )
    table = f'<div class="scroll" tabindex="0"><table>{head}{"".join(rows)}</table></div>'
    return f"<section><h2>{escape(words('review.page.sums'))}</h2>{table}<br>{levels}</section>"


def _all_steps(review: Review, match: Match, words: Words) -> str:
    """Return every step with its chances, for those who prefer a table to a chart."""
    reader, unit = subject(review, words), review.unit
    rows = []
    for index, step in enumerate(review.steps):
        one = step_figures(review, index, reader)
        change = one.after - one.before
        figures = [signed(change, unit, words) if change else ""]
        figures += [digits(shown(value, unit), unit, words) for value in step.after]
        verdict = words(f"review.word.{step.word}") if step.word else ""
        rows.append(_row([turn_says(step, words), step_does(match, step, words), verdict], figures))
    columns = [words.of(reader, "review.page.change"), *(words.label(seat) for seat in range(review.seats))]
    head = _head([words("review.page.when"), words("review.page.what"), words("review.page.verdict")], columns)
    table = f'<div class="scroll" tabindex="0"><table>{head}{"".join(rows)}</table></div>'
    return f"<section><details><summary>{escape(words('review.page.all'))}</summary>{table}</details></section>"
