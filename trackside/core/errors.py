"""Errors in words for the person who reads them: what was wrong, where, what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trackside.core.words import Words


LONGEST_ERROR = 2_000
"""Characters of an error: what it quotes may be much longer."""


class TracksideError(Exception):
    """Anything a user can cause; the command line prints it as one line."""

    def __init__(self, problem: str = "") -> None:
        if len(problem) > LONGEST_ERROR:
            problem = f"{problem[: LONGEST_ERROR // 2]} ... {problem[-LONGEST_ERROR // 4 :]}"
        super().__init__(problem)

    def say(self, words: Words) -> str:
        """The error in the language of these words, where it can be said in several."""
        return str(self)


class ParseError(TracksideError):
    """A text that does not say what it should; knows its line and column where there are any."""

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.problem, self.line, self.column = problem, line, column
        place = f"line {line}" + (f", column {column}" if column else "") + ": " if line else ""
        super().__init__(place + problem)


class IllegalMove(TracksideError):
    """A move that the rules do not allow now."""

    def __init__(self, reason: str, in_words: Callable[[Words], str] | None = None) -> None:
        super().__init__(reason)
        self._in_words = in_words

    def say(self, words: Words) -> str:
        """Why it is not allowed, in the language of these words."""
        return str(self) if self._in_words is None else self._in_words(words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)


class AmbiguousMove(IllegalMove):
    """A short form that more than one legal move answers to."""


class BadOption(TracksideError):
    """An option, seat count or name that does not exist, or does not go with the others."""


class SaveFailed(TracksideError):
    """A file that could not be written; what was there before is untouched."""


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """A question to put before a list of what is known, if something in it looks like what was written.

    >>> did_you_mean("segmnets", ["segments", "first"])
    'did you mean segments? '
    """
    likely = get_close_matches(wrong, known, 1)
    return f"did you mean {likely[0]}? " if likely else ""
