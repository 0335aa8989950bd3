"""The full-screen application."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from inspect import isawaitable
from typing import TextIO

from textual.app import App
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from trackside.core.words import LANGUAGES, Words
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.saved import resume
from trackside.review import Review
from trackside.terminal.background import is_busy
from trackside.terminal.filters import AsciiOnly, ColourFree
from trackside.terminal.keys import keys
from trackside.terminal.lesson import LessonScreen, LessonTable
from trackside.terminal.play import PlayScreen
from trackside.terminal.replay import ReplayScreen
from trackside.terminal.reviewing import carried_review
from trackside.terminal.start import StartScreen
from trackside.terminal.table import GameTable, LocalTable
from trackside.terminal.watch import WatchScreen

LOOKS_EVERY = 2.0
"""Seconds between checks that the terminal still exists."""


class TracksideApp(App[None]):
    """The start screen, tables and replays. The game is saved however the application ends."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = keys(("f6", "language"), ("f9", "menu"), ("f10,ctrl+c,ctrl+q", "leave"), priority=True)

    def __init__(self, language: str, *, unicode: bool = True) -> None:
        super().__init__()
        self.language, self.unicode = language, unicode
        self.filters: list[LineFilter] = []
        if not unicode:
            self.filters.append(AsciiOnly())
        if self.no_color:
            self.filters.append(ColourFree())
        self.first: GameTable | Match | None = None
        self.review: Review | None = None
        """The review stored in the record that is shown first."""
        self.table: GameTable | None = None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that every line passes before it reaches the terminal."""
        kept = [line_filter for line_filter in super().get_line_filters() if not isinstance(line_filter, Monochrome)]
        return [*kept, *self.filters]

    def on_mount(self) -> None:
        """Open the first screen."""
        self.title = "Trackside"
        self.theme = "textual-dark"
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not every platform has these signals
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.action_leave)
        if not self.is_headless:
            self.set_interval(LOOKS_EVERY, self.end_without_terminal)
        if isinstance(self.first, Match):
            self.show(ReplayScreen(self.first, self.language, review=self.review))
        elif self.first is not None:
            self.open_table(self.first)
        else:
            self.show(StartScreen(self.language))

    def show(self, screen: Screen[None]) -> None:
        """Replace all screens with one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def open_table(self, table: GameTable) -> None:
        """Learn or play at a table, or watch it if no one at this screen plays."""
        self.leave_table()
        self.table = table
        table.language = self.language
        if isinstance(table, LessonTable):
            self.show(LessonScreen(table))
        else:
            self.show(PlayScreen(table) if table.people else WatchScreen(table))

    def resume(self, path: str) -> None:
        """Resume a saved game."""
        match, saved = resume(path)
        self.open_table(LocalTable(match, path, saved=saved))

    def leave_table(self) -> None:
        """Leave the table, so that others may resume its game."""
        if self.table is not None:
            self.table.leave()

    def end_without_terminal(self) -> None:
        """Exit immediately if the terminal was closed: Textual would wait forever. The game is on disk."""
        if hung_up(sys.__stdin__):
            self.leave_table()
            os._exit(128 + signal.SIGHUP)

    def on_unmount(self) -> None:
        """Leave the table when the application ends."""
        self.leave_table()

    def replay(self, record: str, you: int | None = None) -> None:
        """Replay a record; `you` is the seat of the player who has just played it."""
        recorded = read_record(record)
        match = recorded.match()
        self.leave_table()
        self.table = None
        self.show(ReplayScreen(match, self.language, you, carried_review(recorded)))

    def action_menu(self) -> None:
        """Return to the start screen; the game is kept."""
        self.show(StartScreen(self.language, self.table.game.name if self.table is not None else None))
        self.leave_table()
        self.table = None

    def action_leave(self) -> None:
        """End the program; the game is kept."""
        self.exit()

    async def action_language(self) -> None:
        """Switch to the next language."""
        self.change_language(LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)])

    def change_language(self, language: str) -> None:
        """Switch all screens to a language."""
        self.language = language
        self.call_later(self._set_language)

    async def _set_language(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, StartScreen | PlayScreen | WatchScreen | ReplayScreen):
                filled = screen.set_language(self.language)
                if isawaitable(filled):
                    await filled


def hung_up(stream: TextIO | None) -> bool:
    """Return whether the other end of a terminal has hung up."""
    if stream is None or stream.closed or not hasattr(select, "poll"):
        return False
    asked = select.poll()
    asked.register(stream.fileno(), 0)
    return any(event & select.POLLHUP for _, event in asked.poll(0))


def run(app: TracksideApp) -> int:
    """Run the application, then print the command that resumes an unfinished game."""
    app.run()
    table = app.table
    if table is not None and not table.over:
        print(Words(app.language, "trackside.terminal")("table.bye", command=table.resume_command), flush=True)
    status = app.return_code or 0
    if is_busy():
        os._exit(status)  # do not wait for a bot or a compilation: the game is on disk
    return status
