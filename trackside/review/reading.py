"""A match as a sequence of happenings (set-up, rolls and cards, decisions), each with the true position before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, REFEREE, AnyState
from trackside.games import Game
from trackside.play.events import Entry
from trackside.play.match import Match
from trackside.review.report import Kind


@dataclass(frozen=True)
class Happening:
    """One entry of the log, the whole set-up, or a seat's whole turn where all play simultaneously."""

    kind: Kind
    seat: int
    entries: tuple[int, ...]
    log: tuple[Entry, ...]
    before: AnyState
    after: AnyState

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves or outcomes of the happening."""
        return tuple(move for _, move in self.log)


def plays_at_once(match: Match) -> bool:
    """Return True if all seats play simultaneously, so that a turn, searched as a whole, is one decision."""
    card = match.game.card
    return "simultaneous" in card.capabilities and card.search.method == "turns"


def happenings(match: Match) -> Iterator[Happening]:
    """Yield the happenings of a match; where all play simultaneously, seat by seat in every round."""
    rules, state = match.game.plain, match.start
    for entries in _groups(match):
        log = tuple(match.log[entry] for entry in entries)
        after = state.duplicate()
        for entry in log:
            rules.apply(after, *entry)
        yield Happening(_kind(match, state, log), _seat(match, state, log), entries, log, state, after)
        state = after


def _groups(match: Match) -> Iterator[tuple[int, ...]]:
    setup = _setup(match)
    if setup:
        yield tuple(range(setup))
    if not plays_at_once(match):
        yield from ((entry,) for entry in range(setup, len(match.log)))
        return
    turn: dict[int, list[int]] = {}
    for entry in range(setup, len(match.log)):
        seat = match.log[entry][0]
        if seat in (CHANCE, REFEREE):
            yield from (tuple(turn[other]) for other in sorted(turn))
            turn = {}
            yield (entry,)
        else:
            turn.setdefault(seat, []).append(entry)
    yield from (tuple(turn[other]) for other in sorted(turn))


def _setup(match: Match) -> int:
    """Return the number of entries of the set-up: all chance before the first turn."""
    state, n = match.start.duplicate(), 0
    while n < len(match.log) and match.log[n][0] == CHANCE and state.turns == 0:
        match.game.plain.apply(state, *match.log[n])
        n += 1
    return n


def _kind(match: Match, before: AnyState, log: tuple[Entry, ...]) -> Kind:
    seat = log[0][0]
    if seat == CHANCE:
        return "setup" if before.turns == 0 else "chance"
    if seat == REFEREE:
        return "time"
    state = before.duplicate()
    for _, move in log:
        if len(choices_for(match.game.plain, state, seat)) > 1:
            return "decision"
        match.game.plain.apply(state, seat, move)
    return "forced"


def _seat(match: Match, before: AnyState, log: tuple[Entry, ...]) -> int:
    """Return the seat that moved, or for which chance decided; -1 for no seat, or for all of them."""
    seat = log[0][0]
    if seat >= 0:
        return seat
    if seat == REFEREE or before.turns == 0 or plays_at_once(match):
        return -1
    return int(getattr(before, "seat", -1))


def is_over(match: Match, state: AnyState) -> bool:
    """Return True if the game has ended in this position."""
    return match.game.plain.to_move(state) == OVER


def after(game: Game, state: AnyState, seat: int, moves: Sequence[int]) -> AnyState:
    """Return the position after some moves of a seat."""
    state = state.duplicate()
    for move in moves:
        game.plain.apply(state, seat, move)
    return state


def texts_of(game: Game, state: AnyState, seat: int, moves: Sequence[int]) -> tuple[str, ...]:
    """Return some moves of a seat in notation."""
    state, texts = state.duplicate(), []
    for move in moves:
        texts.append(game.notation.move_text(state, seat, move))
        game.plain.apply(state, seat, move)
    return tuple(texts)
