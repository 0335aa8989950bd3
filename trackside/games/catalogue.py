"""Sources of games: this package, installed packages, and folders named by the user.

An installed package announces its game by an entry point of the group `trackside.games`, whose value is
the game's package. `TRACKSIDE_GAMES` names folders: one game's folder, or one that holds several. External
games that cannot be played are left out, so that they never break others; `GAMES.problems` has the reasons.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import invalidate_caches, metadata
from importlib.util import find_spec
from pathlib import Path

from trackside.core.errors import BadOption, TracksideError
from trackside.games.game import Game
from trackside.games.parts import check_parts, explained, place_in

GROUP = "trackside.games"
VARIABLE = "TRACKSIDE_GAMES"
CARD = "game.toml"
OWN = "trackside.games."
"""The prefix of the packages of the built-in games."""

Found = tuple[str, Path | None]
"""A package that may be a game, and its folder, if there is one to import from."""


@dataclass(frozen=True)
class Problem:
    """The reason why a game cannot be played, and its folder, if it has one."""

    text: str
    path: Path | None

    def __str__(self) -> str:
        return self.text


class Catalogue(Mapping[str, Game]):
    """The games by name, discovered on first use."""

    @cached_property
    def _found(self) -> tuple[dict[str, Game], dict[str, Problem]]:
        """The games by name, and the problems of others by name."""
        games: dict[str, Game] = {}
        problems: dict[str, Problem] = {}
        for package, path in [*_own(), *_installed(), *_in_folders()]:
            name = package.rpartition(".")[2].replace("_", "-")
            try:
                game = _load(name, package, path)
                if name in games and games[name].path != game.path:
                    raise BadOption(f"{game.path}: there is a game {name} already, in {games[name].path}")
                games[name] = game
            except TracksideError as error:
                problems[name] = Problem(str(error), path)
        for folder in folders():
            if not _cards(folder):
                problems[str(folder)] = Problem(no_game(folder), folder)
        ordered = sorted(games.values(), key=lambda game: (game.card.order, game.name))
        return {game.name: game for game in ordered}, problems

    @property
    def problems(self) -> Mapping[str, Problem]:
        """The problems of games that were left out, by name."""
        return self._found[1]

    def __getitem__(self, name: str) -> Game:
        return self._found[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found[0])

    def __len__(self) -> int:
        return len(self._found[0])

    def forget(self) -> None:
        """Discard the games, so that they are discovered again on next use."""
        invalidate_caches()
        self.__dict__.pop("_found", None)

    def blame(self, error: BaseException) -> str | None:
        """Return one line for an error raised in the code of an external game; None if it was raised elsewhere."""
        for game in self.values():
            if not game.package.startswith(OWN) and place_in(error, game.path):
                return f"{game.path}: {explained(error, game.path)}"
        return None


GAMES = Catalogue()


def find_game(name: str | Game) -> Game:
    """Return a game by its name, its folder's name or its title, in any spelling; a `Game` is returned as it is."""
    if isinstance(name, Game):
        return name
    if name in GAMES:
        return GAMES[name]
    known = {plain_name(alias): game for game in GAMES.values() for alias in game.card.names}
    wanted = plain_name(name)
    if wanted in known:
        return known[wanted]
    if wanted in GAMES.problems:
        raise BadOption(str(GAMES.problems[wanted]))
    likely = get_close_matches(wanted, known, 1)
    hint = f"did you mean {known[likely[0]].name}? " if likely else ""
    raise BadOption(f"there is no game {name!r}: {hint}the games are {', '.join(GAMES)}")


def plain_name(text: str) -> str:
    """Return a name without regard to case, accents and the characters between its words.

    >>> plain_name("Träxx"), plain_name("The Whole  Nine")
    ('traxx', 'the-whole-nine')
    """
    bare = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return "-".join(re.findall(r"[a-z0-9]+", letters))


def folders() -> list[Path]:
    """Return the folders that TRACKSIDE_GAMES names."""
    return [Path(text).expanduser().resolve() for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text]


def no_game(folder: Path) -> str:
    """Return the message for a folder without games."""
    return f"{folder}: " + (
        "no game is there: a game is a folder with a " + CARD if folder.is_dir() else "no such folder"
    )


def add_folder(text: str) -> None:
    """Add a folder, for this process and its children; BadOption if it has no game."""
    folder = Path(text).expanduser().resolve()
    if not _cards(folder):
        raise BadOption(no_game(folder))
    os.environ[VARIABLE] = os.pathsep.join(map(str, [*folders(), folder]))
    GAMES.forget()


def _load(name: str, package: str, path: Path | None) -> Game:
    """Load the game of a package; TracksideError explains why it is missing or cannot be played."""
    first = _folder_of(package)
    if path is None or first is None:
        raise BadOption(f"the game {name} cannot be imported: Python finds no package {package!r}")
    if first != path:
        raise BadOption(f"{path}: Python finds another {package!r} first, in {first}: give the folder another name")
    game = Game(name, package, path)
    if package.startswith(OWN):
        game.card  # noqa: B018 - a card that cannot be read is detected now
    else:
        check_parts(game)
    return game


def _own() -> Iterator[Found]:
    for card in sorted(Path(__file__).parent.glob(f"*/{CARD}")):
        yield f"{OWN}{card.parent.name}", card.parent


def _installed() -> Iterator[Found]:
    for entry in metadata.entry_points(group=GROUP):
        yield entry.value, _folder_of(entry.value)


def _in_folders() -> Iterator[Found]:
    for folder in (card.parent for root in folders() for card in _cards(root)):
        if str(folder.parent) not in sys.path:
            sys.path.append(str(folder.parent))
        yield folder.name, folder


def _cards(folder: Path) -> list[Path]:
    """Return the cards of a folder that is a game or holds several."""
    return [folder / CARD] if (folder / CARD).is_file() else sorted(folder.glob(f"*/{CARD}"))


def _folder_of(package: str) -> Path | None:
    """Return the folder of a package, without importing it."""
    try:
        spec = find_spec(package)
    except Exception:  # an import can fail in any way, and fails again when the game is loaded
        return None
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    return Path(places[0]).resolve() if places else None
