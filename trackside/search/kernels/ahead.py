"""Play by the net: one turn of lookahead, evaluated where the turn ends."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import draw
from trackside.search.kernels.net import judge_position

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.net",)
ENTRIES = ("judge_moves",)
CALLED = ("best_move", "finish_turn")


def play_on(
    work: AnyState,
    turns: int,
    nets: AnyState,
    buffer: Numbers,
    inputs: Numbers,
    units: Array,
    shares: Array,
    rng: Numbers,
) -> None:
    """Let all seats play by the net for `turns` more turns, to a position that it can evaluate, or to the end."""
    s = work[0]
    last = s.turns + turns
    actor = rules.to_move(s)
    while actor != OVER and not (s.turns >= last and rules.is_settled(s)):
        if actor == CHANCE:
            n = rules.chance_weights(s, buffer)
            move = draw(rng, buffer, n)
        else:
            n = rules.legal_moves(s, actor, buffer)
            move = buffer[0]
            if n > 1:
                move = best_move(work, actor, n, nets, 0, buffer, inputs, units, shares, rng)
        rules.apply(s, actor, move)
        actor = rules.to_move(s)


def judge_moves(
    root: AnyState,
    work: AnyState,
    seat: int,
    times: int,
    nets: AnyState,
    buffer: Numbers,
    inputs: Numbers,
    units: Array,
    shares: Array,
    sums: Array,
    rng: Numbers,
) -> int:
    """Add up a seat's expected shares after each of its moves over `times` guesses; return the number of moves."""
    half = len(buffer) // 2
    n = rules.legal_moves(root[0], seat, buffer)
    for _ in range(times):
        for i in range(n):
            work[0] = root[0]
            s = work[0]
            rules.guess(s, seat, rng)
            rules.apply(s, seat, buffer[i])
            judge_end(s, seat, nets, 0, buffer[half:], inputs, units, shares, rng)
            sums[i] += shares[0][seat]
    return n


def best_move(
    work: AnyState,
    seat: int,
    n: int,
    nets: AnyState,
    which: int,
    buffer: Numbers,
    inputs: Numbers,
    units: Array,
    shares: Array,
    rng: Numbers,
) -> int:
    """Return the move with the largest share by the net once the policy has finished the turn."""
    half = len(buffer) // 2
    best = -1.0
    chosen = buffer[0]
    for i in range(n):
        work[1] = work[0]
        s = work[1]
        rules.apply(s, seat, buffer[i])
        judge_end(s, seat, nets, which, buffer[half:], inputs, units, shares, rng)
        if shares[0][seat] > best:
            best = shares[0][seat]
            chosen = buffer[i]
    return int(chosen)


def judge_end(
    s: AnyState,
    seat: int,
    nets: AnyState,
    which: int,
    buffer: Numbers,
    inputs: Numbers,
    units: Array,
    shares: Array,
    rng: Numbers,
) -> None:
    """Finish the turn by the policy and evaluate the position where it ends."""
    finish_turn(s, seat, buffer, rng)
    if rules.to_move(s) == OVER:
        rules.returns(s, shares[0])
    else:
        judge_position(s, rules.perspective(s), nets, which, inputs, units, shares[0])


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
