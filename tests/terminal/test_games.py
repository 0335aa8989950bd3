"""Whole games of each kind by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import LARGE, SMALL, keys, playing, run, screen_of, table, until
from trackside import Match
from trackside.games import GAMES
from trackside.terminal.app import TracksideApp
from trackside.terminal.dialogs import Choosing, PassOn


async def play_to_the_end(pilot: Pilot[None], app: TracksideApp) -> None:
    """Make the second move of the list whenever there is one."""
    screen = playing(app)
    while not isinstance(app.screen, Choosing):
        if isinstance(app.screen, PassOn):
            await keys(pilot, "enter")
        elif screen.view.moves and not screen.table.over:
            await pilot.press("down", "enter")
        else:
            await pilot.pause(0.01)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "language"), [(SMALL, "en"), (LARGE, "de")])
def test_a_whole_game_by_keys_alone(game: str, size: tuple[int, int], language: str, tmp_path: Path) -> None:
    seat = table(tmp_path / "game.txt", game)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await play_to_the_end(pilot, app)
        assert ("The game is over" if language == "en" else "Das Spiel ist zu Ende") in screen_of(app)

    run(script, seat, size, language)
    assert Match.from_record((tmp_path / "game.txt").read_text(encoding="utf-8")).over
