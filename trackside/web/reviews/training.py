"""Training: spaced repetition of a player's own mistakes, and the puzzles of the day."""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, cast

import orjson
from sqlalchemy import Connection

from trackside.core.errors import SaveFailed, TracksideError
from trackside.core.words import Words
from trackside.games import GAMES
from trackside.review.puzzles import GRADERS, TRIES, is_worth_asking, puzzle_from, puzzles_in, shipped
from trackside.review.questions import Verdict, question_of
from trackside.review.report import Review
from trackside.web.api.learning import Puzzle, PuzzlePage, TrainingCard, TrainingPage
from trackside.web.reviews.questions import PUZZLE, Questions, card_of, day_puzzle
from trackside.web.store import training as queries
from trackside.web.store.reviews import Kept
from trackside.web.store.training import DAY, Card, Due
from trackside.web.tables.seats import PERSON
from trackside.web.tables.table import Table
from trackside.web.views.questions import Asked, about
from trackside.web.workers.background import CancelCheck
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

MAX_DUE = 20
"""The maximum number of due positions on a page."""

MAX_PUZZLES = 3
"""The maximum number of puzzles from one game."""

WRONG = ("mistake", "blunder")
"""The verdicts that become training positions: slips are too subtle for any but the strongest players."""

POLL = 5.0
"""Seconds between two polls for ungraded puzzles."""

EMPTY_PAGE: TrainingPage = {"due": [], "count": 0, "total": 0, "next_due": None, "shares_positions": False}


def mistakes(table: Table, kept: Kept, review: Review) -> Callable[[Connection], None]:
    """Return the job that stores each player's mistakes as training positions, and puzzles for everyone."""
    match = table.copy_match()()
    cards: dict[str, dict[int, Any]] = {one.player: {} for one in table.occupants if one.kind == PERSON and one.player}
    for step, happened in enumerate(review.steps):
        player = table.occupants[happened.seat].player if happened.seat >= 0 else None
        question = question_of(match, review, step) if happened.word in WRONG and player in cards else None
        if question is not None and player is not None:
            cards[player][step] = card_of(table, happened, review.unit, question)
    puzzles = {}
    if table.watch != "nobody":
        found = sorted(puzzles_in(match, review), key=lambda one: -ahead(one[1].options))[:MAX_PUZZLES]
        puzzles = {step: puzzle.to_json() for step, puzzle in found}
    people = [one.player for one in table.occupants if one.player is not None]

    def store(connection: Connection) -> None:
        for player, theirs in cards.items():
            queries.note_mistakes(connection, player, table.id, table.game.name, kept.effort, theirs)
        queries.add_puzzles(connection, table.id, table.game.name, people, puzzles)

    return store


def ahead(options: Any) -> float:
    """Return the lead of the first option over the best of the others."""
    return float(options[0].chance - max(option.chance for option in options[1:]))


class Training:
    """Training positions and puzzles, and the players' answers to them."""

    def __init__(self, questions: Questions) -> None:
        self.questions, self.store, self.background = questions, questions.store, questions.background
        self.pool = questions.pool
        self._tasks = TaskSet(questions.reviews.tables.tasks)

    def start(self) -> None:
        """Start grading puzzles in the background."""
        if self.pool.workers:
            self._tasks.start("puzzles", self._grade_all)

    async def close(self) -> None:
        """Stop grading puzzles."""
        await self._tasks.close()

    # Training positions

    async def page(self, player: str | None, game: str | None, language: str) -> TrainingPage:
        """Return the player's due positions, of one game or of all."""
        if player is None:
            return EMPTY_PAGE
        due = await self.store.read(partial(queries.due, player=player, game=game, most=MAX_DUE))
        return await self.background.do(player, partial(_page, due, language))

    async def note(self, asked: Asked, player: str, verdict: Verdict) -> int | None:
        """Store the verdict on an answer; return the time when the position is due again, if it is."""
        if verdict == "open":
            return None
        if asked.table is None or asked.step is None:
            await self.store.do(partial(queries.solve, player=player, identifier=asked.id, verdict=verdict))
            return None
        note = partial(queries.answered, player=player, table=asked.table, step=asked.step, verdict=verdict)
        return await self.store.do(note)

    async def share(self, player: str, shares_positions: bool) -> None:
        """Set whether positions of this player's games may become puzzles."""
        await self.store.do(partial(queries.share, player=player, shares_positions=shares_positions))

    # Puzzles

    async def puzzles(self, player: str | None, day: datetime.date, language: str, who: str) -> PuzzlePage:
        """Return the puzzles of a day, one for each game that has any."""
        midnight = int(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp() * 1000)

        def read(connection: Connection) -> dict[str, list[str]]:
            return {game: queries.puzzle_ids(connection, game, midnight) for game in GAMES}

        kept, chosen = await self.store.read(read), []
        for name, game in GAMES.items():
            known = [f"{name}-{number}" for number in range(len(shipped(game)))] + kept[name]
            key = day_puzzle(day.isoformat(), name, known)
            if key is not None:
                chosen.append(await self.questions.puzzle(PUZZLE + key, language, who))
        ids = [asked.id for asked in chosen]
        solved = await self.store.read(partial(queries.verdicts, player=player or "", identifiers=ids))
        puzzles: list[Puzzle] = [
            {**asked.card(), "scene": asked.view(())["scene"], "solved": solved.get(asked.id)} for asked in chosen
        ]
        return {"day": day.isoformat(), "puzzles": puzzles}

    async def _grade_all(self) -> None:
        """Have bots try every new puzzle, one job at a time."""
        while True:
            with suppress(SaveFailed):
                while await self._grade_next():
                    pass
            await asyncio.sleep(POLL)

    async def _grade_next(self) -> bool:
        kept = await self.store.read(partial(queries.ungraded, games=[*self.pool.ready]))
        if kept is None:
            return False
        puzzle = puzzle_from(orjson.loads(kept.text))
        try:
            found = {
                level: sum([await self.pool.find(puzzle, level, seed) for seed in range(TRIES)]) for level in GRADERS
            }
        except TracksideError as error:
            logger.warning("could not grade a puzzle: %s", error)
            return False
        text = replace(puzzle, found=found).to_json()
        await self.store.do(partial(queries.grade, identifier=kept.id, text=text, good=is_worth_asking(found)))
        return True


def _page(due: Due, language: str, check_cancelled: CancelCheck) -> TrainingPage:
    return {
        "due": [_card(card, due.now, language) for card in due.cards if card.game in GAMES],
        "count": due.count,
        "total": due.total,
        "next_due": due.next_due,
        "shares_positions": due.shares_positions,
    }


def _card(card: Card, now: int, language: str) -> TrainingCard:
    """Return the entry of a due position for the training page."""
    game, told = GAMES[card.game], card.card
    seat, names = told["seat"], tuple(told["names"])
    words = Words(language, game.package, names, seat)
    others = [words.who(other) for other in range(len(names)) if other != seat]
    view = game.notation.parse_position(told["position"])
    return {
        "id": f"{card.table}-{card.step}",
        "game": card.game,
        "folder": game.folder,
        "title": game.title(language),
        "asks": game.notation.prompt(view, seat, words),
        "about": about(told["turn"], others, told["word"], told["loss"], told["unit"], words),
        "table": card.table,
        "step": card.step,
        "found": [],
        "due": cast(int, card.due),
        "box": card.box,
        "last": card.last,
        "last_says": last_says(card, now, words),
    }


def last_says(card: Card, now: int, words: Words) -> str:
    """Return a sentence about the last attempt at a position."""
    if card.last is None or card.tried is None:
        return words("training.new")
    days = (now - card.tried) // DAY
    when = words("training.today" if days < 1 else "training.yesterday" if days < 2 else "training.days", n=days)
    key = f"right_{card.box if card.box < 3 else 'n'}" if card.box else card.last
    return words(f"training.{key}", n=card.box, when=when)
