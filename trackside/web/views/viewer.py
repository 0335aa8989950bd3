"""The viewers of a table: what each perspective is sent, first the whole table, then its changes."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, cast

import orjson
from orjson import Fragment

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, SPECTATOR, AnyState
from trackside.core.scene import seen_scene
from trackside.core.words import LANGUAGES, Words
from trackside.games import Game
from trackside.play.curve import Series, decided_by, series, turning_points
from trackside.play.match import Match
from trackside.play.result import end_says, margin, result_says
from trackside.play.story import story_of
from trackside.web import limits
from trackside.web.api.common import as_json, kept_json
from trackside.web.api.position import Offer, Scene, StateView, View
from trackside.web.api.table import Result, SeatCard, SeatInfo, Snapshot, TableCard, TableInfo, WhatIf
from trackside.web.tables.changes import NOTHING, Change
from trackside.web.tables.changes import OVER as ENDED
from trackside.web.tables.log import BACK, UNDO
from trackside.web.tables.origins import DAILY
from trackside.web.tables.presence import Away, Presence, Seen
from trackside.web.tables.seats import OPEN, team_colours
from trackside.web.tables.table import Table
from trackside.web.views.feeds import Log, Sentences, StoryFeed, checksum
from trackside.web.workers.background import BackgroundThread

MAX_CACHED = 20
"""Snapshots, and stories, of a finished game that are cached."""

SCENE, STATE = "scene", "state"
"""The forms of a view: data to draw and moves in words for a page, or the bytes of the position for a program that
knows the rules."""

PARTS = ("table", "seats", "perspective", "view", "result")
"""The parts of a message besides the log and the story; an update contains those that have changed."""

NO_RESULT = b"null"

Preparation = Callable[[], Callable[[], None]]
"""A function that does the slow work, in any thread, and returns a function that stores the result."""

Listener = Callable[[bytes], None]
"""A callback for every message, as JSON."""

Key = tuple[int, str | None, str | None, str]
"""The perspective, the language if any, the player and the form."""


class Peek:
    """The position from a perspective, computed once for all viewers who share it; it is read-only."""

    def __init__(self, game: Game, state: AnyState, perspective: int) -> None:
        self.game, self.state, self.perspective = game, state, perspective
        self.actor = game.plain.to_move(state)

    @cached_property
    def scene(self) -> dict[str, Any]:
        """The scene to draw."""
        return self.game.scenes.scene(self.state, self.perspective)

    @cached_property
    def scores(self) -> list[int]:
        """The points of every seat as seen from this perspective."""
        points = [0] * self.state.seats
        self.game.plain.scores(self.state, points)
        return points

    @cached_property
    def packed(self) -> str:
        """The bytes of the position, in hexadecimal."""
        packed: str = self.state.to_bytes().hex()
        return packed


class Shared:
    """The state that viewers of a table share: presence, words, positions, logs, stories and results.

    In a game without secrets, all perspectives are the same.
    """

    def __init__(self, table: Table, wait: float) -> None:
        self.table, self.wait = table, wait
        self.online: frozenset[int] = frozenset()
        self.away: dict[int, Away] = {}
        """The absent people in a running game, by seat."""
        self._names = table.occupants.names
        self._words: dict[tuple[str, int | None], Words] = {}
        self._peeks: dict[int, Peek] = {}
        self._count = -1
        self._logs: dict[tuple[int, bool], Log] = {}
        self._told: dict[tuple[int, str, int | None], StoryFeed] = {}
        self._results: dict[tuple[int, str, int | None], Result | None] = {}
        """The results of a finished game made so far."""
        self._series: Series | None = None
        """The points of a finished game, turn by turn."""

    def words(self, language: str, you: int | None = None) -> Words:
        """Return the words of this table in a language, addressing seat `you`; cached once the game has begun."""
        if self.table.match is None:
            return Words(language, self.table.game.package, self.table.occupants.names, you)
        if (language, you) not in self._words:
            self._words[language, you] = self.table.match.words(language, you)
        return self._words[language, you]

    def renew_names(self) -> bool:
        """Rebuild all stories if a player's name has changed; return True if one has."""
        names = self.table.occupants.names
        if names == self._names:
            return False
        self._names, self._words = names, {}
        for (_, language, you), told in self._told.items():
            told.words = self.words(language, you)
            told.read()
        return True

    def peek(self, perspective: int) -> Peek:
        """Return the position from this perspective."""
        assert self.table.match is not None
        if self._count != self.table.count:
            self._count, self._peeks = self.table.count, {}
        same = self._same(perspective)
        if same not in self._peeks:
            self._peeks[same] = Peek(self.table.game, self.table.match.peek(same), same)
        return self._peeks[same]

    def standing(self) -> tuple[object, ...]:
        """Return everything that goes into a message besides the view and the log."""
        table = self.table
        moments = table.status, table.deadlines.turn, table.deadlines.game, table.rematch_id, table.salts_by
        return (*moments, table.gives_hints, table.undone, table.rewound, table.damaged, self.online, table.occupants)

    def forget_peeks(self) -> None:
        """Drop the positions, once all viewers have been updated."""
        self._peeks = {}

    def log(self, perspective: int, effects: bool) -> Log:
        """Return the log from this perspective, with or without effects, and count one more viewer of it."""
        assert self.table.match is not None
        key = self._same(perspective), effects
        if key not in self._logs:
            other = next((log for (_, kind), log in self._logs.items() if kind == effects), None)
            since = 0 if self.table.moment is None else self.table.moment.at
            self._logs[key] = Log(self.table.match, key[0], effects, other, since)
        self._logs[key].viewers += 1
        return self._logs[key]

    def told(self, perspective: int, words: Words) -> StoryFeed:
        """Return the story from this perspective, in the given words, and count one more viewer of it."""
        assert self.table.match is not None
        key = self._same(perspective), words.language, words.you
        if key not in self._told:
            other = next((told for told in self._told.values() if told.words.language == words.language), None)
            self._told[key] = StoryFeed(self.table.match, key[0], words, other)
        self._told[key].viewers += 1
        return self._told[key]

    def result(self, perspective: int, words: Words) -> Result | None:
        """Return the result of the game; None before the end."""
        match = self.table.match
        if match is None or not match.over:
            return None
        key = self._same(perspective), words.language, words.you
        if key not in self._results:
            if self._series is None:
                self._series = series(match)
            told = self._told.get(key)
            self._results[key] = result(
                match, words, perspective, self._series, None if told is None else told.sentences()
            )
        return self._results[key]

    def preparation(self, perspective: int, language: str | None, you: int | None, form: str) -> Preparation | None:
        """Return what another thread can prepare of a finished game before it is shown; None if all is ready."""
        table, effects = self.table, form == SCENE
        if table.match is None or table.status != ENDED:
            return None
        same, words = self._same(perspective), self.words(language or LANGUAGES[0], you)
        told = same, words.language, words.you
        if (same, effects) in self._logs and (language is None or told in self._told) and told in self._results:
            return None
        copy_match, since = table.copy_match(), 0 if table.moment is None else table.moment.at

        def make() -> Callable[[], None]:
            match = copy_match()
            log, story = Log(match, same, effects, None, since), StoryFeed(match, same, words)
            ended = result(match, words, same, told=story.sentences())

            def keep() -> None:
                self._logs.setdefault((same, effects), log)
                self._told.setdefault(told, story)
                self._results.setdefault(told, ended)

            return keep

        return make

    def leave(self, perspective: int, effects: bool, words: Words | None) -> None:
        """Release a viewer's log and story; those of a finished game are kept, because they are slow to make."""
        log = self._same(perspective), effects
        self._logs[log].viewers -= 1
        if words is not None:
            told = self._same(perspective), words.language, words.you
            self._told[told].viewers -= 1
        if self.table.status == ENDED and len(self._told) <= MAX_CACHED:
            return
        if self._logs[log].viewers == 0:
            self._logs.pop(log).close()
        if words is not None and self._told[told].viewers == 0:
            self._told.pop(told).close()

    def read_logs(self) -> None:
        """Read all logs and stories again, because something was taken back."""
        for log in self._logs.values():
            log.read()
        for told in self._told.values():
            told.read()

    def _same(self, perspective: int) -> int:
        """Return the perspective that stands for all that see the same as this one."""
        return perspective if self.table.game.card.secrets else SPECTATOR


class Viewer:
    """A table from one perspective; `number` changes whenever anything visible to this viewer changes."""

    def __init__(self, shared: Shared, key: Key) -> None:
        self.shared, self.table, self.key = shared, shared.table, key
        self.perspective, self.language, self.player, self.form = key
        self.listeners: list[Listener] = []
        self.log: Log | None = None
        self.told: StoryFeed | None = None
        self._sent = 0
        """The number of log entries that have been sent."""
        self._sent_version = 0
        """The version of the story that was sent last."""
        self._shown: dict[str, bytes] = {
            "perspective": kept_json(None if self.perspective == SPECTATOR else self.perspective)
        }
        """The parts of the message as JSON."""
        self._changed: set[str] = set(self._shown)
        """The parts that have changed since they were last sent."""
        self._standing: tuple[object, ...] = ()
        self._takeovers: dict[int, int] = {}
        """The time from which this player can have a bot take over a seat, by seat."""
        self._moment: tuple[object, ...] = ()
        """The values the view was last made from."""
        self.refresh(shared.standing())

    @property
    def words(self) -> Words:
        """The words in the viewer's language, addressing the viewer's seat."""
        return self.shared.words(self.language or LANGUAGES[0], self.table.you(self.player))

    def refresh(self, standing: tuple[object, ...], taken_back: bool = False, renamed: bool = False) -> bool:
        """Recompute this view; return True if anything visible changed."""
        table, log = self.table, self.log
        if log is None and table.match is not None:
            self.log = log = self.shared.log(self.perspective, self.form == SCENE)
            if self.language is not None:
                self.told = self.shared.told(self.perspective, self.words)
        if log is not None and taken_back and log.kept < self._sent:
            self._sent = log.kept
            self._changed.add("view")
        takeovers = self._find_takeovers()
        if standing != self._standing or takeovers != self._takeovers:
            self._standing, self._takeovers = standing, takeovers
            self._show("table", self._info())
            self._show("seats", self._seats())
            if self._shown.get("result") in (None, NO_RESULT):
                self._show("result", self.shared.result(self.perspective, self.words))
        moment = table.count, table.status, table.undoes_freely
        if moment != self._moment or renamed:
            self._moment = moment
            self._show("view", self._view())
        self.number = number_of(table, 0 if log is None else log.checksum)
        return bool(self._changed) or (log is not None and self._sent != len(log.entries))

    def _show(self, part: str, content: object) -> None:
        """Store a part of the message; mark it as changed if it differs."""
        made = kept_json(content)
        if self._shown.get(part) != made:
            self._shown[part] = made
            self._changed.add(part)

    def close(self) -> None:
        """Release the shared log and story."""
        if self.log is not None:
            words = None if self.told is None else self.told.words
            self.shared.leave(self.perspective, self.form == SCENE, words)

    def snapshot(self) -> bytes:
        """Return the message for a new listener: a Snapshot or StateSnapshot."""
        self._changed = set(PARTS)
        self._sent = self._sent_version = 0
        return self.update()

    def update(self) -> bytes:
        """Return the message for listeners that have all earlier ones: an Update or StateUpdate with the changes."""
        entries = [] if self.log is None else self.log.entries
        start, self._sent = self._sent, len(entries)
        changed, self._changed = self._changed, set()
        message: dict[str, object] = {"type": "table", "number": self.number}
        for part in PARTS:
            if part in changed:
                message[part] = Fragment(self._shown[part])
        message["log_from"] = start
        message["log"] = [Fragment(entry) for entry in entries[start:]]
        lines = [] if self.told is None else self.told.lines
        first = 0 if self.told is None else self.told.changed_since(self._sent_version)
        self._sent_version = 0 if self.told is None else self.told.version
        message["story_from"] = first
        message["story"] = [Fragment(line) for line in lines[first:]]
        return as_json(message)

    # The parts

    def _find_takeovers(self) -> dict[int, int]:
        table, shared = self.table, self.shared
        if not shared.away or not table.seats_of(self.player):
            return {}
        times = {seat: table.takeover_at(seat, self.player, away, shared.wait) for seat, away in shared.away.items()}
        return {seat: at for seat, at in times.items() if at is not None}

    def _is_host(self) -> bool:
        return self.player is not None and self.player == self.table.host

    def _info(self) -> TableInfo:
        table = self.table
        return {
            **table_card(table, self.words.language),
            "status": table.status,
            "options": [
                {"name": name, "value": value, "says": option_says(self.words, name, value)}
                for name, value in table.options.items()
            ],
            "watch": table.watch,
            "clock": table.clock,
            "deadline": table.deadlines.turn,
            "minutes": table.minutes,
            "ends": table.deadlines.game,
            "hints": table.gives_hints,
            "several_seats": table.several_seats,
            "level": table.level,
            "host": self._is_host(),
            "commitment": table.commitment,
            "salts_by": table.salts_by,
            "origin": table.origin,
            "day": table.seed if table.origin == DAILY else None,
            "rematch_id": table.rematch_id,
            "undone": table.undone,
            "what_if": what_if(table),
            "damaged": table.damaged,
            "other_rules": table.rules if table.has_other_rules else None,
            "rewound": 0 if table.rewound is None else table.rewound.lost,
        }

    def _seats(self) -> list[SeatInfo]:
        host, begun, asked = self._is_host(), self.table.match is not None, self.table.asked
        cards = seat_cards(self.table, self.player)
        return [
            {
                **card,
                "come_back": one.waits_for(self.player),
                "online": one.seat in self.shared.online,
                "takeover": self._takeovers.get(one.seat),
                "by_hand": one.by_hand,
                "invite": f"/join/{self.table.id}/{one.invite}" if host and one.kind == OPEN else None,
                "salt": one.salt if begun or one.player == self.player else None,
                "commitment": one.commitment,
                "asks": asked.get(one.seat),
            }
            for one, card in zip(self.table.occupants, cards, strict=True)
        ]

    def _view(self) -> View | StateView | None:
        if self.table.match is None:
            return None
        rules, perspective, peek = self.table.game.plain, self.perspective, self.shared.peek(self.perspective)
        moves = (
            choices_for(rules, peek.state, perspective) if perspective != SPECTATOR and self.table.is_running else []
        )
        roller = self.table.roller if peek.actor < 0 else None
        to_move = peek.actor if peek.actor >= 0 else roller
        rolls = roller is not None and roller == perspective
        if self.form == STATE:
            return {"to_move": to_move, "turn": peek.state.turns, "state": peek.packed, "moves": moves, "roll": rolls}
        words = self.words
        undo, marks = self._undo() if peek.actor != OVER else (False, False)
        return {
            "to_move": to_move,
            "turn": peek.state.turns,
            "scene": cast(Scene, seen_scene(peek.scene, perspective)),
            "prompt": self._prompt(peek.state, rolls, words) if moves or rolls else None,
            "offers": [self._offer(peek.state, move, words) for move in moves],
            "scores": peek.scores,
            "sides": self.table.game.scenes.sides(peek.state),
            "undo": undo,
            "undo_marks": marks,
            "roll": rolls,
        }

    def _undo(self) -> tuple[bool, bool]:
        """Return whether the last move may be taken back, and whether that would exclude the game from statistics."""
        table, log = self.table, self.log
        if log is None or log.last is None or table.match is None or not table.allows_undo:
            return False, False
        ordinary = log.last[1] == self.perspective and log.last not in table.match.timeouts
        freely = table.undoes_freely and self.perspective in log.acted
        return ordinary or freely, freely and not ordinary and table.undone == 0 and table.moment is None

    def _prompt(self, state: AnyState, rolls: bool, words: Words) -> str:
        """Return the prompt for this seat."""
        return words("play.roll") if rolls else self.table.game.notation.prompt(state, self.perspective, words)

    def _offer(self, state: AnyState, move: int, words: Words) -> Offer:
        game, perspective = self.table.game, self.perspective
        text = game.notation.move_text(state, perspective, move)
        return cast(Offer, {"move": move, "text": text, **game.scenes.offer(state, perspective, move, words)})


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
        if player is None or not self.table.has_player(player) or self.table.status == ENDED:
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

    def numbers(self, player: str | None) -> set[int]:
        """Return the numbers of the current views of this player's seats."""
        return {self._number(perspective) for perspective in self.table.seats_of(player)}

    def _number(self, perspective: int) -> int:
        """Return the number of the current view from a perspective, even if no one is viewing it."""
        looking = next((viewer for viewer in self.by_key.values() if viewer.perspective == perspective), None)
        if looking is not None:
            return looking.number
        events = [] if self.table.match is None else self.table.match.events(perspective)
        return number_of(self.table, sum(checksum(event.seat, event.text) for event in events))

    def snapshot(self, perspective: int, language: str, player: str | None) -> Snapshot:
        """Return the whole table for a single request."""
        message: Snapshot = orjson.loads(self.snapshot_json(perspective, language, player))
        return message

    def snapshot_json(self, perspective: int, language: str, player: str | None) -> bytes:
        """Return the whole table as JSON; that of a finished game is cached, because it is slow to make."""
        key, standing = self._key(perspective, language, player, SCENE), self.shared.standing()
        if self.table.status == ENDED and self._cached.get(key, (None, b""))[0] == standing:
            return self._cached[key][1]
        viewer = self.viewer(perspective, language, player, SCENE)
        message = viewer.snapshot()
        self._forget(viewer)
        self.shared.forget_peeks()
        if self.table.status == ENDED:
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
        self.shared.forget_peeks()
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
        self.shared.forget_peeks()

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


def number_of(table: Table, checksums: int) -> int:
    """Return a version number derived from the visible log entries, so that every server computes the same one.

    The checksums of the entries are added up, so that their order does not matter: connected viewers learn late what
    others did in secret, a newcomer sees it in the order of the log, and both have seen the same.
    """
    return (checksums + zlib.crc32(table.status.encode())) % (1 << 31)


def scene_of(game: Game, state: AnyState, perspective: int) -> Scene:
    """Return the scene of a position that is already limited to what this perspective may know."""
    return cast(Scene, seen_scene(game.scenes.scene(state, perspective), perspective))


def table_card(table: Table, language: str) -> TableCard:
    """Return a table's id and game."""
    game = table.game
    return {"id": table.id, "game": game.name, "folder": game.folder, "title": game.title(language)}


def what_if(table: Table) -> WhatIf | None:
    """Return the moment from which a what-if continues; None if the table is not a what-if, or has not begun."""
    if table.moment is None or table.match is None:
        return None
    return {"table": table.moment.table, "at": table.moment.at, "turn": table.moment_turn, "step": table.moment.step}


def seat_cards(table: Table, player: str | None) -> list[SeatCard]:
    """Return the seats as shown to a player; partners in a team share a colour once the game has begun."""
    cards = [one.card(player) for one in table.occupants]
    return cards if table.match is None else team_colours(cards, table.match.sides)


def result(
    match: Match | None, words: Words, perspective: int, points: Series | None = None, told: Sentences | None = None
) -> Result | None:
    """Return the winners and the points of a game, with their explanation; None before the end.

    `points` and `told` are the series and the story of the match, if they are already known.
    """
    if match is None or not match.over:
        return None
    points = series(match) if points is None else points
    turns = turning_points(points, words.you)
    if told is None:
        told = {(line.turn, line.seat): line.says for line in story_of(match, perspective, words)} if turns else {}
    match.forget_positions()
    decided = {turn: decided_by(points, turn) for turn in turns}
    says = {turn: next((told[turn, seat] for seat in decided[turn] if told.get((turn, seat))), "") for turn in turns}
    dice, ending = match.dice, match.game.scenes.ending(match.state, words)
    notes = [*ending["notes"], words("result.undone")] if match.undone else ending["notes"]
    return {
        "winners": match.winners,
        "sides": match.sides,
        "says": result_says(match, words),
        "why": end_says(match, words),
        "margin": margin(match),
        "seed": dice.seed if dice.secret is None else None,
        "secret": dice.secret,
        "series": points,
        "turning": [{"turn": turn, "says": says[turn]} for turn in turns if says[turn]],
        **ending,
        "notes": notes,
    }


def option_says(words: Words, name: str, value: str) -> str:
    """Return an option and its value in words."""
    return f"{option_label(words, name)}: {value_label(words, name, value)}"


def option_label(words: Words, name: str) -> str:
    """Return the label of an option."""
    return next((words(key) for key in (f"option.{name}.short", f"option.{name}.name") if words.has(key)), name)


def value_label(words: Words, name: str, value: str) -> str:
    """Return the label of a value; one without a label, such as a number, stands for itself."""
    key = f"option.{name}.{value}"
    return words(key) if words.has(key) else value
