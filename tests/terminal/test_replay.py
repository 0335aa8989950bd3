"""Watching bots, and going through records."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.review.hand import invented
from tests.review.short import short_game
from tests.terminal.driver import SMALL, keys, line, lines_of, run, screen_of, table, until
from trackside import Match
from trackside.core.protocol import REFEREE
from trackside.play.record import read_record
from trackside.review.output.comments import annotated, kept_review
from trackside.review.output.text import table as table_of_sums
from trackside.terminal.app import TracksideApp
from trackside.terminal.dialogs import ChoiceDialog, TextDialog
from trackside.terminal.play import PlayScreen
from trackside.terminal.replay import ReplayScreen
from trackside.terminal.reviewing import carried_review
from trackside.terminal.watch import PACES, WatchScreen


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))
    return tmp_path


def test_bots_are_watched_at_a_chosen_pace_to_the_end(folder: Path) -> None:
    seat = table(folder / "game.txt", "traxx", ("greedy", "random"), {"deck": "ybgr-ybbgp"})

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = app.screen
        assert isinstance(screen, WatchScreen)
        await keys(pilot, "space")
        assert "Paused." in screen_of(app)
        assert len(seat.match.log) == 1
        for _ in PACES:
            await keys(pilot, "plus")
        assert "0 s between moves." in screen_of(app)
        await keys(pilot, "e")
        assert "As Red sees it." in lines_of(app)[0]
        await keys(pilot, "f6", "space")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        assert "Die Partie ist zu Ende" in screen_of(app)

    run(script, seat)
    assert Match.from_record((folder / "game.txt").read_text(encoding="utf-8")).over


def record(game: str, moves: int = 1000) -> Match:
    return Match.from_record(table(Path("/dev/full/x"), game, ("greedy", "random"), moves=moves).match.record())


def test_a_record_is_gone_through_forward_back_and_by_jumps() -> None:
    match = record("whole-nine", 40)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        first = screen.index
        assert screen.frames[first].turn == 1
        await keys(pilot, "right", "right", "left")
        assert screen.index == first + 1
        assert screen.frames[screen.index].turn == 2
        await keys(pilot, "down", "down")
        assert screen.frames[screen.index].turn == 4
        assert screen.frames[screen.index - 1].turn == 3
        await keys(pilot, "up")
        assert screen.frames[screen.index].turn == 3
        await keys(pilot, "j")
        await line(pilot, "9")
        assert screen.frames[screen.index].turn == 9
        assert "turn 9" in lines_of(app)[0]
        await keys(pilot, "j")
        await line(pilot, "99")
        assert "There is no turn 99" in screen_of(app)
        await keys(pilot, "end")
        assert screen.index == len(match.log)
        await keys(pilot, "home")
        assert screen.index == first

    run(script, match)


def test_a_record_is_seen_with_any_eyes() -> None:
    match = record("skip-or-trip", 12)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await keys(pilot, "end")
        assert screen.perspective == REFEREE
        hands = [line for line in lines_of(app) if "Quick" in line or "Random" in line]
        assert [("[" in line) for line in hands] == [True, True]
        for expected in ([True, False], [False, True], [False, False]):
            await keys(pilot, "e")
            hands = [line[:54] for line in lines_of(app) if "Quick" in line or "Random" in line]
            assert [("[" in line) for line in hands] == expected

    run(script, match)


def test_others_moves_of_a_round_are_not_seen_with_a_seats_eyes() -> None:
    match = record("traxx", 3)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "end")
        assert "Red draws 3 fields" in " ".join(screen_of(app).split())
        await keys(pilot, "e", "e")
        assert "As Purple sees it." in lines_of(app)[0]
        assert "Red draws" not in screen_of(app)

    run(script, match)


def test_it_runs_by_itself_and_stops_at_the_end() -> None:
    match = record("whole-nine", 10)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for _ in PACES:
            await keys(pilot, "plus")
        await keys(pilot, "space")
        await until(pilot, lambda: screen.index == screen.last and screen.paused)

    run(script, match)


def test_one_plays_on_from_anywhere_against_bots(folder: Path) -> None:
    match = record("whole-nine", 40)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "j")
        await line(pilot, "9")
        at = app.screen.index if isinstance(app.screen, ReplayScreen) else 0
        await keys(pilot, "c")
        await keys(pilot, "down", "enter")
        await keys(pilot, "end", "enter")
        assert isinstance(app.screen, PlayScreen)
        table = app.screen.table
        assert table.players == ("greedy", "you")
        await until(pilot, lambda: bool(table.view(1).moves))
        assert Match.from_record(table.record()).log[:at] == match.log[:at]

    run(script, match)
    kept = Match.from_record((folder / "saves" / "whole-nine-1.txt").read_text(encoding="utf-8"))
    assert kept.dice_from > 0


def test_at_the_end_there_is_nothing_to_play_on() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "end", "c")
        assert "Go back first to play on" in screen_of(app)

    run(script, record("traxx"))


def reviewed(match: Match) -> ReplayScreen:
    """Return the replay of a game with a known review, for the player of the first seat."""
    return ReplayScreen(match, "en", 0, invented(match))


def test_a_review_is_read_in_the_background_stopped_and_read_on() -> None:
    match = short_game()

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await keys(pilot, "m")
        assert "Press R to review the game first." in screen_of(app)
        await keys(pilot, "r")
        if screen.review is None:
            await keys(pilot, "m")
            assert "Press R" not in screen_of(app), "it is being reviewed"
        await until(pilot, lambda: screen.review is not None)
        if screen.reviewing is not None:
            await keys(pilot, "r")
            assert "Stopped; R continues." in screen_of(app)
            read = len(screen.review.steps) if screen.review else 0
            await keys(pilot, "r")
            await until(pilot, lambda: screen.review is not None and len(screen.review.steps) > read)
        await until(pilot, lambda: screen.review is not None and screen.review.complete)
        await until(pilot, lambda: screen.reviewing is None)
        assert "On even luck" in screen_of(app)
        await keys(pilot, "right", "r")
        assert isinstance(app.screen, TextDialog)
        assert "What decided the game" in screen_of(app)
        for row in table_of_sums(screen.review, screen.read_words) if screen.review else ["nothing"]:
            assert row in screen_of(app)

    run(script, match)


def test_mistakes_and_luck_are_found_by_keys_and_drawn() -> None:
    match = record("whole-nine")

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = reviewed(match)
        app.show(screen)
        await pilot.pause()
        assert screen.review is not None
        review = screen.review
        mistakes = [i for i, step in enumerate(review.steps) if step.word and step.seat == 0]
        for mistake in mistakes[:3]:
            await keys(pilot, "m")
            assert screen.step == mistake
            assert screen.index == review.steps[mistake].entries[0]
            word = review.steps[mistake].word.capitalize()
            shown = " ".join(" ".join(lines_of(app)[-4:-1]).split())
            assert f"{word}, −" in shown
            assert "Better (" in shown
        await keys(pilot, "M")
        assert screen.step == mistakes[1]
        assert any("►" in one and "◄" in one for one in lines_of(app)[1:14])
        await keys(pilot, "home", "l")
        assert screen.step is not None
        lucky = review.steps[screen.step]
        assert lucky.kind == "chance"
        assert abs(lucky.luck[0]) >= 0.05
        assert "Luck" in screen_of(app)
        await keys(pilot, "L", "L")
        assert "No stroke of luck comes before this." in screen_of(app)
        await keys(pilot, "end", "m")
        assert "No mistake comes after this." in screen_of(app)

    run(script, match)


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_the_chances_stand_beside_the_board_at_every_place(game: str) -> None:
    match = record(game)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screen = reviewed(match)
        app.show(screen)
        await keys(pilot, "end")
        assert screen.review is not None
        percent = round(screen.review.steps[-1].after[0] * 100)
        assert f"You {percent} %" in screen_of(app).replace("\N{NO-BREAK SPACE}", " ")
        assert "▲" in screen_of(app)
        assert max(map(len, lines_of(app))) <= 80
        await keys(pilot, "e")
        assert "As Red sees it." in lines_of(app)[0]
        await keys(pilot, "m", "f6")
        assert "Zug" in screen_of(app)

    run(script, match)


def test_bots_without_a_name_are_called_by_their_level() -> None:
    match = Match("whole-nine", 2, seed=3, bots=("club", "expert"))

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        shown = screen_of(app)
        assert "club" in shown
        assert "expert" in shown
        assert "you" not in shown

    run(script, match)


def test_a_game_that_goes_on_cannot_be_reviewed() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "r")
        assert "Only a game that is over can be reviewed." in screen_of(app)

    run(script, record("whole-nine", 20))


def test_a_review_that_the_record_carries_is_there_from_the_start() -> None:
    match = record("whole-nine")
    app = TracksideApp("en")
    app.first, app.review = match, kept_review(read_record(annotated(match, invented(match))))

    async def go() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await keys(pilot, "m")
            assert "Better (" in screen_of(app)

    asyncio.run(go())


def test_a_record_whose_comments_only_look_like_a_review_is_shown_all_the_same() -> None:
    match = record("whole-nine")
    text = annotated(match, invented(match)).replace("[%chance 0.5 0.5]", "[%chance 0.5]", 1)
    assert carried_review(read_record(text)) is None
    assert carried_review(read_record(match.record())) is None
