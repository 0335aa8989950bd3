"""Play by the net: one turn of lookahead, evaluated where the turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import draw
from trackside.search.kernels.net import judge_position

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.net",)
ENTRIES = ("judge_moves",)
CALLED = ("best_move", "finish_turn")


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
    """Finish the turn by the policy and write to `values` the evaluation of the position where it ends."""
    finish_turn(s, seat, scratch.inner, scratch.rng)
    if rules.to_move(s) == OVER:
        rules.returns(s, scratch.values[0])
    else:
        judge_position(s, rules.perspective(s), which, scratch, scratch.values[0])


def finish_turn(s: AnyState, seat: int, buffer: Numbers, rng: Numbers) -> None:
    """Play on by the policy to where a net can evaluate; cards drawn on the way come from a guess of the seat."""
    guessed = False
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
