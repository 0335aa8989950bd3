"""The lexer of records: headers, then words and comments.

Every step takes a run of characters without backtracking, so any text is read in as many steps as it has characters:
`looked_at` counts them. Anything no record has, such as a word of a thousand characters, is refused where it stands.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from trackside.core.errors import ParseError
from trackside.core.notation import LONGEST

MAX_HEADERS, LONGEST_HEADER = 1_000, 20_000
LONGEST_WORD = 200
"""The most characters of a word that is not a comment."""

SPACES = re.compile(r"\s*+")
NAME = re.compile(r"\w*+")
VALUE = re.compile(r'(?:[^"\\]|\\.)*+')
SEPARATORS = re.compile(r"[\s,;]*+")
WORD = re.compile(r"[^\s,;{]*+")

ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a comment with its braces; an unclosed comment is its opening brace alone, and the last token."""

    text: str
    offset: int

    @property
    def is_comment(self) -> bool:
        """True if this is a comment, not a word."""
        return self.text.startswith("{")


class Scanner:
    """A scanner that reads a text from beginning to end."""

    def __init__(self, text: str) -> None:
        self.text, self.offset = text, 0
        self.looked_at = 0
        """The number of characters examined; those examined twice count twice."""

    def headers(self) -> dict[str, list[str]]:
        """Return the headers by their lower-case names; the tokens follow."""
        headers: dict[str, list[str]] = {}
        for count in range(MAX_HEADERS + 1):
            start = self.offset
            header = self._header()
            if header is None:
                self.offset = start
                return headers
            if count == MAX_HEADERS:
                raise self.error(start, f"a record has at most {MAX_HEADERS} headers")
            name, value = header
            if len(value) > LONGEST_HEADER:
                raise self.error(start, f"a header has at most {LONGEST_HEADER} characters")
            headers.setdefault(name.lower(), []).append(ESCAPED.sub(r"\1", value))
        return headers

    def _header(self) -> tuple[str, str] | None:
        """Return the next header, `[Name "value"]`, or None if there is none."""
        self._run(SPACES)
        if not self._skip("["):
            return None
        self._run(SPACES)
        name = self._run(NAME)
        if not name or not self._run(SPACES) or not self._skip('"'):
            return None
        value = self._run(VALUE)
        if not self._skip('"'):
            return None
        self._run(SPACES)
        if not self._skip("]"):
            return None
        self._run(SPACES)
        return name, value

    def tokens(self) -> Iterator[Token]:
        """Yield comments and words; commas and semicolons only separate them."""
        while True:
            self._run(SEPARATORS)
            start = self.offset
            if start == len(self.text):
                return
            if self._skip("{"):
                end = self.text.find("}", start)
                self.offset = len(self.text) if end < 0 else end + 1
                self.looked_at += self.offset - start
                yield Token("{" if end < 0 else self.text[start : self.offset], start)
            else:
                word = self._run(WORD)
                if len(word) > LONGEST_WORD:
                    raise self.error(start, f"a word has at most {LONGEST_WORD} characters")
                yield Token(word, start)

    def error(self, offset: int, problem: str) -> ParseError:
        """Return an error with the line and column of an offset."""
        before = self.text[:offset]
        return ParseError(problem, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)

    def _run(self, pattern: re.Pattern[str]) -> str:
        """Return the run of characters from here on, which may be empty, and move past it."""
        found = pattern.match(self.text, self.offset)
        assert found is not None
        self.looked_at += found.end() - self.offset + 1
        self.offset = found.end()
        return found[0]

    def _skip(self, character: str) -> bool:
        """Move past a character if it is next; return True if it was."""
        here = self.text.startswith(character, self.offset)
        self.looked_at += 1
        self.offset += here
        return here


class Ahead:
    """A window of the next few tokens; the others are read when needed."""

    def __init__(self, scanner: Scanner) -> None:
        self._rest = scanner.tokens()
        self._next = deque(islice(self._rest, LONGEST))

    @property
    def first(self) -> Token | None:
        """The next token, or None at the end."""
        return self._next[0] if self._next else None

    def words(self) -> list[Token]:
        """Return the next words, at most as many as the text of one move may have."""
        return list(takewhile(lambda token: not token.is_comment, self._next))

    def drop(self, n: int) -> None:
        """Drop the next `n` tokens."""
        for _ in range(n):
            self._next.popleft()
        self._next.extend(islice(self._rest, n))
