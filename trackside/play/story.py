"""A match turn by turn, one sentence each: the log on the page, in the terminal and in plain text."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from trackside.core.protocol import CHANCE
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.events import Event
from trackside.play.match import Match


@dataclass(slots=True)
class Line:
    """A seat's turn, or the set-up, in one sentence; a line without a sentence is not shown."""

    turn: int
    seat: int
    """The seat whose turn it was; CHANCE for the set-up and what belongs to no seat, REFEREE for a call of time."""
    first: int
    last: int
    """The first and the last of its entries, counted as they were added."""
    done: bool = False
    says: str = ""
    effects: list[Effect] = field(default_factory=list)
    """The effects told in this line so far."""
    timeout: bool = False
    """True if the clock ran out and moves were made for the seat."""


class Story:
    """A match told turn by turn as it happens, in the given words; only unfinished lines are kept."""

    def __init__(self, game: Game, words: Words, timeouts: Container[tuple[int, int]] = ()) -> None:
        """Create a story; `timeouts` are the turns and seats for which the clock made moves."""
        self._tell, self._words, self._timeouts = game.notation.tell, words, timeouts
        self._open: dict[tuple[int, int], int] = {}
        """The numbers of the unfinished lines, by turn and seat."""
        self._lines: dict[int, Line] = {}
        """The unfinished lines by number."""
        self._begun = 0
        """The number of lines begun."""
        self._entries = 0

    def add(self, *events: Event) -> dict[int, Line]:
        """Add entries; return the lines they began or changed, by number.

        Each line is put into words once, however many of the entries belong to it.
        """
        changed = {at for event in events for at in self._note(event)}
        told = {at: self._lines[at] for at in sorted(changed)}
        for at, line in told.items():
            line.says = self._tell(line.effects, line.seat, self._words, line.done)
            if (line.turn, line.seat) in self._timeouts:
                line.timeout = True
                line.says = self._words.of(line.seat, "story.time_up", says=line.says).strip()
            if line.done:
                del self._lines[at]
        return told

    def _note(self, event: Event) -> set[int]:
        """Add an entry to its lines; return their numbers."""
        number, self._entries = self._entries, self._entries + 1
        effects = event.effects
        seat = _whose(event, effects)
        own = self._line(event.turn, seat, number)
        changed = {own}
        self._lines[own].last = number
        for effect in effects:
            told_of = int(effect.get("of", seat)) if event.turn else seat
            at = own if told_of == seat else self._line(event.turn, told_of, number)
            self._lines[at].effects.append(effect)
            changed.add(at)
        for key in [key for key in self._open if event.ended and key[0] <= event.turn]:
            changed.add(self._open.pop(key))
        for at in changed:
            self._lines[at].done = event.ended
        return changed

    def _line(self, turn: int, seat: int, number: int) -> int:
        """Return the number of the line of a seat's turn, which begins with this entry if there is none."""
        if (turn, seat) not in self._open:
            self._open[turn, seat] = self._begun
            self._lines[self._begun] = Line(turn, seat, number, number)
            self._begun += 1
        return self._open[turn, seat]


def story_of(match: Match, perspective: int, words: Words, until: int | None = None) -> list[Line]:
    """Return what this perspective knows of a match turn by turn; with `until`, what it knew at that many entries."""
    return tell(match.game, match.events(perspective, until), words, match.timeouts)


def tell(game: Game, events: Iterable[Event], words: Words, timeouts: Container[tuple[int, int]] = ()) -> list[Line]:
    """Return events as lines, turn by turn."""
    return [*Story(game, words, timeouts).add(*events).values()]


def _whose(event: Event, effects: list[Effect]) -> int:
    """Return the seat in whose turn an entry is told: CHANCE for the set-up, and for chance the seat it concerns."""
    if event.seat != CHANCE or event.turn == 0:
        return event.seat if event.turn else CHANCE
    return int(effects[0].get("seat", CHANCE)) if effects else CHANCE
