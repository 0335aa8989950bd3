"""The command `trackside hindsight`."""

from __future__ import annotations

import argparse

from trackside.cli.common import add_language
from trackside.core.errors import TracksideError

HELP = "say what score was possible in a finished game of Träxx"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and how hard to look."""
    parser.add_argument("file", help="the record of a finished game of Träxx")
    parser.add_argument(
        "--width", type=int, default=3000, help="lines to keep in mind after every round (default 3000)"
    )
    add_language(parser)
    parser.add_argument("--show", action="store_true", help="print what could have been drawn, round by round")


def run(args: argparse.Namespace) -> int:
    """Print every seat's score beside the best one found."""
    from trackside.core.words import Words
    from trackside.games.traxx.hindsight import best_in_hindsight, cards_in_order
    from trackside.play.files import read_text
    from trackside.play.record import read_record

    if not 1 <= args.width <= 100_000:
        raise TracksideError(f"--width {args.width}: use a number from 1 to 100000")
    record = read_record(read_text(args.file))
    if record.game.name != "traxx":
        raise TracksideError(f"{args.file} is a game of {record.game.card.title}: hindsight is for Träxx")
    final, cards = cards_in_order(record.start, record.log)
    scores = record.match().scores
    words = Words(args.language, record.game.package, record.players)
    for seat, score in enumerate(scores):
        found = best_in_hindsight(final, cards, seat, args.width)
        print(words("hindsight.found", who=words.who(seat), score=score, best=found.score))
        if args.show:
            for number, text in enumerate(found.rounds, 1):
                print(f"  {number:2}. {text}")
    print(words("hindsight.bound"))
    return 0
