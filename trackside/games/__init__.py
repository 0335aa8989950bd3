"""The catalogue: every game by name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, resources
from types import ModuleType
from typing import TYPE_CHECKING, cast

from trackside.core.errors import BadOption
from trackside.core.protocol import Rules
from trackside.games.card import Card, read_card

if TYPE_CHECKING:
    from trackside.core.board import TextBoard
    from trackside.core.notation import Notation
    from trackside.core.protocol import AnyState
    from trackside.core.scene import Scenes

PACKAGES = {
    "whole-nine": "trackside.games.whole_nine",
    "traxx": "trackside.games.traxx",
    "skip-or-trip": "trackside.games.skip_or_trip",
}


@dataclass(frozen=True)
class Game:
    """A game of the catalogue; whatever is heavy is loaded when first asked for."""

    name: str
    package: str

    @property
    def folder(self) -> str:
        """What its folder is called."""
        return self.package.rpartition(".")[2]

    @cached_property
    def card(self) -> Card:
        """Seats, options, authors."""
        return read_card(self.package)

    @cached_property
    def plain(self) -> Rules:
        """The rules as they are written."""
        return cast(Rules, import_module(self.package))

    @cached_property
    def notation(self) -> Notation:
        """Moves and positions as text."""
        return cast("Notation", import_module(f"{self.package}.notation"))

    @cached_property
    def scenes(self) -> Scenes:
        """Views as data for a page to draw."""
        return cast("Scenes", import_module(f"{self.package}.scene"))

    @cached_property
    def board(self) -> TextBoard:
        """Views drawn in text: by the game's own board module, or by the one for all games."""
        own = resources.files(self.package) / "board.py"
        return cast(
            "TextBoard", import_module(f"{self.package}.board" if own.is_file() else "trackside.core.default_board")
        )

    @cached_property
    def figures(self) -> list[dict[str, str]]:
        """Pictures for the rules: `name` of the caption, the rule it stands `after`, the `position`."""
        text = (resources.files(self.package) / "data" / "figures.toml").read_text(encoding="utf-8")
        return list(tomllib.loads(text)["figure"])

    @cached_property
    def modules(self) -> list[ModuleType]:
        """The modules that are compiled."""
        parts = [import_module(f"{self.package}.{part}") for part in ("rules", "hidden", "policy")]
        needed = [import_module(name) for name in getattr(parts[-1], "NEEDS", ())]
        return [*parts[:-1], *needed, parts[-1]]

    @cached_property
    def compiled(self) -> ModuleType:
        """The rules, compiled, for kernels to be bound to."""
        from trackside.core.compile import compile_modules

        return compile_modules(self.folder, self.modules)

    @cache  # noqa: B019 - games live as long as the process
    def kernel(self, module: str, *, compiled: bool = True) -> ModuleType:
        """A text written for all games, such as `trackside.search.playouts`, bound to this one."""
        from trackside.core.compile import bind_modules, compile_modules

        part = f"{self.folder}.{module.rpartition('.')[2]}"
        text = import_module(module)
        modules = [import_module(name) for name in getattr(text, "NEEDS", ())] + [text]
        if compiled:
            return compile_modules(part, modules, rules=self.compiled)
        return bind_modules(part, modules, rules=self.plain)

    def opening(self, seats: int, options: Mapping[str, object] | None = None) -> AnyState:
        """The position before any chance, options checked."""
        chosen = self.card.choose(seats, options or {})
        state = self.plain.State()
        self.plain.setup(state, seats, [code for choice in chosen.values() for code in choice.codes])
        return state


GAMES = {name: Game(name, package) for name, package in PACKAGES.items()}


def find_game(name: str) -> Game:
    """A game by its name in the catalogue."""
    if name not in GAMES:
        raise BadOption(f"there is no game {name!r}: the games are {', '.join(GAMES)}")
    return GAMES[name]
