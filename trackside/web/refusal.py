"""Refusals in the language of whoever is refused."""

from __future__ import annotations

from trackside.core.errors import IllegalMove, TracksideError
from trackside.core.words import LANGUAGES, Words


class Refusal(IllegalMove):
    """Something the house does not allow; the reason is an entry of the catalogues."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(Words("en")(key, **values))


class NotFound(Refusal):
    """A table that does not exist, or not for this player."""


class Refused(Refusal):
    """A request that is turned away at the door, with its HTTP status."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key, **values)
        self.status = status


def in_language(error: TracksideError, language: str) -> str:
    """The words of an error, in this language where the catalogues have them."""
    if isinstance(error, Refusal) and language in LANGUAGES:
        return Words(language)(error.key, **error.values)
    return str(error)
