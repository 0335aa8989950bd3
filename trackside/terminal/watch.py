"""The screen for watching bots at a chosen pace, from any perspective."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from trackside.core.errors import TracksideError
from trackside.core.protocol import REFEREE, SPECTATOR
from trackside.core.words import Words
from trackside.terminal.keys import keys
from trackside.terminal.screen import TableScreen
from trackside.terminal.styles import BRIGHT, FAINT

if TYPE_CHECKING:
    from trackside.terminal.table import GameTable

PACES = (0.0, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between moves."""

NORMAL = 3
TICK = 0.05
"""Seconds between checks for a changed pace."""


class PacedScreen(TableScreen):
    """A table that continues by itself, at a pace."""

    BINDINGS = keys(
        ("space", "pause"),
        ("plus,+", "pace(-1)"),
        ("minus,-", "pace(1)"),
        ("e", "perspective"),
        ("f4", "chances"),
        ("f7", "sheets"),
    )

    pace = NORMAL
    paused = False
    message = ""

    def draw(self) -> None:
        """Redraw everything from the current state."""

    def show_message(self, message: str) -> None:
        """Show a message in the news line."""
        self.message = message
        self.draw()

    def action_pause(self) -> None:
        """Pause or resume."""
        self.paused = not self.paused
        self.show_message(self.say("table.paused") if self.paused else "")

    def action_pace(self, change: int) -> None:
        """Play faster or slower."""
        self.pace = max(0, min(len(PACES) - 1, self.pace + change))
        self.show_message(self.say("table.pace", seconds=format(PACES[self.pace], "g")))

    def action_perspective(self) -> None:
        """Switch to the next seat's perspective, then a spectator's, then the referee's."""
        order = [*range(len(self.players)), SPECTATOR, REFEREE]
        self.perspective = order[(order.index(self.perspective) + 1) % len(order)]
        self.shown = self.perspective if self.perspective >= 0 else self.shown
        self.show_message(self.say("table.perspective", who=self.name_of(self.perspective)))

    def action_sheets(self) -> None:
        """Show the next seat's sheet."""
        if self.game.board.SHEETS:
            self.show_message(self.next_sheet())

    def set_language(self, language: str) -> None:
        """Switch to another language."""
        self.language = language
        self.show_message(self.say("table.language"))

    async def wait_for_pace(self) -> None:
        """Wait for the current pace, and while paused."""
        waited = 0.0
        while self.paused or waited < PACES[self.pace]:
            await asyncio.sleep(TICK)
            waited += TICK


class WatchScreen(PacedScreen):
    """Bots at a table."""

    BINDINGS = keys(("f1,question_mark", "help"), ("f5", "log"))

    def __init__(self, table: GameTable) -> None:
        super().__init__(table.game, table.players, table.language)
        self.table = table
        self.perspective = REFEREE

    @property
    def words(self) -> Words:
        """The game's words, with the names of its players."""
        return self.table.words

    def compose(self) -> ComposeResult:
        """Compose the table and the keys."""
        yield from super().compose()
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Draw the table and start the game."""
        self.query_one("#moves").display = self.query_one("#moves_title").display = False
        self.draw()
        self.run_worker(self.play_on(), group="play", exclusive=True)

    async def play_on(self) -> None:
        """Play one move after the other until the game ends."""
        while not self.table.over:
            await self.wait_for_pace()
            try:
                await self.table.wait_for_others()
            except TracksideError as error:
                self.show_message(self.failure(self.table, error))
                return
            self.message = self.say("table.cannot_save", why=self.table.problem) if self.table.problem else ""
            self.shown = max(self.shown if self.perspective >= 0 else self.table.view(SPECTATOR).to_move, 0)
            self.draw()
        self.finish(self.table)

    def draw(self) -> None:
        """Redraw everything from the current state."""
        state = self.table.view(self.perspective).state
        turn, perspective = (
            self.say("table.turn", turn=state.turns),
            self.say("table.perspective", who=self.name_of(self.perspective)),
        )
        self.put("prompt", f"{self.game.title(self.language)}   {turn}   {perspective}")
        self.put("log_title", self.say("table.log"))
        self.put_keys(self.say("keys.watch"))
        self.show_story(self.table.story(self.perspective))
        self.board.show(self.picture(state))
        self.put("news", Text(self.message, BRIGHT) if self.message else Text(self.waiting(), FAINT))
        self.evaluated = state
        self.restart_search()

    def waiting(self) -> str:
        """Return a sentence on who is thinking."""
        seat = self.table.awaited_seat()
        if seat is None:
            return ""
        key = "table.compiling" if self.table.must_compile_first() else "table.thinking"
        return self.say(key, who=self.introduced(seat))

    def set_language(self, language: str) -> None:
        """Switch to another language."""
        self.table.language = language
        super().set_language(language)

    def action_log(self) -> None:
        """Show the whole log."""
        self.read_log(self.table.story(self.perspective))

    def action_help(self) -> None:
        """Show keys and rules."""
        self.read_help("help.watch")
