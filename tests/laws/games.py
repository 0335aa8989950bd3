"""Every game of the package with every number of seats and every value of every option."""

from __future__ import annotations

from trackside.games import GAMES
from trackside.games.catalogue import OWN
from trackside.laws.tables import THOROUGH, Table, random_game, seeds, tables_of

__all__ = ["TABLES", "THOROUGH", "Table", "random_game", "seeds"]

TABLES = [table for game in GAMES.values() if game.package.startswith(OWN) for table in tables_of(game)]
