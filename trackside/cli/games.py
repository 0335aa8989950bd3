"""The command `trackside games`."""

from __future__ import annotations

import argparse

from trackside.cli.common import add_json, add_language, print_json
from trackside.core.words import Words
from trackside.games import GAMES, Game
from trackside.games.card import in_words

HELP = "list the games with their seats and options"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the games."""
    if args.json:
        print_json([as_dict(game, args.language) for game in GAMES.values()])
        return 0
    print("\n\n".join(in_lines(game, args.language) for game in GAMES.values()))
    return 0


def as_dict(game: Game, language: str) -> dict[str, object]:
    """A game for programs."""
    card, words = game.card, Words(language, game.package)
    return {
        "name": card.name,
        "title": card.title,
        "authors": list(card.authors),
        "publisher": card.publisher,
        "year": card.year,
        "seats": list(card.seats),
        "pitch": words("about.pitch"),
        "options": {
            option.name: {
                "meaning": words(f"option.{option.name}.name"),
                "default": option.default,
                "values": {value: words(key) for value, key in option.explained()},
            }
            for option in card.options
        },
    }


def in_lines(game: Game, language: str) -> str:
    """A game for people."""
    card, words = game.card, Words(language, game.package)
    lines = [
        f"{card.name:14} {card.title}, {in_words(card.seats)} players",
        f"{'':14} {', '.join(card.authors)}; {card.publisher} {card.year}",
        f"{'':14} {words('about.pitch')}",
    ]
    for option in card.options:
        lines.append(f"{'':14} --option {option.name}=  {words(f'option.{option.name}.name')}")
        for value, key in option.explained():
            default = " (default)" if value == option.default else ""
            lines.append(f"{'':18} {value:8} {words(key)}{default}")
    return "\n".join(lines)
