"""Lessons: positions to play, and the verdicts on answers. They are data in a game's folder, in lessons.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from trackside.core.errors import IllegalMove
from trackside.core.notation import choices_for, find_move, refusal, view_state
from trackside.core.protocol import OVER
from trackside.core.words import LANGUAGES, Words

if TYPE_CHECKING:
    from trackside.core.protocol import AnyState
    from trackside.core.scene import Effect
    from trackside.games.game import Game

Verdict = Literal["open", "right", "wrong"]
"""More moves are needed; a right answer; a wrong answer."""

Text = Mapping[str, str]
"""A text in every language."""

Moves = tuple[int, ...]
"""The codes of the moves that a pupil makes one after the other."""


@dataclass(frozen=True)
class Player:
    """A named player at the table of a lesson."""

    name: str
    level: str


@dataclass(frozen=True)
class NearMiss:
    """A wrong answer with its own text."""

    moves: Moves
    says: Text


@dataclass(frozen=True)
class Lesson:
    """A position, the pupil's task in it, and the texts about it."""

    id: str
    position: AnyState
    seat: int
    """The pupil's seat."""
    answers: tuple[Moves, ...]
    """All right answers, beginning with the one that is shown."""
    near_misses: tuple[NearMiss, ...]
    follows: tuple[str, ...]
    """The moves of the other seats and of chance, in notation, made in this order whenever it is their turn."""
    title: Text
    says: Text
    """The teacher's explanation before the task."""
    task: Text
    right: Text
    wrong: Text
    """The text for any wrong answer that has none of its own."""


@dataclass(frozen=True)
class Course:
    """The lessons of a game in order, and the players at their tables."""

    lessons: tuple[Lesson, ...] = ()
    players: tuple[Player | None, ...] = ()
    """The players by seat; None for the pupil, and where it does not matter."""

    def find(self, identifier: str) -> Lesson | None:
        """Return the lesson with this identifier, or None."""
        return next((lesson for lesson in self.lessons if lesson.id == identifier), None)

    def number(self, lesson: Lesson) -> int:
        """Return the position of a lesson in the course, counted from 1."""
        return 1 + self.lessons.index(lesson)

    def words(self, game: Game, language: str, pupil: int | None = None) -> Words:
        """Return the game's words with the names of the players; the pupil is `you`."""
        names = tuple(player.name if player else "" for player in self.players)
        return Words(language, game.package, names, pupil)


@dataclass(frozen=True)
class Attempt:
    """A lesson and the moves made in it so far."""

    game: Game
    lesson: Lesson
    state: AnyState
    """The whole position that the moves lead to."""
    moves: Moves = ()
    followed: int = 0
    """The number of entries of `follows` that have happened."""
    effects: tuple[Effect, ...] = ()
    """The effects so far, from the pupil's perspective."""

    @property
    def verdict(self) -> Verdict:
        """The verdict on the moves."""
        if self.moves in self.lesson.answers:
            return "right"
        return "open" if self._known(self.moves) else "wrong"

    def _known(self, moves: Moves) -> bool:
        """Return True if these moves begin an answer or a near miss."""
        begun = [*self.lesson.answers, *(miss.moves for miss in self.lesson.near_misses)]
        return any(moves == one[: len(moves)] and len(moves) < len(one) for one in begun)

    @property
    def says(self) -> Text:
        """The text about the moves, in every language."""
        if self.verdict == "open":
            return self.lesson.task
        if self.verdict == "right":
            return self.lesson.right
        return next((miss.says for miss in self.lesson.near_misses if miss.moves == self.moves), self.lesson.wrong)

    @property
    def next_move(self) -> int | None:
        """The next move of an answer that begins with these moves, or None."""
        n = len(self.moves)
        return next((answer[n] for answer in self.lesson.answers if answer[:n] == self.moves and answer[n:]), None)

    @property
    def view(self) -> AnyState:
        """The position from the pupil's perspective."""
        return view_state(self.game.plain, self.state, self.lesson.seat)

    @property
    def choices(self) -> list[int]:
        """The pupil's legal moves; none once there is a verdict."""
        return choices_for(self.game.plain, self.state, self.lesson.seat) if self.verdict == "open" else []

    def play(self, move: int | str, words: Words) -> Attempt:
        """Make one more move, given by code or text; raise IllegalMove if it is not possible."""
        if self.verdict != "open":
            raise IllegalMove(words("lesson.decided"), lambda spoken: spoken("lesson.decided"))
        return self.unjudged(move, words)

    def unjudged(self, move: int | str, words: Words) -> Attempt:
        """Make one more move, whatever the verdict on those before it."""
        rules, notation, seat = self.game.plain, self.game.notation, self.lesson.seat
        if isinstance(move, str):
            move = find_move(rules, notation, self.state, seat, move, words)
        elif move not in choices_for(rules, self.state, seat):
            raise refusal(notation, self.state, seat, str(move), words)
        return replace(self.changed(seat, move), moves=(*self.moves, move)).follow(words)

    def changed(self, actor: int, move: int) -> Attempt:
        """Return the attempt after a move or an outcome of any actor."""
        state = self.state.duplicate()
        self.game.plain.apply(state, actor, move)
        effects = self.game.scenes.effects(self.state, actor, move, self.lesson.seat)
        return replace(self, state=state, effects=(*self.effects, *effects))

    def follow(self, words: Words) -> Attempt:
        """Make the moves that follow, until it is the pupil's turn or none is left.

        After a wrong move one may not be possible: then it stops there.
        """
        made, rules = self, self.game.plain
        for text in self.lesson.follows[self.followed :]:
            actor = rules.to_move(made.state)
            if actor in (self.lesson.seat, OVER):
                break
            try:
                move = find_move(rules, self.game.notation, made.state, actor, text, words)
            except IllegalMove:
                break
            made = replace(made.changed(actor, move), followed=made.followed + 1)
        return made


def begin(game: Game, lesson: Lesson) -> Attempt:
    """Return a lesson before the first move."""
    return Attempt(game, lesson, lesson.position)


def attempt(game: Game, lesson: Lesson, moves: Sequence[int | str], words: Words | None = None) -> Attempt:
    """Return the attempt that these moves lead to."""
    words = words or Words(LANGUAGES[0], game.package)
    made = begin(game, lesson)
    for move in moves:
        made = made.play(move, words)
    return made
