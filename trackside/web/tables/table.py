"""A table: its match and occupants. It turns a command into a change to store, and applies a change that was stored.

It does no I/O and sets no timers. A stored change is applied the same way whether it comes from this server or from
another one that serves the same table.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from secrets import compare_digest
from typing import Any, NamedTuple, cast

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER as ENDED
from trackside.core.protocol import REFEREE, SPECTATOR, AnyState
from trackside.games import Game, find_game
from trackside.play.dice import Dice, commitment, new_seed
from trackside.play.events import Entry
from trackside.play.forced import decision_of, prepare_decision
from trackside.play.legality import first_illegal
from trackside.play.match import Match
from trackside.search.agents import LEVELS, QUICK
from trackside.web.api.commands import (
    CommitCommand,
    DiceCommand,
    MoveCommand,
    RevealCommand,
    RollCommand,
    TakeOverCommand,
    UndoCommand,
)
from trackside.web.api.common import Asked, LevelName, Status, Watch
from trackside.web.errors import ApiError, NotFound
from trackside.web.tables import salts
from trackside.web.tables.seats import BOT, HERE, OPEN, PERSON, Occupant, Seating, clean_name, free_seat

WAITING: Status = "waiting"
PLAYING: Status = "playing"
OVER: Status = "over"

MOVE, UNDO, BACK = "move", "undo", "back"
"""The kinds of entries in the store: UNDO removes one entry from the log, BACK all from an index on."""

LEAST: LevelName = "club"
"""The lowest level of a bot that takes over from a person."""

LONGEST_WITH_UNDO = 5_000
"""The number of log entries, several times what any game needs, after which nothing can be undone."""

CLOCK = "clock"
"""The message id of an entry that was made because the time for a turn was up."""

IMPORTED = "imported"
"""The origin of an imported game, which can be viewed but not continued."""

DAILY = "daily"
"""The origin of a table with the seed of the day, where the first attempt counts."""

Row = dict[str, Any]
"""A row of the store."""


class Moment(NamedTuple):
    """The moment of a finished game from which a what-if continues; stored as the origin of its table."""

    table: str
    at: int
    """The number of log entries that both games share."""
    step: int | None = None
    """The step of the review in which it was chosen; None if it was chosen in the replay."""

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


class Away(NamedTuple):
    """A player's absence; times are Unix time in milliseconds."""

    since: int
    """The time when the absence began, but not before this server began to watch the table."""
    seen: int = 0
    """The time when this server last saw the player; 0 if it never did."""


class Rewound(NamedTuple):
    """The loss of the end of a game by the store."""

    lost: int
    """The number of entries that were lost."""
    turn: int
    """The turn from which the game continues."""


def moment_of(origin: str | None) -> Moment | None:
    """Return the moment that an origin names; None if the table is not a what-if."""
    parts = (origin or "").split()
    return Moment(parts[0], *map(int, parts[1:])) if len(parts) > 1 else None


@dataclass(frozen=True)
class Sit:
    """A player takes an open seat, or returns to one that a bot holds for them.

    The salt is their contribution to the dice, the commitment one to a salt that they reveal later.
    """

    seat: int
    name: str
    invite: str | None
    salt: str | None = field(default_factory=new_seed)
    by_hand: bool = False
    commitment: str | None = None


@dataclass(frozen=True)
class Rename:
    """A player changes their name."""

    name: str


@dataclass(frozen=True)
class Leave:
    """A player leaves: their seat is freed or given to a bot; the table closes without others, or without its host."""


@dataclass(frozen=True)
class Remove:
    """The host removes a player from a seat before the game begins."""

    seat: int


@dataclass(frozen=True)
class BotMove:
    """A move of a bot, or of the quick policy for a player whose clock has run out, decided in this turn."""

    seat: int
    move: int
    turn: int
    undone: int = 0
    """The number of free undos when the move was decided."""
    for_anybody: bool = False
    """True if the move may also be made for a person."""


@dataclass(frozen=True)
class RollForAnybody:
    """The time for a turn has run out before the die was rolled."""

    turn: int


@dataclass(frozen=True)
class TimeUp:
    """The time for the whole game has run out."""


@dataclass(frozen=True)
class SaltsUp:
    """The time to commit to salts, or to reveal those of a table `sealed` at this time, has run out."""

    sealed: int | None


TableCommand = (
    MoveCommand
    | UndoCommand
    | RollCommand
    | DiceCommand
    | TakeOverCommand
    | CommitCommand
    | RevealCommand
    | Sit
    | Rename
    | Leave
    | Remove
    | BotMove
    | RollForAnybody
    | TimeUp
    | SaltsUp
)
"""The commands that can change a table."""


@dataclass(frozen=True)
class Change:
    """A change of a table, to be stored in one transaction and then applied."""

    entries: Sequence[Row] = ()
    occupants: Sequence[Occupant] = ()
    status: Status | None = None
    """The new status, if it changes."""
    result: str | None = None
    """The winners and scores as JSON, if the game ends."""
    again: str | None = None
    """The id of the rematch, once there is one."""
    sealed: int | None = None
    """The time when all commitments were in, if they now are; UNSEALED if a new player has to commit."""
    revision: int | None = None
    """The table's new revision, which grows with every change of its occupants and with `again`."""

    def is_in(self, found: Change) -> bool:
        """Return whether a change found in the store contains all of this one."""
        return all(row in found.entries for row in self.entries) and all(
            occupant in found.occupants for occupant in self.occupants
        )


NOTHING = Change()

UNSEALED = 0


class Listing(NamedTuple):
    """The columns by which tables are listed and found when a bot or clock is due."""

    changed: int
    """The time of the last public event: a change of occupants or turn, the beginning or the end of the game."""
    to_move: int
    """The seats to move, one bit for each."""
    due: int | None
    """The time when the server has to act: 0 for a bot's move, else the end of a clock."""


class Table:
    """A table in the state known to be stored."""

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
        self.deadline: int | None = None
        """The time when the turn ends, counted from the entry that began it, so that all servers agree on it."""
        self.ends: int | None = None
        """The time when the whole game ends; None once the referee has ended it."""
        self.again: str | None = row["again"]
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
        self._by_clock: dict[int, int | None] = {}
        """The time when the clock last moved for each seat in this turn; None if its player moved after that."""
        self._late: dict[int, int] = {}
        """The time when the clock moved for each seat whose last turn it ended."""
        self._turn = -1
        self._times: list[int] = []
        """The time of each entry of the match's log, if there is a clock."""
        self._began_again = 0
        """The time of the last free undo, if there is a clock."""
        self.rules: str = row["rules"]
        """The version of the rules that the log follows."""
        sound = [] if self.has_other_rules else self._sound(log)
        self.damaged = self.has_other_rules or len(sound) < len(log)
        self.accept(Change(sound, status=row["status"], result=row["result"]))
        if row["result"] is not None and (self.match is None or not self.match.over):
            self.damaged = True

    @property
    def has_other_rules(self) -> bool:
        """True if the log follows another version of the rules than the installed game, so that it cannot be read."""
        return self.rules != self.game.card.rules_version

    def _other_rules(self) -> ApiError:
        return ApiError("server.other_rules", rules=self.rules, known=self.game.card.rules_version)

    def _sound(self, log: Sequence[Row]) -> Sequence[Row]:
        """Return the entries before the first one that is missing or illegal."""
        log = log[: unbroken(log)]
        while log:
            folded = fold(log)
            illegal = first_illegal(self.game, self.opening(), [(entry["seat"], entry["move"]) for entry in folded])
            if illegal is None:
                break
            log = log[: folded[illegal]["number"]]
        return log

    @property
    def head(self) -> tuple[int, int, int | None]:
        """The number of entries, the revision, and the time of the last entry."""
        return self.count, self.revision, None if self.last is None else self.last["at"]

    def put_aside(self) -> None:
        """Make the table read-only: its rules raise, or its data is damaged."""
        self.damaged = True
        self.deadline = self.ends = None

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

    # Permissions

    def seats_of(self, player: str | None) -> list[int]:
        """Return the seats whose moves this player makes."""
        return self.occupants.seats_of(player)

    def you(self, player: str | None) -> int | None:
        """Return the seat sent to this player as `you`; None if they have several, or only watch."""
        mine = self.seats_of(player)
        return mine[0] if len(mine) == 1 else None

    def has_player(self, player: str | None) -> bool:
        """Return whether this player has a seat here, or a bot holds one for them."""
        return self.occupants.has_player(player)

    def is_alone(self, player: str | None) -> bool:
        """Return whether no other person sits here, can return or is the host, except those who have left."""
        stay = {one.player for one in self.occupants if not one.has_left}
        left = {one.player for one in self.occupants if one.has_left} - stay
        return stay | ({self.host} - left) <= {player, None}

    @property
    def is_simultaneous(self) -> bool:
        """True if all seats act simultaneously, so that no one knows who has moved in this turn."""
        return "simultaneous" in self.game.card.capabilities

    @property
    def level(self) -> LevelName:
        """The level of a bot that takes over from a person: that of the best bot here, at least LEAST."""
        levels = {one.level for one in self.occupants if one.kind == BOT} | {LEAST}
        return cast(LevelName, max(levels & {*LEVELS}, key=LEVELS.index))

    def takeover_at(self, seat: int, player: str | None, away: Away, wait: float) -> int | None:
        """Return the time when a bot can take over from an absent person at a player's request.

        With a clock, that is `wait` seconds after the clock ended a turn of an absent person who has not returned;
        without one, `wait` seconds into their turn. Return None if neither applies.
        """
        if not self.is_running or seat in self.seats_of(player):
            return None
        if self.clock is None:
            began = self.changed if self._may_wait_for(seat, player) else None
        else:
            began = self._late.get(seat)
            began = None if began is None or away.seen >= began else began
        return None if began is None else max(began, away.since) + int(1000 * wait)

    def _may_wait_for(self, seat: int, player: str | None) -> bool:
        """Return whether a player is waiting for a seat, as far as they may know.

        In a simultaneous round it is secret who has finished: a player who has finished may be waiting for anyone.
        """
        if self.is_simultaneous:
            return not any(self._moves(own) for own in self.seats_of(player))
        return seat in self.seats_to_move()

    @property
    def gives_hints(self) -> bool:
        """True if players may ask for hints: the table allows them, or no other person plays or can return.

        The game of the day has no hints, so that everyone has the same chances.
        """
        return self.origin != DAILY and (self.hints or not self.occupants.is_between_people)

    @property
    def allows_undo(self) -> bool:
        """True if the log is short enough for another undo: moving and undoing must not make it grow without limit."""
        return self.count < LONGEST_WITH_UNDO

    @property
    def undoes_freely(self) -> bool:
        """True if moves can be undone after something new was revealed: one person plays, with bots or alone.

        A bot that holds the seat of a person counts as that person. The game of the day follows the ordinary rule.
        """
        return self.occupants.has_one_person and self.origin != DAILY

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
    def undone(self) -> int:
        """The number of free undos; a game that has any does not count in statistics."""
        return 0 if self.match is None else self.match.undone

    def perspective_of(self, player: str | None, wanted: int | None = None) -> int:
        """Return the perspective of a player: one of their seats, the `wanted` one if given, or SPECTATOR.

        Raise NotFound for a table that they may not see, as if it did not exist.
        """
        if self._is_hidden_from(player):
            raise self._not_found()
        mine = self.seats_of(player)
        if wanted is not None and wanted in mine:
            return wanted
        if wanted is not None and wanted != SPECTATOR:
            raise ApiError("server.not_yours")
        if mine:
            return mine[0]
        return SPECTATOR

    def _is_hidden_from(self, player: str | None) -> bool:
        """Return whether a player must not know that this table exists."""
        return self.watch == "nobody" and (player is None or player != self.host) and not self.has_player(player)

    def _not_found(self) -> NotFound:
        """Return the same error as for a table that does not exist."""
        return NotFound("server.no_table", table=self.id)

    def check_invited(self, player: str | None, secret: str | None) -> None:
        """Raise NotFound for a player who may not see this table and has no invitation to it."""
        if self._is_hidden_from(player) and self._seat_of_invitation(secret or "") is None:
            raise self._not_found()

    def _seat_of_invitation(self, secret: str) -> int | None:
        for one in self.occupants if self.status != OVER else ():
            if one.kind == OPEN and one.invite is not None and compare_digest(one.invite.encode(), secret.encode()):
                return one.seat
        return None

    def invited_seat(self, player: str | None, secret: str) -> int:
        """Return the seat that an invitation is for, or the player's own seat if they may not take another."""
        own = [one.seat for one in self.occupants if player is not None and one.player == player]
        if own and not self.several_seats:
            return own[0]
        seat = self._seat_of_invitation(secret)
        if seat is not None:
            return seat
        if own:
            return own[0]
        raise self._not_found() if self._is_hidden_from(player) else NotFound("server.no_invitation")

    def check_seat(self, seat: int) -> None:
        """Raise ApiError if there is no such seat."""
        if not 0 <= seat < self.seats:
            raise ApiError("server.no_seat", seat=seat, last=self.seats - 1)

    def check_owner(self, seat: int, player: str | None) -> None:
        """Raise ApiError unless the seat belongs to this player."""
        if not 0 <= seat < self.seats or not self.occupants[seat].belongs_to(player):
            self.check_seat(seat)
            raise ApiError("server.not_yours")

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
        times = [time for time in (self.deadline, self.ends, self.salts_by) if time is not None]
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
        return choices_for(self.game.plain, self.match.peek(seat), seat)

    # Commands: each returns the change to store and leaves the table as it is

    def handle(
        self,
        command: TableCommand,
        player: str | None,
        *,
        away: Callable[[str], Away | None] = lambda player: Away(0),
        wait: float = 0.0,
        seen: Callable[[], Collection[int]] | None = None,
    ) -> Change:
        """Check a player's command and return the change that it makes.

        `away` returns a player's absence, None if they are here; `wait` is as in `takeover_at`. `seen` returns the
        versions of the views that this player sees now.
        """
        if self.damaged and not isinstance(command, Leave):
            raise self._other_rules() if self.has_other_rules else ApiError("server.damaged")
        match command:
            case MoveCommand() | UndoCommand():
                return self._handle_once(command, player, seen)
            case RollCommand():
                self.check_owner(command.seat, player)
                return self._rolled() if command.seat == self.roller else NOTHING
            case RollForAnybody():
                return self._rolled() if command.turn == self._running().turn else NOTHING
            case DiceCommand():
                return self._set_dice(command, player)
            case BotMove():
                return self._bot_move(command)
            case Sit():
                return self._sit(command, player)
            case Leave():
                return self._leave(player)
            case Remove():
                return self._remove(command, player)
            case Rename():
                return self._rename(command, player)
            case TakeOverCommand():
                return self._take_over(command, player, away, wait)
            case CommitCommand():
                return self._commit(command, player)
            case RevealCommand():
                return self._reveal(command, player)
            case SaltsUp():
                return self._salts_up(command)
            case TimeUp():
                return NOTHING if self.ends is None else self._change(self._running().prepare_time())

    def _handle_once(
        self, command: MoveCommand | UndoCommand, player: str | None, seen: Callable[[], Collection[int]] | None
    ) -> Change:
        """Handle a move or an undo by the owner of a seat; ignore a message that was handled before."""
        self.check_owner(command.seat, player)
        message = f"{command.seat} {command.id}" if command.id else None
        if message in self._messages:
            return NOTHING
        if seen is not None and command.number is not None and command.number not in seen():
            raise ApiError("server.moved_on")
        match = self._running()
        if isinstance(command, MoveCommand):
            if self.roller is not None:
                raise ApiError("server.roll_first")
            return self._change(prepare_decision(match, command.seat, command.move), message)
        return self._undo(match, command.seat, message)

    def _undo(self, match: Match, seat: int, message: str | None) -> Change:
        """Undo the seat's last decision; a free undo also removes everything after it."""
        if not self.allows_undo:
            raise ApiError("server.too_many_undos")
        freely, moment = self.undoes_freely and not match.may_undo(seat), 0 if self.moment is None else self.moment.at
        last = match.prepare_going_back(seat) if freely else match.prepare_undo(seat)
        if last < moment:
            raise ApiError("server.moment")
        first = max(decision_of(match, last), moment)
        if freely:
            return Change(self._rows(BACK, [(seat, first)], message))
        return Change(self._rows(UNDO, [(seat, index) for index in range(last, first - 1, -1)], message))

    def _bot_move(self, command: BotMove) -> Change:
        """Make a bot's move if it is still wanted: a person may have returned, or undone a move, meanwhile."""
        match, kind = self._running(), self.occupants[command.seat].kind
        if (match.turn, match.undone) != (command.turn, command.undone) or command.move not in self._moves(
            command.seat
        ):
            return NOTHING
        if kind != BOT and not command.for_anybody:
            return NOTHING
        return self._change(match.prepare(command.seat, command.move), CLOCK if command.for_anybody else None)

    def _rolled(self) -> Change:
        """Roll the die that the game is waiting for, if any."""
        return NOTHING if self.roller is None else self._change(self._running().prepare_roll())

    def _set_dice(self, command: DiceCommand, player: str | None) -> Change:
        """Switch a seat's dice between manual and automatic; a waiting die is rolled if they become automatic."""
        self.check_owner(command.seat, player)
        before = self.occupants[command.seat]
        if before.by_hand == command.by_hand or self.status == OVER:
            return NOTHING
        rolled = self._rolled() if command.seat == self.roller and not command.by_hand else NOTHING
        return replace(rolled, occupants=[replace(before, by_hand=command.by_hand)])

    def _sit(self, command: Sit, player: str | None) -> Change:
        self.check_seat(command.seat)
        before = self.occupants[command.seat]
        if player is None or before.belongs_to(player):
            return NOTHING
        if before.kind == OPEN and self.status == OVER:
            raise ApiError("server.over")
        if before.waits_for(player):
            new = before.taken(player, before.name, before.salt, before.commitment)
        elif before.kind == OPEN and self.has_player(player) and not self.several_seats:
            raise ApiError("server.one_each")
        elif before.kind == OPEN and (self.watch == "anyone" or command.invite == before.invite):
            new = before.taken(player, clean_name(command.name), command.salt, command.commitment)
        else:
            raise ApiError("server.invited_only" if before.kind == OPEN else "server.taken")
        return self.settle([replace(new, by_hand=command.by_hand)])

    def _commit(self, command: CommitCommand, player: str | None) -> Change:
        """Commit a seat to a salt; of two commitments, from two tabs, the first counts."""
        self.check_owner(command.seat, player)
        before = self.occupants[command.seat]
        if before.commitment is not None:
            return NOTHING
        if self.asked.get(command.seat) != "commitment":
            raise ApiError("server.commitment_unasked")
        return self.settle([replace(before, commitment=salts.check_commitment(command.commitment))])

    def _reveal(self, command: RevealCommand, player: str | None) -> Change:
        """Reveal a seat's salt, which is accepted only after all seats have committed to theirs."""
        self.check_owner(command.seat, player)
        before = self.occupants[command.seat]
        if before.salt is not None and before.salt == command.salt:
            return NOTHING
        if before.commitment is None or before.salt is not None:
            raise ApiError("server.salt_unasked")
        if self.status != WAITING:
            raise ApiError("server.salt_too_late")
        if self.sealed is None or self._has_room:
            raise ApiError("server.salt_too_early")
        return self.settle([replace(before, salt=salts.check_revealed(before.commitment, command.salt))])

    def _salts_up(self, command: SaltsUp) -> Change:
        """Stop waiting: generate salts for seats without a commitment, and do without salts that were not revealed."""
        if self.salts_by is None or command.sealed != self.sealed:
            return NOTHING
        if self.sealed is not None:
            return self.start()
        return self.settle([replace(one, salt=new_seed()) for one in salts.uncommitted(self.occupants)])

    def _rename(self, command: Rename, player: str | None) -> Change:
        """Give a player's seats the new name, except those of others at the same screen; ignore a finished game."""
        if player is None or self.status == OVER:
            return NOTHING
        theirs = [one for one in self.occupants if one.player == player and one.kind != HERE]
        return Change(occupants=[replace(one, name=command.name) for one in theirs if one.name != command.name])

    def _take_over(
        self, command: TakeOverCommand, player: str | None, away: Callable[[str], Away | None], wait: float
    ) -> Change:
        """Let a bot play for a person who has been away for long enough, at the request of a waiting player."""
        mine = self.seats_of(player)
        if not mine:
            raise ApiError("server.not_seated")
        self.check_seat(command.seat)
        self._running()
        left = self.occupants[command.seat]
        if left.kind == BOT and left.player is not None:
            return NOTHING
        if left.kind not in (PERSON, HERE) or left.player is None:
            raise ApiError("server.no_person")
        if command.seat in mine:
            return self._replaced([left], command.seat)
        if (absence := away(left.player)) is None:
            raise ApiError("server.still_here")
        at = self.takeover_at(command.seat, player, absence, wait)
        if at is None:
            raise ApiError("server.not_awaited" if self.clock is None else "server.clock_runs")
        if at > now():
            raise ApiError("server.too_soon", n=-((now() - at) // 1000))
        return self._replaced([left], mine[0])

    def _replaced(self, seated: Sequence[Occupant], asked_by: int | None = None) -> Change:
        """Replace people by bots; they left on their own unless another seat asked for it."""
        rolled = self._rolled() if self.roller in [one.seat for one in seated] else NOTHING
        bots = [one.replaced(self.level, one.seat if asked_by is None else asked_by) for one in seated]
        if self.status == WAITING:
            return self.settle(bots)
        return replace(rolled, occupants=bots) if bots else NOTHING

    def _leave(self, player: str | None) -> Change:
        """Let a player leave; the table closes if no one else plays, or if its host leaves before the game begins."""
        if self.status == OVER or player is None:
            return NOTHING
        if self.is_alone(player) or (self.status == WAITING and player == self.host):
            return Change(status=OVER)
        if self.damaged:
            return NOTHING
        own = [one for one in self.occupants if one.player == player]
        if self.status == WAITING and self.sealed is None:
            return Change(occupants=[free_seat(one.seat) for one in own])
        return self._replaced([one for one in own if not one.has_left])

    def _remove(self, command: Remove, player: str | None) -> Change:
        """Free another player's seat at the host's request, before the game begins."""
        self.check_seat(command.seat)
        if player is None or player != self.host:
            raise ApiError("server.only_host")
        if self.status != WAITING or self.sealed is not None:
            raise ApiError("server.begun")
        guest = self.occupants[command.seat]
        if guest.kind == OPEN:
            return NOTHING
        if guest.kind != PERSON or guest.player == player:
            raise ApiError("server.no_guest")
        return Change(occupants=[free_seat(command.seat)])

    def settle(self, occupants: Sequence[Occupant] = ()) -> Change:
        """Seat these occupants; once no seat is open, collect salts, and start the game when none is missing.

        A newcomer on the seat of a player who left may know salts that were revealed: then all commit to new ones.
        """
        seated = self.occupants.with_changes(occupants)
        is_new = any(self.occupants[one.seat].kind == OPEN for one in occupants)
        if self.status == WAITING and self.sealed is not None and is_new:
            new = {one.seat for one in occupants}
            known = [one for one in self.occupants if one.commitment is not None and one.seat not in new]
            if known:
                forgotten = [replace(one, salt=None, commitment=None) for one in known]
                return Change(occupants=[*forgotten, *occupants], sealed=UNSEALED)
        if self.status != WAITING or any(one.kind == OPEN for one in seated):
            return Change(occupants=occupants)
        if self.sealed is None and seated.is_between_people and salts.uncommitted(seated):
            return Change(occupants=occupants)
        if salts.unrevealed(seated):
            return Change(occupants=occupants, sealed=None if self.sealed else now())
        return self.start(occupants)

    def start(self, occupants: Sequence[Occupant] = (), log: Sequence[Entry] = ()) -> Change:
        """Start the game, optionally from an existing log."""
        begun = self._match(log, occupants)
        return Change(self._rows(MOVE, begun.log), occupants, OVER if begun.over else PLAYING, self._result(begun))

    def finished(self, log: Sequence[Entry], undone: int = 0) -> Change:
        """Return the change that stores an imported game, which cannot be continued."""
        result = self._result(self._match(log, undone=undone))
        return Change(self._rows(MOVE, log), status=OVER, result=result)

    def _result(self, match: Match) -> str | None:
        return summary(self.game, match.state, match.undone) if match.over else None

    def _running(self) -> Match:
        if self.match is None:
            raise ApiError("server.not_begun")
        if self.status != PLAYING:
            raise ApiError("server.over")
        return self.match

    def _change(self, entries: Sequence[Entry], message: str | None = None) -> Change:
        """Return the change that adds these entries, and ends the game if they do."""
        assert self.match is not None
        rows = self._rows(MOVE, entries, message)
        after = self.match.after(entries)
        if self.game.plain.to_move(after) != ENDED:
            return Change(rows)
        return Change(rows, status=OVER, result=summary(self.game, after, self.match.undone))

    def _rows(self, kind: str, entries: Iterable[Entry], message: str | None = None) -> list[Row]:
        """Return new log entries as rows; the message id goes to the first."""
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

    # Stored changes

    def accept(self, change: Change) -> None:
        """Apply a change that was stored by this server or another one."""
        before, entries = self.status, change.entries
        moved = [one for one in change.occupants if not one.is_same_player(self.occupants[one.seat])]
        self.occupants = self.occupants.with_changes(change.occupants)
        if self.match is not None:
            self.match.players, self.match.by_hand = self.occupants.names, self.occupants.rollers
        self.status = change.status or self.status
        self.again = change.again or self.again
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
                self._by_clock[row["seat"]] = row["at"] if row["message"] == CLOCK else None
                self.match.extend([(row["seat"], row["move"])])
            if self.match.turn != turn:
                self.changed = max(self.changed, row["at"])
            if self.clock is not None and (self.match.turn != turn or not self.is_simultaneous):
                self._late = {seat: at for seat, at in (self._late | self._by_clock).items() if at is not None}
                self._by_clock = {}
        self.match.forget_positions()

    def _note(self, entries: Sequence[Row]) -> None:
        """Count the new entries, remember their messages, and set the clocks."""
        if self.count == 0 and entries and self.minutes is not None:
            self.ends = entries[0]["at"] + 60_000 * self.minutes
        self.count += len(entries)
        self.last = entries[-1] if entries else self.last
        if self.rewound is not None and self.match is not None and self.match.turn >= self.rewound.turn + self.seats:
            self.rewound = None
        for entry in entries:
            if entry["message"]:
                self._messages.add(entry["message"])
            if entry["seat"] == REFEREE:
                self.ends = None
        if self.status == OVER or self.damaged:
            self.ends = self.deadline = None
        elif self.clock is not None and self.match is not None:
            self._set_deadline(self.match, self.clock, entries)

    def _set_deadline(self, match: Match, clock: int, entries: Sequence[Row]) -> None:
        """Set the turn's clock, which runs from the entry that began the turn.

        An undo gives no extra time, except a free undo: it restarts the turn.
        """
        began_again = self._began_again
        for entry in entries:
            if entry["kind"] == UNDO:
                del self._times[entry["move"]]
            elif entry["kind"] == BACK:
                del self._times[entry["move"] :]
                self._began_again = entry["at"]
            else:
                self._times.append(entry["at"])
        if match.turn != self._turn or self._began_again != began_again:
            self._turn = match.turn
            first = bisect_left(match.positions(), match.turn, key=lambda state: state.turns)
            began = self._times[max(first - 1, 0)] if self._times else self.began
            self.deadline = max(began, self._began_again) + 1000 * clock


def check_level(level: str | None) -> LevelName:
    """Return a bot level; raise ApiError if it is unknown."""
    known = known_level(level)
    if known is None:
        raise ApiError("server.no_level", level=str(level)[:40], levels=", ".join(LEVELS))
    return known


def known_level(level: str | None) -> LevelName | None:
    """Return a bot level, or None if it is unknown."""
    return cast(LevelName, level) if level in (*LEVELS, *QUICK) else None


def summary(game: Game, s: AnyState, undone: int = 0) -> str:
    """Return a finished game's winners, scores, teams and number of free undos as JSON, for the lists."""
    points, shares = [0] * s.seats, [0.0] * s.seats
    game.plain.scores(s, points)
    game.plain.returns(s, shares)
    winners = [seat for seat, share in enumerate(shares) if share == max(shares)]
    found: dict[str, object] = {"winners": winners, "scores": points}
    if (sides := game.scenes.sides(s)) != list(range(s.seats)):
        found["sides"] = sides
    return json.dumps(found | ({"undone": undone} if undone else {}))


def sides_in(result: str | None, seats: int) -> list[int]:
    """Return the side of each seat of a finished game; without teams every seat is its own side."""
    sides: list[int] = json.loads(result).get("sides", []) if result else []
    return sides or list(range(seats))


def undone_in(result: str | None) -> int:
    """Return the number of free undos of a finished game; 0 if it is not over."""
    return int(json.loads(result).get("undone", 0)) if result else 0


def unbroken(log: Sequence[Row]) -> int:
    """Return the number of entries before the first gap, or before an undo of an entry that does not exist."""
    size = 0
    for count, entry in enumerate(log):
        kind, place = entry["kind"], entry["move"]
        known = kind == MOVE or (kind == UNDO and 0 <= place < size) or (kind == BACK and 0 <= place <= size)
        if entry["number"] != count or not known:
            return count
        size = {MOVE: size + 1, UNDO: size - 1, BACK: place}[kind]
    return len(log)


def fold(log: Iterable[Row]) -> list[Row]:
    """Return the entries that count, without those that were undone."""
    folded: list[Row] = []
    for entry in log:
        if entry["kind"] == UNDO:
            del folded[entry["move"]]
        elif entry["kind"] == BACK:
            del folded[entry["move"] :]
        else:
            folded.append(entry)
    return folded


def now() -> int:
    """Return the Unix time in milliseconds."""
    return time.time_ns() // 1_000_000
