"""What waits to be thought about: moves that someone waits for, hints, other moves, reviews; fair between owners.

An owner is who made a table, or who asked for a hint or a review: by address where it is known, so that nobody gets
more by being many.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trackside.core.errors import TracksideError
from trackside.web.errors import ApiError
from trackside.web.limits import DEFAULTS, Limits

MOVE, HINT, LATER, REVIEW = KINDS = "move", "hint", "later", "review"
"""What is thought about, the most urgent first; `later` are moves at tables that nobody is looking at."""

MOVES = (MOVE, LATER)


@dataclass(eq=False)
class Job:
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
    owner: str = ""
    """Whose tables and players share one turn; the asker's own if it is empty."""

    @property
    def is_alive(self) -> bool:
        """Whether anybody waits for it."""
        return not self.answer.done() and self.is_wanted()

    @property
    def whose(self) -> str:
        """Whose turn it uses."""
        return self.owner or self.asker

    def refuse(self, reason: TracksideError) -> None:
        """Tell whoever waits for it that there will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(reason)


class Unwanted(ApiError):
    """The table has moved on: an answer would be of no use."""

    def __init__(self) -> None:
        super().__init__("server.moved_on")


Askers = OrderedDict[str, deque[Job]]
"""The thoughts of an owner by asker, in the order they came; the asker whose turn it is first."""


class JobQueue:
    """Thoughts that wait: owners take turns, and so do the askers of each owner."""

    def __init__(self, limits: Limits = DEFAULTS) -> None:
        self.limits = limits
        self._waiting: dict[str, OrderedDict[str, Askers]] = {kind: OrderedDict() for kind in KINDS}

    def add(self, job: Job) -> None:
        """A thought waits behind the others of its asker; a hint too many is refused."""
        self._forget_unwanted(job)
        if job.kind == HINT and not job.goes_on:
            self._check_hints(job)
        askers = self._waiting[job.kind].setdefault(job.whose, OrderedDict())
        askers.setdefault(job.asker, deque()).append(job)

    def _check_hints(self, job: Job) -> None:
        """Refuse a hint to a player, or to an address, who waits for too many."""
        askers = self._waiting[HINT].get(job.whose) or Askers()
        mine, all_of_owner = len(askers.get(job.asker, ())), sum(map(len, askers.values()))
        most = self.limits.hints
        near = self.limits.of_address(most)
        for waiting, allowed in ((mine, most), (all_of_owner, near)):
            if allowed is not None and waiting >= allowed:
                raise ApiError("server.too_many_hints", most=allowed)

    def put_back(self, job: Job) -> None:
        """A thought that nobody could finish is the next one of its kind."""
        owners = self._waiting[job.kind]
        askers = owners.setdefault(job.whose, OrderedDict())
        askers.setdefault(job.asker, deque()).appendleft(job)
        askers.move_to_end(job.asker, last=False)
        owners.move_to_end(job.whose, last=False)

    def take(self, *, only_moves: bool = False) -> Job | None:
        """Return the next thought that anybody waits for; all others have their turn before its owner's next one."""
        for kind in MOVES if only_moves else KINDS:
            owners = self._waiting[kind]
            while owners:
                owner, askers = owners.popitem(last=False)
                asker, waiting = askers.popitem(last=False)
                job = waiting.popleft()
                if waiting:
                    askers[asker] = waiting
                if askers:
                    owners[owner] = askers
                if job.is_alive:
                    return job
                job.refuse(Unwanted())
                if askers:
                    owners.move_to_end(owner, last=False)  # it has not had its turn
        return None

    def take_all(self) -> list[Job]:
        """All that wait; none waits here any more."""
        found = [
            job
            for owners in self._waiting.values()
            for askers in owners.values()
            for waiting in askers.values()
            for job in waiting
        ]
        for owners in self._waiting.values():
            owners.clear()
        return found

    def drop(self, job: Job) -> None:
        """Nobody waits for this thought any more, if it waits at all."""
        owners = self._waiting[job.kind]
        askers = owners.get(job.whose, OrderedDict())
        waiting = askers.get(job.asker, deque())
        if job in waiting:
            waiting.remove(job)
            if not waiting:
                del askers[job.asker]
            if not askers:
                del owners[job.whose]

    def queued(self) -> dict[str, int]:
        """How many thoughts of each kind wait."""
        return {
            kind: sum(len(waiting) for askers in owners.values() for waiting in askers.values())
            for kind, owners in self._waiting.items()
        }

    def _forget_unwanted(self, new: Job) -> None:
        """Drop what nobody waits for any more of the same owner."""
        askers = self._waiting[new.kind].get(new.whose) or Askers()
        for job in [one for waiting in askers.values() for one in waiting]:
            if not job.is_alive:
                self.drop(job)
                job.refuse(Unwanted())
