"""The draws of a game: what chance decided, in order, with all that is needed to draw it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trackside.core.protocol import CHANCE, AnyState, Rules
from trackside.play.events import Entry


@dataclass(frozen=True, slots=True)
class Draw:
    """One outcome of chance: `Dice.outcome(stream, index, weights)` gives it again."""

    number: int
    """Its place in the log, from 0 on."""
    state: AnyState
    """The position before it."""
    stream: int
    index: int
    """How many outcomes this stream had given before."""
    weights: tuple[int, ...]
    outcome: int


def draws(rules: Rules, start: AnyState, log: Iterable[Entry]) -> Iterator[Draw]:
    """Replay a log and return its draws; a state is only valid until the next draw."""
    state, drawn, weights = start.duplicate(), dict[int, int](), [0] * rules.OUTCOMES
    for number, (seat, move) in enumerate(log):
        if seat == CHANCE:
            n = rules.chance_weights(state, weights)
            stream = rules.chance_stream(state)
            index = drawn.get(stream, 0)
            drawn[stream] = index + 1
            yield Draw(number, state, stream, index, tuple(weights[:n]), move)
        rules.apply(state, seat, move)
