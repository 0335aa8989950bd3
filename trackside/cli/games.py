"""The command `trackside games`."""

from __future__ import annotations

import argparse
import traceback
from pathlib import Path

from trackside.cli.common import add_json, add_language, print_json
from trackside.cli.folders import warn_of_problems
from trackside.core.errors import BadOption, TracksideError
from trackside.core.words import Words
from trackside.games import GAMES, Game, find_game
from trackside.games.catalogue import add_folder, plain_name
from trackside.games.page import can_check, script_problem
from trackside.games.parts import PARTS, advice, check_parts, explained

HELP = "list the games, or one, with their seats and options; or check a game of your own"

EXAMPLES = ("games", "games whole-nine", "games --json", "games check ./my-game")


CHECK = "check"
"""The word before the name or folder of a game to check."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="the one game to list; 'check' followed by a game's name or folder shows which parts it has and whether "
        "it keeps the laws",
    )
    parser.add_argument("checked", metavar="", nargs="?", help=argparse.SUPPRESS)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the games, or check one."""
    if args.game == CHECK:
        if args.checked is None:
            raise BadOption("games check: which game? Give its name or its folder")
        return check(args.checked)
    if args.checked is not None:
        raise BadOption(f"games {args.game} {args.checked}: name one game, or 'check' and one game")
    warn_of_problems()
    if args.game is not None:
        game = find_game(args.game)
        if args.json:
            print_json(as_dict(game, args.language))
        else:
            print(in_lines(game, args.language))
        return 0
    if args.json:
        print_json([as_dict(game, args.language) for game in GAMES.values()])
        return 0
    print("\n\n".join(in_lines(game, args.language) for game in GAMES.values()))
    return 0


def as_dict(game: Game, language: str) -> dict[str, object]:
    """Return a game as a JSON-compatible dictionary."""
    card, words = game.card, Words(language, game.package)
    return {
        "name": card.name,
        "title": game.title(language),
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
    """Return a game as lines of text."""
    card, words = game.card, Words(language, game.package)
    published = " ".join(str(fact) for fact in (card.publisher, card.year) if fact)
    credit = "; ".join(filter(None, [", ".join(card.authors), published]))
    if words.has("about.credit"):
        credit = words("about.credit")
    lines = [f"{card.name:14} {game.title(language)}, {players(card.seats, words)}"]
    lines += [f"{'':14} {line}" for line in (credit, words("about.pitch")) if line]
    for option in card.options:
        lines.append(f"{'':14} --option {option.name}=  {words(f'option.{option.name}.name')}")
        for value, key in option.explained():
            default = f" ({words('list.default')})" if value == option.default else ""
            shown = value
            if key.endswith(".range"):
                numbers = [choice.text for choice in option.choices if choice.text != option.default]
                shown = words("list.range", first=numbers[0], last=numbers[-1])
            lines.append(f"{'':18} {shown:9} {words(key)}{default}")
    return "\n".join(lines)


def players(seats: tuple[int, ...], words: Words) -> str:
    """Return the number of players as a phrase."""
    if seats == (1,):
        return words("list.player")
    if len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1:
        return words("list.players", n=words("list.range", first=seats[0], last=seats[-1]))
    return words("list.players", n=f" {words('list.or')} ".join(map(str, seats)))


def check(text: str) -> int:
    """Print a game's parts, the defaults for missing ones, and any broken law; return 1 if it has a fault."""
    path = folder_of(text)
    print(path)
    for part in PARTS:
        is_there = (path / part.file).is_file()
        state = "ok" if is_there else "MISSING" if part.is_required else "-"
        print(f"  {state:8}{part.file:18} {part.what if is_there or part.is_required else f'none: {part.without}'}")
    try:
        game = find_game(path.name)
        check_parts(game)
    except TracksideError as error:
        print(f"It cannot be played: {error}")
        return 1
    broken = script_problem(game)
    if broken is not None:
        print(f"Its page is broken, and players see the default board: {broken}")
        return 1
    if not can_check() and any((path / "page").glob("*.js")):
        print("  Its scripts were not checked: Node is not installed.")
    for warning in advice(game):
        print(f"  Note: {warning}")
    problem = broken_law(game)
    if problem is not None:
        print(f"It breaks a law: {problem}")
        return 1
    print(
        "It keeps the laws in a few random games, plain and compiled. pytest with trackside.testing plays more of them."
    )
    return 0


def folder_of(text: str) -> Path:
    """Return the folder of a game, given by name or as a folder, whose game is then added."""
    broken = GAMES.problems.get(plain_name(text))
    if broken is not None and broken.path is not None:
        return broken.path
    if text in GAMES or not Path(text).is_dir():
        return find_game(text).path
    path = Path(text).resolve()
    inside = [card.parent for card in sorted(path.glob("*/game.toml"))]
    if not (path / "game.toml").is_file() and len(inside) == 1:
        path = inside[0]
    if path not in [game.path for game in GAMES.values()] and (path / "game.toml").is_file():
        add_folder(str(path))
    return path


def broken_law(game: Game) -> str | None:
    """Return the first law broken in random games with the fewest and the most seats, or None if all hold."""
    from trackside.laws import COMPILED, PLAIN, TURNS, laws_for
    from trackside.laws.tables import Table

    for seats in sorted({game.card.seats[0], game.card.seats[-1]}):
        table = Table(game, seats, {}, is_quick=True)
        for law in laws_for(table, (*PLAIN, *TURNS, *COMPILED[:1])):
            try:
                law(table)
            except AssertionError as error:
                line = str(error) or traceback.extract_tb(error.__traceback__)[-1].line
                return f"{law.__doc__} With {seats} players this does not hold: {line}{reached(game)}"
            except Exception as error:  # report any error in the code of a game
                return f"{law.__doc__} With {seats} players: {explained(error, game.path)}{reached(game)}"
    return None


def reached(game: Game) -> str:
    """Return the seed and the position of the random game in which a law was broken."""
    from trackside.laws.tables import TRIAL

    if TRIAL.position is None:
        return ""
    try:
        text = game.notation.position_text(TRIAL.position)
    except Exception:  # the game's own notation may be what is wrong
        text = repr(TRIAL.position)
    lines = "".join(f"\n    {line}" for line in text.splitlines())
    return f"\n  It was reached with seed {TRIAL.seed}:{lines}"
