"""What the screen needs of a table, wherever its match lives, and a table whose match lives here."""

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
    """A match as those at this screen see it and act in it."""

    game: Game
    people: tuple[int, ...]
    """The seats that are played at this screen."""
    players: tuple[str, ...]
    """Who sits where: `you`, the name of a bot, the name of somebody."""
    problem: str | None
    """Why the game could not be kept, if it could not."""

    @property
    def language(self) -> str:
        """The language of events and refusals."""

    @language.setter
    def language(self, language: str) -> None: ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def result_says(self) -> str:
        """Who won by how much, once the game is over."""

    @property
    def end_says(self) -> str:
        """Why the game ended, once it is over; empty where its rules do not say."""

    @property
    def resume_command(self) -> str:
        """The command that comes back to this game."""

    @property
    def has_secrets(self) -> bool:
        """Whether people at one screen must not see the same."""

    def view(self, seat: int) -> View:
        """All that a seat (or a SPECTATOR) may know."""

    @property
    def words(self) -> Words:
        """The game's words, with the names of its players, for whoever sits at this screen."""

    def story(self, seat: int) -> list[Line]:
        """What has happened, as a seat may know it, turn by turn."""

    def play(self, seat: int, code: int) -> None:
        """Make a move; IllegalMove says why it cannot be."""

    def complete(self, seat: int) -> None:
        """Make the moves that only complete what the seat has decided."""

    def undo(self, seat: int) -> str:
        """Take back a move and say which; IllegalMove says why it cannot be."""

    def awaited_seat(self) -> int | None:
        """Somebody who is not at this screen and is to act now."""

    def must_compile_first(self) -> bool:
        """Whether there is a wait before the others can act at all."""

    async def wait_for_others(self) -> bool:
        """Wait until somebody who is not at this screen has acted; False if nobody else is to act now."""

    def record(self, seat: int | None = None) -> str:
        """The game so far as text, as a seat may know it or whole."""

    def position(self, seat: int) -> str:
        """The position as text, as a seat may know it."""

    def rematch(self) -> GameTable:
        """A new game at the same table."""

    async def wait_until_begun(self) -> None:
        """Wait until everybody is there."""

    def leave(self) -> None:
        """Nobody at this screen looks at it any more; the game is kept."""


class LocalTable:
    """A match in this program, with bots in threads of their own, kept in a file after every move."""

    def __init__(self, match: Match, path: str, language: str = "en", saved: SavedGame | None = None) -> None:
        """`saved` is the game that is played on with, if it is held already."""
        self.match, self.path, self.language = match, path, language
        self.game = match.game
        self.players = tuple(name or bot or PERSON for name, bot in zip(match.players, match.bots, strict=True))
        self.agents = tuple(bot or name for name, bot in zip(self.players, match.bots, strict=True))
        """What plays on each seat, or `you`; in older records bots are called what they are."""
        self.people = tuple(seat for seat, agent in enumerate(self.agents) if agent == PERSON)
        self.bots = Players()
        for seat in self.bot_seats:
            self.bots.agent(question_for(match, seat, self.agents[seat]))  # a name that nobody has is an error now
        self.saved = saved or SavedGame(path)
        self.problem: str | None = None
        self.save()

    @property
    def bot_seats(self) -> list[int]:
        """The seats that bots play."""
        return [seat for seat in range(len(self.players)) if seat not in self.people]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    @property
    def result_says(self) -> str:
        """Who won by how much, once the game is over."""
        return result_says(self.match, self.words)

    @property
    def end_says(self) -> str:
        """Why the game ended, once it is over; empty where its rules do not say."""
        return end_says(self.match, self.words)

    @property
    def resume_command(self) -> str:
        """The command that plays on with the file that the game is kept in."""
        return f"trackside play --resume {self.path}"

    @property
    def has_secrets(self) -> bool:
        """Whether two people at this screen see different things."""
        views = [view_state(self.game.plain, self.match.state, seat) for seat in self.people]
        return any(view != views[0] for view in views)

    def view(self, seat: int) -> View:
        """Return what a seat or SPECTATOR may know; where only bots play, REFEREE is possible too."""
        if seat == REFEREE and not self.people:
            return View(self.game.name, seat, self.match.state, self.match.to_move, ())
        return self.match.view(seat)

    @property
    def words(self) -> Words:
        """The game's words; one person alone at this screen is `you`."""
        return self.match.words(self.language, self.people[0] if len(self.people) == 1 else None)

    def story(self, seat: int) -> list[Line]:
        """What has happened, as a seat may know it, turn by turn."""
        return story_of(self.match, seat, self.words)

    def play(self, seat: int, code: int) -> None:
        """Make a move and keep the game."""
        self.match.play(seat, code)
        self.save()

    def complete(self, seat: int) -> None:
        """Make the moves that only complete what the seat has decided, and keep the game."""
        complete_decision(self.match, seat)
        self.save()

    def undo(self, seat: int) -> str:
        """Take back a move and keep the game without it; one person among bots may always go back."""
        text = undo_decision(self.match, seat, freely=len(self.people) == 1)
        self.save()
        return text

    def awaited_seat(self) -> int | None:
        """The first bot that may do something now."""
        return next((seat for seat in self.bot_seats if self.match.moves(seat)), None)

    def must_compile_first(self) -> bool:
        """Whether bots that look ahead have to be compiled first."""
        return any(looks_ahead(self.game, self.agents[seat]) for seat in self.bot_seats) and must_compile(self.game)

    async def wait_for_others(self) -> bool:
        """Let one bot choose and make its move, unless what it saw was taken back meanwhile."""
        seat = self.awaited_seat()
        if seat is None:
            return False
        view, question = self.match.view_state(seat), question_for(self.match, seat, self.agents[seat])
        choice = await run_in_background(lambda: self.bots.choose(question))
        if self.match.view_state(seat) == view:
            self.play(seat, choice.move)
        return True

    def record(self, seat: int | None = None) -> str:
        """The game so far as text."""
        return self.match.record(seat)

    def position(self, seat: int) -> str:
        """The position as text."""
        return self.match.position(seat)

    async def wait_until_begun(self) -> None:
        """Everybody is at this screen."""

    def rematch(self) -> LocalTable:
        """The same players, options and opening, new dice, a file of its own."""
        old, name = self.match, self.game.name
        if old.start_position is not None:
            match = Match.from_position(name, old.start_position, players=old.players, bots=old.bots)
        else:
            match = Match(name, old.seats, old.options, players=old.players, bots=old.bots)
        return LocalTable(match, str(new_save(self.game.name)), self.language)

    def leave(self) -> None:
        """Let others play on with this game."""
        self.saved.close()

    def save(self) -> None:
        """Keep the game; a failure is remembered and play goes on."""
        try:
            write_text(self.path, self.match.record(reveal_seed=True))
            self.problem = None
        except SaveFailed as error:
            self.problem = str(error)
