"""A table from one perspective: first the whole table, then its changes."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from orjson import Fragment

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, SPECTATOR
from trackside.core.words import LANGUAGES, Words
from trackside.web.api.common import as_json, kept_json
from trackside.web.api.position import StateView, TableView
from trackside.web.api.table import SeatInfo, TableInfo
from trackside.web.tables.origins import DAILY
from trackside.web.tables.seats import OPEN
from trackside.web.tables.table import Table
from trackside.web.views.cards import seat_cards, table_card, what_if
from trackside.web.views.feeds import Log, StoryFeed
from trackside.web.views.options import option_says
from trackside.web.views.shared import SCENE, STATE, Shared

PARTS = ("table", "seats", "perspective", "view", "result")
"""The parts of a message besides the log and the story; an update contains those that have changed."""

NO_RESULT = b"null"

Listener = Callable[[bytes], None]
"""A callback for every message, as JSON."""

Key = tuple[int, str | None, str | None, str]
"""The perspective, the language if any, the player and the form."""


class Viewer:
    """A table from one perspective; `version` changes whenever anything visible to this viewer changes."""

    def __init__(self, shared: Shared, key: Key) -> None:
        self.shared, self.table, self.key = shared, shared.table, key
        self.perspective, self.language, self.player, self.form = key
        self.listeners: list[Listener] = []
        self.log: Log | None = None
        self.told: StoryFeed | None = None
        self._sent = 0
        """The number of log entries that have been sent."""
        self._sent_version = 0
        """The version of the story that was sent last."""
        self._shown: dict[str, bytes] = {
            "perspective": kept_json(None if self.perspective == SPECTATOR else self.perspective)
        }
        """The parts of the message as JSON."""
        self._changed: set[str] = set(self._shown)
        """The parts that have changed since they were last sent."""
        self._standing: tuple[object, ...] = ()
        self._takeovers: dict[int, int] = {}
        """The time from which this player can have a bot take over a seat, by seat."""
        self._moment: tuple[object, ...] = ()
        """The values the view was last made from."""
        self.refresh(shared.standing())

    @property
    def words(self) -> Words:
        """The words in the viewer's language, addressing the viewer's seat."""
        return self.shared.words(self.language or LANGUAGES[0], self.table.you(self.player))

    def refresh(self, standing: tuple[object, ...], taken_back: bool = False, renamed: bool = False) -> bool:
        """Recompute this view; return True if anything visible changed."""
        table, log = self.table, self.log
        if log is None and table.match is not None:
            self.log = log = self.shared.log(self.perspective, self.form == SCENE)
            if self.language is not None:
                self.told = self.shared.told(self.perspective, self.words)
        if log is not None and taken_back and log.kept < self._sent:
            self._sent = log.kept
            self._changed.add("view")
        takeovers = self._find_takeovers()
        if standing != self._standing or takeovers != self._takeovers:
            self._standing, self._takeovers = standing, takeovers
            self._show("table", self._info())
            self._show("seats", self._seats())
            if self._shown.get("result") in (None, NO_RESULT):
                self._show("result", self.shared.result(self.perspective, self.words))
        moment = table.count, table.status, table.undoes_freely
        if moment != self._moment or renamed:
            self._moment = moment
            self._show("view", self._view())
        self.version = version_of(table, 0 if log is None else log.checksum)
        return bool(self._changed) or (log is not None and self._sent != len(log.entries))

    def _show(self, part: str, content: object) -> None:
        """Store a part of the message; mark it as changed if it differs."""
        made = kept_json(content)
        if self._shown.get(part) != made:
            self._shown[part] = made
            self._changed.add(part)

    def close(self) -> None:
        """Release the shared log and story."""
        if self.log is not None:
            words = None if self.told is None else self.told.words
            self.shared.leave(self.perspective, self.form == SCENE, words)

    def snapshot(self) -> bytes:
        """Return the message for a new listener: a Snapshot or StateSnapshot."""
        self._changed = set(PARTS)
        self._sent = self._sent_version = 0
        return self.update()

    def update(self) -> bytes:
        """Return the message for listeners that have all earlier ones: an Update or StateUpdate with the changes."""
        entries = [] if self.log is None else self.log.entries
        start, self._sent = self._sent, len(entries)
        changed, self._changed = self._changed, set()
        message: dict[str, object] = {"type": "table", "version": self.version}
        for part in PARTS:
            if part in changed:
                message[part] = Fragment(self._shown[part])
        message["log_from"] = start
        message["log"] = [Fragment(entry) for entry in entries[start:]]
        lines = [] if self.told is None else self.told.lines
        first = 0 if self.told is None else self.told.changed_since(self._sent_version)
        self._sent_version = 0 if self.told is None else self.told.version
        message["story_from"] = first
        message["story"] = [Fragment(line) for line in lines[first:]]
        return as_json(message)

    # The parts

    def _find_takeovers(self) -> dict[int, int]:
        table, shared = self.table, self.shared
        if not shared.away or not table.seats_of(self.player):
            return {}
        times = {seat: table.takeover_at(seat, self.player, away, shared.wait) for seat, away in shared.away.items()}
        return {seat: at for seat, at in times.items() if at is not None}

    def _is_host(self) -> bool:
        return self.player is not None and self.player == self.table.host

    def _info(self) -> TableInfo:
        table = self.table
        return {
            **table_card(table, self.words.language),
            "status": table.status,
            "options": [
                {"name": name, "value": value, "says": option_says(self.words, name, value)}
                for name, value in table.options.items()
            ],
            "watch": table.watch,
            "clock": table.clock,
            "deadline": table.deadlines.turn,
            "minutes": table.minutes,
            "ends": table.deadlines.game,
            "hints": table.gives_hints,
            "several_seats": table.several_seats,
            "level": table.level,
            "host": self._is_host(),
            "commitment": table.commitment,
            "salts_by": table.salts_by,
            "origin": table.origin,
            "day": table.seed if table.origin == DAILY else None,
            "rematch_id": table.rematch_id,
            "undone": table.undone,
            "what_if": what_if(table),
            "damaged": table.damaged,
            "other_rules": table.rules if table.has_other_rules else None,
            "rewound": 0 if table.rewound is None else table.rewound.lost,
        }

    def _seats(self) -> list[SeatInfo]:
        host, begun, asked = self._is_host(), self.table.match is not None, self.table.asked
        cards = seat_cards(self.table, self.player)
        return [
            {
                **card,
                "come_back": one.waits_for(self.player),
                "online": one.seat in self.shared.online,
                "takeover": self._takeovers.get(one.seat),
                "by_hand": one.by_hand,
                "invite": f"/join/{self.table.id}/{one.invite}" if host and one.kind == OPEN else None,
                "salt": one.salt if begun or one.player == self.player else None,
                "commitment": one.commitment,
                "asks": asked.get(one.seat),
            }
            for one, card in zip(self.table.occupants, cards, strict=True)
        ]

    def _view(self) -> TableView | StateView | None:
        table, perspective = self.table, self.perspective
        if table.match is None:
            return None
        position = self.shared.position(perspective)
        state, actor = position.state, position.actor
        may_move = perspective != SPECTATOR and table.is_running
        moves = choices_for(table.game.plain, state, perspective) if may_move else []
        roller = table.roller if actor < 0 else None
        to_move = actor if actor >= 0 else roller
        rolls = roller is not None and roller == perspective
        if self.form == STATE:
            return {"to_move": to_move, "turn": state.turns, "state": position.packed, "moves": moves, "roll": rolls}
        view = position.playable(perspective, moves, self.words)
        undo, marks = self._undo() if actor != OVER else (False, False)
        return {
            **view,
            "to_move": to_move,
            "prompt": self.words("play.roll") if rolls else view["prompt"],
            "sides": table.game.scenes.sides(state),
            "undo": undo,
            "undo_marks": marks,
            "roll": rolls,
        }

    def _undo(self) -> tuple[bool, bool]:
        """Return whether the last move may be taken back, and whether that would exclude the game from statistics."""
        table, log = self.table, self.log
        if log is None or log.last is None or table.match is None or not table.allows_undo:
            return False, False
        ordinary = log.last[1] == self.perspective and log.last not in table.match.timeouts
        freely = table.undoes_freely and self.perspective in log.acted
        return ordinary or freely, freely and not ordinary and table.undone == 0 and table.moment is None


def version_of(table: Table, checksums: int) -> int:
    """Return a version number derived from the visible log entries, so that every server computes the same one.

    The checksums of the entries are added up, so that their order does not matter: connected viewers learn late what
    others did in secret, a newcomer sees it in the order of the log, and both have seen the same.
    """
    return (checksums + zlib.crc32(table.status.encode())) % (1 << 31)
