"""The chance outcomes of a game, in order, with everything needed to reproduce them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from trackside.core.protocol import CHANCE, AnyState, Rules
from trackside.play.events import Entry


@dataclass(frozen=True, slots=True)
class Draw:
    """One outcome of chance; `Dice.outcome(stream, index, weights)` reproduces it."""

    number: int
    """Its index in the log."""
    state: AnyState
    """The position before it."""
    stream: int
    index: int
    """The number of earlier outcomes of this stream."""
    weights: tuple[int, ...]
    outcome: int


def draws(rules: Rules, start: AnyState, log: Iterable[Entry]) -> Iterator[Draw]:
    """Replay a log and yield its draws; a state is valid only until the next draw."""
    state, drawn, weights = start.duplicate(), dict[int, int](), [0] * rules.OUTCOMES
    for number, (seat, move) in enumerate(log):
        if seat == CHANCE:
            n = rules.chance_weights(state, weights)
            stream = rules.chance_stream(state)
            index = drawn.get(stream, 0)
            drawn[stream] = index + 1
            yield Draw(number, state, stream, index, tuple(weights[:n]), move)
        rules.apply(state, seat, move)
