"""Fair dice: no one at a table can choose or foresee them, and everyone can check them afterwards."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from tests.web.serving import Line, Player, Server, Starter
from tests.web.system.test_durable import again
from trackside.core.errors import TracksideError
from trackside.core.protocol import CHANCE, SPECTATOR
from trackside.games import find_game
from trackside.play.dice import Dice, commit_to
from trackside.play.record import Record, read_record
from trackside.play.verification import missing_proof, verify_record
from trackside.web.api.common import as_json
from trackside.web.tables.changes import PLAYING, Rename, Sit
from trackside.web.tables.creation import new_row
from trackside.web.tables.seats import BOT, OPEN, PERSON, Occupant
from trackside.web.tables.table import Table
from trackside.web.views.shared import SCENE, STATE
from trackside.web.views.viewers import Viewers

MINE, YOURS = "the salt of the host", "the salt of the guest"


def sit_together(server: Server) -> tuple[Player, Player, str]:
    """Return a host and a guest at a table that has begun, each with a salt that they committed to."""
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("whole-nine", "me", "open", watch="anyone", commitment=commit_to(MINE))
    ben.post(f"/tables/{table}/seats/1", commitment=commit_to(YOURS))
    reveal(ana, ben, table)
    return ana, ben, table


def reveal(ana: Player, ben: Player, table: str) -> None:
    """Have both reveal their salts."""
    ana.post(f"/tables/{table}/reveal", seat=0, salt=MINE)
    ben.post(f"/tables/{table}/reveal", seat=1, salt=YOURS)


def play_together(first: Line, second: Line, moves: int = 10_000) -> None:
    """Make `moves` moves, or all until the game is over."""
    while moves and first.table["result"] is None:
        for line in (first, second):
            line.say("sync")
            if moves and line.view["offers"]:
                assert line.move()["ok"]
                moves -= 1


def salts_of(shown: dict[str, Any]) -> list[str | None]:
    return [seat["salt"] for seat in shown["seats"]]


# Who may choose


@pytest.mark.parametrize("seats", [["me", "open"], ["open"], ["greedy", "open"], ["me", "here", "open"]])
def test_nobody_chooses_the_seed_of_a_table_where_others_sit(server: Server, seats: list[str]) -> None:
    ana = server.player("Ana")
    wanted = [{"kind": "bot", "level": one} if one == "greedy" else {"kind": one} for one in seats]
    for seed in ("7", "a seed that is long enough", ana.get("/hello")["daily"]):
        assert ana.refused("/tables", game="traxx", seats=wanted, seed=seed) == (
            400,
            "You can choose a seed only where no one else sits: with other people, everyone takes part in the dice.",
        )
    german = ana.refused("/tables?language=de", game="traxx", seats=wanted, seed="7")[1]
    assert german.startswith("Einen Startwert kannst du nur wählen, wo sonst niemand sitzt")


@pytest.mark.parametrize("seats", [["me"], ["me", "greedy"], ["me", "here"], ["greedy", "greedy"]])
def test_alone_with_bots_or_at_one_screen_a_seed_can_be_chosen(server: Server, seats: list[str]) -> None:
    ana = server.player("Ana")
    for seed, committed in (("7", None), ("sixteen letters!", hashlib.sha256(b"sixteen letters!").hexdigest())):
        shown = ana.get(f"/tables/{ana.table('traxx', *seats, seed=seed, salt=MINE)}")
        assert shown["table"]["commitment"] == committed
        assert salts_of(shown) == [None] * len(seats), "nobody else has a part in it"


@pytest.mark.parametrize("salt", ["", "x" * 15, "x" * 65, "x" * 20 + "\n"])
def test_a_salt_that_is_none_is_refused(server: Server, salt: str) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", watch="anyone")
    form: dict[str, Any] = {"game": "traxx", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for refused in (ana.refused("/tables", **form, salt=salt), ben.refused(f"/tables/{table}/seats/1", salt=salt)):
        assert refused == (400, "A salt has 16 to 64 printable characters on one line.")
    assert ben.get(f"/tables/{table}")["table"]["status"] == "waiting"


# What is told, and when


def test_two_people_play_with_dice_of_their_own_and_the_record_proves_it(server: Server) -> None:
    ana, ben, eve = server.player("Ana"), server.player("Ben"), server.player("Eve")
    table = ana.table("whole-nine", "me", "open", watch="anyone", commitment=commit_to(MINE))
    committed = ana.get(f"/tables/{table}")["table"]["commitment"]
    ben.post(f"/tables/{table}/seats/1", commitment=commit_to(YOURS))
    for one in (ana, ben, eve):
        shown = one.get(f"/tables/{table}")
        assert [seat["commitment"] for seat in shown["seats"]] == [commit_to(MINE), commit_to(YOURS)]
        assert salts_of(shown) == [None, None], "nobody but their browsers knows them"
    reveal(ana, ben, table)
    with ana.at(table) as first, ben.at(table) as second, eve.at(table) as third:
        for line in (first, second, third):
            assert salts_of(line.table) == [MINE, YOURS], "they tell nothing without the secret"
        play_together(first, second)
        third.say("sync")
        secret, heard = first.table["result"]["secret"], [*first.heard, *second.heard, *third.heard]
    assert first.table["result"]["seed"] is None
    assert hashlib.sha256(secret.encode()).hexdigest() == committed == first.table["table"]["commitment"]
    dice = Dice.shared(secret, {0: MINE, 1: YOURS})
    assert not any(dice.seed in text for text in heard)
    assert not any(secret in text for text in heard if '"winners"' not in text)
    text = ana.http.get(f"/api/tables/{table}/record").text
    record = read_record(text)
    said = verify_record(record)
    assert said[1] == "the revealed secret is the one that was committed to at the start"
    assert said[2:4] == [
        f"the salt of {seat} is the one that it committed to before any salt was revealed" for seat in ("red", "purple")
    ]
    assert said[4] == f"the seed is made of this secret and 2 salts: red {MINE}, purple {YOURS}"
    assert said[5].endswith("outcomes re-derived from this seed: all as drawn")
    assert missing_proof(record) == []
    check_tampering(text)
    check_no_seed_is_found_by_trying(record, [committed, table, MINE, YOURS, ana.token])
    check_what_comes_of_it(ana, table, text)


def check_tampering(text: str) -> None:
    """Whatever is changed in a record is found."""
    secret = re.search(r'\[Secret "(\w+)"', text)
    assert secret
    other = secret[1][:-1] + ("0" if secret[1][-1] != "0" else "1")
    roll = re.search(r"\n1\. \w+ (\d):", text)
    assert roll
    for changed in (
        text.replace(secret[1], other),
        text.replace(MINE, MINE.upper()),
        text.replace(YOURS, YOURS + "."),
        text.replace(f"red {MINE}", f"red {YOURS}").replace(f"purple {YOURS}", f"purple {MINE}"),
        text[: roll.start(1)] + str(7 - int(roll[1])) + ":",
    ):
        assert changed != text
        with pytest.raises(
            TracksideError, match=r"not the one that (was|it) committed to|not the outcome that the seed"
        ):
            verify_record(read_record(changed))


def check_no_seed_is_found_by_trying(record: Record, known: list[str]) -> None:
    """Neither short seeds nor anything that a host was told lead to the outcomes, alone or as the secret."""
    for guess in [*map(str, range(300)), *known]:
        for tried in (
            replace(record, seed=guess, secret=None, salts={}, commitment=None),
            replace(record, secret=guess, commitment=None),
        ):
            with pytest.raises(TracksideError, match="is not the outcome that the seed gives"):
                verify_record(tried)


def check_what_comes_of_it(ana: Player, table: str, text: str) -> None:
    """A game brought in from its text proves the same; a rematch has dice of its own, a what-if those of the game."""
    imported = ana.post("/records", text=text)["table"]
    assert ana.http.get(f"/api/tables/{imported}/record").text == text
    committed = ana.get(f"/tables/{table}")["table"]["commitment"]
    rematch = ana.get(f"/tables/{ana.post(f'/tables/{table}/rematch')['table']}")
    assert rematch["table"]["commitment"] not in (None, committed)
    assert salts_of(rematch) == [None, None]
    assert [seat["asks"] for seat in rematch["seats"]] == ["commitment", "commitment"], "new salts from both"
    other = ana.post(f"/tables/{table}/whatif", at=40, seat=0, level="random")["table"]
    with ana.at(other) as line:
        assert salts_of(line.table) == [None, None], "the salts are part of the seed already"
        line.play_on()
    assert "all as drawn" in " ".join(verify_record(read_record(ana.http.get(f"/api/tables/{other}/record").text)))


def test_a_program_that_sends_no_salt_is_told_the_one_it_gets(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "here", "open", watch="anyone")
    own, here, nobody = salts_of(ana.get(f"/tables/{table}"))
    assert own
    assert (here, nobody) == (None, None), "a person at the host's screen needs none"
    assert salts_of(ben.get(f"/tables/{table}")) == [None, None, None]
    salts = salts_of(ben.post(f"/tables/{table}/seats/2"))
    assert salts[:2] == [own, None]
    assert salts[2] not in (None, own)


def test_salts_that_were_not_committed_to_are_taken_and_the_record_says_so(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", watch="anyone", salt=MINE)
    assert salts_of(ana.get(f"/tables/{table}")) == [MINE, None]
    assert salts_of(ben.get(f"/tables/{table}")) == [None, None]
    shown = ben.post(f"/tables/{table}/seats/1", salt=YOURS)
    assert (shown["table"]["status"], salts_of(shown)) == ("playing", [MINE, YOURS])
    record = read_record(ana.http.get(f"/api/tables/{table}/record").text)
    assert (record.salts, record.salt_commitments) == ({0: MINE, 1: YOURS}, {})
    assert "the salt of red was not committed to" in missing_proof(record)


def new_table(secret: str, *salts: str) -> Table:
    """A table of three whose last seat is open; the others have these salts."""
    people = [Occupant(seat, PERSON, f"player {seat}", f"P{seat}", salt=salt) for seat, salt in enumerate(salts)]
    row = new_row(find_game("skip-or-trip"), 3, {"first": "red"}, "player 0")
    row |= {"id": "twin", "seed": secret, "watch": "anyone", "began": 0, "changed": 0}
    return Table(row, [*people, Occupant(len(people), OPEN, invite="x")], [])


@pytest.mark.parametrize("form", [SCENE, STATE])
def test_before_the_game_begins_nothing_depends_on_the_salts_of_others(form: str) -> None:
    """Twins: two tables that differ in the second seat's salt alone, seen by everybody else."""

    def told(salt: str) -> list[bytes]:
        table = new_table("the same secret for both", MINE, salt)
        viewers, messages = Viewers(table), list[dict[str, Any]]()
        for perspective, player in ((0, "player 0"), (SPECTATOR, None), (SPECTATOR, "player 2")):
            for language in ("en", "de"):
                viewers.join(perspective, language, player, form, lambda text: messages.append(json.loads(text)))
        change = table.handle(Rename("Ben"), "player 1")
        table.accept(change)
        viewers.update(change)
        return [as_json({**message, "version": 0}) for message in messages]

    twins = told(YOURS), told("quite another salt, and longer")
    assert twins[0] == twins[1]
    assert any(MINE.encode() in text for text in twins[0])


def test_every_salt_and_the_secret_decide_the_first_cards() -> None:
    def begun(secret: str, first: str, second: str, third: str) -> list[tuple[int, int]]:
        table = new_table(secret, first, second)
        change = table.handle(Sit(2, "Cy", "x", third), "player 2")
        table.accept(change)
        assert table.status == PLAYING
        assert table.match is not None
        assert [(row["seat"], row["move"]) for row in change.entries] == table.match.log
        assert table.match.dice.salts == {0: first, 1: second, 2: third}
        return table.match.log

    same = begun("the server's secret", MINE, YOURS, "the salt of the third")
    assert {seat for seat, _ in same} == {CHANCE}
    assert begun("the server's secret", MINE, YOURS, "the salt of the third") == same
    assert begun("the server's secreT", MINE, YOURS, "the salt of the third") != same
    assert begun("the server's secret", MINE + "!", YOURS, "the salt of the third") != same
    assert begun("the server's secret", MINE, YOURS + "!", "the salt of the third") != same
    assert begun("the server's secret", MINE, YOURS, "the salt of the third!") != same


# What lasts


def test_a_salt_stays_with_its_seat_when_a_bot_takes_over_and_its_player_comes_back(server: Server) -> None:
    ana, ben, table = sit_together(server)
    with ana.at(table) as line:
        ben.leave(table)
        assert salts_of(line.say("sync") and line.table) == [MINE, YOURS]
    assert line.table["seats"][1]["kind"] == BOT
    assert salts_of(ben.post(f"/tables/{table}/seats/1", salt="another salt, too late")) == [MINE, YOURS]


def test_a_killed_server_goes_on_with_the_same_dice(house: Server) -> None:
    ana, ben, table = sit_together(house)
    committed = ana.get(f"/tables/{table}")["table"]["commitment"]
    with ana.at(table) as first, ben.at(table) as second:
        play_together(first, second, 5)
    house.kill()
    house.start()
    ana, ben = again(house, ana), again(house, ben)
    with ana.at(table) as first, ben.at(table) as second:
        assert salts_of(first.table) == [MINE, YOURS]
        assert first.table["table"]["commitment"] == committed
        play_together(first, second)
    text = ana.http.get(f"/api/tables/{table}/record").text
    assert "DiceFrom" not in text
    assert "all as drawn" in " ".join(verify_record(read_record(text)))


@pytest.mark.long
def test_a_table_that_waits_keeps_secret_and_salts_over_a_kill(started: Starter) -> None:
    server = started()
    ana = server.player("Ana")
    table = ana.table("traxx", "me", "open", watch="anyone", salt=MINE)
    committed = ana.get(f"/tables/{table}")["table"]["commitment"]
    server.kill()
    server.start()
    ben = server.player("Ben")
    shown = ben.post(f"/tables/{table}/seats/1", salt=YOURS)
    assert salts_of(shown) == [MINE, YOURS]
    assert shown["table"]["commitment"] == committed
    server.stop()
