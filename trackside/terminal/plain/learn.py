"""Lessons in plain lines, for a terminal, a pipe or a screen reader."""

from __future__ import annotations

import textwrap
from typing import TextIO

from trackside.core.board import COLUMNS
from trackside.core.errors import TracksideError
from trackside.games import Game
from trackside.games.lessons import Attempt, Lesson, begin
from trackside.play.events import Move, View
from trackside.terminal.plain.lines import PlainLines
from trackside.terminal.plain.typed import play_line


class PlainLessons(PlainLines):
    """A course of lessons for a person who types."""

    def __init__(
        self, game: Game, source: TextIO, out: TextIO, language: str = "en", *, ascii_only: bool = False
    ) -> None:
        super().__init__(game, game.course.words(game, language), source, out, ascii_only)
        self.course, self.language = game.course, language

    def run(self, first: int = 1) -> int:
        """Teach the lessons from number `first` on, until all are done or the learner leaves."""
        self.say(self.words("learn.welcome", title=self.game.title(self.language)))
        number = first
        try:
            for number, lesson in enumerate(self.course.lessons[first - 1 :], first):
                if not self.teach(number, lesson):
                    self.leave(number)
                    return 0
        except KeyboardInterrupt:
            self.say("")
            self.leave(number)
            return 130
        self.say("\n" + self.words("learn.done", game=self.game.name))
        return 0

    def leave(self, number: int) -> None:
        """Print the command that resumes the course."""
        self.say(self.words("learn.resume", game=self.game.name, n=number))

    def tell(self, text: str) -> None:
        """Print paragraphs without markup, wrapped to the width of a line."""
        for paragraph in text.replace("**", "").split("\n"):
            self.say(textwrap.fill(paragraph, COLUMNS))

    def teach(self, number: int, lesson: Lesson) -> bool:
        """Teach a lesson until it is solved or skipped; return False if the learner leaves."""
        count, title = len(self.course.lessons), lesson.title[self.language]
        self.words = self.course.words(self.game, self.language, lesson.seat)
        self.say("\n" + self.words("learn.lesson", n=number, count=count, title=title))
        self.tell(lesson.says[self.language])
        while True:
            made = self.ask(lesson)
            if made is None:
                return False
            if made.verdict == "open":
                return True
            self.say("")
            self.tell(made.says[self.language])
            if made.verdict == "right":
                self.board(made)
                return number == count or self.read(self.words("learn.next")) is not None
            self.say(self.words("learn.again"))

    def ask(self, lesson: Lesson) -> Attempt | None:
        """Ask until there is a verdict or the lesson is skipped; return None if the learner leaves."""
        made = begin(self.game, lesson)
        self.show(made)
        while made.verdict == "open":
            line = self.read(self.words("play.ask"))
            if line is None:
                return None
            if line == "next":
                return made
            try:
                made = self.run_command(made, line)
            except TracksideError as error:
                self.say(error.say(self.words))
        return made

    def run_command(self, made: Attempt, line: str) -> Attempt:
        """Run a line of input and return the resulting attempt."""
        command, _, rest = line.partition(" ")
        if command == "help":
            self.say(self.words("learn.help"))
        elif command == "show":
            self.show_answer(made)
        elif command == "again":
            made = begin(self.game, made.lesson)
            self.show(made)
        elif command == "board":
            self.board(made)
        elif command == "moves":
            self.list_moves(made)
        elif command == "rules":
            self.rules(rest)
        elif line:
            made = self.move(made, line)
            if made.verdict == "open":
                self.show(made)
        return made

    def move(self, made: Attempt, line: str) -> Attempt:
        """Make the move of that number, or as many of the typed moves as are needed."""
        attempts = [made]

        def play(code: int) -> None:
            attempts.append(attempts[-1].play(code, self.words))

        play_line(line, self.game, self.words, lambda: self.view(attempts[-1]), play)
        return attempts[-1]

    def view(self, made: Attempt) -> View:
        """Return the learner's view and legal moves."""
        state, seat = made.view, made.lesson.seat
        moves = tuple(Move(code, self.game.notation.move_text(state, seat, code)) for code in made.choices)
        return View(self.game.name, seat, state, self.game.plain.to_move(state), moves)

    def show(self, made: Attempt) -> None:
        """Show the board, the task and the moves."""
        self.board(made)
        self.say(made.lesson.task[self.language])
        self.list_moves(made)

    def board(self, made: Attempt) -> None:
        """Print the position as the learner sees it."""
        self.draw(made.view, made.lesson.seat, self.words)

    def list_moves(self, made: Attempt) -> None:
        """List the legal moves, numbered."""
        view, offer = self.view(made), self.game.scenes.offer
        self.number_moves(
            view.moves, [offer(view.state, view.seat, move.code, self.words)["label"] for move in view.moves]
        )

    def show_answer(self, made: Attempt) -> None:
        """Show the next move of a solution, or the first one if the moves made lead to none."""
        if made.next_move is None:
            made = begin(self.game, made.lesson)
            self.say(self.words("learn.from_start"))
        view = self.view(made)
        text = next(move.text for move in view.moves if move.code == made.next_move)
        self.say(self.words("learn.answer", text=text))
