"""Who sits where: the occupant of a seat, and whose it is."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from trackside.web import limits
from trackside.web.messages import Colour, LevelName, SeatCard, SeatKind

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
