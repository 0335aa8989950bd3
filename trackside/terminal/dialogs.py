"""Dialogs above the table: text, input, choice, and the handover between people at one screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markdown import Markdown
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from trackside.core.words import Words
from trackside.terminal.keys import keys


class Dialog(ModalScreen[str | None]):
    """A box in the middle of the screen; Escape closes it."""

    BINDINGS = keys(("escape", "close"))

    def __init__(self, say: Words, title: str) -> None:
        super().__init__()
        self.say, self.heading = say, title

    def action_close(self) -> None:
        """Close without a choice."""
        self.dismiss(None)


class TextDialog(Dialog):
    """A scrollable text; Enter closes it too."""

    BINDINGS = keys(("enter,f1,f5", "close"))

    def __init__(self, say: Words, title: str, text: str, *, markdown: bool = False, at_end: bool = False) -> None:
        super().__init__(say, title)
        self.text, self.markdown, self.at_end = text, markdown, at_end

    def compose(self) -> ComposeResult:
        """Compose the text in a box."""
        with VerticalScroll(id="box") as box:
            box.border_title = self.heading
            box.border_subtitle = self.say("keys.read")
            yield Static(Markdown(self.text) if self.markdown else Text(self.text))

    def on_mount(self) -> None:
        """Focus the text, so that arrows scroll it."""
        box = self.query_one("#box", VerticalScroll)
        box.focus()
        if self.at_end:
            box.scroll_end(animate=False)


class InputDialog(Dialog):
    """A line of input."""

    def __init__(self, say: Words, title: str, value: str = "") -> None:
        super().__init__(say, title)
        self.value = value

    def compose(self) -> ComposeResult:
        """Compose the input in a box."""
        with Vertical(id="box") as box:
            box.border_title = self.heading
            box.border_subtitle = self.say("keys.ask")
            yield Input(self.value, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Dismiss the dialog with the input."""
        self.dismiss(event.value.strip())


class ChoiceDialog(Dialog):
    """A list of entries below some lines of text; the answer is the name of the entry."""

    BINDINGS = keys(("pageup", "read(-1)"), ("pagedown", "read(1)"))

    def __init__(self, say: Words, title: str, entries: Sequence[tuple[str, str]], lines: Sequence[str] = ()) -> None:
        super().__init__(say, title)
        self.entries, self.lines = entries, lines

    def compose(self) -> ComposeResult:
        """Compose the lines, then the entries."""
        with Vertical(id="box") as box:
            box.border_title = self.heading
            box.border_subtitle = self.say("keys.choose")
            if self.lines:
                with VerticalScroll(id="lines", can_focus=False):
                    yield Static(Text("\n".join(self.lines)))
            yield OptionList(*(Option(Text(text), id=name) for name, text in self.entries), markup=False)

    def action_read(self, direction: int) -> None:
        """Scroll the lines."""
        for lines in self.query("#lines"):
            lines.scroll_relative(y=5 * direction, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Dismiss the dialog with the chosen entry."""
        self.dismiss(event.option.id)


class HandoverScreen(Screen[None]):
    """A screen that hides the table until the next person sits down."""

    BINDINGS = keys(("enter,space", "go_on"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """Compose the text that names the next person."""
        yield Static(Text(self.text))

    def action_go_on(self) -> None:
        """Show the table to the next person."""
        self.dismiss(None)
