"""The command `trackside learn`."""

from __future__ import annotations

import argparse
import sys

from trackside.cli.common import add_language, add_screen, chosen_game, full_screen, screen_of, wants_ascii
from trackside.core.errors import BadOption
from trackside.games import GAMES

HELP = "learn a game by playing a few positions"

EXAMPLES = ("learn whole-nine", "learn traxx --lesson 3", "learn skip-or-trip --list")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--lesson", type=int, metavar="N", default=1, help="the first lesson (default: 1)")
    parser.add_argument("--list", action="store_true", help="list the lessons and exit")
    add_screen(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Teach the lessons from the chosen one to the last."""
    game = chosen_game(args)
    lessons = game.course.lessons
    if not lessons:
        raise BadOption(f"there are no lessons for {game.title(args.language)}: 'trackside games' lists the games")
    if args.list:
        for number, lesson in enumerate(lessons, 1):
            print(f"{number:3}  {lesson.title[args.language]}")
        return 0
    if not 1 <= args.lesson <= len(lessons):
        raise BadOption(f"--lesson {args.lesson}: {game.title(args.language)} has the lessons 1 to {len(lessons)}")
    if full_screen(args):
        from trackside.terminal.app import run as run_app
        from trackside.terminal.lesson import LessonTable

        return run_app(screen_of(args, LessonTable(game, args.lesson)))
    from trackside.terminal.plain.learn import PlainLessons

    return PlainLessons(game, sys.stdin, sys.stdout, args.language, ascii_only=wants_ascii(args)).run(args.lesson)
