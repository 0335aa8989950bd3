"""The option `--games PATH` of every command: folders with external games."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.games.catalogue import OWN, add_folder
from trackside.games.page import script_problem

HOW_MANY = ("simulate", "arena")
"""Commands where `--games N` with a number is the number of games to play."""


def take_folders(given: list[str]) -> list[str]:
    """Return the arguments without every `--games PATH`, after adding the games of these folders."""
    left: list[str] = []
    waiting = list(given)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            return [*left, word, *waiting]
        if word.partition("=")[0] != "--games":
            left.append(word)
            continue
        if "=" not in word and not waiting:
            raise BadOption("--games: name a folder with games")
        value = word.partition("=")[2] if "=" in word else waiting.pop(0)
        if left and left[0] in HOW_MANY and not Path(value).exists() and re.match(r"-?[\d.]", value):
            left.append(f"--games={value}")
        else:
            add_folder(value)
    return left


def warn_of_problems() -> None:
    """Warn on standard error about the games that were left out, with the reasons."""
    for problem in GAMES.problems.values():
        print(f"trackside: warning: {problem}", file=sys.stderr)
    for game in GAMES.values():
        if not game.package.startswith(OWN) and (broken := script_problem(game)) is not None:
            print(f"trackside: warning: {game.path}: {broken}", file=sys.stderr)
