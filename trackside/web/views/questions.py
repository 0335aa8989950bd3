"""Questions as messages: a step of a review, or a puzzle, to answer by playing, and the verdict on the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from trackside.core.words import Words
from trackside.review.puzzles import Puzzle
from trackside.review.questions import Question, Verdict, question_of, verdict
from trackside.review.report import Option, Review, Unit
from trackside.review.words.figures import amount, kept_chance, shown
from trackside.web.api.common import LevelName
from trackside.web.api.learning import FoundBy, QuestionAnswer, QuestionCard, QuestionVerdict
from trackside.web.api.learning import Question as QuestionMessage
from trackside.web.api.position import AnswerView, Effect
from trackside.web.api.table import SeatCard
from trackside.web.errors import ApiError
from trackside.web.tables.seats import Occupant
from trackside.web.tables.table import Table
from trackside.web.views.cards import seat_card, seat_cards
from trackside.web.views.position import playable_view
from trackside.web.views.reviews import option_of, shown_option


@dataclass(frozen=True)
class Asked:
    """A question as it is put to a player."""

    id: str
    question: Question
    words: Words
    seats: list[SeatCard]
    about: str
    table: str | None = None
    step: int | None = None
    found: Mapping[str, int] | None = None

    def card(self) -> QuestionCard:
        """Return the question's card, without its position."""
        question, game = self.question, self.question.game
        return {
            "id": self.id,
            "game": game.name,
            "folder": game.folder,
            "title": game.title(self.words.language),
            "asks": game.notation.prompt(question.view, question.seat, self.words),
            "about": self.about,
            "table": self.table,
            "step": self.step,
            "found": found_by(self.found or {}, self.words),
        }

    def message(self) -> QuestionMessage:
        """Return the question with its position; nothing in it reveals the answer."""
        view = self.view(())
        return {
            **self.card(),
            "seat": self.question.seat,
            "seats": self.seats,
            "unit": self.question.unit,
            "view": view,
            "hint": self._hint(),
        }

    def view(self, moves: Sequence[int]) -> AnswerView:
        """Return the position after some moves, and the legal moves in it."""
        question = self.question
        state, choices = question.after(moves), question.choices(moves)
        position = playable_view(question.game, state, question.seat, choices, self.words)
        return {**position, "effects": cast(list[Effect], self._effects(moves))}

    def judged(self, moves: Sequence[int], option: Option | None, given_up: bool) -> QuestionVerdict:
        """Return the verdict on some moves; `option` is their evaluation, None while more moves are needed."""
        found: Verdict = "open" if option is None else verdict(self.question, option)
        found = "wrong" if given_up else found
        chance = None if option is None else kept_chance(option, self.question.options[0])
        done = given_up or found == "right"
        return {
            "verdict": found,
            "says": self._says(found, option, given_up),
            "why": self._why(option, found, given_up),
            "chance": chance,
            "error": None if option is None else option.error,
            "hint": self._hint() if found in ("nearly", "wrong") and not done else None,
            "answer": self._answer(option) if done else None,
            "view": self.view(moves),
            "due": None,
        }

    def _amount(self, chance: float) -> str:
        return size_of(chance, self.question.unit, self.words)

    def _says(self, found: Verdict, option: Option | None, given_up: bool) -> str:
        if given_up:
            return self.words("question.given_up", n=self._amount(self.question.options[0].chance))
        if option is None:
            return ""
        return self.words(f"question.{found}", n=self._amount(kept_chance(option, self.question.options[0])))

    def _why(self, option: Option | None, found: Verdict, given_up: bool) -> list[str]:
        """Return sentences on what the answer brings, its distance from the best, and the move played in the game."""
        question, played, best = self.question, self.question.played, self.question.options[0]
        option = best if given_up else option
        if option is None:
            return []
        why = self._brings(option)
        if (
            found == "right"
            and self._amount(option.chance) != self._amount(best.chance)
            and option.chance < best.chance
        ):
            why.append(self.words("question.as_good", n=self._amount(best.chance)))
        if given_up or found == "right":
            why += self._reason(option)
        if played is None:
            return why
        if played == option:
            return [*why, self.words("question.same")]
        return [
            *why,
            self.words.of(question.seat, "question.played", n=self._amount(kept_chance(played, question.options[0]))),
        ]

    def _reason(self, option: Option) -> list[str]:
        """Return why an answer is better than the move played, or in a puzzle than the next best."""
        question = self.question
        rest = [one for one in question.options if one != option and one.chance < option.chance]
        other = question.played or next(iter(rest), None)
        if other is None or other not in rest:
            return []
        says = question.game.why(question.view, question.seat, option.moves, other.moves, self.words)
        return [says] if says else []

    def _brings(self, option: Option) -> list[str]:
        """Return the effects of a move, in sentences; of a whole turn, in one sentence."""
        question, game = self.question, self.question.game
        if not question.is_turn:
            move = option_of(option, question.options[0], question.unit)
            return shown_option(game, question.view, question.seat, move, self.words)["brings"]
        says = game.notation.tell(self._effects(option.moves), question.seat, self.words, done=True)
        return [says] if says else []

    def _effects(self, moves: Sequence[int]) -> list[dict[str, Any]]:
        """Return the effects of some moves, in order."""
        question, seat = self.question, self.question.seat
        effects = question.game.scenes.effects
        return [
            one
            for number, move in enumerate(moves)
            for one in effects(question.after(moves[:number]), seat, move, seat)
        ]

    def _hint(self) -> str:
        """Return a hint: the number of right answers and the value of the best, but not which it is."""
        question = self.question
        best = self._amount(question.options[0].chance)
        if question.is_turn:
            n = len(question.options[0].moves)
            return self.words("question.hint_turn" if n > 1 else "question.hint_turn_one", n=n, best=best)
        right = sum(verdict(question, option) == "right" for option in question.options)
        key = "question.hint_moves" if right > 1 else "question.hint_one"
        return self.words(key, n=right, m=len(question.options), best=best)

    def _answer(self, given: Option | None) -> QuestionAnswer:
        """Return all evaluated moves, including the one that was answered."""
        question = self.question
        options = list(question.options)
        yours = None
        if given is not None:
            known = question.find(given.moves)
            if known is None:
                options.append(given)
            yours = options.index(given if known is None else known)
        moves = [option_of(option, options[0], question.unit) for option in options]
        for place, move in enumerate(moves):
            move["best"], move["made"] = place == 0, place == question.made
        show = partial(shown_option, question.game, question.view, question.seat, words=self.words)
        return {
            "best": [show(move) for move in moves],
            "made": None if question.made is None else moves[question.made],
            "yours": yours,
        }


def size_of(chance: float, unit: Unit, words: Words) -> str:
    """Return a chance with its unit, in words."""
    return amount(shown(chance, unit), unit, words)


def found_by(found: Mapping[str, int], words: Words) -> list[FoundBy]:
    """Return the number of players, out of ten of each level, who find the answer."""
    return [
        {"level": cast(LevelName, level), "label": words(f"level.{level}"), "of_ten": n} for level, n in found.items()
    ]


def about(step_turn: int, names: Sequence[str], word: str, loss: float, unit: Unit, words: Words) -> str:
    """Return the origin of a question: the turn, the opponents, and the loss."""
    key = "question.against" if names else "question.alone"
    where = words(key, turn=step_turn, who=f" {words('play.and')} ".join(names))
    if not word:
        return where
    size = size_of(-loss, unit, words)
    return words("question.mistake", about=where, word=words(f"review.word.{word}"), size=size)


def others(occupants: Sequence[Occupant], seat: int, words: Words) -> list[str]:
    """Return the names of the other players at a table."""
    return [words.who(one.seat) for one in occupants if one.seat != seat]


def asked_of(table: Table, review: Review, step: int, player: str | None, language: str) -> Asked:
    """Return a step of a game as a question, from the perspective of the seat that decided it."""
    match = table.copy_match()()
    question, happened = question_of(match, review, step), review.steps[step]
    if question is None:
        raise ApiError("server.nothing_to_find", step=step)
    words = match.words(language, happened.seat)
    names = others(table.occupants, happened.seat, words)
    told = about(happened.turn, names, happened.word, happened.loss, review.unit, words)
    seats = seat_cards(table, player)
    return Asked(f"{table.id}-{step}", question, words, seats, told, table.id, step)


def asked_puzzle(identifier: str, puzzle: Puzzle, language: str) -> Asked:
    """Return a puzzle as a question, without any player's name."""
    question = puzzle.question()
    words = Words(language, question.game.package, (), puzzle.seat)
    seats = [seat_card(seat, seat == puzzle.seat) for seat in range(question.view.seats)]
    told = words("question.turn", turn=int(question.view.turns))
    return Asked(identifier, question, words, seats, told, found=puzzle.found)
