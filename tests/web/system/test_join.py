"""A seat of a browser table, played from the terminal."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import keys, playing, run, screen_of, until
from tests.web.serving import Server, free_port
from trackside.cli import main
from trackside.core.errors import BadOption, IllegalMove, TracksideError
from trackside.play.dice import commit_to
from trackside.play.record import read_record
from trackside.play.verification import missing_proof
from trackside.terminal.app import TracksideApp
from trackside.terminal.dialogs import ChoiceDialog
from trackside.terminal.plain.join import PlainRemoteTable
from trackside.terminal.remote import RemoteTable, read_link


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path / "data"))


Joiner = Callable[[str, str], RemoteTable]


@pytest.fixture
def join() -> Iterator[Joiner]:
    """Sits down at a table by its link; after the test nobody listens there any more."""
    seats: list[RemoteTable] = []

    def sit(url: str, language: str) -> RemoteTable:
        seats.append(RemoteTable(url, language))
        return seats[-1]

    yield sit
    for seat in seats:
        seat.leave()
        seat._listener.join()


@pytest.mark.parametrize(
    "game",
    [pytest.param("whole-nine", marks=pytest.mark.long), pytest.param("traxx", marks=pytest.mark.long), "skip-or-trip"],
)
def test_an_invitation_is_played_to_the_end_from_the_terminal(house: Server, join: Joiner, game: str) -> None:
    options = {"whole-nine": {"segments": "5"}, "traxx": {"deck": "ybg-grk"}, "skip-or-trip": {"rounds": "3"}}
    ana = house.player("Ana")
    table = ana.table(game, "open", "greedy", options=options[game])
    invite = ana.get(f"/tables/{table}")["seats"][0]["invite"]

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = playing(app)
        while not isinstance(app.screen, ChoiceDialog):
            if screen.view.moves and not screen.table.over:
                await pilot.press("enter")
            await pilot.pause(0.02)
        assert "wins" in screen_of(app) or "share the win" in screen_of(app) or screen.table.over

    seat = join(house.url + invite, "en")
    run(script, seat)
    assert seat.over
    assert ana.get(f"/tables/{table}")["result"]["winners"] == seat._message["result"]["winners"]


def test_the_seat_is_kept_the_connection_is_taken_up_again_and_moves_count_once(house: Server, join: Joiner) -> None:
    server, ana = house, house.player("Ana")
    table = ana.table("traxx", "open", "greedy", options={"deck": "ybgrp-ybgrp-ybgrp"})  # long enough for two moves
    url = server.url + ana.get(f"/tables/{table}")["seats"][0]["invite"]
    seat = join(url, "en")
    first = seat.view(0).moves[0]
    seat.play(0, first.code)
    with pytest.raises(IllegalMove, match="cannot"):
        seat.play(0, 127)
    server.kill()
    server.start()
    second = next(move for move in seat.view(0).moves)
    seat.play(0, second.code)
    again = join(f"{server.url}/table/{table}", "de")
    assert again.people == (0,)
    made = [entry["text"] for entry in again._log if entry["seat"] == 0]
    assert made == [first.text, second.text]
    assert [line.says[:3] for line in again.story(0) if line.seat == 0] == ["Du "]
    assert again.undo(0) == second.text
    assert "[Game" in again.record()
    assert again.resume_command == f"trackside join {server.url}/table/{table}"


def test_the_terminal_waits_for_a_roll_and_its_own_dice_roll_by_themselves(house: Server, join: Joiner) -> None:
    ana = house.player("Ana")
    table = ana.table("whole-nine", "me", "open", options={"first": "red"}, by_hand=True)
    seat = join(house.url + ana.get(f"/tables/{table}")["seats"][1]["invite"], "en")

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        assert (seat.view(1).to_move, seat.view(1).moves) == (0, ())
        with ana.at(table) as line:
            assert line.say("roll", seat=0)["ok"]
            while line.view["to_move"] == 0:
                assert line.move()["ok"]
        await until(pilot, lambda: len(playing(app).view.moves) > 0)

    run(script, seat)


def test_the_terminal_commits_to_salts_and_reveals_them_also_in_a_rematch(house: Server, join: Joiner) -> None:
    ana, salts = house.player("Ana"), ["the salt of the host", "another salt of hers"]
    table = ana.table("traxx", "me", "open", options={"deck": "ybg-grk"}, commitment=commit_to(salts[0]))
    seat = join(house.url + ana.get(f"/tables/{table}")["seats"][1]["invite"], "en")
    assert not seat.has_begun(0), "the host has not revealed hers"
    ana.post(f"/tables/{table}/reveal", seat=0, salt=salts[0])
    assert seat.has_begun(60)
    with ana.at(table) as line:
        while line.table["result"] is None:
            if line.view["offers"]:
                assert line.move()["ok"]
            elif moves := seat.view(1).moves:
                seat.play(1, moves[0].code)
            line.say("sync")
    assert missing_proof(read_record(seat.record())) == []
    made = seat.rematch()
    ana.post(f"/tables/{made.id}/commit", seat=0, commitment=commit_to(salts[1]))
    ana.post(f"/tables/{made.id}/reveal", seat=0, salt=salts[1])
    asyncio.run(asyncio.wait_for(made.wait_until_begun(), 60))
    made.leave()
    assert set(read_record(ana.http.get(f"/api/tables/{made.id}/record").text).salt_commitments) == {0, 1}


def test_another_persons_table_is_watched_and_private_ones_are_refused(house: Server, join: Joiner) -> None:
    ana = house.player("Ana")
    open_table = ana.table("traxx", "me", "greedy")
    watching = join(f"{house.url}/table/{open_table}", "en")
    assert watching.people == ()

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await until(pilot, lambda: "Träxx" in screen_of(app))
        await keys(pilot, "ctrl+c")

    run(script, watching)
    closed = ana.table("traxx", "me", "greedy", watch="nobody")
    with pytest.raises(TracksideError, match=f"There is no table {closed}"):
        join(f"{house.url}/table/{closed}", "en")
    with pytest.raises(TracksideError, match="There is no table"):
        join(f"{house.url}/join/{'0' * 10}/x", "en")
    with pytest.raises(TracksideError, match="does not answer"):
        join(f"http://localhost:{free_port()}/join/{open_table}/x", "en")


@pytest.mark.parametrize("url", ["", "localhost", "http://x", "ftp://x/table/ab", "http://x/table/../etc"])
def test_a_link_that_is_none_is_refused_in_words(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadOption, match="is not the link of a table"):
        read_link(url)
    assert main(["join", url]) == 2
    assert "is not the link of a table" in capsys.readouterr().err


def test_news_that_come_while_the_last_ones_are_looked_at_are_not_lost(house: Server, join: Joiner) -> None:
    ana = house.player("Ana")
    table = ana.table("traxx", "me", "greedy", watch="anyone")
    watching = join(f"{house.url}/table/{table}", "en")

    async def look_and_look_again() -> None:
        assert await watching.wait_for_others()
        before = watching._version
        with ana.at(table) as line:
            line.play_on(1)
        while watching._version == before:
            await asyncio.sleep(0.01)
        assert await watching.wait_for_others()

    asyncio.run(asyncio.wait_for(look_and_look_again(), 60))


def test_an_invitation_is_played_to_the_end_in_plain_lines(house: Server, join: Joiner) -> None:
    ana = house.player("Ana")
    table = ana.table("skip-or-trip", "open", "greedy", options={"rounds": "2"})
    seat = join(house.url + ana.get(f"/tables/{table}")["seats"][0]["invite"], "en")
    out = io.StringIO()
    assert PlainRemoteTable(seat, io.StringIO("help\nx9\nboard\nlog\n" + "1\n" * 100), out).run() == 0
    assert seat.over
    said = out.getvalue()
    for part in ("make move 3 of the list", "x9", "The game is over", seat.result_says):
        assert part in said


def test_the_plain_lines_can_be_left_and_continued(house: Server, join: Joiner) -> None:
    ana = house.player("Ana")
    table = ana.table("traxx", "open", "greedy")
    seat = join(house.url + ana.get(f"/tables/{table}")["seats"][0]["invite"], "en")
    out = io.StringIO()
    assert PlainRemoteTable(seat, io.StringIO("quit\n"), out).run() == 0
    assert f"Continue with: trackside join {seat.url}" in out.getvalue()
