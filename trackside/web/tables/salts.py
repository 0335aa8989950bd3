"""The salts that people add to the dice: everyone commits to a salt before any is revealed."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.play.dice import LONGEST, SHORTEST, commit_to, is_digest, is_salt, new_seed
from trackside.web.api.common import Asked
from trackside.web.errors import ApiError
from trackside.web.tables.seats import HERE, PERSON, Occupant

COMMITTING, REVEALING = 120, 30
"""Seconds in which people have to commit to a salt in a rematch, and to reveal it once everyone has committed."""

MAX_PATIENCE = 86_400
"""The maximum seconds to wait for salts, even where a turn may take longer."""


def uncommitted(occupants: Sequence[Occupant]) -> list[Occupant]:
    """Return the first seat of each person who has yet to commit to a salt."""
    done = {one.player for one in occupants if one.salt is not None or one.commitment is not None}
    waiting = [one for one in occupants if one.kind in (PERSON, HERE) and one.player not in done]
    return list({one.player: one for one in reversed(waiting)}.values())


def unrevealed(occupants: Sequence[Occupant]) -> list[Occupant]:
    """Return the seats that have committed to a salt but have not revealed it."""
    return [one for one in occupants if one.commitment is not None and one.salt is None]


def asked(occupants: Sequence[Occupant], sealed: bool) -> dict[int, Asked]:
    """Return what the game is waiting for, by seat; `sealed` is True once all commitments are in."""
    if sealed:
        return {one.seat: "salt" for one in unrevealed(occupants)}
    return {one.seat: "commitment" for one in uncommitted(occupants)}


def patience(clock: int | None, sealed: bool) -> int:
    """Return the seconds to wait for salts, or for commitments to them."""
    return min(max(REVEALING if sealed else COMMITTING, clock or 0), MAX_PATIENCE)


def check_part(salt: str | None, commitment: str | None) -> tuple[str | None, str | None]:
    """Return the salt and the commitment of a person who sits down: those they sent, or a salt generated here."""
    if commitment is None:
        return _checked(salt) if salt is not None else new_seed(), None
    if salt is not None:
        raise ApiError("server.salt_too_early")
    return None, check_commitment(commitment)


def check_commitment(commitment: str) -> str:
    """Return a commitment to a salt; raise ApiError if it cannot be one."""
    if not is_digest(commitment):
        raise ApiError("server.no_salt_digest")
    return commitment


def check_revealed(commitment: str, salt: str) -> str:
    """Return a revealed salt; raise ApiError if it does not match the commitment."""
    if commit_to(_checked(salt)) != commitment:
        raise ApiError("server.other_salt")
    return salt


def _checked(salt: str) -> str:
    if not is_salt(salt):
        raise ApiError("server.no_salt", least=SHORTEST, most=LONGEST)
    return salt
