"""Visits to every route of a real server, which test its description and make the examples of the interface."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

from tests.web.schema import fault
from tests.web.serving import Player, Server
from trackside.core.words import LANGUAGES
from trackside.games import GAMES
from trackside.play.dice import commit_to


class Checked:
    """Holds every answer against the description of its route, and keeps the first good one."""

    def __init__(self, server: Server) -> None:
        self.openapi: dict[str, Any] = httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()
        self.schemas = self.openapi["components"]["schemas"]
        self.seen: set[tuple[str, str]] = set()
        self.statuses: set[int] = set()
        self.examples: dict[str, dict[str, Any]] = {}

    def route(self, path: str) -> str:
        """The path of the description that this one is an example of."""
        fitting = [one for one in self.openapi["paths"] if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one), path)]
        assert len(fitting) == 1, (path, fitting)
        return str(fitting[0])

    def __call__(self, response: httpx.Response) -> None:
        response.read()
        path, method = self.route(response.request.url.path), response.request.method.lower()
        responses = self.openapi["paths"][path][method]["responses"]
        described = responses[str(response.status_code)]["content"]
        kind = response.headers["content-type"].partition(";")[0]
        assert kind in described, (path, kind, list(described))
        if kind == "application/json":
            schema = described[kind]["schema"]
            assert fault(response.json(), schema, self.schemas) is None, (path, response.json())
        if response.status_code in (200, 201, 202):
            self._keep(f"{method.upper()} {path}", response, kind)
        self.seen.add((method, path))
        self.statuses.add(response.status_code)

    def _keep(self, route: str, response: httpx.Response, kind: str) -> None:
        """Keep the body of a request and the answer to it, if they are the first of a route."""
        example: dict[str, Any] = {}
        if response.request.content:
            example["body"] = json.loads(response.request.content)
        if kind == "application/json":
            example["answer"] = response.json()
        elif kind.startswith("text/"):
            example["answer"] = response.text
        self.examples.setdefault(route, example)


def checked_player(server: Server, checked: Checked, name: str) -> Player:
    player = server.player(name)
    player.http.event_hooks["response"] = [checked]
    return player


def play_over_http(player: Player, table: str, moves: int) -> dict[str, Any]:
    """Make `moves` moves over HTTP."""
    shown: dict[str, Any] = player.get(f"/tables/{table}")
    for _ in range(moves):
        if shown["result"] is None and shown["view"]["offers"]:
            offer = shown["view"]["offers"][0]
            shown = player.post(f"/tables/{table}/moves", seat=shown["perspective"], move=offer["text"], id=None)
    return shown


def visit_every_route(server: Server, checked: Checked) -> None:
    """Ask everything that can be asked, rightly and wrongly."""
    ana, ben = checked_player(server, checked, "Ana"), checked_player(server, checked, "Ben")
    checked(httpx.post(f"{server.url}/api/players", json={"name": "Eve"}))
    for language in LANGUAGES:
        ana.get("/hello", language=language)
    ana.post("/name", name="Anna")
    for game in GAMES:
        ana.get(f"/rules/{game}", language="de")
        first = ana.get(f"/lessons/{game}", language="de")["lessons"][0]
        moves = [offer["move"] for offer in first["view"]["offers"]]
        found = [ana.post(f"/lessons/{game}/{first['id']}", moves=[move])["verdict"] for move in moves]
        assert "wrong" in found
    alone = ana.table("traxx", "me", options={"deck": "ybg-grk"})
    moved = play_over_http(ana, alone, 1)
    ana.post(f"/tables/{alone}/undo", seat=moved["perspective"])
    assert play_over_http(ana, alone, 1000)["result"]
    ana.get(f"/tables/{alone}/turns/1")
    ana.get("/solo")
    ana.get("/finished", outcome="solo")
    ana.get("/player")
    salt = "the salt of the host"
    more = {"watch": "anyone", "commitment": commit_to(salt)}
    shared = ana.table("skip-or-trip", "me", "open", clock=60, minutes=30, **more)
    ben.get("/tables")
    secret = ana.get(f"/tables/{shared}")["seats"][1]["invite"].rpartition("/")[2]
    ben.get(f"/tables/{shared}/invitations/{secret}")
    ben.post(f"/tables/{shared}/seats/1")
    ana.post(f"/tables/{shared}/commit", seat=0, commitment=commit_to(salt))
    ana.post(f"/tables/{shared}/reveal", seat=0, salt=salt)
    play_over_http(ben, shared, 1)
    left = ana.table("whole-nine", "me", "open", "open", watch="anyone", options={"first": "red"})
    ben.post(f"/tables/{left}/seats/1")
    ana.http.delete(f"/api/tables/{left}/seats/1")
    ben.post(f"/tables/{left}/seats/1")
    server.player("Eve").post(f"/tables/{left}/seats/2")
    ben.post(f"/tables/{left}/takeover", seat=0)
    assert ana.http.post(f"/api/tables/{alone}/rematch", json={}).status_code == 201
    record = ana.http.get(f"/api/tables/{alone}/record").text
    imported = ana.post("/records", text=record)["table"]
    for perspective in ("all", "spectator", "0"):
        ana.get(f"/tables/{imported}/replay", perspective=perspective)
    ana.get(f"/tables/{imported}/dice")
    ana.post(f"/tables/{alone}/whatif", at=0, seat=0)
    ana.get(f"/tables/{imported}/review", language="de")
    ana.http.delete(f"/api/tables/{imported}/review")
    ana.get("/training")
    ana.post("/training/shares", shares_positions=True)
    for puzzle in ana.get("/puzzles", language="de")["puzzles"]:
        ana.get(f"/questions/{puzzle['id']}")
        ana.post(f"/questions/{puzzle['id']}", moves=[], give_up=True)
    ana.get("/tables")
    ana.get("/today", language="de")
    assert ana.http.delete(f"/api/tables/{shared}").json() == {"closed": False}
    ana.get("/tables", kind="mine", before="1-a")
    ana.http.get("/api/qr", params={"path": f"/table/{shared}"})
    for refused in (
        ana.http.get("/api/tables/nowhere"),
        ana.http.get("/api/rules/chess"),
        ana.http.get("/api/lessons/chess"),
        ana.http.post("/api/lessons/traxx/nothing", json={"moves": []}),
        ana.http.post("/api/lessons/traxx/first-line", json={"moves": ["nonsense"]}),
        ana.http.post("/api/lessons/traxx/first-line", json={"moves": ["A: f5"] * 21}),
        ana.http.post("/api/records", json={"text": "no record"}),
        ana.http.post("/api/records", json={"text": "x" * 2_000_000}),
        ana.http.post("/api/tables", json={"game": "traxx"}),
        ana.http.post("/api/name", json={"name": "Ana"}, headers={"origin": "http://elsewhere.example"}),
        ana.http.post("/api/name", json={"name": "Ana"}, headers={"authorization": "none"}),
        ana.http.get(f"/api/tables/{shared}/replay", params={"perspective": "9"}),
        ana.http.get(f"/api/tables/{shared}/turns/99"),
        ana.http.get(f"/api/tables/{shared}/record", params={"language": "fr"}),
        ana.http.post(f"/api/tables/{imported}/review", json={}),
        ana.http.get(f"/api/tables/{imported}/review/steps/0"),
        ana.http.get("/api/questions/nothing"),
        ana.http.post("/api/questions/nothing", json={"moves": []}),
    ):
        checked(refused)
