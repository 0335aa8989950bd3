"""The dealer of a match: holds the current position, and rolls the dice that lead on from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trackside.core.protocol import CHANCE, STREAMS, AnyState
from trackside.games import Game
from trackside.play.dice import Dice, OwnDice
from trackside.play.events import Entry
from trackside.play.position import Position, hold


class Dealer:
    """The position after a log of legal entries, and the number of outcomes drawn from each stream of the dice."""

    position: Position

    def __init__(self, game: Game, dice: Dice, by_hand: Iterable[int] = ()) -> None:
        self.game, self.dice, self.by_hand = game, dice, frozenset(by_hand)
        """The seats in `by_hand` roll themselves: chance waits for them."""
        self.rolls = not isinstance(dice, OwnDice)
        """True if these dice roll; False if the outcomes are set from outside."""
        self._drawn: Any = None
        self._roller: Any = None
        self._ahead: tuple[list[Entry], Position, Any] | None = None
        """The last prepared change: its entries, the position they lead to, and the outcomes drawn by then."""

    def fold(self, start: AnyState, log: Iterable[Entry], compiled: bool | None) -> None:
        """Go to the position after a log from a start."""
        rules, state, drawn = self.game.plain, start.duplicate(), [0] * STREAMS
        for seat, move in log:
            if seat == CHANCE:
                drawn[rules.chance_stream(state)] += 1
            rules.apply(state, seat, move)
        self.position, self._ahead = hold(self.game, state, compiled), None
        self._drawn = self.position.counted(drawn)
        self._make_roller()

    def _make_roller(self) -> None:
        self._roller = self.position.roller(self.dice) if self.rolls else None

    def copy(self) -> Dealer:
        """Return a separate dealer of the same dice at the same position."""
        other = type(self)(self.game, self.dice, self.by_hand)
        other.position, other._drawn = self.position, self._drawn.copy()
        other._make_roller()
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_roller": None, "_ahead": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._make_roller()

    def waits(self, position: Position) -> bool:
        """Return True if chance waits in this position for a seat to roll its die."""
        return bool(self.by_hand) and self.game.scenes.roller(position.state) in self.by_hand

    def outcome(self) -> Entry:
        """Return the outcome that the dice bring next, where chance is to move."""
        stream, weights = self.position.chance()
        return CHANCE, self.dice.outcome(stream, int(self._drawn[stream]), weights)

    def follow(self, entry: Entry, *, watched: bool) -> list[Entry]:
        """Return an entry and the outcomes that follow it, up to the next decision; a change not watched is quicker."""
        position, drawn = self.position, self._drawn.copy()
        if entry[0] == CHANCE:
            drawn[position.chance()[0]] += 1
        if self._roller is None or watched or self.by_hand:
            return [entry, *self._outcomes(position.after(entry), drawn)]
        entries: list[Entry]
        entries, after = self._roller.roll_on(position, entry, drawn)
        self._ahead = entries, after, drawn
        return entries

    def _outcomes(self, position: Position, drawn: Any) -> list[Entry]:
        """Return the outcomes of the dice from a position on; `drawn` counts those drawn before, by stream."""
        entries: list[Entry] = []
        while self.rolls and position.to_move == CHANCE and not self.waits(position):
            stream, weights = position.chance()
            entry = (CHANCE, self.dice.outcome(stream, int(drawn[stream]), weights))
            drawn[stream] += 1
            entries.append(entry)
            position = position.after(entry)
        return entries

    def after(self, entries: Iterable[Entry]) -> Position:
        """Return the position that these entries would lead to; nothing changes."""
        if self._ahead is not None and entries is self._ahead[0]:
            return self._ahead[1]
        position = self.position
        for entry in entries:
            position = position.after(entry)
        return position

    def jump(self, entries: Iterable[Entry]) -> bool:
        """Apply the last prepared change at once if these are its entries; return True if they are."""
        ahead, self._ahead = self._ahead, None
        if ahead is None or entries is not ahead[0]:
            return False
        _, self.position, self._drawn = ahead
        return True

    def advance(self, entry: Entry) -> None:
        """Apply one entry."""
        self._ahead = None
        if entry[0] == CHANCE:
            self._drawn[self.position.chance()[0]] += 1
        self.position = self.position.after(entry)

    def forget(self) -> None:
        """Drop everything that is cached only for speed."""
        self._ahead = None
        self.position.forget()
