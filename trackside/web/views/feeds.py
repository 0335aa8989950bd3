"""The log and story of a table from a perspective, made once for all viewers who share that perspective."""

from __future__ import annotations

import zlib
from typing import cast

import orjson

from trackside.core.protocol import CHANCE, REFEREE
from trackside.core.words import Words
from trackside.play.events import Event
from trackside.play.match import Match
from trackside.play.story import Line, Story
from trackside.web.api.common import kept_json
from trackside.web.api.position import Effect
from trackside.web.api.table import LogEntry, StoryLine

Sentences = dict[tuple[int, int], str]
"""The sentence of each turn and seat."""


class Log:
    """The log entries visible from a perspective, as JSON; without effects for programs that know the rules."""

    def __init__(self, match: Match, perspective: int, effects: bool, other: Log | None = None, since: int = 0) -> None:
        """`other` is a log of the same match and kind; entries that are the same in both are stored once.

        Entries before number `since` belong to another game and cannot be undone.
        """
        self.perspective, self._effects, self._other, self._since = perspective, effects, other, since
        self.entries: list[bytes] = []
        self.checksum = 0
        """The checksum of all entries."""
        self.last: tuple[int, int] | None = None
        """The turn and the actor of the last entry in this game."""
        self.acted: set[int] = set()
        """The seats that have made a move that can be undone freely."""
        self.kept = 0
        """The number of entries that stayed the same when something was last taken back."""
        self.viewers = 0
        """The number of viewers that show it."""
        self._match = match
        self.read()
        self.close = match.watch(perspective, self._add)

    def read(self) -> None:
        """Read the whole log, at first and whenever something was taken back."""
        before, self.entries, self.checksum, self.last, self.acted = self.entries, [], 0, None, set()
        for event in self._match.events(self.perspective):
            self._add(event)
        self._match.forget_positions()
        self.kept = same_at_first(before, self.entries)

    def _add(self, event: Event) -> None:
        entry = entry_message(event, self._effects)
        made, n, others = kept_json(entry), len(self.entries), self._other.entries if self._other is not None else []
        self.entries.append(others[n] if n < len(others) and others[n] == made else made)
        self.checksum += checksum(event.seat, event.text)
        if event.number < self._since:
            return
        self.last = event.turn, event.seat
        if event.seat == REFEREE:
            self.acted.clear()
        elif event.seat != CHANCE:
            self.acted.add(event.seat)


class StoryFeed:
    """The story of a table as JSON, one line per turn, shared by viewers with the same perspective and language."""

    def __init__(self, match: Match, perspective: int, words: Words, other: StoryFeed | None = None) -> None:
        """`other` is a story in the same language for others; lines that are the same in both are stored once."""
        self.perspective, self.words, self._other = perspective, words, other
        self.lines: list[bytes] = []
        self.version = 0
        """A number that grows whenever lines change."""
        self.viewers = 0
        """The number of viewers that show it."""
        self._versions: list[int] = []
        """The version in which each line last changed."""
        self._match = match
        self.read()
        self.close = match.watch(perspective, self._add)

    def read(self) -> None:
        """Read the whole story, at first and whenever something was taken back."""
        before, versions = self.lines, self._versions
        self.lines, self._versions, self._story = [], [], Story(self._match.game, self.words, self._match.timeouts)
        self._add(*self._match.events(self.perspective))
        kept = same_at_first(before, self.lines)
        self._match.forget_positions()
        self._versions[:kept] = versions[:kept]

    def sentences(self) -> Sentences:
        """Return the sentence of each turn and seat."""
        lines: list[StoryLine] = list(map(orjson.loads, self.lines))
        return {(line["turn"], line["seat"]): line["says"] for line in lines}

    def changed_since(self, version: int) -> int:
        """Return the number of the first line that has changed since a version."""
        return next((i for i, told in enumerate(self._versions) if told > version), len(self.lines))

    def _add(self, *events: Event) -> None:
        self.version += 1
        others = self._other.lines if self._other is not None else []
        for number, line in self._story.add(*events).items():
            made = kept_json(line_message(line))
            if number < len(others) and others[number] == made:
                made = others[number]
            self.lines[number : number + 1] = [made]
            self._versions[number : number + 1] = [self.version]


def entry_message(event: Event, effects: bool = True) -> LogEntry:
    """Return an entry of the log as it is sent, with its effects or without."""
    done = cast(list[Effect], event.effects) if effects else []
    return {"seat": event.seat, "text": event.text, "turn": event.turn, "effects": done}


def line_message(line: Line) -> StoryLine:
    """Return a line of a story as it is sent."""
    return {
        "turn": line.turn,
        "seat": line.seat,
        "says": line.says,
        "first": line.first,
        "last": line.last,
        "done": line.done,
        "timeout": line.timeout,
    }


def same_at_first(before: list[bytes], after: list[bytes]) -> int:
    """Return the number of parts at the beginning that are the same."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((i for i, (old, new) in pairs if old != new), min(len(before), len(after)))


def checksum(seat: int, text: str) -> int:
    """Return the checksum of an entry of the log."""
    return zlib.crc32(f"{seat} {text}".encode())
