"""Routes of the lobby: players and their names, lists of tables, finished games, results, QR codes."""

from __future__ import annotations

import io
from functools import lru_cache, partial
from typing import Annotated

import segno
from fastapi import Header, Query, Request, Response

from trackside import __version__
from trackside.core.words import LANGUAGES, SEATS, Language, accepted_language
from trackside.games import GAMES
from trackside.web.api.common import LevelName, ListKind, Outcome
from trackside.web.api.forms import NameForm
from trackside.web.api.learning import TodayPage
from trackside.web.api.lobby import FinishedPage, Hello, NewPlayer, PlayerName, PlayerPage, SoloPage, TableLists
from trackside.web.routes.dependencies import (
    CREATION_LIMITED,
    RATE_LIMITED,
    MaybePlayer,
    Player,
    ServicesDep,
    Spoken,
    api_router,
)
from trackside.web.server.clients import COOKIE, token_of
from trackside.web.services import Services
from trackside.web.store import lists as list_queries
from trackside.web.store import tables as queries
from trackside.web.tables.seats import clean_name, digest
from trackside.web.views import lobby
from trackside.web.views.history import Wanted, finished_page, player_page
from trackside.web.views.lists import PLACE, read_place, table_lists
from trackside.web.views.today import daily, today

YEARS = 5 * 366 * 86400

MAX_CODES = 2 * len(SEATS)
"""QR codes that one person may request at a time: a page shows one for every free seat simultaneously."""

router = api_router(dependencies=RATE_LIMITED)


@router.get("/hello", summary="Get the games, the words and your player; sets a browser's cookie")
async def hello(
    request: Request,
    response: Response,
    services: ServicesDep,
    language: Annotated[Language | None, Query(description="the language of all sentences")] = None,
    accept_language: Annotated[str, Header()] = "",
) -> Hello:
    chosen = language or accepted_language(accept_language)
    known = token_of(request)
    token = known or services.clients.tokens.issue()
    if known is None:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="strict", secure=secure, path="/")
    return {
        "name": await services.name_of(digest(token)),
        "language": chosen,
        "languages": [*LANGUAGES],
        "version": __version__,
        "games": [lobby.game_card(game, chosen) for game in GAMES.values()],
        "words": lobby.page_words(chosen),
        "game_words": lobby.game_words(chosen),
        "daily": daily(),
        "ready": services.pool.is_warm,
        "limits": lobby.LIMITS,
        "record_key": services.records.public_key,
    }


@router.post(
    "/players",
    status_code=201,
    dependencies=CREATION_LIMITED,
    summary="Create a player; send the token as `Authorization: Bearer`",
)
async def new_player(form: NameForm, services: ServicesDep) -> NewPlayer:
    token = services.clients.tokens.issue()
    return {"token": token, "name": await rename(services, digest(token), form.name)}


@router.post("/name", dependencies=CREATION_LIMITED, summary="Change your name")
async def set_name(form: NameForm, player: Player, services: ServicesDep) -> PlayerName:
    return {"name": await rename(services, player, form.name)}


async def rename(services: Services, player: str, wanted: str) -> str:
    """Rename a player, also at the tables where they sit; return the new name."""
    name = clean_name(wanted)
    await services.store.do(partial(queries.name_player, player=player, name=name))
    await services.tables.rename(player, name)
    return name


@router.get("/tables", summary="List your tables, public tables and your finished games")
async def lists(
    player: MaybePlayer,
    services: ServicesDep,
    kind: Annotated[ListKind | None, Query(description="return this list only")] = None,
    before: Annotated[str | None, Query(pattern=PLACE, description="the place of the next page, from `more`")] = None,
    language: Spoken = "en",
) -> TableLists:
    return await table_lists(services.tables, services.listing_writer, player, kind, before, language)


@router.get("/today", summary="List the games and puzzles of the day, and your last games with their verdicts")
async def get_today(player: MaybePlayer, services: ServicesDep, language: Spoken = "en") -> TodayPage:
    return await services.today.page(player, today(), language, player or "")


@router.get("/finished", summary="List your finished games, filtered by game, level or result")
async def finished(
    player: MaybePlayer,
    services: ServicesDep,
    game: str | None = None,
    level: LevelName | None = None,
    outcome: Outcome | None = None,
    before: Annotated[
        str | None, Query(pattern=PLACE, description="the place of the next page, `more` of the last one")
    ] = None,
    language: Spoken = "en",
) -> FinishedPage:
    wanted = Wanted(game, level, outcome)
    return await finished_page(services.store, player, wanted, read_place(before), language)


@router.get("/player", summary="Get your results: against each level, alone, and in the day's game")
async def results(player: MaybePlayer, services: ServicesDep) -> PlayerPage:
    return await player_page(services.store, player, today())


@router.get("/solo", summary="Get the day's seed and your best solo games, of one game or all")
async def solo(player: MaybePlayer, services: ServicesDep, game: str | None = None) -> SoloPage:
    named = game is None or game in GAMES
    rows = await services.store.read(partial(list_queries.solo_games, player=player or "", game=game)) if named else []
    return {"daily": daily(), "best": lobby.solo_results(rows)}


class Picture(Response):
    """A response with an SVG picture."""

    media_type = "image/svg+xml"


@router.get("/qr", response_class=Picture, summary="Get a link of this server as a QR code")
async def qr(
    request: Request,
    services: ServicesDep,
    path: Annotated[str, Query(max_length=200, pattern="^/[A-Za-z0-9/_-]*$")],
) -> Picture:
    address = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
    return Picture(await services.background.do("", lambda check_cancelled: qr_code(address), MAX_CODES))


@lru_cache(200)
def qr_code(address: str) -> bytes:
    """Return an address as a QR code, in SVG."""
    picture = io.BytesIO()
    segno.make(address).save(picture, kind="svg", scale=4, border=2, xmldecl=False)
    return picture.getvalue()
