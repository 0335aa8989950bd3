"""The page as crawlers, link previews and home screens see it: HEAD, description, preview picture, manifest."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

import httpx
import pytest

from tests.web.serving import Server
from trackside.core.words import catalogue

PNG = b"\x89PNG\r\n\x1a\n"


def get(server: Server, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.url}{path}", headers=headers, timeout=60)


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG, from its header."""
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


PATHS = (
    *("/", "/games", "/player", "/bots", "/learn", "/learn/traxx", "/training", "/rules/traxx", "/table/abc"),
    *("/api/docs", "/static/api.css", "/join/a/b", "/replay/abc", "/review/abc", "/static/app/app.js"),
    *("/static/icons/preview.png", "/games/traxx/board.js"),
)


@pytest.mark.parametrize("path", PATHS)
def test_pages_and_files_answer_head_with_the_headers_of_get(sqlite_server: Server, path: str) -> None:
    head = httpx.head(f"{sqlite_server.url}{path}", timeout=60)
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == get(sqlite_server, path).headers["content-type"]


def test_an_unknown_address_is_not_found_by_head_either(sqlite_server: Server) -> None:
    assert httpx.head(f"{sqlite_server.url}/nowhere", headers={"accept": "text/html"}).status_code == 404
    assert httpx.head(f"{sqlite_server.url}/games/traxx/none.js").status_code == 404


@pytest.mark.parametrize(("path", "key"), [("/", "page.about"), ("/join/abc/def", "page.invited")])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_link_has_a_description_and_a_preview_picture(
    sqlite_server: Server, path: str, key: str, language: str
) -> None:
    page = get(sqlite_server, path, **{"accept-language": language}).text
    said = catalogue("trackside.web", language)[key]
    assert f'<html lang="{language}">' in page
    assert f'<meta name="description" content="{said}" />' in page
    assert f'<meta property="og:description" content="{said}" />' in page
    assert '<meta property="og:title" content="Trackside" />' in page
    found = re.search('property="og:image" content="([^"]+)"', page)
    assert found is not None
    assert found[1].startswith(sqlite_server.url)
    picture = httpx.get(found[1], timeout=60)
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == (1200, 630)


def test_the_host_of_a_request_cannot_break_out_of_its_attribute(
    sqlite_server: Server, started: Callable[..., Server]
) -> None:
    refused = get(sqlite_server, "/", host='localhost:"><script>')
    assert (refused.status_code, refused.headers["content-type"]) == (403, "application/json")
    page = get(started("--behind-proxy"), "/", host='localhost:"><script>')  # there the proxy answers for the name
    assert page.status_code == 200
    assert "&gt;&lt;script&gt;" in page.text
    assert "<script>" not in page.text


def test_the_manifest_names_icons_that_there_are(sqlite_server: Server) -> None:
    page = get(sqlite_server, "/")
    assert "manifest-src 'self'" in page.headers["content-security-policy"]
    found = re.search('rel="manifest" href="([^"]+)"', page.text)
    assert found is not None
    answer = get(sqlite_server, found[1])
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        picture = get(sqlite_server, icon["src"])
        assert picture.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "x".join(map(str, size_of(picture.content))) == icon["sizes"]
