"""Tournaments between bots: pairings, games on the same dice, and statistics of the results."""
