"""The screen for people who play, alone, against bots or with others at the same screen."""

from __future__ import annotations

import asyncio

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, OptionList, Static

from trackside.core.errors import TracksideError
from trackside.core.protocol import SPECTATOR
from trackside.core.rulebook import find_rule, numbered_rules
from trackside.play.files import write_text
from trackside.terminal.board import BoardView
from trackside.terminal.command import CommandLine
from trackside.terminal.dialogs import HandoverScreen, TextDialog
from trackside.terminal.keys import keys
from trackside.terminal.moves import MovesScreen
from trackside.terminal.plain.typed import Caution, play_line
from trackside.terminal.table import GameTable


class PlayScreen(MovesScreen):
    """A table with an input line."""

    BINDINGS = keys(
        ("f1", "help"),
        ("f2", "hint"),
        ("f3,ctrl+z", "undo"),
        ("f4", "chances"),
        ("f5", "log"),
        ("f7", "sheets"),
        ("pageup", "page(-1)"),
        ("pagedown", "page(1)"),
    )

    def __init__(self, table: GameTable) -> None:
        super().__init__(table)
        self.changed = asyncio.Event()
        self.caution = Caution()

    def compose(self) -> ComposeResult:
        """Compose the table, the input line and the keys."""
        yield from super().compose()
        yield CommandLine()
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Draw the table and start to play."""
        self.query_one(CommandLine).focus()
        self.draw()
        self.refresh_view()
        self.run_worker(self.play_on(), group="play", exclusive=True)

    def on_resize(self) -> None:
        """Redraw: a wide list shows more."""
        super().on_resize()
        self.call_after_refresh(self.draw)

    async def play_on(self) -> None:
        """Let the others act on their turns until the game ends."""
        while not self.table.over:
            try:
                acted = await self.table.wait_for_others()
            except TracksideError as error:
                self.show_message(self.failure(self.table, error))
                return
            if acted:
                self.refresh_view()
            else:
                self.changed.clear()
                await self.changed.wait()
        self.refresh_view()
        self.finish(self.table)

    # View

    def refresh_view(self) -> None:
        """Find who acts next at this screen, and show their view."""
        people = self.table.people
        active = [seat for seat in people if self.table.view(seat).moves]
        if self.perspective not in people and len(people) == 1:
            self.perspective = self.shown = people[0]
        if active and self.perspective not in active:
            if len(people) > 1 and self.table.has_secrets:
                self.perspective = SPECTATOR
                handover = HandoverScreen(self.say("table.pass_on", who=self.words.who(active[0])))
                self.app.push_screen(handover, lambda _: self.sit(active[0]))
            else:
                self.perspective = self.shown = active[0]
        if self.table.view(self.perspective) == self.view:
            self.show_selected()  # others have acted in secret: keep the selection
            return
        self.cancel_hint()
        self.hint, self.selected = None, 0
        self.draw()

    def sit(self, seat: int) -> None:
        """Show the table to this person from now on."""
        self.perspective = self.shown = seat
        self.refresh_view()

    # Selection

    @on(CommandLine.Navigated)
    def navigate(self, event: CommandLine.Navigated) -> None:
        """Handle a key pressed on an empty input line."""
        n = len(self.view.moves)
        if event.key == "help":
            self.action_help()
        elif event.key == "escape":
            self.stop()
        elif event.key == "tab":
            self.on_board = not self.on_board
            self.list_moves()
        elif self.on_board and self.board.has_places:
            beside = self.board.offer_beside(event.key)
            if beside is not None:
                self.select(beside)
        elif n:
            self.select((self.selected + (1 if event.key in ("down", "right") else -1)) % n)

    def action_page(self, direction: int) -> None:
        """Scroll the log."""
        log = self.query_one("#log")
        log.scroll_relative(y=direction * max(1, log.size.height - 1), animate=False)

    @on(OptionList.OptionSelected, "#moves")
    def click_in_list(self, event: OptionList.OptionSelected) -> None:
        """Select a move on the first click, play it on the second."""
        self.choose(event.option_index)

    @on(BoardView.Clicked)
    def click_on_board(self, event: BoardView.Clicked) -> None:
        """Do the same on the board; clicks on a spot cycle through its moves."""
        here = self.board.offers_at(event.spot)
        if here:
            index = (here.index(self.selected) + 1) % len(here) if self.selected in here else 0
            self.choose(here[index])

    def choose(self, index: int) -> None:
        """Select a move, or play it if it is selected already."""
        if index == self.selected:
            try:
                self.make([self.view.moves[index].code])
            except TracksideError as error:
                self.show_message(error.say(self.words))
        else:
            self.select(index)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """Play the selected move, or run what was typed."""
        line = event.value.strip()
        event.input.clear()
        self.message = ""
        move = self.chosen()
        try:
            if line:
                self.run_command(line)
            elif move is not None:
                self.make([move.code])
        except TracksideError as error:
            self.show_message(error.say(self.words))

    def make(self, codes: list[int]) -> None:
        """Make moves for the seat on view."""
        for code in codes:
            self.play_move(code)
        self.table.complete(self.perspective)
        self.after_move()

    def play_move(self, code: int) -> None:
        """Make a move, after a second request if the game warns of it."""
        self.caution.check(self.game, self.table.view(self.perspective), code, self.words)
        self.table.play(self.perspective, code)

    def after_move(self) -> None:
        """Show the new position and let the others act."""
        self.message = self.say("table.cannot_save", why=self.table.problem) if self.table.problem else ""
        self.refresh_view()
        self.changed.set()

    def run_command(self, line: str) -> None:
        """Run what was typed: a command of plain play, a number, or moves."""
        command, _, rest = line.partition(" ")
        actions = {
            "help": self.action_help,
            "hint": self.action_hint,
            "undo": self.action_undo,
            "log": self.action_log,
            "chances": self.action_chances,
            "sheets": self.action_sheets,
            "menu": self.app.action_menu,
            "quit": self.app.action_leave,
            "q": self.app.action_leave,
            "exit": self.app.action_leave,
            "moves": self.draw,
            "board": self.draw,
        }
        if line in actions:
            actions[line]()
        elif command == "rules":
            self.read_rule(rest)
        elif line == "position":
            self.app.push_screen(TextDialog(self.say, line, self.table.position(self.perspective)))
        elif line == "record":
            self.app.push_screen(TextDialog(self.say, line, self.table.record(self.perspective)))
        elif command == "save" and rest:
            write_text(rest, self.table.record())
            self.show_message(self.say("table.saved", path=rest))
        else:
            self.type_moves(line)

    def type_moves(self, line: str) -> None:
        """Make the moves of a line; moves made before an illegal one stay."""
        made = []

        def play(code: int) -> None:
            self.play_move(code)
            made.append(code)

        try:
            play_line(line, self.game, self.words, lambda: self.table.view(self.perspective), play)
            self.table.complete(self.perspective)
        finally:
            if made:
                self.after_move()

    def read_rule(self, wanted: str) -> None:
        """Show one rule by its number, or all of them."""
        if not wanted:
            self.action_help()
            return
        rule = find_rule(self.game.package, self.language, wanted)
        if rule is None:
            known = ", ".join(numbered_rules(self.game.package, self.language))
            raise TracksideError(self.words("play.no_rule", number=wanted, known=known))
        self.app.push_screen(TextDialog(self.say, rule[0], rule[1]))

    # Other actions

    def action_help(self) -> None:
        """Show keys, commands and rules."""
        moves = self.view.moves
        self.read_help("help.play", example=moves[0].text if moves else "1")

    def action_log(self) -> None:
        """Show the whole log."""
        self.read_log(self.table.story(self.perspective))

    def action_undo(self) -> None:
        """Take back a move, or explain why that is not possible."""
        over = self.table.over
        try:
            text = self.table.undo(self.perspective)
        except TracksideError as error:
            self.show_message(error.say(self.words))
            return
        self.after_move()
        self.show_message(self.words("undo.done", text=text))
        if over:
            self.run_worker(self.play_on(), group="play", exclusive=True)

    def action_sheets(self) -> None:
        """Show the next seat's sheet."""
        if self.game.board.SHEETS:
            self.show_message(self.next_sheet())

    def set_language(self, language: str) -> None:
        """Switch to another language."""
        self.language = self.table.language = language
        self.message = self.say("table.language")
        self.draw()
