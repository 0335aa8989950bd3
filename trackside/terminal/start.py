"""The start screen: game, seats and options, or a saved game, or a record to replay."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from trackside.core.errors import TracksideError
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES, Game
from trackside.games.card import Option
from trackside.play.files import all_saves, new_save, read_text
from trackside.play.match import Match
from trackside.play.names import PERSON, seating
from trackside.play.record import read_headers
from trackside.search.agents import LEVELS, QUICK
from trackside.terminal.dialogs import ChoiceDialog, InputDialog
from trackside.terminal.form import LABEL, ActionRow, ChoiceRow
from trackside.terminal.keys import keys
from trackside.terminal.lesson import LessonTable
from trackside.terminal.screen import key_line
from trackside.terminal.styles import BRIGHT
from trackside.terminal.table import LocalTable

if TYPE_CHECKING:
    from trackside.terminal.app import TracksideApp

FILE = "file"
MAX_SAVES = 50


class StartScreen(Screen[None]):
    """A form of one-line rows."""

    BINDINGS = keys(("up", "app.focus_previous"), ("down", "app.focus_next"), ("enter", "begin"))
    app: TracksideApp

    def __init__(self, language: str, game: str | None = None) -> None:
        super().__init__()
        self.language = language
        self.chosen: dict[str, str] = {"game": game or next(iter(GAMES)), "seats": "2"}

    @property
    def say(self) -> Words:
        """The terminal's words."""
        return Words(self.language, "trackside.terminal")

    @property
    def game(self) -> Game:
        """The chosen game."""
        return GAMES[self.chosen["game"]]

    @property
    def seats(self) -> int:
        """The chosen number of players, limited to what the game allows."""
        wanted, allowed = int(self.chosen["seats"]), self.game.card.seats
        return max(allowed[0], min(allowed[-1], wanted))

    def compose(self) -> ComposeResult:
        """Compose the frame of the form."""
        yield Static(id="title", markup=False)
        yield VerticalScroll(id="form", can_focus=False)
        yield Static(id="news", markup=False)
        yield Static(id="keys", markup=False)

    async def on_mount(self) -> None:
        """Fill the form."""
        await self.fill("game")

    async def fill(self, focus: str) -> None:
        """Rebuild all rows for the current choices, and restore the focus."""
        form = self.query_one("#form")
        await form.remove_children()
        await form.mount_all(self.rows())
        self.query_one("#title", Static).update(f"{self.say('title')}: {self.say('start.title')}")
        self.query_one("#keys", Static).update(key_line(self.say("keys.start"), self.size.width))
        found = self.query(f"#{focus}")
        (found.first() if found else self.query_one("#game")).focus()

    def rows(self) -> list[ChoiceRow | ActionRow | Static]:
        """Return the rows: language, game, seats, options, then actions."""
        say, words, card = self.say, Words(self.language, self.game.package), self.game.card
        rows: list[ChoiceRow | ActionRow | Static] = [
            ChoiceRow(
                "language", say("start.language"), [(name, say(f"start.{name}")) for name in LANGUAGES], self.language
            ),
            ChoiceRow(
                "game", say("start.game"), [(name, GAMES[name].title(self.language)) for name in GAMES], self.game.name
            ),
            Static(Text(words("about.pitch")), id="pitch"),
            ChoiceRow("seats", say("start.seats"), [(str(n), str(n)) for n in card.seats], str(self.seats)),
        ]
        people = 0
        for seat in range(self.seats):
            sitter = self.sitter(seat)
            people += sitter == PERSON
            yours = say("start.sitting" if people <= (sitter == PERSON) else "start.another")
            bots = [(name, say("start.bot", level=say(f"level.{name}"))) for name in (*LEVELS, *QUICK)]
            values = [(PERSON, yours), *bots]
            rows.append(ChoiceRow(f"seat{seat}", words.who(seat), values, sitter))
        rows += [self.option_row(option, words) for option in card.options]
        choices = [row for row in rows if isinstance(row, ChoiceRow)]
        room = max(LABEL, *(len(row.label) for row in choices))
        for row in choices:
            row.room = room
        names = ("begin", *(["learn"] if self.game.has("lessons.toml") else []), "resume", "replay", "leave")
        return rows + [ActionRow(name, say(f"start.{name}")) for name in names]

    def sitter(self, seat: int) -> str:
        """Return the player of a seat: by default you on the first, bots on the others."""
        return self.chosen.get(f"seat{seat}", PERSON if seat == 0 else "club")

    def option_row(self, option: Option, words: Words) -> ChoiceRow:
        """Return the row of an option, with the meanings of its values."""
        key = f"option.{option.name}"
        values = []
        for choice in option.choices:
            if self.seats in choice.seats:
                meaning = (
                    f"{key}.range" if option.is_range and choice.text != option.default else f"{key}.{choice.text}"
                )
                values.append((choice.text, words(meaning)))
        if option.is_range:
            values = [(value, value if value == option.default else f"{value}: {text}") for value, text in values]
            values[0] = (values[0][0], words(f"{key}.{option.default}"))
        value = self.chosen.get(f"{self.game.name} {option.name}", option.default)
        if option.reader is not None and value not in dict(values):
            values.append((value, value if len(value) < 30 else value[:29] + "…"))
        typed = self.say("start.type") if option.reader is not None or option.is_range else ""
        return ChoiceRow(f"option-{option.name}", short_label(words(f"{key}.name")), values, value, typed)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the value of the row in full where the row has no room for it."""
        row = event.widget
        if isinstance(row, ChoiceRow):
            value = row.values[row.index][1]
            self.show_message(value if row.room + len(value) + 7 > self.size.width else "")

    @on(ChoiceRow.Changed)
    async def change(self, event: ChoiceRow.Changed) -> None:
        """Apply another value and update the rows that depend on it."""
        row = event.row
        assert row.id is not None
        await self.take(row.id, row.value)

    async def take(self, name: str, value: str) -> None:
        """Store a value and update the rows that depend on it."""
        self.show_message("")
        if name == "language":
            self.app.change_language(value)
            return
        if name.startswith("option-"):
            self.chosen[f"{self.game.name} {name.removeprefix('option-')}"] = value
        else:
            self.chosen[name] = value
        await self.fill(name)

    @on(ChoiceRow.Typing)
    def type(self, event: ChoiceRow.Typing) -> None:
        """Ask for a value that is not in the list."""
        row = event.row
        assert row.id is not None
        name = row.id

        async def go_on(answer: str | None) -> None:
            if not answer:
                return
            card = self.game.card
            option = next(option for option in card.options if f"option-{option.name}" == name)
            try:
                value = card.without_files({option.name: answer})[option.name]
                option.choose(value, self.seats)
            except TracksideError as error:
                self.show_message(str(error))
            else:
                await self.take(name, value)

        self.app.push_screen(InputDialog(self.say, row.label, row.value), go_on)

    @on(ActionRow.Chosen)
    def do(self, event: ActionRow.Chosen) -> None:
        """Begin, learn, resume, replay or leave."""
        try:
            if event.name == "begin":
                self.begin()
            elif event.name == "learn":
                self.app.open_table(LessonTable(self.game))
            elif event.name == "leave":
                self.app.action_leave()
            else:
                self.choose_file(event.name)
        except TracksideError as error:
            self.show_message(str(error))

    def action_begin(self) -> None:
        """Start a new game from any row."""
        try:
            self.begin()
        except TracksideError as error:
            self.show_message(str(error))

    def begin(self) -> None:
        """Start a new game."""
        players, bots = seating([self.sitter(seat) for seat in range(self.seats)])
        options = {
            option.name: self.chosen[f"{self.game.name} {option.name}"]
            for option in self.game.card.options
            if f"{self.game.name} {option.name}" in self.chosen
        }
        allowed = {
            option.name: [c.text for c in option.choices if self.seats in c.seats] for option in self.game.card.options
        }
        for option in self.game.card.options:
            if option.reader is None and options.get(option.name, option.default) not in allowed[option.name]:
                del options[option.name]
        match = Match(self.game.name, self.seats, options, players=players, bots=bots)
        self.app.open_table(LocalTable(match, str(new_save(self.game.name))))

    def choose_file(self, wanted: str) -> None:
        """Ask for an unfinished game to resume, or for any record to replay."""
        entries = [(str(path), line) for path, line in self.saves(running=wanted == "resume")]
        if wanted == "resume" and not entries:
            self.show_message(self.say("start.no_saves"))
            return
        entries.append((FILE, self.say("start.file")))

        def go_on(answer: str | None) -> None:
            if answer == FILE:
                self.app.push_screen(InputDialog(self.say, self.say("start.file_name")), lambda name: open_file(name))
            else:
                open_file(answer)

        def open_file(name: str | None) -> None:
            if not name:
                return
            try:
                self.app.resume(name) if wanted == "resume" else self.app.replay(read_text(name))
            except TracksideError as error:
                self.show_message(error.say(Words(self.language)))

        self.app.push_screen(ChoiceDialog(self.say, self.say("start.saves"), entries), go_on)

    def saves(self, *, running: bool) -> list[tuple[Path, str]]:
        """Return saved games with a line on each; files that are not records are left out."""
        found = []
        for path in all_saves()[:MAX_SAVES]:
            try:
                headers = read_headers(read_text(path))
                title = GAMES[headers["game"][-1]].title(self.language)
            except (TracksideError, KeyError):
                continue
            over = headers.get("result", ["*"])[-1] != "*"
            if running and over:
                continue
            players = ", ".join(entry.partition(" ")[2] for entry in headers.get("player", []))
            when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
            state = self.say("start.over" if over else "start.running")
            found.append((path, f"{when}  {title:15} {path.stem:18} {state:8} {players}".rstrip()))
        return found

    def show_message(self, message: str) -> None:
        """Show a message below the form."""
        self.query_one("#news", Static).update(Text(message, BRIGHT))

    async def set_language(self, language: str) -> None:
        """Switch to another language."""
        focused = self.focused.id if self.focused is not None and self.focused.id else "game"
        self.language = language
        await self.fill(focused)


def short_label(name: str) -> str:
    """Return the name of an option without what follows the first comma or semicolon.

    >>> short_label("Starts, or one for each seat, such as 3142")
    'Starts'
    """
    return name.partition(";")[0].partition(",")[0]
