"""How tables come about: from the lobby, from a record, once more, or from a position of a finished game."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace

from trackside.core.protocol import OVER as ENDED
from trackside.games import Game, find_game
from trackside.play.dice import Dice
from trackside.play.record import Record
from trackside.search.agents import LEVELS, QUICK
from trackside.web.chairs import BOT, OPEN, PERSON, Chair, clean_name
from trackside.web.house import House
from trackside.web.refusal import Refusal
from trackside.web.table import IMPORTED, OVER, WAITING, LiveTable, Row, now

CLOCKS = (30, 60, 180, 600, 86400)
"""Seconds a turn may take."""

MINUTES = (10, 15, 20, 30, 45, 60, 90, 120)
"""Minutes after which a timed game can end."""

WATCHING = ("anyone", "link", "nobody")
LONGEST_SEED = 64


async def create(
    house: House,
    game_name: str,
    chairs: Sequence[Chair],
    options: dict[str, str],
    *,
    host: str | None,
    watch: str = "link",
    clock: int | None = None,
    minutes: int | None = None,
    seed: str | None = None,
    origin: str | None = None,
    position: str | None = None,
) -> LiveTable:
    """A new table; it begins at once when no seat is open."""
    game = find_game(game_name)
    _check(game, chairs, watch, clock, minutes, seed)
    chosen = {} if position else game.card.choose(len(chairs), options)
    row = new_row(game, len(chairs), {name: choice.text for name, choice in chosen.items()}, host)
    row |= {"watch": watch, "clock": clock, "minutes": minutes, "origin": origin, "position": position}
    row["seed"] = seed or Dice().seed
    table = LiveTable(row, chairs, [])
    log = [] if any(chair.kind == OPEN for chair in chairs) else table.start()
    return await house.open(table, row, log)


async def keep_record(house: House, record: Record, host: str | None) -> LiveTable:
    """A game from a record, kept to be looked at; a game that was not finished stays as it is."""
    row = new_row(record.game, record.start.seats, record.options, host)
    row |= {"position": record.position, "origin": IMPORTED, "seed": record.seed or Dice().seed}
    row["dice_from"] = record.dice_from if record.seed else len(record.log)
    chairs = [Chair(seat, BOT, name=clean_name(name)) for seat, name in enumerate(record.players)]
    table = LiveTable(row, chairs, [])
    return await house.open(table, row, table.take_up(record.log))


def _check(
    game: Game, chairs: Sequence[Chair], watch: str, clock: int | None, minutes: int | None, seed: str | None
) -> None:
    game.card.check_seats(len(chairs))
    for chair in chairs:
        if chair.kind == BOT and chair.level not in (*LEVELS, *QUICK):
            raise Refusal("house.no_level", level=str(chair.level)[:40], levels=", ".join(LEVELS))
    if watch not in WATCHING:
        raise Refusal("house.no_watch", watch=watch[:40], known=", ".join(WATCHING))
    if clock is not None and clock not in CLOCKS:
        raise Refusal("house.no_clock", clock=clock, known=", ".join(map(str, CLOCKS)))
    if minutes is not None and "minutes" not in game.card.capabilities:
        raise Refusal("house.not_timed", title=game.card.title)
    if minutes is not None and minutes not in MINUTES:
        raise Refusal("house.no_minutes", minutes=minutes, known=", ".join(map(str, MINUTES)))
    if seed is not None and not (0 < len(seed) <= LONGEST_SEED and seed.isprintable()):
        raise Refusal("house.no_seed", most=LONGEST_SEED)


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
    }


async def rematch(house: House, table: LiveTable, player: str) -> LiveTable:
    """The same people and bots once more; whoever asks second is shown to the same new table."""

    async def again() -> LiveTable:
        if table.status != OVER:
            raise Refusal("house.not_over")
        if not any(chair.player == player for chair in table.chairs):
            raise Refusal("house.not_seated")
        if table.again is None:
            chairs = [
                replace(chair, kind=PERSON) if chair.player and chair.kind == BOT else chair for chair in table.chairs
            ]
            made = await create(
                house,
                table.game.name,
                chairs,
                table.options,
                host=player,
                watch=table.watch,
                clock=table.clock,
                minutes=table.minutes,
            )
            table.again = made.id
            house.tell(table)
        return await house.find(table.again)

    return await house.alone(table, again)


async def what_if(house: House, table: LiveTable, at: int, seat: int, level: str, player: str, name: str) -> LiveTable:
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
    return await create(house, table.game.name, chairs, {}, host=player, origin=f"{table.id} {at}", position=text)
