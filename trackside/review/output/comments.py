"""A review as comments in a record, which programs that do not know them skip.

    {[%chance 0.5 0.5] review by net, normal, seed 0}
    12. red 4: {[%chance 0.47 0.53]} 3b-3g {[%chance 0.41 0.59] [%loss 0.06 0.01] mistake, best 3b-3f}

The comments are notes; a step without one changed nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast, get_args

from trackside.core.errors import BadOption, IllegalMove
from trackside.core.notation import find_first
from trackside.core.protocol import REFEREE
from trackside.play.match import Match
from trackside.play.record import Comment, Record
from trackside.play.record_writer import write_record
from trackside.review.output.notes import DECIMALS, Chances, Note, note_text, read_note, rounded, tag
from trackside.review.reading import Happening, happenings
from trackside.review.report import Effort, Option, Review, Step
from trackside.review.sums import add_up, find_moments, scale_of
from trackside.review.words.steps import option_text

OPENING = re.compile(r"review by (\w+), (\w+), seed (\d{1,12})$")
# Writing


def annotated(match: Match, review: Review) -> str:
    """Return the record of a match with a review in its comments."""
    return write_record(match, reveal_seed=match.over, comments=comments_of(review))


def comments_of(review: Review) -> list[Comment]:
    """Return a review as comments, in the order of the log; steps that changed nothing have none, except the last."""
    opening = f"review by {review.judged_by}, {review.effort}, seed {review.seed}"
    comments = []
    said = rounded(review.start)
    for step in review.steps:
        note = _note(step, said)
        if note != Note(said) or step is review.steps[-1]:
            comments.append((max(step.entries) + 1, note_text(note)))
        said = note.chances
    return [(0, f"{tag('chance', review.start)} {opening}"), *sorted(comments, key=lambda comment: comment[0])]


def _note(step: Step, said: Chances) -> Note:
    """Return the note of a step, in rounded figures that still add up."""
    before, after, errors = rounded(step.before), rounded(step.after), rounded(step.errors)
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
