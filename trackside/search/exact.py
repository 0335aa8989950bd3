"""Exhaustive search of small positions: every move and every outcome, to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.choice import Candidate, Choice
from trackside.search.kernels.solving import NOTES, Levels, Solved

MAX_POSITIONS = 400_000
DEEPEST = 150
"""The longest sequence of moves and outcomes; a position further from the end has too many successors anyway."""


class Exact:
    """Exact shares of the win when every seat maximises its own, with a table of the positions solved."""

    def __init__(self, game: Game, most: int = MAX_POSITIONS) -> None:
        self.game, self.most = game, most
        self.kernel = game.kernel("trackside.search.kernels.solving")
        self.keys = np.zeros(1 << (2 * most).bit_length(), np.int64)
        self.values = np.zeros((0, 0))
        self.buffers = np.zeros((DEEPEST, max(game.plain.MOVES, game.plain.OUTCOMES)), np.int64)
        self.notes = np.zeros((DEEPEST, NOTES), np.int64)
        self.counted = np.zeros(1, np.int64)

    @property
    def met(self) -> int:
        """The number of positions visited."""
        return int(self.counted[0])

    def forget(self) -> None:
        """Clear the table, keeping its capacity."""
        self.keys[:] = 0
        self.counted[0] = 0

    def shares(self, state: AnyState) -> tuple[float, ...]:
        """Return every seat's share of the win; raise BadOption if too many positions follow."""
        if self.values.shape[1] != state.seats:
            self.values = np.zeros((len(self.keys), state.seats))
            self.forget()
        states = np.repeat(state.to_record(), DEEPEST)
        levels = Levels(
            states,
            states.view(np.uint8).reshape(DEEPEST, -1),
            self.buffers,
            self.notes,
            np.zeros((DEEPEST, state.seats)),
        )
        place = self.kernel.solve(levels, Solved(self.keys, self.values), self.counted, self.most)
        if place < 0:
            raise BadOption(f"the position is too large for exhaustive search: more than {self.most} others follow")
        return tuple(map(float, self.values[place]))

    def known(self, state: AnyState) -> tuple[float, ...] | None:
        """Return the shares of a position that is already solved, or None."""
        if self.values.shape[1] != state.seats:
            return None
        place = self.kernel.find(state.to_record().view(np.uint8), self.keys)
        return None if place < 0 else tuple(map(float, self.values[place]))

    def after(self, state: AnyState, seat: int) -> dict[int, tuple[float, ...]]:
        """Return the shares after every move or possible outcome."""
        return {move: self.shares(following) for move, following in self._following(state, seat)}

    def known_after(self, state: AnyState, seat: int) -> dict[int, tuple[float, ...]] | None:
        """Return the shares after every move or possible outcome if all are already solved, else None."""
        found = {}
        for move, following in self._following(state, seat):
            shares = self.known(following)
            if shares is None:
                return None
            found[move] = shares
        return found

    def _following(self, state: AnyState, seat: int) -> Iterator[tuple[int, AnyState]]:
        for move in choices_for(self.game.plain, state, seat):
            following = state.duplicate()
            self.game.plain.apply(following, seat, move)
            yield move, following


class ExactAgent:
    """A perfect player for small positions; it refuses views with unknown parts."""

    def __init__(self, game: Game, most: int = MAX_POSITIONS) -> None:
        self.game, self.exact = game, Exact(game, most)

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return the move with the largest share."""
        if self.game.notation.has_blanks(view):
            raise BadOption("exhaustive search needs to know everything: this view has blanks in it")
        if known := self.known(view, seat):
            return known
        self.exact.forget()
        return self._best(view, seat, self.exact.after(view, seat))

    def known(self, view: AnyState, seat: int) -> Choice | None:
        """Return the best move if everything after it is already solved, else None."""
        after = self.exact.known_after(view, seat)
        return None if after is None else self._best(view, seat, after)

    def _best(self, view: AnyState, seat: int, after: dict[int, tuple[float, ...]]) -> Choice:
        texts = {move: self.game.notation.move_text(view, seat, move) for move in after}
        ranked = sorted(after, key=lambda move: -after[move][seat])
        candidates = tuple(Candidate(move, texts[move], value=after[move][seat]) for move in ranked)
        return Choice(ranked[0], candidates, (texts[ranked[0]],), self.exact.met, "exact")
