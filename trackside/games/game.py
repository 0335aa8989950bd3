"""A game of the catalogue: the parts in its folder, and the defaults for those it leaves out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from trackside.core.protocol import Rules
from trackside.core.words import Words
from trackside.games.card import Card, read_card
from trackside.games.defaults import encoder as default_encoder
from trackside.games.defaults import hidden as default_hidden
from trackside.games.defaults import policy as default_policy

if TYPE_CHECKING:
    from trackside.core.board import TextBoard
    from trackside.core.notation import Notation
    from trackside.core.protocol import AnyState
    from trackside.core.scene import Scenes
    from trackside.games.lessons import Course

JUDGE = "data/judge.npz"
"""The file with a game's nets, see `trackside.search.nets`."""

VALUES = "data/value.npz"
"""The file with a game's value nets, see `trackside.search.values`."""


MODULES = ("state", "rules", "hidden", "policy", "encoder", "value", "notation", "scene", "board", "reasons")
"""The modules that a game's folder may contain."""


class WithDefaults:
    """The functions of a module, with defaults for those it leaves out."""

    def __init__(self, module: ModuleType | None, default: object) -> None:
        self._module, self._default = module, default

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name, None) or getattr(self._default, name)
        setattr(self, name, found)
        return found


@dataclass(frozen=True)
class Game:
    """A game, by name and package; its heavy parts are loaded on first use."""

    name: str
    package: str
    path: Path
    """The game's folder."""

    @property
    def folder(self) -> str:
        """The name of the game's folder."""
        return self.path.name

    def __reduce__(self) -> tuple[Any, ...]:
        from trackside.games.catalogue import find_game

        return find_game, (self.name,)

    def title(self, language: str) -> str:
        """Return the game's title in a language: from its own words, else from its card."""
        words = Words(language, self.package)
        return words("about.title") if words.has("about.title") else self.card.title

    def has(self, file: str) -> bool:
        """Return True if the game's folder contains this file."""
        return (self.path / file).is_file()

    @property
    def has_judge(self) -> bool:
        """True if the game comes with nets, which evaluate positions of some tables."""
        return self.has(JUDGE) or self.has(VALUES)

    @property
    def lists_turns(self) -> bool:
        """True if the game lists its whole turns itself, see `ListRules`."""
        return hasattr(self.plain, "list_turns")

    @property
    def has_dice(self) -> bool:
        """True if seats roll dice of their own, see `Scenes.roller`."""
        return hasattr(self.part("scene"), "roller")

    def part(self, name: str) -> ModuleType | None:
        """Return a module of the game's folder, or None."""
        return import_module(f"{self.package}.{name}") if self.has(f"{name}.py") else None

    def load(self) -> None:
        """Import all modules: threads that import them at the same time may see them half initialised."""
        for name in MODULES:
            self.part(name)
        _ = self.plain, self.notation, self.scenes, self.board  # and the defaults for those it leaves out

    @cached_property
    def card(self) -> Card:
        """The game's card: seats, options, authors, capabilities."""
        return read_card(self.path, self.package)

    @cached_property
    def modules(self) -> list[ModuleType]:
        """The modules that are compiled: rules, hidden, those that the policy needs, policy, encoder, value."""
        policy, encoder = self.part("policy") or default_policy, self.part("encoder") or default_encoder
        needed = [import_module(name) for name in getattr(policy, "NEEDS", ())]
        hidden = self.part("hidden") or default_hidden
        value = filter(None, [self.part("value")])
        return [import_module(f"{self.package}.rules"), hidden, *needed, policy, encoder, *value]

    @cached_property
    def plain(self) -> Rules:
        """The rules as plain Python."""
        parts = [*filter(None, [self.part("state")]), *self.modules]
        names = {name: value for part in parts for name, value in vars(part).items() if not name.startswith("_")}
        return cast(Rules, SimpleNamespace(**names))

    @cached_property
    def compiled(self) -> ModuleType:
        """The compiled rules, to bind kernels to."""
        return self.compile(self.folder, self.modules)

    def compile(self, name: str, modules: list[ModuleType], **bindings: object) -> ModuleType:
        """Compile modules for this game, into one namespace."""
        from trackside.core.compile import compile_modules

        return compile_modules(self.path, name, modules, **bindings)

    @cache  # noqa: B019 - games live as long as the process
    def kernel(self, module: str, *, compiled: bool = True) -> ModuleType:
        """Bind code shared by all games, such as `trackside.search.kernels.playouts`, to this one."""
        from trackside.core.compile import bind_modules

        part = f"{self.folder}.{module.rpartition('.')[2]}"
        shared = import_module(module)
        modules = [import_module(name) for name in getattr(shared, "NEEDS", ())] + [shared]
        judged = self.card.judged
        style = {"ASKS_NET": judged.cut >= 0, "OWN_TURN": judged.ahead > 0, "LISTS_TURNS": self.lists_turns}
        style |= {"HAS_SECRETS": self.card.secrets, "SOLVES_ENDINGS": hasattr(self.plain, "is_ending")}
        style |= {"MAY_REPEAT": hasattr(self.plain, "may_repeat")}
        if compiled:
            return self.compile(part, modules, rules=self.compiled, **style)
        return bind_modules(part, modules, rules=self.plain, **style)

    @cached_property
    def notation(self) -> Notation:
        """The notation: moves and positions as text."""
        from trackside.games.defaults.notation import DefaultNotation

        return cast("Notation", WithDefaults(self.part("notation"), DefaultNotation(self)))

    @cached_property
    def scenes(self) -> Scenes:
        """The scenes: views as data for the page and the terminal to draw."""
        from trackside.games.defaults.scene import DefaultScenes

        return cast("Scenes", WithDefaults(self.part("scene"), DefaultScenes(self)))

    @cached_property
    def board(self) -> TextBoard:
        """The drawing of views in text."""
        from trackside.games.defaults import board as default_board

        return cast("TextBoard", self.part("board") or default_board)

    def why(self, view: AnyState, seat: int, better: Sequence[int], other: Sequence[int], words: Words) -> str:
        """Return what the better moves of a seat gain or deny, in a sentence; empty where nothing is certain."""
        reasons = self.part("reasons")
        return reasons.why(view, seat, better, other, words) if reasons and better and other else ""

    @cached_property
    def figures(self) -> list[dict[str, str]]:
        """The pictures for the rules: the `name` of the caption, the `lead` it stands after, the `position`.

        The lead is a rule (`WN-12`) or an example (`example-1`, counted through the rules). Two entries are optional:
        a `move`, which is drawn as if it were about to be made, and `part`, the view box of the part of the wide
        drawing that is shown.
        """
        if not self.has("data/figures.toml"):
            return []
        return list(tomllib.loads((self.path / "data" / "figures.toml").read_text(encoding="utf-8"))["figure"])

    @cached_property
    def course(self) -> Course:
        """The game's lessons; none if it has no lessons.toml."""
        from trackside.games.lesson_files import FILE, read_course

        return read_course(self, self.path / FILE)

    def opening(self, seats: int, options: Mapping[str, object] | None = None) -> AnyState:
        """Return the position before any chance, after checking the options."""
        chosen = self.card.choose(seats, options or {})
        state = self.plain.State()
        self.plain.setup(state, seats, [code for choice in chosen.values() for code in choice.codes])
        return state
