"""The table interface that screens use, and its implementation for a local match."""

from __future__ import annotations

from typing import Protocol

from trackside.core.errors import SaveFailed
from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.bots import Players, looks_ahead, must_compile, question_for
from trackside.play.events import View
from trackside.play.files import new_save, write_text
from trackside.play.forced import complete_decision, undo_decision
from trackside.play.match import Match
from trackside.play.names import PERSON
from trackside.play.result import end_says, result_says
from trackside.play.saved import SavedGame
from trackside.play.story import Line, story_of
from trackside.terminal.background import run_in_background


class GameTable(Protocol):
    """A match as the people at this screen see and play it."""

    game: Game
    people: tuple[int, ...]
    """The seats played at this screen."""
    players: tuple[str, ...]
    """The player of each seat: `you`, a bot's name or a person's name."""
    problem: str | None
    """The reason why the game could not be saved, if it could not."""

    @property
    def language(self) -> str:
        """The language of events and error messages."""

    @language.setter
    def language(self, language: str) -> None: ...

    @property
    def over(self) -> bool:
        """True if the game has ended."""

    @property
    def result_says(self) -> str:
        """The winner and the margin, once the game is over."""

    @property
    def end_says(self) -> str:
        """The reason why the game ended, once it is over; empty if its rules do not give one."""

    @property
    def resume_command(self) -> str:
        """The command that returns to this game."""

    @property
    def has_secrets(self) -> bool:
        """True if people at one screen must not see each other's view."""

    def view(self, seat: int) -> View:
        """Return the view of a seat or SPECTATOR."""

    @property
    def words(self) -> Words:
        """The game's words, with the names of its players, for the person at this screen."""

    def story(self, seat: int) -> list[Line]:
        """Return the history as a seat may know it, turn by turn."""

    def play(self, seat: int, code: int) -> None:
        """Make a move; raise IllegalMove if it is not legal."""

    def complete(self, seat: int) -> None:
        """Make the moves that only complete what the seat has decided."""

    def undo(self, seat: int) -> str:
        """Take back a move and return it; raise IllegalMove if that is not possible."""

    def awaited_seat(self) -> int | None:
        """Return a seat that is not at this screen and is to act now."""

    def must_compile_first(self) -> bool:
        """Return whether the others must be compiled before they can act."""

    async def wait_for_others(self) -> bool:
        """Wait until a seat elsewhere has acted; return False if no other seat is to act now."""

    def record(self, seat: int | None = None) -> str:
        """Return the record of the game so far, whole or as a seat may know it."""

    def position(self, seat: int) -> str:
        """Return the position as a string, as a seat may know it."""

    def rematch(self) -> GameTable:
        """Start a new game at the same table."""

    async def wait_until_begun(self) -> None:
        """Wait until everyone is there."""

    def leave(self) -> None:
        """Leave the table; the game is kept."""


class LocalTable:
    """A match in this process, with bots in background threads, saved after every move."""

    def __init__(self, match: Match, path: str, language: str = "en", saved: SavedGame | None = None) -> None:
        """Create the table; `saved` is the game being resumed, if it is already locked."""
        self.match, self.path, self.language = match, path, language
        self.game = match.game
        self.players = tuple(name or bot or PERSON for name, bot in zip(match.players, match.bots, strict=True))
        self.agents = tuple(bot or name for name, bot in zip(self.players, match.bots, strict=True))
        """The agent of each seat, or `you`; older records name bots by their agent."""
        self.people = tuple(seat for seat, agent in enumerate(self.agents) if agent == PERSON)
        self.bots = Players()
        for seat in self.bot_seats:
            self.bots.agent(question_for(match, seat, self.agents[seat]))  # report an unknown bot now
        self.saved = saved or SavedGame(path)
        self.problem: str | None = None
        self.save()

    @property
    def bot_seats(self) -> list[int]:
        """The seats that bots play."""
        return [seat for seat in range(len(self.players)) if seat not in self.people]

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.match.over

    @property
    def result_says(self) -> str:
        """The winner and the margin, once the game is over."""
        return result_says(self.match, self.words)

    @property
    def end_says(self) -> str:
        """The reason why the game ended, once it is over; empty if its rules do not give one."""
        return end_says(self.match, self.words)

    @property
    def resume_command(self) -> str:
        """The command that resumes the game from its file."""
        return f"trackside play --resume {self.path}"

    @property
    def has_secrets(self) -> bool:
        """True if two people at this screen have different views."""
        views = [view_state(self.game.plain, self.match.state, seat) for seat in self.people]
        return any(view != views[0] for view in views)

    def view(self, seat: int) -> View:
        """Return the view of a seat or SPECTATOR; REFEREE is allowed too if only bots play."""
        if seat == REFEREE and not self.people:
            return View(self.game.name, seat, self.match.state, self.match.to_move, ())
        return self.match.view(seat)

    @property
    def words(self) -> Words:
        """The game's words; a single person at this screen is `you`."""
        return self.match.words(self.language, self.people[0] if len(self.people) == 1 else None)

    def story(self, seat: int) -> list[Line]:
        """Return the history as a seat may know it, turn by turn."""
        return story_of(self.match, seat, self.words)

    def play(self, seat: int, code: int) -> None:
        """Make a move and save the game."""
        self.match.play(seat, code)
        self.save()

    def complete(self, seat: int) -> None:
        """Make the moves that only complete what the seat has decided, and save the game."""
        complete_decision(self.match, seat)
        self.save()

    def undo(self, seat: int) -> str:
        """Take back a move and save the game; a single person among bots may always do so."""
        text = undo_decision(self.match, seat, freely=len(self.people) == 1)
        self.save()
        return text

    def awaited_seat(self) -> int | None:
        """Return the first bot that may act now."""
        return next((seat for seat in self.bot_seats if self.match.moves(seat)), None)

    def must_compile_first(self) -> bool:
        """Return whether bots that search must be compiled first."""
        return any(looks_ahead(self.game, self.agents[seat]) for seat in self.bot_seats) and must_compile(self.game)

    async def wait_for_others(self) -> bool:
        """Let one bot choose and make its move, unless its view has changed meanwhile."""
        seat = self.awaited_seat()
        if seat is None:
            return False
        view, question = self.match.view_state(seat), question_for(self.match, seat, self.agents[seat])
        choice = await run_in_background(lambda: self.bots.choose(question))
        if self.match.view_state(seat) == view:
            self.play(seat, choice.move)
        return True

    def record(self, seat: int | None = None) -> str:
        """Return the record of the game so far."""
        return self.match.record(seat)

    def position(self, seat: int) -> str:
        """Return the position as a string."""
        return self.match.position(seat)

    async def wait_until_begun(self) -> None:
        """Return immediately: everyone is at this screen."""

    def rematch(self) -> LocalTable:
        """Start a game with the same players, options and opening, new dice and a new file."""
        old, name = self.match, self.game.name
        if old.start_position is not None:
            match = Match.from_position(name, old.start_position, players=old.players, bots=old.bots)
        else:
            match = Match(name, old.seats, old.options, players=old.players, bots=old.bots)
        return LocalTable(match, str(new_save(self.game.name)), self.language)

    def leave(self) -> None:
        """Release the saved game, so that others can resume it."""
        self.saved.close()

    def save(self) -> None:
        """Save the game; remember a failure and continue."""
        try:
            write_text(self.path, self.match.record(reveal_seed=True))
            self.problem = None
        except SaveFailed as error:
            self.problem = str(error)
