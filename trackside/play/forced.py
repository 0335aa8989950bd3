"""Moves that only complete a decision: they are made for people immediately, and taken back together with it.

A game names the positions where a seat completes what it has decided (`Scenes.completes`); if the seat has only one
move there, that move is forced. `Match` and the programs that use it deal only in single moves.
"""

from __future__ import annotations

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.play.events import Entry, Move
from trackside.play.match import Match


def forced_move(game: Game, s: AnyState, seat: int) -> int | None:
    """Return the only move that completes a seat's decision; None if it has decided nothing or has a choice."""
    if not game.scenes.completes(s, seat):
        return None
    moves = choices_for(game.plain, s, seat)
    return moves[0] if len(moves) == 1 else None


def prepare_decision(match: Match, seat: int, move: Move | int | str) -> list[Entry]:
    """Return the log entries that a move and the forced moves after it would add; nothing changes."""
    entries = match.prepare(seat, move)
    forced = forced_move(match.game, match.after(entries), seat)
    if forced is None:
        return entries
    ahead, made = match.copy(), list(entries)
    ahead.extend(entries)
    while forced is not None:
        entries = ahead.prepare(seat, forced)
        ahead.extend(entries)
        made += entries
        forced = forced_move(ahead.game, ahead.state, seat)
    return made


def complete_decision(match: Match, seat: int) -> None:
    """Make the forced moves of a seat."""
    while (forced := forced_move(match.game, match.state, seat)) is not None:
        match.play(seat, forced)


def decision_of(match: Match, index: int) -> int:
    """Return the index of the decision that the log entry at `index` completes, which may be that entry itself."""
    seat, states = match.log[index][0], match.positions()
    while index > 0 and match.log[index - 1][0] == seat and forced_move(match.game, states[index], seat) is not None:
        index -= 1
    return index


def undo_decision(match: Match, seat: int, *, freely: bool = False) -> str:
    """Take back this seat's last decision and the moves that completed it, and return its text; see `Match.undo`."""
    text = match.undo(seat, freely=freely)
    while forced_move(match.game, match.state, seat) is not None and match.may_undo(seat):
        text = match.undo(seat)
    return text
