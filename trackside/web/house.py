"""The house: all tables, loaded when somebody looks, changed one step at a time, stored before anybody is told."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from pydantic_core import to_json
from sqlalchemy import Connection

from trackside.core.errors import SaveFailed, TracksideError
from trackside.core.protocol import OVER as ENDED
from trackside.core.protocol import SPECTATOR
from trackside.games import Game, find_game
from trackside.play.dice import Dice
from trackside.play.record import Record
from trackside.search.agents import LEVELS
from trackside.web import archive
from trackside.web.audience import Audience
from trackside.web.chairs import BOT, HERE, OPEN, PERSON, Chair, clean_name
from trackside.web.refusal import NotFound, Refusal
from trackside.web.store import Store
from trackside.web.table import IMPORTED, OVER, PLAYING, WAITING, LiveTable, Row, now
from trackside.web.thinking import Thinking

logger = logging.getLogger("trackside.web")

Listener = Callable[[str | None], None]
"""Is told everything as JSON; None means: come again."""

Outcome = TypeVar("Outcome")

MOST_TABLES = 2000
"""Tables kept in memory; those nobody looks at make room."""

CLOCKS = (30, 60, 180, 600, 86400)
"""Seconds a turn may take."""

WATCHING = ("anyone", "link", "nobody")
LONGEST_SEED = 64


def as_json(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return to_json(message).decode()


def new_row(game: Game, seats: int, options: dict[str, str], host: str | None) -> Row:
    """A table that has yet to begin."""
    return {
        "id": secrets.token_hex(5),
        "game": game.name,
        "seats": seats,
        "options": json.dumps(options),
        "position": None,
        "seed": "",
        "dice_from": 0,
        "host": host,
        "watch": "link",
        "clock": None,
        "origin": None,
        "status": WAITING,
        "result": None,
        "began": now(),
    }


class House:
    """Everything that goes on at the tables of one server."""

    def __init__(self, store: Store, thinking: Thinking, pace: float = 0.6) -> None:
        self.store, self.thinking, self.pace = store, thinking, pace
        self.tables: dict[str, LiveTable] = {}
        self.listeners: dict[Audience, set[Listener]] = {}
        self.present: dict[tuple[str, int], int] = {}
        self.thoughts: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.clocks: dict[str, asyncio.TimerHandle] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.closing = False

    # Finding and making tables

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name, from memory or from the store."""
        if table_id in self.tables:
            return self.tables[table_id]
        async with self.loading.setdefault(table_id, asyncio.Lock()):
            if table_id not in self.tables:
                loaded = await self.store.do(partial(archive.load, table=table_id))
                if loaded is None:
                    raise NotFound("house.no_table", table=table_id[:40])
                self._keep(LiveTable(*loaded))
        self.loading.pop(table_id, None)
        return self.tables[table_id]

    def _keep(self, table: LiveTable) -> None:
        if len(self.tables) >= MOST_TABLES:
            for other in list(self.tables.values()):
                if not other.audiences and not other.lock.locked() and not other.bots_to_move():
                    self._drop(other.id)
                    break
        self.tables[table.id] = table
        self._go_on(table)

    def _drop(self, table_id: str) -> None:
        """Forget what is in memory; those who look on are told to come again."""
        table = self.tables.pop(table_id, None)
        if table_id in self.clocks:
            self.clocks.pop(table_id).cancel()
        for audience in list(table.audiences.values()) if table else []:
            for listener in list(self.listeners.get(audience, ())):
                listener(None)

    async def create(
        self,
        game_name: str,
        chairs: Sequence[Chair],
        options: dict[str, str],
        *,
        host: str | None,
        watch: str = "link",
        clock: int | None = None,
        seed: str | None = None,
        origin: str | None = None,
        position: str | None = None,
    ) -> LiveTable:
        """A new table; it begins at once when no seat is open."""
        game = find_game(game_name)
        self._check(game, chairs, watch, clock, seed)
        chosen = {} if position else game.card.choose(len(chairs), options)
        row = new_row(game, len(chairs), {name: choice.text for name, choice in chosen.items()}, host)
        row |= {"watch": watch, "clock": clock, "seed": seed or Dice().seed, "origin": origin, "position": position}
        table = LiveTable(row, chairs, [])
        log = [] if any(chair.kind == OPEN for chair in chairs) else table.start()
        return await self._open(table, row, log)

    async def keep_record(self, record: Record, host: str | None) -> LiveTable:
        """A game from a record, kept to be looked at; a game that was not finished stays as it is."""
        row = new_row(record.game, record.start.seats, record.options, host)
        row |= {"position": record.position, "origin": IMPORTED, "seed": record.seed or Dice().seed}
        row["dice_from"] = record.dice_from if record.seed else len(record.log)
        chairs = [Chair(seat, BOT, name=clean_name(name)) for seat, name in enumerate(record.players)]
        table = LiveTable(row, chairs, [])
        return await self._open(table, row, table.take_up(record.log))

    async def _open(self, table: LiveTable, row: Row, log: list[Row]) -> LiveTable:
        row["status"], row["result"] = table.status, self._summary(table)
        await self.store.do(partial(archive.add_table, row=row, seated=table.chairs, log=log))
        table.stored_status = table.status
        self._keep(table)
        return table

    def _check(self, game: Game, chairs: Sequence[Chair], watch: str, clock: int | None, seed: str | None) -> None:
        game.card.check_seats(len(chairs))
        for chair in chairs:
            if chair.kind == BOT and chair.level not in (*LEVELS, "greedy", "random"):
                raise Refusal("house.no_level", level=str(chair.level)[:40], levels=", ".join(LEVELS))
        if watch not in WATCHING:
            raise Refusal("house.no_watch", watch=watch[:40], known=", ".join(WATCHING))
        if clock is not None and clock not in CLOCKS:
            raise Refusal("house.no_clock", clock=clock, known=", ".join(map(str, CLOCKS)))
        if seed is not None and not (0 < len(seed) <= LONGEST_SEED and seed.isprintable()):
            raise Refusal("house.no_seed", most=LONGEST_SEED)

    # What people do

    async def sit(self, table: LiveTable, seat: int, player: str, name: str, invite: str | None) -> None:
        """Somebody takes an open seat, or comes back to one that a bot kept warm."""

        async def sit_down() -> None:
            if not 0 <= seat < table.seats:
                raise Refusal("house.no_seat", seat=seat, last=table.seats - 1)
            chair = table.chairs[seat]
            if chair.belongs_to(player):
                return
            if chair.kind == BOT and chair.player == player:
                new = chair.taken(player, chair.name)
            elif chair.kind == OPEN and (table.watch == "anyone" or invite == chair.invite):
                new = chair.taken(player, clean_name(name))
            elif chair.kind == OPEN:
                raise Refusal("house.invited_only")
            else:
                raise Refusal("house.taken")
            before, rows = table.chairs[seat], list[Row]()
            table.chairs[seat] = new
            if table.status == WAITING and not any(other.kind == OPEN for other in table.chairs):
                rows = table.start()
            await self._commit(table, rows, chair=new, undo=partial(table.chairs.__setitem__, seat, before))

        await self._alone(table, sit_down)

    async def move(
        self,
        table: LiveTable,
        seat: int,
        player: str | None,
        move: int | str,
        number: int | None,
        message: str | None,
        audience: Audience | None = None,
    ) -> None:
        """A move of somebody who sits there; sent twice, it counts once."""
        language = audience.language if audience else "en"

        async def make_move() -> None:
            table.check_owner(seat, player)
            if message is not None and f"{seat} {message}" in table.messages:
                return
            self._check_number(number, audience)
            rows = table.play(seat, move, f"{seat} {message}" if message else None, language)
            await self._commit(table, rows)

        await self._alone(table, make_move)

    async def undo(
        self,
        table: LiveTable,
        seat: int,
        player: str | None,
        number: int | None,
        message: str | None,
        audience: Audience | None = None,
    ) -> None:
        """A seat takes back its last move."""
        language = audience.language if audience else "en"

        async def take_back() -> None:
            table.check_owner(seat, player)
            if message is not None and f"{seat} {message}" in table.messages:
                return
            self._check_number(number, audience)
            await self._commit(table, table.undo(seat, f"{seat} {message}" if message else None, language))

        await self._alone(table, take_back)

    @staticmethod
    def _check_number(number: int | None, audience: Audience | None) -> None:
        if number is not None and audience is not None and number != audience.number:
            raise Refusal("house.moved_on")

    async def take_over(self, table: LiveTable, seat: int, player: str | None, level: str) -> None:
        """A bot plays for somebody who has left, at the wish of one who remains."""

        async def replace() -> None:
            if not table.chairs_of(player):
                raise Refusal("house.not_seated")
            if level not in LEVELS:
                raise Refusal("house.no_level", level=level[:40], levels=", ".join(LEVELS))
            if not 0 <= seat < table.seats or table.chairs[seat].kind not in (PERSON, HERE):
                raise Refusal("house.no_person")
            if seat in table.online and not table.chairs[seat].belongs_to(player):
                raise Refusal("house.still_here")
            before = table.chairs[seat]
            table.chairs[seat] = before.replaced(level)
            await self._commit(
                table, [], chair=table.chairs[seat], undo=partial(table.chairs.__setitem__, seat, before)
            )

        await self._alone(table, replace)

    async def hint(self, table: LiveTable, seat: int, player: str | None) -> dict[str, Any]:
        """What a strong player would do on this seat, from what the seat may know."""
        table.check_owner(seat, player)
        if table.match is None or not table.match.moves(seat):
            raise Refusal("house.nothing_to_decide")
        if table.game.name not in self.thinking.ready:
            raise Refusal("house.warming_up")
        view = table.match.seen_state(seat)
        return await self.thinking.choose(table.game, "expert", f"{table.id} hint {seat}", view, seat, table.count)

    async def rematch(self, table: LiveTable, player: str) -> LiveTable:
        """The same people and bots once more; whoever asks second is shown to the same new table."""

        async def again() -> LiveTable:
            if table.status != OVER:
                raise Refusal("house.not_over")
            if not any(chair.player == player for chair in table.chairs):
                raise Refusal("house.not_seated")
            if table.again is None:
                chairs = [
                    replace(chair, kind=PERSON) if chair.player and chair.kind == BOT else chair
                    for chair in table.chairs
                ]
                made = await self.create(
                    table.game.name, chairs, table.options, host=player, watch=table.watch, clock=table.clock
                )
                table.again = made.id
                self._tell(table)
            return await self.find(table.again)

        return await self._alone(table, again)

    async def what_if(self, table: LiveTable, at: int, seat: int, level: str, player: str, name: str) -> LiveTable:
        """A new game from a position of a finished one, with bots on the other seats."""
        if table.status != OVER or table.match is None:
            raise Refusal("house.not_over")
        positions = table.match.positions()
        if not 0 <= at < len(positions):
            raise Refusal("house.no_frame", at=at, last=len(positions) - 1)
        if not 0 <= seat < table.seats:
            raise Refusal("house.no_seat", seat=seat, last=table.seats - 1)
        if table.game.plain.to_move(positions[at]) == ENDED:
            raise Refusal("house.over")
        chairs = [
            Chair(other, PERSON, player, name) if other == seat else Chair(other, BOT, level=level)
            for other in range(table.seats)
        ]
        text = table.game.notation.position_text(positions[at])
        return await self.create(table.game.name, chairs, {}, host=player, origin=f"{table.id} {at}", position=text)

    async def to_move(self, table_id: str) -> list[int]:
        """The seats that have something to do at a table."""
        table = await self.find(table_id)
        if table.match is None or table.status != PLAYING:
            return []
        return [seat for seat in range(table.seats) if table.match.moves(seat)]

    # How a change happens

    async def _alone(self, table: LiveTable, step: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """One step at a time on a table; once begun it is finished, whoever goes away meanwhile."""

        async def locked() -> Outcome:
            async with table.lock:
                return await step()

        return await asyncio.shield(asyncio.create_task(locked()))

    async def _commit(
        self,
        table: LiveTable,
        rows: list[Row],
        chair: Chair | None = None,
        undo: Callable[[], None] | None = None,
    ) -> None:
        """Store a change, then tell everybody; if it cannot be stored, the table is as the store knows it."""

        def write(connection: Connection) -> None:
            archive.add_entries(connection, rows)
            if chair is not None:
                archive.set_chair(connection, table.id, chair)
            if table.status != stored:
                archive.set_status(connection, table.id, table.status, self._summary(table))

        stored = table.stored_status
        try:
            await self.store.do(write)
        except SaveFailed:
            self._drop(table.id)
            if undo is not None:
                undo()
            raise
        table.stored_status = table.status
        self._tell(table)
        self._go_on(table)

    def _summary(self, table: LiveTable) -> str | None:
        """What the lists tell of a finished game."""
        if table.match is None or not table.match.over:
            return None
        return json.dumps({"winners": table.match.winners, "scores": table.match.scores})

    def _tell(self, table: LiveTable) -> None:
        for audience in list(table.audiences.values()):
            if audience.refresh():
                news = as_json(audience.news())
                for listener in list(self.listeners.get(audience, ())):
                    listener(news)

    def _go_on(self, table: LiveTable) -> None:
        """Bots that have something to do begin to think; the clock runs for the others."""
        for seat in table.bots_to_move():
            key = (table.id, seat)
            if key not in self.thoughts and not self.closing:
                self.thoughts[key] = asyncio.create_task(self._bot_moves(table, seat))
        if table.id in self.clocks:
            self.clocks.pop(table.id).cancel()
        if table.deadline is not None and table.status == PLAYING:
            delay = max(0.0, (table.deadline - now()) / 1000)
            loop = asyncio.get_running_loop()
            self.clocks[table.id] = loop.call_later(delay, lambda: asyncio.ensure_future(self._time_is_up(table)))

    async def _bot_moves(self, table: LiveTable, seat: int) -> None:
        try:
            while seat in table.bots_to_move() and self.tables.get(table.id) is table:
                assert table.match is not None
                chair, count = table.chairs[seat], table.count
                turn = table.match.turn
                if table.audiences:
                    await asyncio.sleep(self.pace)
                view = table.match.seen_state(seat)
                answer = await self.thinking.choose(
                    table.game, chair.level or "club", f"{table.id} {seat}", view, seat, seed=count
                )
                await self._alone(table, partial(self._bot_move, table, seat, turn, answer["move"]))
        except TracksideError:
            logger.exception("table %s: the bot on seat %d could not move", table.id, seat)
            await asyncio.sleep(1)
        finally:
            self.thoughts.pop((table.id, seat), None)
        if not self.closing and seat in table.bots_to_move() and self.tables.get(table.id) is table:
            self._go_on(table)

    async def _bot_move(self, table: LiveTable, seat: int, turn: int, move: int) -> None:
        """Make the move if it is still asked for: a person may have come back, or undone, meanwhile."""
        match = table.match
        if match is None or seat not in table.bots_to_move() or match.turn != turn:
            return
        if move in [known.code for known in match.moves(seat)]:
            await self._commit(table, table.play(seat, move, None))

    async def _time_is_up(self, table: LiveTable) -> None:
        """The turn is over: whoever still thinks has the game's quick policy move for them."""

        async def finish_turn() -> None:
            if table.deadline is None or table.deadline > now() or table.match is None:
                return
            turn = table.match.turn
            for seat in range(table.seats):
                while table.status == PLAYING and table.match.turn == turn and table.match.moves(seat):
                    view = table.match.seen_state(seat)
                    choice = await self.thinking.choose(table.game, "greedy", "", view, seat, seed=table.count)
                    await self._commit(table, table.play(seat, choice["move"], None))

        await self._alone(table, finish_turn)

    # Who looks on

    def eyes_for(self, table: LiveTable, player: str | None, wanted: int | None) -> int:
        """With whose eyes somebody may look: their own seat's, else a spectator's, if the table allows it."""
        mine = [chair.seat for chair in table.chairs_of(player)]
        if wanted is not None and wanted in mine:
            return wanted
        if wanted is not None and wanted != SPECTATOR:
            raise Refusal("house.not_yours")
        if mine:
            return mine[0]
        if table.watch == "nobody" and player != table.host and not any(c.player == player for c in table.chairs):
            raise NotFound("house.private")
        return SPECTATOR

    def join(self, table: LiveTable, eyes: int, language: str, player: str | None, listener: Listener) -> Audience:
        """Somebody looks on; they are sent the whole table, then all news."""
        audience = table.audience(eyes, language, player)
        self.listeners.setdefault(audience, set()).add(listener)
        listener(as_json(audience.whole()))
        self._presence(table, player, 1)
        return audience

    def leave(self, table: LiveTable, audience: Audience, listener: Listener, player: str | None) -> None:
        """Somebody goes away; the game stays."""
        known = self.listeners.get(audience, set())
        known.discard(listener)
        if not known:
            self.listeners.pop(audience, None)
            table.leave(audience)
        self._presence(table, player, -1)

    def _presence(self, table: LiveTable, player: str | None, change: int) -> None:
        for chair in table.chairs:
            if chair.player is not None and chair.player == player:
                key = (table.id, chair.seat)
                self.present[key] = self.present.get(key, 0) + change
                if self.present[key] <= 0:
                    del self.present[key]
        online = {seat for seat in range(table.seats) if (table.id, seat) in self.present}
        if online != table.online:
            table.online = online
            self._tell(table)

    async def close(self) -> None:
        """Stop thinking, store what is under way."""
        self.closing = True
        for timer in self.clocks.values():
            timer.cancel()
        for task in list(self.thoughts.values()):
            task.cancel()
        await asyncio.gather(*self.thoughts.values(), return_exceptions=True)
        await self.thinking.close()
        self.store.close()
