"""How tables come about: from the lobby, from a record, once more, or from a position of a finished game."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from trackside.core.protocol import OVER as ENDED
from trackside.games import Game, find_game
from trackside.play.dice import Dice
from trackside.play.record import Record
from trackside.web import limits
from trackside.web.messages import Watch
from trackside.web.occupants import BOT, OPEN, PERSON, Occupant, clean_name
from trackside.web.refusal import Refusal
from trackside.web.table import IMPORTED, NOTHING, OVER, WAITING, Row, Table, check_level, now
from trackside.web.tables import LiveTable, Tables

WATCHING: tuple[Watch, ...] = get_args(Watch)


async def create(
    tables: Tables,
    game_name: str,
    occupants: Sequence[Occupant],
    options: dict[str, str],
    *,
    host: str | None,
    watch: str = "link",
    clock: int | None = None,
    minutes: int | None = None,
    seed: str | None = None,
    origin: str | None = None,
    position: str | None = None,
    after: LiveTable | None = None,
) -> LiveTable:
    """A new table; it begins at once when no seat is open. `after` is the finished one that leads to it."""
    game = find_game(game_name)
    _check(game, occupants, watch, clock, minutes, seed)
    chosen = {} if position else game.card.choose(len(occupants), options)
    row = new_row(game, len(occupants), {name: choice.text for name, choice in chosen.items()}, host)
    row |= {"watch": watch, "clock": clock, "minutes": minutes, "origin": origin, "position": position}
    row["seed"] = seed or Dice().seed
    table = Table(row, occupants, [])
    change = NOTHING if any(one.kind == OPEN for one in occupants) else table.start()
    return await tables.add(table, row, change, after)


async def import_record(tables: Tables, record: Record, host: str | None) -> LiveTable:
    """A game from a record, kept to be looked at; a game that was not finished stays as it is."""
    row = new_row(record.game, record.start.seats, record.options, host)
    row |= {"position": record.position, "origin": IMPORTED, "seed": record.seed or Dice().seed}
    row["dice_from"] = record.dice_from if record.seed else len(record.log)
    occupants = [Occupant(seat, BOT, name=clean_name(name)) for seat, name in enumerate(record.players)]
    table = Table(row, occupants, [])
    return await tables.add(table, row, table.finished(record.log))


def _check(
    game: Game, occupants: Sequence[Occupant], watch: str, clock: int | None, minutes: int | None, seed: str | None
) -> None:
    game.card.check_seats(len(occupants))
    for one in occupants:
        if one.kind == BOT:
            check_level(one.level)
    if watch not in WATCHING:
        raise Refusal("server.no_watch", watch=watch[:40], known=", ".join(WATCHING))
    if clock is not None and clock not in limits.CLOCKS:
        raise Refusal("server.no_clock", clock=clock, known=", ".join(map(str, limits.CLOCKS)))
    if minutes is not None and "minutes" not in game.card.capabilities:
        raise Refusal("server.not_timed", title=game.card.title)
    if minutes is not None and minutes not in limits.MINUTES:
        raise Refusal("server.no_minutes", minutes=minutes, known=", ".join(map(str, limits.MINUTES)))
    if seed is not None and not (0 < len(seed) <= limits.SEED and seed.isprintable()):
        raise Refusal("server.no_seed", most=limits.SEED)


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
        "minutes": None,
        "origin": None,
        "status": WAITING,
        "result": None,
        "began": now(),
        "hints": None,
        "again": None,
        "revision": 0,
        "changed": now(),
        "to_move": 0,
        "due": None,
        "keeper": None,
    }


async def rematch(tables: Tables, live: LiveTable, player: str) -> str:
    """The same people and bots once more; whoever asks second is shown to the same new table."""
    async with tables.exclusively(live) as found:
        table = found.table
        if table.status != OVER:
            raise Refusal("server.not_over")
        if not table.has_player(player):
            raise Refusal("server.not_seated")
        if table.again is None:
            await tables.attempt(found, lambda: _play_again(tables, found, player))
        assert table.again is not None
        return table.again


async def _play_again(tables: Tables, live: LiveTable, player: str) -> None:
    """Make the new table, unless another server just did."""
    table = live.table
    if table.again is None:
        await create(
            tables,
            table.game.name,
            [replace(one, kind=PERSON) if one.player and one.kind == BOT else one for one in table.occupants],
            table.options,
            host=player,
            watch=table.watch,
            clock=table.clock,
            minutes=table.minutes,
            after=live,
        )


async def what_if(tables: Tables, table: Table, at: int, seat: int, level: str, player: str, name: str) -> LiveTable:
    """A new game from a position of a finished one, with bots on the other seats."""
    if table.status != OVER or table.match is None:
        raise Refusal("server.not_over")
    positions = table.match.positions()
    if not 0 <= at < len(positions):
        raise Refusal("server.no_frame", at=at, last=len(positions) - 1)
    table.check_seat(seat)
    if table.game.plain.to_move(positions[at]) == ENDED:
        raise Refusal("server.over")
    occupants = [
        Occupant(other, PERSON, player, name) if other == seat else Occupant(other, BOT, level=check_level(level))
        for other in range(table.seats)
    ]
    text = table.game.notation.position_text(positions[at])
    return await create(tables, table.game.name, occupants, {}, host=player, origin=f"{table.id} {at}", position=text)
