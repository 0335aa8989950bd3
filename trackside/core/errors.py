"""Errors worded for their reader: what was wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trackside.core.words import Words


LONGEST_ERROR = 2_000
"""The maximum length of an error message in characters; the input it quotes may be much longer."""


class TracksideError(Exception):
    """An error that a user can cause; the command line prints it as one line."""

    def __init__(self, problem: str = "") -> None:
        if len(problem) > LONGEST_ERROR:
            problem = f"{problem[: LONGEST_ERROR // 2]} ... {problem[-LONGEST_ERROR // 4 :]}"
        super().__init__(problem)

    def say(self, words: Words) -> str:
        """Return the error in the language of `words`, if it has translations."""
        return str(self)


class ParseError(TracksideError, ValueError):
    """A string that cannot be parsed, with its line and column where they are known."""

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.problem, self.line, self.column = problem, line, column
        place = f"line {line}" + (f", column {column}" if column else "") + ": " if line else ""
        super().__init__(place + problem)


class IllegalMove(TracksideError):
    """A move that the rules do not allow in this position."""

    def __init__(self, reason: str, in_words: Callable[[Words], str] | None = None) -> None:
        super().__init__(reason)
        self._in_words = in_words

    def say(self, words: Words) -> str:
        """Return the reason in the language of `words`."""
        return str(self) if self._in_words is None else self._in_words(words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)


class AmbiguousMove(IllegalMove):
    """A short form that fits more than one legal move."""


class BadOption(TracksideError):
    """An option, seat count or name that does not exist, or does not combine with the others."""


class SaveFailed(TracksideError):
    """A failed write; the previous contents of the file are untouched."""


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """Return a question to put before a list of known names, if one of them resembles the wrong one; else "".

    >>> did_you_mean("segmnets", ["segments", "first"])
    'did you mean segments? '
    """
    likely = get_close_matches(wrong, known, 1)
    return f"did you mean {likely[0]}? " if likely else ""
