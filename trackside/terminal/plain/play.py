"""A table in plain lines, for a terminal, a pipe or a screen reader."""

from __future__ import annotations

from typing import TextIO

from trackside.core.board import draw_ending
from trackside.core.errors import BadOption, SaveFailed, TracksideError
from trackside.core.protocol import OVER
from trackside.play.bots import ADVISER, Players, Question, lacks_judge, looks_ahead, must_compile, question_for
from trackside.play.files import write_text
from trackside.play.forced import complete_decision, undo_decision
from trackside.play.match import Match
from trackside.play.names import PERSON
from trackside.play.result import end_says, result_says
from trackside.play.saved import SavedGame
from trackside.play.story import story_of
from trackside.terminal.plain.lines import PlainLines
from trackside.terminal.plain.typed import Caution, play_line


class PlainTable(PlainLines):
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
        saved: SavedGame | None = None,
    ) -> None:
        """Create the table; `saved` is the game being resumed, if it is already locked."""
        self.match, self.path, self.players = match, path, players
        """The match, its file, and the player of each seat: `you`, or the kind of bot."""
        self.people = [seat for seat, name in enumerate(players) if name == PERSON]
        words = match.words(language, self.people[0] if len(self.people) == 1 else None)
        super().__init__(match.game, words, source, out, ascii_only)
        self.caution = Caution()
        self.bots = Players()
        for seat in self.bot_seats:
            self.bots.agent(question_for(match, seat, players[seat]))  # report an unknown bot now
        if not self.people:
            raise BadOption(
                "none of the seats is yours: to watch bots, use 'trackside simulate -o DIR' and 'trackside replay'"
            )
        self.saved = saved or SavedGame(path)
        self.told = {seat: self.known(seat) for seat in self.people}
        """The sentences that each person has read."""
        self.shown = -1

    @property
    def bot_seats(self) -> list[int]:
        """The seats that bots play."""
        return [seat for seat in range(len(self.players)) if seat not in self.people]

    def run(self) -> int:
        """Play until the game ends or someone leaves, then release the saved game."""
        try:
            return self.play()
        finally:
            self.saved.close()

    def play(self) -> int:
        """Play the whole game."""
        self.say(self.words("play.welcome", title=self.game.title(self.words.language)))
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

    def story(self, seat: int) -> list[str]:
        """Return the history as this person may know it, a sentence per turn."""
        return [line.says for line in story_of(self.match, seat, self.words)]

    def known(self, seat: int) -> list[str]:
        """Return the sentences up to this person's last turn, which they have already read."""
        lines = story_of(self.match, seat, self.words)
        own = [number for number, line in enumerate(lines, 1) if line.seat == seat and line.done]
        return [line.says for line in lines[: own[-1] if own else 0]]

    def announce_wait(self) -> None:
        """Announce the wait if searching bots must be compiled first."""
        game = self.game
        if any(looks_ahead(game, self.players[seat]) for seat in self.bot_seats) and must_compile(game):
            self.say(self.words("play.wait"))

    def seating(self) -> str:
        """Return the players by colour."""
        named = zip(self.match.players, self.players, strict=True)
        names = [self.words("play.you") if player == PERSON else self.named(name, player) for name, player in named]
        return ", ".join(f"{self.words.nameless.who(seat)}: {name}" for seat, name in enumerate(names))

    def named(self, name: str, player: str) -> str:
        """Return a bot's name, with its level if they differ."""
        level = self.words(f"level.{player}") if self.words.has(f"level.{player}") else player
        return level if name in ("", player) else f"{name} ({level})"

    def save(self) -> None:
        """Save the game; report a failure and continue."""
        try:
            write_text(self.path, self.match.record(reveal_seed=True))
        except SaveFailed as error:
            self.say(self.words("play.cannot_save", why=error))

    def ask_person(self, seat: int) -> bool:
        """Ask a person until a move is made; return False if they leave."""
        if len(self.people) > 1 and seat != self.shown and self.shown >= 0:
            self.read(self.words("play.pass_on", who=self.words.who(seat)))
        self.shown = seat
        self.show_news(seat)
        self.board(seat)
        self.list_moves(seat)
        length = len(self.match.log)
        while len(self.match.log) == length:
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
            self.say(self.words("play.help"))
        elif command == "undo":
            self.say(self.words("undo.done", text=undo_decision(self.match, seat, freely=len(self.people) == 1)))
            self.save()
            self.list_moves(seat)
        elif command == "moves":
            self.list_moves(seat)
        elif command == "board":
            self.board(seat)
        elif command == "log":
            self.say("\n".join(filter(None, self.story(seat))))
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
        """Make the move of that number, or the typed moves one after the other."""

        def play(code: int) -> None:
            self.caution.check(self.game, self.match.view(seat), code, self.words)
            self.match.play(seat, code)
            self.save()

        play_line(line, self.game, self.words, lambda: self.match.view(seat), play)
        complete_decision(self.match, seat)
        self.save()

    def hint(self, seat: int) -> None:
        """Print the moves of a strong player, with their chances to win."""
        view = self.match.view_state(seat)
        choice = Players().choose(Question(self.game, ADVISER, "hint", view, seat, len(self.match.log)))
        for candidate in choice.candidates[:5]:
            chance = "" if candidate.value is None else f"{candidate.value:.0%}"
            self.say(f"      {candidate.text:12} {chance:>5}")
        if choice.judged_by == "exact":
            self.say("      " + self.words("hint.solved"))
        elif lacks_judge(self.game, choice):
            self.say("      " + self.words("hint.played_out"))

    def board(self, seat: int) -> None:
        """Print the position as this seat sees it."""
        self.draw(self.match.view_state(seat), seat, self.words.nameless)  # pieces are distinguished by colour

    def list_moves(self, seat: int) -> None:
        """List the legal moves, numbered, with the effect of each."""
        state = self.match.view(seat).state
        notation = self.game.notation
        self.say(self.words.of(seat, "play.to_move", prompt=notation.prompt(state, seat, self.words)))
        moves = self.match.moves(seat)
        says = [" ".join(notation.describe(state, seat, move.code, self.words, seat)) for move in moves]
        self.number_moves(moves, says)

    def show_news(self, seat: int) -> None:
        """Print what has happened since this person's last turn."""
        before, self.told[seat] = self.told[seat], self.story(seat)
        for number, sentence in enumerate(self.told[seat]):
            if sentence and sentence not in before[number : number + 1]:
                self.say(sentence)

    def finish(self) -> None:
        """Print the last news, the final scores and the winner."""
        self.show_news(self.people[0])
        self.board(self.people[0])
        self.say(self.words("play.over"))
        for line in draw_ending(self.game.scenes.ending(self.match.state, self.words), self.words):
            self.say(line)
        self.say(" ".join(filter(None, (result_says(self.match, self.words), end_says(self.match, self.words)))))
        self.say(self.words("play.saved", path=self.path))
