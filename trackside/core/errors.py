"""Errors in words for the person who reads them: what was wrong, where, what would be right."""

from __future__ import annotations


class TracksideError(Exception):
    """Anything a user can cause; the command line prints it as one line."""


class ParseError(TracksideError):
    """A text that does not say what it should; knows its line and column where there are any."""

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.problem, self.line, self.column = problem, line, column
        place = f"line {line}" + (f", column {column}" if column else "") + ": " if line else ""
        super().__init__(place + problem)


class IllegalMove(TracksideError):
    """A move that the rules do not allow now."""


class AmbiguousMove(IllegalMove):
    """A short form that more than one legal move answers to."""


class BadOption(TracksideError):
    """An option, seat count or name that does not exist, or does not go with the others."""


class SaveFailed(TracksideError):
    """A file that could not be written; what was there before is untouched."""
