"""Lessons on the whole screen: the board, the task and the verdict, with the text of the lesson before it."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static

from trackside.core.protocol import REFEREE
from trackside.core.words import Words
from trackside.games import Game
from trackside.games.lessons import Attempt, Lesson, begin
from trackside.play.events import Move, View
from trackside.play.names import PERSON
from trackside.play.story import Line
from trackside.terminal.board import BoardView
from trackside.terminal.command import CommandLine
from trackside.terminal.dialogs import TextDialog
from trackside.terminal.keys import keys
from trackside.terminal.play import PlayScreen
from trackside.terminal.styles import BRIGHT


class LessonTable:
    """A course as a table where the learner alone moves; the other seats follow the lesson."""

    has_secrets = False
    problem: str | None = None
    result_says = end_says = ""

    def __init__(self, game: Game, first: int = 1, language: str = "en") -> None:
        self.game, self.language = game, language
        self.begin(first)

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self.game.course.lessons[self.number - 1]

    @property
    def count(self) -> int:
        """The number of lessons."""
        return len(self.game.course.lessons)

    @property
    def over(self) -> bool:
        """True after the right answer to the last lesson."""
        return self.number == self.count and self.made.verdict == "right"

    @property
    def resume_command(self) -> str:
        """The command that continues with this lesson."""
        return f"trackside learn {self.game.name} --lesson {self.number}"

    @property
    def words(self) -> Words:
        """The game's words; the learner is `you`."""
        return self.game.course.words(self.game, self.language, self.lesson.seat)

    def begin(self, number: int) -> None:
        """Begin a lesson, or begin it again; a seat without a name is called by its colour."""
        self.number = number
        self.made: Attempt = begin(self.game, self.lesson)
        own, seats = self.lesson.seat, range(self.lesson.position.seats)
        self.people: tuple[int, ...] = (own,)
        self.players: tuple[str, ...] = tuple(PERSON if seat == own else self.words.who(seat) for seat in seats)

    def view(self, seat: int) -> View:
        """Return the learner's view."""
        state, seat, made = self.made.view, self.lesson.seat, self.made
        moves = tuple(Move(code, self.game.notation.move_text(state, seat, code)) for code in made.choices)
        return View(self.game.name, seat, state, self.game.plain.to_move(state), moves)

    def story(self, seat: int) -> list[Line]:
        """Return no history: the lesson's text stands in its place."""
        return []

    def play(self, seat: int, code: int) -> None:
        """Make a move; the seats that follow it act too."""
        self.made = self.made.play(code, self.words)

    def complete(self, seat: int) -> None:
        """Do nothing: every move of a lesson is an answer."""

    def undo(self, seat: int) -> str:
        """Begin the lesson again; return the moves that were made."""
        made, self.made = self.made, begin(self.game, self.lesson)
        return " ".join(str(move) for move in made.moves)

    def awaited_seat(self) -> int | None:
        """Return None: no one else is waited for."""
        return None

    def must_compile_first(self) -> bool:
        """Return False: no bot plays."""
        return False

    async def wait_for_others(self) -> bool:
        """Return False: the others have followed already."""
        return False

    def record(self, seat: int | None = None) -> str:
        """Return the position: a lesson has no record."""
        return self.position(REFEREE)

    def position(self, seat: int) -> str:
        """Return the position as a string, as the learner may know it."""
        return self.game.notation.position_text(self.made.view)

    def rematch(self) -> LessonTable:
        """Start the course again."""
        return LessonTable(self.game, language=self.language)

    async def wait_until_begun(self) -> None:
        """Return immediately: no one else takes part."""

    def leave(self) -> None:
        """Do nothing: no file is open."""


class LessonScreen(PlayScreen):
    """A lesson: its text in a box, then the board, the task, the moves and the verdict."""

    BINDINGS = keys(("f8", "next"))

    def __init__(self, table: LessonTable) -> None:
        super().__init__(table)
        self.lessons = table

    def compose(self) -> ComposeResult:
        """Compose the board with the task, the verdict and the moves beside it."""
        yield Static(id="prompt", markup=False)
        yield Static(id="too_small", markup=False)
        yield Static(id="chances", markup=False)
        with Horizontal():
            yield BoardView(self.game.board, ascii_only=not self.app.unicode)
            with Vertical(id="side"):
                yield Static(id="log_title", classes="title", markup=False)
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="story", markup=False)
                yield Static(id="moves_title", classes="title", markup=False)
                moves = OptionList(id="moves", markup=False)
                moves.can_focus = False
                yield moves
        yield Static(id="news", markup=False)
        yield CommandLine()
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first lesson."""
        self.query_one(CommandLine).focus()
        self.open(self.lessons.number)

    def open(self, number: int) -> None:
        """Begin a lesson, and show its text."""
        self.lessons.begin(number)
        self.players = self.lessons.players
        self.start_again()
        self.action_log()

    def start_again(self) -> None:
        """Show the position of the lesson before the first move."""
        self.perspective = self.shown = self.lessons.lesson.seat
        self.message, self.hint, self.selected = "", None, 0
        self.draw()

    @property
    def title_says(self) -> str:
        """The number and the title of the lesson."""
        title = self.lessons.lesson.title[self.language]
        return self.say("lesson.title", n=self.lessons.number, count=self.lessons.count, title=title)

    def draw(self) -> None:
        """Redraw everything; the task and the verdict stand in place of the log."""
        super().draw()
        self.put("log_title", self.say("lesson.task"))
        self.put_keys(self.say("keys.learn"))
        made = self.lessons.made
        text = Text(plain(self.lessons.lesson.task[self.language]))
        if made.verdict != "open":
            text.append("\n\n" + plain(made.says[self.language]), BRIGHT if made.verdict == "wrong" else "bold green")
        self.put("story", text)
        self.query_one("#moves_title").display = made.verdict == "open"
        self.query_one("#log", VerticalScroll).scroll_home(animate=False)

    def prompt(self) -> str:
        """Return the number and the title of the lesson."""
        return f"{self.game.title(self.language)}   {self.title_says}"

    def waiting(self) -> str:
        """Return what Enter does once there is a verdict."""
        if self.lessons.made.verdict == "wrong":
            return self.say("lesson.try_again")
        return self.say("lesson.done" if self.lessons.over else "lesson.go_on")

    def after_move(self) -> None:
        """Show the position, and the verdict if there is one."""
        self.message, self.selected = "", 0
        self.draw()

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """Continue after a verdict; otherwise play the selected move, or run what was typed."""
        event.prevent_default()
        if event.value.strip() or self.lessons.made.verdict == "open":
            super().submit(event)
        elif self.lessons.made.verdict == "wrong":
            self.action_undo()
        else:
            self.action_next()

    def run_command(self, line: str) -> None:
        """Run what was typed: a command of the plain lessons, a number, or moves."""
        actions = {"next": self.action_next, "again": self.action_undo, "show": self.action_hint}
        if line in actions:
            actions[line]()
        else:
            super().run_command(line)

    def action_next(self) -> None:
        """Go to the next lesson; after the last one to the start screen."""
        if self.lessons.number < self.lessons.count:
            self.open(self.lessons.number + 1)
        else:
            self.app.action_menu()

    def action_undo(self) -> None:
        """Begin the lesson again."""
        self.lessons.undo(self.perspective)
        self.start_again()

    def action_hint(self) -> None:
        """Select the next move of the answer."""
        if self.lessons.made.next_move is None:
            self.action_undo()
        self.selected = [move.code for move in self.view.moves].index(self.lessons.made.next_move or 0)
        self.list_moves()
        self.show_message(self.say("lesson.answer", text=self.view.moves[self.selected].text))

    def action_log(self) -> None:
        """Show the text of the lesson."""
        text = self.lessons.lesson.says[self.language]
        self.app.push_screen(TextDialog(self.say, self.title_says, text.replace("\n", "\n\n"), markdown=True))

    def action_help(self) -> None:
        """Show keys, commands and rules."""
        self.read_help("help.learn")


def plain(text: str) -> str:
    """Return a lesson's text without its markup."""
    return text.replace("**", "")
