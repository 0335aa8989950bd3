"""The input line for numbers, moves and commands; while it is empty, arrows select moves."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from trackside.terminal.keys import keys

COMMANDS = ("hint", "undo", "chances", "log", "rules", "sheets", "position", "record", "save", "menu", "help", "quit")


class Completion(Suggester):
    """Completion of moves and commands."""

    def __init__(self) -> None:
        super().__init__(use_cache=False)
        self.texts: list[str] = []

    async def get_suggestion(self, value: str) -> str | None:
        """Return the first move or command that starts with the input."""
        return next((text for text in (*self.texts, *COMMANDS) if text.casefold().startswith(value)), None)


class CommandLine(Input):
    """The input line."""

    BINDINGS = keys(
        ("up", "navigate('up')"), ("down", "navigate('down')"), ("tab", "complete"), ("escape", "clear_or_stop")
    )

    class Navigated(Message):
        """A key pressed while the line was empty: an arrow, `tab` (what arrows select), `escape` (stop) or `help`."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        self.completion = Completion()
        super().__init__(suggester=self.completion, compact=True, select_on_focus=False)

    def action_navigate(self, key: str) -> None:
        """Post a key that navigates the moves."""
        self.post_message(self.Navigated(key))

    def action_cursor_left(self, select: bool = False) -> None:
        """Move the cursor within the input, or select to the left on the board."""
        if self.value:
            super().action_cursor_left(select)
        else:
            self.action_navigate("left")

    def action_cursor_right(self, select: bool = False) -> None:
        """Move the cursor or accept the completion at its end, or select to the right on the board."""
        if self.value:
            super().action_cursor_right(select)
        else:
            self.action_navigate("right")

    def action_complete(self) -> None:
        """Accept the completion."""
        if self.value:
            self.cursor_position = len(self.value)
            super().action_cursor_right()
        else:
            self.action_navigate("tab")

    def action_clear_or_stop(self) -> None:
        """Clear the input, or stop what is running."""
        if self.value:
            self.value = ""
        else:
            self.action_navigate("escape")

    async def on_key(self, event: events.Key) -> None:
        """Open the help on a question mark."""
        if event.character == "?" and not self.value:
            event.prevent_default()
            event.stop()
            self.action_navigate("help")
