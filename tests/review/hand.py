"""Reviews made by hand: what is said of them is known beforehand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from trackside.core.protocol import CHANCE, REFEREE
from trackside.play.match import Match
from trackside.review.report import Option, Outcome, Review, SeatSum, Step, Unit, Word


def seat_sum(
    seat: int,
    start: float,
    *,
    gifts: float = 0.0,
    losses: float = 0.0,
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
        result=round(start + gifts + losses + luck + information + residual, 9),
        decisions=40,
        slips=slips,
        mistakes=mistakes,
        blunders=blunders,
        loss_per_decision=losses / 40,
        loss_per_decision_error=0.002,
        level="club",
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
        match, states = self.match, self.match.positions()
        setup = [i for i in range(len(match.log)) if states[i].turns == 0]
        if setup:
            self.chance(tuple(setup), -1, 0)
        for index in range(len(setup), len(match.log)):
            seat = match.log[index][0]
            if seat == CHANCE:
                self.chance((index,), int(getattr(states[index], "seat", -1)), states[index].turns)
            elif seat == REFEREE:
                self.decide(index, -1, "time", states[index].turns)
            else:
                count = self.legal(index, seat)
                self.decide(index, seat, "decision" if len(count) > 1 else "forced", states[index].turns)
        result = [float(match.scores[0])] if self.alone else list(match.returns)
        last = self.steps[-1]
        shift = tuple(end - now for end, now in zip(result, self.now, strict=True))
        self.steps[-1] = replace(
            last,
            before=tuple(b + d for b, d in zip(last.before, shift, strict=True)),
            after=tuple(result),
            residual=shift,
        )
        moments = [i for i, step in enumerate(self.steps) if step.word in ("mistake", "blunder")][:3]
        lucky = sorted(range(len(self.steps)), key=lambda i: -abs(self.steps[i].luck[0]))[:2]
        return Review(
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
            sums=tuple(self.sum_of(seat) for seat in range(match.seats)),
            moments=tuple(sorted({*moments, *lucky})),
        )

    def legal(self, index: int, seat: int) -> list[int]:
        """What the seat could do there."""
        rules, out = self.match.game.plain, [0] * self.match.game.plain.MOVES
        return out[: rules.legal_moves(self.match.positions()[index], seat, out)]

    def chance(self, entries: tuple[int, ...], seat: int, turn: int) -> None:
        before, other = tuple(self.now), self.random.randrange(len(self.now))
        by = self.random.choice([-1, 1]) * self.random.random() * (2 if self.alone else 0.12)
        moved = list(self.now)
        moved[seat if seat >= 0 else 0] += by
        if not self.alone:
            moved[other] -= by
        if not self.alone and not all(0.02 < one < 0.98 for one in moved):
            moved = list(self.now)
        self.now = moved
        luck = tuple(a - b for a, b in zip(moved, before, strict=True))
        text = self.match.event(entries[-1], REFEREE).text
        kind = "setup" if turn == 0 else "chance"
        outcomes = (Outcome(text, 1, tuple(moved)),)
        self.steps.append(self.step(entries, kind, seat, turn, text, before, luck=luck, outcomes=outcomes))

    def decide(self, index: int, seat: int, kind: str, turn: int) -> None:
        before, text = tuple(self.now), self.match.event(index, REFEREE).text
        gifts, loss, word = [0.0] * len(before), 0.0, ""
        options: tuple[Option, ...] = ()
        if kind == "decision":
            move = self.match.log[index][1]
            made = Option((move,), (text,), self.now[seat], 0.004)
            options = (made,)
            cost = self.random.random() * (6 if self.alone else 0.14)
            if self.random.random() < 0.2 and (self.alone or self.now[seat] > cost + 0.02):
                best = next(code for code in self.legal(index, seat) if code != move)
                best_text = self.match.game.notation.move_text(self.match.positions()[index], seat, best)
                options = (
                    Option((best,), (best_text,), before[seat], 0.004),
                    replace(made, chance=before[seat] - cost),
                )
                loss, word = -cost, word_of(cost, "points" if self.alone else "share")
                self.now[seat] -= cost
                for other in range(len(before)):
                    if other != seat:
                        gifts[other] = cost / (len(before) - 1)
                        self.now[other] += gifts[other]
        self.steps.append(
            self.step(
                (index,),
                kind,
                seat,
                turn,
                text,
                before,
                loss=loss,
                gifts=tuple(gifts),
                options=options,
                made=len(options) - 1 if options else 0,
                word=word,
            )
        )

    def step(self, entries, kind, seat, turn, text, before, luck=None, **more) -> Step:  # type: ignore[no-untyped-def]
        zeros = (0.0,) * len(before)
        errors = (0.01,) * len(before)
        return Step(entries, kind, seat, int(turn), text, before, tuple(self.now), errors, zeros, luck or zeros, **more)

    def sum_of(self, seat: int) -> SeatSum:
        own = [step for step in self.steps if step.seat == seat and step.kind == "decision"]
        count = {word: sum(step.word == word for step in own) for word in ("slip", "mistake", "blunder")}
        losses = sum(step.loss for step in own)
        return SeatSum(
            seat=seat,
            start=self.start[seat],
            setup=sum(step.luck[seat] for step in self.steps if step.kind == "setup"),
            own_luck=sum(step.luck[seat] for step in self.steps if step.kind == "chance" and step.seat == seat),
            others_luck=sum(step.luck[seat] for step in self.steps if step.kind == "chance" and step.seat != seat),
            losses=losses,
            gifts=sum(step.gifts[seat] for step in self.steps if step.gifts),
            information=0.0,
            residual=sum(step.residual[seat] for step in self.steps),
            result=self.steps[-1].after[seat],
            decisions=len(own),
            slips=count["slip"],
            mistakes=count["mistake"],
            blunders=count["blunder"],
            loss_per_decision=losses / max(1, len(own)),
            loss_per_decision_error=0.002,
            level="club",
        )


def word_of(cost: float, unit: Unit) -> Word:
    """The word for a loss, as the thresholds say."""
    scale = 1.0 if unit == "points" else 0.02
    return "blunder" if cost >= 5 * scale else "mistake" if cost >= 2.5 * scale else "slip" if cost >= scale else ""
