"""Matches: the referee, the dice, records, saved games."""
