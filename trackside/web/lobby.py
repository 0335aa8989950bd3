"""What a page is told before it sits at a table: games, words, pictures, rules, and the lists of tables."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from functools import cache
from itertools import product
from typing import cast

from trackside.core.protocol import SPECTATOR
from trackside.core.rulebook import numbered_rules
from trackside.core.words import LANGUAGES, Words, catalogue
from trackside.games import GAMES, Game
from trackside.play.match import Match
from trackside.search.agents import LEVELS, make_agent
from trackside.web import limits
from trackside.web.creation import WATCHING
from trackside.web.messages import (
    Catalogue,
    Figure,
    GameCard,
    LevelName,
    Limits,
    OptionCard,
    RulesPage,
    Scene,
    SoloResult,
    TableRow,
)
from trackside.web.occupants import Occupant
from trackside.web.table import Row
from trackside.web.viewers import scene_of, value_label, winners_say

logger = logging.getLogger("trackside.web")

PICTURE_SEED, PICTURE_MOVES = 7, 28
DAILY = "daily"
"""The origin of a table with the seed of the day."""

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
    """A game as the lobby shows it."""
    card, words = game.card, Words(language, game.package)
    return {
        "name": card.name,
        "folder": game.folder,
        "title": card.title,
        "pitch": words("about.pitch") if words.has("about.pitch") else None,
        "authors": list(card.authors),
        "publisher": card.publisher,
        "year": card.year,
        "seats": list(card.seats),
        "default_seats": card.default_seats,
        "secrets": card.secrets,
        "timed": "minutes" in card.capabilities,
        "options": _options(game, words),
        "levels": [{"name": cast(LevelName, level), "label": words(f"level.{level}")} for level in LEVELS],
        "picture": picture(game),
        "board": game.has("board.js"),
        "styles": game.has("board.css"),
    }


def _options(game: Game, words: Words) -> list[OptionCard]:
    labels = {option.name: f"option.{option.name}.name" for option in game.card.options}
    return [
        {
            "name": option.name,
            "label": words(labels[option.name]) if words.has(labels[option.name]) else option.name,
            "default": option.default,
            "free": option.reader is not None,
            "choices": [
                {
                    "value": choice.text,
                    "label": value_label(words, option.name, choice.text),
                    "seats": list(choice.seats),
                }
                for choice in option.choices
            ],
        }
        for option in game.card.options
    ]


@cache
def picture(game: Game) -> Scene | None:
    """A position for the lobby's picture: some moves into a game of the quick policy; None if it cannot be drawn."""
    try:
        return _picture(game)
    except Exception:  # whatever is wrong with one game, the others are shown
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


def warm_up() -> None:
    """Make all that is shown of every game in every language, so that nobody waits for it later."""
    for game, language in product(GAMES.values(), LANGUAGES):
        try:
            game_card(game, language)
            rules_page(game, language)
        except Exception:  # whatever is wrong with one game, the others are shown
            logger.exception("%s: cannot be shown", game.name)


@cache
def page_words(language: str) -> Catalogue:
    """All words of the page and the server."""
    return catalogue("trackside", language) | catalogue("trackside.web", language)


def game_words(language: str) -> dict[str, Catalogue]:
    """Every game's own words."""
    return {name: catalogue(game.package, language) for name, game in GAMES.items()}


@cache
def rules_page(game: Game, language: str) -> RulesPage:
    """The numbered rules of a game, with pictures of real positions."""
    words = Words(language, game.package)
    return {
        "title": game.card.title,
        "folder": game.folder,
        "rules": [{"number": number, "text": text} for number, text in numbered_rules(game.package, language).items()],
        "figures": [_figure(game, figure, words) for figure in game.figures],
    }


def _figure(game: Game, figure: dict[str, str], words: Words) -> Figure:
    """A position from the game's figures, its caption from the game's catalogue."""
    scene = scene_of(game, game.notation.parse_position(figure["position"]), SPECTATOR)
    return {"after": figure["after"], "scene": scene, "caption": words(f"figure.{figure['name']}")}


def table_row(
    row: Row, occupants: list[Occupant], player: str | None, to_move: Collection[int], language: str
) -> TableRow:
    """A table as the lists show it; `to_move` are the seats that have something to do."""
    game = GAMES[row["game"]]
    words = Words(language, game.package, tuple(one.name for one in occupants))
    result = json.loads(row["result"]) if row["result"] else None
    return {
        "id": row["id"],
        "game": row["game"],
        "folder": game.folder,
        "title": game.card.title,
        "status": row["status"],
        "origin": row["origin"],
        "seats": [one.card(player) for one in occupants],
        "my_turn": any(one.belongs_to(player) and one.seat in to_move for one in occupants),
        "when": row["changed"],
        "scores": result["scores"] if result else None,
        "says": winners_say(result["winners"], words) if result else None,
    }


def solo_results(rows: list[Row]) -> list[SoloResult]:
    """Games alone, as they are listed."""
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
