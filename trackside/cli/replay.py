"""The command `trackside replay`."""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

from trackside.cli.common import (
    STANDARD,
    add_language,
    add_screen,
    full_screen,
    read_input,
    screen_of,
    wants_ascii,
)
from trackside.core.errors import BadOption
from trackside.core.protocol import REFEREE

if TYPE_CHECKING:
    from trackside.play.match import Match

HELP = "step through a record, full screen or in plain lines"

EXAMPLES = ("replay game.txt", "replay game.txt --turn 12", "replay - < game.txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
    parser.add_argument("--turn", type=int, metavar="N", help="print one turn and exit")
    add_screen(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Step through the record, or print all of it without a terminal."""
    from trackside.play.record import read_record

    record = read_record(read_input(args.file))
    match = record.match()
    if args.turn is None and args.file != STANDARD and full_screen(args):
        from trackside.terminal.app import run as run_app
        from trackside.terminal.reviewing import carried_review

        app = screen_of(args, match)
        app.review = carried_review(record)
        return run_app(app)
    last = match.turn
    if args.turn is not None:
        if not 0 <= args.turn <= last:
            raise BadOption(f"--turn {args.turn}: the record has the turns 0 to {last}")
        print(page(match, args.turn, args.language, ascii_only=wants_ascii(args)))
        return 0
    turn = 0
    while True:
        print(page(match, turn, args.language, ascii_only=wants_ascii(args)), flush=True)
        answer = ask(f"[{turn}/{last}] ") if sys.stdin.isatty() and args.file != STANDARD else ""
        if answer is None or answer == "q":
            return 0
        if answer.isdecimal():
            turn = min(int(answer), last)
        elif answer == "b":
            turn = max(turn - 1, 0)
        elif turn == last:
            return 0
        else:
            turn += 1


def ask(prompt: str) -> str | None:
    """Return a line of input; None at its end."""
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return None


def page(match: Match, turn: int, language: str, *, ascii_only: bool = False) -> str:
    """Return the events of a turn in words, and the board after it."""
    from trackside.core.board import draw_text
    from trackside.play.replay import frames
    from trackside.play.story import story_of

    words = match.words(language)
    all_frames = list(frames(match))
    of_turn = [after for before, after in pairwise(all_frames) if before.turn == turn]
    said = [line.says for line in story_of(match, REFEREE, words) if line.turn == turn and line.says]
    last = of_turn[-1] if of_turn else all_frames[-1]
    drawing = draw_text(match.game, last.state, words.nameless, ascii_only=ascii_only)
    return "\n".join([f"--- {turn} ---", *said, "", drawing, ""])
