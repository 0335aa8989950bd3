"""Small screens above the table: a text to read, a line to type, passing the screen on, the end of a game."""

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
        """Nothing was chosen."""
        self.dismiss(None)


class TextDialog(Dialog):
    """A text to scroll through; Enter closes it too."""

    BINDINGS = keys(("enter,f1,f5", "close"))

    def __init__(self, say: Words, title: str, text: str, *, markdown: bool = False, at_end: bool = False) -> None:
        super().__init__(say, title)
        self.text, self.markdown, self.at_end = text, markdown, at_end

    def compose(self) -> ComposeResult:
        """The text in a box."""
        with VerticalScroll(id="box") as box:
            box.border_title = self.heading
            box.border_subtitle = self.say("keys.read")
            yield Static(Markdown(self.text) if self.markdown else Text(self.text))

    def on_mount(self) -> None:
        """Arrows scroll at once."""
        box = self.query_one("#box", VerticalScroll)
        box.focus()
        if self.at_end:
            box.scroll_end(animate=False)


class InputDialog(Dialog):
    """A line to type."""

    def __init__(self, say: Words, title: str, value: str = "") -> None:
        super().__init__(say, title)
        self.value = value

    def compose(self) -> ComposeResult:
        """The line in a box."""
        with Vertical(id="box") as box:
            box.border_title = self.heading
            box.border_subtitle = self.say("keys.ask")
            yield Input(self.value, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer."""
        self.dismiss(event.value.strip())


class ChoiceDialog(Dialog):
    """A list to choose from, under some lines to read; the answer is the name of the entry."""

    BINDINGS = keys(("pageup", "read(-1)"), ("pagedown", "read(1)"))

    def __init__(self, say: Words, title: str, entries: Sequence[tuple[str, str]], lines: Sequence[str] = ()) -> None:
        super().__init__(say, title)
        self.entries, self.lines = entries, lines

    def compose(self) -> ComposeResult:
        """The lines, then the entries."""
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
        """Give the answer."""
        self.dismiss(event.option.id)


class HandoverScreen(Screen[None]):
    """Nothing to see until the next person sits down."""

    BINDINGS = keys(("enter,space", "go_on"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """Whose turn it is."""
        yield Static(Text(self.text))

    def action_go_on(self) -> None:
        """They are here."""
        self.dismiss(None)
