"""The evaluator of a table, and how closely it looks for each effort."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.review.evaluators import AHEAD, Evaluator, LineEvaluator, PlayingEvaluator, SearchEvaluator
from trackside.review.report import Effort
from trackside.review.turns import LOOKAHEADS, TurnEvaluator
from trackside.search.nets import find_net
from trackside.search.values import find_value


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
    others: int = 0
    """Simulations per outcome of chance that did not come, if they suffice for a mean without bias; 0: all alike."""
    turns: int = 0
    """Turns that are played on before a net evaluates: the fewer, the less the evaluations scatter."""
    cards: int = 0
    """Next cards examined to find the best turn of a seat, for an evaluator that does so."""

    def shared_by(self, seats: int) -> Budget:
        """Return a budget that takes about as long for a table of `seats` as this one does for two."""
        names = ("chance", "look", "measure", "others", "cards")
        few = {name: 2 * number // max(2, seats) for name in names if (number := getattr(self, name))}
        return replace(self, **{name: max(1, number) for name, number in few.items()})


BUDGETS: dict[type, dict[str, Budget]] = {
    SearchEvaluator: {
        "quick": Budget(96, 96, 256, 1, doubt=0.03, late=0.25),
        "normal": Budget(1280, 1280, 4800, 4, doubt=0.015, late=0.15),
        "deep": Budget(9600, 9600, 32000, 8, doubt=0.01, late=0.1),
    },
    PlayingEvaluator: {
        "quick": Budget(80, 40, 100, 1, others=10, turns=4),
        "normal": Budget(300, 400, 800, 4, others=60, turns=AHEAD),
        "deep": Budget(3000, 4000, 8000, 8, others=600, turns=AHEAD),
    },
    LineEvaluator: {
        "quick": Budget(1, 1, 16, 1, cards=60),
        "normal": Budget(8, 8, 128, 1, cards=240),
        "deep": Budget(64, 64, 1024, 1, cards=240),
    },
    TurnEvaluator: dict.fromkeys(("quick", "normal", "deep"), Budget(1, 1, 1, 1)),
}


def budget_for(evaluator: type, effort: Effort, seats: int) -> Budget:
    """Return the budget of an evaluator; a quick review takes no longer with more seats."""
    budget = BUDGETS.get(evaluator, BUDGETS[SearchEvaluator])[effort]
    return budget.shared_by(seats) if effort == "quick" else budget


def has_fixed_values(game: Game, state: AnyState) -> bool:
    """Return True if a value net gives every position of this table one value."""
    return not game.card.secrets and find_value(game, state) is not None


def measures_luck(game: Game) -> bool:
    """Return True if results without luck need fewer games, which they do not where hidden cards have to be guessed."""
    return not game.card.secrets or game.plain.JUDGED == "points"


def evaluator_for(game: Game, state: AnyState, effort: Effort = "normal") -> Evaluator:
    """Return the evaluator of the true positions of this table."""
    if has_fixed_values(game, state):
        return TurnEvaluator(game, state, LOOKAHEADS[effort])
    if game.plain.JUDGED == "points" and find_net(game, state) is not None:
        return LineEvaluator(game, budget_for(LineEvaluator, effort, state.seats).cards)
    if not game.card.secrets:
        return SearchEvaluator(game)
    return PlayingEvaluator(game, budget_for(PlayingEvaluator, effort, state.seats).turns)
