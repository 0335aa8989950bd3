"""Hints: what a strong bot would do on a person's seat, where the table allows it."""

from __future__ import annotations

from zlib import crc32

from trackside.play.bots import Question
from trackside.search.choice import Choice
from trackside.web.messages import HintedMove
from trackside.web.refusal import Refusal
from trackside.web.schedule import HINT, Unwanted
from trackside.web.table import Table
from trackside.web.thinkers import Pool

ADVISER = "expert"
"""Who gives hints."""

MOST_HINTED = 5


async def hint(pool: Pool, table: Table, seat: int, player: str | None) -> Choice:
    """What a strong player would do on this seat, from what the seat may know; Unwanted if the table moves on."""
    table.check_owner(seat, player)
    if not table.gives_hints:
        raise Refusal("server.no_hints")
    match = table.match
    if match is None or seat not in table.seats_to_move():
        raise Refusal("server.nothing_to_decide")
    if table.game.name not in pool.ready:
        raise Refusal("server.warming_up")
    view = match.view_state(seat)

    def is_wanted() -> bool:
        return seat in table.seats_to_move() and bool(match.view_state(seat) == view)

    known = crc32(view.to_bytes())  # a seed that tells nothing of what others have done in secret
    question = Question(table.game, ADVISER, f"{table.id} hint {seat}", view, seat, known)
    choice = await pool.choose(question, kind=HINT, asker=player, is_wanted=is_wanted)
    if not is_wanted():
        raise Unwanted
    return choice


def hinted(choice: Choice) -> list[HintedMove]:
    """The best moves of a choice, the best first."""
    return [
        {"move": one.move, "text": one.text, "visits": one.visits, "value": one.value}
        for one in choice.candidates[:MOST_HINTED]
    ]
