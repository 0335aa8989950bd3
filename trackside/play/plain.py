"""A table of plain lines: works at a terminal, through a pipe and with a screen reader."""

from __future__ import annotations

from typing import TextIO

from trackside.core.board import draw_ending, draw_text
from trackside.core.errors import BadOption, SaveFailed, TracksideError
from trackside.core.protocol import OVER
from trackside.core.rulebook import find_rule, numbered_rules, rulebook
from trackside.core.words import Words
from trackside.play.bots import Players, Question, looks_ahead, must_compile, question_for
from trackside.play.events import Event, Observer
from trackside.play.files import write_text
from trackside.play.match import Match
from trackside.play.typed import play_line

HINTS = "expert"
"""Who is asked for hints."""

PERSON = "you"
"""What a seat of somebody at this screen is called, here and on the command line."""


class PlainTable:
    """People at one screen and bots, playing a match that is saved after every move."""

    def __init__(
        self,
        match: Match,
        players: list[str],
        path: str,
        source: TextIO,
        out: TextIO,
        language: str = "en",
        *,
        ascii_only: bool = False,
    ) -> None:
        self.match, self.path, self.source, self.out, self.ascii_only = match, path, source, out, ascii_only
        self.players = players
        self.words = Words(language, match.game.package)
        self.people = [seat for seat, name in enumerate(players) if name == PERSON]
        self.bots = Players()
        for seat in self.bot_seats:
            self.bots.agent(question_for(match, seat, players[seat]))  # a name that nobody has is an error now
        if not self.people:
            raise BadOption(
                "none of the seats is yours: to watch bots, use 'trackside simulate' and 'trackside replay'"
            )
        self.news: dict[int, list[str]] = {seat: [] for seat in self.people}
        self.shown = -1
        for seat in self.people:
            match.watch(seat, self.listener(seat))

    @property
    def bot_seats(self) -> list[int]:
        """The seats that bots play."""
        return [seat for seat in range(len(self.players)) if seat not in self.people]

    def run(self) -> int:
        """Play to the end, or until somebody leaves."""
        self.say(self.words("play.welcome", title=self.match.game.card.title))
        self.say(self.seating())
        self.announce_wait()
        self.save()
        try:
            while (seat := self.match.to_move) != OVER:
                if seat not in self.people:
                    self.match.play(seat, self.bots.choose(question_for(self.match, seat, self.players[seat])).move)
                    self.save()
                elif not self.ask_person(seat):
                    self.say(self.words("play.resume", path=self.path))
                    return 0
        except KeyboardInterrupt:
            self.say("\n" + self.words("play.resume", path=self.path))
            return 130
        self.finish()
        return 0

    def listener(self, seat: int) -> Observer:
        """Keeps the news for a person until they are asked."""

        def hear(event: Event) -> None:
            self.news[seat] += event.said(self.words)

        return hear

    def announce_wait(self) -> None:
        """Say so if players who look ahead have to be compiled first."""
        game = self.match.game
        if any(looks_ahead(game, self.players[seat]) for seat in self.bot_seats) and must_compile(game):
            self.say(self.words("play.wait"))

    def seating(self) -> str:
        """Who plays which colour."""
        names = [self.words("play.you") if name == PERSON else name for name in self.players]
        return ", ".join(f"{self.words.who(seat)}: {name}" for seat, name in enumerate(names))

    def say(self, text: str) -> None:
        """Print a line at once."""
        print(text, file=self.out, flush=True)

    def save(self) -> None:
        """Keep the game; a failure is said and play goes on."""
        try:
            write_text(self.path, self.match.record(reveal_seed=True))
        except SaveFailed as error:
            self.say(self.words("play.cannot_save", why=error))

    def ask_person(self, seat: int) -> bool:
        """Ask a person until a move is made; False when they leave."""
        if len(self.people) > 1 and seat != self.shown and self.shown >= 0:
            self.read(self.words("play.pass_on", who=self.words.who(seat)))
        self.shown = seat
        self.show_news(seat)
        self.board(seat)
        self.list_moves(seat)
        length = len(self.match.log)
        while len(self.match.log) == length:
            line = self.read(self.words("play.ask"))
            if line is None or line in ("quit", "q", "exit"):
                return False
            try:
                self.run_command(seat, line)
            except TracksideError as error:
                self.say(error.say(self.words))
        return True

    def read(self, prompt: str) -> str | None:
        """A line of what the person types; None at the end of input."""
        print(prompt, end="", file=self.out, flush=True)
        line = self.source.readline()
        if not line:
            self.say("")
        return line.strip() if line else None

    def run_command(self, seat: int, line: str) -> None:
        """Do what a line says."""
        command, _, rest = line.partition(" ")
        if command == "help":
            self.say(self.words("play.help"))
        elif command == "undo":
            self.say(self.words("undo.done", text=self.match.undo(seat)))
            self.save()
            self.list_moves(seat)
        elif command == "moves":
            self.list_moves(seat)
        elif command == "board":
            self.board(seat)
        elif command == "log":
            self.say("\n".join(sentence for event in self.match.events(seat) for sentence in event.said(self.words)))
        elif command == "position":
            self.say(self.match.position(seat))
        elif command == "record":
            self.say(self.match.record(seat))
        elif command == "hint":
            self.hint(seat)
        elif command == "rules":
            self.rules(rest)
        elif command == "save" and rest:
            write_text(rest, self.match.record(reveal_seed=True))
            self.say(self.words("play.saved", path=rest))
        elif line:
            self.move(seat, line)

    def move(self, seat: int, line: str) -> None:
        """Make the move of that number, or the moves written in the line one after the other."""

        def play(code: int) -> None:
            self.match.play(seat, code)
            self.save()

        play_line(line, self.match.game, self.words, lambda: self.match.view(seat), play)

    def rules(self, wanted: str) -> None:
        """One rule by its number, or all of them."""
        package, language = self.match.game.package, self.words.language
        if not wanted:
            self.say(rulebook(package, language))
            return
        rule = find_rule(package, language, wanted)
        if rule is None:
            known = ", ".join(numbered_rules(package, language))
            raise TracksideError(self.words("play.no_rule", number=wanted, known=known))
        self.say(f"{rule[0]}: {rule[1]}")

    def hint(self, seat: int) -> None:
        """What a strong player would do here, with the chances to win."""
        view = self.match.view_state(seat)
        choice = Players().choose(Question(self.match.game, HINTS, "hint", view, seat, len(self.match.log)))
        for candidate in choice.candidates[:5]:
            chance = "" if candidate.value is None else f"{candidate.value:.0%}"
            self.say(f"      {candidate.text:12} {chance:>5}")

    def board(self, seat: int) -> None:
        """The position as this seat sees it."""
        view = self.match.view_state(seat)
        self.say("\n" + draw_text(self.match.game, view, self.words, seat, ascii_only=self.ascii_only) + "\n")

    def list_moves(self, seat: int) -> None:
        """What there is to choose, numbered, with what each move brings."""
        state = self.match.view(seat).state
        notation = self.match.game.notation
        self.say(self.words("play.to_move", who=self.words.who(seat), prompt=notation.prompt(state, seat, self.words)))
        moves = self.match.moves(seat)
        width = max(12, *(len(move.text) for move in moves))
        for number, move in enumerate(moves, 1):
            said = " ".join(notation.describe(state, seat, move.code, self.words, seat))
            self.say(f"{number:4}  {move.text:{width}} {said}")

    def show_news(self, seat: int) -> None:
        """What has happened since this person was asked last."""
        for sentence in self.news[seat]:
            self.say(sentence)
        self.news[seat].clear()

    def finish(self) -> None:
        """The last news, the final scores and who won."""
        self.show_news(self.people[0])
        self.board(self.people[0])
        self.say(self.words("play.over"))
        for line in draw_ending(self.match.game.scenes.ending(self.match.state, self.words), self.words):
            self.say(line)
        names = f" {self.words('play.and')} ".join(self.words.who(seat) for seat in self.match.winners)
        self.say(self.words("play.won" if len(self.match.winners) == 1 else "play.shared", who=names))
        self.say(self.words("play.saved", path=self.path))
