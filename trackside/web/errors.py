"""Refusals in the language of whoever is refused."""

from __future__ import annotations

from trackside.core.errors import TracksideError
from trackside.core.words import LANGUAGES, Words


class ApiError(TracksideError):
    """Something the server does not allow; the reason is an entry of the catalogues."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(Words("en")(key, **values))

    def say(self, words: Words) -> str:
        """The reason in the language of these words."""
        return words(self.key, **self.values)


class NotFound(ApiError):
    """A table that does not exist, or not for this player."""


class HttpError(ApiError):
    """A request that is turned away before it is looked at, with its HTTP status.

    `retry_after` are the seconds after which it may succeed, where that is known.
    """

    def __init__(self, status: int, key: str, *, retry_after: int | None = None, **values: object) -> None:
        super().__init__(key, **values)
        self.status, self.retry_after = status, retry_after

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer."""
        return {"retry-after": str(self.retry_after or 1)} if self.status in (429, 503) else {}


def in_language(error: TracksideError, language: str) -> str:
    """An error that is not about a move, in this language where the catalogues have it."""
    return error.say(Words(language)) if isinstance(error, ApiError) and language in LANGUAGES else str(error)
