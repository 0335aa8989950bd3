"""Who sits where: a chair at a table, and whose it is."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, replace

PERSON, HERE, BOT, OPEN = "person", "here", "bot", "open"
"""Somebody with a browser of their own; another person at the host's screen; a bot; nobody yet."""

LONGEST_NAME = 24


@dataclass(frozen=True)
class Chair:
    """One seat of a table; `player` is a digest of the token in their cookie, `invite` opens an open seat once."""

    seat: int
    kind: str
    player: str | None = None
    name: str = ""
    level: str | None = None
    invite: str | None = None

    def taken(self, player: str, name: str) -> Chair:
        """The chair with somebody on it; the invitation is used up."""
        return replace(self, kind=PERSON, player=player, name=name, level=None, invite=None)

    def replaced(self, level: str) -> Chair:
        """The chair with a bot that plays for whoever has left; it stays theirs to come back to."""
        return replace(self, kind=BOT, level=level)

    def belongs_to(self, player: str | None) -> bool:
        """Whether this player makes the moves of this chair."""
        return player is not None and self.player == player and self.kind in (PERSON, HERE)


def new_secret() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, no control characters, not too long."""
    return re.sub(r"\s+", " ", "".join(sign for sign in text if sign.isprintable())).strip()[:LONGEST_NAME]
