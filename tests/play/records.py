"""Finished games whose records are read, written and verified."""

from __future__ import annotations

from tests.play.test_match import play_on
from trackside import Match
from trackside.games import find_game
from trackside.play.dice import Dice, commit_to

SEED = "eleven, and sixteen characters"
FINISHED = play_on(Match("whole-nine", seats=3, seed=SEED, players=["Ann", 'B "the bee" \\o/', ""]), 1000)
TEXT = FINISHED.record()

SECRET = "what only the server knows"
SALTS = {0: 'the salt "of" red \\o/', 2: "Salz für Gelb, 食塩 食塩"}
COMMITMENTS = {seat: commit_to(salt) for seat, salt in SALTS.items()}


def shared_match(game: str, seats: int, dice: Dice) -> Match:
    """A match whose dice come from several people."""
    found = find_game(game)
    options = {name: choice.text for name, choice in found.card.choose(seats, {}).items()}
    return Match.from_log(found, found.opening(seats, options), (), options=options, dice=dice)


SHARED = play_on(shared_match("whole-nine", 3, Dice.shared(SECRET, SALTS, COMMITMENTS)), 1000)
SHARED_TEXT = SHARED.record()

SILENT_TEXT = play_on(shared_match("whole-nine", 3, Dice.shared(SECRET, {0: SALTS[0]}, COMMITMENTS)), 1000).record()
"""The record of a game that was begun without the salt of yellow."""
