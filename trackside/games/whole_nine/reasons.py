"""The reason why a move is better than another, as far as it is certain: points this turn, or a tile denied."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.words import Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.preview import preview_move, tile_gain
from trackside.games.whole_nine.state import FACES, MOVES, State
from trackside.games.whole_nine.telling import signed


def why(s: State, seat: int, better: Sequence[int], other: Sequence[int], words: Words) -> str:
    """Return what the better move gains or denies, in a sentence; empty where nothing is certain."""
    gain, less = points_of_turn(s, seat, better[0]), points_of_turn(s, seat, other[0])
    if gain > less:
        return words("reason.points", points=signed(gain), less=signed(less))
    if gain < less:
        return ""
    denied = [one for one in tiles_denied(s, seat, better[0]) if one not in tiles_denied(s, seat, other[0])]
    if not denied:
        return ""
    opponent, face = denied[0]
    return words.of(opponent, "reason.denied", face=face)


def points_of_turn(s: State, seat: int, move: int) -> int:
    """Return the most points that a move can bring its seat before the turn ends."""
    points, before, after = [0] * s.seats, [0] * s.seats, s.duplicate()
    rules.scores(s, before)
    rules.apply(after, seat, move)
    rules.scores(after, points)
    here = points[seat] - before[seat]
    if rules.to_move(after) != seat or after.turns != s.turns:
        return here
    choices = [0] * MOVES
    n = rules.legal_moves(after, seat, choices)
    return here + max(points_of_turn(after, seat, choice) for choice in choices[:n])


def tiles_denied(s: State, seat: int, move: int) -> list[tuple[int, int]]:
    """Return the numbers that a move takes for certain, each with an opponent who needs it for a nine."""
    faces = [tile.face for tile in preview_move(s, seat, move).taken if 1 <= tile.face <= FACES]
    rows = {other: tuple(n for n in s.row[other] if n) for other in range(s.seats) if other != seat}
    return [
        (other, face)
        for face in faces
        for other, row in rows.items()
        if row and (gain := tile_gain(row, face)).kind in ("nine", "pair") and gain.is_new
    ]
