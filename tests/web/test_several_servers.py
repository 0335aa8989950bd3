"""Several servers on one database serve the same tables."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.serving import Line, Player, Server
from trackside.play.match import Match
from trackside.play.record import read_record, verify_record


@pytest.fixture(scope="module")
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL database."""
    both = Server(postgres), Server(postgres)
    yield both
    for server in both:
        server.stop()


def at_other(player: Player, server: Server) -> Player:
    """The same player at another server."""
    there = server.player()
    there.headers = dict(player.headers)
    there.http.headers.update(player.headers)
    return there


def two_people(one: Server, other: Server, game: str, *bots: str, **more: object) -> tuple[Player, Player, str]:
    """A table with somebody at each of two servers."""
    ana, ben = one.player("Ana"), other.player("Ben")
    table = ana.table(game, "me", "open", *bots, watch="anyone", **more)
    ben.post(f"/tables/{table}/seats/1")
    return ana, ben, table


def play_on(line: Line) -> None:
    """Play a game to its end; a move that came too late is decided anew."""
    while line.table["result"] is None:
        if line.view and line.view["offers"]:
            line.move()
        else:
            line.wait()


def play_both(here: Line, there: Line) -> None:
    """Play a game to its end, each at their own server."""
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play_on, (here, there)))


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_people_at_two_servers_play_a_whole_game(pair: tuple[Server, Server], game: str) -> None:
    one, other = pair
    ana, ben, table = two_people(one, other, game, "greedy")
    with ana.at(table) as here, ben.at(table) as there:
        play_both(here, there)
        assert here.table["result"] == there.table["result"]
    records = {player.http.get(f"/api/tables/{table}/record").text for player in (ana, ben)}
    (record,) = records
    assert Match.from_record(record).over
    verify_record(read_record(record))


def test_a_dead_server_is_replaced_by_the_other(postgres: str, pair: tuple[Server, Server]) -> None:
    dying = Server(postgres)
    ana = dying.player("Ana")
    table = ana.table("whole-nine", "greedy", "greedy", "me", options={"first": "red"})
    with ana.at(table) as line:
        while not line.view["offers"]:
            line.wait()
        dying.process.kill()
        dying.process.wait()
    with at_other(ana, pair[0]).at(table) as line:
        line.play_on()
        assert line.table["result"]
    dying.close()


def test_who_is_connected_elsewhere_is_shown(pair: tuple[Server, Server]) -> None:
    ana, ben, table = two_people(*pair, "whole-nine")
    with ana.at(table) as here:
        with ben.at(table):
            while not here.table["seats"][1]["online"]:
                here.wait()
            assert ana.refused(f"/tables/{table}/takeover", seat=1) [0] == 400
        while here.table["seats"][1]["online"]:
            here.wait()


def test_both_ask_for_another_game_and_come_to_the_same_table(pair: tuple[Server, Server]) -> None:
    ana, ben, table = two_people(*pair, "whole-nine")
    with ana.at(table) as here, ben.at(table) as there:
        play_both(here, there)
        again = [player.post(f"/tables/{table}/rematch")["table"] for player in (ana, ben)]
        assert again[0] == again[1]
        while not there.table["table"]["again"]:
            there.wait()
        assert there.table["table"]["again"] == again[0]


def test_a_seat_is_taken_once(pair: tuple[Server, Server]) -> None:
    one, other = pair
    ana = one.player("Ana")
    table = ana.table("whole-nine", "me", "open", watch="anyone")
    at_other(ana, other).get(f"/tables/{table}")
    ben, cleo = one.player("Ben"), other.player("Cleo")
    ben.post(f"/tables/{table}/seats/1")
    status, _ = cleo.refused(f"/tables/{table}/seats/1")
    assert status == 400
