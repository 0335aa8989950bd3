"""The HTTP interface: everything the page does, and programs can do as well."""

from __future__ import annotations

import datetime
import io
import json
from functools import partial
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from trackside import __version__
from trackside.core.protocol import REFEREE, SPECTATOR
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES, find_game
from trackside.play.record import read_record
from trackside.search.agents import LEVELS
from trackside.web import archive, forms, opening, showing, steps
from trackside.web.chairs import BOT, HERE, OPEN, PERSON, Chair, clean_name, digest, new_secret
from trackside.web.guard import COOKIE, Limits, player_of, token_of
from trackside.web.house import House
from trackside.web.refusal import NotFound, Refusal, Refused
from trackside.web.replay import replay
from trackside.web.table import OVER, LiveTable

YEARS = 5 * 366 * 86400

Language = Annotated[str, Query(pattern="^(" + "|".join(LANGUAGES) + ")$", description="language of all words")]


def make_router(house: House, limited: bool, secure: bool = False) -> APIRouter:
    """The interface to one house."""
    router = APIRouter(prefix="/api")
    requests, creations = Limits(burst=1000, rate=100), Limits(burst=500, rate=10)

    def who(request: Request) -> str:
        """Who asks; a stranger is turned away."""
        player = player_of(request)
        if player is None:
            raise Refused(401, "house.stranger")
        return player

    def check_rate(request: Request, limits: Limits = requests) -> None:
        if limited:
            limits.check(request.client.host if request.client else "")

    async def find(request: Request, table_id: str) -> LiveTable:
        check_rate(request)
        table = await house.find(table_id)
        house.eyes_for(table, player_of(request), None)
        return table

    @router.get("/hello", summary="Games, words, and who you are; gives a browser its cookie")
    async def hello(
        request: Request, language: Language = "", accept_language: Annotated[str, Header()] = ""
    ) -> JSONResponse:
        check_rate(request)
        chosen = language or preferred(accept_language)
        token = token_of(request) or new_secret()
        name = await house.store.do(partial(archive.remember_player, player=digest(token), name=None))
        body = {
            "name": name,
            "language": chosen,
            "languages": list(LANGUAGES),
            "version": __version__,
            "games": [showing.game_card(game, chosen) for game in GAMES],
            "words": showing.page_words(chosen),
            "game_words": {game: showing.game_words(game, chosen) for game in GAMES},
            "daily": daily(),
            "limits": {
                "name": 24,
                "seed": 64,
                "option": 1000,
                "clocks": [30, 60, 180, 600, 86400],
                "minutes": [10, 15, 20, 30, 45, 60, 90, 120],
                "watch": ["anyone", "link", "nobody"],
                "record": 1048576,
                "message": 16384,
            },
            "ready": len(house.thinking.ready) == len(GAMES),
        }
        response = JSONResponse(body)
        if token_of(request) is None:
            response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="strict", secure=secure, path="/")
        return response

    @router.post("/players", status_code=201, summary="A token for a program, to be sent as `Authorization: Bearer`")
    async def new_player(request: Request, form: forms.NameForm) -> dict[str, str]:
        check_rate(request, creations)
        token = new_secret()
        name = clean_name(form.name)
        await house.store.do(partial(archive.remember_player, player=digest(token), name=name))
        return {"token": token, "name": name}

    @router.post("/name", summary="What you want to be called from now on")
    async def set_name(request: Request, form: forms.NameForm) -> dict[str, str]:
        check_rate(request)
        name = clean_name(form.name)
        await house.store.do(partial(archive.remember_player, player=who(request), name=name))
        return {"name": name}

    @router.get("/tables", summary="My tables, public ones, and my finished games")
    async def tables(request: Request, language: Language = "en") -> dict[str, Any]:
        check_rate(request)
        player = player_of(request)
        found: dict[str, Any] = {}
        for kind in ("mine", "public", "finished"):
            rows = await house.store.do(partial(archive.listed, player=player, kind=kind))
            found[kind] = [
                showing.listed_row(
                    row, chairs, player, await steps.to_move(house, row["id"]) if kind == "mine" else [], language
                )
                for row, chairs in rows
            ]
        return found

    @router.post("/tables", status_code=201, summary="A new table")
    async def new_table(request: Request, form: forms.TableForm) -> dict[str, str]:
        player = who(request)
        check_rate(request, creations)
        name = await house.store.do(partial(archive.remember_player, player=player, name=None))
        chairs = [seat_chair(seat, wanted, player, name) for seat, wanted in enumerate(form.seats)]
        if sum(chair.kind == PERSON for chair in chairs) > 1:
            raise Refusal("house.one_seat")
        table = await opening.create(
            house,
            form.game,
            chairs,
            dict(form.options),
            host=player,
            watch=form.watch,
            clock=form.clock,
            minutes=form.minutes,
            seed=form.seed,
            origin="daily" if form.seed == daily() else None,
        )
        return {"table": table.id}

    @router.get("/tables/{table_id}", summary="The table as you may see it: what the socket sends")
    async def get_table(request: Request, table_id: str, language: Language = "en") -> dict[str, Any]:
        return await house.show(await find(request, table_id), player_of(request), language)

    @router.post("/tables/{table_id}/seats/{seat}", summary="Sit down, with the invitation where one is needed")
    async def sit(request: Request, table_id: str, seat: int, form: forms.SitForm, language: Language = "en") -> Any:
        check_rate(request)
        player = who(request)
        table = await house.find(table_id)
        name = await house.store.do(partial(archive.remember_player, player=player, name=None))
        await steps.sit(house, table, seat, player, name, form.invite)
        return await house.show(table, player, language)

    @router.post("/tables/{table_id}/moves", summary="Make a move, given by its code or its text")
    async def move(request: Request, table_id: str, form: forms.MoveForm, language: Language = "en") -> dict[str, Any]:
        table = await find(request, table_id)
        player = who(request)
        await steps.move(house, table, form.seat, player, form.move, form.number, form.id)
        return await house.show(table, player, language)

    @router.post("/tables/{table_id}/undo", summary="Take back your last move, as long as nothing new was shown")
    async def undo(request: Request, table_id: str, form: forms.UndoForm, language: Language = "en") -> dict[str, Any]:
        table = await find(request, table_id)
        await steps.undo(house, table, form.seat, who(request), None, None)
        return await house.show(table, player_of(request), language)

    @router.post("/tables/{table_id}/takeover", summary="Let a bot play for somebody who has left")
    async def take_over(
        request: Request, table_id: str, form: forms.TakeOverForm, language: Language = "en"
    ) -> dict[str, Any]:
        table = await find(request, table_id)
        await steps.take_over(house, table, form.seat, who(request), form.level)
        return await house.show(table, player_of(request), language)

    @router.get("/tables/{table_id}/hint", summary="The best moves for your seat, with the chances to win")
    async def hint(request: Request, table_id: str, seat: int = 0) -> dict[str, Any]:
        table = await find(request, table_id)
        choice = await steps.hint(house, table, seat, who(request))
        return {"moves": choice["candidates"][:5], "line": choice["line"]}

    @router.post("/tables/{table_id}/rematch", status_code=201, summary="The same table once more")
    async def rematch(request: Request, table_id: str) -> dict[str, str]:
        table = await find(request, table_id)
        again = await opening.rematch(house, table, who(request))
        return {"table": again.id}

    @router.get("/tables/{table_id}/record", response_class=PlainTextResponse, summary="The game as text")
    async def record(request: Request, table_id: str) -> PlainTextResponse:
        table = await find(request, table_id)
        if table.match is None:
            raise Refusal("house.not_begun")
        async with table.lock:
            eyes = None if table.status == OVER else house.eyes_for(table, player_of(request), None)
            text = table.match.record(eyes)
        name = f"{table.game.name}-{table.id}.txt"
        return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{name}"'})

    @router.get("/tables/{table_id}/replay", summary="All positions of a finished game, from any eyes")
    async def get_replay(
        request: Request, table_id: str, eyes: str = "all", language: Language = "en"
    ) -> dict[str, Any]:
        table = await find(request, table_id)
        if table.status != OVER:
            raise Refusal("house.not_over")
        looking = {"all": REFEREE, "spectator": SPECTATOR}.get(eyes, int(eyes) if eyes.isdecimal() else None)
        if looking is None or looking >= table.seats:
            raise Refusal("house.no_seat", seat=eyes[:10], last=table.seats - 1)
        return replay(table, looking, Words(language, table.game.package, table.names()), player_of(request))

    @router.post("/tables/{table_id}/whatif", status_code=201, summary="Play on from a position of a finished game")
    async def what_if(request: Request, table_id: str, form: forms.WhatIfForm) -> dict[str, str]:
        table = await find(request, table_id)
        player = who(request)
        check_rate(request, creations)
        name = await house.store.do(partial(archive.remember_player, player=player, name=None))
        other = await opening.what_if(house, table, form.at, form.seat, form.level, player, name)
        return {"table": other.id}

    @router.post("/records", status_code=201, summary="A game from its text")
    async def import_record(request: Request, form: forms.RecordForm) -> dict[str, str]:
        player = who(request)
        check_rate(request, creations)
        table = await opening.keep_record(house, read_record(form.text), player)
        return {"table": table.id}

    @router.get("/rules/{game}", summary="The rules of a game, numbered, with pictures")
    async def rules(request: Request, game: str, language: Language = "en") -> dict[str, Any]:
        check_rate(request)
        if game not in GAMES:
            raise NotFound("house.no_game", game=game[:40])
        return showing.rules_page(find_game(game), language)

    @router.get("/solo", summary="The day's seed and your best games alone")
    async def solo(request: Request, game: str = "traxx") -> dict[str, Any]:
        check_rate(request)
        player = player_of(request)
        rows = await house.store.do(partial(archive.solo_results, player=player or "", game=game))
        best = [
            {
                "table": row["id"],
                "score": json.loads(row["result"])["scores"][0],
                "when": row["began"],
                "seed": row["seed"],
                "daily": row["origin"] == "daily",
            }
            for row in rows
        ]
        best.sort(key=lambda entry: (-entry["score"], entry["when"]))
        return {"daily": daily(), "best": best[:20]}

    @router.get("/qr", summary="A link of this server as a QR code")
    async def qr(
        request: Request, path: Annotated[str, Query(max_length=200, pattern="^/[A-Za-z0-9/_-]*$")]
    ) -> Response:
        check_rate(request)
        picture = io.BytesIO()
        segno.make(f"{request.url.scheme}://{request.headers.get('host', '')}{path}").save(
            picture, kind="svg", scale=4, border=2, xmldecl=False
        )
        return Response(picture.getvalue(), media_type="image/svg+xml")

    return router


def seat_chair(seat: int, wanted: forms.SeatForm, player: str, name: str) -> Chair:
    """The chair that a form asks for."""
    if wanted.kind == "me":
        return Chair(seat, PERSON, player, clean_name(wanted.name) or name)
    if wanted.kind == "here":
        return Chair(seat, HERE, player, clean_name(wanted.name))
    if wanted.kind == "open":
        return Chair(seat, OPEN, invite=new_secret())
    return Chair(seat, BOT, level=wanted.level or LEVELS[1], name=clean_name(wanted.name))


def daily() -> str:
    """The seed of the day."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def preferred(accepted: str) -> str:
    """The first language of a browser's list that there is a catalogue for."""
    for entry in accepted.split(","):
        if (language := entry.strip()[:2].lower()) in LANGUAGES:
            return language
    return "en"
