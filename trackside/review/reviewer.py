"""The review of a game: every step evaluated, so that luck, play and hidden information add up to the result."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.notation import view_state
from trackside.core.protocol import CHANCE, AnyState
from trackside.games import Game
from trackside.play.match import Match
from trackside.review.budgets import budget_for, evaluator_for
from trackside.review.decisions import Decision, possible_turns, weigh
from trackside.review.doubts import doubts_of
from trackside.review.evaluators import Evaluator, SearchEvaluator
from trackside.review.looks import ROUNDING, Looks, seed_for
from trackside.review.reading import Happening, after, happenings, is_over, plays_at_once, texts_of
from trackside.review.report import Effort, Option, Outcome, Review, Step
from trackside.review.sums import add_up, find_moments, scale_of, word_for
from trackside.review.turns import TurnEvaluator
from trackside.search.nets import find_net

MAX_OUTCOMES = 40
"""The most outcomes of chance that are all evaluated; of more, a sample stands for the rest."""

SOLVED = {"quick": 50_000, "normal": 1_000_000, "deep": 2_000_000}
"""The most positions examined to solve the end of a game."""

LATE = 20
"""Moves and outcomes before the solved end that are evaluated with more doubt: three turns of each of two seats."""

DEALS = 64
"""Set-ups over which the chances at the start are averaged."""


def review(
    match: Match | str,
    effort: Effort = "normal",
    seed: int = 0,
    on_progress: Callable[[Review], None] | None = None,
) -> Review:
    """Return the review of a match or of the text of a record.

    `on_progress` receives the review so far after every step; an exception it raises ends the work.
    """
    reviewer = Reviewer(Match.from_record(match) if isinstance(match, str) else match, effort, seed)
    made = reviewer.begun()
    for made in reviewer.run():
        if on_progress is not None:
            on_progress(made)
    return made


class Reviewer:
    """A reviewer that reads a match step by step; the same match, effort and seed give the same review."""

    def __init__(
        self,
        match: Match,
        effort: Effort = "normal",
        seed: int = 0,
        known: Review | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        if effort not in get_args(Effort):
            raise BadOption(f"there is no effort {effort!r}: there are {', '.join(get_args(Effort))}")
        if not match.over:
            raise BadOption("only a game that is over can be reviewed")
        self.match, self.effort, self.seed, self.known = match, effort, seed, known
        self.game: Game = match.game
        self.happenings = list(happenings(match))
        self.scale = scale_of(self.game, match.seats)
        chosen = evaluator or evaluator_for(self.game, match.start, effort)
        self.solved_from = 1 << 30
        """The turn from which on all values are exact."""
        if isinstance(chosen, TurnEvaluator):
            chosen.read(match.positions())
            self.solved_from = chosen.solved_from
        self.late = range(0)
        """The entries shortly before the solved end."""
        if isinstance(chosen, SearchEvaluator):
            solved = len(match.log) + 1 - chosen.solve_back(match.positions(), SOLVED[effort])
            self.late = range(solved - LATE, solved)
        self.open = self._looks(chosen)
        """Looks at true positions."""
        self.fair = self.open
        """Looks at positions as a seat sees them; where all play simultaneously, a view is already a full position."""
        if evaluator is None and self.game.card.secrets and not plays_at_once(match):
            self.fair = self._looks(SearchEvaluator(self.game))

    def _looks(self, evaluator: Evaluator) -> Looks:
        budget = budget_for(type(evaluator), self.effort, self.match.seats)
        if isinstance(evaluator, TurnEvaluator):
            doubts = doubts_of(self.game.name, self.effort, self.match.seats)
            turns = [self.solved_from - int(happening.before.turns) for happening in self.happenings]
            return Looks(evaluator, budget, self.scale, self.seed, doubts=doubts, turns=turns)
        late = frozenset(i for i, happening in enumerate(self.happenings) if happening.entries[0] in self.late)
        return Looks(evaluator, budget, self.scale, self.seed, late)

    def begun(self) -> Review:
        """Return a review in which nothing has been read yet."""
        match = self.match
        found = find_net(self.game, match.positions()[-1]) or find_net(self.game, match.start)
        return Review(
            game=self.game.name,
            seats=match.seats,
            players=tuple(match.players),
            unit=self.scale.unit,
            effort=self.effort,
            seed=self.seed,
            judged_by="playouts" if found is None else "net",
            start=self._start(),
            entries=len(match.log),
            sides=tuple(match.sides),
        )

    def run(self) -> Iterator[Review]:
        """Yield the growing review after every new step."""
        made = self.begun() if self.known is None else self.known
        if made.complete:
            return
        for index in range(len(made.steps), len(self.happenings)):
            last = np.array(made.steps[-1].after if made.steps else made.start)
            step = self._step(index, self.happenings[index], last)
            made = replace(made, steps=(*made.steps, step))
            if index == len(self.happenings) - 1:
                made = replace(made, sums=add_up(made, self.match), moments=find_moments(made))
            yield made

    def luck(self) -> tuple[float, ...]:
        """Return the luck of every seat, without weighing decisions."""
        start, total = np.array(self._start()), np.zeros(self.match.seats)
        for index, happening in enumerate(self.happenings):
            if happening.kind in ("setup", "chance"):
                total += self._step(index, happening, start).luck
        return tuple(map(float, total))

    # Steps by kind

    def _step(self, index: int, happening: Happening, last: Any) -> Step:
        """Return the step of a happening; `last` is the estimate after the one before."""
        kind = happening.kind
        if kind == "setup":
            return self._setup(index, happening, last)
        if kind == "chance":
            return self._chance(index, happening, last)
        if kind == "decision":
            return self._decision(index, happening, last)
        after = last
        if kind == "time" or is_over(self.match, happening.after):
            after = self.open.at([happening.after], 1, index)[0].mean(axis=0)
        return self._told(happening, last, after, after)

    def _setup(self, index: int, happening: Happening, last: Any) -> Step:
        looks = self.open.at([happening.after], 4 * self.open.budget.chance, index)[0]
        chances = looks.mean(axis=0)
        return self._told(happening, last, last, chances, self.open.errors(looks.T, index), luck=chances - last)

    def _chance(self, index: int, happening: Happening, last: Any) -> Step:
        outcomes, sampled = self._outcomes(index, happening)
        if len(outcomes) == 1 and not is_over(self.match, happening.after):
            return self._told(happening, last, last, last)
        states = [after(self.game, happening.before, CHANCE, [outcome]) for outcome in outcomes]
        real, weights = list(outcomes).index(happening.moves[0]), np.array(list(outcomes.values()), float)
        looks, means = self._look_at_outcomes(index, states, real)
        expected = weights @ means / weights.sum()
        texts = [self.game.notation.move_text(happening.before, CHANCE, outcome) for outcome in outcomes]
        rows = zip(texts, outcomes.values(), means.tolist(), strict=True)
        told = tuple(Outcome(text, int(weight), tuple(chances)) for text, weight, chances in rows)
        errors = self.open.errors(looks.T, index)
        step = self._told(happening, last, expected, means[real], errors, luck=means[real] - expected)
        return replace(step, outcomes=told, sampled=sampled)

    def _look_at_outcomes(self, index: int, states: list[AnyState], real: int) -> tuple[Any, Any]:
        """Return looks at the outcome that came, and the mean of the looks at every outcome.

        Looks at the other outcomes meet other dice, so that their luck evens out.
        """
        budget = self.open.budget
        if not budget.others:
            looks = self.open.at(states, budget.chance, index)
            return looks[real], looks.mean(axis=1)
        came = self.open.at([states[real]], budget.chance, index)[0]
        means = [
            self.open.at([state], budget.others, index, f"outcome {number}")[0].mean(axis=0)
            for number, state in enumerate(states)
        ]
        means[real] = came.mean(axis=0)
        return came, np.array(means)

    def _outcomes(self, index: int, happening: Happening) -> tuple[dict[int, float], bool]:
        """Return the outcomes to evaluate with their weights: all, or the real one and a sample of the others."""
        buffer = [0] * self.game.plain.OUTCOMES
        n = self.game.plain.chance_weights(happening.before, buffer)
        weights: dict[int, float] = {outcome: buffer[outcome] for outcome in range(n) if buffer[outcome] > 0}
        if len(weights) <= MAX_OUTCOMES:
            return weights, False
        real = happening.moves[0]
        rest = [outcome for outcome in weights if outcome != real]
        chosen = random.Random(seed_for(self.seed, index, "outcomes")).sample(rest, MAX_OUTCOMES - 1)
        share = sum(weights[outcome] for outcome in rest) / sum(weights[outcome] for outcome in chosen)
        kept = {outcome: weights[outcome] * share for outcome in chosen} | {real: weights[real]}
        return dict(sorted(kept.items())), True

    def _decision(self, index: int, happening: Happening, last: Any) -> Step:
        seat, secrets = happening.seat, self.game.card.secrets
        fair = self._fair(index, happening)
        looks, options = self._open(index, happening, fair)
        before, then = looks[1].mean(axis=0), looks[0].mean(axis=0)
        gifts = then - before
        information = float(gifts[seat]) - fair.loss
        if not secrets or abs(information) < ROUNDING:
            information = 0.0
        gifts[seat] = 0.0
        return replace(
            self._told(happening, last, before, then, self.open.errors(looks[0].T, index), gifts=gifts),
            loss=fair.loss,
            loss_error=fair.error,
            information=information,
            options=options,
            made=[option.moves for option in options].index(fair.made),
            word=word_for(fair.loss, fair.error, self.scale.unit),
        )

    def _fair(self, index: int, happening: Happening) -> Decision:
        """Return a decision as its seat could see it."""
        game, seat = self.game, happening.seat
        view = view_state(game.plain, happening.before, seat) if game.card.secrets else happening.before
        seed = seed_for(self.seed, index, "turns")
        ways = possible_turns(game, view, seat, happening.moves, seed, whole=plays_at_once(self.match))
        if isinstance(self.fair.evaluator, SearchEvaluator):
            self.fair.evaluator.seat = seat if game.card.secrets else 0
        states = [after(game, view, seat, moves) for moves in ways]
        if self.fair is not self.open:
            states = [view_state(game.plain, state, seat) for state in states]
        return weigh(self.fair, index, game, view, seat, ways, states)

    def _open(self, index: int, happening: Happening, fair: Decision) -> tuple[list[Any], tuple[Option, ...]]:
        """Return looks at the true positions after the option made and before the decision, and the options with them.

        Before the decision stands the best option; where fair and open looks differ, whatever the evaluator's own
        players would decide, as they do after an event: the same dice then give the same value.
        """
        if not self.game.card.secrets:
            return fair.looks, fair.options
        ways = list(dict.fromkeys([fair.made, fair.best]))
        states = [after(self.game, happening.before, happening.seat, moves) for moves in ways]
        if self.fair is not self.open:
            states.append(happening.before)
            looks = self.open.at(states, self.open.budget.chance, self._judged_at(index))
        elif fair.times > 0:
            looks = np.concatenate([self.open.measure(states, index, time) for time in range(fair.times)], axis=1)
        else:
            looks = self.open.at(states, self.open.budget.look, index, "look")
        known = {way: float(rows[:, happening.seat].mean()) for way, rows in zip(ways, looks, strict=False)}
        return [looks[0], looks[-1]], tuple(replace(one, open=known.get(one.moves)) for one in fair.options)

    def _judged_at(self, index: int) -> int:
        """Return the step whose looks at true positions the steps up to this one continue: the last one of chance."""
        kinds = [happening.kind for happening in self.happenings[:index]]
        return next((one for one in range(index - 1, -1, -1) if kinds[one] in ("setup", "chance")), index)

    # Shared helpers

    def _told(
        self,
        happening: Happening,
        last: Any,
        before: Any,
        after: Any,
        errors: Any = None,
        luck: Any = None,
        gifts: Any = None,
    ) -> Step:
        nothing = np.zeros(len(last))
        rows = [nothing if row is None else row for row in (errors, luck, gifts)]
        return Step(
            entries=happening.entries,
            kind=happening.kind,
            seat=happening.seat,
            turn=int(happening.before.turns),
            text=" ".join(texts_of(self.game, happening.before, happening.log[0][0], happening.moves)),
            before=tuple(map(float, before)),
            after=tuple(map(float, after)),
            errors=tuple(map(float, rows[0])),
            residual=tuple(map(float, before - last)),
            luck=tuple(map(float, rows[1])),
            gifts=tuple(map(float, rows[2])),
        )

    def _start(self) -> tuple[float, ...]:
        """Return every seat's chances before anything has happened: the mean over many set-ups, or all first cards."""
        rules, start, draws = self.game.plain, self.match.start, random.Random(seed_for(self.seed, 0, "start"))
        if rules.to_move(start) != CHANCE:
            return tuple(map(float, self.open.at([start], self.open.budget.chance, -1)[0].mean(axis=0)))
        weights = [0] * rules.OUTCOMES
        deals = []
        for _ in range(DEALS if start.turns == 0 else 0):
            state = start.duplicate()
            while state.turns == 0 and rules.to_move(state) == CHANCE:
                n = rules.chance_weights(state, weights)
                rules.apply(state, CHANCE, draws.choices(range(n), weights[:n])[0])
            deals.append(state)
        odds = [1.0] * len(deals)
        if not deals:
            n = rules.chance_weights(start, weights)
            odds = [float(weight) for weight in weights[:n] if weight > 0]
            deals = [after(self.game, start, CHANCE, [outcome]) for outcome in range(n) if weights[outcome] > 0]
        means = self.open.at(deals, self.open.budget.chance, -1).mean(axis=1)
        return tuple(map(float, np.array(odds) @ means / sum(odds)))
