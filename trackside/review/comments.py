"""A review as comments in a record, which readers that do not know them skip.

    {[%chance 0.5 0.5] review by net, normal, seed 0}
    12. red 4: {[%chance 0.47 0.53]} 3b-3g {[%chance 0.41 0.59] [%loss 0.06 0.01] mistake, best 3b-3f}

`chance` is what every seat may expect after it, `from` what the judge said before it where that differs from what it
had said last. `loss` is what the seat gave away by its choice and the error of that, `hidden` what came of things that
it could not know, `error` the errors of the chances, `entries` which entries of the log a step is about if it is more
than the last. Alone, all are points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import cast, get_args

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, REFEREE
from trackside.play.match import Match
from trackside.play.record import Comment, Record, write_record
from trackside.review.report import Effort, Kind, Option, Review, Step, Word
from trackside.review.steps import option_text

TAG = re.compile(r"\[%(\w+)((?: [^\s\]]+)+)\]")
OPENING = re.compile(r"review by (\w+), (\w+), seed (\d{1,12})$")
BEST = re.compile(r"(?:(slip|mistake|blunder)(?:, |$))?(?:best (.+))?$")
TAGS = ("chance", "from", "error", "loss", "hidden", "entries")
DECIMALS = 4


@dataclass(frozen=True)
class Note:
    """What a comment says of the step that ends with an entry of the log."""

    chances: tuple[float, ...]
    before: tuple[float, ...] | None = None
    """Where the judge's second look differs from what it had said last."""
    errors: tuple[float, ...] | None = None
    loss: float = 0.0
    loss_error: float = 0.0
    information: float = 0.0
    word: Word = ""
    best: str = ""
    entries: tuple[int, ...] = ()
    """Which entries of the log it is about, if they are more than one."""


# Writing


def annotated(match: Match, review: Review) -> str:
    """The record of a match with a review in its comments."""
    return write_record(match, reveal_seed=match.over, comments=comments_of(review))


def comments_of(review: Review) -> list[Comment]:
    """A review as comments, in the order of the log."""
    opening = f"review by {review.judged_by}, {review.effort}, seed {review.seed}"
    comments = [(0, f"{_tag('chance', review.start)} {opening}")]
    said = _rounded(review.start)
    for step in in_order(review.steps):
        note = _note(step, said)
        said = note.chances
        comments.append((max(step.entries) + 1, note_text(note)))
    return comments


def in_order(steps: Iterable[Step]) -> list[Step]:
    """Steps by where they end in the log."""
    return sorted((step for step in steps if step.entries), key=lambda step: max(step.entries))


def _note(step: Step, said: tuple[float, ...]) -> Note:
    before, errors = _rounded(step.before), _rounded(step.errors)
    return Note(
        chances=_rounded(step.after),
        before=None if before == said else before,
        errors=errors if any(errors) else None,
        loss=round(step.loss, DECIMALS),
        loss_error=round(step.loss_error, DECIMALS),
        information=round(step.information, DECIMALS),
        word=step.word,
        best=option_text(step.options[0]) if step.made else "",
        entries=step.entries if len(step.entries) > 1 else (),
    )


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(value, DECIMALS) for value in values)


def note_text(note: Note) -> str:
    """A note as the text of a comment."""
    tags = [_tag("chance", note.chances)]
    if note.before is not None:
        tags.append(_tag("from", note.before))
    if note.errors is not None:
        tags.append(_tag("error", note.errors))
    if note.loss or note.loss_error:
        tags.append(_tag("loss", (-note.loss, note.loss_error) if note.loss_error else (-note.loss,)))
    if note.information:
        tags.append(_tag("hidden", (note.information,)))
    if note.entries:
        tags.append(f"[%entries {' '.join(_runs(note.entries))}]")
    if note.word or note.best:
        tags.append(", ".join(part for part in (note.word, f"best {note.best}" if note.best else "") if part))
    return " ".join(tags)


def _tag(name: str, values: Iterable[float]) -> str:
    return f"[%{name} {' '.join(_number(value) for value in values)}]"


def _number(value: float) -> str:
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _runs(numbers: tuple[int, ...]) -> list[str]:
    """Numbers as they are written, those in a row as `3-7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]


# Reading


@dataclass
class _Kept:
    """What the comments of a record hold."""

    start: tuple[float, ...]
    judged_by: str
    effort: Effort
    seed: int
    notes: list[tuple[int, Note]] = field(default_factory=list)
    """Notes with the entry that they come after."""


def kept_review(record: Record) -> Review | None:
    """The review that a record carries, as far as its comments tell; None if it carries none."""
    kept = _kept(record)
    if kept is None:
        return None
    match = record.match()
    seats = match.seats
    review = Review(
        game=record.game.name,
        seats=seats,
        players=match.players,
        unit="points" if seats == 1 else "share",
        effort=kept.effort,
        seed=kept.seed,
        judged_by=kept.judged_by,
        start=kept.start,
        entries=len(record.log),
    )
    said, steps = kept.start, []
    for entry, note in kept.notes:
        steps.append(_step(match, entry, note, said))
        said = note.chances
    return replace(review, steps=tuple(steps))


def _kept(record: Record) -> _Kept | None:
    kept: _Kept | None = None
    seats = int(record.start.seats)
    for number, text in record.comments:
        if "[%" not in text:
            continue
        opening = OPENING.search(text)
        if opening is not None and number == 0:
            judged_by, effort, seed = opening.groups()
            if effort not in get_args(Effort):
                raise BadOption(f"a review is {', '.join(get_args(Effort))}, not {effort}: {text}")
            kept = _Kept(
                read_note(text[: opening.start()].strip(), seats).chances, judged_by, cast(Effort, effort), int(seed)
            )
        elif kept is not None and number > 0:
            kept.notes.append((number - 1, read_note(text, seats)))
    return kept


def read_note(text: str, seats: int) -> Note:
    """The note that a comment holds; BadOption says what is wrong with it."""
    tags: dict[str, list[str]] = {}
    for found in TAG.finditer(text):
        name, values = found.groups()
        if name in tags:
            raise BadOption(f"{name} is there twice: {text}")
        tags[name] = values.split()
    rest = TAG.sub("", text).strip()
    verdict = BEST.match(rest)
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
        entries=_entries(tags.get("entries", []), text),
    )


def _numbers(texts: list[str], lengths: tuple[int, ...], comment: str) -> tuple[float, ...]:
    if len(texts) not in lengths or not all(re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text) for text in texts):
        raise BadOption(f"{' or '.join(map(str, lengths))} numbers are expected, not {' '.join(texts)}: {comment}")
    return tuple(float(text) for text in texts)


def _entries(texts: list[str], comment: str) -> tuple[int, ...]:
    found: list[int] = []
    for text in texts:
        run = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", text)
        if run is None:
            raise BadOption(f"entries are numbers such as 0-48 52, not {text}: {comment}")
        found += range(int(run[1]), int(run[2] or run[1]) + 1)
    return tuple(found)


def _step(match: Match, entry: int, note: Note, said: tuple[float, ...]) -> Step:
    """The step that a note tells of."""
    entries = note.entries or (entry,)
    if max(entries) != entry or entry >= len(match.log):
        raise BadOption(f"a comment after move {entry + 1} is about the entries {', '.join(_runs(entries))}")
    states = match.positions()
    actor = match.log[entry][0]
    turn, before = int(states[entry].turns), note.before or said
    kind, seat = _kind_and_seat(match, entries, turn, actor)
    zeros = (0.0,) * match.seats
    change = tuple(after - was for after, was in zip(note.chances, before, strict=True))
    own = kind in ("decision", "forced")
    options, made = _options(note, match, entries, seat)
    return Step(
        entries=entries,
        kind=kind,
        seat=seat,
        turn=turn,
        text=" ".join(match.event(one, REFEREE).text for one in entries) if own else match.event(entry, REFEREE).text,
        before=before,
        after=note.chances,
        errors=note.errors or zeros,
        residual=tuple(now - was for now, was in zip(before, said, strict=True)),
        luck=change if kind in ("chance", "setup") else zeros,
        loss=note.loss,
        loss_error=note.loss_error,
        gifts=tuple(0.0 if other == seat else by for other, by in enumerate(change)) if own else (),
        information=note.information,
        options=options,
        made=made,
        word=note.word,
    )


def _kind_and_seat(match: Match, entries: tuple[int, ...], turn: int, actor: int) -> tuple[Kind, int]:
    state = match.positions()[entries[0]]
    if actor == CHANCE:
        return ("setup", -1) if turn == 0 else ("chance", int(getattr(state, "seat", -1)))
    if actor == REFEREE:
        return "time", -1
    choices = choices_for(match.game.plain, state, actor)
    return "forced" if len(entries) == 1 and len(choices) == 1 else "decision", actor


def _options(note: Note, match: Match, entries: tuple[int, ...], seat: int) -> tuple[tuple[Option, ...], int]:
    """The better move and the one that was made, as far as a comment tells."""
    if not note.best:
        return (), 0
    made = tuple(match.event(entry, REFEREE).text for entry in entries)
    chance = note.chances[seat] - note.information
    moves = tuple(match.log[entry][1] for entry in entries)
    return (Option((), (note.best,), chance - note.loss, 0.0), Option(moves, made, chance, 0.0)), 1
