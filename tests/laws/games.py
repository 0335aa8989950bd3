"""Every game of the package with every number of seats and every value of every option."""

from __future__ import annotations

from trackside.games import GAMES
from trackside.games.catalogue import OWN
from trackside.laws.tables import THOROUGH, Table, random_game, seeds, tables_of

__all__ = ["TABLES", "THOROUGH", "TRIED", "Table", "random_game", "seeds"]

TABLES = [table for game in GAMES.values() if game.package.startswith(OWN) for table in tables_of(game)]


def fewest_and_most(tables: list[Table]) -> list[Table]:
    """All tables with the usual options; other options with the fewest and the most seats that they go with."""
    kept = []
    for table in tables:
        seats = [one.seats for one in tables if (one.game, one.options) == (table.game, table.options)]
        if not table.options or table.seats in (min(seats), max(seats)):
            kept.append(table)
    return kept


TRIED = TABLES if THOROUGH else fewest_and_most(TABLES)
"""The tables on which the laws are tested."""
