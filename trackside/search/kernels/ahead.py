"""Play by the net: one turn of lookahead, evaluated where the turn ends.

Where the net lists its inputs, all ways to finish a turn are evaluated, else the one of the policy. Cards drawn within
a turn come from a guess of the seat; after the second such draw the policy finishes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Rules
from trackside.core.random import draw
from trackside.search.kernels.listing import list_turns
from trackside.search.kernels.net import judge_position

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.net", "trackside.search.kernels.solving", "trackside.search.kernels.listing")
ENTRIES = ("judge_moves",)
CALLED = ("best_move", "finish_turn", "judge_end", "judge_drawn")

LISTS_INPUTS = False
"""True for nets that list their inputs; bound for each kind of net."""

FOUND, BEST, BEST_DRAWN = 0, 3, 4
"""Rows of values: of a position, of the best way to finish a turn, and of the best one after cards are drawn."""


def play_on(turns: int, scratch: Scratch) -> None:
    """Let all seats play by the net for `turns` more turns, to a position that it can evaluate, or to the end."""
    s = scratch.work[0]
    last = s.turns + turns
    actor = rules.to_move(s)
    while actor != OVER and not (s.turns >= last and rules.is_settled(s)):
        if actor == CHANCE:
            n = rules.chance_weights(s, scratch.buffer)
            move = draw(scratch.rng, scratch.buffer, n)
        else:
            n = rules.legal_moves(s, actor, scratch.buffer)
            move = scratch.buffer[0]
            if n > 1:
                move = best_move(actor, n, 0, scratch)
        rules.apply(s, actor, move)
        actor = rules.to_move(s)


def judge_moves(root: AnyState, seat: int, times: int, scratch: Scratch, sums: Array) -> int:
    """Add up a seat's expected shares after each of its moves over `times` guesses; return the number of moves."""
    n = rules.legal_moves(root[0], seat, scratch.buffer)
    for _ in range(times):
        for i in range(n):
            scratch.work[0] = root[0]
            s = scratch.work[0]
            rules.guess(s, seat, scratch.rng)
            rules.apply(s, seat, scratch.buffer[i])
            judge_end(s, seat, 0, scratch)
            sums[i] += scratch.values[0][seat]
    return n


def best_move(seat: int, n: int, which: int, scratch: Scratch) -> int:
    """Return the listed move with the largest share by a net once the policy has finished the turn."""
    best = -1.0
    chosen = scratch.buffer[0]
    for i in range(n):
        scratch.work[1] = scratch.work[0]
        s = scratch.work[1]
        rules.apply(s, seat, scratch.buffer[i])
        judge_end(s, seat, which, scratch)
        if scratch.values[0][seat] > best:
            best = scratch.values[0][seat]
            chosen = scratch.buffer[i]
    return int(chosen)


def judge_end(s: AnyState, seat: int, which: int, scratch: Scratch) -> None:
    """Finish the turn and write to `values` the evaluation of the position where it ends."""
    if not LISTS_INPUTS or ends_turn(s):
        finish_turn(s, seat, scratch)
        judge_rest(s, which, scratch)
    elif rules.to_move(s) == CHANCE:
        judge_drawn(s, seat, which, scratch)
    else:
        values, worth = scratch.values, -1.0
        for i in range(list_turns(s, seat, scratch.turns)):
            judge_drawn(scratch.turns.ends[i], seat, which, scratch)
            if values[FOUND][seat] > worth:
                worth = values[FOUND][seat]
                copy_shares(values[FOUND], values[BEST])
        copy_shares(values[BEST], values[FOUND])


def ends_turn(s: AnyState) -> bool:
    """Return True if a turn is over, or the game."""
    return rules.to_move(s) == OVER or rules.is_settled(s)


def judge_rest(s: AnyState, which: int, scratch: Scratch) -> None:
    """Write to `values` the evaluation of a position where a turn has ended."""
    if rules.to_move(s) == OVER:
        rules.returns(s, scratch.values[FOUND])
    else:
        judge_position(s, rules.perspective(s), which, scratch, scratch.values[FOUND])


def judge_drawn(s: AnyState, seat: int, which: int, scratch: Scratch) -> None:
    """Draw the cards that are due within a turn, and write to `values` the evaluation of the best way to finish it."""
    values, worth = scratch.values, -1.0
    if not ends_turn(s):
        rules.hide(s, seat)
        rules.guess(s, seat, scratch.rng)
    while not ends_turn(s) and rules.to_move(s) == CHANCE:
        rules.apply(s, CHANCE, draw(scratch.rng, scratch.inner, rules.chance_weights(s, scratch.inner)))
    if ends_turn(s):
        judge_rest(s, which, scratch)
        return
    for i in range(list_turns(s, seat, scratch.more)):
        end = scratch.more.ends[i]
        finish_turn(end, seat, scratch)
        judge_rest(end, which, scratch)
        if values[FOUND][seat] > worth:
            worth = values[FOUND][seat]
            copy_shares(values[FOUND], values[BEST_DRAWN])
    copy_shares(values[BEST_DRAWN], values[FOUND])


def copy_shares(shares: Array, to: Array) -> None:
    """Copy a share for every seat."""
    for seat in range(len(to)):
        to[seat] = shares[seat]


def finish_turn(s: AnyState, seat: int, scratch: Scratch) -> None:
    """Play on by the policy to where a net can evaluate; cards drawn on the way come from a guess of the seat."""
    guessed = False
    buffer, rng = scratch.inner, scratch.rng
    actor = rules.to_move(s)
    while actor != OVER and not rules.is_settled(s):
        if actor == CHANCE:
            if not guessed:
                rules.hide(s, seat)
                rules.guess(s, seat, rng)
                guessed = True
            n = rules.chance_weights(s, buffer)
            move = draw(rng, buffer, n)
        else:
            n = rules.legal_moves(s, actor, buffer)
            move = rules.quick_move(s, actor, buffer, n, rng)
        rules.apply(s, actor, move)
        actor = rules.to_move(s)
