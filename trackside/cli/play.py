"""The command `trackside play`."""

from __future__ import annotations

import argparse
import sys

from trackside.cli.common import add_language, add_options, chosen_options
from trackside.core.errors import BadOption
from trackside.games import GAMES

HELP = "play at this terminal, in plain lines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--seats",
        default="you,club",
        metavar="A,B,...",
        help="who sits where: you (as often as people are at this screen), novice, club, expert, master, greedy, "
        "random (default: you,club)",
    )
    add_options(parser)
    parser.add_argument("--seed", metavar="S", help="same seed, same dice (default: a secret one, revealed at the end)")
    parser.add_argument("--save", metavar="FILE", help="where to keep the game (default: a file of its own)")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="play on with a saved game (default: the last one)"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Start or resume a game and play it."""
    from trackside.play.files import new_save, newest_save, read_text
    from trackside.play.match import Match
    from trackside.play.plain import PlainTable

    if args.resume is not None:
        path = args.resume or str(newest_save())
        match = Match.from_record(read_text(path))
        players = [name or "you" for name in match.players]
    elif args.game is None:
        raise BadOption(f"which game? One of {', '.join(GAMES)}, or --resume")
    else:
        players = [name.strip() for name in args.seats.split(",")]
        names = [name if name != "you" else "" for name in players]
        match = Match(args.game, len(players), chosen_options(args), args.seed, names)
        path = args.save or str(new_save(args.game))
    match.language = args.language
    return PlainTable(match, players, path, sys.stdin, sys.stdout).run()
