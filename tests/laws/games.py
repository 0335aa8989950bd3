"""Every game of the package with every number of seats and every value of every option."""

from __future__ import annotations

from trackside.games import GAMES
from trackside.games.catalogue import OWN
from trackside.laws.tables import THOROUGH, Table, random_game, seeds, tables_of

__all__ = ["TABLES", "THOROUGH", "TRIED", "Table", "random_game", "seeds"]

TABLES = [table for game in GAMES.values() if game.package.startswith(OWN) for table in tables_of(game)]


def fewest_and_most(tables: list[Table]) -> list[Table]:
    """The fewest and the most seats with the usual options; another value of an option with the fewest it goes with.

    Who begins is another colour for every seat: three are enough.
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
