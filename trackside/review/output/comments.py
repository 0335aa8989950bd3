"""A review as comments in a record, which programs that do not know them skip.

    {[%chance 0.5 0.5] review by net, normal, seed 0}
    12. red 4: {[%chance 0.47 0.53]} 3b-3g {[%chance 0.41 0.59] [%loss 0.06 0.01] mistake, best 3b-3f}

`chance` holds every seat's chance after the step; `from` holds the judge's estimate before it, where that differs from
its last one. `loss` is what the seat gave away by its choice, with its error. `hidden` is the effect of things that it
could not know. `error` holds the errors of the chances. For a solo player, all are points. A step without a comment
changed nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast, get_args

from trackside.core.errors import BadOption, IllegalMove
from trackside.core.notation import find_first
from trackside.core.protocol import REFEREE
from trackside.play.match import Match
from trackside.play.record import Comment, Record
from trackside.play.record_writer import write_record
from trackside.review.reading import Happening, happenings
from trackside.review.report import Effort, Option, Review, Step, Word
from trackside.review.sums import add_up, find_moments, scale_of
from trackside.review.words.steps import option_text

TAG = re.compile(r"\[%(\w+)((?: [^\s\]]+)+)\]")
OPENING = re.compile(r"review by (\w+), (\w+), seed (\d{1,12})$")
VERDICT = re.compile(r"(?:(slip|mistake|blunder)(?:, |$))?(?:best (.+))?$")
TAGS = ("chance", "from", "error", "loss", "hidden")
DECIMALS = 4

Chances = tuple[float, ...]


@dataclass(frozen=True)
class Note:
    """The content of a comment, about the step that ends where it stands."""

    chances: Chances
    before: Chances | None = None
    """The judge's estimate before the step, where it differs from its last one."""
    errors: Chances | None = None
    loss: float = 0.0
    loss_error: float = 0.0
    information: float = 0.0
    word: Word = ""
    best: str = ""


# Writing


def annotated(match: Match, review: Review) -> str:
    """Return the record of a match with a review in its comments."""
    return write_record(match, reveal_seed=match.over, comments=comments_of(review))


def comments_of(review: Review) -> list[Comment]:
    """Return a review as comments, in the order of the log; steps that changed nothing have none, except the last."""
    opening = f"review by {review.judged_by}, {review.effort}, seed {review.seed}"
    comments = []
    said = _rounded(review.start)
    for step in review.steps:
        note = _note(step, said)
        if note != Note(said) or step is review.steps[-1]:
            comments.append((max(step.entries) + 1, note_text(note)))
        said = note.chances
    return [(0, f"{_tag('chance', review.start)} {opening}"), *sorted(comments, key=lambda comment: comment[0])]


def _note(step: Step, said: Chances) -> Note:
    """Return the note of a step, in rounded figures that still add up."""
    before, after, errors = _rounded(step.before), _rounded(step.after), _rounded(step.errors)
    loss = information = 0.0
    if step.kind == "decision":
        change = round(after[step.seat] - before[step.seat], DECIMALS)
        loss = round(step.loss, DECIMALS) if step.information else change
        information = round(change - loss, DECIMALS)
    return Note(
        chances=after,
        before=None if before == said else before,
        errors=errors if any(errors) else None,
        loss=loss,
        loss_error=round(step.loss_error, DECIMALS),
        information=information,
        word=step.word,
        best=option_text(step.options[0]) if step.made else "",
    )


def _rounded(values: Iterable[float]) -> Chances:
    return tuple(round(value, DECIMALS) for value in values)


def note_text(note: Note) -> str:
    """Return a note as the text of a comment."""
    tags = [_tag("chance", note.chances)]
    if note.before is not None:
        tags.append(_tag("from", note.before))
    if note.errors is not None:
        tags.append(_tag("error", note.errors))
    if note.loss or note.loss_error:
        tags.append(_tag("loss", (-note.loss, note.loss_error) if note.loss_error else (-note.loss,)))
    if note.information:
        tags.append(_tag("hidden", (note.information,)))
    if note.word or note.best:
        tags.append(", ".join(part for part in (note.word, f"best {note.best}" if note.best else "") if part))
    return " ".join(tags)


def _tag(name: str, values: Iterable[float]) -> str:
    return f"[%{name} {' '.join(_number(value) for value in values)}]"


def _number(value: float) -> str:
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# Reading


def kept_review(record: Record) -> Review | None:
    """Return the review that a record carries, as far as its comments go; None if it carries none."""
    match = record.match()
    review = _opened(record, match)
    if review is None:
        return None
    notes = {
        number: read_note(text, match.seats)
        for number, text in record.comments
        if number and text.startswith("[%chance")
    }
    steps: list[Step] = []
    all_of_them = list(happenings(match))
    for happening in all_of_them:
        if not notes:
            break
        said = steps[-1].after if steps else review.start
        steps.append(_step(match, happening, notes.pop(max(happening.entries) + 1, Note(said)), said))
    if notes:
        raise BadOption(f"a comment of a review stands after move {min(notes)}, where no step of the game ends")
    review = replace(review, steps=tuple(steps))
    if not match.over or len(steps) < len(all_of_them):
        return review
    return replace(review, sums=add_up(review, match), moments=find_moments(review))


def _opened(record: Record, match: Match) -> Review | None:
    """Return the review announced by the comment at the beginning, without steps; None if there is no such comment."""
    for number, text in record.comments:
        opening = OPENING.search(text)
        if opening is None or number > 0 or not text.startswith("[%chance"):
            continue
        judged_by, effort, seed = opening.groups()
        if effort not in get_args(Effort):
            raise BadOption(f"a review is {', '.join(get_args(Effort))}, not {effort}: {text}")
        return Review(
            game=record.game.name,
            seats=match.seats,
            players=match.players,
            unit=scale_of(match.game, match.seats).unit,
            effort=cast(Effort, effort),
            seed=int(seed),
            judged_by=judged_by,
            start=read_note(text[: opening.start()].strip(), match.seats).chances,
            entries=len(record.log),
            sides=tuple(match.sides),
        )
    return None


def read_note(text: str, seats: int) -> Note:
    """Return the note in a comment; raise BadOption if it is invalid."""
    tags: dict[str, list[str]] = {}
    for found in TAG.finditer(text):
        name, values = found.groups()
        if name in tags:
            raise BadOption(f"{name} is there twice: {text}")
        tags[name] = values.split()
    rest = TAG.sub("", text).strip()
    verdict = VERDICT.match(rest)
    if "[%" in rest or verdict is None:
        raise BadOption(
            f"a comment of a review has tags such as [%chance 0.41 0.59], then a word and the best move: {text}"
        )
    unknown = [name for name in tags if name not in TAGS]
    if unknown or "chance" not in tags:
        raise BadOption(f"a comment of a review has chance, and may have {', '.join(TAGS[1:])}: {text}")
    loss = _numbers(tags.get("loss", ["0"]), (1, 2), text)
    return Note(
        chances=_numbers(tags["chance"], (seats,), text),
        before=_numbers(tags["from"], (seats,), text) if "from" in tags else None,
        errors=_numbers(tags["error"], (seats,), text) if "error" in tags else None,
        loss=-loss[0] if loss[0] else 0.0,
        loss_error=loss[1] if len(loss) > 1 else 0.0,
        information=_numbers(tags.get("hidden", ["0"]), (1,), text)[0],
        word=cast(Word, verdict[1] or ""),
        best=verdict[2] or "",
    )


def _numbers(texts: list[str], lengths: tuple[int, ...], comment: str) -> tuple[float, ...]:
    if len(texts) not in lengths or not all(re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text) for text in texts):
        raise BadOption(f"{' or '.join(map(str, lengths))} numbers are expected, not {' '.join(texts)}: {comment}")
    return tuple(float(text) for text in texts)


def _step(match: Match, happening: Happening, note: Note, said: Chances) -> Step:
    """Return the step that a note describes."""
    kind, seat, entries = happening.kind, happening.seat, happening.entries
    before, zeros = note.before or said, (0.0,) * match.seats
    change = tuple(after - was for after, was in zip(note.chances, before, strict=True))
    text = " ".join(match.event(entry, REFEREE).text for entry in entries)
    options: tuple[Option, ...] = ()
    if note.best:
        chance = note.chances[seat] - note.information
        texts = tuple(match.event(entry, REFEREE).text for entry in entries)
        best = Option(*_moves(match, happening, note.best), chance - note.loss, 0.0)
        options = (best, Option(happening.moves, texts, chance, note.loss_error))
    return Step(
        entries=entries,
        kind=kind,
        seat=seat,
        turn=int(happening.before.turns),
        text=text,
        before=before,
        after=note.chances,
        errors=note.errors or zeros,
        residual=tuple(now - was for now, was in zip(before, said, strict=True)),
        luck=change if kind in ("chance", "setup") else zeros,
        loss=note.loss,
        loss_error=note.loss_error,
        gifts=tuple(0.0 if other == seat else by for other, by in enumerate(change)) if kind == "decision" else zeros,
        information=note.information,
        options=options,
        made=1 if options else 0,
        word=note.word,
    )


def _moves(match: Match, happening: Happening, text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the codes and the texts of the moves in a text."""
    game, state, left = match.game, happening.before.duplicate(), text.split()
    codes, texts = [], []
    while left:
        try:
            code, used = find_first(game.plain, game.notation, state, happening.seat, left, match.words())
        except IllegalMove as error:
            raise BadOption(f"the best move after move {min(happening.entries)} cannot be: {error}") from error
        texts.append(game.notation.move_text(state, happening.seat, code))
        codes.append(code)
        game.plain.apply(state, happening.seat, code)
        left = left[used:]
    return tuple(codes), tuple(texts)
