"""The queue of jobs for the bot processes: watched moves, hints, other moves, reviews; fair between owners.

The owner of a job is the host of a table, or the client who requested a hint or a review: its address if that is known,
so that no one gains by using several players.
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
"""The kinds of jobs, most urgent first; `later` are moves at tables that no one is watching."""

MOVES = (MOVE, LATER)


@dataclass(eq=False)
class Job:
    """A question for a process, and the future for its answer."""

    kind: str
    asker: str
    """The key of a turn within the owner's jobs: a table for its moves, a player for their hints."""
    question: dict[str, Any]
    answer: asyncio.Future[dict[str, Any]]
    is_wanted: Callable[[], bool]
    """Returns True if the answer is still of use."""
    goes_on: bool = False
    """True if it deepens a hint that was already admitted."""
    deaths: int = 0
    """The number of processes that have died over it."""
    owner: str = ""
    """The owner whose tables and players share one turn; the asker if empty."""

    @property
    def is_alive(self) -> bool:
        """True if someone waits for the answer."""
        return not self.answer.done() and self.is_wanted()

    @property
    def turn_key(self) -> str:
        """The owner whose turn it uses."""
        return self.owner or self.asker

    def refuse(self, reason: TracksideError) -> None:
        """Set an error as the outcome, unless there is one already."""
        if not self.answer.done():
            self.answer.set_exception(reason)


class Unwanted(ApiError):
    """The game has moved on, so the answer is of no use."""

    def __init__(self) -> None:
        super().__init__("server.moved_on")


Askers = OrderedDict[str, deque[Job]]
"""The jobs of an owner by asker, in the order they came; the asker whose turn it is comes first."""


class JobQueue:
    """Waiting jobs: owners take turns, and so do the askers of each owner."""

    def __init__(self, limits: Limits = DEFAULTS) -> None:
        self.limits = limits
        self._waiting: dict[str, OrderedDict[str, Askers]] = {kind: OrderedDict() for kind in KINDS}

    def add(self, job: Job) -> None:
        """Queue a job behind the others of its asker; raise ApiError if it is one hint too many."""
        self._drop_unwanted(job)
        if job.kind == HINT and not job.goes_on:
            self._check_hints(job)
        askers = self._waiting[job.kind].setdefault(job.turn_key, OrderedDict())
        askers.setdefault(job.asker, deque()).append(job)

    def _check_hints(self, job: Job) -> None:
        """Raise ApiError if the player, or the address, is waiting for too many hints."""
        askers = self._waiting[HINT].get(job.turn_key) or Askers()
        mine, all_of_owner = len(askers.get(job.asker, ())), sum(map(len, askers.values()))
        most = self.limits.hints
        near = self.limits.of_address(most)
        for waiting, allowed in ((mine, most), (all_of_owner, near)):
            if allowed is not None and waiting >= allowed:
                raise ApiError("server.too_many_hints", most=allowed)

    def put_back(self, job: Job) -> None:
        """Requeue a job whose process died, as the next one of its kind."""
        owners = self._waiting[job.kind]
        askers = owners.setdefault(job.turn_key, OrderedDict())
        askers.setdefault(job.asker, deque()).appendleft(job)
        askers.move_to_end(job.asker, last=False)
        owners.move_to_end(job.turn_key, last=False)

    def take(self, *, only_moves: bool = False) -> Job | None:
        """Take the next job that is still wanted; all other owners have their turn before this one's next."""
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
                    owners.move_to_end(owner, last=False)  # it has not used its turn
        return None

    def take_all(self) -> list[Job]:
        """Remove and return all waiting jobs."""
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
        """Remove a job from the queue, if it is there."""
        owners = self._waiting[job.kind]
        askers = owners.get(job.turn_key, OrderedDict())
        waiting = askers.get(job.asker, deque())
        if job in waiting:
            waiting.remove(job)
            if not waiting:
                del askers[job.asker]
            if not askers:
                del owners[job.turn_key]

    def queued(self) -> dict[str, int]:
        """Return the number of waiting jobs by kind."""
        return {
            kind: sum(len(waiting) for askers in owners.values() for waiting in askers.values())
            for kind, owners in self._waiting.items()
        }

    def _drop_unwanted(self, new: Job) -> None:
        """Drop the jobs of the same owner and kind that are no longer wanted."""
        askers = self._waiting[new.kind].get(new.turn_key) or Askers()
        for job in [one for waiting in askers.values() for one in waiting]:
            if not job.is_alive:
                self.drop(job)
                job.refuse(Unwanted())
