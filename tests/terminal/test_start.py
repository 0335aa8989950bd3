"""The first screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import keys, line, lines_of, run, screen_of, table
from trackside import Match
from trackside.games import GAMES
from trackside.play.files import all_saves
from trackside.terminal.app import TracksideApp
from trackside.terminal.form import ChoiceRow
from trackside.terminal.play import PlayScreen
from trackside.terminal.replay import ReplayScreen
from trackside.terminal.start import StartScreen
from trackside.terminal.watch import WatchScreen


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRACKSIDE_DATA", str(tmp_path))
    return tmp_path / "saves"


async def choose(pilot: Pilot[None], app: TracksideApp, **rows: str) -> None:
    """Go down to rows by name and change them with the right arrow until they show the value."""
    for name, value in rows.items():
        row_id = name.replace("option_", "option-")
        for _ in range(40):
            if app.focused is not None and app.focused.id == row_id:
                break
            await keys(pilot, "down")
        for _ in range(40):
            row = app.screen.query_one(f"#{row_id}")
            if getattr(row, "value", None) == value:
                break
            await keys(pilot, "right")
        else:
            raise AssertionError(f"{name} never becomes {value}")


async def press(pilot: Pilot[None], app: TracksideApp, name: str) -> None:
    """Go to a line that does something, and do it."""
    for _ in range(100):
        if app.focused is not None and app.focused.id == name:
            break
        await keys(pilot, "down")
    else:
        pytest.fail(f"no way leads to {name}")
    await keys(pilot, "enter")


def test_a_game_is_set_up_by_keys_alone() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await choose(pilot, app, game="whole-nine", seats="3", seat1="greedy", seat2="you", option_segments="5")
        assert "another person at this screen" in screen_of(app)
        assert "the short track: five segments" in screen_of(app)
        await press(pilot, app, "begin")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.table.players == ("you", "greedy", "you")
        assert app.screen.view.state.segments == 5

    run(script)


def test_what_does_not_go_with_the_number_of_players_is_not_offered() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await choose(pilot, app, game="whole-nine", option_segments="5", seats="4")
        assert "the short track" not in screen_of(app)
        await choose(pilot, app, seat1="greedy", seat2="greedy", seat3="greedy")
        await press(pilot, app, "begin")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.view.state.segments == 6

    run(script)


def test_values_can_be_typed_and_wrong_ones_are_answered_in_words() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await choose(pilot, app, game="traxx", seats="2", seat1="greedy", option_starts="printed")
        await keys(pilot, "t")
        for _ in range(7):
            await keys(pilot, "backspace")
        await line(pilot, "99")
        assert "use printed, chance, or a different start" in " ".join(screen_of(app).split())
        await keys(pilot, "t")
        for _ in range(7):
            await keys(pilot, "backspace")
        await line(pilot, "42")
        await press(pilot, app, "begin")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.view.state.start[:2] == [4, 2]

    run(script)


def test_options_that_exclude_each_other_are_refused_in_words() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await choose(pilot, app, game="skip-or-trip", option_mode="advanced", option_mercy="on")
        await press(pilot, app, "begin")
        assert isinstance(app.screen, StartScreen)
        assert "option mercy=on needs mode=basic" in screen_of(app)

    run(script)


def test_a_saved_game_is_resumed_and_any_is_replayed(folder: Path) -> None:
    running = table(folder / "traxx-1.txt", "traxx", moves=10)
    running.leave()
    table(folder / "traxx-2.txt", "traxx", options={"deck": "ybgr"}, moves=1000)
    (folder / "noise.txt").write_text("noise", encoding="utf-8")
    assert len(all_saves()) == 3

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await press(pilot, app, "resume")
        assert "traxx-1" in screen_of(app)
        assert "traxx-2" not in screen_of(app)
        await keys(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.table.position(0) == running.position(0)
        await keys(pilot, "f9")
        assert isinstance(app.screen, StartScreen)
        await press(pilot, app, "replay")
        assert "traxx-2" in screen_of(app)
        await keys(pilot, "end", "enter")
        await line(pilot, "nothing.txt")
        assert "nothing.txt: No such file or directory" in screen_of(app)
        await press(pilot, app, "replay")
        await keys(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)

    run(script)


def test_without_saved_games_there_is_nothing_to_resume() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await press(pilot, app, "resume")
        assert "There is no saved game yet." in screen_of(app)

    run(script)


def test_the_language_changes_at_once_and_bots_alone_are_watched() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "f6")
        assert "Länge der Strecke" in screen_of(app)
        await choose(pilot, app, language="en", seat0="greedy", seat1="random")
        assert "Length of the track" in screen_of(app)
        await press(pilot, app, "begin")
        assert isinstance(app.screen, WatchScreen)

    run(script)


def test_the_mouse_changes_rows_and_begins() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await pilot.click("#seats", offset=(40, 0))
        await pilot.pause()
        assert app.screen.query_one("#seat2")
        await pilot.click("#seats", offset=(24, 0))
        await pilot.pause()
        assert not app.screen.query("#seat2")
        await pilot.click("#leave")

    assert isinstance(run(script).return_code, int)


def test_a_new_game_is_kept_from_its_beginning(folder: Path) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await press(pilot, app, "begin")

    run(script)
    assert not Match.from_record((folder / "whole-nine-1.txt").read_text(encoding="utf-8")).over


def test_enter_begins_the_game_on_any_row() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)

    run(script)


def test_the_lessons_of_the_chosen_game_begin_here() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await choose(pilot, app, game="traxx")
        await press(pilot, app, "learn")
        assert "Lesson 1 of" in screen_of(app)

    run(script)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_label_is_cut(language: str) -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        for _ in GAMES:
            assert not [line for line in lines_of(app) if "…" in line.partition("◂")[0]]
            await keys(pilot, "right")
        await choose(pilot, app, game="traxx")
        for row in app.screen.query(ChoiceRow):
            row.focus()
            await pilot.pause()
            value = row.values[row.index][1]
            assert value in " ".join(" ".join(lines_of(app)).split()), "the value in focus can be read in full"

    run(script, language=language)
