"""Questions to learn from: finding a step of a review or a puzzle, and judging answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from zlib import crc32

import orjson

from trackside.core.errors import IllegalMove
from trackside.games import GAMES
from trackside.review.puzzles import Puzzle, puzzle_from, shipped
from trackside.review.questions import Question
from trackside.review.report import Option, Step, Unit
from trackside.web.api.forms import AnswerForm
from trackside.web.api.learning import QuestionVerdict
from trackside.web.errors import ApiError, NotFound
from trackside.web.reviews.service import Reviews
from trackside.web.store import training as queries
from trackside.web.tables.live import LiveTable
from trackside.web.tables.table import Table
from trackside.web.views.questions import Asked, asked_of, asked_puzzle
from trackside.web.workers.background import BackgroundThread
from trackside.web.workers.pool import WorkerPool

PUZZLE = "puzzle-"
"""The prefix of a puzzle's id; the id of a step is its table and its number."""

OF_A_STEP = re.compile(r"([0-9a-z]{1,16})-(\d{1,6})")


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
