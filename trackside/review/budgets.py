"""The evaluator of a table, and how closely it looks for each effort."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.review.evaluators import Evaluator, LineEvaluator, PlayingEvaluator, SearchEvaluator
from trackside.review.report import Effort
from trackside.search.nets import find_net


@dataclass(frozen=True)
class Budget:
    """Simulations per position for chance, a first look at all moves, and measuring two; and the times to measure."""

    chance: int
    look: int
    measure: int
    times: int
    doubt: float = 0.0
    """The error that all looks of the evaluator share, as a standard error: measured against much longer searches."""
    late: float = 0.0
    """The same shortly before the solved end, where much depends on a roll: measured against solved positions."""
    cards: int = 0
    """Next cards examined to find the best turn of a seat, for an evaluator that does so."""

    def shared_by(self, seats: int) -> Budget:
        """Return a budget that takes about as long for a table of `seats` as this one does for two."""
        few = [max(1, 2 * number // max(2, seats)) for number in (self.chance, self.look, self.measure, self.cards)]
        return replace(self, chance=few[0], look=few[1], measure=few[2], cards=few[3])


BUDGETS: dict[type, dict[str, Budget]] = {
    SearchEvaluator: {
        "quick": Budget(96, 96, 256, 1, doubt=0.03, late=0.25),
        "normal": Budget(1280, 1280, 4800, 4, doubt=0.015, late=0.15),
        "deep": Budget(9600, 9600, 32000, 8, doubt=0.01, late=0.1),
    },
    PlayingEvaluator: {
        "quick": Budget(40, 40, 100, 1),
        "normal": Budget(400, 400, 800, 4),
        "deep": Budget(4000, 4000, 8000, 8),
    },
    LineEvaluator: {
        "quick": Budget(1, 1, 16, 1, cards=60),
        "normal": Budget(8, 8, 128, 1, cards=240),
        "deep": Budget(64, 64, 1024, 1, cards=240),
    },
}


def budget_for(evaluator: type, effort: Effort, seats: int) -> Budget:
    """Return the budget of an evaluator; a quick review takes no longer with more seats."""
    budget = BUDGETS.get(evaluator, BUDGETS[SearchEvaluator])[effort]
    return budget.shared_by(seats) if effort == "quick" else budget


def evaluator_for(game: Game, state: AnyState, effort: Effort = "normal") -> Evaluator:
    """Return the evaluator of the true positions of this table."""
    if game.plain.JUDGED == "points" and find_net(game, state) is not None:
        return LineEvaluator(game, budget_for(LineEvaluator, effort, state.seats).cards)
    return PlayingEvaluator(game) if game.card.secrets else SearchEvaluator(game)
