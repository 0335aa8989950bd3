"""The command `trackside play`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from trackside.cli.common import (
    PLAYERS,
    add_language,
    add_options,
    add_screen,
    chosen_options,
    full_screen,
    screen_of,
    wants_ascii,
)
from trackside.cli.folders import warn_of_problems
from trackside.core.errors import BadOption
from trackside.games import GAMES

if TYPE_CHECKING:
    from trackside.play.match import Match
    from trackside.play.saved import SavedGame

HELP = "play in this terminal, full screen or in plain lines"

EXAMPLES = (
    "play",
    "play whole-nine --seats you,club,expert",
    "play skip-or-trip --option mode=advanced",
    "play traxx --watch",
    "play --resume",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"one of {', '.join(GAMES)} (default: choose on the start screen)"
    )
    parser.add_argument(
        "--seats",
        metavar="A,B,...",
        help=f"the players by seat: you (once per person at this screen), {PLAYERS} (default: you,club)",
    )
    add_options(parser)
    parser.add_argument("--watch", action="store_true", help="watch bots play each other (default: club,club)")
    parser.add_argument("--seed", metavar="S", help="seed of the dice (default: a secret one, revealed at the end)")
    parser.add_argument(
        "--save", metavar="FILE", help="the file to save the game to (default: a new file with the saved games)"
    )
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="resume a saved game (default: the last one)"
    )
    add_screen(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Start or resume a game and play it."""
    from trackside.play.files import new_save, newest_save
    from trackside.play.match import Match
    from trackside.play.names import seating
    from trackside.play.saved import resume

    if args.game is None:
        warn_of_problems()
    if args.save == "":
        raise BadOption("--save is empty: name a file")
    path = ""
    match = saved = None
    if args.resume is not None:
        path = args.resume or str(newest_save())
        match, saved = resume(path)
    elif args.game is not None:
        players = chosen_players(args)
        if args.watch and "you" in players:
            raise BadOption("--watch is for tables of bots: name no seat you")
        names, bots = seating(players)
        match = Match(args.game, len(players), chosen_options(args), args.seed, names, bots)
        path = args.save or str(new_save(args.game))
    if full_screen(args):
        return play_on_screen(args, match, path, saved)
    if match is None:
        raise BadOption(f"which game? One of {', '.join(GAMES)}, or --resume")
    from trackside.terminal.plain.play import PlainTable

    return PlainTable(
        match,
        [bot or name or "you" for name, bot in zip(match.players, match.bots, strict=True)],
        path,
        sys.stdin,
        sys.stdout,
        args.language,
        ascii_only=wants_ascii(args),
        saved=saved,
    ).run()


def chosen_players(args: argparse.Namespace) -> list[str]:
    """Return the names of the players, by seat."""
    seats = args.seats
    if seats is None:
        seats = "club,club" if args.watch else "you,club"
    players = [name.strip() for name in seats.split(",")]
    if not all(players):
        raise BadOption(f"--seats {args.seats!r}: name a player for every seat, for example you,club")
    return players


def play_on_screen(args: argparse.Namespace, match: Match | None, path: str, saved: SavedGame | None) -> int:
    """Open the table in the full-screen interface, or the start screen if no game was named."""
    from trackside.terminal.app import run as run_app
    from trackside.terminal.table import LocalTable

    return run_app(screen_of(args, LocalTable(match, path, saved=saved) if match is not None else None))
