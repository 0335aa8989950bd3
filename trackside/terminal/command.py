"""The line for numbers, moves and commands; while it is empty, arrows choose among the moves."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from trackside.terminal.keys import keys

COMMANDS = ("hint", "undo", "chances", "log", "rules", "sheets", "position", "record", "save", "menu", "help", "quit")


class Completion(Suggester):
    """Completes the text of a move or a command."""

    def __init__(self) -> None:
        super().__init__(use_cache=False)
        self.texts: list[str] = []

    async def get_suggestion(self, value: str) -> str | None:
        """The first text that begins like this."""
        return next((text for text in (*self.texts, *COMMANDS) if text.casefold().startswith(value)), None)


class CommandLine(Input):
    """A line to type in."""

    BINDINGS = keys(
        ("up", "navigate('up')"), ("down", "navigate('down')"), ("tab", "complete"), ("escape", "clear_or_stop")
    )

    class Navigated(Message):
        """An arrow was pressed while the line was empty; `tab` changes what arrows mean, `escape` stops things."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        self.completion = Completion()
        super().__init__(suggester=self.completion, compact=True, select_on_focus=False)

    def action_navigate(self, key: str) -> None:
        """Choose another move."""
        self.post_message(self.Navigated(key))

    def action_cursor_left(self, select: bool = False) -> None:
        """Within a text, or on the board."""
        if self.value:
            super().action_cursor_left(select)
        else:
            self.action_navigate("left")

    def action_cursor_right(self, select: bool = False) -> None:
        """Within a text, at its end taking the completion, or on the board."""
        if self.value:
            super().action_cursor_right(select)
        else:
            self.action_navigate("right")

    def action_complete(self) -> None:
        """Take the completion."""
        if self.value:
            self.cursor_position = len(self.value)
            super().action_cursor_right()
        else:
            self.action_navigate("tab")

    def action_clear_or_stop(self) -> None:
        """Forget what was typed, or stop what is going on."""
        if self.value:
            self.value = ""
        else:
            self.action_navigate("escape")

    async def on_key(self, event: events.Key) -> None:
        """A question mark asks for help."""
        if event.character == "?" and not self.value:
            event.prevent_default()
            event.stop()
            self.action_navigate("help")
