"""Hints: the choice of a strong bot for a person's seat, where the table allows it; a quick one, then a deeper one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from zlib import crc32

from trackside.core.words import Words
from trackside.play.bots import ADVISER, Question
from trackside.play.match import Match
from trackside.search.agents import GLANCE
from trackside.search.choice import Choice
from trackside.web.api.table import HintedMove, HintMessage
from trackside.web.errors import ApiError
from trackside.web.server.clients import current_client
from trackside.web.tables.table import Table
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.queue import HINT, Unwanted

MAX_HINTED = 5

AHEAD = 0.02
"""The share of the win by which the best move must be ahead for a reason to be given."""


async def hint(pool: WorkerPool, table: Table, seat: int, player: str | None) -> Choice:
    """Return the choice of a strong bot from the seat's view; raise Unwanted if the game moves on meanwhile."""
    return [choice async for choice, _ in hints(pool, table, seat, player, (ADVISER,))][-1]


async def hints(
    pool: WorkerPool, table: Table, seat: int, player: str | None, advisers: tuple[str, ...] = (GLANCE, ADVISER)
) -> AsyncIterator[tuple[Choice, bool]]:
    """Yield the choice of each adviser, and whether it is the last; together they count as one hint."""
    table.check_owner(seat, player)
    if not table.gives_hints:
        raise ApiError("server.no_hints")
    match = table.match
    if match is None or table.roller is not None or seat not in table.seats_to_move():
        raise ApiError("server.nothing_to_decide")
    if table.game.name not in pool.ready:
        raise ApiError("server.warming_up")
    view = match.view_state(seat)

    def is_wanted() -> bool:
        return seat in table.seats_to_move() and bool(match.view_state(seat) == view)

    client = current_client()
    known = crc32(view.to_bytes())  # a seed that reveals nothing about the hidden moves of others
    asked = advisers if len(match.moves(seat)) > 1 else advisers[-1:]
    for adviser in asked:
        question = Question(table.game, adviser, f"{table.id} hint {seat}", view, seat, known)
        goes_on = adviser != asked[0]
        choice = await pool.choose(
            question,
            kind=HINT,
            asker=client.name,
            is_wanted=is_wanted,
            goes_on=goes_on,
            owner=client.address,
        )
        if not is_wanted():
            raise Unwanted
        yield choice, adviser == asked[-1]


def hinted(choice: Choice) -> list[HintedMove]:
    """Return the best moves of a choice, best first."""
    return [
        {"move": one.move, "text": one.text, "visits": one.visits, "value": one.value}
        for one in choice.candidates[:MAX_HINTED]
    ]


def reason_of(match: Match, seat: int, choice: Choice, words: Words) -> str:
    """Return why the best move is better than the next, in a sentence; empty if they are about equal."""
    first, *others = choice.candidates
    if not others or (first.value or 0.0) - (others[0].value or 0.0) < AHEAD:
        return ""
    return match.game.why(match.view_state(seat), seat, (first.move,), (others[0].move,), words)


def hint_message(identifier: str | None, choice: Choice, why: str, final: bool) -> HintMessage:
    """Return the message with a hint; `identifier` is that of the request."""
    return {
        "type": "hint",
        "id": identifier,
        "moves": hinted(choice),
        "judged_by": choice.judged_by,
        "why": why,
        "final": final,
    }
