"""A table: the match and who sits at it. It takes a command and says what to store; then it accepts what was stored.

It knows no database, no socket and no clock but the time: whoever stored a change, this server or another one that
serves the same table, it is accepted the same way.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, cast

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER as ENDED
from trackside.core.protocol import REFEREE, SPECTATOR, AnyState, Rules
from trackside.games import Game, find_game
from trackside.play.dice import Dice, commitment, new_seed
from trackside.play.events import Entry
from trackside.play.match import Match
from trackside.search.agents import LEVELS, QUICK
from trackside.web.commands import MoveCommand, TakeOverCommand, UndoCommand
from trackside.web.messages import LevelName, Status, Watch
from trackside.web.occupants import BOT, HERE, OPEN, PERSON, Occupant, between_people, clean_name
from trackside.web.refusal import NotFound, Refusal

WAITING: Status = "waiting"
PLAYING: Status = "playing"
OVER: Status = "over"

MOVE, UNDO = "move", "undo"
"""The kinds of entries in the store."""

IMPORTED = "imported"
"""The origin of a game that came as a record: it is looked at, not played on."""

Row = dict[str, Any]
"""A row of the store."""


@dataclass(frozen=True)
class Sit:
    """Somebody takes an open seat, or comes back to one that a bot kept; the salt is their part of the dice."""

    seat: int
    name: str
    invite: str | None
    salt: str = field(default_factory=new_seed)


@dataclass(frozen=True)
class BotMove:
    """A move of a bot, or of the quick policy for whoever let the clock run out, decided in this turn."""

    seat: int
    move: int
    turn: int
    for_anybody: bool = False
    """Whether it is made for a person as well."""


@dataclass(frozen=True)
class TimeUp:
    """The time of the game is up: the referee says so."""


TableCommand = MoveCommand | UndoCommand | TakeOverCommand | Sit | BotMove | TimeUp
"""Whatever can change a table."""


@dataclass(frozen=True)
class Change:
    """What is to be stored, all or nothing, and then accepted."""

    entries: Sequence[Row] = ()
    occupants: Sequence[Occupant] = ()
    status: Status | None = None
    """What it becomes, if it becomes another one."""
    result: str | None = None
    """Winners and scores as JSON, where the game ends."""
    again: str | None = None
    """The table where the same people play once more, once there is one."""
    revision: int | None = None
    """What the table's becomes: it grows with every change of its occupants and with `again`."""

    def is_in(self, found: Change) -> bool:
        """Whether what was found in the store holds all of it."""
        return all(row in found.entries for row in self.entries) and all(
            occupant in found.occupants for occupant in self.occupants
        )


NOTHING = Change()


class Listing(NamedTuple):
    """What the lists and the sweep go by."""

    changed: int
    """When something happened that everybody may know: who sits there, the turn, the beginning and the end."""
    to_move: int
    """The seats that have something to do, a bit for each."""
    due: int | None
    """When something has to happen by itself: 0 for a bot's move, else the end of a clock."""


class Table:
    """One table as the store knows it."""

    def __init__(self, row: Mapping[str, Any], occupants: Sequence[Occupant], log: Sequence[Row]) -> None:
        self.id: str = row["id"]
        self.game: Game = find_game(row["game"])
        self.seats: int = row["seats"]
        self.options: dict[str, str] = json.loads(row["options"])
        self.position: str | None = row["position"]
        self.seed: str = row["seed"]
        """What the dice come from, together with the salts of those who play."""
        self.dice_from: int = row["dice_from"]
        self.host: str | None = row["host"]
        self.watch: Watch = row["watch"]
        self.clock: int | None = row["clock"]
        self.minutes: int | None = row["minutes"]
        self.origin: str | None = row["origin"]
        self.began: int = row["began"]
        self.hints = bool(row["hints"])
        """Whether people who play against each other may ask for hints."""
        self.commitment = commitment(self.seed)
        self.occupants = list(occupants)
        self.status: Status = WAITING
        self.match: Match | None = None
        self.count = 0
        """How many entries of the log there are."""
        self.deadline: int | None = None
        """When the turn is over: so long after the entry that began it, whoever reads it and when."""
        self.ends: int | None = None
        """When the time of the whole game is up; None once the referee has said so."""
        self.again: str | None = row.get("again")
        """The table where the same people play once more."""
        self.revision: int = row.get("revision") or 0
        self.changed: int = row["changed"] or row["began"]
        """When something happened that everybody may know."""
        self.listed = (row["changed"], row["to_move"], row["due"])
        """What the store says of it to the lists, as far as is known here."""
        self._messages: set[str] = set()
        self._turn = -1
        self._times: list[int] = []
        """When each entry of the match's log was made, where there is a clock."""
        self.accept(Change(log, status=row["status"]))

    def opening(self) -> AnyState:
        """Where the game begins."""
        if self.position is not None:
            return self.game.notation.parse_position(self.position)
        return self.game.opening(self.seats, self.options)

    def names(self) -> tuple[str, ...]:
        """What the players are called, where they have a name."""
        return tuple(occupant.name for occupant in self.occupants)

    def _dice(self, newcomers: Sequence[Occupant]) -> Dice:
        """Where anybody has added a salt, the seed is only the server's part of the dice."""
        salts = {one.seat: one.salt for one in (*self.occupants, *newcomers) if one.salt is not None}
        return Dice.shared(self.seed, salts) if salts else Dice(self.seed)

    def _match(self, log: Iterable[Entry], newcomers: Sequence[Occupant] = (), play_on: bool = True) -> Match:
        return Match.from_log(
            self.game,
            self.opening(),
            log,
            options=self.options,
            dice=self._dice(newcomers),
            players=self.names(),
            bots=[one.level or "" if one.kind == BOT else "" for one in self.occupants],
            position=self.position,
            dice_from=self.dice_from,
            play_on=play_on and self.origin != IMPORTED,
            hints=self.hints,
        )

    def copy_match(self) -> Callable[[], Match]:
        """Makes the match once more as it is now: for another thread, whatever happens here meanwhile."""
        assert self.match is not None
        return partial(self._match, tuple(self.match.log))

    # Who may do what

    def seats_of(self, player: str | None) -> list[int]:
        """The seats whose moves this player makes."""
        return [occupant.seat for occupant in self.occupants if occupant.belongs_to(player)]

    def you(self, player: str | None) -> int | None:
        """The seat that this player is told of as `you`: none where they have several, or only watch."""
        mine = self.seats_of(player)
        return mine[0] if len(mine) == 1 else None

    def has_player(self, player: str | None) -> bool:
        """Whether this player sits here, or will when they come back."""
        return player is not None and any(occupant.player == player for occupant in self.occupants)

    @property
    def gives_hints(self) -> bool:
        """Whether those who play may ask for hints: always where nobody else plays, or will when they come back."""
        return self.hints or not between_people(self.occupants)

    def eyes_for(self, player: str | None, wanted: int | None = None) -> int:
        """With whose eyes somebody may look: their own seat's, else a spectator's, if the table allows it."""
        mine = self.seats_of(player)
        if wanted is not None and wanted in mine:
            return wanted
        if wanted is not None and wanted != SPECTATOR:
            raise Refusal("server.not_yours")
        if mine:
            return mine[0]
        if self.watch == "nobody" and player != self.host and not self.has_player(player):
            raise NotFound("server.private")
        return SPECTATOR

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that there is not."""
        if not 0 <= seat < self.seats:
            raise Refusal("server.no_seat", seat=seat, last=self.seats - 1)

    def check_owner(self, seat: int, player: str | None) -> None:
        """Refuse whoever speaks for a seat that is not theirs."""
        if not 0 <= seat < self.seats or not self.occupants[seat].belongs_to(player):
            self.check_seat(seat)
            raise Refusal("server.not_yours")

    def seats_to_move(self) -> list[int]:
        """The seats that have something to do now."""
        return [seat for seat in range(self.seats) if self._moves(seat)]

    def bots_to_move(self) -> list[int]:
        """The bots that have something to do now."""
        return [one.seat for one in self.occupants if one.kind == BOT and self._moves(one.seat)]

    @property
    def due(self) -> int | None:
        """When something has to happen by itself: a bot's move, which is due at once, or the end of a clock."""
        times = [time for time in (self.deadline, self.ends) if time is not None]
        return 0 if self.bots_to_move() else min(times, default=None)

    def listing(self) -> Listing:
        """What the lists and the sweep go by now."""
        return Listing(self.changed, sum(1 << seat for seat in self.seats_to_move()), self.due)

    def _moves(self, seat: int) -> list[int]:
        if self.match is None or self.status != PLAYING:
            return []
        return choices_for(self.game.plain, self.match.peek(seat), seat)

    # What a command would change; nothing has changed yet

    def handle(
        self,
        command: TableCommand,
        player: str | None,
        *,
        online: Collection[int] = (),
        seen: Callable[[], Collection[int]] | None = None,
    ) -> Change:
        """Check a command of a player and say what it changes.

        `online` are the seats whose players are connected, `seen` tells the numbers of what this player sees now.
        """
        match command:
            case MoveCommand() | UndoCommand():
                return self._handle_once(command, player, seen)
            case BotMove():
                return self._bot_move(command)
            case Sit():
                return self._sit(command, player)
            case TakeOverCommand():
                return self._take_over(command, player, online)
            case TimeUp():
                return NOTHING if self.ends is None else self._change(self._running().prepare_time())

    def _handle_once(
        self, command: MoveCommand | UndoCommand, player: str | None, seen: Callable[[], Collection[int]] | None
    ) -> Change:
        """A move or an undo of the owner of a seat, unless its message was handled before."""
        self.check_owner(command.seat, player)
        message = f"{command.seat} {command.id}" if command.id else None
        if message in self._messages:
            return NOTHING
        if seen is not None and command.number is not None and command.number not in seen():
            raise Refusal("server.moved_on")
        match = self._running()
        if isinstance(command, MoveCommand):
            return self._change(match.prepare(command.seat, command.move), message)
        return Change(self._rows(UNDO, [(command.seat, match.prepare_undo(command.seat))], message))

    def _bot_move(self, command: BotMove) -> Change:
        """A bot's move if it is still asked for: a person may have come back, or undone, meanwhile."""
        match, kind = self._running(), self.occupants[command.seat].kind
        if match.turn != command.turn or command.move not in self._moves(command.seat):
            return NOTHING
        if kind != BOT and not command.for_anybody:
            return NOTHING
        return self._change(match.prepare(command.seat, command.move))

    def _sit(self, command: Sit, player: str | None) -> Change:
        self.check_seat(command.seat)
        before = self.occupants[command.seat]
        if player is None or before.belongs_to(player):
            return NOTHING
        if before.waits_for(player):
            new = before.taken(player, before.name, before.salt)
        elif before.kind == OPEN and (self.watch == "anyone" or command.invite == before.invite):
            new = before.taken(player, clean_name(command.name), command.salt)
        else:
            raise Refusal("server.invited_only" if before.kind == OPEN else "server.taken")
        seated = [new if one.seat == new.seat else one for one in self.occupants]
        if self.status != WAITING or any(one.kind == OPEN for one in seated):
            return Change(occupants=[new])
        return self.start([new])

    def _take_over(self, command: TakeOverCommand, player: str | None, online: Collection[int]) -> Change:
        """A bot plays for somebody who has left, at the wish of one who remains."""
        if not self.seats_of(player):
            raise Refusal("server.not_seated")
        level = check_level(command.level)
        self.check_seat(command.seat)
        left = self.occupants[command.seat]
        if left.kind == BOT and left.player is not None and left.level == level:
            return NOTHING
        if left.kind not in (PERSON, HERE):
            raise Refusal("server.no_person")
        if left.seat in online and not left.belongs_to(player):
            raise Refusal("server.still_here")
        return Change(occupants=[left.replaced(level)])

    def start(self, occupants: Sequence[Occupant] = (), log: Sequence[Entry] = ()) -> Change:
        """Everybody is here: what the game begins with, after what has happened in it already."""
        begun = self._match(log, occupants)
        return Change(self._rows(MOVE, begun.log), occupants, OVER if begun.over else PLAYING, self._result(begun))

    def finished(self, log: Sequence[Entry]) -> Change:
        """A game from a record: nobody plays it on here."""
        return Change(self._rows(MOVE, log), status=OVER, result=self._result(self._match(log)))

    def _result(self, match: Match) -> str | None:
        return summary(self.game.plain, match.state) if match.over else None

    def _running(self) -> Match:
        if self.match is None:
            raise Refusal("server.not_begun")
        if self.status != PLAYING:
            raise Refusal("server.over")
        return self.match

    def _change(self, entries: Sequence[Entry], message: str | None = None) -> Change:
        """What these entries change, also in the lists."""
        assert self.match is not None
        rows = self._rows(MOVE, entries, message)
        after = self.match.after(entries)
        if self.game.plain.to_move(after) != ENDED:
            return Change(rows)
        return Change(rows, status=OVER, result=summary(self.game.plain, after))

    def _rows(self, kind: str, entries: Iterable[Entry], message: str | None = None) -> list[Row]:
        """New entries of the log as rows; the first is what the message asked for."""
        at = now()
        return [
            {
                "table_id": self.id,
                "number": number,
                "kind": kind,
                "seat": seat,
                "move": move,
                "message": message if number == self.count else None,
                "at": at,
            }
            for number, (seat, move) in enumerate(entries, self.count)
        ]

    # What has been stored

    def accept(self, change: Change) -> None:
        """Make a change that is stored, by this server or by another."""
        before, entries = self.status, change.entries
        for occupant in change.occupants:
            self.occupants[occupant.seat] = occupant
        self.status = change.status or self.status
        self.again = change.again or self.again
        self.revision = self.revision if change.revision is None else change.revision
        if change.occupants:
            self.changed = max(self.changed, now())
        if before == WAITING != self.status and entries:
            self.changed = max(self.changed, entries[0]["at"])
        if self.match is None and self.status != WAITING:
            self.match = self._match((), play_on=False)
            self._apply(fold(entries))
        elif self.match is not None:
            self._apply(entries)
        if self.status == PLAYING and self.match is not None and self.match.over:
            self.status = OVER
        if before != OVER == self.status and entries:
            self.changed = max(self.changed, entries[-1]["at"])
        self._note(entries)

    def _apply(self, entries: Iterable[Row]) -> None:
        """Bring the match on; what happens within a turn may be secret, its end is not."""
        assert self.match is not None
        for row in entries:
            turn = self.match.turn
            if row["kind"] == UNDO:
                self.match.remove(row["move"])
            else:
                self.match.extend([(row["seat"], row["move"])])
            if self.match.turn != turn:
                self.changed = max(self.changed, row["at"])
        self.match.forget_positions()

    def _note(self, entries: Sequence[Row]) -> None:
        """Count the new entries, remember what asked for them, and set the clocks."""
        if self.count == 0 and entries and self.minutes is not None:
            self.ends = entries[0]["at"] + 60_000 * self.minutes
        self.count += len(entries)
        for entry in entries:
            if entry["message"]:
                self._messages.add(entry["message"])
            if entry["seat"] == REFEREE:
                self.ends = None
        if self.status == OVER:
            self.ends = self.deadline = None
        elif self.clock is not None and self.match is not None:
            self._time(self.match, self.clock, entries)

    def _time(self, match: Match, clock: int, entries: Sequence[Row]) -> None:
        """Set the turn's clock, which runs from the entry that began the turn; what is taken back gives no time."""
        for entry in entries:
            if entry["kind"] == UNDO:
                del self._times[entry["move"]]
            else:
                self._times.append(entry["at"])
        if match.turn != self._turn:
            self._turn = match.turn
            first = bisect_left(match.positions(), match.turn, key=lambda state: state.turns)
            began = self._times[max(first - 1, 0)] if self._times else self.began
            self.deadline = began + 1000 * clock


def check_level(level: str | None) -> LevelName:
    """How well a bot plays, if there is one that plays so."""
    known = known_level(level)
    if known is None:
        raise Refusal("server.no_level", level=str(level)[:40], levels=", ".join(LEVELS))
    return known


def known_level(level: str | None) -> LevelName | None:
    """The same, or None if there is no such bot."""
    return cast(LevelName, level) if level in (*LEVELS, *QUICK) else None


def summary(rules: Rules, s: AnyState) -> str:
    """What the lists tell of a finished game: winners and scores, as JSON."""
    points, shares = [0] * s.seats, [0.0] * s.seats
    rules.scores(s, points)
    rules.returns(s, shares)
    winners = [seat for seat, share in enumerate(shares) if share == max(shares)]
    return json.dumps({"winners": winners, "scores": points})


def fold(log: Iterable[Row]) -> list[Row]:
    """The entries of the store that count: what was taken back is not among them."""
    folded: list[Row] = []
    for entry in log:
        if entry["kind"] == UNDO:
            del folded[entry["move"]]
        else:
            folded.append(entry)
    return folded


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000
