"""The observers of a match, each sent every event as soon as its perspective may know it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from trackside.core.protocol import SPECTATOR
from trackside.play.events import Event, Observer
from trackside.play.history import History
from trackside.play.position import Position


@dataclass(eq=False)
class Watch:
    """An observer, its perspective, and the events it may not receive yet."""

    perspective: int
    observer: Observer
    waiting: list[Event]


class Observers:
    """The observers of one match."""

    def __init__(self) -> None:
        self.watches: list[Watch] = []

    def add(self, perspective: int, observer: Observer, waiting: list[Event]) -> Callable[[], None]:
        """Add an observer, with the events that it may not receive yet; return a function that removes it."""
        watch = Watch(perspective, observer, waiting)
        self.watches.append(watch)
        return lambda: self.watches.remove(watch)

    def notify(self, history: History, before: Position, after: Position) -> None:
        """Notify the observers of the last entry; those who may not see it yet, when its turn is over."""
        index, secrets = len(history.log) - 1, history.game.card.secrets
        ended = history.ends_turn(before.state, after.state)
        events: dict[int, Event] = {}
        for watch in list(self.watches):
            perspective = watch.perspective if secrets else SPECTATOR
            if perspective not in events:
                events[perspective] = history.event_between(index, before.state, after.state, perspective)
            if ended:
                for earlier in watch.waiting:
                    watch.observer(earlier)
                watch.waiting.clear()
            if ended or not secrets or before.view_state(perspective) != after.view_state(perspective):
                watch.observer(events[perspective])
            else:
                watch.waiting.append(events[perspective])

    def remove(self, index: int) -> None:
        """Forget an entry that was removed from the log; observers who have not received it never will."""
        for watch in self.watches:
            watch.waiting = [
                replace(event, number=event.number - (event.number > index))
                for event in watch.waiting
                if event.number != index
            ]

    def go_back(self, count: int) -> None:
        """Forget the pending events after the first `count` entries."""
        for watch in self.watches:
            watch.waiting = [event for event in watch.waiting if event.number < count]
