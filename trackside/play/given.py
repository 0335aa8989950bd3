"""Moves and outcomes as callers give them: as an object, a code or a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trackside.core.errors import IllegalMove
from trackside.core.notation import find_move, normal, refusal
from trackside.core.protocol import CHANCE
from trackside.core.words import Words
from trackside.play.events import Move, Outcome
from trackside.play.position import Position


def code_of(position: Position, seat: int, move: Move | int | str, words: Callable[[], Words]) -> int:
    """Return the code of a legal move; raise IllegalMove, in these words, if it is not legal."""
    code = move.code if isinstance(move, Move) else move
    if code in position.choices(seat):
        return int(code)
    if position.to_move == CHANCE:
        raise IllegalMove("chance is to move: continue with play_chance(outcome), one of chance_outcomes()")
    game = position.game
    if isinstance(code, str):
        return find_move(game.plain, game.notation, position.state, seat, code, words())
    text = move.text if isinstance(move, Move) else f"code {code}"
    raise refusal(game.notation, position.state, seat, text, words())


def outcome_of(possible: Sequence[Outcome], outcome: Outcome | int | str) -> int:
    """Return the code of a possible outcome; raise IllegalMove, listing the possible ones, for any other."""
    if isinstance(outcome, str):
        found = [each.code for each in possible if normal(each.text) == normal(outcome)]
    else:
        code = outcome.code if isinstance(outcome, Outcome) else outcome
        found = [each.code for each in possible if each.code == code]
    if not found:
        said = outcome.text if isinstance(outcome, Outcome) else outcome
        texts = ", ".join(f"{each.text} (code {each.code})" for each in possible)
        raise IllegalMove(f"chance cannot bring {said!r} now: the outcomes are {texts}")
    return found[0]
