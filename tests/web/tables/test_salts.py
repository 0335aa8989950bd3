"""Salts are committed to by all before any is revealed, so that nobody can choose the dice: not even the operator."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.web.serving import Player, Server
from tests.web.system.test_durable import again
from tests.web.system.test_fairness import MINE, YOURS, play_together, salts_of
from tests.web.tables.test_clocks import World
from tests.web.tables.test_clocks import in_a_world as in_a_world
from trackside.core.errors import TracksideError
from trackside.games import find_game
from trackside.play.dice import Dice, commit_to, new_seed
from trackside.play.record import read_headers, read_record
from trackside.play.verification import missing_proof, verify_record
from trackside.web.api.commands import CommitCommand, RevealCommand
from trackside.web.cluster.holder import LeaseHolder
from trackside.web.errors import ApiError
from trackside.web.tables import creation
from trackside.web.tables.changes import NOTHING, PLAYING, WAITING, Change, Leave, Remove, SaltsUp, Sit
from trackside.web.tables.clocks import GRACE
from trackside.web.tables.creation import new_row
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.salts import COMMITTING, MAX_PATIENCE, REVEALING, patience
from trackside.web.tables.seats import BOT, OPEN, PERSON, Occupant
from trackside.web.tables.table import Table

SECRET = "the secret of the server"
SALTS = [MINE, YOURS, "the salt of the third"]


def waiting_table(seats: int = 2, clock: int | None = None) -> Table:
    """Return a table whose host has committed to a salt; the other seats are open."""
    host = Occupant(0, PERSON, "player 0", "P0", commitment=commit_to(MINE))
    others = [Occupant(seat, OPEN, invite="x") for seat in range(1, seats)]
    row = new_row(find_game("whole-nine"), seats, {"first": "red"}, "player 0")
    return Table(row | {"seed": SECRET, "clock": clock}, [host, *others], [])


def sit(table: Table, seat: int, salt: str | None = None) -> None:
    """Take an open seat with a commitment."""
    committed = commit_to(salt or SALTS[seat])
    table.accept(table.handle(Sit(seat, f"P{seat}", "x", None, commitment=committed), f"player {seat}"))


def reveal(table: Table, seat: int, salt: str | None = None) -> None:
    """Reveal a salt."""
    table.accept(table.handle(RevealCommand(seat=seat, salt=salt or SALTS[seat]), f"player {seat}"))


def sealed_table(seats: int = 2) -> Table:
    """Return a table where all have committed to a salt and none has revealed it."""
    table = waiting_table(seats)
    for seat in range(1, seats):
        sit(table, seat)
    return table


def refusal(table: Table, command: Any, player: str) -> str:
    """Return the key of the refusal of a command."""
    with pytest.raises(ApiError) as refused:
        table.handle(command, player)
    return refused.value.key


# The order


def test_the_game_begins_when_all_have_committed_and_then_all_have_revealed() -> None:
    table = waiting_table(3)
    assert (table.asked, table.salts_by, table.due) == ({}, None, None)
    sit(table, 1)
    assert (table.sealed, table.asked) == (None, {}), "a seat is open: nobody is asked for a salt"
    assert refusal(table, RevealCommand(seat=0, salt=MINE), "player 0") == "server.salt_too_early"
    sit(table, 2)
    assert table.sealed is not None
    assert table.asked == dict.fromkeys(range(3), "salt")
    assert table.due == table.salts_by == table.sealed + 1000 * REVEALING
    for seat in (2, 0):
        reveal(table, seat)
        assert table.status == WAITING
    assert table.asked == {1: "salt"}
    reveal(table, 1)
    assert table.match is not None
    assert (table.status, table.asked) == (PLAYING, {})
    known = dict(enumerate(SALTS))
    assert table.match.dice.seed == Dice.shared(SECRET, known).seed
    assert table.match.dice.commitments == {seat: commit_to(salt) for seat, salt in known.items()}


def test_a_salt_counts_once_and_only_if_it_was_committed_to() -> None:
    table = sealed_table()
    assert refusal(table, RevealCommand(seat=0, salt=YOURS), "player 0") == "server.other_salt"
    assert refusal(table, RevealCommand(seat=0, salt="short"), "player 0") == "server.no_salt"
    assert refusal(table, RevealCommand(seat=0, salt=MINE), "player 1") == "server.not_yours"
    reveal(table, 0)
    assert table.handle(RevealCommand(seat=0, salt=MINE), "player 0") == NOTHING, "sent twice it counts once"
    assert refusal(table, RevealCommand(seat=0, salt=YOURS), "player 0") == "server.salt_unasked"
    assert refusal(table, CommitCommand(seat=1, commitment=commit_to(MINE)), "player 0") == "server.not_yours"
    assert table.handle(CommitCommand(seat=0, commitment=commit_to(YOURS)), "player 0") == NOTHING, "the first counts"
    assert table.occupants[0].commitment == commit_to(MINE)


def test_whoever_knows_all_other_salts_and_the_secret_can_no_longer_choose() -> None:
    """The operator sits on seat 1, reads the database and tries salts that would bring sixes."""
    table = sealed_table()
    reveal(table, 0)
    chance = random.Random(5)
    tried = 0
    for _ in range(2000):
        salt = f"{chance.getrandbits(128):032x}"
        dice = Dice.shared(table.seed, {0: MINE, 1: salt})
        if dice.outcome(1, 0, [1] * 6) == dice.outcome(1, 1, [1] * 6) == 5:
            tried += 1
            assert refusal(table, RevealCommand(seat=1, salt=salt), "player 1") == "server.other_salt"
            assert table.handle(CommitCommand(seat=1, commitment=commit_to(salt)), "player 1") == NOTHING
            other = Sit(1, "P1", "x", None, commitment=commit_to(salt))
            assert table.handle(other, "player 1") == NOTHING
    assert tried > 20
    assert table.occupants[1].commitment == commit_to(YOURS)
    reveal(table, 1)
    assert table.match is not None
    assert table.match.dice.salts == {0: MINE, 1: YOURS}


def test_before_the_others_reveal_no_salt_brings_one_outcome_more_often_than_others() -> None:
    """Whatever the operator commits to, the salt of one other decides."""
    rolls = [Dice.shared(SECRET, {0: f"{i:032x}", 1: YOURS}).outcome(1, 0, [1] * 6) for i in range(1200)]
    assert all(abs(rolls.count(face) - 200) < 80 for face in range(6))


def test_an_operator_who_changes_a_salt_in_the_database_is_found_out() -> None:
    table = sealed_table()
    changed = replace(table.occupants[1], salt="a salt that suits me better")
    table.accept(table.settle([changed]))
    reveal(table, 0)
    assert table.match is not None
    with pytest.raises(TracksideError, match="the salt of purple is not the one that it committed to"):
        verify_record(read_record(table.match.record(reveal_seed=True)))


def test_if_a_player_leaves_and_another_one_comes_all_commit_to_new_salts() -> None:
    table = sealed_table(3)
    reveal(table, 0)
    table.accept(Change(occupants=[Occupant(2, OPEN, invite="x")]))
    assert (table.asked, table.salts_by) == ({}, None)
    assert refusal(table, RevealCommand(seat=1, salt=YOURS), "player 1") == "server.salt_too_early"
    other = Sit(2, "P3", "x", None, commitment=commit_to("the salt of a newcomer"))
    table.accept(table.handle(other, "player 3"))
    assert table.sealed is None
    assert table.asked == {0: "commitment", 1: "commitment"}, "the newcomer may know the first one's salt"
    for seat in (0, 1):
        assert table.occupants[seat].salt is None
        committed = CommitCommand(seat=seat, commitment=commit_to(f"another salt of {seat}"))
        table.accept(table.handle(committed, f"player {seat}"))
    assert refusal(table, RevealCommand(seat=0, salt=MINE), "player 0") == "server.other_salt"
    for seat in (0, 1):
        reveal(table, seat, f"another salt of {seat}")
    table.accept(table.handle(RevealCommand(seat=2, salt="the salt of a newcomer"), "player 3"))
    assert table.status == PLAYING
    assert table.match is not None
    assert [*table.match.dice.salts] == [0, 1, 2]


# Those who are away


def test_a_salt_that_is_not_revealed_in_time_is_left_out_and_the_record_says_so() -> None:
    table = sealed_table()
    reveal(table, 0)
    assert table.handle(SaltsUp(None), None) == NOTHING, "that was the time to commit"
    table.accept(table.handle(SaltsUp(table.sealed), None))
    assert table.status == PLAYING
    assert refusal(table, RevealCommand(seat=1, salt=YOURS), "player 1") == "server.salt_too_late"
    assert table.match is not None
    assert table.match.dice.salts == {0: MINE}
    record = read_record(table.match.record(reveal_seed=True))
    said = " ".join(verify_record(record))
    assert "purple did not reveal the salt that it committed to: the dice were made without it" in said
    assert "purple did not reveal its salt" in missing_proof(record)


def test_a_seat_that_a_bot_keeps_meanwhile_keeps_its_commitment() -> None:
    table = sealed_table()
    assert refusal(table, Remove(1), "player 0") == "server.begun"
    table.accept(table.handle(Leave(), "player 1"))
    assert (table.occupants[1].kind, table.occupants[1].commitment) == (BOT, commit_to(YOURS))
    assert table.status == WAITING
    table.accept(table.handle(Sit(1, "P1", None, None, commitment=commit_to(MINE)), "player 1"))
    assert table.occupants[1].commitment == commit_to(YOURS), "it is too late for another one"
    reveal(table, 0)
    reveal(table, 1)
    assert table.status == PLAYING


def test_salts_are_waited_for_as_long_as_a_turn_may_take() -> None:
    assert (patience(None, True), patience(10, True), patience(3600, True)) == (REVEALING, REVEALING, 3600)
    assert (patience(None, False), patience(7 * 86_400, False)) == (COMMITTING, MAX_PATIENCE)


async def seat_two(world: World, **more: Any) -> LiveTable:
    """Return a table of two where both have committed to a salt."""
    seats = [Occupant(0, PERSON, "player 0", "P0"), Occupant(1, OPEN, invite="x")]
    host, committed = "player 0", commit_to(MINE)
    live = await creation.create(world.tables, "traxx", seats, {}, host=host, commitment=committed, **more)
    await world.tables.handle(live, Sit(1, "P1", "x", None, commitment=commit_to(YOURS)), "player 1")
    return live


def test_the_clock_begins_the_game_without_a_salt(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        live = await seat_two(world)
        await world.tables.handle(live, RevealCommand(seat=0, salt=MINE), "player 0")
        await world.wait(REVEALING - 1)
        assert live.table.status == WAITING
        await world.wait(2)
        assert live.table.status == PLAYING
        assert [one.salt for one in live.table.occupants] == [MINE, None]

    in_a_world(test)


def test_every_step_is_stored_before_the_next_one(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        async def restarted(table: str) -> LiveTable:
            await world.stop()
            world.start()
            return await world.tables.find(table)

        seats = [Occupant(0, PERSON, "player 0", "P0"), Occupant(1, OPEN, invite="x")]
        host, committed = "player 0", commit_to(MINE)
        first = await creation.create(world.tables, "traxx", seats, {}, host=host, commitment=committed)
        table, digest = first.table.id, first.table.commitment
        steps: list[tuple[Sit | RevealCommand, dict[int, str]]] = [
            (Sit(1, "P1", "x", None, commitment=commit_to(YOURS)), {0: "salt", 1: "salt"}),
            (RevealCommand(seat=1, salt=YOURS), {0: "salt"}),
            (RevealCommand(seat=0, salt=MINE), {}),
        ]
        for command, asked in steps:
            live = await restarted(table)
            await world.tables.handle(live, command, f"player {command.seat}")
            known = await restarted(table)
            assert (known.table.asked, known.table.commitment) == (asked, digest)
            assert known.table.occupants == live.table.occupants
            assert known.table.sealed == live.table.sealed
        assert known.table.match is not None
        assert known.table.match.dice.salts == {0: MINE, 1: YOURS}

    in_a_world(test)


def test_a_server_that_comes_back_gives_the_pages_time_to_reveal(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        first = await seat_two(world)
        await world.stop()
        world.start()
        await world.wait(10 * REVEALING)
        live = await world.tables.find(first.table.id)
        assert (live.table.status, live.table.sealed) == (WAITING, first.table.sealed)
        await world.wait(GRACE - 1)
        assert live.table.status == WAITING
        await world.tables.handle(live, RevealCommand(seat=0, salt=MINE), "player 0")
        await world.wait(2)
        assert live.table.status == PLAYING
        assert [one.salt for one in live.table.occupants] == [MINE, None]

    in_a_world(test)


def test_a_rematch_waits_for_new_commitments_and_goes_on_without_those_who_stay_away(
    in_a_world: Callable[..., None],
) -> None:
    async def test(world: World) -> None:
        people = [Occupant(seat, PERSON, f"player {seat}", commitment=commit_to(SALTS[seat])) for seat in range(2)]
        live = await creation.create(world.tables, "traxx", people, {}, host="player 0")
        assert live.table.asked == {0: "commitment", 1: "commitment"}
        salt = new_seed()
        await world.tables.handle(live, CommitCommand(seat=0, commitment=commit_to(salt)), "player 0")
        await world.wait(COMMITTING - 1)
        assert (live.table.sealed, live.table.asked) == (None, {1: "commitment"})
        await world.wait(2)
        assert live.table.asked == {0: "salt"}
        await world.tables.handle(live, RevealCommand(seat=0, salt=salt), "player 0")
        assert live.table.status == PLAYING
        assert live.table.match is not None
        record = read_record(live.table.match.record(reveal_seed=True))
        assert (set(record.salts), set(record.salt_commitments)) == ({0, 1}, {0})
        assert "the salt of purple was not committed to" in missing_proof(record)

    in_a_world(test)


def test_a_table_that_nobody_looks_at_is_found_by_the_keeper_when_its_time_is_up(
    in_a_world: Callable[..., None],
) -> None:
    async def test(world: World) -> None:
        people = [Occupant(seat, PERSON, f"player {seat}", commitment=commit_to(SALTS[seat])) for seat in range(2)]
        table = (await creation.create(world.tables, "traxx", people, {}, host="player 0")).table.id
        await world.stop()
        world.start()
        await world.wait(10 * COMMITTING)
        lease_holder = LeaseHolder(world.tables, "server")
        await lease_holder.beat()
        await world.wait(GRACE)
        assert world.tables.live[table].table.status == PLAYING
        await lease_holder.close()

    in_a_world(test)


def test_a_salt_revealed_at_another_server_counts_though_the_time_is_up_here(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        here = await seat_two(world)
        other = Tables(world.store)
        there = await other.find(here.table.id)
        await other.handle(there, RevealCommand(seat=1, salt=YOURS), "player 1")
        await world.tables.handle(here, SaltsUp(here.table.sealed))
        assert here.table.status == PLAYING
        assert here.table.match is not None
        assert here.table.match.dice.salts == {1: YOURS}
        with pytest.raises(ApiError, match="The time to reveal your salt is over"):
            await other.handle(there, RevealCommand(seat=0, salt=MINE), "player 0")
        stored = await Tables(world.store).find(here.table.id)
        assert stored.table.match is not None
        assert stored.table.match.dice.seed == here.table.match.dice.seed

    in_a_world(test)


# On real servers


def committed(server: Server) -> tuple[Player, Player, str]:
    """Return two people at a table where both have committed to a salt."""
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone", commitment=commit_to(MINE))
    ben.post(f"/tables/{table}/seats/1", commitment=commit_to(YOURS))
    return ana, ben, table


def test_everybody_sees_all_commitments_before_any_salt(server: Server) -> None:
    ana, ben, table = committed(server)
    with ana.at(table) as first, ben.at(table) as second, server.player().at(table) as third:
        for line in (first, second, third):
            assert line.table["table"]["status"] == "waiting"
            assert [one["commitment"] for one in line.table["seats"]] == [commit_to(MINE), commit_to(YOURS)]
            assert [one["asks"] for one in line.table["seats"]] == ["salt", "salt"]
            assert line.table["table"]["salts_by"] is not None
        assert not first.say("reveal", seat=0, salt=YOURS)["ok"]
        assert first.say("reveal", seat=0, salt=MINE)["ok"]
        second.say("sync")
        assert salts_of(second.table) == [None, None], "salts of others are shown when the game begins"
        assert [one["asks"] for one in second.table["seats"]] == [None, "salt"]
        assert second.say("reveal", seat=1, salt=YOURS)["ok"]
        while third.table["table"]["status"] == "waiting":
            third.wait()
        assert salts_of(third.table) == [MINE, YOURS]
    for sent in ({"commitment": "0" * 63}, {"commitment": "A" * 64}, {"commitment": "0" * 64, "salt": MINE}):
        open_table = ana.table("traxx", "me", "open", watch="anyone")
        assert ben.refused(f"/tables/{open_table}/seats/1", **sent)[0] == 400


def test_a_killed_server_still_knows_what_was_committed_to_and_revealed(house: Server) -> None:
    ana, ben, table = committed(house)
    before = ana.get(f"/tables/{table}")
    ben.post(f"/tables/{table}/reveal", seat=1, salt=YOURS)
    house.kill()
    house.start()
    ana, ben = again(house, ana), again(house, ben)
    shown = ana.get(f"/tables/{table}")
    for part in ("commitment", "salts_by"):
        assert shown["table"][part] == before["table"][part]
    assert [one["commitment"] for one in shown["seats"]] == [commit_to(MINE), commit_to(YOURS)]
    assert [one["asks"] for one in shown["seats"]] == ["salt", None]
    shown = ana.post(f"/tables/{table}/reveal", seat=0, salt=MINE)
    assert (shown["table"]["status"], salts_of(shown)) == ("playing", [MINE, YOURS])
    with ana.at(table) as first, ben.at(table) as second:
        play_together(first, second)
    record = read_record(ana.http.get(f"/api/tables/{table}/record").text)
    assert (record.salts, missing_proof(record)) == ({0: MINE, 1: YOURS}, [])
    assert verify_record(record)


@pytest.fixture(scope="module")
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL database."""
    both = Server(postgres), Server(postgres)
    yield both
    for server in both:
        server.stop()


def test_people_at_two_servers_commit_and_reveal(pair: tuple[Server, Server]) -> None:
    ana, ben = pair[0].player("Ana"), pair[1].player("Ben")
    table = ana.table("traxx", "me", "open", watch="anyone", commitment=commit_to(MINE))
    with ana.at(table) as first:
        ben.post(f"/tables/{table}/seats/1", commitment=commit_to(YOURS))
        while first.table["seats"][0]["asks"] != "salt":
            first.wait()
        assert [one["commitment"] for one in first.table["seats"]] == [commit_to(MINE), commit_to(YOURS)]
        assert first.say("reveal", seat=0, salt=MINE)["ok"]
        shown = ben.post(f"/tables/{table}/reveal", seat=1, salt=YOURS)
        assert shown["table"]["status"] == "playing"
        while first.table["table"]["status"] != "playing":
            first.wait()
    for one in (ana, ben):
        told = read_headers(one.http.get(f"/api/tables/{table}/record").text)
        assert told["salt"] == [f"red {MINE}", f"purple {YOURS}"]
        assert told["saltcommitment"] == [f"red {commit_to(MINE)}", f"purple {commit_to(YOURS)}"]


def test_a_rematch_is_committed_to_anew(server: Server) -> None:
    ana, ben, table = committed(server)
    ana.post(f"/tables/{table}/reveal", seat=0, salt=MINE)
    ben.post(f"/tables/{table}/reveal", seat=1, salt=YOURS)
    with ana.at(table) as first, ben.at(table) as second:
        play_together(first, second)
    rematch = ana.post(f"/tables/{table}/rematch")["table"]
    shown = ben.get(f"/tables/{rematch}")
    assert (shown["table"]["status"], [one["asks"] for one in shown["seats"]]) == ("waiting", ["commitment"] * 2)
    ana.post(f"/tables/{rematch}/commit", seat=0, commitment=commit_to(YOURS))
    shown = ben.post(f"/tables/{rematch}/commit", seat=1, commitment=commit_to(MINE))
    assert [one["asks"] for one in shown["seats"]] == ["salt"] * 2
    ana.post(f"/tables/{rematch}/reveal", seat=0, salt=YOURS)
    shown = ben.post(f"/tables/{rematch}/reveal", seat=1, salt=MINE)
    assert (shown["table"]["status"], salts_of(shown)) == ("playing", [YOURS, MINE])
