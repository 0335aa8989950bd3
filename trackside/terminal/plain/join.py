"""A seat at a server's table in plain lines, for a pipe or a screen reader."""

from __future__ import annotations

import asyncio
from typing import TextIO

from trackside.core.board import draw_ending
from trackside.core.errors import TracksideError
from trackside.core.protocol import SPECTATOR
from trackside.terminal.plain.lines import PlainLines
from trackside.terminal.plain.typed import Caution, play_line
from trackside.terminal.remote import RemoteTable


class PlainRemoteTable(PlainLines):
    """A table on a server for a person who types; without a seat it only prints the news."""

    def __init__(
        self, table: RemoteTable, source: TextIO, out: TextIO, language: str = "en", *, ascii_only: bool = False
    ) -> None:
        table.language = language
        super().__init__(table.game, table.words, source, out, ascii_only)
        self.table, self.caution = table, Caution()
        self.told: list[str] = []
        """The sentences that have been printed."""

    def run(self) -> int:
        """Play until the game ends or the person leaves, then disconnect."""
        try:
            return self.play()
        except KeyboardInterrupt:
            self.say("\n" + self.words("play.continue", command=self.table.resume_command))
            return 130
        finally:
            self.table.leave()

    def play(self) -> int:
        """Play the game that the server keeps."""
        table = self.table
        self.say(self.words("play.welcome", title=self.game.title(self.words.language)))
        while not table.over:
            self.words = table.words
            seat = next((seat for seat in table.people if table.view(seat).moves), None)
            if seat is None:
                self.show_news()
                asyncio.run(table.wait_for_others())
            elif not self.ask_person(seat):
                self.say(self.words("play.continue", command=table.resume_command))
                return 0
        self.finish()
        return 0

    def ask_person(self, seat: int) -> bool:
        """Ask for lines until one makes a move; return False if the person leaves."""
        self.show_news()
        self.board(seat)
        self.list_moves(seat)
        before = self.table.view(seat)
        while not self.table.over and self.table.view(seat) == before:
            line = self.read(self.words("play.ask"))
            if line is None:
                return False
            try:
                self.run_command(seat, line)
            except TracksideError as error:
                self.say(error.say(self.words))
        return True

    def run_command(self, seat: int, line: str) -> None:
        """Run a line of input."""
        command, _, rest = line.partition(" ")
        if command == "help":
            self.say(self.words("join.help"))
        elif command == "undo":
            self.say(self.words("undo.done", text=self.table.undo(seat)))
        elif command == "moves":
            self.list_moves(seat)
        elif command == "board":
            self.board(seat)
        elif command == "log":
            self.say("\n".join(self.story()))
        elif command == "position":
            self.say(self.table.position(seat))
        elif command == "record":
            self.say(self.table.record(seat))
        elif command == "rules":
            self.rules(rest)
        elif line:
            play_line(line, self.game, self.words, lambda: self.table.view(seat), lambda code: self.make(seat, code))

    def make(self, seat: int, code: int) -> None:
        """Make a move, after a second request if the game warns of it."""
        self.caution.check(self.game, self.table.view(seat), code, self.words)
        self.table.play(seat, code)

    def board(self, seat: int) -> None:
        """Print the position as this seat sees it."""
        self.draw(self.table.view(seat).state, seat, self.words.nameless)

    def list_moves(self, seat: int) -> None:
        """List the legal moves, numbered, with the effect of each."""
        view, notation = self.table.view(seat), self.game.notation
        self.say(self.words.of(seat, "play.to_move", prompt=notation.prompt(view.state, seat, self.words)))
        says = [" ".join(notation.describe(view.state, seat, move.code, self.words, seat)) for move in view.moves]
        self.number_moves(view.moves, says)

    def story(self) -> list[str]:
        """Return the history as this person may know it, a sentence per turn."""
        return [line.says for line in self.table.story(SPECTATOR) if line.says]

    def show_news(self) -> None:
        """Print what has happened since the last news."""
        before, self.told = self.told, self.story()
        for number, sentence in enumerate(self.told):
            if sentence not in before[number : number + 1]:
                self.say(sentence)

    def finish(self) -> None:
        """Print the last news, the final scores and the winner."""
        table = self.table
        self.show_news()
        seat = table.people[0] if table.people else SPECTATOR
        self.board(seat)
        self.say(self.words("play.over"))
        for line in draw_ending(self.game.scenes.ending(table.view(seat).state, self.words), self.words):
            self.say(line)
        self.say(" ".join(filter(None, (table.result_says, table.end_says))))
