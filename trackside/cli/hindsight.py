"""The command `trackside hindsight`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, cast

from trackside.cli.common import add_language, read_input
from trackside.core.errors import TracksideError
from trackside.games import GAMES, Game

if TYPE_CHECKING:
    from trackside.core.capabilities import Hindsight

HELP = "report the best score that was possible in a finished game, for games that support it"

EXAMPLES = ("hindsight game.txt", "hindsight game.txt --show")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="the record of a finished game; - reads it from standard input")
    parser.add_argument("--width", type=int, default=3000, help="positions kept after every round (default: 3000)")
    add_language(parser)
    parser.add_argument("--show", action="store_true", help="print the best line of play found, round by round")


def run(args: argparse.Namespace) -> int:
    """Print every seat's score next to the best one found."""
    from trackside.core.words import Words
    from trackside.play.record import read_record

    if not 1 <= args.width <= 100_000:
        raise TracksideError(f"--width {args.width}: use a number from 1 to 100000")
    record = read_record(read_input(args.file))
    hindsight = hindsight_of(record.game, args.file)
    words = Words(args.language, record.game.package, record.players)
    for seat, score in enumerate(record.match().scores):
        found = hindsight.possible(record.start, record.log, seat, args.width)
        print(words("hindsight.found", who=words.who(seat), score=score, best=found.score))
        if args.show:
            for number, text in enumerate(found.rounds, 1):
                print(f"  {number:2}. {text}")
    print(words("hindsight.bound"))
    return 0


def hindsight_of(game: Game, file: str) -> Hindsight:
    """Return the hindsight part of a game."""
    if "hindsight" not in game.card.capabilities:
        able = [other.card.title for other in GAMES.values() if "hindsight" in other.card.capabilities]
        raise TracksideError(f"{file} is a game of {game.card.title}: hindsight is for {', '.join(able)}")
    return cast("Hindsight", game.part("hindsight"))
