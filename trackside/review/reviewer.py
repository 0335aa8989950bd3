"""The review of a game: every step judged, so that luck, play and hidden information add up to the result."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import CHANCE, AnyState
from trackside.games import Game
from trackside.play.match import Match
from trackside.review.candidates import likely_turns
from trackside.review.evaluators import Judge, LineJudge, PlayingJudge, SearchJudge
from trackside.review.reading import Happening, happenings, is_over, plays_at_once
from trackside.review.report import Effort, Option, Outcome, Review, Step
from trackside.review.sums import CLEAR, add_up, find_moments, scale_of, word_for
from trackside.search.nets import find_net

MAX_OUTCOMES = 40
"""The most outcomes of chance that are all judged; of more, a sample stands for the rest."""

SMALL = {"share": 0.005, "points": 0.25}
"""Differences too small to matter."""

ROUNDING = 1e-9
"""Differences that come from adding numbers in another order."""

SOLVED = {"quick": 50_000, "normal": 1_000_000, "deep": 2_000_000}
"""The most positions examined to solve the end of a game."""

LATE = 20
"""Moves and outcomes before the solved end that are judged with more doubt: three turns of each of two seats."""

DEALS = 64
"""Set-ups over which the chances at the start are averaged."""


@dataclass(frozen=True)
class Budget:
    """Simulations per position for chance, a first look at all moves, and measuring two; and the times to measure."""

    chance: int
    look: int
    measure: int
    times: int
    doubt: float = 0.0
    """The error that all looks of the judge share, as a standard error: measured against much longer searches."""
    late: float = 0.0
    """The same shortly before the solved end, where much depends on a roll: measured against solved positions."""
    cards: int = 0
    """Next cards examined to find the best turn of a seat, for a judge that does so."""

    def shared_by(self, seats: int) -> Budget:
        """Return a budget that takes about as long for a table of `seats` as this one does for two."""
        few = [max(1, 2 * number // max(2, seats)) for number in (self.chance, self.look, self.measure, self.cards)]
        return replace(self, chance=few[0], look=few[1], measure=few[2], cards=few[3])


BUDGETS: dict[type, dict[str, Budget]] = {
    SearchJudge: {
        "quick": Budget(96, 96, 256, 1, doubt=0.03, late=0.25),
        "normal": Budget(1280, 1280, 4800, 4, doubt=0.015, late=0.15),
        "deep": Budget(9600, 9600, 32000, 8, doubt=0.01, late=0.1),
    },
    PlayingJudge: {
        "quick": Budget(40, 40, 100, 1),
        "normal": Budget(400, 400, 800, 4),
        "deep": Budget(4000, 4000, 8000, 8),
    },
    LineJudge: {
        "quick": Budget(1, 1, 16, 1, cards=60),
        "normal": Budget(8, 8, 128, 1, cards=240),
        "deep": Budget(64, 64, 1024, 1, cards=240),
    },
}


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
        judge: Judge | None = None,
    ) -> None:
        if effort not in get_args(Effort):
            raise BadOption(f"there is no effort {effort!r}: there are {', '.join(get_args(Effort))}")
        if not match.over:
            raise BadOption("only a game that is over can be reviewed")
        self.match, self.effort, self.seed, self.known = match, effort, seed, known
        self.game: Game = match.game
        self.judge = judge or judge_for(self.game, match.start, effort)
        self.fair: Judge = self.judge
        if judge is None and self.game.card.secrets and not plays_at_once(match):
            self.fair = SearchJudge(self.game)
        self.happenings = list(happenings(match))
        self.late = range(0)
        """The entries shortly before the solved end."""
        if isinstance(self.judge, SearchJudge):
            solved = len(match.log) + 1 - self.judge.solve_back(match.positions(), SOLVED[effort])
            self.late = range(solved - LATE, solved)
        self.scale = scale_of(self.game, match.seats)

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
        """Return the luck of every seat, without judging decisions."""
        start, total = np.array(self._start()), np.zeros(self.match.seats)
        for index, happening in enumerate(self.happenings):
            if happening.kind in ("setup", "chance"):
                total += self._step(index, happening, start).luck
        return tuple(map(float, total))

    # Steps by kind

    def _step(self, index: int, happening: Happening, last: Any) -> Step:
        """Return the step of a happening; `last` is the judge's estimate after the one before."""
        kind = happening.kind
        if kind == "setup":
            return self._setup(index, happening, last)
        if kind == "chance":
            return self._chance(index, happening, last)
        if kind == "decision":
            return self._decision(index, happening, last)
        after = last
        if kind == "time" or is_over(self.match, happening.after):
            after = self._judged([happening.after], 1, index)[0].mean(axis=0)
        return self._told(happening, last, after, after)

    def _setup(self, index: int, happening: Happening, last: Any) -> Step:
        looks = self._judged([happening.after], 4 * self._budget(self.judge).chance, index)[0]
        return self._told(
            happening, last, last, looks.mean(axis=0), self._errors(index, looks), luck=looks.mean(axis=0) - last
        )

    def _chance(self, index: int, happening: Happening, last: Any) -> Step:
        outcomes, sampled = self._outcomes(index, happening)
        if len(outcomes) == 1 and not is_over(self.match, happening.after):
            return self._told(happening, last, last, last)
        states = [after(self.game, happening.before, CHANCE, [outcome]) for outcome in outcomes]
        looks = self._judged(states, self._budget(self.judge).chance, index)
        means, weights = looks.mean(axis=1), np.array(list(outcomes.values()), float)
        expected = weights @ means / weights.sum()
        real = list(outcomes).index(happening.moves[0])
        texts = [self.game.notation.move_text(happening.before, CHANCE, outcome) for outcome in outcomes]
        rows = zip(texts, outcomes.values(), means.tolist(), strict=True)
        told = tuple(Outcome(text, int(weight), tuple(chances)) for text, weight, chances in rows)
        step = self._told(
            happening, last, expected, means[real], self._errors(index, looks[real]), luck=means[real] - expected
        )
        return replace(step, outcomes=told, sampled=sampled)

    def _outcomes(self, index: int, happening: Happening) -> tuple[dict[int, float], bool]:
        """Return the outcomes to judge with their weights: all, or the real one and a sample of the others."""
        buffer = [0] * self.game.plain.OUTCOMES
        n = self.game.plain.chance_weights(happening.before, buffer)
        weights: dict[int, float] = {outcome: buffer[outcome] for outcome in range(n) if buffer[outcome] > 0}
        if len(weights) <= MAX_OUTCOMES:
            return weights, False
        real = happening.moves[0]
        rest = [outcome for outcome in weights if outcome != real]
        chosen = random.Random(self._seed(index, "outcomes")).sample(rest, MAX_OUTCOMES - 1)
        share = sum(weights[outcome] for outcome in rest) / sum(weights[outcome] for outcome in chosen)
        kept = {outcome: weights[outcome] * share for outcome in chosen} | {real: weights[real]}
        return dict(sorted(kept.items())), True

    def _decision(self, index: int, happening: Happening, last: Any) -> Step:
        seat, made = happening.seat, happening.moves
        seen = view_state(self.game.plain, happening.before, seat) if self.game.card.secrets else happening.before
        fair = self._fair(index, seen, seat, self._ways(index, seen, seat, made))
        opened = self._open(index, happening, fair)
        before, then = opened[1].mean(axis=0), opened[0].mean(axis=0)
        gifts = then - before
        information = float(gifts[seat]) - fair.loss
        if abs(information) < ROUNDING:
            information = 0.0
        gifts[seat] = 0.0
        options = list(fair.options)
        if self.game.card.secrets:
            known = {fair.best: float(before[seat]), made: float(then[seat])}
            options = [replace(option, open=known.get(option.moves)) for option in options]
        return replace(
            self._told(happening, last, before, then, self._errors(index, opened[0]), gifts=gifts),
            loss=fair.loss,
            loss_error=fair.error,
            information=information if self.game.card.secrets else 0.0,
            options=tuple(options),
            made=[option.moves for option in options].index(made),
            word=word_for(fair.loss, fair.error, self.scale.unit),
        )

    def _ways(self, index: int, seen: AnyState, seat: int, made: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the seat's possible moves or turns, the one that was made first."""
        if plays_at_once(self.match):
            found = likely_turns(self.game, seen, seat, self._seed(index, "turns"))
        else:
            found = [(move,) for move in choices_for(self.game.plain, seen, seat)]
        there = after(self.game, seen, seat, made)
        return [made, *(moves for moves in found if after(self.game, seen, seat, moves) != there)]

    def _fair(self, index: int, seen: AnyState, seat: int, ways: list[tuple[int, ...]]) -> Fair:
        """Return a decision from its seat's perspective.

        The best rival is chosen by a first look at all options, then measured against the one made by separate looks.
        """
        budget, doubt = self._budget(self.fair), self._doubt(self.fair, index)
        if isinstance(self.fair, SearchJudge):
            self.fair.seat = seat if self.game.card.secrets else 0
        states = [self._seen(after(self.game, seen, seat, moves), seat) for moves in ways]
        looks = self.scale.of(self.fair.judge(states, budget.look, self._seed(index, "look")))
        chances, errors = looks[:, :, seat].mean(axis=1), [error_of(row, doubt) for row in looks[:, :, seat]]
        top, times, loss, error, pair = int(np.argmax(chances)), 0, 0.0, 0.0, [looks[0], looks[0]]
        if top != 0:
            times, pair = self._measured(index, [states[0], states[top]], seat)
            difference = pair[0][:, seat] - pair[1][:, seat]
            loss, error = float(difference.mean()), error_of(difference, doubt)
            for way, row in zip((0, top), pair, strict=True):
                chances[way], errors[way] = row[:, seat].mean(), error_of(row[:, seat], doubt)
            if loss >= 0.0:
                loss, top, pair = 0.0, 0, [pair[0], pair[0]]
        order = sorted(range(len(ways)), key=lambda way: (way != top, -chances[way]))
        options = [
            Option(ways[way], self._texts(seen, seat, ways[way]), float(chances[way]), errors[way]) for way in order
        ]
        return Fair(loss, error, ways[0], ways[top], tuple(options), times, pair)

    def _measured(self, index: int, states: Sequence[AnyState], seat: int) -> tuple[int, list[Any]]:
        """Measure two positions until their difference is clear or negligible; return the repetitions and the looks."""
        budget, found = self._budget(self.fair), []
        for time in range(budget.times):
            found.append(self._look_again(self.fair, states, index, time))
            difference = np.concatenate([looks[0] - looks[1] for looks in found])[:, seat]
            size, error = abs(difference.mean()), error_of(difference)
            if size > CLEAR * error or size + 2 * error < SMALL[self.scale.unit]:
                break
        return len(found), [np.concatenate([looks[i] for looks in found]) for i in range(2)]

    def _open(self, index: int, happening: Happening, fair: Fair) -> list[Any]:
        """Return the looks at the true positions after the option made and after the best."""
        if not self.game.card.secrets:
            return fair.looks
        ways = list(dict.fromkeys([fair.made, fair.best]))
        states = [after(self.game, happening.before, happening.seat, moves) for moves in ways]
        if self.fair is self.judge and fair.times > 0:
            times = [self._look_again(self.judge, states, index, time) for time in range(fair.times)]
            looks = np.concatenate(times, axis=1)
        elif self.fair is self.judge:
            budget = self._budget(self.judge)
            looks = self.scale.of(self.judge.judge(states, budget.look, self._seed(index, "look")))
        else:
            looks = self._judged(states, self._budget(self.judge).look, index)
        return [looks[0], looks[-1]]

    def _look_again(self, judge: Judge, states: Sequence[AnyState], index: int, time: int) -> Any:
        seed = self._seed(index, f"measure {time}")
        return self.scale.of(judge.judge(states, self._budget(judge).measure, seed))

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
            text=" ".join(self._texts(happening.before, happening.log[0][0], happening.moves)),
            before=tuple(map(float, before)),
            after=tuple(map(float, after)),
            errors=tuple(map(float, rows[0])),
            residual=tuple(map(float, before - last)),
            luck=tuple(map(float, rows[1])),
            gifts=tuple(map(float, rows[2])),
        )

    def _texts(self, state: AnyState, seat: int, moves: Sequence[int]) -> tuple[str, ...]:
        state, texts = state.duplicate(), []
        for move in moves:
            texts.append(self.game.notation.move_text(state, seat, move))
            self.game.plain.apply(state, seat, move)
        return tuple(texts)

    def _seen(self, state: AnyState, seat: int) -> AnyState:
        """Return what the seat sees of a state; where all play simultaneously, a view is already a full position."""
        return view_state(self.game.plain, state, seat) if self.fair is not self.judge else state

    def _judged(self, states: Sequence[AnyState], simulations: int, index: int) -> Any:
        return self.scale.of(self.judge.judge(states, simulations, self._seed(index, "judge")))

    def _errors(self, index: int, looks: Any) -> Any:
        """Return the standard errors of every seat's chances."""
        doubt = self._doubt(self.judge, index)
        return np.array([error_of(row, doubt) for row in looks.T])

    def _doubt(self, judge: Judge, index: int) -> float:
        """Return the error that all looks at this happening share."""
        budget = self._budget(judge)
        return budget.late if self.happenings[index].entries[0] in self.late else budget.doubt

    def _budget(self, judge: Judge) -> Budget:
        return budget_for(type(judge), self.effort, self.match.seats)

    def _seed(self, index: int, purpose: str) -> int:
        digest = hashlib.sha256(f"{self.seed} {index} {purpose}".encode()).digest()
        return int.from_bytes(digest[:7])

    def _start(self) -> tuple[float, ...]:
        """Return every seat's chances before anything has happened: the mean over many set-ups, or all first cards."""
        rules, start, draws = self.game.plain, self.match.start, random.Random(self._seed(0, "start"))
        if rules.to_move(start) != CHANCE:
            return tuple(map(float, self._judged([start], self._budget(self.judge).chance, -1)[0].mean(axis=0)))
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
        means = self._judged(deals, self._budget(self.judge).chance, -1).mean(axis=1)
        return tuple(map(float, np.array(odds) @ means / sum(odds)))


@dataclass(frozen=True)
class Fair:
    """A decision as the seat could see it."""

    loss: float
    error: float
    made: tuple[int, ...]
    best: tuple[int, ...]
    options: tuple[Option, ...]
    times: int
    """The number of times the two were measured; 0 if the option made was the best at the first look."""
    looks: list[Any]
    """The looks at the option made and at the best: every seat's chances."""


def budget_for(judge: type, effort: Effort, seats: int) -> Budget:
    """Return the budget of a judge; a quick review takes no longer with more seats."""
    budget = BUDGETS.get(judge, BUDGETS[SearchJudge])[effort]
    return budget.shared_by(seats) if effort == "quick" else budget


def judge_for(game: Game, state: AnyState, effort: Effort = "normal") -> Judge:
    """Return the judge of the true positions of this table."""
    if game.plain.JUDGED == "points" and find_net(game, state) is not None:
        return LineJudge(game, budget_for(LineJudge, effort, state.seats).cards)
    return PlayingJudge(game) if game.card.secrets else SearchJudge(game)


def after(game: Game, state: AnyState, seat: int, moves: Sequence[int]) -> AnyState:
    """Return the position after some moves of a seat."""
    state = state.duplicate()
    for move in moves:
        game.plain.apply(state, seat, move)
    return state


def error_of(looks: Any, doubt: float = 0.0) -> float:
    """Return the standard error of the mean of some looks, with the error they share; 0 if all agree.

    A single look gives no error either.
    """
    error = float(looks.std(ddof=1) / np.sqrt(len(looks))) if len(looks) > 1 else 0.0
    return math.hypot(error, doubt) if error > ROUNDING else 0.0
