"""What has happened at a table, as some eyes may know it: said once for all who look with them."""

from __future__ import annotations

import zlib

from trackside.core.words import Words
from trackside.play.events import Event
from trackside.play.match import Match
from trackside.web.messages import LogEntry, kept_json


class Log:
    """The entries that some eyes may know, as JSON; without words it has no sentences."""

    def __init__(self, match: Match, eyes: int, words: Words | None, other: Log | None = None) -> None:
        """`other` is a log of the same match in the same language: most of both is the same, and kept once."""
        self.eyes, self.words, self._other = eyes, words, other
        self.entries: list[bytes] = []
        self.checksum = 0
        """Of all entries."""
        self.last_seat: int | None = None
        """Who acted last."""
        self.kept = 0
        """How many entries stayed the same when something was taken back."""
        self.viewers = 0
        """How many viewers show it."""
        self._match = match
        self.read()
        self.close = match.watch(eyes, self._add)

    def read(self) -> None:
        """Read all that has happened: something was taken back, or nothing is known yet."""
        before, self.entries, self.checksum, self.last_seat = self.entries, [], 0, None
        for event in self._match.events(self.eyes):
            self._add(event)
        self._match.forget_positions()
        pairs = enumerate(zip(before, self.entries, strict=False))
        self.kept = next((i for i, (old, new) in pairs if old != new), min(len(before), len(self.entries)))

    def _add(self, event: Event) -> None:
        said = [] if self.words is None else list(event.said(self.words))
        entry: LogEntry = {"seat": event.seat, "text": event.text, "said": said}
        made, n, others = kept_json(entry), len(self.entries), self._other.entries if self._other is not None else []
        self.entries.append(others[n] if n < len(others) and others[n] == made else made)
        self.checksum += checksum(event.seat, event.text)
        self.last_seat = event.seat


def checksum(seat: int, text: str) -> int:
    """A number for an entry of the log."""
    return zlib.crc32(f"{seat} {text}".encode())
