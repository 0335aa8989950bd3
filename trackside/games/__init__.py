"""The catalogue: every game by name."""

from trackside.games.catalogue import GAMES, find_game
from trackside.games.game import Game

__all__ = ["GAMES", "Game", "find_game"]
