"""Game cards: the contents of game.toml about seats and options, and the checks that follow from them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any

from trackside.core.errors import BadOption, ParseError, did_you_mean
from trackside.core.words import SEATS

CAPABILITIES = ("minutes", "hindsight", "sheets", "simultaneous")
"""Optional features beyond the protocol: a time after which the game ends, the best score that was possible
(hindsight.py), custom sheets and decks (sheets.py), seats that act simultaneously."""

DEFAULT_LEVELS = {
    "novice": "mcts:10",
    "club": "mcts:60",
    "expert": "mcts:400",
    "master": "mcts:2000",
    "grandmaster": "mcts:50000",
}
"""The levels of a game that does not define its own."""


@dataclass(frozen=True)
class OptionValue:
    """One value of an option, and the seats and other options it combines with."""

    text: str
    code: int
    seats: tuple[int, ...]
    needs: tuple[tuple[str, str], ...] = ()
    numbers: tuple[int, ...] = ()
    """The numbers that a text stands for, where one code is not enough."""

    @property
    def codes(self) -> tuple[int, ...]:
        """The numbers that `setup` receives for this value."""
        return self.numbers or (self.code,)


Reader = Callable[[str, str, int], tuple[str, tuple[int, ...]]]
"""`read(option, text, seats)`: the self-contained form of the text, and the numbers that `setup` receives for it."""


@dataclass(frozen=True)
class Option:
    """A named option with its values; the first one is the default unless the card names another."""

    name: str
    choices: tuple[OptionValue, ...]
    default: str
    reader: Reader | None = None
    """The reader of any text for this option, but no files; without it only the listed values are allowed."""
    literal: Callable[[str, str], str] | None = None
    """`literal(option, text)`: the contents of a file of that name, as a text that can be read without the file."""
    is_range: bool = False

    def choose(self, given: str, seats: int) -> OptionValue:
        """Return the value that a text means; BadOption if it does not exist or does not suit this number of seats."""
        if self.reader is not None:
            text, numbers = self.reader(self.name, given.strip(), seats)
            return OptionValue(text, 0, (seats,), numbers=numbers)
        found = next((choice for choice in self.choices if choice.text == given.strip().lower()), None)
        if found is None:
            allowed = ", ".join(choice.text for choice in self.choices)
            hint = did_you_mean(given.strip().lower(), [choice.text for choice in self.choices])
            raise BadOption(f"option {self.name}={given}: {hint}the value must be one of {allowed}")
        if seats not in found.seats:
            raise BadOption(f"option {self.name}={given} goes with {in_words(found.seats)} players, not with {seats}")
        return found

    def explained(self) -> list[tuple[str, str]]:
        """Return the values as a person reads them, each with the key of its explanation; a range is one entry."""
        key = f"option.{self.name}"
        if not self.is_range:
            return [(choice.text, f"{key}.{choice.text}") for choice in self.choices]
        others = [choice.text for choice in self.choices if choice.text != self.default]
        return [(self.default, f"{key}.{self.default}"), (f"{others[0]} to {others[-1]}", f"{key}.range")]


@dataclass(frozen=True)
class SearchStyle:
    """The settings of the search that suit a game."""

    playouts: str = "mixed"
    """The play-out from a new position: random, greedy or mixed."""
    exploration: float = 1.0
    """The weight of uncertainty against the value of a move."""
    margin_weight: float = 0.1
    """The weight of the margin in points against the share of the win."""
    margin_scale: float = 20.0
    """The lead in points that counts as safe."""
    widening: float = 0.0
    """The rate at which moves besides the policy's are tried; 0 tries all of them first."""
    contempt: float = 0.0
    """The part of a shared win that does not count, so that the search does not settle for one too early."""
    method: str = "tree"
    """The search method: `tree` searches single moves and chance, `turns` whole turns that the policy ranks."""

    cut: int = -1
    """The number of turns played out before a net evaluates; -1: to the end of the game, without a net."""
    ahead: int = 0
    """1: the tree ends with the searching seat's moves, then everyone plays on by the net; 0: by the policy."""
    most_seats: int = 99
    """The maximum number of seats for which the search asks the net; with more it plays out to the end."""

    @property
    def kernel(self) -> str:
        """The kernel module of the search layer that is compiled for the game."""
        return "turns" if self.method == "turns" else "tree"


@dataclass(frozen=True)
class Card:
    """The properties of a game that are known before it starts."""

    name: str
    title: str
    authors: tuple[str, ...]
    publisher: str
    year: int | None
    rules_version: str
    seats: tuple[int, ...]
    default_seats: int
    options: tuple[Option, ...]
    search: SearchStyle
    judged: SearchStyle
    """The settings of the search where a net evaluates."""
    levels: dict[str, str]
    """The players of rising strength, by level name."""
    secrets: bool
    """True if players know things that others may not see."""
    capabilities: frozenset[str]
    """The game's optional features, see CAPABILITIES."""
    names: tuple[str, ...]
    """All names of the game: its name, its folder, its title and its other titles."""
    order: int
    """The position in lists: lower numbers come first."""

    @property
    def meeting_seats(self) -> int:
        """The number of seats where players meet and none is named: the default, but two if that is one."""
        return self.default_seats if self.default_seats > 1 or 2 not in self.seats else 2

    def check_seats(self, seats: int) -> None:
        """Raise BadOption if the game cannot be played by this number of players."""
        if isinstance(seats, str):
            raise BadOption(f"seats={seats!r}: the number of players is an integer")
        if seats not in self.seats:
            raise BadOption(f"{self.title} is for {in_words(self.seats)} players, not for {seats}")

    def without_files(self, given: Mapping[str, str]) -> dict[str, str]:
        """Replace the names of files by their contents in options, for users allowed to read files here."""
        readers = {option.name: option.literal for option in self.options if option.literal is not None}
        return {name: readers[name](name, text.strip()) if name in readers else text for name, text in given.items()}

    def choose(self, seats: int, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return a value for every option: the given ones checked, the others by default."""
        self.check_seats(seats)
        known = [option.name for option in self.options]
        for name in given:
            if name not in known:
                hint = did_you_mean(name, known)
                raise BadOption(f"{self.title} has no option {name!r}: {hint}it has {', '.join(known) or 'none'}")
        chosen = {
            option.name: option.choose(str(given.get(option.name, option.default)), seats) for option in self.options
        }
        for name, choice in chosen.items():
            for other, value in choice.needs:
                if chosen[other].text != value:
                    raise BadOption(f"option {name}={choice.text} needs {other}={value}, not {chosen[other].text}")
        return chosen


def in_words(seats: tuple[int, ...]) -> str:
    """Return seat counts as a person writes them: "2 to 5", "2 or 3", "4"."""
    if len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1:
        return f"{seats[0]} to {seats[-1]}"
    return " or ".join(str(n) for n in seats)


def read_card(folder: Path, package: str) -> Card:
    """Read the card in a game's folder; ParseError names what is missing or wrong."""
    file = folder / "game.toml"
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParseError(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return _card(table, folder, package)
    except KeyError as error:
        raise ParseError(f"{file}: {error.args[0]} is missing") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise ParseError(f"{file}: {error}") from error
    except BadOption as error:
        raise ParseError(f"{file}: {error}") from error


def _card(table: dict[str, Any], folder: Path, package: str) -> Card:
    unknown = [key for key in table if key not in KEYS]
    if unknown:
        raise BadOption(
            f"there is no entry {unknown[0]!r}: {did_you_mean(unknown[0], KEYS)}a card has {', '.join(KEYS)}"
        )
    name = folder.name.replace("_", "-")
    seats = _seats(table["seats"])
    capabilities = frozenset(table.get("capabilities", ()))
    if capabilities - set(CAPABILITIES):
        raise BadOption(f"capabilities {sorted(capabilities)}: there are {', '.join(CAPABILITIES)}")
    search = dict(table.get("search", {}))
    judged = search | search.pop("judged", {})
    judged.pop("judged", None)
    styles = [field.name for field in fields(SearchStyle)]
    if set(judged) - set(styles):
        raise BadOption(f"[search] has {', '.join(styles)}, not {', '.join(sorted(set(judged) - set(styles)))}")
    return Card(
        name=name,
        title=str(table["title"]),
        authors=tuple(table.get("authors", ())),
        publisher=str(table.get("publisher", "")),
        year=table.get("year"),
        rules_version=str(table.get("rules_version", "1")),
        seats=seats,
        default_seats=int(table["seats"].get("default", seats[0])),
        options=tuple(_option(package, option, entry, seats) for option, entry in table.get("options", {}).items()),
        search=SearchStyle(**search),
        judged=SearchStyle(**judged),
        levels=DEFAULT_LEVELS | dict(table.get("levels", {})),
        secrets=(folder / "hidden.py").is_file(),
        capabilities=capabilities,
        names=(name, folder.name, str(table["title"]), *table.get("aliases", ())),
        order=int(table.get("order", 100)),
    )


KEYS = [
    *("title", "aliases", "authors", "publisher", "year", "rules_version", "order"),
    *("capabilities", "seats", "options", "search", "levels"),
]
"""The entries of a card; `title` and `seats` are required."""


def _seats(table: dict[str, int]) -> tuple[int, ...]:
    least, most = table["least"], table["most"]
    if not 1 <= least <= most <= len(SEATS):
        raise BadOption(f"[seats] least = {least}, most = {most}: 1 to {len(SEATS)} players can sit at a table")
    return tuple(range(least, most + 1))


def _option(package: str, name: str, entry: dict[str, Any], seats: tuple[int, ...]) -> Option:
    if "texts" in entry:
        choices = tuple(OptionValue(text, 0, seats) for text in entry["texts"])
        module = import_module(f"{package}.options")
        return Option(name, choices, choices[0].text, module.read, module.literal)
    if "range" in entry:
        low, high = entry["range"]
        choices = tuple(OptionValue(str(code), code, seats) for code in range(low, high + 1))
    else:
        choices = tuple(
            OptionValue(
                text=str(value["value"]),
                code=value["code"],
                seats=tuple(value.get("seats", seats)),
                needs=tuple(value.get("needs", {}).items()),
            )
            for value in entry["values"]
        )
    return Option(name, choices, str(entry.get("default", choices[0].text)), is_range="range" in entry)
