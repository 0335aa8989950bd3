"""Texts written once for all games, compiled per game."""
