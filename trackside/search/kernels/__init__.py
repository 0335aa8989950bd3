"""Search code that is compiled for each game."""
