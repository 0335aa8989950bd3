"""Seats: when a bot can take over, one for each person, leaving, removing and closing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.serving import Line, Player, Server
from tests.web.tables.test_clocks import World, in_a_world
from tests.web.tables.test_names import again, sit_down
from trackside.web import limits
from trackside.web.api.commands import MoveCommand, TakeOverCommand
from trackside.web.errors import ApiError
from trackside.web.tables import creation
from trackside.web.tables.live import LiveTable
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.unix_time import now

__all__ = ["in_a_world"]  # a fixture

ANA, BEN = "player 0", "player 1"
PURPLE = {"first": "purple"}
CLOCK = 600

InAWorld = Callable[..., None]


def ignore(message: bytes) -> None:
    """Look, and read nothing."""


async def refused(world: World, live: LiveTable, seat: int = 1, player: str = ANA) -> str:
    """Return why a bot cannot take over now."""
    with pytest.raises(ApiError) as error:
        await world.tables.handle(live, TakeOverCommand(seat=seat), player)
    assert live.table.occupants[seat].kind == PERSON
    return str(error.value)


def takeover(live: LiveTable, player: str = ANA, seat: int = 1) -> int | None:
    """Return in how many seconds a player is told that a bot can take over."""
    shown = live.viewers.snapshot(live.table.perspective_of(player), "en", player)["seats"][seat]["takeover"]
    return None if shown is None else round((shown - now()) / 1000)


async def finish_turn(world: World, live: LiveTable, seat: int, player: str) -> None:
    """Make moves until this seat has nothing to do."""
    while moves := live.table._moves(seat):
        await world.tables.handle(live, MoveCommand(seat=seat, move=moves[-1]), player)


# Taking over


def test_a_bot_takes_over_after_the_waiting_time_at_the_tables_level(in_a_world: InAWorld) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", options=PURPLE)
        assert takeover(live) == limits.AWAY
        assert (await refused(world, live)).startswith("A bot can take over in 120 seconds")
        await world.wait(limits.AWAY - 1)
        assert (await refused(world, live)).startswith("A bot can take over in 1 seconds")
        await world.wait(1)
        assert takeover(live) == 0
        await world.tables.handle(live, TakeOverCommand(seat=1), ANA)
        replaced = live.table.occupants[1]
        assert (replaced.kind, replaced.level, replaced.player, replaced.asked_by) == (BOT, "club", BEN, 0)
        for player in (ANA, BEN):
            told = live.viewers.snapshot(live.table.perspective_of(player), "en", player)["seats"][1]
            assert (told["asked_by"], told["come_back"]) == (0, player == BEN)
        stored = await world.tables._load(live.table.id)
        assert stored.table.occupants == live.table.occupants

    in_a_world(test)


def test_the_waiting_time_begins_with_the_turn_and_not_before(in_a_world: InAWorld) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", options={"first": "red"})
        await world.wait(10 * limits.AWAY)
        assert await refused(world, live) == "A bot can take over only while you are waiting for this player."
        assert takeover(live) is None
        await finish_turn(world, live, 0, ANA)
        assert takeover(live) == limits.AWAY
        assert "120 seconds" in await refused(world, live)

    in_a_world(test)


def test_a_connection_and_a_request_are_presence(in_a_world: InAWorld) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", options=PURPLE)
        viewer = live.viewers.join(1, "en", BEN, "scene", ignore)
        await world.wait(10 * limits.AWAY)
        assert "still here" in await refused(world, live)
        live.viewers.leave(viewer, BEN, ignore)
        assert takeover(live) == limits.AWAY
        await world.wait(limits.AWAY - 10)
        live.viewers.visit(BEN)
        assert takeover(live) is None
        assert "still here" in await refused(world, live)
        await world.wait(40)
        assert live.viewers.online == set()
        assert takeover(live) == limits.AWAY - 40, "counted from the request"
        live.viewers.visit(BEN)
        await world.wait(20)
        live.viewers.visit(BEN)
        await world.wait(20)
        assert live.viewers.online == {1}
        await world.wait(limits.AWAY)
        await world.tables.handle(live, TakeOverCommand(seat=1), ANA)

    in_a_world(test)


def test_a_move_over_http_delays_a_takeover_and_is_shown_to_nobody(in_a_world: InAWorld) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", options=PURPLE)
        await world.wait(limits.AWAY - 10)
        live.viewers.visit(BEN, is_secret=True)
        assert (len(live.viewers.online), takeover(live)) == (0, 10)
        await world.wait(20)
        assert (await refused(world, live)).startswith("A bot can take over in")
        await world.wait(limits.AWAY)
        await world.tables.handle(live, TakeOverCommand(seat=1), ANA)

    in_a_world(test)


def test_with_a_clock_it_has_to_run_out_first(in_a_world: InAWorld) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", options=PURPLE, clock=CLOCK)
        await world.wait(CLOCK - 1)
        assert await refused(world, live) == "A bot can take over only after this player has let the clock run out."
        await world.wait(1)
        assert (await refused(world, live)).startswith("A bot can take over in")
        viewer = live.viewers.join(1, "en", BEN, "scene", ignore)
        live.viewers.leave(viewer, BEN, ignore)
        await world.wait(limits.AWAY)
        assert "let the clock run out" in await refused(world, live), "they were here since"
        await finish_turn(world, live, 0, ANA)
        await world.wait(CLOCK)
        assert takeover(live) == limits.AWAY
        await world.wait(limits.AWAY)
        await world.tables.handle(live, TakeOverCommand(seat=1), ANA)

    in_a_world(test)


def test_where_all_act_at_the_same_time_nobody_learns_who_has_finished(in_a_world: InAWorld) -> None:
    async def test(world: World) -> None:
        live = await world.table("traxx")
        await world.wait(limits.AWAY)
        assert takeover(live) is None
        assert "while you are waiting" in await refused(world, live), "first finish the round"
        await finish_turn(world, live, 0, ANA)
        assert takeover(live) == 0
        await world.tables.handle(live, TakeOverCommand(seat=1), ANA)

    in_a_world(test)


def test_the_waiting_time_outlives_the_tables_time_in_memory_but_begins_again_after_a_restart(
    in_a_world: InAWorld,
) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", options=PURPLE)
        await world.wait(100)
        world.tables._evict(live)
        assert takeover(await world.tables.find(live.table.id)) == 20
        await world.stop()
        world.start()
        assert takeover(await world.tables.find(live.table.id)) == limits.AWAY

    in_a_world(test)


@pytest.mark.parametrize(
    ("bots", "level"), [([], "club"), (["random", "novice"], "club"), (["expert", "club"], "expert")]
)
def test_the_level_is_that_of_the_best_bot_and_at_least_club(in_a_world: InAWorld, bots: list[Any], level: str) -> None:
    async def test(world: World) -> None:
        people = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]
        others = [Occupant(2 + seat, BOT, level=bot) for seat, bot in enumerate(bots)]
        live = await creation.create(world.tables, "skip-or-trip", [*people, *others], {}, host=ANA)
        assert live.table.level == level

    in_a_world(test)


def test_whoever_was_replaced_is_told_and_can_come_back_also_after_a_restart(started: Callable[..., Server]) -> None:
    server = started()
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone", options=PURPLE)
    ben.post(f"/tables/{table}/seats/1")
    ana.post(f"/tables/{table}/takeover", seat=1)
    assert ana.get(f"/tables/{table}")["seats"][1]["asked_by"] == 0
    server.stop()
    server.start()
    ana, ben = again(server, ana), again(server, ben)
    seat = ben.get(f"/tables/{table}")["seats"][1]
    assert (seat["kind"], seat["asked_by"], seat["come_back"]) == ("bot", 0, True)
    seat = ben.post(f"/tables/{table}/seats/1")["seats"][1]
    assert (seat["kind"], seat["asked_by"], seat["mine"]) == ("person", None, True)


def test_a_player_who_only_uses_http_is_not_replaced_while_playing(started: Callable[..., Server]) -> None:
    server = started("--takeover-after", "3600")
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone", options=PURPLE)
    ben.post(f"/tables/{table}/seats/1")
    for _ in range(3):
        offers = ben.get(f"/tables/{table}")["view"]["offers"]
        if offers:
            ben.post(f"/tables/{table}/moves", seat=1, move=offers[0]["move"])
        assert ana.refused(f"/tables/{table}/takeover", seat=1)[1].startswith("This player is still here")
    assert ana.get(f"/tables/{table}")["seats"][1]["online"]


# One seat each


def test_one_person_takes_one_seat_unless_the_host_allows_more(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", "open", "open", watch="anyone")
    ben.post(f"/tables/{table}/seats/1")
    only_one = (400, "You already have a seat: the host allows one seat per person.")
    for seat in (2, 3):
        assert ben.refused(f"/tables/{table}/seats/{seat}") == only_one
        assert ana.refused(f"/tables/{table}/seats/{seat}") == only_one
    link = ana.get(f"/tables/{table}")["seats"][2]["invite"].rpartition("/")[2]
    assert ben.refused(f"/tables/{table}/seats/2", invite=link) == only_one
    assert ben.get(f"/tables/{table}/invitations/{link}")["seat"] == 1, "the link leads to their own seat"

    table = ana.table("whole-nine", "me", "open", "open", several_seats=True)
    assert ana.get(f"/tables/{table}")["table"]["several_seats"]
    for seat in (1, 2):
        link = ana.get(f"/tables/{table}")["seats"][seat]["invite"].rpartition("/")[2]
        invited = ben.get(f"/tables/{table}/invitations/{link}")
        assert (invited["seat"], invited["mine"]) == (seat, False)
        ben.post(f"/tables/{table}/seats/{seat}", invite=link)
    assert [seat["mine"] for seat in ben.get(f"/tables/{table}")["seats"]] == [False, True, True]


# Leaving, removing, closing


def in_list(player: Player, table: str) -> bool:
    """Return whether a table is in any list of a player's own tables."""
    lists = player.get("/tables")
    return table in {row["id"] for kind in ("mine", "finished") for row in lists[kind]}


def wait_until(line: Line, is_so: Callable[[dict[str, Any]], bool]) -> None:
    while not is_so(line.table):
        line.wait()


def test_a_guest_who_leaves_before_the_start_frees_the_seat_with_a_new_invitation(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("whole-nine", "me", "open", "open")
    old = ana.get(f"/tables/{table}")["seats"][1]["invite"].rpartition("/")[2]
    sit_down(ben, ana, table, 1)
    with ana.at(table) as line:
        assert not ben.leave(table)
        wait_until(line, lambda told: told["seats"][1]["kind"] == "open")
        assert line.table["seats"][1] == line.table["seats"][1] | {"name": "", "salt": None}
    assert not in_list(ben, table)
    assert ben.http.delete(f"/api/tables/{table}").status_code == 404
    assert eve.refused(f"/tables/{table}/seats/1", invite=old)[0] == 400, "it was used up"
    sit_down(eve, ana, table, 1)
    sit_down(ben, ana, table, 2)
    assert ben.get(f"/tables/{table}")["table"]["status"] == "playing"
    assert in_list(ben, table)


def test_the_host_removes_a_guest_who_sees_nothing_of_the_seat_any_more(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("skip-or-trip", "me", "open", watch="nobody")
    waiting = ana.table("skip-or-trip", "me", "open", "open", watch="nobody")
    sit_down(ben, ana, waiting, 1)
    remove = f"/api/tables/{waiting}/seats/1"
    assert ben.http.delete(f"/api/tables/{waiting}/seats/0").json()["error"] == "Only the host can do that."
    assert eve.http.delete(remove).status_code == 404
    assert ana.http.delete(f"/api/tables/{waiting}/seats/0").json()["error"].startswith("Only the seat of a guest")
    assert ana.http.delete(f"/api/tables/{waiting}/seats/7").status_code == 400
    with ben.at(waiting) as line:
        heard = len(line.heard)
        assert ana.http.delete(remove).json()["seats"][1]["kind"] == "open"
        with pytest.raises(ConnectionClosed) as closed:
            line.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert len(line.heard) == heard
    assert ana.http.delete(remove).status_code == 200, "it is free already"
    assert ben.http.get(f"/api/tables/{waiting}").status_code == 404
    assert not in_list(ben, waiting)
    sit_down(eve, ana, table, 1)
    assert ana.http.delete(f"/api/tables/{table}/seats/1").json()["error"] == "The game has already begun."


def test_the_host_closes_a_table_that_waits_and_everybody_is_told(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", "open", watch="anyone")
    link = ana.get(f"/tables/{table}")["seats"][2]["invite"].rpartition("/")[2]
    ben.post(f"/tables/{table}/seats/1")
    with ben.at(table) as line:
        assert ana.leave(table)
        wait_until(line, lambda told: told["table"]["status"] == "over")
        assert line.table["result"] is None
    assert not in_list(ana, table)
    assert not in_list(ben, table)
    assert ben.http.get(f"/api/tables/{table}/invitations/{link}").status_code == 200, "they still sit there"
    assert server.player("Eve").refused(f"/tables/{table}/seats/2")[1] == "The game is over."
    assert ana.http.delete(f"/api/tables/{table}").status_code == 400


def test_a_bot_plays_for_whoever_leaves_and_the_last_one_closes_the_table(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", options=PURPLE, by_hand=True)
    sit_down(ben, ana, table, 1)
    with ana.at(table) as line:
        assert not ben.leave(table)
        wait_until(line, lambda told: told["seats"][1]["kind"] == "bot" and told["view"]["roll"])
        assert line.table["seats"][1]["asked_by"] == 1
        assert line.table["seats"][1]["name"] == "Ben"
        assert line.table["seats"][1]["level"] == "club"
    assert ben.post(f"/tables/{table}/seats/1")["seats"][1]["kind"] == "person"
    assert in_list(ben, table)
    assert not ana.leave(table), "Ben is back"
    assert ben.leave(table), "nobody is left"
    assert ben.get(f"/tables/{table}")["table"]["status"] == "over"
    assert not in_list(ana, table)


def test_a_table_is_not_closed_while_somebody_who_was_only_away_can_come_back(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", options=PURPLE)
    sit_down(ben, ana, table, 1)
    ana.post(f"/tables/{table}/takeover", seat=1)
    assert not ana.leave(table)
    assert ben.post(f"/tables/{table}/seats/1")["table"]["status"] == "playing"


def test_whoever_left_is_not_asked_to_a_rematch(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", options={"deck": "ybg-grk"})
    sit_down(ben, ana, table, 1)
    ben.leave(table)
    with ana.at(table) as line:
        line.play_on()
    once_more = ana.get(f"/tables/{ana.post(f'/tables/{table}/rematch')['table']}")["seats"]
    assert [(seat["kind"], seat["asked_by"]) for seat in once_more] == [("person", None), ("bot", None)]
    assert once_more[1]["name"] != "Ben"
