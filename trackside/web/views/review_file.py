"""A review as a single HTML file: the page's own modules and styles, with the words and the review in it."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from html import escape

import orjson

from trackside.core.words import Words, catalogue
from trackside.games import Game
from trackside.play.match import Match
from trackside.play.record import Record
from trackside.review.report import Review
from trackside.review.words.figures import subject
from trackside.web.api.reviews import ReviewProgress
from trackside.web.modules import IMPORT, STATIC, file_of, imported_modules, resolved
from trackside.web.tables.creation import imported
from trackside.web.tables.seats import PERSON
from trackside.web.tables.table import Table
from trackside.web.views.lobby import page_words
from trackside.web.views.reviews import review_page, step_moment

ENTRY = "/static/review/file.js"
DEFAULT_BOARD = "/static/table/default-board.js"
REVIEW_STYLES = "/static/review/review.css"
STYLESHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)"(?: media="(\w+)")? />')
READER = "reader"
"""The player at the reader's seat."""


def review_file(review: Review, record: Record, match: Match, words: Words) -> str:
    """Return a review with at least one step as an HTML page that needs neither a server nor a network."""
    title = f"{match.game.title(words.language)}: {catalogue('trackside.web', words.language)['review_page.title']}"
    board = _board(match.game)
    modules = sorted(imported_modules(ENTRY) | imported_modules(board))
    imports = {_name(one): _module(one) for one in modules}
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{words.language}">',
            '<head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />',
            f'<meta name="color-scheme" content="light dark" /><title>{escape(title)}</title>',
            *_styles(match.game),
            f'<script type="importmap">{orjson.dumps({"imports": imports}).decode()}</script></head>',
            '<body><div id="page"></div>',
            f'<script type="application/gzip" id="review">{_packed(review, record, match, words)}</script>',
            f'<script type="module">import {{ showReview }} from "{_name(ENTRY)}";',
            f'import * as board from "{_name(board)}"; showReview(board);</script>',
            "</body></html>\n",
        ]
    )


def _board(game: Game) -> str:
    return f"/games/{game.folder}/board.js" if game.has("page/board.js") else DEFAULT_BOARD


def _styles(game: Game) -> Iterator[str]:
    """Yield the stylesheets of the page, of reviews and of the game."""
    page = STYLESHEET.findall((STATIC / "index.html").read_text(encoding="utf-8"))
    own = [(f"/games/{game.folder}/board.css", "")] if game.has("page/board.css") else []
    for address, media in [*page, (REVIEW_STYLES, ""), *own]:
        text = file_of(address).read_text(encoding="utf-8")
        yield f'<style media="{media or "all"}">\n{text}</style>'


def _name(module: str) -> str:
    """Return the name of a module in the import map; it cannot begin with a slash, because no address is known."""
    return module.removeprefix("/")


def _module(module: str) -> str:
    """Return a module as a data URL, which imports other modules by name."""
    text = file_of(module).read_text(encoding="utf-8")
    named = IMPORT.sub(lambda found: f"{found['before']}{_name(resolved(found['path'], module))}'", text)
    return f"data:text/javascript;base64,{b64encode(named.encode()).decode()}"


def _packed(review: Review, record: Record, match: Match, words: Words) -> str:
    """Return everything that the page shows as JSON, compressed and in base64."""
    seat, table = subject(review, words), _table(record, words.you)
    progress: ReviewProgress = {
        "effort": review.effort,
        "status": "done" if review.complete else "stopped",
        "read": sum(len(step.entries) for step in review.steps),
        "entries": len(match.log),
        "ahead": 0,
    }
    page = review_page(table, words, READER, seat, (), {}, progress, review, 0)
    shown = {
        "review": orjson.Fragment(page(lambda: None)),
        "moments": [step_moment(review, match, words, seat, number) for number in range(len(review.steps))],
        "words": _words(match.game, words.language),
    }
    return b64encode(gzip.compress(orjson.dumps(shown), mtime=0)).decode()


def _words(game: Game, language: str) -> dict[str, str]:
    return page_words(language) | catalogue(game.package, language)


def _table(record: Record, reader: int | None) -> Table:
    """Return the table of a record, with the reader at their seat."""
    table, _, change = imported(record, None)
    if reader is not None:
        seat = replace(table.occupants[reader], kind=PERSON, player=READER)
        table.occupants = table.occupants.with_changes([seat])
    table.accept(change)
    return table
