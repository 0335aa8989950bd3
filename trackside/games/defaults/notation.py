"""The default text forms, for games without a notation.py and for functions missing from it.

Moves and outcomes have the names that the rules give them (MOVE_NAMES, OUTCOME_NAMES), else their codes.
The catalogue entries `move.<name>` and `outcome.<name>` describe them, where they exist.
A position is written as its fields, one line each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from trackside.core.errors import ParseError
from trackside.core.notation import TIME_UP_TEXT, choices_for
from trackside.core.protocol import CHANCE, REFEREE, AnyState
from trackside.core.scene import Effect
from trackside.core.words import Words

if TYPE_CHECKING:
    from trackside.games.game import Game

SMALLEST, LARGEST = -(1 << 15), (1 << 15) - 1


class DefaultNotation:
    """Names, sentences and positions derived from a game's rules and words."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def move_text(self, s: AnyState, seat: int, move: int, perspective: int = REFEREE) -> str:
        """Return the name of a move or outcome, or its code."""
        if seat == REFEREE:
            return TIME_UP_TEXT
        kind, letter = ("OUTCOME_NAMES", "o") if seat == CHANCE else ("MOVE_NAMES", "m")
        names = getattr(self.game.plain, kind, ())
        return str(names[move]) if move < len(names) else f"{letter}{move}"

    def short_forms(self, s: AnyState, seat: int, move: int) -> list[str]:
        """Return no short forms."""
        return []

    def why_not(self, s: AnyState, seat: int, text: str, words: Words) -> str:
        """List the choices that are possible instead."""
        notation = self.game.notation
        legal = [notation.move_text(s, seat, code) for code in choices_for(self.game.plain, s, seat)]
        if seat == CHANCE:
            return words("refuse.outcome", text=text, possible=", ".join(legal))
        if not legal:
            return words.of(seat, "default.not_now", text=text)
        return words.of(seat, "default.no_move", text=text, legal=", ".join(legal))

    def describe(self, s: AnyState, seat: int, move: int, words: Words, perspective: int = REFEREE) -> list[str]:
        """Return the catalogue's sentence for a move or outcome, or a generic one."""
        text = self.game.notation.move_text(s, seat, move, perspective)
        kind = "outcome" if seat == CHANCE else "move"
        return [_sentence(kind, max(getattr(s, "seat", 0) if seat == CHANCE else seat, 0), text, words)]

    def tell(self, effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
        """Describe a turn, one sentence per move or outcome."""
        known = (effect for effect in effects if effect["kind"] in ("move", "outcome"))
        said = " ".join(_sentence(effect["kind"], max(effect["seat"], 0), effect["text"], words) for effect in known)
        return said if done or not said else f"{said} …"

    def prompt(self, s: AnyState, seat: int, words: Words) -> str:
        """Return the question that this seat has to answer."""
        return words("prompt" if words.has("prompt") else "default.prompt")

    def has_blanks(self, s: AnyState) -> bool:
        """Return False: without secrets nothing is blank."""
        return False

    def position_text(self, s: AnyState) -> str:
        """Return every field with its numbers."""
        return "\n".join(f"{name}: {' '.join(map(str, _flat(getattr(s, name))))}" for name in s.fields)

    def parse_position(self, text: str) -> AnyState:
        """Parse a position from the numbers of its fields."""
        s: Any = self.game.plain.State()
        given = self._fields(text)
        for name in s.fields:
            if name not in given:
                raise ParseError(f"the field {name!r} is missing: a position has {', '.join(s.fields)}")
            line, numbers = given[name]
            size = len(_flat(getattr(s, name)))
            if len(numbers) != size:
                raise ParseError(f"{name} has {len(numbers)} numbers, not {size}", line)
            setattr(s, name, _shaped(numbers, s.fields[name].shape))
        if s.seats not in self.game.card.seats:
            raise ParseError(f"seats: {s.seats} cannot play {self.game.card.title}", given["seats"][0])
        return s

    def _fields(self, text: str) -> dict[str, tuple[int, list[int]]]:
        """Return the numbers of every field in a text, with their line."""
        found: dict[str, tuple[int, list[int]]] = {}
        for line, part in enumerate(text.replace("/", "\n").splitlines(), 1):
            if not part.strip():
                continue
            match = re.fullmatch(r"\s*(\w+):((?:\s+-?\d{1,5})*)\s*", part)
            if match is None or not all(SMALLEST <= int(number) <= LARGEST for number in match[2].split()):
                raise ParseError(f"expected a field and its numbers such as 'seats: 2', not {part.strip()!r}", line)
            if match[1] in found or match[1] not in self.game.plain.State.fields:
                raise ParseError(f"the field {match[1]!r} is there twice, or is not one of this game", line)
            found[match[1]] = line, [int(number) for number in match[2].split()]
        return found


def _sentence(kind: str, seat: int, text: str, words: Words) -> str:
    """Return the catalogue's sentence for a move or outcome, or a generic one."""
    key = next((key for key in (f"{kind}.{text}", f"{kind}.any") if words.has(key)), f"default.{kind}")
    return words.of(seat, key, text=text)


def _flat(value: Any) -> list[int]:
    return [number for part in value for number in _flat(part)] if isinstance(value, list) else [value]


def _shaped(numbers: list[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    columns = len(numbers) // shape[0]
    return [numbers[row * columns : (row + 1) * columns] for row in range(shape[0])]
