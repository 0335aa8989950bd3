"""The dice of a finished game, as data with which a browser can draw them again."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Player, Server
from tests.web.system.test_fairness import MINE, YOURS, play_together, sit_together
from trackside.core.protocol import CHANCE
from trackside.play.dice import Dice, commit_to, shared_seed
from trackside.play.match import Match

VECTORS = json.loads((Path(__file__).parents[1] / "static" / "dice-vectors.json").read_text(encoding="utf-8"))


def test_the_vectors_of_the_page_are_what_the_dice_give() -> None:
    for seed, stream, index, weights, outcome in VECTORS["outcomes"]:
        assert Dice(seed).outcome(stream, index, weights) == outcome
    for secret, salts, seed in VECTORS["shared"]:
        revealed = {one["seat"]: one["salt"] for one in salts if one["salt"] is not None}
        commitments = {one["seat"]: one["commitment"] for one in salts if one["salt"] is None}
        assert shared_seed(secret, revealed, commitments) == seed
    for source, digest in VECTORS["digests"]:
        assert hashlib.sha256(source.encode()).hexdigest() == digest


def play(ana: Player, game: str, *seats: str, **more: Any) -> str:
    """Play a game to its end."""
    table = ana.table(game, *seats, **more)
    with ana.at(table) as line:
        line.play_on()
    return table


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_every_draw_can_be_drawn_again(server: Server, game: str) -> None:
    ana = server.player("Ana")
    table = ana.table(game, "me", "greedy")
    assert ana.http.get(f"/api/tables/{table}/dice").status_code == 400, "not while it is played"
    with ana.at(table) as line:
        line.play_on()
    told, record = ana.get(f"/tables/{table}/dice"), ana.http.get(f"/api/tables/{table}/record").text
    match = Match.from_record(record)
    assert told["source"] == "table"
    assert told["commitment"] == hashlib.sha256(told["seed"].encode()).hexdigest()
    drawn = [(number, move) for number, (seat, move) in enumerate(match.log) if seat == CHANCE]
    assert [(draw["entry"], draw["outcome"]) for draw in told["draws"]] == drawn
    dice = Dice(told["seed"])
    for draw in told["draws"]:
        assert dice.outcome(draw["stream"], draw["index"], draw["weights"]) == draw["outcome"]
        assert draw["says"], draw
    german = ana.get(f"/tables/{table}/dice", language="de")["draws"]
    assert [draw["says"] for draw in german] != [draw["says"] for draw in told["draws"]]


def test_salts_of_people_are_told_with_the_secret(server: Server) -> None:
    ana, ben, table = sit_together(server)
    with ana.at(table) as first, ben.at(table) as second:
        play_together(first, second)
    told = ben.get(f"/tables/{table}/dice")
    assert told["seed"] is None
    assert told["salts"] == [
        {"seat": 0, "who": "Ana", "salt": MINE, "commitment": commit_to(MINE)},
        {"seat": 1, "who": "Ben", "salt": YOURS, "commitment": commit_to(YOURS)},
    ]
    dice = Dice.shared(told["secret"], {0: MINE, 1: YOURS})
    assert all(dice.outcome(one["stream"], one["index"], one["weights"]) == one["outcome"] for one in told["draws"])


def test_what_cannot_be_checked_is_said(server: Server) -> None:
    ana = server.player("Ana")
    table = play(ana, "whole-nine", "me", "greedy", seed="7")
    assert ana.get(f"/tables/{table}/dice")["commitment"] is None, "a short seed has none"
    record = ana.http.get(f"/api/tables/{table}/record").text
    imported = ana.post("/records", text=record)["table"]
    assert ana.get(f"/tables/{imported}/dice")["source"] == "imported"
    silent = ana.post("/records", text=re.sub(r'\[Seed "[^\n]*\n', "", record))["table"]
    told = ana.get(f"/tables/{silent}/dice")
    assert (told["source"], told["seed"], told["secret"], told["commitment"]) == ("none", None, None, None)
    assert told["draws"]
    other = ana.post(f"/tables/{table}/whatif", at=60, seat=0, level="random")["table"]
    with ana.at(other) as line:
        line.play_on()
    assert ana.get(f"/tables/{other}/dice")["source"] == "what_if"
