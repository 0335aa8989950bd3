"""Lessons: positions to play, and what becomes of an answer. They are data in a game's folder, in lessons.toml."""

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
"""More moves are needed; that is it; that is not it."""

Text = Mapping[str, str]
"""The same in every language."""

Moves = tuple[int, ...]
"""The codes of the moves that a pupil makes one after the other."""


@dataclass(frozen=True)
class Player:
    """Somebody who sits at the table of a lesson."""

    name: str
    level: str


@dataclass(frozen=True)
class NearMiss:
    """A wrong answer that has words of its own."""

    moves: Moves
    says: Text


@dataclass(frozen=True)
class Lesson:
    """A position, what the pupil is to do in it, and what is said to it."""

    id: str
    position: AnyState
    seat: int
    """Whose moves the pupil makes."""
    answers: tuple[Moves, ...]
    """All that is right, what is shown first."""
    near_misses: tuple[NearMiss, ...]
    follows: tuple[str, ...]
    """What the others and chance do, in notation, in this order, whenever it is their turn."""
    title: Text
    says: Text
    """What the teacher explains before."""
    task: Text
    right: Text
    wrong: Text
    """What is said to any wrong answer without words of its own."""


@dataclass(frozen=True)
class Course:
    """The lessons of a game in their order, and who sits where in them."""

    lessons: tuple[Lesson, ...] = ()
    players: tuple[Player | None, ...] = ()
    """By seat; None for the pupil, and where it does not matter."""

    def find(self, identifier: str) -> Lesson | None:
        """The lesson of that name."""
        return next((lesson for lesson in self.lessons if lesson.id == identifier), None)

    def number(self, lesson: Lesson) -> int:
        """Where a lesson stands, from 1 on."""
        return 1 + self.lessons.index(lesson)

    def words(self, game: Game, language: str, pupil: int | None = None) -> Words:
        """The game's words, with the names of those who sit at the table; the pupil is `you`."""
        names = tuple(player.name if player else "" for player in self.players)
        return Words(language, game.package, names, pupil)


@dataclass(frozen=True)
class Attempt:
    """A lesson and the moves that were made in it so far."""

    game: Game
    lesson: Lesson
    state: AnyState
    """The whole position that they lead to."""
    moves: Moves = ()
    followed: int = 0
    """How much of what follows by itself has happened."""
    effects: tuple[Effect, ...] = ()
    """What happened, as the pupil may know it."""

    @property
    def verdict(self) -> Verdict:
        """What to think of the moves."""
        if self.moves in self.lesson.answers:
            return "right"
        return "open" if self._known(self.moves) else "wrong"

    def _known(self, moves: Moves) -> bool:
        """Whether these moves begin an answer, or a wrong one that has words of its own."""
        begun = [*self.lesson.answers, *(miss.moves for miss in self.lesson.near_misses)]
        return any(moves == one[: len(moves)] and len(moves) < len(one) for one in begun)

    @property
    def says(self) -> Text:
        """What is said to the moves: nothing is missing in any language."""
        if self.verdict == "open":
            return self.lesson.task
        if self.verdict == "right":
            return self.lesson.right
        return next((miss.says for miss in self.lesson.near_misses if miss.moves == self.moves), self.lesson.wrong)

    @property
    def next_move(self) -> int | None:
        """The next move of an answer that begins with these moves."""
        n = len(self.moves)
        return next((answer[n] for answer in self.lesson.answers if answer[:n] == self.moves and answer[n:]), None)

    @property
    def view(self) -> AnyState:
        """The position as the pupil may know it."""
        return view_state(self.game.plain, self.state, self.lesson.seat)

    @property
    def choices(self) -> list[int]:
        """What the pupil may do now: nothing once there is a verdict."""
        return choices_for(self.game.plain, self.state, self.lesson.seat) if self.verdict == "open" else []

    def play(self, move: int | str, words: Words) -> Attempt:
        """One more move, by its code or its text; IllegalMove says why it cannot be."""
        if self.verdict != "open":
            raise IllegalMove(words("lesson.decided"), lambda spoken: spoken("lesson.decided"))
        return self.unjudged(move, words)

    def unjudged(self, move: int | str, words: Words) -> Attempt:
        """One more move, whatever is to be thought of those before it."""
        rules, notation, seat = self.game.plain, self.game.notation, self.lesson.seat
        if isinstance(move, str):
            move = find_move(rules, notation, self.state, seat, move, words)
        elif move not in choices_for(rules, self.state, seat):
            raise refusal(notation, self.state, seat, str(move), words)
        return replace(self.changed(seat, move), moves=(*self.moves, move)).follow(words)

    def changed(self, actor: int, move: int) -> Attempt:
        """After a move or an outcome, whoever made it."""
        state = self.state.duplicate()
        self.game.plain.apply(state, actor, move)
        effects = self.game.scenes.effects(self.state, actor, move, self.lesson.seat)
        return replace(self, state=state, effects=(*self.effects, *effects))

    def follow(self, words: Words) -> Attempt:
        """Let happen what follows, until it is the pupil's turn or nothing more is written down.

        After a wrong move it may not fit any more: then nothing happens.
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
    """A lesson before the first move."""
    return Attempt(game, lesson, lesson.position)


def attempt(game: Game, lesson: Lesson, moves: Sequence[int | str], words: Words | None = None) -> Attempt:
    """What became of these moves."""
    words = words or Words(LANGUAGES[0], game.package)
    made = begin(game, lesson)
    for move in moves:
        made = made.play(move, words)
    return made
