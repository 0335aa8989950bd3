"""The catalogues: all text that players read, in English and German."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

from trackside.core.errors import BadOption, ParseError

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "de")
SEATS = ("red", "purple", "yellow", "blue", "green", "white")
"""The names of the seats in notation, the same in every language."""


@cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """Return a package's entries in one language by dotted key; in English if it has no translation."""
    if language not in LANGUAGES:
        raise BadOption(f"language {language!r} is not known: use one of {', '.join(LANGUAGES)}")
    file = resources.files(package) / "words" / f"{language}.toml"
    if not file.is_file():
        return {} if language == LANGUAGES[0] else catalogue(package, LANGUAGES[0])
    try:
        return dict(_flatten(tomllib.loads(file.read_text(encoding="utf-8"))))
    except tomllib.TOMLDecodeError as error:
        raise ParseError(f"{file}: {error}") from error


@cache
def _all_entries(package: str | None, language: str) -> dict[str, str]:
    """Return the shared entries, overridden by those of a game; cached, so that all users of a language share them."""
    return catalogue("trackside", language) | (catalogue(package, language) if package is not None else {})


def _flatten(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flatten(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


@cache
def _without_values(entry: str) -> str:
    return entry.format()


class Words:
    """A catalogue in one language; a game's own entries override the shared ones.

    >>> Words("de")("seat.red")
    'Rot'
    """

    def __init__(
        self,
        language: str = "en",
        package: str | None = None,
        names: tuple[str, ...] = (),
        you: int | None = None,
    ) -> None:
        self.language, self.package, self.you = language, package, you
        self._entries = _all_entries(package, language)
        self._who = [names[seat] if seat < len(names) else "" for seat in range(len(SEATS))]
        self._who = [name or self(f"seat.{SEATS[seat]}") for seat, name in enumerate(self._who)]

    def __call__(self, key: str, **values: object) -> str:
        """Return the entry of a key, with its placeholders filled in."""
        return self._entries[key].format(**values) if values else _without_values(self._entries[key])

    def of(self, seat: int, key: str, /, **values: object) -> str:
        """Return the entry of a key for a seat; `key_you` if it is the reader's own seat and that entry exists.

        >>> Words("en", names=("Mesa", "Ana"), you=1).of(0, "play.won"), Words("en", you=1).of(1, "play.won")
        ('Mesa wins.', 'You win.')
        """
        if seat == self.you and f"{key}_you" in self._entries:
            return self(f"{key}_you", who=self.who(seat), **values)
        return self(key, who=self.who(seat), **values)

    def whom(self, seat: int) -> str:
        """Return a seat's name as the object of a sentence."""
        return self("seat.object_you") if seat == self.you else self.who(seat)

    def label(self, seat: int) -> str:
        """Return a seat's name as it stands alone or begins a sentence."""
        return self("seat.subject_you") if seat == self.you else self.who(seat)

    def has(self, key: str) -> bool:
        """Return True if this entry exists."""
        return key in self._entries

    @property
    def nameless(self) -> Words:
        """The same language without player names: shared by all tables, so that its sentences can be cached."""
        return _nameless(self.language, self.package)

    def who(self, seat: int) -> str:
        """Return a seat's name: its player's name, or its colour."""
        return self._who[seat]


@cache
def _nameless(language: str, package: str | None) -> Words:
    return Words(language, package)


def preferred_language() -> str:
    """Return the language of the environment if it has a catalogue, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def accepted_language(header: str) -> Language:
    """Return the first language of an `Accept-Language` header that has a catalogue."""
    for entry in header.split(","):
        if (language := entry.strip()[:2].lower()) in LANGUAGES:
            return language
    return "en"
