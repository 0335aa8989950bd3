"""Errors that are reported to clients, in the client's language."""

from __future__ import annotations

from functools import cache

from trackside.core.errors import TracksideError
from trackside.core.words import LANGUAGES, Words


@cache
def server_words(language: str = "en") -> Words:
    """Return the words of the page and the server in a language."""
    return Words(language, "trackside.web")


class ApiError(TracksideError):
    """An action that the server refuses; the message is a catalogue entry."""

    status = 400
    """The HTTP status of the response."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(server_words()(key, **values))

    def say(self, words: Words) -> str:
        """Return the message in the language of `words`."""
        return server_words(words.language)(self.key, **self.values)


class NotFound(ApiError):
    """A table or other resource that does not exist, or that the player may not see."""

    status = 404


class HttpError(ApiError):
    """A request that is rejected with a particular HTTP status.

    `retry_after` is the number of seconds after which it may succeed, if known.
    """

    def __init__(self, status: int, key: str, *, retry_after: int | None = None, **values: object) -> None:
        super().__init__(key, **values)
        self.status, self.retry_after = status, retry_after

    @property
    def headers(self) -> dict[str, str]:
        """The extra headers of the response."""
        return {"retry-after": str(self.retry_after or 1)} if self.status in (429, 503) else {}


def in_language(error: TracksideError, language: str) -> str:
    """Return the message of an error, translated if it is an `ApiError` and the language is known."""
    return error.say(server_words(language)) if isinstance(error, ApiError) and language in LANGUAGES else str(error)
