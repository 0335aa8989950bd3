"""Playing at the full screen without a terminal: keys in, lines out."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

from rich.console import Console
from textual.pilot import Pilot

from trackside import Match
from trackside.play.names import seating
from trackside.search.agents import make_agent
from trackside.terminal.app import TracksideApp
from trackside.terminal.play import PlayScreen
from trackside.terminal.table import GameTable, LocalTable

SMALL, LARGE = (80, 24), (200, 60)

Script = Callable[["Pilot[None]", TracksideApp], Awaitable[None]]


def lines_of(app: TracksideApp) -> list[str]:
    """The screen as it is now, line by line."""
    console = Console(
        width=app.size.width,
        height=app.size.height,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
    )
    console.print(app.screen._compositor.render_update(full=True, screen_stack=app._background_screens))
    return [line.rstrip() for line in console.export_text(styles=False).splitlines()]


def screen_of(app: TracksideApp) -> str:
    """The screen as it is now."""
    return "\n".join(lines_of(app))


def run(
    script: Script,
    first: GameTable | Match | None = None,
    size: tuple[int, int] = SMALL,
    language: str = "en",
    *,
    unicode: bool = True,
) -> TracksideApp:
    """Run the program with a script at its keys, and give it back when it has ended."""
    app = TracksideApp(language, unicode=unicode)
    app.first = first

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            playing = asyncio.ensure_future(script(pilot, app))
            while not playing.done() and app._exception is None:
                await asyncio.wait([playing], timeout=0.1)
            if app._exception is None:
                await playing
            playing.cancel()  # an error has ended the program: it is raised now, whatever the script waits for

    asyncio.run(go())
    return app


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds; what never holds fails."""
    for _ in range(100_000):
        if holds():
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise AssertionError("waited in vain")


async def keys(pilot: Pilot[None], *names: str) -> None:
    """Press keys, and let everything settle."""
    await pilot.press(*names)
    await pilot.pause()


async def line(pilot: Pilot[None], text: str) -> None:
    """Type a line."""
    signs = {" ": "space", ":": "colon", "-": "minus", ".": "full_stop", "/": "slash", "_": "underscore"}
    await keys(pilot, *(signs.get(sign, sign) for sign in text), "enter")


def playing(app: TracksideApp) -> PlayScreen:
    """The screen of the table, whatever lies above it."""
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, PlayScreen))


def table(
    path: Path,
    game: str = "whole-nine",
    players: tuple[str, ...] = ("you", "greedy"),
    options: dict[str, object] | None = None,
    *,
    moves: int = 0,
    seed: int = 3,
) -> LocalTable:
    """Return a table after `moves` moves by quick players."""
    match = Match(game, len(players), options, seed, *seating(players))
    quick = make_agent("greedy", match.game, seed)
    while not match.over and (moves > 0 or players[match.to_move] not in ("you", players[0])):
        match.play(match.to_move, quick.choose(match.view(match.to_move).state, match.to_move).move)
        moves -= 1
    return LocalTable(match, str(path))
