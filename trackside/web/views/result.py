"""The result of a finished game."""

from __future__ import annotations

from trackside.core.words import Words
from trackside.play.curve import Series, decided_by, series, turning_points
from trackside.play.match import Match
from trackside.play.result import end_says, margin, result_says
from trackside.play.story import story_of
from trackside.web.api.table import Result
from trackside.web.views.feeds import Sentences


def result(
    match: Match | None, words: Words, perspective: int, points: Series | None = None, told: Sentences | None = None
) -> Result | None:
    """Return the winners and the points of a game, with their explanation; None before the end.

    `points` and `told` are the series and the story of the match, if they are already known.
    """
    if match is None or not match.over:
        return None
    points = series(match) if points is None else points
    turns = turning_points(points, words.you)
    if told is None:
        told = {(line.turn, line.seat): line.says for line in story_of(match, perspective, words)} if turns else {}
    match.forget_positions()
    decided = {turn: decided_by(points, turn) for turn in turns}
    says = {turn: next((told[turn, seat] for seat in decided[turn] if told.get((turn, seat))), "") for turn in turns}
    dice, ending = match.dice, match.game.scenes.ending(match.state, words)
    notes = [*ending["notes"], words("result.undone")] if match.undone else ending["notes"]
    return {
        "winners": match.winners,
        "sides": match.sides,
        "says": result_says(match, words),
        "why": end_says(match, words),
        "margin": margin(match),
        "seed": dice.seed if dice.secret is None else None,
        "secret": dice.secret,
        "series": points,
        "turning": [{"turn": turn, "says": says[turn]} for turn in turns if says[turn]],
        **ending,
        "notes": notes,
    }
