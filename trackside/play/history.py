"""The log of a match, the positions it has passed through, and what each seat may know of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trackside.core.notation import view_state
from trackside.core.protocol import OVER, AnyState
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.events import Entry, Event


class History:
    """A log of legal entries from a start; positions are computed on demand and cached."""

    def __init__(self, game: Game, start: AnyState, log: Iterable[Entry] = ()) -> None:
        self.game, self.start = game, start
        self.log: list[Entry] = list(log)
        self._states: list[AnyState] = []
        """The positions computed so far, from the start on; may be empty."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.start, self.log)

    def states(self) -> list[AnyState]:
        """Return every position from the start to now."""
        if not self._states:
            self._states = [self.start.duplicate()]
        for seat, move in self.log[len(self._states) - 1 :]:
            state = self._states[-1].duplicate()
            self.game.plain.apply(state, seat, move)
            self._states.append(state)
        return list(self._states)

    def forget(self) -> None:
        """Drop the cached positions."""
        self._states = []

    def text(self, index: int) -> str:
        """Return an entry of the log in notation."""
        return self.game.notation.move_text(self.states()[index], *self.log[index])

    def visible(self, seat: int, until: int | None = None) -> list[int]:
        """Return the indexes of the entries that a seat may see now, or could when there were `until` entries."""
        states, n = self.states(), len(self.log) if until is None else until
        turn = states[n].turns if self.game.plain.to_move(states[n]) != OVER else states[n].turns + 1
        return [
            index
            for index in range(n)
            if states[index].turns < turn or self.shows(states[index], states[index + 1], seat)
        ]

    def shows(self, before: AnyState, after: AnyState, perspective: int) -> bool:
        """Return True if this perspective sees a difference; without secrets, it sees every change."""
        if not self.game.card.secrets:
            return True
        return bool(view_state(self.game.plain, before, perspective) != view_state(self.game.plain, after, perspective))

    def ends_turn(self, before: AnyState, after: AnyState) -> bool:
        """Return True if a turn, or the game, is over after an entry."""
        return bool(after.turns > before.turns) or self.game.plain.to_move(after) == OVER

    def events(self, seat: int, until: int | None = None) -> list[Event]:
        """Return the entries that a seat may see now, or could when there were `until` entries."""
        return [self.event(index, seat) for index in self.visible(seat, until)]

    def secret_events(self, seat: int) -> list[Event]:
        """Return the entries that a seat may not see yet."""
        if not self.game.card.secrets:
            return []
        visible = set(self.visible(seat))
        return [self.event(index, seat) for index in range(len(self.log)) if index not in visible]

    def event(self, index: int, perspective: int) -> Event:
        """Return one entry as this perspective may see it once it is revealed."""
        states = self.states()
        return self.event_between(index, states[index], states[index + 1], perspective)

    def event_between(self, index: int, before: AnyState, after: AnyState, perspective: int) -> Event:
        """Return the event of an entry, given the positions before and after it."""
        notation, scenes, (seat, move) = self.game.notation, self.game.scenes, self.log[index]

        def effects() -> list[Effect]:
            return scenes.effects(before, seat, move, perspective)

        def describe(words: Words) -> list[str]:
            return notation.describe(before, seat, move, words, perspective)

        text, ended = notation.move_text(before, seat, move, perspective), self.ends_turn(before, after)
        return Event(index, seat, text, int(before.turns), ended, effects, describe)
