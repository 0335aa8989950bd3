"""The contents of the lobby: games, words, pictures, and rows of the lists of tables."""

from __future__ import annotations

import json
import logging
from functools import cache
from itertools import product
from typing import NamedTuple, cast

from trackside.core.words import LANGUAGES, Words, catalogue
from trackside.games import GAMES, Game
from trackside.play.match import Match
from trackside.play.names import bot_names
from trackside.play.result import winners_say
from trackside.search.agents import LEVELS, make_agent
from trackside.web import limits
from trackside.web.api.common import Catalogue, LevelName
from trackside.web.api.lobby import GameCard, Level, Limits, OptionCard, SoloResult, TableRow
from trackside.web.api.position import Scene
from trackside.web.tables.creation import WATCHING
from trackside.web.tables.log import Row
from trackside.web.tables.origins import DAILY, moment_of
from trackside.web.tables.results import sides_in, undone_in
from trackside.web.tables.seats import Occupant, team_colours
from trackside.web.views.lessons import lesson_page, lesson_titles
from trackside.web.views.options import option_label, value_label
from trackside.web.views.position import scene_of
from trackside.web.views.rules import rules_page

logger = logging.getLogger("trackside.web")

PICTURE_SEED, PICTURE_MOVES = 7, 28

LIMITS: Limits = {
    "name": limits.NAME,
    "seed": limits.SEED,
    "option": limits.OPTION,
    "clocks": list(limits.CLOCKS),
    "minutes": list(limits.MINUTES),
    "watch": list(WATCHING),
    "record": limits.RECORD,
    "message": limits.MESSAGE,
}


@cache
def game_card(game: Game, language: str) -> GameCard:
    """Return a game as the lobby shows it."""
    card, words = game.card, Words(language, game.package)
    return {
        "name": card.name,
        "folder": game.folder,
        "title": game.title(language),
        "pitch": words("about.pitch") if words.has("about.pitch") else None,
        "authors": list(card.authors),
        "publisher": card.publisher,
        "year": card.year,
        "seats": list(card.seats),
        "default_seats": card.default_seats,
        "secrets": card.secrets,
        "dice": game.has_dice,
        "timed": "minutes" in card.capabilities,
        "options": _options(game, words),
        "levels": [_level(level, words) for level in LEVELS],
        "lessons": lesson_titles(game, language),
        "picture": picture(game),
        "judge": game.has_judge,
        "board": game.has("page/board.js"),
        "styles": game.has("page/board.css"),
    }


def _level(level: str, words: Words) -> Level:
    """Return a level, with the bots that play at it."""
    return {
        "name": cast(LevelName, level),
        "label": words(f"level.{level}"),
        "family": words(f"family.{level}"),
        "names": list(bot_names()[level]),
        "plays": words(f"plays.{level}"),
    }


def _options(game: Game, words: Words) -> list[OptionCard]:
    units = {option.name: f"option.{option.name}.unit" for option in game.card.options}
    return [
        {
            "name": option.name,
            "label": option_label(words, option.name),
            "default": option.default,
            "free": option.reader is not None,
            "range": option.is_range,
            "unit": words(units[option.name]) if words.has(units[option.name]) else None,
            "choices": [
                {
                    "value": choice.text,
                    "label": value_label(words, option.name, choice.text),
                    "seats": list(choice.seats),
                    "needs": dict(choice.needs),
                }
                for choice in option.choices
            ],
        }
        for option in game.card.options
    ]


@cache
def picture(game: Game) -> Scene | None:
    """Return a picture for the lobby: some moves into a game of the quick policy; None if it cannot be drawn."""
    try:
        return _picture(game)
    except Exception:  # one broken game must not hide the others
        logger.exception("%s: no picture for the lobby", game.name)
        return None


def _picture(game: Game) -> Scene:
    seats = max(game.card.default_seats, 2 if 2 in game.card.seats else 1)
    match = Match(game.name, seats, seed=PICTURE_SEED)
    agent = make_agent("greedy", game, PICTURE_SEED)
    for _ in range(PICTURE_MOVES):
        if not match.over:
            match.play(match.to_move, agent.choose(match.view_state(match.to_move), match.to_move).move)
    return scene_of(game, match.view_state(0), 0)


def load_games() -> None:
    """Import all games, in one thread; log a game that cannot be imported."""
    for game in GAMES.values():
        try:
            game.load()
        except Exception:  # one broken game must not stop the server
            logger.exception("%s: cannot be imported", game.name)


def fill_caches() -> None:
    """Fill the caches for every game and language, so that no request has to wait for them."""
    for game, language in product(GAMES.values(), LANGUAGES):
        try:
            game_card(game, language)
            rules_page(game, language)
            if game.course.lessons:
                lesson_page(game.name, language)
        except Exception:  # one broken game must not hide the others
            logger.exception("%s: cannot be shown", game.name)


@cache
def page_words(language: str) -> Catalogue:
    """Return all words of the page and the server."""
    return catalogue("trackside", language) | catalogue("trackside.web", language)


def game_words(language: str) -> dict[str, Catalogue]:
    """Return the words of each game."""
    return {name: catalogue(game.package, language) for name, game in GAMES.items()}


class MyTurn(NamedTuple):
    """A player's turn at a table: True if it is their turn, the prompt and the deadline."""

    is_mine: bool
    prompt: str | None
    deadline: int | None


NOBODYS_TURN = MyTurn(False, None, None)


def table_row(row: Row, occupants: list[Occupant], player: str | None, turn: MyTurn, language: str) -> TableRow:
    """Return a table as the lists show it."""
    game = GAMES[row["game"]]
    words = Words(language, game.package, tuple(one.name for one in occupants))
    result = json.loads(row["result"]) if row["result"] else None
    sides = sides_in(row["result"], len(occupants))
    return {
        "id": row["id"],
        "game": row["game"],
        "folder": game.folder,
        "title": game.title(language),
        "status": row["status"],
        "host": player is not None and row["host"] == player,
        "origin": row["origin"],
        "what_if": moment_of(row["origin"]) is not None,
        "seats": team_colours([one.card(player) for one in occupants], sides),
        "sides": sides,
        "my_turn": turn.is_mine,
        "prompt": turn.prompt,
        "deadline": turn.deadline,
        "began": row["began"],
        "when": row["changed"],
        "scores": result["scores"] if result else None,
        "winners": result["winners"] if result else None,
        "says": winners_say(result["winners"], words, sides) if result else None,
        "undone": undone_in(row["result"]),
    }


def solo_results(rows: list[Row]) -> list[SoloResult]:
    """Return solo games as they are listed."""
    return [
        {
            "table": row["id"],
            "score": row["solo"],
            "when": row["began"],
            "seed": row["seed"],
            "daily": row["origin"] == DAILY,
        }
        for row in rows
    ]
