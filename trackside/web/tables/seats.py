"""Who sits where: the occupant of a seat, and whose it is."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

from trackside.web import limits
from trackside.web.api.messages import Colour, LevelName, SeatCard, SeatKind

PERSON: SeatKind = "person"
HERE: SeatKind = "here"
BOT: SeatKind = "bot"
OPEN: SeatKind = "open"

COLOURS: tuple[Colour, ...] = get_args(Colour)


@dataclass(frozen=True)
class Occupant:
    """Who has a seat; `player` is a digest of the token in their cookie, `invite` opens an open seat once.

    `salt` is what the seat adds to the dice, `commitment` the SHA-256 of a salt that was, or is yet to be, revealed.
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
    """Whether a person here rolls their dice themselves; else they roll when the turn begins."""
    asked_by: int | None = None
    """The seat that asked for the bot which plays for this player: their own if they have left."""

    def taken(self, player: str, name: str, salt: str | None, commitment: str | None) -> Occupant:
        """Return the seat with a person on it; the invitation is used up."""
        seated = replace(self, kind=PERSON, player=player, name=name, level=None, invite=None, asked_by=None)
        return replace(seated, salt=salt, commitment=commitment)

    def replaced(self, level: LevelName, asked_by: int) -> Occupant:
        """The seat with a bot that plays for its player, who can come back to it."""
        return replace(self, kind=BOT, level=level, asked_by=asked_by)

    @property
    def has_left(self) -> bool:
        """Whether the player of this seat has left it to a bot."""
        return self.kind == BOT and self.asked_by == self.seat

    @property
    def rolls(self) -> bool:
        """Whether the dice of this seat wait for a person."""
        return self.by_hand and self.kind in (PERSON, HERE)

    def belongs_to(self, player: str | None) -> bool:
        """Whether this player makes the moves of this seat."""
        return player is not None and self.player == player and self.kind in (PERSON, HERE)

    def is_same_player(self, other: Occupant) -> bool:
        """Return whether the same player or bot has the seat, whatever their name is."""
        return replace(self, name="") == replace(other, name="")

    def waits_for(self, player: str | None) -> bool:
        """Whether a bot keeps this seat for this player."""
        return player is not None and self.player == player and self.kind == BOT

    def card(self, player: str | None) -> SeatCard:
        """The seat as this player is told of it."""
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
    """The occupants of a table by seat; what follows from them is computed once, because every move asks for it."""

    def with_changes(self, newcomers: Iterable[Occupant]) -> Seating:
        """Return the seating with newcomers on their seats."""
        new = {one.seat: one for one in newcomers}
        return Seating(new.get(one.seat, one) for one in self) if new else self

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the players, empty where they have none."""
        return tuple(one.name for one in self)

    @cached_property
    def rollers(self) -> frozenset[int]:
        """The seats whose dice wait for a person."""
        return frozenset(one.seat for one in self if one.rolls)

    @cached_property
    def has_only_bots(self) -> bool:
        """Whether bots have all seats."""
        return all(one.kind == BOT for one in self)

    @cached_property
    def has_room(self) -> bool:
        """Whether a seat is open."""
        return any(one.kind == OPEN for one in self)

    @cached_property
    def has_one_person(self) -> bool:
        """Whether one person plays, with bots or alone; a bot that keeps the seat of a person counts as them."""
        return sum(one.kind == OPEN or one.player is not None for one in self) == 1

    @cached_property
    def is_between_people(self) -> bool:
        """Whether more than one player sits here, or may still come; people at one screen are one player."""
        return between_people(self)

    @cached_property
    def _by_player(self) -> dict[str, list[int]]:
        players = {one.player for one in self if one.player is not None}
        return {player: [one.seat for one in self if one.belongs_to(player)] for player in players}

    def seats_of(self, player: str | None) -> list[int]:
        """Return the seats whose moves a player makes."""
        return [] if player is None else self._by_player.get(player, [])

    def has_player(self, player: str | None) -> bool:
        """Return whether a player sits here, or will when they come back."""
        return player in self._by_player


def team_colours(cards: list[SeatCard], sides: Sequence[int]) -> list[SeatCard]:
    """Give partners the colour of the pieces they share; players without a name are called by that of their seat."""
    return [{**card, "colour": COLOURS[sides[card["seat"]]]} if card["name"] else card for card in cards]


def between_people(occupants: Iterable[Occupant]) -> bool:
    """Whether more than one player sits here, or may still come; people at one screen are one player."""
    seated = list(occupants)
    return any(one.kind == OPEN for one in seated) or len({one.player for one in seated} - {None}) > 1


def free_seat(seat: int) -> Occupant:
    """Return an open seat with a new invitation."""
    return Occupant(seat, OPEN, invite=new_secret())


def new_secret() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, no control characters, not too long."""
    return re.sub(r"\s+", " ", "".join(sign for sign in text if sign.isprintable())).strip()[: limits.NAME]
