"""The base of all screens with a board: the board, moves, log and chances, and pictures of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static

from trackside.core.board import Picture, draw_ending, letter, make_picture
from trackside.core.errors import TracksideError
from trackside.core.protocol import REFEREE, SPECTATOR, AnyState
from trackside.core.rulebook import rulebook
from trackside.core.scene import Offer
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.bots import must_compile
from trackside.play.names import PERSON
from trackside.search.agents import LEVELS, QUICK
from trackside.terminal.background import Estimate, Search
from trackside.terminal.board import BoardView
from trackside.terminal.dialogs import ChoiceDialog, TextDialog
from trackside.terminal.styles import BRIGHT, FAINT, seat_style

if TYPE_CHECKING:
    from trackside.play.story import Line
    from trackside.terminal.app import TracksideApp
    from trackside.terminal.table import GameTable

MIN_COLUMNS, MIN_LINES = 80, 24
"""The smallest window that shows everything."""

RECENT = 30
"""Turns shown on the screen; a key opens the whole log."""


def key_line(text: str, width: int) -> Text:
    """Return keys and their actions, widely spaced if they fit; a click on one acts like the key."""
    pairs = [pair.split(" ", 1) for pair in text.split("|")]
    gap = "  " if sum(len(key) + len(label) + 3 for key, label in pairs) <= width else " "
    line = Text(no_wrap=True, overflow="ellipsis")
    for number, (key, label) in enumerate(pairs):
        name = key.lower()
        style = Style(bold=True, color=BRIGHT)
        if name.startswith("f"):
            style += Style(meta={"@click": f"app.simulate_key('{name}')"})
        line.append(key, style)
        line.append(f" {label}{gap if number < len(pairs) - 1 else ''}")
    return line


class TableScreen(Screen[None]):
    """A board with a list and a log beside it, a news line and a line of keys."""

    app: TracksideApp

    def __init__(self, game: Game, players: tuple[str, ...], language: str) -> None:
        super().__init__()
        self.game, self.players, self.language = game, players, language
        self.perspective, self.shown = SPECTATOR, 0
        self.evaluated: AnyState | None = None
        self.search: Search | None = None
        self.estimate: Estimate | None = None
        self.with_chances = False

    @property
    def say(self) -> Words:
        """The terminal's words."""
        return Words(self.language, "trackside.terminal")

    @property
    def words(self) -> Words:
        """The game's words, with the names of its players."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Compose the parts that every table shows."""
        yield Static(id="prompt", markup=False)
        yield Static(id="too_small", markup=False)
        yield Static(id="chances", markup=False)
        with Horizontal():
            yield BoardView(self.game.board, ascii_only=not self.app.unicode)
            with Vertical(id="side"):
                yield Static(id="moves_title", classes="title", markup=False)
                moves = OptionList(id="moves", markup=False)
                moves.can_focus = False
                yield moves
                yield Static(id="curve_title", classes="title", markup=False)
                yield Static(id="curve", markup=False)
                yield Static(id="log_title", classes="title", markup=False)
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="story", markup=False)
        yield Static(id="news", markup=False)

    def on_resize(self) -> None:
        """Show more news if there is room; replace the board with a message if there is too little."""
        self.set_class(self.size.height > 30, "tall")
        columns, lines = self.size
        self.set_class(columns < MIN_COLUMNS or lines < MIN_LINES, "small")
        size = {"columns": MIN_COLUMNS, "lines": MIN_LINES, "now": f"{columns} x {lines}"}
        self.put("too_small", Text(self.say("table.too_small", **size), BRIGHT))

    @property
    def board(self) -> BoardView:
        """The board widget."""
        return self.query_one(BoardView)

    def put(self, name: str, text: str | Text) -> None:
        """Replace the text of a part."""
        self.query_one(f"#{name}", Static).update(text)

    def put_keys(self, text: str) -> None:
        """Replace the line of keys."""
        self.put("keys", key_line(text, self.size.width))

    def names(self) -> tuple[str, ...]:
        """Return the players by seat, in this language."""
        said = {"": self.say("you"), PERSON: self.say("you")}
        said.update({name: self.say(f"level.{name}") for name in (*LEVELS, *QUICK)})
        return tuple(said.get(name, name) for name in self.players)

    def introduced(self, seat: int) -> str:
        """Return the player of a seat: the name, or the colour with the kind of player."""
        who, name = self.words.who(seat), self.names()[seat]
        return who if name == who else f"{who} ({name})"

    def failure(self, table: GameTable, error: TracksideError) -> str:
        """Return a sentence on who cannot continue, and why."""
        who = self.introduced(table.awaited_seat() or 0)
        return self.say("table.failed", who=who, why=error.say(self.words))

    def next_sheet(self) -> str:
        """Show the next seat's sheet; return a sentence that names its owner."""
        self.shown = (self.shown + 1) % len(self.players)
        own = self.shown == self.words.you
        return self.say("table.own_sheet") if own else self.say("table.sheet", who=self.words.who(self.shown))

    def name_of(self, perspective: int) -> str:
        """Return the name of a perspective."""
        if perspective >= 0:
            return self.words.who(perspective)
        return self.say("table.everything" if perspective == REFEREE else "table.spectator")

    def picture(
        self,
        state: AnyState,
        offers: tuple[Offer, ...] = (),
        selected: int | None = None,
        after: AnyState | None = None,
    ) -> Picture:
        """Return the picture of a position from this perspective, with the result of the selected move."""
        return make_picture(
            self.game,
            state,
            self.perspective,
            self.words.nameless,  # pieces are distinguished by colour
            shown=self.shown,
            names=self.names(),
            offers=offers,
            selected=selected,
            after=after,
        )

    def show_story(self, story: list[Line]) -> None:
        """Show the last turns, the newest at the bottom."""
        self.put("story", Text("\n".join([line.says for line in story if line.says][-RECENT:])))
        self.query_one("#log", VerticalScroll).anchor()

    def read_log(self, story: list[Line]) -> None:
        """Show all turns in a dialog."""
        lines = [f"{line.turn:4}  {line.says}" for line in story if line.says]
        self.app.push_screen(TextDialog(self.say, self.say("table.log"), "\n".join(lines), at_end=True))

    def read_help(self, key: str, **values: str) -> None:
        """Show keys, commands and all rules."""
        text = self.say(key, **values) + "\n" + rulebook(self.game.package, self.language)
        self.app.push_screen(TextDialog(self.say, self.say("help.title"), text, markdown=True))

    # Live chances of all players

    def action_chances(self) -> None:
        """Switch the live chances on or off."""
        self.with_chances = not self.with_chances
        self.query_one("#chances").set_class(self.with_chances, "on")
        self.restart_search()

    def restart_search(self) -> None:
        """Search the current position, if the chances are shown."""
        if self.search is not None:
            self.search.cancel()
            self.search = None
        if not self.with_chances:
            return
        key = "table.compiling_search" if must_compile(self.game) else "table.chances_wait"
        self.put("chances", self.say(key) if self.estimate is None else self.bar(self.estimate))
        if self.evaluated is not None:
            self.search = Search(self.game, self.evaluated, self.perspective)
            self.run_worker(self.search.run(self.show_chances), group="chances")

    def show_chances(self, estimate: Estimate) -> None:
        """Show an estimate as a bar."""
        self.estimate = estimate
        self.put("chances", self.bar(estimate))

    def bar(self, estimate: Estimate) -> Text:
        """Return a bar with every seat's share of the win, labelled with its name or letter."""
        width = max(20, self.size.width - 1)
        text = Text(no_wrap=True)
        done, used, whole = 0.0, 0, max(1e-9, sum(estimate.shares))
        for seat, share in enumerate(estimate.shares):
            done += share
            end = round(done * width / (whole if len(estimate.shares) > 1 else 1))
            room = max(0, end - used)
            labels = [f" {self.words.label(seat)} {share:.0%}", f"{letter(seat)} {share:.0%}", ""]
            text.append(next(one for one in labels if len(one) <= room).ljust(room), seat_style(seat))
            used = end
        if used < width:
            text.append("░" * (width - used), FAINT)
        return text

    # The end

    def finish(self, table: GameTable) -> None:
        """Show the result and ask what to do next."""
        words = self.words
        rows = draw_ending(self.game.scenes.ending(table.view(self.perspective).state, words), words)
        lines = [*filter(None, (table.result_says, table.end_says)), "", *rows]
        entries = [(name, self.say(f"end.{name}")) for name in ("again", "look", "replay", "log", "menu", "leave")]

        def go_on(answer: str | None) -> None:
            if answer == "again":
                self.run_worker(self.play_again(table), group="again")
            elif answer == "replay":
                self.app.replay(table.record(), words.you)
            elif answer == "log":
                self.read_log(table.story(self.perspective))
            elif answer == "menu":
                self.app.action_menu()
            elif answer == "leave":
                self.app.action_leave()

        self.app.push_screen(ChoiceDialog(self.say, self.say("end.title"), entries, lines), go_on)

    async def play_again(self, table: GameTable) -> None:
        """Open the rematch once everyone is there."""
        made = table.rematch()
        self.put("news", Text(self.say("table.wait_for_people"), FAINT))
        await made.wait_until_begun()
        self.app.open_table(made)
