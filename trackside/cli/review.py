"""The command `trackside review`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, get_args

from trackside.cli.common import (
    STANDARD,
    add_json,
    add_language,
    compiling,
    progress,
    read_input,
    wants_ascii,
    write_output,
)
from trackside.core.errors import BadOption, TracksideError
from trackside.core.notation import seat_number
from trackside.core.words import SEATS

if TYPE_CHECKING:
    from trackside.play.match import Match
    from trackside.play.record import Record
    from trackside.review.report import Review

HELP = "review a finished game: how much was luck and how much was skill"

EXAMPLES = (
    "review game.txt",
    "review game.txt --effort deep --seat red",
    "review game.txt --html review.html",
    "review game.txt --record - > reviewed.txt",
)

MAX_SEED = 2**53


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    from trackside.review.report import Effort

    parser.add_argument("file", metavar="FILE", help="the record of a finished game; - reads it from standard input")
    parser.add_argument(
        "--effort",
        choices=get_args(Effort),
        default="normal",
        help="quick: a rough review; normal: takes some seconds; deep: takes minutes (default: normal)",
    )
    parser.add_argument("--seat", metavar="COLOUR", help="the seat to review (default: the only person among bots)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="same seed, same review (default: 0)")
    parser.add_argument(
        "--kept", action="store_true", help="show the review stored in the record instead of computing one"
    )
    parser.add_argument("--html", metavar="FILE", help="write the review as a single HTML page; - for standard output")
    parser.add_argument(
        "--record", metavar="FILE", help="write the record with the review in its comments; - for standard output"
    )
    parser.add_argument("--ascii", action="store_true", help="draw in ASCII only, regardless of the locale")
    add_json(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Review the game and print the result; after Ctrl-C, print what is finished."""
    from trackside.play.record import read_record
    from trackside.review.output.comments import annotated
    from trackside.review.output.json import to_json
    from trackside.review.output.text import printed

    if not 0 <= args.seed < MAX_SEED:
        raise BadOption(f"--seed {args.seed}: use a number from 0 to {MAX_SEED - 1}")
    record = read_record(read_input(args.file))
    match = record.match() if record_is_over(record) else None
    if match is None:
        raise TracksideError(f"{args.file}: the game is not over: only a finished game can be reviewed")
    words = match.words(args.language, reader_of(match, args.seat))
    review, interrupted = (kept(record, args.file), False) if args.kept else reviewed(match, args)
    if args.html is not None and review.steps:
        from trackside.web.views.review_file import review_file

        write_output(args.html, review_file(review, record, match, words))
    if args.record is not None:
        write_output(args.record, annotated(match, review))
    if STANDARD not in (args.html, args.record):
        print(to_json(review) if args.json else printed(review, match, words, ascii_only=wants_ascii(args)))
    if interrupted:
        print(f"trackside: interrupted after {entries_read(review)} of {review.entries} entries", file=sys.stderr)
        return 130
    return 0


def record_is_over(record: Record) -> bool:
    """Return whether the moves of a record reach the end of the game; a match would roll further dice."""
    from trackside.core.protocol import OVER

    state = record.start.duplicate()
    for seat, move in record.log:
        record.game.plain.apply(state, seat, move)
    return record.game.plain.to_move(state) == OVER


def reader_of(match: Match, named: str | None) -> int | None:
    """Return the reader's seat: the named one, or that of the only person among bots."""
    if named is not None:
        seat = seat_number(named.lower())
        if seat is None or seat >= match.seats:
            raise BadOption(f"--seat {named}: the seats are {', '.join(SEATS[: match.seats])}")
        return seat
    people = [seat for seat, bot in enumerate(match.bots) if not bot]
    return people[0] if len(people) == 1 else None


def kept(record: Record, file: str) -> Review:
    """Return the review stored in the comments of a record."""
    from trackside.review.output.comments import kept_review

    review = kept_review(record)
    if review is None:
        raise TracksideError(f"{file} carries no review: make one with `trackside review {file} --record FILE`")
    return review


def reviewed(match: Match, args: argparse.Namespace) -> tuple[Review, bool]:
    """Return the review and whether it was interrupted."""
    from trackside.review import Reviewer

    with compiling(match.game):
        reviewer = Reviewer(match, args.effort, args.seed)
        review = reviewer.begun()
    try:
        with progress(lambda: match.game.title(args.language), review.entries) as show:
            for review in reviewer.run():
                show(entries_read(review))
    except KeyboardInterrupt:
        return review, True
    return review, False


def entries_read(review: Review) -> int:
    """Return the number of log entries that have been reviewed."""
    return sum(len(step.entries) for step in review.steps)
