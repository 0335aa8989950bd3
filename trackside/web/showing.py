"""What the page is told of games as such: cards, words, pictures, rules, and the lists of tables."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from trackside.core.protocol import SPECTATOR
from trackside.core.rulebook import numbered_rules
from trackside.core.scene import seen_scene
from trackside.core.words import SEATS, Words, catalogue
from trackside.games import GAMES, Game
from trackside.play.match import Match
from trackside.search.agents import LEVELS, make_agent
from trackside.web.chairs import BOT, Chair
from trackside.web.table import winners_say

PICTURE_SEED, PICTURE_MOVES = 7, 28


@cache
def game_card(name: str, language: str) -> dict[str, Any]:
    """A game as the lobby shows it."""
    game = GAMES[name]
    card, words = game.card, Words(language, game.package)
    return {
        "name": card.name,
        "folder": game.folder,
        "board": (files(game.package) / "board.js").is_file(),
        "styles": (files(game.package) / "board.css").is_file(),
        "title": card.title,
        "pitch": words("about.pitch"),
        "authors": list(card.authors),
        "publisher": card.publisher,
        "year": card.year,
        "seats": list(card.seats),
        "default_seats": card.default_seats,
        "secrets": card.secrets,
        "timed": "minutes" in card.capabilities,
        "options": [
            {
                "name": option.name,
                "label": words(f"option.{option.name}.name"),
                "default": option.default,
                "free": option.reader is not None,
                "choices": [
                    {
                        "value": choice.text,
                        "label": option_label(words, option.name, choice.text),
                        "seats": list(choice.seats),
                    }
                    for choice in option.choices
                ],
            }
            for option in card.options
        ],
        "levels": [{"name": level, "label": words(f"level.{level}")} for level in LEVELS],
        "picture": picture(game),
    }


def option_label(words: Words, name: str, value: str) -> str:
    """What a value of an option means; a number of a range says what it counts."""
    key = f"option.{name}.{value}"
    return words(key) if words.has(key) else value


@cache
def picture(game: Game) -> dict[str, Any]:
    """A position for the lobby's picture: some moves into a game of the quick policy."""
    match = Match(game.name, max(2, game.card.default_seats), seed=PICTURE_SEED)
    agent = make_agent("greedy", game, PICTURE_SEED)
    for _ in range(PICTURE_MOVES):
        if not match.over:
            match.play(match.to_move, agent.choose(match.view(match.to_move).state, match.to_move).move)
    return seen_scene(game.scenes.scene(match.view_state(0), 0), 0)


@cache
def page_words(language: str) -> dict[str, str]:
    """All words of the page and the house."""
    return catalogue("trackside", language) | catalogue("trackside.web", language)


@cache
def game_words(name: str, language: str) -> dict[str, str]:
    """A game's own words."""
    return catalogue(GAMES[name].package, language)


def rules_page(game: Game, language: str) -> dict[str, Any]:
    """The numbered rules of a game, with pictures of real positions."""
    words = Words(language, game.package)
    rules = [{"number": number, "text": text} for number, text in numbered_rules(game.package, language).items()]
    return {"title": game.card.title, "folder": game.folder, "rules": rules, "figures": figures(game, words)}


def figures(game: Game, words: Words) -> list[dict[str, Any]]:
    """The pictures of a game's rules: positions from its figures file, captions from its catalogue."""
    return [
        {
            "after": figure["after"],
            "scene": seen_scene(
                game.scenes.scene(game.notation.parse_position(figure["position"]), SPECTATOR), SPECTATOR
            ),
            "caption": words(f"figure.{figure['name']}"),
        }
        for figure in game.figures
    ]


def listed_row(row: dict[str, Any], chairs: list[Chair], player: str | None, to_move: list[int], language: str) -> Any:
    """A table as the lists show it."""
    game = GAMES[row["game"]]
    words = Words(language, game.package, tuple(chair.name for chair in chairs))
    result = json.loads(row["result"]) if row["result"] else None
    return {
        "id": row["id"],
        "game": row["game"],
        "title": game.card.title,
        "status": row["status"],
        "origin": row["origin"],
        "seats": [
            {
                "colour": SEATS[chair.seat],
                "kind": chair.kind,
                "name": chair.name,
                "level": chair.level if chair.kind == BOT else None,
                "mine": chair.belongs_to(player),
            }
            for chair in chairs
        ],
        "my_turn": any(chair.belongs_to(player) and chair.seat in to_move for chair in chairs),
        "when": row["changed"],
        "scores": result["scores"] if result else None,
        "says": winners_say(result["winners"], words) if result else None,
    }
