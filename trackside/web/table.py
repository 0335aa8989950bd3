"""A live table: the match, who sits at it, and everybody who looks on."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

from trackside.core.protocol import SPECTATOR, AnyState
from trackside.core.scene import Scene
from trackside.core.words import Words
from trackside.games import Game, find_game
from trackside.play.dice import commitment
from trackside.play.match import Match
from trackside.web.audience import SCENE, Audience
from trackside.web.chairs import BOT, Chair
from trackside.web.refusal import Refusal

WAITING, PLAYING, OVER = "waiting", "playing", "over"

IMPORTED = "imported"
"""The origin of a game that came as a record: it is looked at, not played on."""

Row = dict[str, Any]
"""A row of the store."""

Key = tuple[int, str, str | None, str]
"""Whose eyes, which language, which player, which form."""


class Sight:
    """The position as some eyes may know it, looked at once for everybody who looks with them; it is only read."""

    def __init__(self, game: Game, state: AnyState, eyes: int) -> None:
        self.game, self.state, self.eyes = game, state, eyes
        self.actor = game.plain.to_move(state)
        self._drawn: tuple[Scene, list[int]] | None = None
        self._packed: str | None = None

    def drawn(self) -> tuple[Scene, list[int]]:
        """What there is to draw, and everybody's points as these eyes know them."""
        if self._drawn is None:
            points = [0] * self.state.seats
            self.game.plain.scores(self.state, points)
            self._drawn = self.game.scenes.scene(self.state, self.eyes), points
        return self._drawn

    def packed(self) -> str:
        """The bytes of the position, in hexadecimal."""
        if self._packed is None:
            self._packed = self.state.to_bytes().hex()
        return self._packed


class LiveTable:
    """One table in memory; whatever changes it says what has to be stored before anybody is told."""

    def __init__(self, row: Row, chairs: Sequence[Chair], log: Sequence[Row]) -> None:
        self.id: str = row["id"]
        self.game: Game = find_game(row["game"])
        self.seats: int = row["seats"]
        self.options: dict[str, str] = json.loads(row["options"])
        self.position: str | None = row["position"]
        self.seed: str = row["seed"]
        self.dice_from: int = row["dice_from"]
        self.host: str | None = row["host"]
        self.watch: str = row["watch"]
        self.clock: int | None = row["clock"]
        self.minutes: int | None = row["minutes"]
        self.origin: str | None = row["origin"]
        self.status: str = row["status"]
        self.stored_status = self.status
        self.began: int = row["began"]
        self.chairs = list(chairs)
        self.commitment = commitment(self.seed)
        self.lock = asyncio.Lock()
        self.online: set[int] = set()
        self.deadline: int | None = None
        """When the turn is over."""
        self.ends: int | None = None
        """When the time of the whole game is up; None once the referee has said so."""
        self.again: str | None = None
        """The table where the same people play once more."""
        self.match: Match | None = None
        self.count = len(log)
        """How many entries of the log are stored."""
        self.messages = {entry["message"] for entry in log if entry["message"]}
        self.audiences: dict[Key, Audience] = {}
        self._numbers: dict[Key, int] = {}
        self._words: dict[str, Words] = {}
        self._sights: dict[int, Sight] = {}
        self._sights_at = -1
        self._turn = -1
        self.news_waits = False
        """Whether something is to be told as soon as the step that is under way has been stored."""
        if self.status != WAITING:
            self.match = self._match(fold(log))
            self._set_end(log)
            self.set_deadline()

    def _match(self, log: list[tuple[int, int]]) -> Match:
        return Match.from_log(
            self.game,
            self.opening(),
            log,
            options=self.options,
            seed=self.seed,
            players=self.names(),
            position=self.position,
            dice_from=self.dice_from,
            play_on=self.origin != IMPORTED,
        )

    def opening(self) -> AnyState:
        """Where the game begins."""
        if self.position is not None:
            return self.game.notation.parse_position(self.position)
        return self.game.opening(self.seats, self.options)

    def names(self) -> tuple[str, ...]:
        """What the players are called, where they have a name."""
        return tuple(chair.name for chair in self.chairs)

    def words(self, language: str) -> Words:
        """The catalogue of this table in a language; once the game has begun, the same one for all."""
        if self.match is None:
            return Words(language, self.game.package, self.names())
        if language not in self._words:
            self._words[language] = Words(language, self.game.package, self.names())
        return self._words[language]

    # Who may do what

    def chairs_of(self, player: str | None) -> list[Chair]:
        """The seats whose moves this player makes."""
        return [chair for chair in self.chairs if chair.belongs_to(player)]

    def check_owner(self, seat: int, player: str | None) -> None:
        """Refuse whoever speaks for a seat that is not theirs."""
        if not 0 <= seat < self.seats:
            raise Refusal("house.no_seat", seat=seat, last=self.seats - 1)
        if not self.chairs[seat].belongs_to(player):
            raise Refusal("house.not_yours")

    def bots_to_move(self) -> list[int]:
        """The bots that have something to do now."""
        if self.match is None or self.status != PLAYING:
            return []
        return [chair.seat for chair in self.chairs if chair.kind == BOT and self.match.moves(chair.seat)]

    # What changes it: each returns the rows to be stored

    def start(self) -> list[Row]:
        """Everybody is here: the game begins."""
        self.status = PLAYING
        self.match = self._match([])
        self.set_deadline()
        if self.match.over:
            self.status = OVER
        rows = self._new_entries(0, None)
        self._set_end(rows)
        return rows

    def take_up(self, log: Sequence[tuple[int, int]]) -> list[Row]:
        """A game from a record: nobody plays it on here."""
        self.match = self._match(list(log))
        self.status = OVER
        return self._new_entries(0, None)

    def play(self, seat: int, move: int | str, message: str | None) -> list[Row]:
        """A move and what chance adds to it."""
        match = self._running()
        before = len(match.log)
        match.play(seat, move)
        if match.over:
            self.status = OVER
        self.set_deadline()
        return self._new_entries(before, message)

    def call_time(self) -> list[Row]:
        """The time of the game is up; whoever is to move finishes the turn."""
        match = self._running()
        before = len(match.log)
        match.call_time()
        self.ends = None
        return self._new_entries(before, None)

    def undo(self, seat: int, message: str | None) -> list[Row]:
        """A seat's last move is taken back."""
        match = self._running()
        before = list(match.log)
        match.undo(seat)
        index = next((i for i, entry in enumerate(match.log) if entry != before[i]), len(match.log))
        for audience in self.audiences.values():
            audience.retell()
        return [self._row("undo", seat, index, message)]

    def _running(self) -> Match:
        if self.match is None:
            raise Refusal("house.not_begun")
        if self.status != PLAYING:
            raise Refusal("house.over")
        return self.match

    def _new_entries(self, before: int, message: str | None) -> list[Row]:
        assert self.match is not None
        made = self.match.log[before:]
        return [self._row("move", seat, move, message if i == 0 else None) for i, (seat, move) in enumerate(made)]

    def _row(self, kind: str, seat: int, move: int, message: str | None) -> Row:
        self.count += 1
        if message:
            self.messages.add(message)
        return {
            "table_id": self.id,
            "number": self.count - 1,
            "kind": kind,
            "seat": seat,
            "move": move,
            "message": message,
            "at": now(),
        }

    def _set_end(self, log: Sequence[Row]) -> None:
        """The time of the game runs from its first entry on."""
        assert self.match is not None
        if self.minutes is not None and log and not self.match.time_called:
            self.ends = log[0]["at"] + 60_000 * self.minutes

    def set_deadline(self) -> None:
        """A new turn has its full time."""
        if self.clock is None or self.match is None or self.status != PLAYING:
            self.deadline = None
        elif self.match.turn != self._turn:
            self._turn = self.match.turn
            self.deadline = now() + 1000 * self.clock

    # What it tells

    def sight(self, eyes: int) -> Sight:
        """What these eyes see now; where nothing is secret, all see the same."""
        assert self.match is not None
        if self._sights_at != self.count:
            self._sights_at, self._sights = self.count, {}
        shared = eyes if self.game.card.secrets else SPECTATOR
        if shared not in self._sights:
            self._sights[shared] = Sight(self.game, self.match.peek(shared), shared)
        return self._sights[shared]

    def audience(self, eyes: int, language: str, player: str | None, form: str = SCENE) -> Audience:
        """Those who look with these eyes; a stranger is like any other."""
        known = player if player == self.host or any(chair.player == player for chair in self.chairs) else None
        key = (eyes, language, known, form)
        if key not in self.audiences:
            number = self._numbers.get(key, random.randrange(1 << 20))
            self.audiences[key] = Audience(self, eyes, language, known, form, number)
        return self.audiences[key]

    def leave(self, audience: Audience) -> None:
        """The last one of an audience has gone."""
        key = (audience.eyes, audience.language, audience.player, audience.form)
        self._numbers[key] = audience.number
        audience.close()
        self.audiences.pop(key, None)

    def result(self, words: Words) -> dict[str, Any] | None:
        """Who won and how the points came about, once it is over."""
        if self.match is None or not self.match.over:
            return None
        winners = self.match.winners
        ending = self.game.scenes.ending(self.match.state, words)
        return {"winners": winners, "says": winners_say(winners, words), "seed": self.seed, **ending}


def winners_say(winners: Sequence[int], words: Words) -> str:
    """Who won, in a sentence."""
    names = f" {words('play.and')} ".join(words.who(seat) for seat in winners)
    return words("play.won" if len(winners) == 1 else "play.shared", who=names)


def fold(log: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """The log of a match from the entries of the store: what was taken back is not in it."""
    folded: list[tuple[int, int]] = []
    for entry in log:
        if entry["kind"] == "undo":
            del folded[entry["move"]]
        else:
            folded.append((entry["seat"], entry["move"]))
    return folded


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000
