"""Step functions for many games at a time: compiled, shared by all games."""

from __future__ import annotations

from typing import NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, seed_generator
from trackside.search.kernels.playouts import play_move

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.playouts",)
ENTRIES = (
    *("begin_games", "first_illegal", "step_games", "show_game", "pick_moves", "look_ahead"),
    *("keep_ends", "restart_games", "advance"),
)
CALLED = ("go_on", "show", "play_on")

INSIDE, RESTART, POINTS, FEATURES, VIEWS = range(5)
"""Flags: draw chance here, restart finished games, reward points instead of shares, write features, write views."""


class Games(NamedTuple):
    """Games of one set-up, a row for each.

    Functions that step games take these one by one: it takes Numba longer to read a tuple that comes from Python.
    """

    states: AnyState
    opening: AnyState
    players: Array
    """The way each seat is played, as in `playouts`; below 0 for one that the caller plays."""
    settings: Array
    rngs: Array
    to_move: Array
    masks: Array
    features: Array
    views: AnyState
    points: Array
    """The points already rewarded."""
    rewards: Array
    ended: Array
    """1 for a game that has ended in this step."""


def begin_games(
    which: Numbers,
    seeds: Numbers,
    buffer: Numbers,
    states: AnyState,
    opening: AnyState,
    players: Numbers,
    settings: Numbers,
    rngs: Array,
    to_move: Numbers,
    masks: Array,
    features: Array,
    views: AnyState,
    points: Array,
    rewards: Array,
    ended: Numbers,
) -> None:
    """Start games from the opening, each with its own generator, up to the first decision."""
    games = Games(states, opening, players, settings, rngs, to_move, masks, features, views, points, rewards, ended)
    for k in range(len(which)):
        i = which[k]
        seed_generator(rngs[i], seeds[k])
        begin(i, games, buffer)
        show(i, to_move[i], games, buffer)


def first_illegal(actions: Numbers, to_move: Numbers, masks: Array) -> int:
    """Return the first game whose action is outside its mask, or -1; games that are over need no action."""
    for i in range(len(actions)):
        if to_move[i] != OVER and not (0 <= actions[i] < masks.shape[1] and masks[i][actions[i]] == 1):
            return i
    return -1


def step_games(
    which: Numbers,
    actions: Numbers,
    buffer: Numbers,
    shares: Array,
    states: AnyState,
    opening: AnyState,
    players: Numbers,
    settings: Numbers,
    rngs: Array,
    to_move: Numbers,
    masks: Array,
    features: Array,
    views: AnyState,
    points: Array,
    rewards: Array,
    ended: Numbers,
) -> None:
    """Make the given move in each of these games, and advance to the next decision.

    Rewards are added to the existing values. A game that ends restarts if RESTART is set.
    """
    games = Games(states, opening, players, settings, rngs, to_move, masks, features, views, points, rewards, ended)
    for k in range(len(which)):
        i = which[k]
        if to_move[i] != OVER:
            rules.apply(states[i], to_move[i], actions[i])
            play_on(i, games, buffer, shares)
            show(i, to_move[i], games, buffer)


def keep_ends(seats: Numbers, buffer: Numbers, features: Array, views: AnyState, scores: Array, games: Games) -> None:
    """Write what a seat of every game that has ended sees of the end, and the points of all seats."""
    for i in range(len(seats)):
        if games.ended[i]:
            show(i, seats[i], games, buffer)
            for feature in range(features.shape[1]):
                features[i][feature] = games.features[i][feature]
            views[i] = games.views[i]
            rules.scores(games.states[i], scores[i])


def restart_games(which: Numbers, buffer: Numbers, games: Games) -> None:
    """Start the next games in place of these, up to the first decision."""
    for k in range(len(which)):
        begin(which[k], games, buffer)
        show(which[k], games.to_move[which[k]], games, buffer)


def advance(states: AnyState, seat: int, move: int, out: Array) -> None:
    """Make a move or an outcome in states[0]; write the seat to move, and the number of its choices and these."""
    rules.apply(states[0], seat, move)
    next_seat, choices = rules.to_move(states[0]), out[2:]
    out[0], out[1] = next_seat, 0
    if next_seat >= 0:
        out[1] = rules.legal_moves(states[0], next_seat, choices)
    elif next_seat == CHANCE:
        out[1] = rules.chance_weights(states[0], choices)


def begin(i: int, games: Games, buffer: Numbers) -> None:
    """Start a game from the opening, up to the first decision."""
    games.states[i] = games.opening[0]
    games.to_move[i] = go_on(games.states[i], games.players, games.settings, buffer, games.rngs[i])
    if games.settings[POINTS] == 1:
        rules.scores(games.states[i], games.points[i])


def play_on(i: int, games: Games, buffer: Numbers, shares: Array) -> None:
    """Advance to the next decision, in a new game if this one ends, and record the rewards."""
    games.to_move[i] = go_on(games.states[i], games.players, games.settings, buffer, games.rngs[i])
    if games.settings[POINTS] == 1:
        add_points(games.states[i], games.points[i], shares, games.rewards[i])
    if games.to_move[i] == OVER:
        games.ended[i] = 1
        if games.settings[POINTS] == 0:
            rules.returns(games.states[i], shares)
            for seat in range(len(shares)):
                games.rewards[i][seat] += shares[seat]
        if games.settings[RESTART] == 1:
            while games.to_move[i] == OVER:  # a game may be over before any outside decision
                begin(i, games, buffer)


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


def show(i: int, seat: int, games: Games, buffer: Numbers) -> None:
    """Write the mask of a seat or of chance, and if set the features (0 if no seat is to move) and the view."""
    s, mask = games.states[i], games.masks[i]
    for move in range(len(mask)):
        mask[move] = 0
    if seat == CHANCE:
        n = rules.chance_weights(s, buffer)
        for outcome in range(n):
            mask[outcome] = 1 if buffer[outcome] > 0 else 0
    elif seat >= 0:
        n = rules.legal_moves(s, seat, buffer)
        for k in range(n):
            mask[buffer[k]] = 1
    if games.settings[FEATURES] == 1:
        row = games.features[i]
        for feature in range(len(row)):
            row[feature] = 0
        if seat >= 0:
            rules.encode(s, seat, row)
    if games.settings[VIEWS] == 1:
        games.views[i] = s
        rules.hide(games.views[i], seat)


def show_game(i: int, seat: int, buffer: Numbers, games: Games) -> None:
    """Write the mask, features and view of any seat in one game, even if it is not to move."""
    show(i, seat, games, buffer)


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
    games: Games, work: AnyState, owner: Numbers, moves: Numbers, over: Array, features: Array, shares: Array
) -> int:
    """Write a row for every legal move of every game, with the seat's features after it; return the number of rows.

    `over` gets the seat's share of the win if the move ends the game, else -1. The move is made in the seat's view, so
    that it reveals nothing the seat does not know.
    """
    rows = 0
    for i in range(len(games.states)):
        seat = games.to_move[i]
        if seat >= 0:
            for move in range(games.masks.shape[1]):
                if games.masks[i][move] == 1:
                    work[0] = games.states[i]
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
