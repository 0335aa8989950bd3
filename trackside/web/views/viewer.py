"""Those who look at a table: what each perspective is shown, first whole, then whatever changes."""

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
from trackside.web.api.messages import (
    Offer,
    Result,
    Scene,
    SeatCard,
    SeatInfo,
    Snapshot,
    StateView,
    TableCard,
    TableInfo,
    View,
    WhatIf,
    as_json,
    kept_json,
)
from trackside.web.tables.presence import Presence, Seen
from trackside.web.tables.seats import OPEN, team_colours
from trackside.web.tables.table import BACK, DAILY, NOTHING, UNDO, Away, Change, Table
from trackside.web.tables.table import OVER as ENDED
from trackside.web.views.feeds import Log, Sentences, StoryFeed, checksum
from trackside.web.workers.background import BackgroundThread

MAX_CACHED = 20
"""Snapshots of one finished game that are kept."""

SCENE, STATE = "scene", "state"
"""The forms of a view: data to draw and moves in words for a page, or the view's own bytes for a program that knows
the rules."""

PARTS = ("table", "seats", "perspective", "view", "result")
"""What a message has besides the log, as far as it has changed."""

NO_RESULT = b"null"

Preparation = Callable[[], Callable[[], None]]
"""Makes what takes long to make, in any thread, and returns what keeps it."""

Listener = Callable[[bytes], None]
"""Is given every message, as JSON."""

Key = tuple[int, str | None, str | None, str]
"""The perspective, which language if any, which player, which form."""


class Peek:
    """The position as a perspective may know it, looked at once for all who look with them; it is only read."""

    def __init__(self, game: Game, state: AnyState, perspective: int) -> None:
        self.game, self.state, self.perspective = game, state, perspective
        self.actor = game.plain.to_move(state)

    @cached_property
    def scene(self) -> dict[str, Any]:
        """What there is to draw."""
        return self.game.scenes.scene(self.state, self.perspective)

    @cached_property
    def scores(self) -> list[int]:
        """Everybody's points as this perspective knows them."""
        points = [0] * self.state.seats
        self.game.plain.scores(self.state, points)
        return points

    @cached_property
    def packed(self) -> str:
        """The bytes of the position, in hexadecimal."""
        packed: str = self.state.to_bytes().hex()
        return packed


class Shared:
    """What several viewers of a table show the same: who is connected, the words, the position and what has happened.

    Where nothing is secret, all see the same.
    """

    def __init__(self, table: Table, wait: float) -> None:
        self.table, self.wait = table, wait
        self.online: frozenset[int] = frozenset()
        self.away: dict[int, Away] = {}
        """The people who are not here while the game is played, by seat."""
        self._names = table.occupants.names
        self._words: dict[tuple[str, int | None], Words] = {}
        self._peeks: dict[int, Peek] = {}
        self._count = -1
        self._logs: dict[tuple[int, bool], Log] = {}
        self._told: dict[tuple[int, str, int | None], StoryFeed] = {}
        self._results: dict[tuple[int, str, int | None], Result | None] = {}
        """The results of a finished game that were made."""
        self._series: Series | None = None
        """The points of a finished game turn by turn."""

    def words(self, language: str, you: int | None = None) -> Words:
        """The catalogue of this table in a language, for whoever sits on seat `you`; kept once the game has begun."""
        if self.table.match is None:
            return Words(language, self.table.game.package, self.table.occupants.names, you)
        if (language, you) not in self._words:
            self._words[language, you] = self.table.match.words(language, you)
        return self._words[language, you]

    def renew_names(self) -> bool:
        """Tell everything again if somebody has another name now; return whether that is so."""
        names = self.table.occupants.names
        if names == self._names:
            return False
        self._names, self._words = names, {}
        for (_, language, you), told in self._told.items():
            told.words = self.words(language, you)
            told.read()
        return True

    def peek(self, perspective: int) -> Peek:
        """What this perspective sees now."""
        assert self.table.match is not None
        if self._count != self.table.count:
            self._count, self._peeks = self.table.count, {}
        same = self._same(perspective)
        if same not in self._peeks:
            self._peeks[same] = Peek(self.table.game, self.table.match.peek(same), same)
        return self._peeks[same]

    def standing(self) -> tuple[object, ...]:
        """Whatever goes into a message besides the view and the log."""
        table = self.table
        moments = table.status, table.deadline, table.ends, table.again, table.salts_by
        return (*moments, table.gives_hints, table.undone, table.rewound, table.damaged, self.online, table.occupants)

    def forget_peeks(self) -> None:
        """Everybody has looked."""
        self._peeks = {}

    def log(self, perspective: int, effects: bool) -> Log:
        """What this perspective knows to have happened, with what it did or without."""
        assert self.table.match is not None
        key = self._same(perspective), effects
        if key not in self._logs:
            other = next((log for (_, kind), log in self._logs.items() if kind == effects), None)
            since = 0 if self.table.moment is None else self.table.moment.at
            self._logs[key] = Log(self.table.match, key[0], effects, other, since)
        self._logs[key].viewers += 1
        return self._logs[key]

    def told(self, perspective: int, words: Words) -> StoryFeed:
        """The same turn by turn, in some words."""
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
        """Return what another thread can make of a finished game before it is shown; None if it is made."""
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
        """A viewer shows them no longer; those of a finished game are kept, for they take long to make."""
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
        """Something was taken back."""
        for log in self._logs.values():
            log.read()
        for told in self._told.values():
            told.read()

    def _same(self, perspective: int) -> int:
        """Eyes that see the same as these."""
        return perspective if self.table.game.card.secrets else SPECTATOR


class Viewer:
    """What one perspective is shown of a table; its number is another one whenever the game has gone on for them."""

    def __init__(self, shared: Shared, key: Key) -> None:
        self.shared, self.table, self.key = shared, shared.table, key
        self.perspective, self.language, self.player, self.form = key
        self.listeners: list[Listener] = []
        self.log: Log | None = None
        self.told: StoryFeed | None = None
        self._sent = 0
        """How many entries of the log have been sent."""
        self._sent_version = 0
        """Which version of the story has been sent."""
        self._shown: dict[str, bytes] = {
            "perspective": kept_json(None if self.perspective == SPECTATOR else self.perspective)
        }
        """The parts of the message as JSON."""
        self._changed: set[str] = set(self._shown)
        """The parts that are different from what was sent last."""
        self._standing: tuple[object, ...] = ()
        self._takeovers: dict[int, int] = {}
        """When a bot can take over which seat, at this player's wish."""
        self._moment: tuple[object, ...] = ()
        """What the parts and the view were made of."""
        self.refresh(shared.standing())

    @property
    def words(self) -> Words:
        """The catalogue of whoever looks."""
        return self.shared.words(self.language or LANGUAGES[0], self.table.you(self.player))

    def refresh(self, standing: tuple[object, ...], taken_back: bool = False, renamed: bool = False) -> bool:
        """Recompute this view; return whether anything visible changed."""
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
        """Note whether a part of the message is another one."""
        made = kept_json(content)
        if self._shown.get(part) != made:
            self._shown[part] = made
            self._changed.add(part)

    def close(self) -> None:
        """Nobody looks from this perspective any more."""
        if self.log is not None:
            words = None if self.told is None else self.told.words
            self.shared.leave(self.perspective, self.form == SCENE, words)

    def snapshot(self) -> bytes:
        """The message for somebody who comes new, a Snapshot or StateSnapshot."""
        self._changed = set(PARTS)
        self._sent = self._sent_version = 0
        return self.update()

    def update(self) -> bytes:
        """The message for those who know all that was sent before, an Update or StateUpdate: what has changed."""
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
            "deadline": table.deadline,
            "minutes": table.minutes,
            "ends": table.ends,
            "hints": table.gives_hints,
            "several_seats": table.several_seats,
            "level": table.level,
            "host": self._is_host(),
            "commitment": table.commitment,
            "salts_by": table.salts_by,
            "origin": table.origin,
            "day": table.seed if table.origin == DAILY else None,
            "again": table.again,
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
        """Return whether the last move may be taken back, and whether that keeps the game out of statistics."""
        table, log = self.table, self.log
        if log is None or log.last is None or table.match is None or not table.allows_undo:
            return False, False
        ordinary = log.last[1] == self.perspective and log.last not in table.match.timeouts
        freely = table.undoes_freely and self.perspective in log.acted
        return ordinary or freely, freely and not ordinary and table.undone == 0 and table.moment is None

    def _prompt(self, state: AnyState, rolls: bool, words: Words) -> str:
        """Return what this seat is asked to do."""
        return words("play.roll") if rolls else self.table.game.notation.prompt(state, self.perspective, words)

    def _offer(self, state: AnyState, move: int, words: Words) -> Offer:
        game, perspective = self.table.game, self.perspective
        text = game.notation.move_text(state, perspective, move)
        return cast(Offer, {"move": move, "text": text, **game.scenes.offer(state, perspective, move, words)})


class Viewers:
    """Everybody who looks at a table, and which of its players are connected."""

    def __init__(self, table: Table, seen: Seen | None = None, wait: float = limits.AWAY) -> None:
        """`seen` and `wait` as in `Presence`."""
        self.table, self.shared = table, Shared(table, wait)
        self.presence = Presence(seen, wait)
        self.by_key: dict[Key, Viewer] = {}
        self._cached: dict[Key, tuple[tuple[object, ...], bytes]] = {}
        """Snapshots of a finished game, each with what it was made of."""
        self._preparing: dict[Key, asyncio.Task[None]] = {}
        self.on_join: list[Callable[[], None]] = []
        """Called when someone begins to watch."""
        self._note_presence()

    @property
    def online(self) -> frozenset[int]:
        """The seats whose players are connected."""
        return self.shared.online

    def set_elsewhere(self, players: frozenset[str]) -> None:
        """Others are connected at other servers than before."""
        self.presence.set_elsewhere(players)
        self._tell_presence()

    def visit(self, player: str | None, is_secret: bool = False) -> None:
        """Count a request of a player as presence for a while; one that may be a secret move is shown to nobody."""
        if player is None or not self.table.has_player(player) or self.table.status == ENDED:
            return
        if is_secret:
            self.presence.act(player)
        else:
            self.presence.visit(player, self._tell_presence)

    def words(self, language: str, player: str | None) -> Words:
        """The catalogue of this table in a language, for one who looks at it."""
        return self.shared.words(language, self.table.you(player))

    def viewer(self, perspective: int, language: str | None, player: str | None, form: str) -> Viewer:
        """The viewer from this perspective; all strangers are one. Without a language it has no sentences to tell."""
        key = self._key(perspective, language, player, form)
        if key not in self.by_key:
            self.by_key[key] = Viewer(self.shared, key)
        return self.by_key[key]

    def _key(self, perspective: int, language: str | None, player: str | None, form: str) -> Key:
        known = player if player == self.table.host or self.table.has_player(player) else None
        return perspective, language, known, form

    def numbers(self, player: str | None) -> set[int]:
        """The numbers of what this player's seats see now."""
        return {self._number(perspective) for perspective in self.table.seats_of(player)}

    def _number(self, perspective: int) -> int:
        """The number of what this perspective sees now, also when nobody looks with them."""
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
        """Return the same as JSON; that of a finished game, which takes long to make, is cached."""
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
        """Make what takes long of a finished game off the event loop; those who want the same wait for it together."""
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
            task.exception()  # whoever still waits is told; perhaps nobody does

    async def _prepare(self, background: BackgroundThread, who: str, make: Preparation) -> None:
        keep = await background.do(who, lambda check_cancelled: make())
        keep()

    def join(self, perspective: int, language: str | None, player: str | None, form: str, listener: Listener) -> Viewer:
        """Somebody looks on: they are sent the whole table, then all updates."""
        self._count(player, 1)
        viewer = self.viewer(perspective, language, player, form)
        viewer.listeners.append(listener)
        listener(viewer.snapshot())
        self.shared.forget_peeks()
        for joined in self.on_join:
            joined()
        return viewer

    def leave(self, viewer: Viewer, player: str | None, listener: Listener) -> None:
        """Somebody goes away; the game stays."""
        viewer.listeners.remove(listener)
        self._forget(viewer)
        self._count(player, -1)

    def update(self, change: Change = NOTHING) -> None:
        """Send everybody what is new to them."""
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
        """A viewer that nobody looks with is no longer kept."""
        if not viewer.listeners:
            viewer.close()
            self.by_key.pop(viewer.key, None)

    def _count(self, player: str | None, change: int) -> None:
        """A connection came or went; everybody is told if a seat is online now, or no longer."""
        if player is not None:
            self.presence.connect(player, change)
            self._tell_presence()

    def _tell_presence(self) -> None:
        if self._note_presence():
            self.update()

    def _note_presence(self) -> bool:
        """See which seats' players are here; return whether that has changed."""
        shared, presence, seats = self.shared, self.presence, self.table.occupants
        before = shared.online, shared.away
        shared.online = frozenset(one.seat for one in seats if presence.is_here(one.player))
        people = {one.seat: one.player for one in seats if one.player is not None and one.belongs_to(one.player)}
        found = {seat: presence.away(player) for seat, player in people.items()} if self.table.is_running else {}
        shared.away = {seat: away for seat, away in found.items() if away is not None}
        return (shared.online, shared.away) != before


def number_of(table: Table, checksums: int) -> int:
    """The number of what a perspective sees: it follows from the entries they have seen, whoever serves the table.

    The checksums of the entries are added up: what others did in secret is told late to those who look on, and in the
    order of the log to a newcomer, and both have seen the same.
    """
    return (checksums + zlib.crc32(table.status.encode())) % (1 << 31)


def scene_of(game: Game, state: AnyState, perspective: int) -> Scene:
    """What there is to draw of a position that this perspective may know."""
    return cast(Scene, seen_scene(game.scenes.scene(state, perspective), perspective))


def table_card(table: Table, language: str) -> TableCard:
    """Which table it is."""
    game = table.game
    return {"id": table.id, "game": game.name, "folder": game.folder, "title": game.title(language)}


def what_if(table: Table) -> WhatIf | None:
    """Return where a what-if comes from; None if the table is no what-if, or has not begun."""
    if table.moment is None or table.match is None:
        return None
    return {"table": table.moment.table, "at": table.moment.at, "turn": table.moment_turn, "step": table.moment.step}


def seat_cards(table: Table, player: str | None) -> list[SeatCard]:
    """Return who sits where, as a player is told; partners of a team have one colour once the game has begun."""
    cards = [one.card(player) for one in table.occupants]
    return cards if table.match is None else team_colours(cards, table.match.sides)


def result(
    match: Match | None, words: Words, perspective: int, points: Series | None = None, told: Sentences | None = None
) -> Result | None:
    """Return who won and how the points came about; None before the end.

    `points` and `told` are the series of the match and its story, where they are known already.
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
    """What the value of an option means, in words."""
    return f"{option_label(words, name)}: {value_label(words, name, value)}"


def option_label(words: Words, name: str) -> str:
    """What an option is called."""
    return next((words(key) for key in (f"option.{name}.short", f"option.{name}.name") if words.has(key)), name)


def value_label(words: Words, name: str, value: str) -> str:
    """What a value is called; a number speaks for itself."""
    key = f"option.{name}.{value}"
    return words(key) if words.has(key) else value
