"""Questions over HTTP: a step of a review, or a puzzle, to answer by playing, and the verdict on the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast
from zlib import crc32

import orjson

from trackside.core.errors import IllegalMove
from trackside.core.words import Words
from trackside.games import GAMES
from trackside.review.puzzles import Puzzle, puzzle_from, shipped
from trackside.review.questions import Question, Verdict, question_of, verdict
from trackside.review.report import Option, Review, Step, Unit
from trackside.review.words.figures import amount, kept_chance, shown
from trackside.web.api.common import LevelName
from trackside.web.api.forms import AnswerForm
from trackside.web.api.learning import FoundBy, QuestionAnswer, QuestionCard, QuestionVerdict, QuestionView
from trackside.web.api.learning import Question as QuestionMessage
from trackside.web.api.position import Effect, Offer
from trackside.web.api.table import SeatCard
from trackside.web.errors import ApiError, NotFound
from trackside.web.reviews.service import Reviews
from trackside.web.store import training as queries
from trackside.web.tables.live import LiveTable
from trackside.web.tables.seats import COLOURS, Occupant
from trackside.web.tables.table import Table
from trackside.web.views.reviews import option_of, shown_option
from trackside.web.views.viewer import scene_of, seat_cards
from trackside.web.workers.background import BackgroundThread
from trackside.web.workers.pool import WorkerPool

PUZZLE = "puzzle-"
"""The prefix of a puzzle's id; the id of a step is its table and its number."""

OF_A_STEP = re.compile(r"([0-9a-z]{1,16})-(\d{1,6})")


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

    def view(self, moves: Sequence[int]) -> QuestionView:
        """Return the position after some moves, and the legal moves in it."""
        question, game, seat = self.question, self.question.game, self.question.seat
        state, choices = question.after(moves), question.choices(moves)
        scores = [0] * state.seats
        game.plain.scores(state, scores)
        actor = game.plain.to_move(state)
        offers = [
            {
                "move": move,
                "text": game.notation.move_text(state, seat, move),
                **game.scenes.offer(state, seat, move, self.words),
            }
            for move in choices
        ]
        return {
            "scene": scene_of(game, state, seat),
            "to_move": actor if actor >= 0 else None,
            "turn": int(state.turns),
            "scores": scores,
            "prompt": game.notation.prompt(state, seat, self.words) if choices else None,
            "offers": cast(list[Offer], offers),
            "effects": cast(list[Effect], self._effects(moves)),
        }

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
        if played is None:
            return why
        if played == option:
            return [*why, self.words("question.same")]
        return [
            *why,
            self.words.of(question.seat, "question.played", n=self._amount(kept_chance(played, question.options[0]))),
        ]

    def _brings(self, option: Option) -> list[str]:
        """Return the effects of a move, in sentences; of a whole turn, in one sentence."""
        question, game = self.question, self.question.game
        if not question.is_turn:
            move = option_of(option, question.options[0])
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
        moves = [option_of(option, options[0]) for option in options]
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


class Questions:
    """A service that finds questions and judges answers."""

    def __init__(self, reviews: Reviews, pool: WorkerPool, background: BackgroundThread) -> None:
        self.reviews, self.store, self.pool, self.background = reviews, reviews.store, pool, background

    async def of_step(self, live: LiveTable, step: int, player: str | None, language: str, who: str) -> Asked:
        """Return a step of a finished game's review as a question."""
        table = live.table
        _, _, kept = await self.reviews.find(table, None)
        review = None if kept is None else await self.reviews.whole(kept, who)
        if review is None or not 0 <= step < len(review.steps):
            raise NotFound("server.no_question", question=f"{table.id}-{step}"[:40])
        return await self.background.do(who, lambda check_cancelled: asked_of(table, review, step, player, language))

    async def puzzle(self, identifier: str, language: str, who: str) -> Asked:
        """Return a puzzle as a question."""
        puzzle = await self._find_puzzle(identifier.removeprefix(PUZZLE))
        if puzzle is None:
            raise NotFound("server.no_question", question=identifier[:40])
        return await self.background.do(who, lambda check_cancelled: asked_puzzle(identifier, puzzle, language))

    async def _find_puzzle(self, key: str) -> Puzzle | None:
        game, _, number = key.rpartition("-")
        if game in GAMES:
            known = shipped(GAMES[game])
            return known[int(number)] if number.isascii() and number.isdigit() and int(number) < len(known) else None
        text = await self.store.read(partial(queries.puzzle, identifier=key)) if key.isalnum() else None
        return None if text is None else puzzle_from(orjson.loads(text))

    async def judge(self, asked: Asked, form: AnswerForm, who: str) -> QuestionVerdict:
        """Return the verdict on an answer; evaluate it now if the review did not."""
        question = asked.question
        try:
            moves = question.read(form.moves, asked.words)
        except IllegalMove as error:
            raise IllegalMove(error.say(asked.words)) from error
        option = None
        if moves and not question.choices(moves):
            option = question.find(moves)
            if option is None or not question.is_measured(option):
                option = await self._weigh(question, moves, who)
        return await self.background.do(who, lambda check_cancelled: asked.judged(moves, option, form.give_up))

    async def _weigh(self, question: Question, moves: tuple[int, ...], who: str) -> Option:
        if question.game.name not in self.pool.ready:
            raise ApiError("server.warming_up")
        return await self.pool.weigh(question, moves, asker=who)


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
    seats: list[SeatCard] = [
        {
            "seat": seat,
            "colour": COLOURS[seat],
            "kind": "person" if seat == puzzle.seat else "bot",
            "name": "",
            "level": None,
            "mine": seat == puzzle.seat,
            "asked_by": None,
        }
        for seat in range(question.view.seats)
    ]
    told = words("question.turn", turn=int(question.view.turns))
    return Asked(identifier, question, words, seats, told, found=puzzle.found)


def card_of(table: Table, happened: Step, unit: Unit, question: Question) -> dict[str, object]:
    """Return the data that a list shows of a position that a player got wrong."""
    names = [one.name for one in table.occupants]
    return {
        "seat": happened.seat,
        "turn": happened.turn,
        "word": happened.word,
        "loss": happened.loss,
        "unit": unit,
        "names": names,
        "position": table.game.notation.position_text(question.view),
    }


def day_puzzle(day: str, game: str, known: Sequence[str]) -> str | None:
    """Return the puzzle of a day, the same for everyone; None if none are known."""
    return known[crc32(f"{day} {game}".encode()) % len(known)] if known else None
