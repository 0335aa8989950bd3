"""Names reach every open table, and invitations tell whether they are valid."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.serving import Player, Server


def invited(host: Player, table: str, seat: int) -> str:
    """Return the path of an invitation in the interface."""
    path: str = host.get(f"/tables/{table}")["seats"][seat]["invite"]
    return f"/tables/{table}/invitations/{path.rpartition('/')[2]}"


def sit_down(guest: Player, host: Player, table: str, seat: int) -> None:
    secret = invited(host, table, seat).rpartition("/")[2]
    guest.post(f"/tables/{table}/seats/{seat}", invite=secret)


def names(shown: dict[str, list[dict[str, str]]]) -> list[str]:
    return [seat["name"] for seat in shown["seats"]]


def test_a_name_given_during_a_game_reaches_others_lists_and_the_record(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player()
    table = ana.table("whole-nine", "me", "open", options={"first": "purple"})
    sit_down(ben, ana, table, 1)
    with ana.at(table) as line, ben.at(table) as theirs:
        assert theirs.move()["ok"]
        before = ana.get(f"/tables/{table}")
        assert any("Purple" in told["says"] for told in before["story"])
        ben.post("/name", name="Ben")
        while names(line.table) != ["Ana", "Ben"]:
            line.wait()
        assert any("Ben" in told["says"] for told in line.table["story"])
        assert not any("Purple" in told["says"] for told in line.table["story"])
        assert line.table["version"] == before["version"], "nothing has happened in the game"
        assert theirs.view["offers"] == ben.get(f"/tables/{table}")["view"]["offers"]
    mine = next(row for row in ana.get("/tables", kind="mine")["mine"] if row["id"] == table)
    assert names(mine) == ["Ana", "Ben"]
    assert '[Player "purple Ben"]' in ana.http.get(f"/api/tables/{table}/record").text


def test_a_name_reaches_a_table_that_waits_and_one_that_is_not_in_memory(started: Callable[..., Server]) -> None:
    server = started()
    ana = server.player()
    waiting = ana.table("traxx", "me", "open")
    playing = ana.table("whole-nine", "me", "greedy", options={"first": "red"})
    server.stop()
    server.start()
    ana = again(server, ana)
    ana.post("/name", name="Ana")
    assert [names(ana.get(f"/tables/{table}"))[0] for table in (waiting, playing)] == ["Ana", "Ana"]


def again(server: Server, player: Player) -> Player:
    """Return the same player after a restart."""
    back = server.player()
    back.headers = dict(player.headers)
    back.http.headers.update(player.headers)
    return back


def test_people_at_the_same_screen_and_finished_games_keep_their_names(server: Server) -> None:
    ana = server.player("Ana")
    seats = [{"kind": "me"}, {"kind": "here", "name": "Cleo"}]
    shared = ana.post("/tables", game="whole-nine", seats=seats)["table"]
    over = ana.table("traxx", "me", options={"deck": "ybg"})
    with ana.at(over) as line:
        line.play_on()
    ana.post("/name", name="Anna")
    assert names(ana.get(f"/tables/{shared}")) == ["Anna", "Cleo"]
    assert names(ana.get(f"/tables/{over}")) == ["Ana"]
    rematch = ana.post(f"/tables/{over}/rematch")["table"]
    assert names(ana.get(f"/tables/{rematch}")) == ["Anna"]


def test_a_new_name_does_not_move_a_table_to_the_top_of_the_lists(server: Server) -> None:
    ana = server.player()
    older, newer = ana.table("traxx", "me", "open"), ana.table("traxx", "me", "open")
    before = ana.get("/tables", kind="mine")["mine"]
    assert [row["id"] for row in before] == [newer, older]
    ana.post("/name", name="Ana")
    after = ana.get("/tables", kind="mine")["mine"]
    assert [(row["id"], row["when"]) for row in after] == [(row["id"], row["when"]) for row in before]


def test_an_invitation_tells_of_its_table_until_it_is_used(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("skip-or-trip", "me", "novice", "open", watch="nobody", clock=259200)
    path = invited(ana, table, 2)
    assert eve.http.get(f"/api/tables/{table}").status_code == 404, "nobody else may look"
    told = ben.get(path)
    assert (told["host"], told["seat"], told["mine"]) == ("Ana", 2, False)
    assert told["table"]["clock"] == 259200
    assert [seat["kind"] for seat in told["seats"]] == ["person", "bot", "open"]
    sit_down(ben, ana, table, 2)
    told = ben.get(path)
    assert (told["seat"], told["mine"]) == (2, True)
    for guest, other in ((eve, path), (eve, f"{path}x"), (eve, f"/tables/{table}/invitations/none")):
        refused = guest.http.get(f"/api{other}", params={"language": "de"})
        assert refused.status_code == 404
        assert refused.json()["error"] == f"Den Tisch {table} gibt es nicht.", "nobody else may know of it"
    assert eve.http.get("/api/tables/ffffffffff/invitations/xyz").status_code == 404
