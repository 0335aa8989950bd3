"""Where games come from: this package, installed packages, and folders that somebody names.

An installed package announces its game by an entry point of the group `trackside.games` whose value is the
game's package. `TRACKSIDE_GAMES` names folders: a game's own, or one that holds several.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from trackside.core.errors import BadOption, TracksideError
from trackside.games.game import Game

GROUP = "trackside.games"
VARIABLE = "TRACKSIDE_GAMES"
CARD = "game.toml"


class Catalogue(Mapping[str, Game]):
    """The games by name, found when somebody first asks."""

    @cached_property
    def _found(self) -> tuple[dict[str, Game], list[str]]:
        games: dict[str, Game] = {}
        problems: list[str] = []
        for package, path in [*_own(), *_installed(problems), *_in_folders(problems)]:
            try:
                game = Game(_name(path), package, path)
                game.card  # noqa: B018 - a card that cannot be read is found out now
                if game.name in games:
                    raise BadOption(f"{path}: there is a game {game.name} already, in {games[game.name].path}")
                games[game.name] = game
            except TracksideError as error:
                problems.append(str(error))
        ordered = sorted(games.values(), key=lambda game: (game.card.order, game.name))
        return {game.name: game for game in ordered}, problems

    @property
    def problems(self) -> list[str]:
        """What is wrong with games that could not be taken up; the others are there all the same."""
        return self._found[1]

    def __getitem__(self, name: str) -> Game:
        return self._found[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found[0])

    def __len__(self) -> int:
        return len(self._found[0])

    def forget(self) -> None:
        """Look for games anew when next asked."""
        self.__dict__.pop("_found", None)


GAMES = Catalogue()


def find_game(name: str) -> Game:
    """A game by its name, its folder's name or its title, however it is written."""
    if name in GAMES:
        return GAMES[name]
    known = {plain_name(alias): game for game in GAMES.values() for alias in game.card.names}
    wanted = plain_name(name)
    if wanted in known:
        return known[wanted]
    likely = get_close_matches(wanted, known, 1)
    hint = f"did you mean {known[likely[0]].name}? " if likely else ""
    raise BadOption(f"there is no game {name!r}: {hint}the games are {', '.join(GAMES)}")


def plain_name(text: str) -> str:
    """A name without regard to case, accents and what stands between its words.

    >>> plain_name("Träxx"), plain_name("The Whole  Nine")
    ('traxx', 'the-whole-nine')
    """
    bare = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return "-".join(re.findall(r"[a-z0-9]+", letters))


def _name(path: Path) -> str:
    return path.name.replace("_", "-")


def _own() -> Iterator[tuple[str, Path]]:
    for card in sorted(Path(__file__).parent.glob(f"*/{CARD}")):
        yield f"trackside.games.{card.parent.name}", card.parent


def _installed(problems: list[str]) -> Iterator[tuple[str, Path]]:
    for entry in metadata.entry_points(group=GROUP):
        path = _folder_of(entry.value)
        if path is None:
            problems.append(f"the installed game {entry.name!r}: there is no package {entry.value!r}")
        else:
            yield entry.value, path


def _in_folders(problems: list[str]) -> Iterator[tuple[str, Path]]:
    for text in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        root = Path(text).expanduser().resolve()
        cards = [root / CARD] if (root / CARD).is_file() else sorted(root.glob(f"*/{CARD}"))
        if not cards:
            problems.append(f"{text}: no game is there: a game is a folder with a {CARD}")
        for folder in (card.parent for card in cards):
            if str(folder.parent) not in sys.path:
                sys.path.append(str(folder.parent))
            if _folder_of(folder.name) == folder:
                yield folder.name, folder
            else:
                problems.append(f"{folder}: a module {folder.name!r} exists already: call the folder something else")


def _folder_of(package: str) -> Path | None:
    """Where a package lies, without loading it."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    return Path(places[0]).resolve() if places else None
