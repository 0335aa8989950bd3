"""Pages and files: index.html for every path of the page, static files, and the games' drawings."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from trackside.core.words import accepted_language
from trackside.games import GAMES
from trackside.web.errors import NotFound
from trackside.web.modules import STATIC, imported_modules
from trackside.web.views import lobby
from trackside.web.views.api import draw_api

DRAWING = re.compile(r"[a-z]+\.(js|css)")

READING = ["GET", "HEAD"]
"""The methods allowed for pages and files."""

PAGES = (
    *("/", "/games", "/player", "/bots", "/learn", "/learn/{rest:path}"),
    *("/table/{rest:path}", "/join/{rest:path}", "/replay/{rest:path}", "/rules/{rest:path}"),
    *("/review/{rest:path}", "/training", "/training/{rest:path}"),
)

APP = "/static/app/app.js"
PAGE_MODULES = ((re.compile(r"/"), "/static/lobby/lobby.js"), (re.compile(r"/table/[\w-]+"), "/static/table/page.js"))
"""The modules of pages that are preloaded together with the app; the app loads those of other pages itself."""

PRELOADS = "<!-- modulepreload -->"


router = APIRouter(include_in_schema=False)


@router.api_route("/games/{folder}/{file}", methods=READING)
async def drawing(folder: str, file: str) -> Response:
    game = next((game for game in GAMES.values() if game.folder == folder), None)
    if game is None or not DRAWING.fullmatch(file) or not game.has(f"page/{file}"):
        raise NotFound("server.no_page")
    return FileResponse(game.path / "page" / file, headers={"cache-control": "no-cache"})


@router.api_route("/api/docs", methods=READING)
async def api_page(request: Request) -> HTMLResponse:
    text = draw_api(request.app.openapi(), f"{request.url.scheme}://{request.headers.get('host', '')}")
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


async def page(request: Request) -> HTMLResponse:
    return page_response(request, 200)


def page_response(request: Request, status: int) -> HTMLResponse:
    """Return index.html with the reader's language, the text of the link preview, and the modules to preload."""
    language = accepted_language(request.headers.get("accept-language", ""))
    words = lobby.page_words(language)
    values = {
        "language": language,
        "about": words["page.invited" if request.url.path.startswith("/join/") else "page.about"],
        "offline": f"{words['offline.title']} {words['offline.lead']}",
        "origin": f"{request.url.scheme}://{request.headers.get('host', '')}",
    }
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", escape(value))
    links = [f'<link rel="modulepreload" href="{module}" />' for module in modules_of(request.url.path)]
    text = text.replace(PRELOADS, "\n    ".join(links))
    return HTMLResponse(text, status, headers={"cache-control": "no-cache", "vary": "accept-language"})


def modules_of(path: str) -> list[str]:
    """Return the modules, except the app itself, that the page at a path needs before it can show anything."""
    page = next((module for pattern, module in PAGE_MODULES if pattern.fullmatch(path)), None)
    found = imported_modules(APP) | (imported_modules(page) if page else set())
    return sorted(found - {APP})


class Fresh(StaticFiles):
    """Static files with `Cache-Control: no-cache`, so that the next request gets a new version."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """Return the response for a file, with that header."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


for path in PAGES:
    router.add_route(path, page, methods=READING)
router.mount("/static", Fresh(directory=STATIC))
