"""Step functions for many games at a time: compiled, shared by all games."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, seed_generator
from trackside.search.kernels.playouts import play_move

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.playouts",)
ENTRIES = (
    *("begin_games", "first_illegal", "step_games", "show_game", "weigh_game", "hide_game", "guess_game"),
    *("score_game", "return_game", "apply_game", "list_game", "seat_to_move", "pick_moves", "look_ahead"),
)
CALLED = ("go_on", "show", "play_on")

INSIDE, RESTART, POINTS, FEATURES, VIEWS = range(5)
"""Flags: draw chance here, restart finished games, reward points instead of shares, write features, write views."""


def begin_games(
    which: Numbers,
    seeds: Numbers,
    states: AnyState,
    opening: AnyState,
    players: Numbers,
    settings: Numbers,
    buffer: Numbers,
    rngs: Array,
    turn: Numbers,
    masks: Array,
    features: Array,
    views: AnyState,
    points: Array,
) -> None:
    """Start games from the opening, each with its own generator, up to the first decision."""
    for k in range(len(which)):
        i = which[k]
        seed_generator(rngs[i], seeds[k])
        states[i] = opening[0]
        turn[i] = go_on(states[i], players, settings, buffer, rngs[i])
        if settings[POINTS] == 1:
            rules.scores(states[i], points[i])
        show(states, i, turn[i], settings, buffer, masks, features, views)


def first_illegal(which: Numbers, actions: Numbers, turn: Numbers, masks: Array) -> int:
    """Return the first game whose action is outside its mask, or -1; games that are over need no action."""
    for k in range(len(which)):
        i = which[k]
        if turn[i] != OVER and not (0 <= actions[i] < masks.shape[1] and masks[i][actions[i]] == 1):
            return i
    return -1


def step_games(
    which: Numbers,
    actions: Numbers,
    states: AnyState,
    opening: AnyState,
    players: Numbers,
    settings: Numbers,
    buffer: Numbers,
    rngs: Array,
    turn: Numbers,
    masks: Array,
    features: Array,
    views: AnyState,
    points: Array,
    shares: Array,
    rewards: Array,
    ended: Numbers,
) -> None:
    """Make the given move in each of these games, and advance to the next decision.

    Rewards are added to the existing values. `ended` is set to 1 where a game ended; it restarts if RESTART is set.
    """
    for k in range(len(which)):
        i = which[k]
        if turn[i] != OVER:
            rules.apply(states[i], turn[i], actions[i])
            play_on(i, states, opening, players, settings, buffer, rngs, turn, points, shares, rewards, ended)
            show(states, i, turn[i], settings, buffer, masks, features, views)


def play_on(
    i: int,
    states: AnyState,
    opening: AnyState,
    players: Numbers,
    settings: Numbers,
    buffer: Numbers,
    rngs: Array,
    turn: Numbers,
    points: Array,
    shares: Array,
    rewards: Array,
    ended: Numbers,
) -> None:
    """Advance to the next decision, in a new game if this one ends, and record the rewards."""
    turn[i] = go_on(states[i], players, settings, buffer, rngs[i])
    if settings[POINTS] == 1:
        add_points(states[i], points[i], shares, rewards[i])
    if turn[i] == OVER:
        ended[i] = 1
        if settings[POINTS] == 0:
            rules.returns(states[i], shares)
            for seat in range(len(shares)):
                rewards[i][seat] += shares[seat]
        if settings[RESTART] == 1:
            while turn[i] == OVER:  # a game may be over before any outside decision
                states[i] = opening[0]
                turn[i] = go_on(states[i], players, settings, buffer, rngs[i])
            if settings[POINTS] == 1:
                rules.scores(states[i], points[i])


def add_points(s: AnyState, points: Array, scored: Array, rewards: Array) -> None:
    """Add the points every seat has gained since the last call."""
    rules.scores(s, scored)
    for seat in range(len(scored)):
        rewards[seat] += scored[seat] - points[seat]
        points[seat] = scored[seat]


def go_on(s: AnyState, players: Numbers, settings: Numbers, buffer: Numbers, rng: Numbers) -> int:
    """Draw chance and let quick players move until another seat is to move; return that seat."""
    seat = rules.to_move(s)
    while (seat == CHANCE and settings[INSIDE] == 1) or (seat >= 0 and players[seat] >= 0):
        play_move(s, seat, players, buffer, rng)
        seat = rules.to_move(s)
    return seat


def show(
    states: AnyState,
    i: int,
    seat: int,
    settings: Numbers,
    buffer: Numbers,
    masks: Array,
    features: Array,
    views: AnyState,
) -> None:
    """Write the mask of a seat or of chance, and if set the features (0 if no seat is to move) and the view."""
    mask = masks[i]
    for move in range(len(mask)):
        mask[move] = 0
    if seat == CHANCE:
        n = rules.chance_weights(states[i], buffer)
        for outcome in range(n):
            mask[outcome] = 1 if buffer[outcome] > 0 else 0
    elif seat >= 0:
        n = rules.legal_moves(states[i], seat, buffer)
        for k in range(n):
            mask[buffer[k]] = 1
    if settings[FEATURES] == 1:
        row = features[i]
        for feature in range(len(row)):
            row[feature] = 0
        if seat >= 0:
            rules.encode(states[i], seat, row)
    if settings[VIEWS] == 1:
        views[i] = states[i]
        rules.hide(views[i], seat)


# One game at a time


def show_game(
    states: AnyState,
    i: int,
    seat: int,
    settings: Numbers,
    buffer: Numbers,
    masks: Array,
    features: Array,
    views: AnyState,
) -> None:
    """Write the mask, features and view of any seat in one game, even if it is not to move."""
    show(states, i, seat, settings, buffer, masks, features, views)


def seat_to_move(states: AnyState, i: int) -> int:
    """Return the seat to move in a game."""
    return rules.to_move(states[i])


def apply_game(states: AnyState, i: int, seat: int, move: int) -> int:
    """Make one move or chance outcome and nothing else; return the seat to move."""
    rules.apply(states[i], seat, move)
    return rules.to_move(states[i])


def list_game(states: AnyState, i: int, seat: int, out: Numbers) -> int:
    """List a seat's legal moves in a game; return their number."""
    return rules.legal_moves(states[i], seat, out)


def weigh_game(states: AnyState, i: int, out: Numbers) -> int:
    """Write the weights of the outcomes in a game where chance is to move; return their number."""
    return rules.chance_weights(states[i], out)


def hide_game(states: AnyState, i: int, seat: int) -> None:
    """Reduce a game's position to a seat's view."""
    rules.hide(states[i], seat)


def guess_game(states: AnyState, i: int, seat: int, rng: Numbers) -> None:
    """Fill the blanks of a seat's view at random."""
    rules.guess(states[i], seat, rng)


def score_game(states: AnyState, i: int, out: Array) -> None:
    """Write the points of every seat."""
    rules.scores(states[i], out)


def return_game(states: AnyState, i: int, out: Array) -> None:
    """Write every seat's share of the win."""
    rules.returns(states[i], out)


# For training


def pick_moves(masks: Array, rng: Numbers, out: Numbers) -> None:
    """Pick a random legal move for every game, or -1 if there is none."""
    for i in range(len(out)):
        n = 0
        for move in range(masks.shape[1]):
            n += masks[i][move]
        out[i] = -1
        if n > 0:
            left = below(rng, n)
            for move in range(masks.shape[1]):
                if masks[i][move] == 1:
                    if left == 0:
                        out[i] = move
                        break
                    left -= 1


def look_ahead(
    states: AnyState,
    turn: Numbers,
    masks: Array,
    work: AnyState,
    owner: Numbers,
    moves: Numbers,
    over: Array,
    features: Array,
    shares: Array,
) -> int:
    """Write a row for every legal move of every game, with the seat's features after it; return the number of rows.

    `over` gets the seat's share of the win if the move ends the game, else -1. The move is made in the seat's view, so
    that it reveals nothing the seat does not know.
    """
    rows = 0
    for i in range(len(states)):
        seat = turn[i]
        if seat >= 0:
            for move in range(masks.shape[1]):
                if masks[i][move] == 1:
                    work[0] = states[i]
                    rules.hide(work[0], seat)
                    rules.apply(work[0], seat, move)
                    owner[rows] = i
                    moves[rows] = move
                    over[rows] = -1
                    if rules.to_move(work[0]) == OVER:
                        rules.returns(work[0], shares)
                        over[rows] = shares[seat]
                    for feature in range(features.shape[1]):
                        features[rows][feature] = 0
                    rules.encode(work[0], seat, features[rows])
                    rows += 1
    return rows
