"""Reviews of finished games: requested by players, made part by part while the workers are otherwise idle, and stored.

Quicker reviews are made first; otherwise first come, first served. When a server stops, another one on the same
database, or the next one, continues its reviews: the store holds a lease on each review, and part numbers detect
conflicts.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Connection

from trackside.core.errors import SaveFailed, TracksideError
from trackside.review.output.json import from_json
from trackside.review.report import Effort, Review
from trackside.web.errors import ApiError, HttpError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.reviews.parts import join
from trackside.web.server.clients import Asked, Client, current_client
from trackside.web.store import reviews as queries
from trackside.web.store.reviews import Kept, Key
from trackside.web.tables.changes import OVER
from trackside.web.tables.registry import Tables
from trackside.web.tables.table import Table
from trackside.web.workers.background import BackgroundThread, CancelCheck
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.protocol import Part
from trackside.web.workers.queue import Unwanted
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

SLICES: dict[Effort, int] = {"quick": 30, "normal": 4, "deep": 1}
"""Steps of a review per job: about as long as a bot's search for a move."""

POLL = 2.0
"""Seconds between two polls for reviews that were requested elsewhere, or left unfinished by another server."""

MAX_KEPT = 30
"""Reviews cached in memory for readers."""

CALLER = "reviews"
"""The name under which the service itself uses the background thread."""


@dataclass
class Reading:
    """A review that is being made by this server."""

    record: str
    parts: list[str] = field(default_factory=list)


class Reviews:
    """The reviews of one server: requests, progress and results."""

    def __init__(
        self, tables: Tables, pool: WorkerPool, background: BackgroundThread, limits: Limits = DEFAULTS
    ) -> None:
        self.tables, self.store, self.pool, self.background, self.limits = (
            tables,
            tables.store,
            pool,
            background,
            limits,
        )
        self._asked: Asked[Key] = Asked()
        self.server = ""
        self.on_complete: list[Callable[[Table, Kept, Review], Callable[[Connection], None]]] = []
        """Called for a complete review; each returns a job to be committed with its last part."""
        self._wake = asyncio.Event()
        self._pick_lock = asyncio.Lock()
        self._readings: dict[Key, Reading] = {}
        """The reviews that are being made here, or were until recently."""
        self._busy: set[Key] = set()
        self._known: OrderedDict[Key, tuple[int, Review | None]] = OrderedDict()
        """The cache: the number of parts that were joined, and the result."""
        self._tasks = TaskSet(tables.tasks)

    def start(self, server: str) -> None:
        """Start making the requested reviews, one task per worker."""
        self.server = server
        for _ in self.pool.workers:
            self._tasks.start("reviews", self._run)

    async def close(self) -> None:
        """Stop making reviews."""
        await self._tasks.close()

    # Requests

    async def ask(self, table: Table, effort: Effort, player: str) -> None:
        """Request a review, which is shared by all who may see the game."""
        check_over(table)
        if not self.pool.workers:
            raise ApiError("server.no_reviews")
        most, key = self.limits.reviews, (table.id, effort)
        client = current_client() or Client(player, player)
        near = self.limits.of_address(most) if client.player is not None else most
        if near is not None and await self._asked.count(client.address, near, self._wanted) >= near:
            raise HttpError(429, "server.too_many_reviews", most=near)
        wish = partial(queries.ask, key=key, asker=player, most=most)
        try:
            granted = await self.store.do(wish)
        except SaveFailed:  # another server stored the same request first
            granted = await self.store.do(wish)
        if not granted:
            raise HttpError(429, "server.too_many_reviews", most=most)
        self._asked.add(client.address, key)
        self._wake.set()

    async def _wanted(self, keys: list[Key]) -> list[Key]:
        return await self.store.read(partial(queries.still_wanted, keys=keys))

    async def stop(self, table: Table, effort: Effort, player: str) -> None:
        """Stop a review until someone requests it again; only the player who requested it may do this."""
        _, _, kept = await self.find(table, effort)
        if kept is None or kept.status != "wanted":
            return
        if kept.asker != player:
            raise ApiError("server.not_your_review")
        await self.store.do(partial(queries.settle, key=(table.id, effort), status="stopped"))

    async def find(self, table: Table, effort: Effort | None) -> tuple[list[Kept], dict[Key, int], Kept | None]:
        """Return all reviews of a game, the number queued before each, and the one for this effort (see `meant`)."""
        check_over(table)

        def read(connection: Connection) -> tuple[list[Kept], dict[Key, int]]:
            kept = queries.of_table(connection, table.id)
            return kept, queries.ahead_of(connection, [one for one in kept if one.shown == "waiting"])

        kept, ahead = await self.store.read(read)
        return kept, ahead, meant(kept, effort)

    async def whole(self, kept: Kept, who: str) -> Review | None:
        """Return a review as far as it has been made; None if there is nothing yet."""
        count, review = self._known.get(kept.key, (0, None))
        if count != kept.parts:
            count = 0 if count > kept.parts else count
            known = review if count else None
            texts = await self.store.read(partial(queries.parts, key=kept.key, first=count))
            review = await self.background.do(who, lambda check_cancelled: join(texts, known))
            self._known[kept.key] = count + len(texts), review
            if len(self._known) > MAX_KEPT:
                self._known.popitem(last=False)
        if kept.key in self._known:
            self._known.move_to_end(kept.key)
        return review

    # Work

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                if await self._make_next():
                    continue
            except SaveFailed as error:
                logger.warning("could not make reviews: %s", error)
            except Exception:  # keep one broken game from stopping the others
                logger.exception("could not make reviews")
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._wake.wait()

    async def _make_next(self) -> bool:
        """Make the next part of the review that is due; return False if there is nothing to do."""
        kept = await self._pick()
        if kept is None:
            return False
        try:
            await self._make_part(kept)
        except SaveFailed:
            self._readings.pop(kept.key, None)  # another server makes it, or it is unknown what was stored
            raise
        except (Unwanted, HttpError):  # try again later
            return False
        except TracksideError as error:
            if not self.pool.ready:  # no worker is alive, so the game is not to blame
                return False
            logger.error("table %s cannot be reviewed: %s", kept.table, error)
            await self._fail(kept)
        finally:
            self._busy.discard(kept.key)
        return True

    async def _pick(self) -> Kept | None:
        """Claim and return the next review that no other task or server is making; None if there is none."""
        if not self.pool.ready:
            return None
        async with self._pick_lock:
            wanted = partial(
                queries.next_wanted,
                server=self.server,
                busy=[*self._busy],
                games=[*self.pool.ready],
                alone=self.tables.alone,
            )
            found = await self.store.read(wanted)
            if found is None:
                return None
            kept, is_mine = found
            self._busy.add(kept.key)
        try:
            claim = partial(queries.claim, key=kept.key, server=self.server, alone=self.tables.alone)
            if is_mine or await self.store.do(claim):
                return kept
        except SaveFailed:
            self._busy.discard(kept.key)
            raise
        self._busy.discard(kept.key)
        return None

    async def _make_part(self, kept: Kept) -> None:
        """Make and store the next part of a review."""
        table = (await self.tables.find(kept.table)).table
        reading = await self._reading(table, kept)
        await self.pool.prepare(f"{table.game.name} {table.seats} {table.options}", table.game.name, reading.record)
        part = await self.pool.read(
            table.game.name,
            reading.record,
            kept.effort,
            reading.parts,
            SLICES[kept.effort],
            key=f"{kept.table} {kept.effort}",
            asker=kept.asker,
            is_wanted=lambda: kept.key in self._busy,
        )
        job = partial(queries.add_part, kept=kept, text=part.text, steps=part.steps, read=part.read, done=part.complete)
        more = await self._completed(table, kept, part) if part.complete else []
        await self.store.write((), job, *more)
        reading.parts.append(part.text)
        if part.complete:
            del self._readings[kept.key]

    async def _reading(self, table: Table, kept: Kept) -> Reading:
        """Return the record and the parts that a worker needs to continue a review."""
        reading = self._readings.get(kept.key)
        if reading is None or len(reading.parts) != kept.parts:
            copy_match = table.copy_match()
            record = await self.background.do(
                CALLER, lambda check_cancelled: copy_match().record(), len(self.pool.workers)
            )
            parts = await self.store.read(partial(queries.parts, key=kept.key))
            reading = self._readings[kept.key] = Reading(record, parts[: kept.parts])
        return reading

    async def _completed(self, table: Table, kept: Kept, part: Part) -> list[Callable[[Connection], None]]:
        """Return the jobs to commit with the last part, which holds the complete review."""

        def work(check_cancelled: CancelCheck) -> list[Callable[[Connection], None]]:
            review = from_json(part.text)
            return [make(table, kept, review) for make in self.on_complete]

        return await self.background.do(CALLER, work, len(self.pool.workers))

    async def _fail(self, kept: Kept) -> None:
        self._readings.pop(kept.key, None)
        await self.store.do(partial(queries.settle, key=kept.key, status="failed"))


def check_over(table: Table) -> None:
    """Raise ApiError unless the game is over: until then a review would reveal hidden information."""
    if table.match is None or table.status != OVER:
        raise ApiError("server.not_over")
    if not table.match.over:
        raise ApiError("server.unfinished")


def meant(kept: list[Kept], effort: Effort | None) -> Kept | None:
    """Return the review of this effort; if None, the deepest finished one, else the one with the most steps."""
    if effort is not None:
        return next((one for one in kept if one.effort == effort), None)
    done = [one for one in kept if one.status == "done"]
    return done[-1] if done else max(kept, key=lambda one: one.steps, default=None)
