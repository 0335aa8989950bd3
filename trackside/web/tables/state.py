"""The state of a table as it is known to be stored: its match, its occupants and its deadlines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game, find_game
from trackside.play.dice import Dice, commitment
from trackside.play.events import Entry
from trackside.play.match import Match
from trackside.web.api.common import Asked, Status, Watch
from trackside.web.errors import ApiError
from trackside.web.tables import salts
from trackside.web.tables.changes import OVER, PLAYING, WAITING, Change
from trackside.web.tables.deadlines import Deadlines
from trackside.web.tables.log import BACK, CLOCK, UNDO, Row, fold, sound
from trackside.web.tables.origins import IMPORTED, moment_of
from trackside.web.tables.results import undone_in
from trackside.web.tables.seats import BOT, Occupant, Seating
from trackside.web.unix_time import now


class Rewound(NamedTuple):
    """The loss of the end of a game by the store."""

    lost: int
    """The number of entries that were lost."""
    turn: int
    """The turn from which the game continues."""


class Listing(NamedTuple):
    """The columns by which tables are listed and found when a bot or clock is due."""

    changed: int
    """The time of the last public event: a change of occupants or turn, the beginning or the end of the game."""
    to_move: int
    """The seats to move, one bit for each."""
    due: int | None
    """The time when the server has to act: 0 for a bot's move, else the end of a clock."""


class TableState:
    """The state of a table. A stored change is applied the same way whichever server made it."""

    def __init__(self, row: Mapping[str, Any], occupants: Sequence[Occupant], log: Sequence[Row]) -> None:
        self.id: str = row["id"]
        self.game: Game = find_game(row["game"])
        self.seats: int = row["seats"]
        self.options: dict[str, str] = json.loads(row["options"])
        self.position: str | None = row["position"]
        self.seed: str = row["seed"]
        """The source of the dice, together with the salts of the players."""
        self.dice_from: int = row["dice_from"]
        self.host: str | None = row["host"]
        self.watch: Watch = row["watch"]
        self.clock: int | None = row["clock"]
        self.minutes: int | None = row["minutes"]
        self.origin: str | None = row["origin"]
        self.moment = moment_of(self.origin)
        """The moment that a what-if continues from."""
        self.began: int = row["began"]
        self.hints = bool(row["hints"])
        """True if people who play against each other may ask for hints."""
        self.several_seats = bool(row["several_seats"])
        """True if one person may take several seats."""
        self.commitment = commitment(self.seed)
        self.sealed: int | None = row["sealed"] or None
        """The time when all commitments were in: from then on salts are revealed and no commitment is accepted."""
        self.occupants = Seating(occupants)
        self.status: Status = WAITING
        self.match: Match | None = None
        self.count = 0
        """The number of log entries."""
        self.deadlines = Deadlines(self.clock, self.minutes, self.began)
        self.rematch_id: str | None = row["rematch_id"]
        """The id of the rematch."""
        self.revision: int = row["revision"]
        self.changed: int = row["changed"]
        """The time of the last public event."""
        self.listed = (row["changed"], row["to_move"], row["due"])
        """The listing that is stored, as far as is known here."""
        self.last: Row | None = None
        """The last entry of the log."""
        self.damaged = False
        """True if part of the log is missing or illegal, or the game raises: the table is read-only."""
        self.rewound: Rewound | None = None
        """The loss of entries by the store, shown for one round after it was noticed."""
        self._messages: set[str] = set()
        self.rules: str = row["rules"]
        """The version of the rules that the log follows."""
        readable = [] if self.has_other_rules else sound(self.game, self.opening(), log)
        self.damaged = self.has_other_rules or len(readable) < len(log)
        self.accept(Change(readable, status=row["status"], result=row["result"]))
        if row["result"] is not None and (self.match is None or not self.match.over):
            self.damaged = True

    @property
    def has_other_rules(self) -> bool:
        """True if the log follows another version of the rules than the installed game, so that it cannot be read."""
        return self.rules != self.game.card.rules_version

    def _other_rules(self) -> ApiError:
        return ApiError("server.other_rules", rules=self.rules, known=self.game.card.rules_version)

    @property
    def head(self) -> tuple[int, int, int | None]:
        """The number of entries, the revision, and the time of the last entry."""
        return self.count, self.revision, None if self.last is None else self.last["at"]

    def put_aside(self) -> None:
        """Make the table read-only: its rules raise, or its data is damaged."""
        self.damaged = True
        self.deadlines.stop()

    def opening(self) -> AnyState:
        """Return the state in which the game begins."""
        if self.position is not None:
            return self.game.notation.parse_position(self.position)
        return self.game.opening(self.seats, self.options)

    def _dice(self, newcomers: Sequence[Occupant]) -> Dice:
        """Return the dice; if anyone has added a salt, the seed is only the server's contribution."""
        seated = self.occupants.with_changes(newcomers)
        known = {one.seat: one.salt for one in seated if one.salt is not None}
        committed = {one.seat: one.commitment for one in seated if one.commitment is not None}
        return Dice.shared(self.seed, known, committed) if known or committed else Dice(self.seed)

    def _match(
        self, log: Iterable[Entry], newcomers: Sequence[Occupant] = (), play_on: bool = True, undone: int = 0
    ) -> Match:
        return Match.from_log(
            self.game,
            self.opening(),
            log,
            options=self.options,
            dice=self._dice(newcomers),
            players=self.occupants.names,
            bots=[one.level or "" if one.kind == BOT else "" for one in self.occupants],
            position=self.position,
            dice_from=self.dice_from,
            play_on=play_on and self.origin != IMPORTED,
            hints=self.hints,
            undone=undone,
            by_hand=self.occupants.with_changes(newcomers).rollers,
        )

    def copy_match(self) -> Callable[[], Match]:
        """Return a function that makes a copy of the match as it is now, for another thread."""
        if self.has_other_rules:
            raise self._other_rules()
        assert self.match is not None
        return partial(self._copy, tuple(self.match.log), self.match.undone, self.match.timeouts.copy())

    def _copy(self, log: Sequence[Entry], undone: int, timeouts: set[tuple[int, int]]) -> Match:
        match = self._match(log, undone=undone, play_on=False)
        match.timeouts = timeouts
        return match

    # Turns

    @property
    def is_simultaneous(self) -> bool:
        """True if all seats act simultaneously, so that no one knows who has moved in this turn."""
        return "simultaneous" in self.game.card.capabilities

    @property
    def undone(self) -> int:
        """The number of free undos; a game that has any does not count in statistics."""
        return 0 if self.match is None else self.match.undone

    @cached_property
    def moment_turn(self) -> int:
        """The turn in which a what-if begins."""
        assert self.match is not None
        assert self.moment is not None
        state = self.opening()
        for seat, move in self.match.log[: self.moment.at]:
            self.game.plain.apply(state, seat, move)
        return int(state.turns)

    @property
    def roller(self) -> int | None:
        """The seat that has to roll its die now, if any."""
        return self.match.roller if self.match is not None and self.is_running else None

    @property
    def is_running(self) -> bool:
        """True if the game has begun and can be continued."""
        return self.status == PLAYING and not self.damaged

    def seats_to_move(self) -> list[int]:
        """Return the seats that have to move or roll now."""
        return [seat for seat in range(self.seats) if seat == self.roller or self._moves(seat)]

    def bots_to_move(self) -> list[int]:
        """Return the seats of bots that have to move now."""
        return [one.seat for one in self.occupants if one.kind == BOT and self._moves(one.seat)]

    @property
    def has_only_bots(self) -> bool:
        """True if only bots play: such a game continues only while someone watches it."""
        return self.occupants.has_only_bots

    @property
    def due(self) -> int | None:
        """The time when the server has to act: 0 for a bot's move, or the end of a clock."""
        if self.has_only_bots:
            return None
        times = [time for time in (self.deadlines.turn, self.deadlines.game, self.salts_by) if time is not None]
        return 0 if self.bots_to_move() else min(times, default=None)

    @property
    def asked(self) -> dict[int, Asked]:
        """The input that the game is waiting for before it begins, by seat: commitments to salts, then the salts."""
        if self.status != WAITING or (self.sealed is not None and self._has_room):
            return {}
        return salts.asked(self.occupants, self.sealed is not None)

    @property
    def _has_room(self) -> bool:
        return self.occupants.has_room

    @property
    def salts_by(self) -> int | None:
        """The time when the table stops waiting for salts; None if seats are open or nothing is missing."""
        if self.damaged or not self.asked or self._has_room:
            return None
        since = self.began if self.sealed is None else self.sealed
        return since + 1000 * salts.patience(self.clock, self.sealed is not None)

    def listing(self) -> Listing:
        """Return the current listing of the table."""
        return Listing(self.changed, sum(1 << seat for seat in self.seats_to_move()), self.due)

    def _moves(self, seat: int) -> list[int]:
        if self.match is None or not self.is_running:
            return []
        return choices_for(self.game.plain, self.match.view_state(seat, copy=False), seat)

    # Stored changes

    def accept(self, change: Change) -> None:
        """Apply a change that was stored by this server or another one."""
        before, entries = self.status, change.entries
        moved = [one for one in change.occupants if not one.is_same_player(self.occupants[one.seat])]
        self.occupants = self.occupants.with_changes(change.occupants)
        if self.match is not None:
            self.match.players, self.match.by_hand = self.occupants.names, self.occupants.rollers
        self.status = change.status or self.status
        self.rematch_id = change.rematch_id or self.rematch_id
        self.sealed = self.sealed if change.sealed is None else change.sealed or None
        self.revision = self.revision if change.revision is None else change.revision
        if moved:
            self.changed = max(self.changed, now())
        if before == WAITING != self.status and entries:
            self.changed = max(self.changed, entries[0]["at"])
        if self.match is None and self.status != WAITING:
            back = sum(entry["kind"] == BACK for entry in entries)
            self.match = self._match((), play_on=False, undone=back or undone_in(change.result))
            self._apply(fold(entries))
        elif self.match is not None:
            self._apply(entries)
        if self.status == PLAYING and self.match is not None and self.match.over:
            self.status = OVER
        if before != OVER == self.status and entries:
            self.changed = max(self.changed, entries[-1]["at"])
        self._note(entries)

    def _apply(self, entries: Iterable[Row]) -> None:
        """Apply entries to the match; only the end of a turn counts as a public event."""
        assert self.match is not None
        for row in entries:
            turn = self.match.turn
            if row["kind"] == UNDO:
                self.match.remove(row["move"])
            elif row["kind"] == BACK:
                self.match.go_back(row["move"])
            else:
                if row["message"] == CLOCK:
                    self.match.timeouts.add((turn, row["seat"]))
                self.deadlines.note_move(row)
                self.match.extend([(row["seat"], row["move"])])
            if self.match.turn != turn:
                self.changed = max(self.changed, row["at"])
            if self.match.turn != turn or not self.is_simultaneous:
                self.deadlines.note_turn()
        self.match.forget_positions()

    def _note(self, entries: Sequence[Row]) -> None:
        """Count the new entries, remember their messages, and set the clocks."""
        if self.count == 0 and entries:
            self.deadlines.begin(entries[0]["at"])
        self.count += len(entries)
        self.last = entries[-1] if entries else self.last
        if self.rewound is not None and self.match is not None and self.match.turn >= self.rewound.turn + self.seats:
            self.rewound = None
        self._messages |= {entry["message"] for entry in entries if entry["message"]}
        if self.status == OVER or self.damaged:
            self.deadlines.stop()
        else:
            self.deadlines.note_entries(self.match, entries)
