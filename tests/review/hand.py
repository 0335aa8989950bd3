"""Reviews made by hand: what is said of them is known beforehand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from trackside.core.notation import choices_for
from trackside.core.protocol import REFEREE
from trackside.play.match import Match
from trackside.review.reading import Happening, happenings
from trackside.review.report import Option, Outcome, Review, SeatSum, Step, Unit
from trackside.review.sums import add_up, find_moments, word_for


def seat_sum(
    seat: int,
    start: float,
    *,
    gifts: float = 0.0,
    losses: float = 0.0,
    small: float = 0.0,
    luck: float = 0.0,
    information: float = 0.0,
    residual: float = 0.0,
    slips: int = 0,
    mistakes: int = 0,
    blunders: int = 0,
) -> SeatSum:
    """A seat's sum; the result is what its terms make."""
    return SeatSum(
        seat=seat,
        start=start,
        setup=0.0,
        own_luck=luck,
        others_luck=0.0,
        losses=losses,
        gifts=gifts,
        information=information,
        residual=residual,
        result=round(start + gifts + losses + small + luck + information + residual, 9),
        decisions=40,
        slips=slips,
        mistakes=mistakes,
        blunders=blunders,
        loss_per_decision=losses / 40,
        loss_per_decision_error=0.002,
        level="club",
        small=small,
    )


def summed(*sums: SeatSum, game: str = "whole-nine", unit: Unit = "share") -> Review:
    """A review that has nothing but its sums."""
    n = len(sums)
    return Review(game, n, ("",) * n, unit, "quick", 0, "net", tuple(one.start for one in sums), 0, (), sums)


def invented(match: Match, seed: int = 0) -> Review:
    """A review of a real game with figures out of thin air that add up as they must."""
    return Inventor(match, seed).review()


class Inventor:
    """Goes through a game; chance moves everybody, a decision costs its seat something now and then."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.random = match, Random(seed)
        self.alone = match.seats == 1
        self.now = [40.0] if self.alone else [1 / match.seats] * match.seats
        self.start = tuple(self.now)
        self.steps: list[Step] = []

    def review(self) -> Review:
        match = self.match
        for happening in happenings(match):
            if happening.kind in ("setup", "chance"):
                self.chance(happening)
            else:
                self.decide(happening)
        result = [float(match.scores[0])] if self.alone else list(match.returns)
        last = self.steps[-1]
        shift = tuple(end - now for end, now in zip(result, self.now, strict=True))
        self.steps[-1] = replace(
            last,
            before=tuple(b + d for b, d in zip(last.before, shift, strict=True)),
            after=tuple(result),
            residual=shift,
        )
        review = Review(
            game=match.game.name,
            seats=match.seats,
            players=match.players,
            unit="points" if self.alone else "share",
            effort="quick",
            seed=0,
            judged_by="net",
            start=self.start,
            entries=len(match.log),
            steps=tuple(self.steps),
        )
        return replace(review, sums=add_up(review, match), moments=find_moments(review))

    def chance(self, happening: Happening) -> None:
        before, other = tuple(self.now), self.random.randrange(len(self.now))
        by = self.random.choice([-1, 1]) * self.random.random() * (2 if self.alone else 0.12)
        moved = list(self.now)
        moved[max(happening.seat, 0)] += by
        if not self.alone:
            moved[other] -= by
        if not self.alone and not all(0.02 < one < 0.98 for one in moved):
            moved = list(self.now)
        self.now = moved
        luck = tuple(a - b for a, b in zip(moved, before, strict=True))
        step = self.step(happening, before)
        self.steps.append(replace(step, luck=luck, outcomes=(Outcome(step.text, 1, tuple(moved)),)))

    def decide(self, happening: Happening) -> None:
        before, seat = tuple(self.now), happening.seat
        step = self.step(happening, before)
        if happening.kind == "decision":
            made = Option(happening.moves, (step.text,) * len(happening.moves), self.now[seat], 0.004)
            step = replace(step, options=(made,))
            cost = round(self.random.random() * (6 if self.alone else 0.14), 4)
            if self.random.random() < 0.2 and (self.alone or self.now[seat] > cost + 0.02):
                step = self.costly(happening, step, made, cost)
        self.steps.append(step)

    def costly(self, happening: Happening, step: Step, made: Option, cost: float) -> Step:
        """The same decision with a better one beside it."""
        seat, n = happening.seat, len(step.before)
        codes = choices_for(self.match.game.plain, happening.before, seat)
        best = next((code for code in codes if code != made.moves[0]), codes[0])
        text = self.match.game.notation.move_text(happening.before, seat, best)
        gifts = tuple(0.0 if other == seat else cost / (n - 1) for other in range(n))
        self.now = [now + gift for now, gift in zip(self.now, gifts, strict=True)]
        self.now[seat] -= cost
        options = (Option((best,), (text,), step.before[seat], 0.004), replace(made, chance=step.before[seat] - cost))
        word = word_for(-cost, 0.0, "points" if self.alone else "share")
        return replace(step, after=tuple(self.now), loss=-cost, gifts=gifts, options=options, made=1, word=word)

    def step(self, happening: Happening, before: tuple[float, ...]) -> Step:
        zeros, errors = (0.0,) * len(before), (0.01,) * len(before)
        text = " ".join(self.match.event(entry, REFEREE).text for entry in happening.entries)
        return Step(
            entries=happening.entries,
            kind=happening.kind,
            seat=happening.seat,
            turn=int(happening.before.turns),
            text=text,
            before=before,
            after=tuple(self.now),
            errors=errors,
            residual=zeros,
            luck=zeros,
            gifts=zeros,
        )
