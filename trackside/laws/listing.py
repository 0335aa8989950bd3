"""Laws of whole turns: those listed are all the ways to finish a turn, plain and compiled."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.laws.tables import Table, random_game, seeds
from trackside.search.kernels.listing import NOTES, Turns
from trackside.search.scratch import DEEPEST, make_turns

MAX_WAYS = 400
"""The most ways to finish a turn that are compared; a position with more is skipped."""

PLAIN_LISTED = 1 << 10
"""The number of turns that the plain listing has room for."""


class Positions(list[AnyState]):
    """Plain positions that are copied when they are assigned, as records are."""

    def __setitem__(self, index: Any, state: AnyState) -> None:
        super().__setitem__(index, state.duplicate())


class Words:
    """The same positions as 16-bit numbers."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions

    def __getitem__(self, index: int) -> array[int]:
        return array("H", self.positions[index].to_bytes())


def plain_turns(rules: Any) -> Turns:
    """Return memory for the plain listing."""
    stack = Positions([rules.State()] * (DEEPEST + 1))
    return Turns(
        ends=Positions([rules.State()] * PLAIN_LISTED),
        lengths=[0] * PLAIN_LISTED,
        moves=[[0] * DEEPEST for _ in range(PLAIN_LISTED)],
        rows=[[0] * getattr(rules, "LISTED_COLUMNS", 0) for _ in range(PLAIN_LISTED)],
        stack=stack,
        raw=Words(stack),
        choices=[[0] * rules.MOVES for _ in stack],
        notes=[[0] * NOTES for _ in stack],
        keys=[0] * (4 * PLAIN_LISTED),
        marks=[0] * (4 * PLAIN_LISTED),
        listing=[0],
    )


def turns_under_way(table: Table, seed: int) -> Iterator[tuple[AnyState, int]]:
    """Yield positions of a random game with a seat that may act."""
    for number, (state, actor, _, _) in enumerate(random_game(table, seed)):
        if actor >= 0 and number % 3 == seed % 3:
            for seat in range(table.seats):
                if choices_for(table.game.plain, state, seat):
                    yield state, seat


def ways_to_finish(table: Table, state: AnyState, seat: int, turn: int, most: list[int]) -> Iterator[bytes]:
    """Yield the position after every sequence of moves that finishes a turn, while there are at most most[0]."""
    rules = table.game.plain
    is_under_way = state.turns == turn and rules.to_move(state) not in (CHANCE, OVER)
    choices = choices_for(rules, state, seat) if is_under_way else []
    for move in choices if most[0] > 0 else ():
        following = state.duplicate()
        rules.apply(following, seat, move)
        yield from ways_to_finish(table, following, seat, turn, most)
    if not choices:
        most[0] -= 1
        yield state.to_bytes()


def listed_turns_are_all_ways_to_finish_a_turn(table: Table) -> None:
    """Every position in which a seat may end its turn is listed once, with legal moves that lead to it."""
    rules, kernel = table.game.plain, table.game.kernel("trackside.search.kernels.listing", compiled=False)
    turns = plain_turns(rules)
    for seed in seeds(table, 16):
        for state, seat in turns_under_way(table, 700 + seed):
            before, most = state.to_bytes(), [MAX_WAYS]
            expected = set(ways_to_finish(table, state, seat, state.turns, most))
            if most[0] <= 0:
                continue
            ends = []
            for i in range(kernel.list_turns(state, seat, turns)):
                end = state.duplicate()
                for move in turns.moves[i][: turns.lengths[i]]:
                    assert move in choices_for(rules, end, seat)
                    rules.apply(end, seat, move)
                assert end == turns.ends[i]
                ends.append(end.to_bytes())
            assert state.to_bytes() == before
            assert len(set(ends)) == len(ends)
            assert set(ends) == expected


def compiled_and_plain_turns_agree(table: Table) -> None:
    """Compiled code lists the same turns in the same order as plain code."""
    plain, compiled = (table.game.kernel("trackside.search.kernels.listing", compiled=kind) for kind in (False, True))
    turns, memory = plain_turns(table.game.plain), make_turns(table.game.plain, table.opening().to_record())
    for seed in seeds(table, 16):
        for state, seat in turns_under_way(table, 800 + seed):
            found = compiled.list_first(state.to_record(), seat, memory)
            if found > MAX_WAYS:
                continue
            assert plain.list_turns(state, seat, turns) == found
            for i in range(found):
                length = turns.lengths[i]
                assert memory.moves[i][: memory.lengths[i]].tolist() == turns.moves[i][:length]
                assert memory.ends[i].tobytes() == turns.ends[i].to_bytes()
