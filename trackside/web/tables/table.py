"""A table: turns a command into a change to store, and applies a change that was stored.

It does no I/O and sets no timers. `TableState` applies changes, `TableAccess` knows who may do what.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from trackside.core.protocol import OVER as ENDED
from trackside.play.dice import new_seed
from trackside.play.events import Entry
from trackside.play.forced import decision_of, prepare_decision
from trackside.play.match import Match
from trackside.web.api.commands import (
    CommitCommand,
    DiceCommand,
    MoveCommand,
    RevealCommand,
    RollCommand,
    TakeOverCommand,
    UndoCommand,
)
from trackside.web.errors import ApiError
from trackside.web.tables import salts
from trackside.web.tables.access import TableAccess
from trackside.web.tables.changes import (
    NOTHING,
    OVER,
    PLAYING,
    UNSEALED,
    WAITING,
    BotMove,
    Change,
    Leave,
    Remove,
    Rename,
    RollForAnybody,
    SaltsUp,
    Sit,
    TableCommand,
    TimeUp,
)
from trackside.web.tables.log import BACK, CLOCK, MOVE, UNDO, Row
from trackside.web.tables.presence import Away
from trackside.web.tables.results import summary
from trackside.web.tables.seats import BOT, HERE, OPEN, PERSON, Occupant, clean_name, free_seat
from trackside.web.unix_time import now


class Table(TableAccess):
    """A table that handles commands: each gives the change to store, and leaves the table as it is."""

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
                return NOTHING if self.deadlines.game is None else self._change(self._running().prepare_time())

    def _handle_once(
        self, command: MoveCommand | UndoCommand, player: str | None, seen: Callable[[], Collection[int]] | None
    ) -> Change:
        """Handle a move or an undo by the owner of a seat; ignore a message that was handled before."""
        self.check_owner(command.seat, player)
        message = f"{command.seat} {command.id}" if command.id else None
        if message in self._messages:
            return NOTHING
        if seen is not None and command.version is not None and command.version not in seen():
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
