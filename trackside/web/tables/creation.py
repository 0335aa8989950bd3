"""Creates tables: new, imported, rematch, what-if."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from trackside.core.errors import SaveFailed
from trackside.core.protocol import OVER as ENDED
from trackside.games import Game, find_game
from trackside.play.dice import new_seed
from trackside.play.names import with_names
from trackside.play.record import Record, read_record
from trackside.web import limits
from trackside.web.api.common import LevelName, Watch
from trackside.web.api.forms import WhatIfForm
from trackside.web.errors import ApiError
from trackside.web.store import tables as queries
from trackside.web.tables.changes import OVER, WAITING, Change
from trackside.web.tables.live import LiveTable
from trackside.web.tables.log import Row
from trackside.web.tables.origins import IMPORTED, Moment
from trackside.web.tables.registry import Tables
from trackside.web.tables.salts import check_part
from trackside.web.tables.seats import BOT, HERE, PERSON, Occupant, between_people, check_level, clean_name, known_level
from trackside.web.tables.table import Table
from trackside.web.unix_time import now
from trackside.web.workers.background import BackgroundThread

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
    salt: str | None = None,
    commitment: str | None = None,
    origin: str | None = None,
    position: str | None = None,
    hints: bool = False,
    several_seats: bool = False,
    after: LiveTable | None = None,
) -> LiveTable:
    """Create a table; the game begins when no seat is open and all salts are known.

    Between people, no one chooses the seed and every player adds a salt to it; `salt` or `commitment` is the host's.
    Occupants who still have a commitment from the last game are asked for a new one. `after` is the table that this
    one is the rematch of.
    """
    game = find_game(game_name)
    _check(game, occupants, watch, clock, minutes, seed)
    asked = {one.player for one in occupants if one.commitment is not None}
    occupants = [replace(one, salt=None, commitment=None) for one in named(occupants)]
    if between_people(occupants):
        if seed is not None:
            raise ApiError("server.seed_alone")
        occupants = _with_salts(occupants, host, check_part(salt, commitment), asked)
    chosen = {} if position else game.card.choose(len(occupants), options)
    row = new_row(game, len(occupants), {name: choice.text for name, choice in chosen.items()}, host)
    row |= {"watch": watch, "clock": clock, "minutes": minutes, "origin": origin, "position": position}
    row["seed"] = seed or new_seed()
    row["hints"] = int(hints and between_people(occupants))
    row["several_seats"] = int(several_seats)
    table = Table(row, occupants, [])
    return await tables.add(table, row, table.settle(), after)


async def import_record(tables: Tables, background: BackgroundThread, text: str, host: str) -> LiveTable:
    """Create a read-only table from a record; an unfinished game stays unfinished."""
    return await tables.add(
        *await background.do(host, lambda check_cancelled: imported(read_record(text, check_cancelled), host))
    )


def imported(record: Record, host: str | None) -> tuple[Table, Row, Change]:
    """Return the table of a record, its row, and the change that fills it."""
    row = new_row(record.game, record.start.seats, record.options, host)
    row |= {"position": record.position, "origin": IMPORTED, "hints": int(record.hints)}
    dice = record.dice
    row["seed"] = new_seed() if dice is None else dice.source
    row["dice_from"] = len(record.log) if dice is None else record.dice_from
    salts, commitments = ({}, {}) if dice is None else (dice.salts, dice.commitments)
    parts = [(salts.get(seat), commitments.get(seat)) for seat in range(record.start.seats)]
    occupants = [
        Occupant(
            seat, BOT, name=clean_name(name), level=known_level(bot), salt=parts[seat][0], commitment=parts[seat][1]
        )
        for seat, (name, bot) in enumerate(zip(record.players, record.bots, strict=True))
    ]
    table = Table(row, occupants, [])
    return table, row, table.finished(record.log, record.undone)


def named(occupants: Sequence[Occupant]) -> list[Occupant]:
    """Return the occupants, with names for the bots that have none."""
    names = with_names([one.name for one in occupants], [one.level for one in occupants])
    return [replace(one, name=name) for one, name in zip(occupants, names, strict=True)]


def _with_salts(
    occupants: Sequence[Occupant],
    host: str | None,
    part: tuple[str | None, str | None],
    asked: Collection[str | None],
) -> list[Occupant]:
    """Return the occupants, with a salt or a commitment on the first seat of each person.

    `part` is the host's. People in `asked` get neither, so that they are asked for a commitment; all others get new
    salts.
    """
    first: dict[str | None, int] = {one.player: one.seat for one in reversed(occupants) if one.player is not None}
    seated = list(occupants)
    for player, seat in first.items():
        if player not in asked:
            salt, commitment = part if player == host else (new_seed(), None)
            seated[seat] = replace(seated[seat], salt=salt, commitment=commitment)
    return seated


def _check(
    game: Game, occupants: Sequence[Occupant], watch: str, clock: int | None, minutes: int | None, seed: str | None
) -> None:
    game.card.check_seats(len(occupants))
    for one in occupants:
        if one.kind == BOT:
            check_level(one.level)
    if watch not in WATCHING:
        raise ApiError("server.no_watch", watch=watch[:40], known=", ".join(WATCHING))
    if clock is not None and clock not in limits.CLOCKS:
        raise ApiError("server.no_clock", clock=clock, known=", ".join(map(str, limits.CLOCKS)))
    if minutes is not None and "minutes" not in game.card.capabilities:
        raise ApiError("server.not_timed", title=game.card.title)
    if minutes is not None and minutes not in limits.MINUTES:
        raise ApiError("server.no_minutes", minutes=minutes, known=", ".join(map(str, limits.MINUTES)))
    if seed is not None and not (0 < len(seed) <= limits.SEED and seed.isprintable()):
        raise ApiError("server.no_seed", most=limits.SEED)


def new_row(game: Game, seats: int, options: dict[str, str], host: str | None) -> Row:
    """Return the row of a table whose game has not begun."""
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
        "several_seats": None,
        "rematch_id": None,
        "rules": game.card.rules_version,
        "sealed": None,
        "revision": 0,
        "changed": now(),
        "to_move": 0,
        "due": None,
        "lease_holder": None,
    }


async def rematch(tables: Tables, live: LiveTable, player: str, level: LevelName | None = None) -> str:
    """Return the id of the rematch, creating it for the first player who asks; `level` replaces that of the bots."""
    async with tables.exclusively(live) as found:
        table = found.table
        if table.status != OVER:
            raise ApiError("server.not_over")
        if not table.has_player(player):
            raise ApiError("server.not_seated")
        if table.rematch_id is None:
            people = {one.player for one in table.occupants if one.player is not None}
            names = await tables.store.read(partial(queries.player_names, wanted=people))
            stay = [_without_player(one) if one.has_left and one.player != player else one for one in table.occupants]
            occupants = [_rematch_seat(one, level, names) for one in stay]
            try:
                await create(
                    tables,
                    table.game.name,
                    occupants,
                    table.options,
                    host=player,
                    watch=table.watch,
                    clock=table.clock,
                    minutes=table.minutes,
                    hints=table.hints,
                    several_seats=table.several_seats,
                    after=found,
                )
            except SaveFailed:
                await tables.catch_up(found)
                if table.rematch_id is None:
                    raise
        assert table.rematch_id is not None
        return table.rematch_id


def _without_player(one: Occupant) -> Occupant:
    """Return the seat of a player who has left as the seat of an ordinary bot."""
    return replace(one, player=None, name="", salt=None, commitment=None, asked_by=None)


def _rematch_seat(one: Occupant, level: LevelName | None, names: Mapping[str, str]) -> Occupant:
    """Return a seat for the rematch: people return under their current names; a bot at a new level gets a new name."""
    if one.player and one.kind != HERE:
        return replace(one, kind=PERSON, name=names.get(one.player, one.name), asked_by=None)
    if one.kind != BOT:
        return one
    return replace(one, level=level, name="") if level and one.level != level else one


async def what_if(
    tables: Tables, background: BackgroundThread, table: Table, form: WhatIfForm, player: str, name: str
) -> LiveTable:
    """Create a table that continues a finished game from a moment in it, with bots on the other seats and its dice."""
    at, seat, level = form.at, form.seat, form.level
    if table.status != OVER or table.match is None:
        raise ApiError("server.not_over")
    if not 0 <= at <= len(table.match.log):
        raise ApiError("server.no_frame", at=at, last=len(table.match.log))
    table.check_seat(seat)
    copy_match = table.copy_match()
    position = await background.do(player, lambda check_cancelled: copy_match().positions()[at])
    if table.game.plain.to_move(position) == ENDED:
        raise ApiError("server.over")
    occupants = [
        Occupant(other, PERSON, player, name) if other == seat else Occupant(other, BOT, level=check_level(level))
        for other in range(table.seats)
    ]
    row = new_row(table.game, table.seats, table.options, player)
    row |= {"position": table.position, "origin": str(Moment(table.id, at, form.step)), "seed": table.match.dice.seed}
    row["dice_from"] = min(at, table.dice_from)
    other = Table(row, named(occupants), [])
    return await tables.add(other, row, other.start(log=table.match.log[:at]))
