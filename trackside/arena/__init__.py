"""Bots against each other: who plays whom, on the same dice, and what it proves."""
