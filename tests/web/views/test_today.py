"""Discarded tables, the game of the day, and what the lobby tells of today."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.reviews.test_reviews import finished, reviewed
from tests.web.serving import Player, Server
from tests.web.tables.test_names import again, sit_down

SHORT = {"options": {"deck": "ybg-grk"}}


def mine(player: Player) -> set[str]:
    """Return the tables in all lists of a player."""
    lists = player.get("/tables")
    return {row["id"] for kind in ("mine", "finished", "public") for row in lists[kind]}


def test_a_game_against_bots_that_is_discarded_is_closed_for_good(started: Callable[..., Server]) -> None:
    server = started()
    ana = server.player("Ana")
    table, waiting, kept = (
        ana.table("traxx", "me", "greedy"),
        ana.table("traxx", "me", "open"),
        ana.table("traxx", "me"),
    )
    invite = ana.get(f"/tables/{waiting}")["seats"][1]["invite"].rpartition("/")[2]
    with ana.at(table) as line:
        assert ana.leave(table)
        while line.table["table"]["status"] != "over":
            line.wait()
        assert line.table["result"] is None
        assert not line.view["offers"]
    assert ana.leave(waiting)
    assert mine(ana) == {kept}
    guest = server.player("Ben")
    assert guest.http.get(f"/api/tables/{waiting}/invitations/{invite}").status_code == 404
    assert guest.refused(f"/tables/{waiting}/seats/1", invite=invite) == (400, "The game is over.")
    ana.post("/name", name="Anna")
    server.stop()
    server.start()
    ana = again(server, ana)
    assert mine(ana) == {kept}
    assert ana.get(f"/tables/{table}")["table"]["status"] == "over"
    assert ana.http.delete(f"/api/tables/{table}").status_code == 400, "it is over already"
    assert ana.get("/player")["counted"] == 0


def test_others_go_on_playing_with_a_bot_for_whoever_leaves(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("whole-nine", "me", "open", options={"first": "purple"})
    sit_down(ben, ana, table, 1)
    assert not ana.leave(table)
    assert (table in mine(ana), table in mine(ben)) == (False, True)
    with ben.at(table) as line:
        assert line.table["seats"][0]["kind"] == "bot"
        assert line.move()["ok"]
    ana.post("/name", name="Anna")
    assert table not in mine(ana), "a change of the seat does not bring it back"
    assert eve.http.delete(f"/api/tables/{table}").status_code == 404, "it is in no list of theirs"
    assert ana.post(f"/tables/{table}/seats/0")["seats"][0]["mine"], "by its link the seat is still there"
    assert table in mine(ana)


def test_a_host_who_only_watches_does_not_end_the_game_of_others(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "open", "greedy")
    sit_down(ben, ana, table, 0)
    assert not ana.leave(table)
    assert ben.get(f"/tables/{table}")["table"]["status"] == "playing"
    assert not ben.leave(table), "the host may want to go on"
    assert ana.leave(table)


def test_only_the_first_try_at_the_game_of_the_day_counts_and_there_are_no_hints(server: Server) -> None:
    ana = server.player("Ana")
    day = ana.get("/hello")["daily"]
    (before,) = ana.get("/today")["games"]
    assert (before["game"], before["table"], before["over"], before["score"]) == ("traxx", None, False, None)
    first = ana.table("traxx", "me", seed=day, **SHORT)
    shown = ana.get(f"/tables/{first}")["table"]
    assert (shown["origin"], shown["hints"]) == ("daily", False)
    assert ana.http.get(f"/api/tables/{first}/hint").status_code == 400
    (running,) = ana.get("/today")["games"]
    assert (running["table"], running["over"]) == (first, False)
    with ana.at(first) as line:
        line.play_on()
        score = line.view["scores"][0]
    again_ = ana.table("traxx", "me", seed=day, **SHORT)
    assert ana.get(f"/tables/{again_}")["table"]["origin"] is None
    (after,) = ana.get("/today")["games"]
    assert (after["table"], after["over"], after["score"]) == (first, True, score)
    assert ana.get("/today", language="de")["recent"][0]["verdict"] is None
    assert [one["game"] for one in ana.get("/today")["puzzles"]]


def test_a_try_that_is_given_up_counts_as_well(server: Server) -> None:
    ana = server.player("Ana")
    day = ana.get("/hello")["daily"]
    first = ana.table("traxx", "me", seed=day)
    ana.leave(first)
    assert ana.get(f"/tables/{ana.table('traxx', 'me', seed=day)}")["table"]["origin"] is None
    (game,) = ana.get("/today")["games"]
    assert (game["table"], game["over"], game["score"]) == (first, True, None)


def test_a_recent_game_tells_the_verdict_of_its_review(thinking: Server) -> None:
    ana = thinking.player("Ana")
    table = finished(ana, "traxx", "greedy")
    (recent,) = ana.get("/today")["recent"]
    assert (recent["id"], recent["verdict"]) == (table, None)
    headline = reviewed(ana, table)["headline"]
    assert headline
    assert ana.get("/today")["recent"][0]["verdict"] == headline
    german = ana.get(f"/tables/{table}/review", effort="quick", language="de")["headline"]
    assert ana.get("/today", language="de")["recent"][0]["verdict"] == german != headline
