"""The description of every route: who may ask, parameters, bodies and answers with examples, and the page of it all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.schema import fault
from trackside.web.app import make_app
from trackside.web.routes.operations import examples
from trackside.web.settings import Settings
from trackside.web.views.api import draw_api

PAGE = Path(__file__).parents[3] / "docs" / "web-api.md"

WITHOUT_EXAMPLE = {"GET /api/tables/{table_id}/review/steps/{step}", "GET /api/qr"}
"""A step of a review, which takes a search, and a picture."""


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    return make_app(Settings(database="sqlite://")).openapi()


def operations(openapi: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_every_route_says_who_may_ask_and_describes_its_parameters(openapi: dict[str, Any]) -> None:
    schemes = openapi["components"]["securitySchemes"]
    assert schemes["token"]["scheme"] == "bearer"
    assert schemes["password"]["name"] == "trackside-password"
    for route, operation in operations(openapi):
        assert operation["summary"], route
        assert {name for one in operation["security"] for name in one} <= set(schemes), route
        assert [one["name"] for one in operation.get("parameters", ()) if not one.get("description")] == [], route
    paths = openapi["paths"]
    assert {} not in paths["/api/tables"]["post"]["security"]
    assert paths["/api/tables"]["get"]["security"][0] == {}
    assert paths["/api/players"]["post"]["security"] == []


def test_every_body_and_every_answer_has_an_example_that_is_right(openapi: dict[str, Any]) -> None:
    schemas = openapi["components"]["schemas"]
    for route, operation in operations(openapi):
        for message in (operation.get("requestBody", {}), *answers(operation)):
            for kind, content in message.get("content", {}).items():
                if route not in WITHOUT_EXAMPLE:
                    assert "example" in content, route
                    if kind == "application/json":
                        assert fault(content["example"], content["schema"], schemas) is None, route
    assert set(examples()) == {route for route, _ in operations(openapi)} - WITHOUT_EXAMPLE


def answers(operation: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for status, one in operation["responses"].items() if status.startswith("2")]


def test_the_documentation_names_every_route(openapi: dict[str, Any]) -> None:
    page = re.sub(r"[?&][^`]*`", "`", PAGE.read_text(encoding="utf-8"))
    known = {re.sub(r"\{\w+\}", "{}", route) for route in re.findall(r"`([A-Z]+ /api/[^` ]+)", page)}
    missing = [route for route, _ in operations(openapi) if re.sub(r"\{\w+\}", "{}", route) not in known]
    assert missing == []


def test_the_page_has_every_route_and_loads_nothing_from_elsewhere(openapi: dict[str, Any]) -> None:
    page = draw_api(openapi, "http://table.example:8009")
    for route, _ in operations(openapi):
        method, path = route.split()
        assert f"<b>{method}</b> {path}</code>" in page
    assert set(re.findall(r'(?:href|src)="([^"]+)"', page)) == {
        *("/static/icons/icon.svg", "/static/tokens.css", "/static/ui/ui.css", "/static/api.css"),
        "/api/openapi.json",
    }
    assert "<script" not in page
    assert "style=" not in page
    assert "curl -X POST &quot;http://table.example:8009/api/tables/$table_id/moves&quot;" in page
