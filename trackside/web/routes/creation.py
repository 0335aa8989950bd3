"""Routes that create tables: new ones, rematches, what-ifs and imported records."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from fastapi import Request

from trackside.web.api.forms import RecordForm, RematchForm, SeatForm, TableForm, WhatIfForm
from trackside.web.api.table import NewTable
from trackside.web.errors import ApiError, HttpError
from trackside.web.routes.dependencies import Player, ServicesDep, VisibleTable, api_router, limit_creations
from trackside.web.services import Services
from trackside.web.store import lists as list_queries
from trackside.web.store import tables as queries
from trackside.web.tables import creation
from trackside.web.tables.bots import USUAL
from trackside.web.tables.origins import DAILY
from trackside.web.tables.seats import BOT, HERE, OPEN, PERSON, Occupant, check_level, clean_name, new_secret
from trackside.web.views.today import daily

router = api_router()


@router.post("/tables", status_code=201, summary="Create a table")
async def new_table(request: Request, form: TableForm, player: Player, services: ServicesDep) -> NewTable:
    await limit_creations(request)
    name = await services.name_of(player)
    seats = [occupant(seat, wanted, player, name) for seat, wanted in enumerate(form.seats)]
    occupants = [replace(one, by_hand=form.by_hand and one.player == player) for one in seats]
    if sum(one.kind == PERSON for one in occupants) > 1:
        raise ApiError("server.one_seat")
    await check_quota(services, request, player)
    live = await creation.create(
        services.tables,
        form.game,
        occupants,
        dict(form.options),
        host=player,
        watch=form.watch,
        clock=form.clock,
        minutes=form.minutes,
        seed=form.seed,
        salt=form.salt,
        commitment=form.commitment,
        origin=DAILY if form.seed == daily() and await is_first_try(services, player, form.game) else None,
        hints=form.hints,
        several_seats=form.several_seats,
    )
    return created(services, request, live.table.id)  # games between bots begin when someone opens the table


@router.post("/tables/{table_id}/rematch", status_code=201, summary="Create a rematch")
async def rematch(
    request: Request, live: VisibleTable, player: Player, services: ServicesDep, form: RematchForm | None = None
) -> NewTable:
    level = check_level(form.level) if form and form.level else None
    if live.table.rematch_id is None:
        await limit_creations(request)
        await check_quota(services, request, player)
    return created(services, request, await creation.rematch(services.tables, live, player, level))


@router.post("/tables/{table_id}/whatif", status_code=201, summary="Continue from a position of a finished game")
async def what_if(
    request: Request, live: VisibleTable, form: WhatIfForm, player: Player, services: ServicesDep
) -> NewTable:
    await limit_creations(request)
    await check_quota(services, request, player)
    name = await services.name_of(player)
    other = await creation.what_if(services.tables, services.background, live.table, form, player, name)
    return created(services, request, other.table.id)


@router.post("/records", status_code=201, summary="Import a record")
async def import_record(request: Request, form: RecordForm, player: Player, services: ServicesDep) -> NewTable:
    await limit_creations(request)
    live = await creation.import_record(services.tables, services.background, form.text, player)
    return {"table": live.table.id}


async def check_quota(services: Services, request: Request, player: str) -> None:
    """Raise HttpError if the host, or the address, has too many unfinished tables."""
    most, client = services.limits.tables, services.clients.identify(request)
    near = most if client.player is None else services.limits.of_address(most)
    if most is not None and await services.store.read(partial(queries.unfinished_tables, host=player)) >= most:
        raise HttpError(429, "server.too_many_tables", most=most)

    async def still_unfinished(tables: list[str]) -> list[str]:
        return await services.store.read(partial(queries.still_unfinished, wanted=tables))

    if near is not None and await services.created.count(client.address, near, still_unfinished) >= near:
        raise HttpError(429, "server.too_many_tables", most=near)


def created(services: Services, request: Request, table_id: str) -> NewTable:
    """Record which address created a table, and return the table's id."""
    services.created.add(services.clients.identify(request).address, table_id)
    return {"table": table_id}


async def is_first_try(services: Services, player: str, game: str) -> bool:
    """Return True if a player has not played the game of the day yet: only the first try counts."""
    return await services.store.read(partial(list_queries.first_try, player=player, game=game, day=daily())) is None


def occupant(seat: int, wanted: SeatForm, player: str, name: str) -> Occupant:
    """Return the occupant that a form asks for."""
    if wanted.kind == "me":
        return Occupant(seat, PERSON, player, clean_name(wanted.name) or name)
    if wanted.kind == "here":
        return Occupant(seat, HERE, player, clean_name(wanted.name))
    if wanted.kind == "open":
        return Occupant(seat, OPEN, invite=new_secret())
    return Occupant(seat, BOT, level=check_level(wanted.level or USUAL), name=clean_name(wanted.name))
