"""The services of one server: built from its settings, started and stopped with it, used by its routes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from trackside.core.errors import SaveFailed
from trackside.play.signature import Signer
from trackside.web.admin.interventions import Operator
from trackside.web.cluster.holder import LeaseHolder
from trackside.web.reviews.questions import Questions
from trackside.web.reviews.service import Reviews
from trackside.web.reviews.training import Training, mistakes
from trackside.web.server.buckets import Rates
from trackside.web.server.clients import Asked, Clients, Tokens
from trackside.web.server.gate import Gate
from trackside.web.server.gc import collected_when_idle
from trackside.web.server.hosts import Hosts
from trackside.web.server.metrics import Metrics
from trackside.web.server.password import Password
from trackside.web.settings import Settings
from trackside.web.store import tables as queries
from trackside.web.store.health import Health
from trackside.web.store.listing import ListingWriter
from trackside.web.store.lock import DatabaseLock
from trackside.web.store.store import Store
from trackside.web.tables.bots import Bots
from trackside.web.tables.clocks import Clocks
from trackside.web.tables.registry import Tables
from trackside.web.tables.signing import RecordExport
from trackside.web.views import lobby
from trackside.web.views.today import Today
from trackside.web.workers.background import BackgroundThread
from trackside.web.workers.pool import WorkerPool

if TYPE_CHECKING:
    from trackside.web.cluster.peers import Peers

REQUESTS, CREATIONS = 10, 50
"""Seconds' worth of requests, and of creations, that an address can save."""


class Services:
    """Everything that the routes of a server use."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings, self.limits = settings, limits
        self.hosts = Hosts(settings.local and not settings.behind_proxy, settings.names(), settings.behind_proxy)
        self.metrics_networks = settings.metrics_networks()
        self.gate = Gate(None if settings.password is None else Password(settings.password))
        lobby.load_games()  # before any thread or request needs one
        self.lock = DatabaseLock(settings.database)
        self.metrics = Metrics()
        self.store = Store(settings.database, self.metrics)
        self.health = Health(self.store)
        self.clients = Clients(limits)
        self.requests, self.creations = _rates(limits.requests, REQUESTS), _rates(limits.creations, CREATIONS)
        self.created: Asked[str] = Asked()
        """The tables that each address has created."""
        is_alone = self.store.engine.dialect.name == "sqlite"
        self.tables = Tables(self.store, self.metrics, is_alone, settings.takeover_after)
        self.listing_writer = ListingWriter(self.tables)
        self.records = RecordExport()
        self.pool = WorkerPool(settings.bot_processes, self.metrics, limits, self.tables.tasks)
        self.background = BackgroundThread(limits)
        self.reviews = Reviews(self.tables, self.pool, self.background, limits)
        self.reviews.on_complete.append(mistakes)
        self.questions = Questions(self.reviews, self.pool, self.background)
        self.training = Training(self.questions)
        self.today = Today(self.reviews, self.training)
        self.metrics.watch(self.tables.count, self.pool.count, self.pool.queued)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything, and stop it in the opposite order, also if something fails to start."""
        tables, server = self.tables, secrets.token_hex(8)
        async with AsyncExitStack() as stack:
            stack.callback(self.lock.close)
            stack.callback(self.store.close)
            stack.push_async_callback(self.listing_writer.close)
            stack.callback(self.background.close)
            self.clients.tokens = Tokens(await _shared_key(self.store, queries.TOKENS))
            if self.settings.sign_records:
                self.records.signer = Signer(await _shared_key(self.store, queries.RECORDS))
            bots = Bots(tables, self.pool, self.settings.pace, self.limits.bots, self.clients.owner)
            clocks, lease_holder, operator = Clocks(tables), LeaseHolder(tables, server), Operator(tables, self.gate)
            stack.push_async_callback(self.pool.close)
            if not tables.alone:
                stack.push_async_callback(join_peers(tables, server).close)
            for service in (lease_holder, operator, bots, clocks, self.reviews, self.training):
                stack.push_async_callback(service.close)
            self.pool.start()
            warming = asyncio.create_task(asyncio.to_thread(lobby.fill_caches))
            stack.push_async_callback(lambda: warming)
            stack.callback(tables.tasks.start("integrity", self.health.run).cancel)
            await lease_holder.start()
            await operator.start()
            self.reviews.start(server)
            self.training.start()
            await stack.enter_async_context(self.metrics.running())
            await stack.enter_async_context(collected_when_idle(tables.is_quiet))
            yield

    async def name_of(self, player: str) -> str:
        """Return the name of a player."""
        return await self.store.read(partial(queries.player_name, player=player)) or ""


async def _shared_key(store: Store, name: str) -> str:
    """Return a key that all servers on this database share."""
    try:
        return await store.do(partial(queries.shared_key, name=name))
    except SaveFailed:  # another server created it first
        return await store.do(partial(queries.shared_key, name=name))


def _rates(rate: int | None, seconds: int) -> Rates | None:
    return None if rate is None else Rates(burst=seconds * rate, rate=rate)


def join_peers(tables: Tables, server: str) -> Peers:
    """Connect to the other servers on a PostgreSQL database, whose client is an optional dependency."""
    from trackside.web.cluster.peers import Peers

    peers = Peers(tables, server)
    peers.start()
    return peers
