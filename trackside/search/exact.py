"""Exhaustive search of small positions: every move, every outcome, to the very end."""

from __future__ import annotations

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import Game
from trackside.search.choice import Candidate, Choice

MOST_POSITIONS = 200_000
DEEPEST = 150
"""Moves and outcomes in a row; a position further from the end has far too many others after it anyway."""


class Exact:
    """Expected shares of the win when everybody plays for their own; positions are remembered."""

    def __init__(self, game: Game, most: int = MOST_POSITIONS) -> None:
        self.game, self.most = game, most
        self.known: dict[bytes, tuple[float, ...]] = {}
        self.met = self.depth = 0

    def shares(self, state: AnyState) -> tuple[float, ...]:
        """Every seat's share of the win from here on; BadOption if there is too much to look at."""
        key = state.to_bytes()
        if key not in self.known:
            self.met += 1
            self.depth += 1
            if self.met > self.most or self.depth > DEEPEST:
                raise BadOption(f"the position is too large for exhaustive search: more than {self.most} others follow")
            self.known[key] = self._computed(state)
            self.depth -= 1
        return self.known[key]

    def _computed(self, state: AnyState) -> tuple[float, ...]:
        rules = self.game.plain
        seat = rules.to_move(state)
        if seat == OVER:
            ended = [0.0] * state.seats
            rules.returns(state, ended)
            return tuple(ended)
        if seat != CHANCE:
            return max(self.after(state, seat).values(), key=lambda shares: shares[seat])
        weights = [0] * rules.OUTCOMES
        n = rules.chance_weights(state, weights)
        total = sum(weights[:n])
        expected = [0.0] * state.seats
        for outcome, shares in self.after(state, CHANCE).items():
            for player in range(state.seats):
                expected[player] += weights[outcome] / total * shares[player]
        return tuple(expected)

    def after(self, state: AnyState, seat: int) -> dict[int, tuple[float, ...]]:
        """The shares after every move or possible outcome."""
        found = {}
        for move in choices_for(self.game.plain, state, seat):
            following = state.duplicate()
            self.game.plain.apply(following, seat, move)
            found[move] = self.shares(following)
        return found


class ExactAgent:
    """Plays small positions perfectly; needs to know everything, so it refuses views with secrets in them."""

    def __init__(self, game: Game, most: int = MOST_POSITIONS) -> None:
        self.game, self.most = game, most

    def choose(self, view: AnyState, seat: int) -> Choice:
        """The move with the largest share."""
        if self.game.notation.has_blanks(view):
            raise BadOption("exhaustive search needs to know everything: this view has blanks in it")
        exact = Exact(self.game, self.most)
        after = exact.after(view, seat)
        texts = {move: self.game.notation.move_text(view, seat, move) for move in after}
        ranked = sorted(after, key=lambda move: -after[move][seat])
        candidates = tuple(Candidate(move, texts[move], value=after[move][seat]) for move in ranked)
        return Choice(ranked[0], candidates, (texts[ranked[0]],))
