"""Every game of the package with every number of seats and every value of every option."""

from __future__ import annotations

from trackside.games import GAMES
from trackside.games.catalogue import OWN
from trackside.laws.tables import THOROUGH, Table, random_game, seeds, tables_of

__all__ = ["TABLES", "THOROUGH", "TRIED", "Table", "random_game", "seeds"]

TABLES = [table for game in GAMES.values() if game.package.startswith(OWN) for table in tables_of(game)]


def fewest_and_most(tables: list[Table]) -> list[Table]:
    """All tables with the usual options; another value of an option with the fewest and the most seats it goes with."""
    kept = []
    for table in tables:
        alike = [one for one in tables if (one.game, one.options.keys()) == (table.game, table.options.keys())]
        seats = [one.seats for one in alike]
        if not table.options or table.seats == min(seats) or table == last_with(alike, max(seats)):
            kept.append(table)
    return kept


def last_with(tables: list[Table], seats: int) -> Table:
    """The last table with so many seats."""
    return [table for table in tables if table.seats == seats][-1]


TRIED = TABLES if THOROUGH else fewest_and_most(TABLES)
"""The tables on which the laws are tested."""
