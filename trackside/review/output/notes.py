"""A note: the comment of a record about one step of a review, such as `[%chance 0.41 0.59] [%loss 0.06] mistake`.

`chance` holds every seat's chance after the step; `from` holds the estimate before it, where that differs from the last
one. `loss` is what the seat gave away by its choice, with its error. `hidden` is the effect of things that it could not
know. `error` holds the errors of the chances. For a solo player, all are points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from trackside.core.errors import BadOption
from trackside.review.report import Word

TAG = re.compile(r"\[%(\w+)((?: [^\s\]]+)+)\]")
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


def rounded(values: Iterable[float]) -> Chances:
    """Return chances as they are written."""
    return tuple(round(value, DECIMALS) for value in values)


def note_text(note: Note) -> str:
    """Return a note as the text of a comment."""
    tags = [tag("chance", note.chances)]
    if note.before is not None:
        tags.append(tag("from", note.before))
    if note.errors is not None:
        tags.append(tag("error", note.errors))
    if note.loss or note.loss_error:
        tags.append(tag("loss", (-note.loss, note.loss_error) if note.loss_error else (-note.loss,)))
    if note.information:
        tags.append(tag("hidden", (note.information,)))
    if note.word or note.best:
        tags.append(", ".join(part for part in (note.word, f"best {note.best}" if note.best else "") if part))
    return " ".join(tags)


def tag(name: str, values: Iterable[float]) -> str:
    """Return values as a tag: `[%chance 0.41 0.59]`."""
    return f"[%{name} {' '.join(_number(value) for value in values)}]"


def _number(value: float) -> str:
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


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
