"""A game position by position: the frames that the page, the terminal and plain text show one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, AnyState
from trackside.play.events import Event
from trackside.play.match import Match


@dataclass(frozen=True)
class Frame:
    """A position as a perspective may see it, and the event that led to it."""

    number: int
    """The number of log entries before it."""
    state: AnyState
    to_move: int
    scores: tuple[int, ...]
    event: Event | None
    """The entry that led to it; None at the start."""

    @property
    def turn(self) -> int:
        """The number of turns begun."""
        return int(self.state.turns)


def frame(match: Match, number: int, perspective: int = REFEREE) -> Frame:
    """Return the frame after `number` entries of the log."""
    rules = match.game.plain
    state = view_state(rules, match.positions()[number], perspective)
    scores = [0] * match.seats
    rules.scores(state, scores)
    event = match.event(number - 1, perspective) if number else None
    return Frame(number, state, rules.to_move(state), tuple(scores), event)


def frames(match: Match, perspective: int = REFEREE) -> Iterator[Frame]:
    """Return every position of a match as this perspective saw it, from the start to now."""
    return (frame(match, number, perspective) for number in range(len(match.log) + 1))


def told_frames(match: Match, perspective: int = REFEREE) -> Iterator[tuple[Frame, list[Event]]]:
    """Yield every position with the entries that `perspective` learned then: secret ones when their turn is over."""
    secret, waiting, before = perspective != REFEREE and match.game.card.secrets, list[Event](), None
    for one in frames(match, perspective):
        told: list[Event] = []
        if one.event is not None:
            if one.event.ended:
                told, waiting = [*waiting, one.event], []
            elif secret and one.state == before:
                waiting.append(one.event)
            else:
                told = [one.event]
        before = one.state
        yield one, told
