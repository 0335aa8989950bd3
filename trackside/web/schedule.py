"""What waits to be thought about: moves before hints before reviews, and fair between those who ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trackside.core.errors import TracksideError
from trackside.web.refusal import Refusal

MOVE, HINT, REVIEW = KINDS = "move", "hint", "review"
"""What is thought about, the most urgent first."""

MOST_HINTS = 2
"""Hints that one player may wait for, besides the one that is being searched."""


@dataclass(eq=False)
class Thought:
    """A question for a process, and where its answer goes."""

    kind: str
    asker: str
    """Whose turn it is to be served: a table for its moves, a player for their hints."""
    question: dict[str, Any]
    answer: asyncio.Future[dict[str, Any]]
    is_wanted: Callable[[], bool]
    """Whether its answer would still be of use."""
    goes_on: bool = False
    """Whether it looks closer at what was answered already: it was let in then."""
    deaths: int = 0
    """How many processes have died over it."""

    @property
    def is_alive(self) -> bool:
        """Whether anybody waits for it."""
        return not self.answer.done() and self.is_wanted()

    def refuse(self, reason: TracksideError) -> None:
        """Tell whoever waits for it that there will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(reason)


class Unwanted(Refusal):
    """The table has moved on: an answer would be of no use."""

    def __init__(self) -> None:
        super().__init__("server.moved_on")


class Schedule:
    """Thoughts that wait, for each kind those of every asker in the order they came."""

    def __init__(self) -> None:
        self._waiting: dict[str, OrderedDict[str, deque[Thought]]] = {kind: OrderedDict() for kind in KINDS}

    def add(self, thought: Thought) -> None:
        """A thought waits behind the others of its asker; a hint too many is refused."""
        self._forget_unwanted(thought.kind, thought.asker)
        waiting = self._waiting[thought.kind].setdefault(thought.asker, deque())
        if thought.kind == HINT and not thought.goes_on and len(waiting) >= MOST_HINTS:
            raise Refusal("server.too_many_hints", most=MOST_HINTS)
        waiting.append(thought)

    def put_back(self, thought: Thought) -> None:
        """A thought that nobody could finish is the next one of its kind."""
        askers = self._waiting[thought.kind]
        askers.setdefault(thought.asker, deque()).appendleft(thought)
        askers.move_to_end(thought.asker, last=False)

    def take(self, *, only_moves: bool = False) -> Thought | None:
        """The next thought that anybody waits for; its asker has to let all others go first now."""
        for kind in (MOVE,) if only_moves else KINDS:
            askers = self._waiting[kind]
            while askers:
                asker, waiting = askers.popitem(last=False)
                thought = waiting.popleft()
                if waiting:
                    askers[asker] = waiting
                if thought.is_alive:
                    return thought
                thought.refuse(Unwanted())
        return None

    def take_all(self) -> list[Thought]:
        """All that wait; none waits here any more."""
        found = [thought for askers in self._waiting.values() for waiting in askers.values() for thought in waiting]
        for askers in self._waiting.values():
            askers.clear()
        return found

    def drop(self, thought: Thought) -> None:
        """Nobody waits for this thought any more, if it waits at all."""
        waiting = self._waiting[thought.kind].get(thought.asker, deque())
        if thought in waiting:
            waiting.remove(thought)
            if not waiting:
                del self._waiting[thought.kind][thought.asker]

    def queued(self) -> dict[str, int]:
        """How many thoughts of each kind wait."""
        return {kind: sum(map(len, askers.values())) for kind, askers in self._waiting.items()}

    def _forget_unwanted(self, kind: str, asker: str) -> None:
        for thought in list(self._waiting[kind].get(asker, ())):
            if not thought.is_alive:
                self.drop(thought)
                thought.refuse(Unwanted())
