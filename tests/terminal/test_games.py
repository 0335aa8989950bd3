"""Whole games of each kind by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import keys, playing, run, screen_of, table
from trackside import Match
from trackside.terminal.app import TracksideApp
from trackside.terminal.dialogs import ChoiceDialog, HandoverScreen

SHORT: dict[str, dict[str, object]] = {
    "whole-nine": {"segments": 5},
    "traxx": {"deck": "ybgr-ybbgp-ggrkp-brkp"},
    "skip-or-trip": {"rounds": 4},
}
"""Options that make whole games short."""


async def play_to_the_end(pilot: Pilot[None], app: TracksideApp) -> list[str]:
    """Make the second move of the list whenever there is one, and tell what was seen when the screen was passed on."""
    screen = playing(app)
    passed = []
    while not isinstance(app.screen, ChoiceDialog):
        if isinstance(app.screen, HandoverScreen):
            passed.append(screen_of(app))
            await keys(pilot, "enter")
        elif screen.view.moves and not screen.table.over:
            await pilot.press(*["down"] * (len(screen.view.moves) > 2), "enter")
        else:
            await pilot.pause(0.01)
    return passed


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        pytest.param("whole-nine", "en", (80, 24), marks=pytest.mark.long),
        ("traxx", "de", (80, 24)),
        ("skip-or-trip", "en", (200, 60)),
    ],
)
def test_a_whole_game_by_keys_alone(game: str, language: str, size: tuple[int, int], tmp_path: Path) -> None:
    seat = table(tmp_path / "game.txt", game, options=SHORT[game])

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        assert await play_to_the_end(pilot, app) == []
        assert ("The game is over" if language == "en" else "Die Partie ist zu Ende") in screen_of(app)

    run(script, seat, size, language)
    assert Match.from_record((tmp_path / "game.txt").read_text(encoding="utf-8")).over


@pytest.mark.parametrize(
    ("game", "options", "order"),
    [
        ("traxx", {"deck": "ybgr-ybbgp"}, ["Red", "Purple", "Red"]),
        ("skip-or-trip", {"rounds": 2, "first": "red"}, ["Red", "Purple", "Red", "Purple"]),
    ],
)
def test_two_people_at_one_screen_pass_it_on_so_that_secrets_stay_secret(
    game: str, options: dict[str, object], order: list[str], tmp_path: Path
) -> None:
    seat = table(tmp_path / "game.txt", game, ("you", "you"), options)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        passed = await play_to_the_end(pilot, app)
        for seen, who in zip(passed, order, strict=True):
            assert seen.split() == f"Now {who}. Press Enter when the others are looking away.".split()

    run(script, seat)


def test_people_without_secrets_are_not_asked_to_look_away(tmp_path: Path) -> None:
    seat = table(tmp_path / "game.txt", players=("you", "you"), options={"first": "red"})

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        for who in ("Red", "Purple", "Red"):
            assert screen_of(app).strip().startswith(f"{who}: Move a pawn")
            await keys(pilot, "enter")

    run(script, seat)
