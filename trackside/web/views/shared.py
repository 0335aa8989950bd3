"""The state that viewers of a table share."""

from __future__ import annotations

from collections.abc import Callable

from trackside.core.protocol import SPECTATOR
from trackside.core.words import LANGUAGES, Words
from trackside.play.curve import Series, series
from trackside.web.api.table import Result
from trackside.web.tables.changes import OVER
from trackside.web.tables.presence import Away
from trackside.web.tables.table import Table
from trackside.web.views.feeds import Log, StoryFeed
from trackside.web.views.position import Position
from trackside.web.views.result import result

MAX_CACHED = 20
"""Snapshots, and stories, of a finished game that are cached."""

SCENE, STATE = "scene", "state"
"""The forms of a view: data to draw and moves in words for a page, or the bytes of the position for a program that
knows the rules."""

Preparation = Callable[[], Callable[[], None]]
"""A function that does the slow work, in any thread, and returns a function that stores the result."""


class Shared:
    """The state that viewers of a table share: presence, words, positions, logs, stories and results.

    In a game without secrets, all perspectives are the same.
    """

    def __init__(self, table: Table, wait: float) -> None:
        self.table, self.wait = table, wait
        self.online: frozenset[int] = frozenset()
        self.away: dict[int, Away] = {}
        """The absent people in a running game, by seat."""
        self._names = table.occupants.names
        self._words: dict[tuple[str, int | None], Words] = {}
        self._positions: dict[int, Position] = {}
        self._count = -1
        self._logs: dict[tuple[int, bool], Log] = {}
        self._told: dict[tuple[int, str, int | None], StoryFeed] = {}
        self._results: dict[tuple[int, str, int | None], Result | None] = {}
        """The results of a finished game made so far."""
        self._series: Series | None = None
        """The points of a finished game, turn by turn."""

    def words(self, language: str, you: int | None = None) -> Words:
        """Return the words of this table in a language, addressing seat `you`; cached once the game has begun."""
        if self.table.match is None:
            return Words(language, self.table.game.package, self.table.occupants.names, you)
        if (language, you) not in self._words:
            self._words[language, you] = self.table.match.words(language, you)
        return self._words[language, you]

    def renew_names(self) -> bool:
        """Rebuild all stories if a player's name has changed; return True if one has."""
        names = self.table.occupants.names
        if names == self._names:
            return False
        self._names, self._words = names, {}
        for (_, language, you), told in self._told.items():
            told.words = self.words(language, you)
            told.read()
        return True

    def position(self, perspective: int) -> Position:
        """Return the position from this perspective."""
        assert self.table.match is not None
        if self._count != self.table.count:
            self._count, self._positions = self.table.count, {}
        same = self._same(perspective)
        if same not in self._positions:
            self._positions[same] = Position(self.table.game, self.table.match.view_state(same, copy=False), same)
        return self._positions[same]

    def standing(self) -> tuple[object, ...]:
        """Return everything that goes into a message besides the view and the log."""
        table = self.table
        moments = table.status, table.deadlines.turn, table.deadlines.game, table.rematch_id, table.salts_by
        return (*moments, table.gives_hints, table.undone, table.rewound, table.damaged, self.online, table.occupants)

    def forget_positions(self) -> None:
        """Drop the positions, once all viewers have been updated."""
        self._positions = {}

    def log(self, perspective: int, effects: bool) -> Log:
        """Return the log from this perspective, with or without effects, and count one more viewer of it."""
        assert self.table.match is not None
        key = self._same(perspective), effects
        if key not in self._logs:
            other = next((log for (_, kind), log in self._logs.items() if kind == effects), None)
            since = 0 if self.table.moment is None else self.table.moment.at
            self._logs[key] = Log(self.table.match, key[0], effects, other, since)
        self._logs[key].viewers += 1
        return self._logs[key]

    def told(self, perspective: int, words: Words) -> StoryFeed:
        """Return the story from this perspective, in the given words, and count one more viewer of it."""
        assert self.table.match is not None
        key = self._same(perspective), words.language, words.you
        if key not in self._told:
            other = next((told for told in self._told.values() if told.words.language == words.language), None)
            self._told[key] = StoryFeed(self.table.match, key[0], words, other)
        self._told[key].viewers += 1
        return self._told[key]

    def result(self, perspective: int, words: Words) -> Result | None:
        """Return the result of the game; None before the end."""
        match = self.table.match
        if match is None or not match.over:
            return None
        key = self._same(perspective), words.language, words.you
        if key not in self._results:
            if self._series is None:
                self._series = series(match)
            told = self._told.get(key)
            self._results[key] = result(
                match, words, perspective, self._series, None if told is None else told.sentences()
            )
        return self._results[key]

    def preparation(self, perspective: int, language: str | None, you: int | None, form: str) -> Preparation | None:
        """Return what another thread can prepare of a finished game before it is shown; None if all is ready."""
        table, effects = self.table, form == SCENE
        if table.match is None or table.status != OVER:
            return None
        same, words = self._same(perspective), self.words(language or LANGUAGES[0], you)
        told = same, words.language, words.you
        if (same, effects) in self._logs and (language is None or told in self._told) and told in self._results:
            return None
        copy_match, since = table.copy_match(), 0 if table.moment is None else table.moment.at

        def make() -> Callable[[], None]:
            match = copy_match()
            log, story = Log(match, same, effects, None, since), StoryFeed(match, same, words)
            ended = result(match, words, same, told=story.sentences())

            def keep() -> None:
                self._logs.setdefault((same, effects), log)
                self._told.setdefault(told, story)
                self._results.setdefault(told, ended)

            return keep

        return make

    def leave(self, perspective: int, effects: bool, words: Words | None) -> None:
        """Release a viewer's log and story; those of a finished game are kept, because they are slow to make."""
        log = self._same(perspective), effects
        self._logs[log].viewers -= 1
        if words is not None:
            told = self._same(perspective), words.language, words.you
            self._told[told].viewers -= 1
        if self.table.status == OVER and len(self._told) <= MAX_CACHED:
            return
        if self._logs[log].viewers == 0:
            self._logs.pop(log).close()
        if words is not None and self._told[told].viewers == 0:
            self._told.pop(told).close()

    def read_logs(self) -> None:
        """Read all logs and stories again, because something was taken back."""
        for log in self._logs.values():
            log.read()
        for told in self._told.values():
            told.read()

    def _same(self, perspective: int) -> int:
        """Return the perspective that stands for all that see the same as this one."""
        return perspective if self.table.game.card.secrets else SPECTATOR
