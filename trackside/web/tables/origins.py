"""The origins of tables that were not created in the lobby: imported, of the day, or a what-if."""

from __future__ import annotations

from typing import NamedTuple

IMPORTED = "imported"
"""The origin of an imported game, which can be viewed but not continued."""

DAILY = "daily"
"""The origin of a table with the seed of the day, where the first attempt counts."""


class Moment(NamedTuple):
    """The moment of a finished game from which a what-if continues; stored as the origin of its table."""

    table: str
    at: int
    """The number of log entries that both games share."""
    step: int | None = None
    """The step of the review in which it was chosen; None if it was chosen in the replay."""

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


def moment_of(origin: str | None) -> Moment | None:
    """Return the moment that an origin names; None if the table is not a what-if."""
    parts = (origin or "").split()
    return Moment(parts[0], *map(int, parts[1:])) if len(parts) > 1 else None
