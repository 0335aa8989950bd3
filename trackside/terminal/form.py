"""Form rows: a choice that arrows change, and an action."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from trackside.terminal.keys import keys

LABEL = 22
"""The least width of the labels; a form with longer ones makes room for them."""


class Row(Widget, can_focus=True):
    """A focusable row."""

    DEFAULT_CSS = """
    Row { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    Row:focus { background: #ffd75f; color: #000000; text-style: bold; }
    Row:focus:nocolor { text-style: bold reverse; }
    """


class ChoiceRow(Row):
    """A label and one of several values."""

    BINDINGS = keys(("left", "change(-1)"), ("right,space", "change(1)"), ("t", "type"))
    room = LABEL

    class Changed(Message):
        """A new value was chosen."""

        def __init__(self, row: ChoiceRow) -> None:
            super().__init__()
            self.row = row

    class Typing(Message):
        """The user wants to type a value."""

        def __init__(self, row: ChoiceRow) -> None:
            super().__init__()
            self.row = row

    def __init__(self, name: str, label: str, values: Sequence[tuple[str, str]], value: str, note: str = "") -> None:
        super().__init__(id=name)
        self.label, self.values, self.note = label, list(values), note
        self.index = next((i for i, (known, _) in enumerate(values) if known == value), 0)

    @property
    def value(self) -> str:
        """The chosen value."""
        return self.values[self.index][0]

    def render(self) -> Text:
        """Return the label, the value and, with the focus, the note on typing."""
        text = Text(f" {self.label:{self.room}} ◂ {self.values[self.index][1]} ▸", no_wrap=True, overflow="ellipsis")
        if self.note and self.has_focus:
            text.append(f"  {self.note}")
        return text

    def action_change(self, change: int) -> None:
        """Select the next or the previous value."""
        self.index = (self.index + change) % len(self.values)
        self.refresh()
        self.post_message(self.Changed(self))

    def action_type(self) -> None:
        """Ask for a typed value if the row allows it."""
        if self.note:
            self.post_message(self.Typing(self))

    def on_click(self, event: events.Click) -> None:
        """Go back on the left arrow, forward elsewhere."""
        self.action_change(-1 if event.x <= self.room + 3 else 1)


class ActionRow(Row):
    """A row that triggers an action."""

    BINDINGS = keys(("enter,space", "do"))

    class Chosen(Message):
        """The action was triggered."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, name: str, label: str) -> None:
        super().__init__(id=name)
        self.label = label

    def render(self) -> Text:
        """Return the label."""
        return Text(f" ▸ {self.label}", no_wrap=True)

    def action_do(self) -> None:
        """Trigger the action."""
        assert self.id is not None
        self.post_message(self.Chosen(self.id))

    def on_click(self) -> None:
        """Trigger the action."""
        self.action_do()
