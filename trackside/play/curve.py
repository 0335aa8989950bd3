"""The points of a game turn by turn, and the turns that decided it."""

from __future__ import annotations

from trackside.play.match import Match

Series = list[list[int]]
"""Every seat's points at the start and at the end of each turn."""

MAX_TURNING = 3


def series(match: Match) -> Series:
    """Return every seat's points at the start and at the end of each turn."""
    points: Series = []
    turns = 0
    for state in match.positions():
        scores = [0] * match.seats
        match.game.plain.scores(state, scores)
        points = points or [scores]
        while turns < state.turns:
            turns += 1
            points.append(scores)
        last = scores
    # A turn is counted when it begins: the score at that point is what the previous turn left.
    return [*points[:1], *points[2:], last] if len(points) > 1 else points


def turning_points(points: Series, you: int | None) -> list[int]:
    """Return the turns that changed most: for and against seat `you`, and the last change of leader, in order.

    For a spectator: the two largest changes of the lead, and the last change of leader.
    """
    if len(points) < 2 or len(points[0]) < 2:
        return []
    leads = [_lead(scores, you) for scores in points]
    changes = sorted((leads[turn] - leads[turn - 1], turn) for turn in range(1, len(points)))
    wanted = [turn for change, turn in (changes[-1], changes[0]) if change]
    if you is None:
        wanted = [turn for change, turn in sorted(changes, key=lambda one: -abs(one[0]))[:2] if change]
    leaders = [_leader(scores) for scores in points]
    wanted += [turn for turn in range(1, len(points)) if leaders[turn] != leaders[turn - 1]][-1:]
    return sorted(set(wanted))[:MAX_TURNING]


def decided_by(points: Series, turn: int) -> list[int]:
    """Return the seats by how much their points changed in a turn, compared with the others', largest first."""
    changes = [after - before for before, after in zip(points[turn - 1], points[turn], strict=True)]
    mean = sum(changes) / len(changes)
    return sorted(range(len(changes)), key=lambda seat: -abs(changes[seat] - mean))


def _lead(scores: list[int], you: int | None) -> int:
    """Return a seat's lead over the best of the others; for a spectator, the lead of the first over the second."""
    if you is None:
        first, second = sorted(scores, reverse=True)[:2]
        return first - second
    return scores[you] - max(score for seat, score in enumerate(scores) if seat != you)


def _leader(scores: list[int]) -> int | None:
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None
