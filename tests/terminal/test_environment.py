"""Colours, ASCII, and when the whole screen is used."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import keys, playing, run, screen_of, table
from trackside.core.canvas import ascii_sign
from trackside.terminal.app import TracksideApp
from trackside.terminal.environment import can_be_full_screen, supports_unicode


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_without_unicode_only_ascii_is_printed_and_nothing_moves(game: str, tmp_path: Path) -> None:
    screens = []

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        screens.append(screen_of(app))
        await keys(pilot, "f1")
        screens.append(screen_of(app))

    for unicode in (False, True):
        run(script, table(tmp_path / "game.txt", game, moves=20), language="de", unicode=unicode)
    assert all(screen.isascii() for screen in screens[:2])
    assert not screens[2].isascii()
    assert "".join(map(ascii_sign, screens[2])) == screens[0]


def test_without_colour_no_colour_is_printed_and_signs_tell_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        strips = app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)
        assert any(style.reverse for style in styles)
        assert "►" in screen_of(app)
        moves = len(playing(app).view.moves)
        assert moves > 1
        assert screen_of(app).count("›") >= 1
        await keys(pilot, "enter")

    run(script, table(tmp_path / "game.txt", moves=8))


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "C.UTF-8"}, True),
        ({"LANG": "de_DE.utf8"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"}, False),
        ({}, True),
    ],
)
def test_the_locale_says_whether_there_is_more_than_ascii(
    environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stdout__", type("Stream", (), {"encoding": "utf-8"})())
    assert supports_unicode(environment) is expected


@pytest.mark.parametrize(
    ("terminal", "name", "expected"), [(True, "xterm", True), (True, "dumb", False), (False, "xterm", False)]
)
def test_the_whole_screen_is_used_at_a_terminal_only(
    terminal: bool, name: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = type("Stream", (), {"isatty": lambda self: terminal})()
    for attribute in ("stdin", "stdout", "__stderr__"):
        monkeypatch.setattr(sys, attribute, stream)
    assert can_be_full_screen({"TERM": name}) is expected
