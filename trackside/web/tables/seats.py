"""The seats of a table, their occupants and their owners."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast, get_args

from trackside.search.agents import LEVELS, QUICK
from trackside.web import limits
from trackside.web.api.common import Colour, LevelName, SeatKind
from trackside.web.api.table import SeatCard
from trackside.web.errors import ApiError

PERSON: SeatKind = "person"
HERE: SeatKind = "here"
BOT: SeatKind = "bot"
OPEN: SeatKind = "open"

COLOURS: tuple[Colour, ...] = get_args(Colour)


@dataclass(frozen=True)
class Occupant:
    """The occupant of a seat.

    `player` is a digest of the token in the player's cookie, `invite` a secret that admits one player to an open seat.
    `salt` is the seat's contribution to the dice, `commitment` the SHA-256 of a salt that was, or will be, revealed.
    """

    seat: int
    kind: SeatKind
    player: str | None = None
    name: str = ""
    level: LevelName | None = None
    invite: str | None = None
    salt: str | None = None
    commitment: str | None = None
    by_hand: bool = False
    """True if the person rolls the dice themselves; otherwise the dice roll when the turn begins."""
    asked_by: int | None = None
    """The seat that requested the bot playing for this player: their own if they have left."""

    def taken(self, player: str, name: str, salt: str | None, commitment: str | None) -> Occupant:
        """Return the seat with a person on it and without its invitation."""
        seated = replace(self, kind=PERSON, player=player, name=name, level=None, invite=None, asked_by=None)
        return replace(seated, salt=salt, commitment=commitment)

    def replaced(self, level: LevelName, asked_by: int) -> Occupant:
        """Return the seat with a bot that plays for its player, who can return to it."""
        return replace(self, kind=BOT, level=level, asked_by=asked_by)

    @property
    def has_left(self) -> bool:
        """True if the player of this seat has left it to a bot."""
        return self.kind == BOT and self.asked_by == self.seat

    @property
    def rolls(self) -> bool:
        """True if the dice of this seat wait for a person to roll them."""
        return self.by_hand and self.kind in (PERSON, HERE)

    def belongs_to(self, player: str | None) -> bool:
        """Return whether this player makes the moves of this seat."""
        return player is not None and self.player == player and self.kind in (PERSON, HERE)

    def is_same_player(self, other: Occupant) -> bool:
        """Return whether the same player or bot has the seat, ignoring the name."""
        return replace(self, name="") == replace(other, name="")

    def waits_for(self, player: str | None) -> bool:
        """Return whether a bot holds this seat for this player."""
        return player is not None and self.player == player and self.kind == BOT

    def card(self, player: str | None) -> SeatCard:
        """Return the seat as it is sent to this player."""
        return {
            "seat": self.seat,
            "colour": COLOURS[self.seat],
            "kind": self.kind,
            "name": self.name,
            "level": self.level if self.kind == BOT else None,
            "mine": self.belongs_to(player),
            "asked_by": self.asked_by,
        }


class Seating(tuple[Occupant, ...]):
    """The occupants of a table by seat; derived values are cached, because every move needs them."""

    def with_changes(self, newcomers: Iterable[Occupant]) -> Seating:
        """Return the seating with the newcomers on their seats."""
        new = {one.seat: one for one in newcomers}
        return Seating(new.get(one.seat, one) for one in self) if new else self

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the players; empty where there is none."""
        return tuple(one.name for one in self)

    @cached_property
    def rollers(self) -> frozenset[int]:
        """The seats whose dice wait for a person to roll them."""
        return frozenset(one.seat for one in self if one.rolls)

    @cached_property
    def has_only_bots(self) -> bool:
        """True if bots have all seats."""
        return all(one.kind == BOT for one in self)

    @cached_property
    def has_room(self) -> bool:
        """True if a seat is open."""
        return any(one.kind == OPEN for one in self)

    @cached_property
    def has_one_person(self) -> bool:
        """True if one person plays, with bots or alone; a bot that holds a person's seat counts as that person."""
        return sum(one.kind == OPEN or one.player is not None for one in self) == 1

    @cached_property
    def is_between_people(self) -> bool:
        """True if more than one player sits here, or may still come; people at one screen are one player."""
        return between_people(self)

    @cached_property
    def _by_player(self) -> dict[str, list[int]]:
        players = {one.player for one in self if one.player is not None}
        return {player: [one.seat for one in self if one.belongs_to(player)] for player in players}

    def seats_of(self, player: str | None) -> list[int]:
        """Return the seats whose moves a player makes."""
        return [] if player is None else self._by_player.get(player, [])

    def has_player(self, player: str | None) -> bool:
        """Return whether a player has a seat here, or a bot holds one for them."""
        return player in self._by_player


def team_colours(cards: list[SeatCard], sides: Sequence[int]) -> list[SeatCard]:
    """Give partners the colour of the pieces they share; a player without a name keeps the colour of their seat."""
    return [{**card, "colour": COLOURS[sides[card["seat"]]]} if card["name"] else card for card in cards]


def between_people(occupants: Iterable[Occupant]) -> bool:
    """Return whether more than one player sits here, or may still come; people at one screen are one player."""
    seated = list(occupants)
    return any(one.kind == OPEN for one in seated) or len({one.player for one in seated} - {None}) > 1


def free_seat(seat: int) -> Occupant:
    """Return an open seat with a new invitation."""
    return Occupant(seat, OPEN, invite=new_secret())


def new_secret() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """Return the SHA-256 of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(text: str) -> str:
    """Return a name fit to be shown: one line, printable, at most `limits.NAME` characters."""
    return re.sub(r"\s+", " ", "".join(sign for sign in text if sign.isprintable())).strip()[: limits.NAME]


def check_level(level: str | None) -> LevelName:
    """Return a bot level; raise ApiError if it is unknown."""
    known = known_level(level)
    if known is None:
        raise ApiError("server.no_level", level=str(level)[:40], levels=", ".join(LEVELS))
    return known


def known_level(level: str | None) -> LevelName | None:
    """Return a bot level, or None if it is unknown."""
    return cast(LevelName, level) if level in (*LEVELS, *QUICK) else None
