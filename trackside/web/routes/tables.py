"""Routes of a table: its seats, its moves, its hints, and its record and replay."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, TypeVar

from fastapi import Query, Request, Response
from fastapi.responses import PlainTextResponse

from trackside.core.errors import IllegalMove
from trackside.core.protocol import SPECTATOR
from trackside.core.words import Language
from trackside.web.api.commands import CommitCommand, MoveCommand, RevealCommand, TakeOverCommand, UndoCommand
from trackside.web.api.forms import Number, SitForm
from trackside.web.api.position import Frame
from trackside.web.api.table import DiceProof, Hint, Invitation, LeftTable, Replay, Snapshot
from trackside.web.errors import ApiError, NotFound
from trackside.web.routes.dependencies import (
    RATE_LIMITED,
    MaybePlayer,
    Player,
    ServicesDep,
    Spoken,
    VisibleTable,
    api_router,
    services_of,
)
from trackside.web.server.clients import player_of
from trackside.web.services import Services
from trackside.web.store import lists as list_queries
from trackside.web.tables import hints
from trackside.web.tables.changes import OVER, Leave, Remove, Sit, TableCommand
from trackside.web.tables.live import LiveTable
from trackside.web.tables.salts import check_part
from trackside.web.views.dice import proof
from trackside.web.views.replay import replay, turn_end
from trackside.web.workers.queue import Unwanted

Done = TypeVar("Done")

router = api_router()


@router.get(
    "/tables/{table_id}",
    summary="Get the table as you may see it, as the socket sends it",
    response_model=Snapshot,
)
async def get_table(request: Request, live: VisibleTable, language: Spoken = "en") -> Response:
    player, background = player_of(request), services_of(request).background  # quicker than dependencies
    perspective = live.table.perspective_of(player)
    await live.viewers.prepare(background, player or "", perspective, language, player)
    content = live.viewers.snapshot_json(perspective, language, player)
    headers = {"etag": f'"{sha256(content).hexdigest()[:32]}"', "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


@router.delete("/tables/{table_id}", summary="Leave an unfinished table; your seat is freed or given to a bot")
async def leave(player: Player, live: VisibleTable, services: ServicesDep) -> LeftTable:
    if player != live.table.host and not live.table.has_player(player):
        raise NotFound("server.no_table", table=live.table.id[:40])
    if live.table.status == OVER:
        raise ApiError("server.over")
    await services.tables.handle(live, Leave(), player)
    await services.store.do(partial(list_queries.set_hidden, player=player, table=live.table.id, hidden=True))
    return {"closed": live.table.status == OVER}


# Seats


@router.post(
    "/tables/{table_id}/seats/{seat}",
    dependencies=RATE_LIMITED,
    summary="Take a seat, with the invitation if one is needed",
)
async def sit(
    table_id: str, seat: Number, form: SitForm, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    live = await services.tables.find(table_id)
    live.table.check_invited(player, form.invite)
    salt, commitment = check_part(form.salt, form.commitment)
    command = Sit(seat, await services.name_of(player), form.invite, salt, form.by_hand, commitment)
    shown = await handle(services, live, command, player, language)
    await services.store.do(partial(list_queries.set_hidden, player=player, table=table_id, hidden=False))
    live.viewers.visit(player)
    return shown


@router.delete("/tables/{table_id}/seats/{seat}", summary="Free a guest's seat before the game begins, as the host")
async def remove(
    live: VisibleTable, seat: Number, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    return await handle(services, live, Remove(seat), player, language)


@router.get(
    "/tables/{table_id}/invitations/{secret}", dependencies=RATE_LIMITED, summary="Get the table of an invitation"
)
async def invitation(
    table_id: str, secret: str, player: MaybePlayer, services: ServicesDep, language: Spoken = "en"
) -> Invitation:
    live = await services.tables.find(table_id)
    seat, shown = live.table.invited_seat(player, secret), live.viewers.snapshot(SPECTATOR, language, player)
    return {
        "table": shown["table"],
        "seats": [one.card(player) for one in live.table.occupants],
        "seat": seat,
        "mine": player is not None and live.table.occupants[seat].player == player,
        "host": await services.name_of(live.table.host) if live.table.host else "",
    }


# Commands


@router.post("/tables/{table_id}/moves", summary="Make a move, given by its code or in notation")
async def move(
    live: VisibleTable, command: MoveCommand, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    return await handle(services, live, command, player, language)


@router.post("/tables/{table_id}/undo", summary="Take back your last move, as long as nothing new was shown")
async def undo(
    live: VisibleTable, command: UndoCommand, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    return await handle(services, live, command, player, language)


@router.post("/tables/{table_id}/takeover", summary="Have a bot play for a player who is away")
async def take_over(
    live: VisibleTable, command: TakeOverCommand, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    return await handle(services, live, command, player, language)


@router.post("/tables/{table_id}/commit", summary="Commit to your salt when your seat asks for a commitment")
async def commit(
    live: VisibleTable, command: CommitCommand, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    return await handle(services, live, command, player, language)


@router.post("/tables/{table_id}/reveal", summary="Reveal your salt when your seat asks for it")
async def reveal(
    live: VisibleTable, command: RevealCommand, player: Player, services: ServicesDep, language: Spoken = "en"
) -> Snapshot:
    return await handle(services, live, command, player, language)


async def handle(
    services: Services, live: LiveTable, command: TableCommand, player: str, language: Language
) -> Snapshot:
    """Carry out a command and return the table; raise IllegalMove in the same language if it is refused."""
    try:
        await services.tables.handle(live, command, player)
    except IllegalMove as error:
        raise IllegalMove(error.say(live.viewers.words(language, player))) from error
    return live.viewers.snapshot(live.table.perspective_of(player), language, player)


@router.get("/tables/{table_id}/hint", summary="Get the best moves for your seat with their chances of winning")
async def get_hint(
    request: Request, live: VisibleTable, player: Player, services: ServicesDep, seat: Number = 0
) -> Hint:
    choice = await unless_gone(request, hints.hint(services.pool, live.table, seat, player))
    return {"moves": hints.hinted(choice), "line": list(choice.line), "judged_by": choice.judged_by}


async def unless_gone(request: Request, work: Coroutine[Any, Any, Done]) -> Done:
    """Return the result of a coroutine; cancel it if the client disconnects."""
    task = asyncio.create_task(work)

    async def wait() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        task.cancel()

    gone = asyncio.create_task(wait())
    try:
        return await task
    except asyncio.CancelledError:
        if task.cancelled() and gone.done():
            raise Unwanted from None
        raise
    finally:
        gone.cancel()


# The game as it was played


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse, summary="Get the record of the game")
async def record(live: VisibleTable, player: MaybePlayer, services: ServicesDep) -> PlainTextResponse:
    table = live.table
    if table.match is None:
        raise ApiError("server.not_begun")
    text = await services.background.do(player or "", services.records.prepare(table, player))
    name = f"{table.game.name}-{table.id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{name}"'})


@router.get(
    "/tables/{table_id}/replay",
    response_model=Replay,
    summary="Get all positions of a finished game, from any perspective",
)
async def get_replay(
    live: VisibleTable,
    player: MaybePlayer,
    services: ServicesDep,
    perspective: Annotated[str, Query(description="`all`, `spectator` or a seat's number")] = "all",
    language: Spoken = "en",
) -> Response:
    work = replay(live.table, perspective, live.viewers.words(language, player), player)
    return Response(await services.background.do(player or "", work), media_type="application/json")


@router.get(
    "/tables/{table_id}/dice",
    response_model=DiceProof,
    summary="Get the seed of a finished game's dice and every draw",
)
async def get_dice(live: VisibleTable, player: MaybePlayer, services: ServicesDep, language: Spoken = "en") -> Response:
    work = proof(live.table, live.viewers.words(language, player))
    return Response(await services.background.do(player or "", work), media_type="application/json")


@router.get(
    "/tables/{table_id}/turns/{turn}",
    response_model=Frame,
    summary="Get the position after a turn, as you saw it then",
)
async def get_turn(
    live: VisibleTable,
    turn: Number,
    player: MaybePlayer,
    services: ServicesDep,
    perspective: Annotated[Number | None, Query(description="the perspective, if several seats are yours")] = None,
) -> Response:
    work = turn_end(live.table, turn, live.table.perspective_of(player, perspective))
    return Response(await services.background.do(player or "", work), media_type="application/json")
