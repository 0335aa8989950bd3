"""Bots have names, which the page, the log and the record use; the record has their level."""

from __future__ import annotations

from typing import Any

from tests.web.serving import Player, Server
from trackside.play.record import read_record


def seats(player: Player, table: str) -> list[tuple[str, str, str | None]]:
    found: list[dict[str, Any]] = player.get(f"/tables/{table}")["seats"]
    return [(seat["kind"], seat["name"], seat["level"]) for seat in found]


def test_bots_are_named_by_their_level_when_a_table_is_made(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "club", "novice", "club", "greedy")
    assert seats(ana, table) == [
        ("person", "Ana", None),
        ("bot", "Mesa", "club"),
        ("bot", "Pip", "novice"),
        ("bot", "Dune", "club"),
        ("bot", "", "greedy"),
    ]


def test_a_bot_keeps_the_name_of_whoever_it_plays_for(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    ben.leave(table)
    assert seats(ana, table)[1] == ("bot", "Ben", "club")
    ben.post(f"/tables/{table}/seats/1")
    assert seats(ana, table)[1] == ("person", "Ben", None)


def test_a_record_tells_names_and_levels_and_brings_them_back(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "club", "greedy")
    text = ana.http.get(f"/api/tables/{table}/record").text
    record = read_record(text)
    assert record.players == ("Ana", "Mesa", "")
    assert record.bots == ("", "club", "greedy")
    imported = ana.post("/records", text=text)["table"]
    assert seats(ana, imported)[1] == ("bot", "Mesa", "club")


def test_the_lobby_is_told_who_plays_each_level(server: Server) -> None:
    levels = server.player().get("/hello", language="de")["games"][0]["levels"]
    assert [(level["label"], level["family"], level["names"][0]) for level in levels] == [
        ("Neuling", "Hase", "Pip"),
        ("Amateur", "Schildkröte", "Mesa"),
        ("Experte", "Fuchs", "Juniper"),
        ("Meister", "Eule", "Sable"),
        ("Großmeister", "Dickhornschaf", "Basalt"),
    ]


def test_games_have_a_title_in_each_language(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("skip-or-trip", "me", "greedy")
    german = {game["title"] for game in ana.get("/hello", language="de")["games"]}
    assert german >= {"Alle Neune", "Träxx", "Schwupps oder Schubs"}
    assert ana.get("/rules/whole-nine", language="de")["title"] == "Alle Neune"
    assert ana.get(f"/tables/{table}", language="de")["table"]["title"] == "Schwupps oder Schubs"
    assert ana.get("/tables", language="de")["mine"][0]["title"] == "Schwupps oder Schubs"
    assert ana.get(f"/tables/{table}")["table"]["title"] == "Skip or Trip"
