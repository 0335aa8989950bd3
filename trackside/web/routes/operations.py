"""The parts of the OpenAPI description that FastAPI does not know: who may ask, parameters, and examples."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from trackside.web.routes.dependencies import find_player, require_player, visible_table
from trackside.web.server.clients import COOKIE
from trackside.web.server.gate import HEADER

EXAMPLES = "examples.json"
"""Bodies and answers by route, from a real server, with long lists cut."""

SCHEMES: dict[str, Any] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a player, from `POST /api/players`: `Authorization: Bearer TOKEN`.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The same token, as browsers send it after `GET /api/hello`.",
    },
    "password": {
        "type": "apiKey",
        "in": "header",
        "name": HEADER,
        "description": "The password of a closed server, needed with every request besides the token.",
    },
}

PLAYER: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
ANYONE: list[dict[str, list[str]]] = [{}, *PLAYER]
"""A token is not needed, but the answer depends on it."""

PARAMETERS = {
    "table_id": "the id of a table: the end of its link",
    "seat": "the number of a seat, from 0",
    "secret": "the last part of an invitation's link",
    "game": "the name of a game, such as `whole-nine`",
    "lesson": "the id of a lesson, from the list of lessons",
    "question": "the id of a question: of a puzzle, or TABLE-STEP for a step of a review",
    "step": "the number of a step of the review, from 0",
    "turn": "the number of a turn, from 1",
    "language": "the language of all sentences",
    "accept-language": "the languages that a browser prefers",
    "level": "only games against this level",
    "outcome": "only games with this outcome",
    "effort": "the effort of the review",
    "path": "the path of a link of this server",
}
"""Descriptions of parameters that are the same on all routes."""


TAGS = {
    "Players": ("hello", "players", "name", "player", "finished", "solo"),
    "Tables": ("tables", "records", "qr"),
    "Reviews": (),
}
"""The subjects of routes, with the first parts of their paths."""

OTHERS = "Learning"
"""The subject of the other routes."""


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Return the examples: by `METHOD PATH` the `body` of a request and the `answer` to it."""
    text = resources.files("trackside.web.api").joinpath(EXAMPLES).read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def complete_operations(schema: dict[str, Any], routes: list[APIRoute]) -> None:
    """Add security schemes, and to every operation its security, its parameters' descriptions and its examples."""
    schema["components"]["securitySchemes"] = SCHEMES
    schema["tags"] = [{"name": tag} for tag in (*TAGS, OTHERS)]
    for route in routes:
        for method in route.methods or ():
            operation = schema["paths"][route.path][method.lower()]
            operation["security"] = security_of(route.dependant)
            operation["tags"] = [tag_of(route.path)]
            for parameter in operation.get("parameters", ()):
                if parameter["name"] in PARAMETERS:
                    parameter.setdefault("description", PARAMETERS[parameter["name"]])
            _add_examples(operation, examples().get(f"{method} {route.path}", {}))


def _add_examples(operation: dict[str, Any], example: dict[str, Any]) -> None:
    """Add the example of a request's body and of its answer."""
    if "body" in example and "requestBody" in operation:
        for content in operation["requestBody"]["content"].values():
            content["example"] = example["body"]
    for status, response in operation["responses"].items():
        if status.startswith("2") and "answer" in example:
            for content in response.get("content", {}).values():
                content["example"] = example["answer"]


def security_of(dependant: Dependant) -> list[dict[str, list[str]]]:
    """Return the security of a route: a player, anyone, or nothing if it does not matter who asks."""
    calls = set(_calls(dependant))
    if require_player in calls:
        return PLAYER
    return ANYONE if calls & {find_player, visible_table} else []


def _calls(dependant: Dependant) -> list[Any]:
    """Return the functions that a route depends on, directly or not."""
    found = [one.call for one in dependant.dependencies]
    return found + [call for one in dependant.dependencies for call in _calls(one)]


def tag_of(path: str) -> str:
    """Return the subject of a route, from the first part of its path."""
    if "/review" in path:
        return "Reviews"
    first = path.split("/")[2]
    return next((tag for tag, parts in TAGS.items() if first in parts), OTHERS)
