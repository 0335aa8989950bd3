"""The HTTP interface to players, tables, records, rules and lessons, for the page and for programs."""

from __future__ import annotations

import asyncio
import datetime
import io
from collections.abc import Coroutine
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import segno
from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import PlainTextResponse

from trackside import __version__
from trackside.core.errors import IllegalMove
from trackside.core.protocol import SPECTATOR
from trackside.core.words import LANGUAGES, SEATS, Language, accepted_language
from trackside.games import GAMES
from trackside.web.api.commands import CommitCommand, MoveCommand, RevealCommand, TakeOverCommand, UndoCommand
from trackside.web.api.common import ErrorBody, LevelName, ListKind, Outcome
from trackside.web.api.forms import (
    LessonForm,
    NameForm,
    Number,
    RecordForm,
    RematchForm,
    SeatForm,
    SitForm,
    TableForm,
    WhatIfForm,
)
from trackside.web.api.lessons import LessonPage, LessonVerdict
from trackside.web.api.lobby import FinishedPage, Hello, NewPlayer, PlayerName, PlayerPage, SoloPage, TableLists
from trackside.web.api.openapi import COMPONENTS
from trackside.web.api.position import Frame
from trackside.web.api.rules import RulesPage
from trackside.web.api.table import DiceProof, Hint, Invitation, LeftTable, NewTable, Replay, Snapshot
from trackside.web.errors import ApiError, HttpError, NotFound
from trackside.web.routes.context import RequestContext
from trackside.web.server.clients import COOKIE, Asked, Clients, player_of, token_of
from trackside.web.store import lists as list_queries
from trackside.web.store import tables as queries
from trackside.web.store.listing import ListingWriter
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import USUAL
from trackside.web.tables.changes import OVER, Leave, Remove, Sit, TableCommand
from trackside.web.tables.hints import hint, hinted
from trackside.web.tables.live import LiveTable
from trackside.web.tables.origins import DAILY
from trackside.web.tables.registry import Tables
from trackside.web.tables.salts import check_part
from trackside.web.tables.seats import BOT, HERE, OPEN, PERSON, Occupant, check_level, clean_name, digest, new_secret
from trackside.web.tables.signing import RecordExport
from trackside.web.views import lobby
from trackside.web.views.dice import proof
from trackside.web.views.history import Wanted, finished_page, player_page
from trackside.web.views.lessons import judge, lesson_page
from trackside.web.views.lists import PLACE, read_place, table_lists
from trackside.web.views.replay import replay, turn_end
from trackside.web.views.rules import rules_page
from trackside.web.workers.background import BackgroundThread
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.queue import Unwanted

Done = TypeVar("Done")

YEARS = 5 * 366 * 86400

MAX_CODES = 2 * len(SEATS)
"""QR codes that one person may request at a time: a page shows one for every free seat simultaneously."""

REFUSALS = {
    400: "The table or the rules do not allow it",
    401: "Authentication required",
    403: "The request comes from another site's page, or uses an unknown host name",
    404: "Not found, or not visible to you",
    408: "The request did not arrive in time",
    413: "The request is too large",
    422: "The request has the wrong form",
    429: "Too many requests",
    503: "The database is not available, or the server is too busy",
}

Spoken = Annotated[Language, Query(description="the language of all sentences")]


def api_router() -> APIRouter:
    """Return an empty router for a part of the HTTP interface, with its error responses described."""
    content = {"application/json": {"schema": {"$ref": f"{COMPONENTS}{ErrorBody.__name__}"}}}
    responses: dict[int | str, Any] = {
        status: {"description": refusal, "content": content} for status, refusal in REFUSALS.items()
    }
    return APIRouter(prefix="/api", responses=responses)


def make_router(
    store: Store,
    tables: Tables,
    listing_writer: ListingWriter,
    pool: WorkerPool,
    background: BackgroundThread,
    context: RequestContext,
    clients: Clients,
    records: RecordExport,
) -> APIRouter:
    """Return the routes for the tables of one server."""
    router = api_router()
    who, check_rate, asker, find = context.require_player, context.check_rate, context.client_id, context.visible_table

    async def name_of(player: str) -> str:
        """Return the name of a player."""
        return await store.read(partial(queries.player_name, player=player)) or ""

    async def rename(player: str, wanted: str) -> str:
        """Rename a player, also at the tables where they sit; return the new name."""
        name = clean_name(wanted)
        await store.do(partial(queries.name_player, player=player, name=name))
        await tables.rename(player, name)
        return name

    async def is_first_try(player: str, game: str) -> bool:
        """Return True if a player has not played the game of the day yet: only the first try counts."""
        return await store.read(partial(list_queries.first_try, player=player, game=game, day=daily())) is None

    made: Asked[str] = Asked()

    async def check_tables(request: Request, player: str) -> None:
        """Raise HttpError if the host, or the address, has too many unfinished tables."""
        most, client = clients.limits.tables, clients.identify(request)
        near = most if client.player is None else clients.limits.of_address(most)
        if most is not None and await store.read(partial(queries.unfinished_tables, host=player)) >= most:
            raise HttpError(429, "server.too_many_tables", most=most)
        if near is not None and await made.count(client.address, near, still_unfinished) >= near:
            raise HttpError(429, "server.too_many_tables", most=near)

    async def still_unfinished(tables: list[str]) -> list[str]:
        return await store.read(partial(queries.still_unfinished, wanted=tables))

    def new(request: Request, table_id: str) -> NewTable:
        """Record which address made a table, and return the table's id."""
        made.add(clients.identify(request).address, table_id)
        return {"table": table_id}

    def show(live: LiveTable, player: str | None, language: Language) -> Snapshot:
        return live.viewers.snapshot(live.table.perspective_of(player), language, player)

    async def handle(live: LiveTable, command: TableCommand, player: str, language: Language) -> Snapshot:
        """Carry out a command and return the table; raise IllegalMove in the same language if it is refused."""
        try:
            await tables.handle(live, command, player)
        except IllegalMove as error:
            raise IllegalMove(error.say(live.viewers.words(language, player))) from error
        return show(live, player, language)

    @router.get("/hello", summary="Get the games, the words and your player; sets a browser's cookie")
    async def hello(
        request: Request,
        response: Response,
        language: Annotated[Language | None, Query(description="the language of all sentences")] = None,
        accept_language: Annotated[str, Header()] = "",
    ) -> Hello:
        check_rate(request)
        chosen = language or accepted_language(accept_language)
        known = token_of(request)
        token = known or clients.tokens.issue()
        if known is None:
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="strict", secure=secure, path="/")
        return {
            "name": await name_of(digest(token)),
            "language": chosen,
            "languages": [*LANGUAGES],
            "version": __version__,
            "games": [lobby.game_card(game, chosen) for game in GAMES.values()],
            "words": lobby.page_words(chosen),
            "game_words": lobby.game_words(chosen),
            "daily": daily(),
            "ready": pool.is_warm,
            "limits": lobby.LIMITS,
            "record_key": records.public_key,
        }

    @router.post("/players", status_code=201, summary="Create a player; send the token as `Authorization: Bearer`")
    async def new_player(request: Request, form: NameForm) -> NewPlayer:
        check_rate(request, creates=True)
        token = clients.tokens.issue()
        return {"token": token, "name": await rename(digest(token), form.name)}

    @router.post("/name", summary="Change your name")
    async def set_name(request: Request, form: NameForm) -> PlayerName:
        check_rate(request, creates=True)
        return {"name": await rename(who(request), form.name)}

    @router.get("/tables", summary="List your tables, public tables and your finished games")
    async def lists(
        request: Request,
        kind: Annotated[ListKind | None, Query(description="return this list only")] = None,
        before: Annotated[
            str | None, Query(pattern=PLACE, description="the place of the next page, from `more`")
        ] = None,
        language: Spoken = "en",
    ) -> TableLists:
        check_rate(request)
        return await table_lists(tables, listing_writer, player_of(request), kind, before, language)

    @router.post("/tables", status_code=201, summary="Create a table")
    async def new_table(request: Request, form: TableForm) -> NewTable:
        player = who(request)
        check_rate(request, creates=True)
        name = await name_of(player)
        seats = [occupant(seat, wanted, player, name) for seat, wanted in enumerate(form.seats)]
        occupants = [replace(one, by_hand=form.by_hand and one.player == player) for one in seats]
        if sum(one.kind == PERSON for one in occupants) > 1:
            raise ApiError("server.one_seat")
        await check_tables(request, player)
        live = await creation.create(
            tables,
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
            origin=DAILY if form.seed == daily() and await is_first_try(player, form.game) else None,
            hints=form.hints,
            several_seats=form.several_seats,
        )
        return new(request, live.table.id)  # games between bots begin when someone opens the table

    @router.get(
        "/tables/{table_id}",
        summary="Get the table as you may see it, as the socket sends it",
        response_model=Snapshot,
    )
    async def get_table(request: Request, table_id: str, language: Spoken = "en") -> Response:
        live, player = await find(request, table_id), player_of(request)
        perspective = live.table.perspective_of(player)
        await live.viewers.prepare(background, asker(request), perspective, language, player)
        content = live.viewers.snapshot_json(perspective, language, player)
        headers = {"etag": f'"{sha256(content).hexdigest()[:32]}"', "cache-control": "private, no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type="application/json", headers=headers)

    @router.delete("/tables/{table_id}", summary="Leave an unfinished table; your seat is freed or given to a bot")
    async def leave(request: Request, table_id: str) -> LeftTable:
        player, live = who(request), await find(request, table_id)
        if player != live.table.host and not live.table.has_player(player):
            raise NotFound("server.no_table", table=table_id[:40])
        if live.table.status == OVER:
            raise ApiError("server.over")
        await tables.handle(live, Leave(), player)
        await store.do(partial(list_queries.set_hidden, player=player, table=table_id, hidden=True))
        return {"closed": live.table.status == OVER}

    @router.post("/tables/{table_id}/seats/{seat}", summary="Take a seat, with the invitation if one is needed")
    async def sit(request: Request, table_id: str, seat: Number, form: SitForm, language: Spoken = "en") -> Snapshot:
        check_rate(request)
        player = who(request)
        live = await tables.find(table_id)
        live.table.check_invited(player, form.invite)
        salt, commitment = check_part(form.salt, form.commitment)
        command = Sit(seat, await name_of(player), form.invite, salt, form.by_hand, commitment)
        shown = await handle(live, command, player, language)
        await store.do(partial(list_queries.set_hidden, player=player, table=table_id, hidden=False))
        live.viewers.visit(player)
        return shown

    @router.delete("/tables/{table_id}/seats/{seat}", summary="Free a guest's seat before the game begins, as the host")
    async def remove(request: Request, table_id: str, seat: Number, language: Spoken = "en") -> Snapshot:
        return await handle(await find(request, table_id), Remove(seat), who(request), language)

    @router.get("/tables/{table_id}/invitations/{secret}", summary="Get the table of an invitation")
    async def invitation(request: Request, table_id: str, secret: str, language: Spoken = "en") -> Invitation:
        check_rate(request)
        player, live = player_of(request), await tables.find(table_id)
        seat, shown = live.table.invited_seat(player, secret), live.viewers.snapshot(SPECTATOR, language, player)
        return {
            "table": shown["table"],
            "seats": [one.card(player) for one in live.table.occupants],
            "seat": seat,
            "mine": player is not None and live.table.occupants[seat].player == player,
            "host": await name_of(live.table.host) if live.table.host else "",
        }

    @router.post("/tables/{table_id}/moves", summary="Make a move, given by its code or in notation")
    async def move(request: Request, table_id: str, command: MoveCommand, language: Spoken = "en") -> Snapshot:
        return await handle(await find(request, table_id), command, who(request), language)

    @router.post("/tables/{table_id}/undo", summary="Take back your last move, as long as nothing new was shown")
    async def undo(request: Request, table_id: str, command: UndoCommand, language: Spoken = "en") -> Snapshot:
        return await handle(await find(request, table_id), command, who(request), language)

    @router.post("/tables/{table_id}/takeover", summary="Have a bot play for a player who is away")
    async def take_over(request: Request, table_id: str, command: TakeOverCommand, language: Spoken = "en") -> Snapshot:
        return await handle(await find(request, table_id), command, who(request), language)

    @router.post("/tables/{table_id}/commit", summary="Commit to your salt when your seat asks for a commitment")
    async def commit(request: Request, table_id: str, command: CommitCommand, language: Spoken = "en") -> Snapshot:
        return await handle(await find(request, table_id), command, who(request), language)

    @router.post("/tables/{table_id}/reveal", summary="Reveal your salt when your seat asks for it")
    async def reveal(request: Request, table_id: str, command: RevealCommand, language: Spoken = "en") -> Snapshot:
        return await handle(await find(request, table_id), command, who(request), language)

    @router.get("/tables/{table_id}/hint", summary="Get the best moves for your seat with their chances of winning")
    async def get_hint(request: Request, table_id: str, seat: Number = 0) -> Hint:
        live = await find(request, table_id)
        choice = await unless_gone(request, hint(pool, live.table, seat, who(request)))
        return {"moves": hinted(choice), "line": list(choice.line), "judged_by": choice.judged_by}

    @router.post("/tables/{table_id}/rematch", status_code=201, summary="Create a rematch")
    async def rematch(request: Request, table_id: str, form: RematchForm | None = None) -> NewTable:
        level = check_level(form.level) if form and form.level else None
        live, player = await find(request, table_id), who(request)
        if live.table.rematch_id is None:
            check_rate(request, creates=True)
            await check_tables(request, player)
        return new(request, await creation.rematch(tables, live, player, level))

    @router.get("/tables/{table_id}/record", response_class=PlainTextResponse, summary="Get the record of the game")
    async def record(request: Request, table_id: str) -> PlainTextResponse:
        table = (await find(request, table_id)).table
        if table.match is None:
            raise ApiError("server.not_begun")
        text = await background.do(asker(request), records.prepare(table, player_of(request)))
        name = f"{table.game.name}-{table.id}.txt"
        return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{name}"'})

    @router.get(
        "/tables/{table_id}/replay",
        response_model=Replay,
        summary="Get all positions of a finished game, from any perspective",
    )
    async def get_replay(
        request: Request,
        table_id: str,
        perspective: Annotated[str, Query(description="`all`, `spectator` or a seat's number")] = "all",
        language: Spoken = "en",
    ) -> Response:
        live = await find(request, table_id)
        player = player_of(request)
        work = replay(live.table, perspective, live.viewers.words(language, player), player)
        return Response(await background.do(asker(request), work), media_type="application/json")

    @router.get(
        "/tables/{table_id}/dice",
        response_model=DiceProof,
        summary="Get the seed of a finished game's dice and every draw",
    )
    async def get_dice(request: Request, table_id: str, language: Spoken = "en") -> Response:
        live = await find(request, table_id)
        work = proof(live.table, live.viewers.words(language, player_of(request)))
        return Response(await background.do(asker(request), work), media_type="application/json")

    @router.get(
        "/tables/{table_id}/turns/{turn}",
        response_model=Frame,
        summary="Get the position after a turn, as you saw it then",
    )
    async def get_turn(
        request: Request,
        table_id: str,
        turn: Number,
        perspective: Annotated[Number | None, Query(description="the perspective, if several seats are yours")] = None,
    ) -> Response:
        table = (await find(request, table_id)).table
        work = turn_end(table, turn, table.perspective_of(player_of(request), perspective))
        return Response(await background.do(asker(request), work), media_type="application/json")

    @router.post("/tables/{table_id}/whatif", status_code=201, summary="Continue from a position of a finished game")
    async def what_if(request: Request, table_id: str, form: WhatIfForm) -> NewTable:
        live = await find(request, table_id)
        player = who(request)
        check_rate(request, creates=True)
        await check_tables(request, player)
        name = await name_of(player)
        other = await creation.what_if(tables, background, live.table, form, player, name)
        return new(request, other.table.id)

    @router.post("/records", status_code=201, summary="Import a record")
    async def import_record(request: Request, form: RecordForm) -> NewTable:
        player = who(request)
        check_rate(request, creates=True)
        live = await creation.import_record(tables, background, form.text, player)
        return {"table": live.table.id}

    @router.get("/rules/{game}", summary="Get the rules of a game, numbered, with pictures")
    async def rules(request: Request, game: str, language: Spoken = "en") -> RulesPage:
        check_rate(request)
        if game not in GAMES:
            raise NotFound("server.no_game", game=game[:40])
        return rules_page(GAMES[game], language)

    @router.get("/finished", summary="List your finished games, filtered by game, level or result")
    async def finished(
        request: Request,
        game: str | None = None,
        level: LevelName | None = None,
        outcome: Outcome | None = None,
        before: Annotated[
            str | None, Query(pattern=PLACE, description="the place of the next page, `more` of the last one")
        ] = None,
        language: Spoken = "en",
    ) -> FinishedPage:
        check_rate(request)
        wanted = Wanted(game, level, outcome)
        return await finished_page(store, player_of(request), wanted, read_place(before), language)

    @router.get("/player", summary="Get your results: against each level, alone, and in the day's game")
    async def player(request: Request) -> PlayerPage:
        check_rate(request)
        return await player_page(store, player_of(request), today())

    @router.get("/lessons/{game}", summary="Get the lessons of a game: positions to play, and the task in each")
    async def lessons(request: Request, game: str, language: Spoken = "en") -> LessonPage:
        check_rate(request)
        return lesson_page(game, language)

    @router.post("/lessons/{game}/{lesson}", summary="Get the verdict on the moves made in a lesson; nothing is stored")
    async def answer_lesson(
        request: Request, game: str, lesson: str, form: LessonForm, language: Spoken = "en"
    ) -> LessonVerdict:
        check_rate(request)
        return judge(game, lesson, form.moves, language)

    @router.get("/solo", summary="Get the day's seed and your best solo games, of one game or all")
    async def solo(request: Request, game: str | None = None) -> SoloPage:
        check_rate(request)
        named = game is None or game in GAMES
        asked = partial(list_queries.solo_games, player=player_of(request) or "", game=game)
        rows = await store.read(asked) if named else []
        return {"daily": daily(), "best": lobby.solo_results(rows)}

    @router.get("/qr", response_class=Picture, summary="Get a link of this server as a QR code")
    async def qr(
        request: Request, path: Annotated[str, Query(max_length=200, pattern="^/[A-Za-z0-9/_-]*$")]
    ) -> Picture:
        check_rate(request)
        address = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
        return Picture(await background.do(asker(request), lambda check_cancelled: qr_code(address), MAX_CODES))

    return router


class Picture(Response):
    """A response with an SVG picture."""

    media_type = "image/svg+xml"


@lru_cache(200)
def qr_code(address: str) -> bytes:
    """Return an address as a QR code, in SVG."""
    picture = io.BytesIO()
    segno.make(address).save(picture, kind="svg", scale=4, border=2, xmldecl=False)
    return picture.getvalue()


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


def occupant(seat: int, wanted: SeatForm, player: str, name: str) -> Occupant:
    """Return the occupant that a form asks for."""
    if wanted.kind == "me":
        return Occupant(seat, PERSON, player, clean_name(wanted.name) or name)
    if wanted.kind == "here":
        return Occupant(seat, HERE, player, clean_name(wanted.name))
    if wanted.kind == "open":
        return Occupant(seat, OPEN, invite=new_secret())
    return Occupant(seat, BOT, level=check_level(wanted.level or USUAL), name=clean_name(wanted.name))


def today() -> datetime.date:
    """Return the date in UTC, so that the day is the same for everyone."""
    return datetime.datetime.now(datetime.UTC).date()


def daily() -> str:
    """Return the seed of the day."""
    return today().isoformat()
