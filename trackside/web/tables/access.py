"""Access to a table: what each player may see and do there."""

from __future__ import annotations

from secrets import compare_digest
from typing import cast

from trackside.core.protocol import SPECTATOR
from trackside.search.agents import LEVELS
from trackside.web.api.common import LevelName
from trackside.web.errors import ApiError, NotFound
from trackside.web.tables.changes import OVER
from trackside.web.tables.origins import DAILY
from trackside.web.tables.presence import Away
from trackside.web.tables.seats import BOT, OPEN
from trackside.web.tables.state import TableState

MIN_LEVEL: LevelName = "club"
"""The lowest level of a bot that takes over from a person."""

MAX_LOG_WITH_UNDO = 5_000
"""The number of log entries, several times what any game needs, after which nothing can be undone."""


class TableAccess(TableState):
    """The state of a table, with the permissions of its players."""

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
    def level(self) -> LevelName:
        """The level of a bot that takes over from a person: that of the best bot here, at least MIN_LEVEL."""
        levels = {one.level for one in self.occupants if one.kind == BOT} | {MIN_LEVEL}
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
            began = self.deadlines.late.get(seat)
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
        return self.count < MAX_LOG_WITH_UNDO

    @property
    def undoes_freely(self) -> bool:
        """True if moves can be undone after something new was revealed: one person plays, with bots or alone.

        A bot that holds the seat of a person counts as that person. The game of the day follows the ordinary rule.
        """
        return self.occupants.has_one_person and self.origin != DAILY

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
