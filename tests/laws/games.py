"""Every game of the package with every number of seats and every value of every option."""

from __future__ import annotations

from trackside.games import GAMES
from trackside.games.catalogue import OWN
from trackside.laws.tables import THOROUGH, Table, random_game, seeds, tables_of

__all__ = ["GOLDEN", "TABLES", "THOROUGH", "TRIED", "Table", "random_game", "seeds"]

TABLES = [table for game in GAMES.values() if game.package.startswith(OWN) for table in tables_of(game)]

SET_UP = {"first": "purple", "rounds": "1"}
"""Options that only fill a field of the opening, with the one value of each whose games are golden files."""


def golden(tables: list[Table]) -> list[Table]:
    """Return the tables with golden files: every number of seats; other options with the fewest and most seats.

    An option that only fills a field of the opening has one value with the fewest seats.
    """
    kept = []
    for table in tables:
        seats = [one.seats for one in tables if (one.game, one.options) == (table.game, table.options)]
        names = SET_UP.keys() & table.options.keys()
        if names:
            if table.seats == min(seats) and all(table.options[name] == SET_UP[name] for name in names):
                kept.append(table)
        elif not table.options or table.seats in (min(seats), max(seats)):
            kept.append(table)
    return kept


GOLDEN = golden(TABLES)


def fewest_and_most(tables: list[Table]) -> list[Table]:
    """Return the default tables with the fewest and most seats, and other options with the fewest seats they allow.

    Three seats are enough for the option that names the player who begins.
    """
    kept = []
    for table in tables:
        seats = [one.seats for one in tables if (one.game, one.options) == (table.game, table.options)]
        is_enough = "first" not in table.options or table.seats <= 3
        if (table.seats == min(seats) and is_enough) or (not table.options and table.seats == max(seats)):
            kept.append(table)
    return kept


TRIED = TABLES if THOROUGH else fewest_and_most(TABLES)
"""The tables on which the laws are tested."""
