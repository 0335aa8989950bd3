"""All viewers of a table: who is connected, and the messages to everyone after a change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import orjson

from trackside.core.words import Words
from trackside.web import limits
from trackside.web.api.table import Snapshot
from trackside.web.tables.changes import NOTHING, OVER, Change
from trackside.web.tables.log import BACK, UNDO
from trackside.web.tables.presence import Presence, Seen
from trackside.web.tables.table import Table
from trackside.web.views.feeds import checksum
from trackside.web.views.shared import MAX_CACHED, SCENE, Preparation, Shared
from trackside.web.views.viewer import Key, Listener, Viewer, version_of
from trackside.web.workers.background import BackgroundThread


class Viewers:
    """All viewers of a table, and the presence of its players."""

    def __init__(self, table: Table, seen: Seen | None = None, wait: float = limits.AWAY) -> None:
        """`seen` and `wait` as in `Presence`."""
        self.table, self.shared = table, Shared(table, wait)
        self.presence = Presence(seen, wait)
        self.by_key: dict[Key, Viewer] = {}
        self._cached: dict[Key, tuple[tuple[object, ...], bytes]] = {}
        """Snapshots of a finished game, each with the values it was made from."""
        self._preparing: dict[Key, asyncio.Task[None]] = {}
        self.on_join: list[Callable[[], None]] = []
        """Called when someone begins to watch."""
        self._note_presence()

    @property
    def online(self) -> frozenset[int]:
        """The seats whose players are connected."""
        return self.shared.online

    def set_elsewhere(self, players: frozenset[str]) -> None:
        """Set the players who are connected at other servers."""
        self.presence.set_elsewhere(players)
        self._tell_presence()

    def visit(self, player: str | None, is_secret: bool = False) -> None:
        """Count a player's request as presence for a while; one that may be a secret move is not shown to anyone."""
        if player is None or not self.table.has_player(player) or self.table.status == OVER:
            return
        if is_secret:
            self.presence.act(player)
        else:
            self.presence.visit(player, self._tell_presence)

    def words(self, language: str, player: str | None) -> Words:
        """Return the words of this table in a language, for a player who views it."""
        return self.shared.words(language, self.table.you(player))

    def viewer(self, perspective: int, language: str | None, player: str | None, form: str) -> Viewer:
        """Return the viewer for a perspective; people who do not play share one. Without a language it has no story."""
        key = self._key(perspective, language, player, form)
        if key not in self.by_key:
            self.by_key[key] = Viewer(self.shared, key)
        return self.by_key[key]

    def _key(self, perspective: int, language: str | None, player: str | None, form: str) -> Key:
        known = player if player == self.table.host or self.table.has_player(player) else None
        return perspective, language, known, form

    def versions(self, player: str | None) -> set[int]:
        """Return the versions of the current views of this player's seats."""
        return {self._version(perspective) for perspective in self.table.seats_of(player)}

    def _version(self, perspective: int) -> int:
        """Return the version of the current view from a perspective, even if no one is viewing it."""
        looking = next((viewer for viewer in self.by_key.values() if viewer.perspective == perspective), None)
        if looking is not None:
            return looking.version
        events = [] if self.table.match is None else self.table.match.events(perspective)
        return version_of(self.table, sum(checksum(event.seat, event.text) for event in events))

    def snapshot(self, perspective: int, language: str, player: str | None) -> Snapshot:
        """Return the whole table for a single request."""
        message: Snapshot = orjson.loads(self.snapshot_json(perspective, language, player))
        return message

    def snapshot_json(self, perspective: int, language: str, player: str | None) -> bytes:
        """Return the whole table as JSON; that of a finished game is cached, because it is slow to make."""
        key, standing = self._key(perspective, language, player, SCENE), self.shared.standing()
        if self.table.status == OVER and self._cached.get(key, (None, b""))[0] == standing:
            return self._cached[key][1]
        viewer = self.viewer(perspective, language, player, SCENE)
        message = viewer.snapshot()
        self._forget(viewer)
        self.shared.forget_positions()
        if self.table.status == OVER:
            if len(self._cached) >= MAX_CACHED:
                self._cached.clear()
            self._cached[key] = standing, message
        return message

    async def prepare(
        self,
        background: BackgroundThread,
        who: str,
        perspective: int,
        language: str | None,
        player: str | None,
        form: str = SCENE,
    ) -> None:
        """Do the slow work for a finished game off the event loop; concurrent requests for the same view share it."""
        key = self._key(perspective, language, player, form)
        if key not in self._preparing:
            make = self.shared.preparation(perspective, language, self.table.you(player), form)
            if make is None:
                return
            self._preparing[key] = asyncio.create_task(self._prepare(background, who, make))
            self._preparing[key].add_done_callback(partial(self._prepared, key))
        await asyncio.shield(self._preparing[key])

    def _prepared(self, key: Key, task: asyncio.Task[None]) -> None:
        del self._preparing[key]
        if not task.cancelled():
            task.exception()  # marks it as retrieved, even if no one waits for it any more

    async def _prepare(self, background: BackgroundThread, who: str, make: Preparation) -> None:
        keep = await background.do(who, lambda check_cancelled: make())
        keep()

    def join(self, perspective: int, language: str | None, player: str | None, form: str, listener: Listener) -> Viewer:
        """Add a listener: it receives the whole table, then all updates."""
        self._count(player, 1)
        viewer = self.viewer(perspective, language, player, form)
        viewer.listeners.append(listener)
        listener(viewer.snapshot())
        self.shared.forget_positions()
        for joined in self.on_join:
            joined()
        return viewer

    def leave(self, viewer: Viewer, player: str | None, listener: Listener) -> None:
        """Remove a listener."""
        viewer.listeners.remove(listener)
        self._forget(viewer)
        self._count(player, -1)

    def update(self, change: Change = NOTHING) -> None:
        """Send each listener what is new to it."""
        if change.occupants or change.status is not None:
            self._note_presence()
        taken_back = any(entry["kind"] in (UNDO, BACK) for entry in change.entries)
        if taken_back:
            self.shared.read_logs()
        renamed = bool(change.occupants) and self.shared.renew_names()
        standing = self.shared.standing()
        for viewer in self.by_key.values():
            if viewer.refresh(standing, taken_back, renamed):
                message = viewer.update()
                for listener in viewer.listeners:
                    listener(message)
        self.shared.forget_positions()

    def _forget(self, viewer: Viewer) -> None:
        """Drop a viewer without listeners."""
        if not viewer.listeners:
            viewer.close()
            self.by_key.pop(viewer.key, None)

    def _count(self, player: str | None, change: int) -> None:
        """Count a connection that came or went; update all viewers if a seat's presence has changed."""
        if player is not None:
            self.presence.connect(player, change)
            self._tell_presence()

    def _tell_presence(self) -> None:
        if self._note_presence():
            self.update()

    def _note_presence(self) -> bool:
        """Recompute which seats' players are present; return True if that has changed."""
        shared, presence, seats = self.shared, self.presence, self.table.occupants
        before = shared.online, shared.away
        shared.online = frozenset(one.seat for one in seats if presence.is_here(one.player))
        people = {one.seat: one.player for one in seats if one.player is not None and one.belongs_to(one.player)}
        found = {seat: presence.away(player) for seat, player in people.items()} if self.table.is_running else {}
        shared.away = {seat: away for seat, away in found.items() if away is not None}
        return (shared.online, shared.away) != before
