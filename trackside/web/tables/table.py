"""A table: the match and who sits at it. It takes a command and says what to store; then it accepts what was stored.

It knows no database, no socket and no clock but the time: whoever stored a change, this server or another one that
serves the same table, it is accepted the same way.
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
from trackside.web.api.messages import Asked, LevelName, Status, Watch
from trackside.web.errors import ApiError, NotFound
from trackside.web.tables import salts
from trackside.web.tables.seats import BOT, HERE, OPEN, PERSON, Occupant, Seating, clean_name, free_seat

WAITING: Status = "waiting"
PLAYING: Status = "playing"
OVER: Status = "over"

MOVE, UNDO, BACK = "move", "undo", "back"
"""The kinds of entries in the store: BACK takes back everything from a place in the log on."""

LEAST: LevelName = "club"
"""The lowest level of a bot that takes over from a person."""

LONGEST_WITH_UNDO = 5_000
"""Entries of a log, several times as many as any game needs, after which nothing is undone any more."""

CLOCK = "clock"
"""The message of an entry that was made because the time for a turn was up."""

IMPORTED = "imported"
"""The origin of a game that came as a record: it is looked at, not played on."""

DAILY = "daily"
"""The origin of a table with the seed of the day: the first try counts."""

Row = dict[str, Any]
"""A row of the store."""


class Moment(NamedTuple):
    """The moment of a finished game from which a what-if continues; stored as the origin of its table."""

    table: str
    at: int
    """How many entries of the log both games share."""
    step: int | None = None
    """The step of the review it was chosen in, if it was not the replay."""

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


class Away(NamedTuple):
    """A player's absence, in Unix time, milliseconds."""

    since: int
    """When it began, as far as this server knows: not before it began to watch the table."""
    seen: int = 0
    """When this server last saw the player; 0 if it never did."""


class Rewound(NamedTuple):
    """A game that the store has lost the end of."""

    lost: int
    """How many entries were lost."""
    turn: int
    """The turn from which the game continues."""


def moment_of(origin: str | None) -> Moment | None:
    """Return the moment that an origin names; None if the table is no what-if."""
    parts = (origin or "").split()
    return Moment(parts[0], *map(int, parts[1:])) if len(parts) > 1 else None


@dataclass(frozen=True)
class Sit:
    """Somebody takes an open seat, or comes back to one that a bot kept.

    The salt is their part of the dice, the commitment one to a salt that they reveal later.
    """

    seat: int
    name: str
    invite: str | None
    salt: str | None = field(default_factory=new_seed)
    by_hand: bool = False
    commitment: str | None = None


@dataclass(frozen=True)
class Rename:
    """A player has another name from now on."""

    name: str


@dataclass(frozen=True)
class Leave:
    """A player leaves the table: their seat becomes free, or a bot's; without others, or its host, it is closed."""


@dataclass(frozen=True)
class Remove:
    """The host frees a guest's seat before the game begins."""

    seat: int


@dataclass(frozen=True)
class BotMove:
    """A move of a bot, or of the quick policy for whoever let the clock run out, decided in this turn."""

    seat: int
    move: int
    turn: int
    undone: int = 0
    """How often a move had been taken back freely when it was decided."""
    for_anybody: bool = False
    """Whether it is made for a person as well."""


@dataclass(frozen=True)
class RollForAnybody:
    """The time for a turn is up before its die was rolled."""

    turn: int


@dataclass(frozen=True)
class TimeUp:
    """The time of the game is up: the referee says so."""


@dataclass(frozen=True)
class SaltsUp:
    """The time to commit to salts, or to reveal those of a table sealed then, is up."""

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
    sealed: int | None = None
    """When all salts were committed to, if that is so now; UNSEALED if somebody new has to commit."""
    revision: int | None = None
    """What the table's becomes: it grows with every change of its occupants and with `again`."""

    def is_in(self, found: Change) -> bool:
        """Whether what was found in the store holds all of it."""
        return all(row in found.entries for row in self.entries) and all(
            occupant in found.occupants for occupant in self.occupants
        )


NOTHING = Change()

UNSEALED = 0


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
        self.moment = moment_of(self.origin)
        """Where it comes from, if it is a what-if."""
        self.began: int = row["began"]
        self.hints = bool(row["hints"])
        """Whether people who play against each other may ask for hints."""
        self.several_seats = bool(row["several_seats"])
        """Whether one person may take several seats."""
        self.commitment = commitment(self.seed)
        self.sealed: int | None = row.get("sealed") or None
        """When everybody had committed to a salt: only then are salts revealed, and no commitment is taken any more."""
        self.occupants = Seating(occupants)
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
        self.last: Row | None = None
        """The last entry of the log."""
        self.damaged = False
        """Whether part of the log is missing or illegal, or the game raises: it can be looked at, not continued."""
        self.rewound: Rewound | None = None
        """What the store has lost of this game, shown for one round after it was noticed."""
        self._messages: set[str] = set()
        self._by_clock: dict[int, int | None] = {}
        """When the clock last moved for each seat of the turn, None if its player moved after that."""
        self._late: dict[int, int] = {}
        """When the clock moved for the seats whose last turn it ended."""
        self._turn = -1
        self._times: list[int] = []
        """When each entry of the match's log was made, where there is a clock."""
        self._began_again = 0
        """When a move was last undone freely, where there is a clock."""
        self.rules: str = row.get("rules") or self.game.card.rules_version
        """The version of the rules that its log follows; earlier servers did not note it."""
        sound = [] if self.has_other_rules else self._sound(log)
        self.damaged = self.has_other_rules or len(sound) < len(log)
        self.accept(Change(sound, status=row["status"], result=row["result"]))
        if row["result"] is not None and (self.match is None or not self.match.over):
            self.damaged = True

    @property
    def has_other_rules(self) -> bool:
        """Whether its log follows another version of the rules than the game has here, so that it cannot be read."""
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
        """Return how many entries there are, the revision, and when the last entry was made."""
        return self.count, self.revision, None if self.last is None else self.last["at"]

    def put_aside(self) -> None:
        """Continue this game no more: its rules raise, or its data is damaged."""
        self.damaged = True
        self.deadline = self.ends = None

    def opening(self) -> AnyState:
        """Where the game begins."""
        if self.position is not None:
            return self.game.notation.parse_position(self.position)
        return self.game.opening(self.seats, self.options)

    def _dice(self, newcomers: Sequence[Occupant]) -> Dice:
        """Return the dice: where anybody has added a salt, the seed is only the server's part of them."""
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
        """Return what makes a copy of the match as it is now, for another thread."""
        if self.has_other_rules:
            raise self._other_rules()
        assert self.match is not None
        return partial(self._copy, tuple(self.match.log), self.match.undone, self.match.timeouts.copy())

    def _copy(self, log: Sequence[Entry], undone: int, timeouts: set[tuple[int, int]]) -> Match:
        match = self._match(log, undone=undone, play_on=False)
        match.timeouts = timeouts
        return match

    # Who may do what

    def seats_of(self, player: str | None) -> list[int]:
        """Return the seats whose moves this player makes."""
        return self.occupants.seats_of(player)

    def you(self, player: str | None) -> int | None:
        """The seat that this player is told of as `you`: none where they have several, or only watch."""
        mine = self.seats_of(player)
        return mine[0] if len(mine) == 1 else None

    def has_player(self, player: str | None) -> bool:
        """Return whether this player sits here, or will when they come back."""
        return self.occupants.has_player(player)

    def is_alone(self, player: str | None) -> bool:
        """Return whether no other person sits here, can come back or is the host, but for those who have left."""
        stay = {one.player for one in self.occupants if not one.has_left}
        left = {one.player for one in self.occupants if one.has_left} - stay
        return stay | ({self.host} - left) <= {player, None}

    @property
    def is_simultaneous(self) -> bool:
        """Whether all act at the same time, so that nobody knows who has moved in this turn."""
        return "simultaneous" in self.game.card.capabilities

    @property
    def level(self) -> LevelName:
        """The level of a bot that takes over from a person: that of the best bot here, at least LEAST."""
        levels = {one.level for one in self.occupants if one.kind == BOT} | {LEAST}
        return cast(LevelName, max(levels & {*LEVELS}, key=LEVELS.index))

    def takeover_at(self, seat: int, player: str | None, away: Away, wait: float) -> int | None:
        """Return when a bot can take over from a person who is away, at a player's wish.

        With a clock that is `wait` seconds after the clock has ended a turn of theirs and they have not come back;
        without one, `wait` seconds into their turn. None as long as neither is the case.
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
        """Return whether a player waits for a seat, as far as they may know.

        Who has finished a round in which all act at the same time is secret: there, a player who has finished it may
        be waiting for anybody.
        """
        if self.is_simultaneous:
            return not any(self._moves(own) for own in self.seats_of(player))
        return seat in self.seats_to_move()

    @property
    def gives_hints(self) -> bool:
        """Whether those who play may ask for hints: where nobody else plays, or will when they come back.

        There are none in the game of the day, in which everybody has the same chances.
        """
        return self.origin != DAILY and (self.hints or not self.occupants.is_between_people)

    @property
    def allows_undo(self) -> bool:
        """Whether anything may still be undone: moving and undoing must not make the log grow without end."""
        return self.count < LONGEST_WITH_UNDO

    @property
    def undoes_freely(self) -> bool:
        """Whether moves can be undone after something new was shown: if one person plays, with bots or alone.

        A bot that keeps the seat of a person counts as that person. The game of the day follows the ordinary rule.
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
        """How often a move was undone freely; such a game does not count in statistics."""
        return 0 if self.match is None else self.match.undone

    def perspective_of(self, player: str | None, wanted: int | None = None) -> int:
        """Return the seat from whose view a player may look, or SPECTATOR.

        A table that they may not see is not found, as if there were none.
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
        """Refuse a player who may not see this table and has no invitation to it."""
        if self._is_hidden_from(player) and self._seat_of_invitation(secret or "") is None:
            raise self._not_found()

    def _seat_of_invitation(self, secret: str) -> int | None:
        for one in self.occupants if self.status != OVER else ():
            if one.kind == OPEN and one.invite is not None and compare_digest(one.invite.encode(), secret.encode()):
                return one.seat
        return None

    def invited_seat(self, player: str | None, secret: str) -> int:
        """Return the seat that an invitation is for, or the player's own if they may have no other."""
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
        """Refuse a seat that there is not."""
        if not 0 <= seat < self.seats:
            raise ApiError("server.no_seat", seat=seat, last=self.seats - 1)

    def check_owner(self, seat: int, player: str | None) -> None:
        """Refuse whoever speaks for a seat that is not theirs."""
        if not 0 <= seat < self.seats or not self.occupants[seat].belongs_to(player):
            self.check_seat(seat)
            raise ApiError("server.not_yours")

    @property
    def roller(self) -> int | None:
        """The seat that has to roll its die now, if the game waits for that."""
        return self.match.roller if self.match is not None and self.is_running else None

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and can be continued."""
        return self.status == PLAYING and not self.damaged

    def seats_to_move(self) -> list[int]:
        """The seats that have something to do now: to move, or to roll."""
        return [seat for seat in range(self.seats) if seat == self.roller or self._moves(seat)]

    def bots_to_move(self) -> list[int]:
        """The bots that have something to do now."""
        return [one.seat for one in self.occupants if one.kind == BOT and self._moves(one.seat)]

    @property
    def has_only_bots(self) -> bool:
        """Whether nobody but bots plays: such a game continues only while someone watches it."""
        return self.occupants.has_only_bots

    @property
    def due(self) -> int | None:
        """When something has to happen by itself: a bot's move, which is due immediately, or the end of a clock."""
        if self.has_only_bots:
            return None
        times = [time for time in (self.deadline, self.ends, self.salts_by) if time is not None]
        return 0 if self.bots_to_move() else min(times, default=None)

    @property
    def asked(self) -> dict[int, Asked]:
        """What the game waits for before it begins, by seat: commitments to salts, then the salts."""
        if self.status != WAITING or (self.sealed is not None and self._has_room):
            return {}
        return salts.asked(self.occupants, self.sealed is not None)

    @property
    def _has_room(self) -> bool:
        return self.occupants.has_room

    @property
    def salts_by(self) -> int | None:
        """When the game begins without what seats are asked for; None where seats are open or nothing is missing."""
        if self.damaged or not self.asked or self._has_room:
            return None
        since = self.began if self.sealed is None else self.sealed
        return since + 1000 * salts.patience(self.clock, self.sealed is not None)

    def listing(self) -> Listing:
        """What the lists and the sweep go by now."""
        return Listing(self.changed, sum(1 << seat for seat in self.seats_to_move()), self.due)

    def _moves(self, seat: int) -> list[int]:
        if self.match is None or not self.is_running:
            return []
        return choices_for(self.game.plain, self.match.peek(seat), seat)

    # What a command would change; nothing has changed yet

    def handle(
        self,
        command: TableCommand,
        player: str | None,
        *,
        away: Callable[[str], Away | None] = lambda player: Away(0),
        wait: float = 0.0,
        seen: Callable[[], Collection[int]] | None = None,
    ) -> Change:
        """Check a command of a player and say what it changes.

        `away` tells how long a player has been away, None if they are here; `wait` as in `takeover_at`. `seen` tells
        the numbers of what this player sees now.
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
                return self._go_without(command)
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
            raise ApiError("server.moved_on")
        match = self._running()
        if isinstance(command, MoveCommand):
            if self.roller is not None:
                raise ApiError("server.roll_first")
            return self._change(prepare_decision(match, command.seat, command.move), message)
        return self._undo(match, command.seat, message)

    def _undo(self, match: Match, seat: int, message: str | None) -> Change:
        """The seat's last decision taken back; where one person plays, with all that came after it if need be."""
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
        """A bot's move if it is still asked for: a person may have come back, or undone, meanwhile."""
        match, kind = self._running(), self.occupants[command.seat].kind
        if (match.turn, match.undone) != (command.turn, command.undone) or command.move not in self._moves(
            command.seat
        ):
            return NOTHING
        if kind != BOT and not command.for_anybody:
            return NOTHING
        return self._change(match.prepare(command.seat, command.move), CLOCK if command.for_anybody else None)

    def _rolled(self) -> Change:
        """Return what the die brings that a seat has to roll now, if any does."""
        return NOTHING if self.roller is None else self._change(self._running().prepare_roll())

    def _set_dice(self, command: DiceCommand, player: str | None) -> Change:
        """A seat rolls its dice itself from now on, or no longer: then a die that waits is rolled."""
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
        """A seat commits to a salt; of two commitments, from two tabs, the first counts."""
        self.check_owner(command.seat, player)
        before = self.occupants[command.seat]
        if before.commitment is not None:
            return NOTHING
        if self.asked.get(command.seat) != "commitment":
            raise ApiError("server.commitment_unasked")
        return self.settle([replace(before, commitment=salts.check_commitment(command.commitment))])

    def _reveal(self, command: RevealCommand, player: str | None) -> Change:
        """A seat reveals its salt, which is taken only after all seats have committed to theirs."""
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

    def _go_without(self, command: SaltsUp) -> Change:
        """Go on without those who are away: with salts made here instead of commitments, without salts not revealed."""
        if self.salts_by is None or command.sealed != self.sealed:
            return NOTHING
        if self.sealed is not None:
            return self.start()
        return self.settle([replace(one, salt=new_seed()) for one in salts.uncommitted(self.occupants)])

    def _rename(self, command: Rename, player: str | None) -> Change:
        """Give a player's seats their new name; others at the same screen keep theirs, a finished game keeps all."""
        if player is None or self.status == OVER:
            return NOTHING
        theirs = [one for one in self.occupants if one.player == player and one.kind != HERE]
        return Change(occupants=[replace(one, name=command.name) for one in theirs if one.name != command.name])

    def _take_over(
        self, command: TakeOverCommand, player: str | None, away: Callable[[str], Away | None], wait: float
    ) -> Change:
        """A bot plays for somebody who has been away for long enough, at the wish of a player who waits for them."""
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
        """Bots play for these people, who left on their own unless another seat asked for it."""
        rolled = self._rolled() if self.roller in [one.seat for one in seated] else NOTHING
        bots = [one.replaced(self.level, one.seat if asked_by is None else asked_by) for one in seated]
        if self.status == WAITING:
            return self.settle(bots)
        return replace(rolled, occupants=bots) if bots else NOTHING

    def _leave(self, player: str | None) -> Change:
        """A player leaves: others play on, unless there are none or the game waits for its host to begin."""
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
        """The host frees the seat of somebody else, as long as the game has not begun."""
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
        """Seat these occupants; once no seat is open, take salts, and begin the game when nobody is waited for.

        Somebody who takes the seat of a player who left may know salts that were revealed: all commit to new ones.
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
        """Everybody is here: what the game begins with, after what has happened in it already."""
        begun = self._match(log, occupants)
        return Change(self._rows(MOVE, begun.log), occupants, OVER if begun.over else PLAYING, self._result(begun))

    def finished(self, log: Sequence[Entry], undone: int = 0) -> Change:
        """A game from a record: nobody plays it on here."""
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
        """What these entries change, also in the lists."""
        assert self.match is not None
        rows = self._rows(MOVE, entries, message)
        after = self.match.after(entries)
        if self.game.plain.to_move(after) != ENDED:
            return Change(rows)
        return Change(rows, status=OVER, result=summary(self.game, after, self.match.undone))

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
        """Bring the match on; what happens within a turn may be secret, its end is not."""
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
        """Count the new entries, remember what asked for them, and set the clocks."""
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
            self._time(self.match, self.clock, entries)

    def _time(self, match: Match, clock: int, entries: Sequence[Row]) -> None:
        """Set the turn's clock, which runs from the entry that began the turn.

        Taking a move back gives no time, unless it went back freely: then the turn begins again.
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
    """How well a bot plays, if there is one that plays so."""
    known = known_level(level)
    if known is None:
        raise ApiError("server.no_level", level=str(level)[:40], levels=", ".join(LEVELS))
    return known


def known_level(level: str | None) -> LevelName | None:
    """The same, or None if there is no such bot."""
    return cast(LevelName, level) if level in (*LEVELS, *QUICK) else None


def summary(game: Game, s: AnyState, undone: int = 0) -> str:
    """Return what the lists tell of a finished game, as JSON: winners, scores, teams, how often a move was undone."""
    points, shares = [0] * s.seats, [0.0] * s.seats
    game.plain.scores(s, points)
    game.plain.returns(s, shares)
    winners = [seat for seat, share in enumerate(shares) if share == max(shares)]
    found: dict[str, object] = {"winners": winners, "scores": points}
    if (sides := game.scenes.sides(s)) != list(range(s.seats)):
        found["sides"] = sides
    return json.dumps(found | ({"undone": undone} if undone else {}))


def sides_in(result: str | None, seats: int) -> list[int]:
    """Return the side of each seat of a finished game; every seat is its own unless the result tells of teams."""
    sides: list[int] = json.loads(result).get("sides", []) if result else []
    return sides or list(range(seats))


def undone_in(result: str | None) -> int:
    """Return how often a move was undone freely in a finished game; 0 if it is not over."""
    return int(json.loads(result).get("undone", 0)) if result else 0


def unbroken(log: Sequence[Row]) -> int:
    """Return how many entries come before a missing number, or before one that takes back what is not there."""
    size = 0
    for count, entry in enumerate(log):
        kind, place = entry["kind"], entry["move"]
        known = kind == MOVE or (kind == UNDO and 0 <= place < size) or (kind == BACK and 0 <= place <= size)
        if entry["number"] != count or not known:
            return count
        size = {MOVE: size + 1, UNDO: size - 1, BACK: place}[kind]
    return len(log)


def fold(log: Iterable[Row]) -> list[Row]:
    """The entries of the store that count: what was taken back is not among them."""
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
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000
