"""The dice of a finished game: their source, and every draw with the data needed to compute it again."""

from __future__ import annotations

from collections.abc import Callable

from trackside.core.protocol import REFEREE
from trackside.core.words import Words
from trackside.play.draws import draws
from trackside.web.api.common import as_json
from trackside.web.api.table import DiceDraw, DiceProof
from trackside.web.errors import ApiError
from trackside.web.tables.changes import OVER
from trackside.web.tables.origins import IMPORTED
from trackside.web.tables.table import Table
from trackside.web.workers.background import CancelCheck


def proof(table: Table, words: Words) -> Callable[[CancelCheck], bytes]:
    """Return a function that makes the DiceProof of a finished game, as JSON."""
    if table.match is None or table.status != OVER:
        raise ApiError("server.not_over")
    dice, copy_match = table.match.dice, table.copy_match()
    imported = table.origin == IMPORTED
    known = not (imported and table.dice_from >= len(table.match.log))
    answer: DiceProof = {
        "source": "none" if not known else "imported" if imported else "what_if" if table.moment else "table",
        "commitment": dice.commitment if known else None,
        "seed": dice.seed if known and dice.secret is None else None,
        "secret": dice.secret if known else None,
        "salts": [
            {
                "seat": seat,
                "who": words.who(seat),
                "salt": dice.salts.get(seat),
                "commitment": dice.commitments.get(seat),
            }
            for seat in sorted({*dice.salts, *dice.commitments})
        ],
        "dice_from": table.dice_from,
        "draws": [],
    }

    def work(check_cancelled: CancelCheck) -> bytes:
        match = copy_match()
        for draw in draws(match.game.plain, match.start, match.log):
            check_cancelled()
            says = " ".join(match.event(draw.number, REFEREE).said(words))
            made: DiceDraw = {
                "entry": draw.number,
                "turn": int(draw.state.turns),
                "says": says,
                "stream": draw.stream,
                "index": draw.index,
                "weights": list(map(int, draw.weights)),
                "outcome": int(draw.outcome),
            }
            answer["draws"].append(made)
        return as_json(answer)

    return work
