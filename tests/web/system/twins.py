"""Twins: two games that look the same to a perspective, and differ in all that this perspective may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import CHANCE, OVER, SPECTATOR, AnyState
from trackside.games import GAMES, Game
from trackside.play.events import Entry
from trackside.play.forced import forced_move
from trackside.play.match import Match

ATTEMPTS = 200
"""Games that are tried until one has a twin."""

SAME = 0.7
"""The chance that a twin copies the other's optional actions: without it, games would seldom get far."""

Told = tuple[Entry, bool]
"""An entry of a log, and whether the perspective is told of it."""

WITH_SECRETS = [name for name, game in GAMES.items() if game.card.secrets]


@dataclass(frozen=True)
class Twins:
    """Two truths for one perspective."""

    game: Game
    seats: int
    perspective: int
    logs: tuple[list[Told], list[Told]]
    secret: tuple[list[Entry], list[Entry]]
    """Return the next unseen actions of others in each of them."""
    move: int | None
    """A move of the observing seat that reveals nothing to it."""


def make_twins(game: Game, seats: int, seed: int) -> Twins:
    """Two games that look the same; the next seed has the next perspective."""
    perspective = [*range(seats), SPECTATOR][seed % (seats + 1)]
    for attempt in range(ATTEMPTS):
        chooser = random.Random(f"{game.name} {seats} {seed} {attempt}")
        match = _random_match(game, seats, chooser)
        if match.over:
            continue
        told = set(match.visible(perspective))
        log = [(entry, index in told) for index, entry in enumerate(match.log)]
        other = _other_truth(match, perspective, told, chooser)
        if other is None or other[0] == log:
            continue
        states = match.state, other[1]
        secret = tuple(list(_secret_moves(game, state, perspective, chooser, 3)) for state in states)
        return Twins(
            game,
            seats,
            perspective,
            (log, other[0]),
            (secret[0], secret[1]),
            _safe_move(game, *states, perspective, chooser),
        )
    raise AssertionError(f"{game.name} has no twins")


def _random_match(game: Game, seats: int, chooser: random.Random) -> Match:
    """A game of random moves, some way far, any seat that may act acting next."""
    match = Match(game.name, seats, seed=chooser.randrange(1 << 30))
    for _ in range(chooser.randrange(1, 60)):
        able = [seat for seat in range(seats) if choices_for(game.plain, match.view_state(seat, copy=False), seat)]
        if match.over or not able:
            break
        seat = chooser.choice(able)
        match.play(seat, chooser.choice(match.moves(seat)))
    return match


def _other_truth(
    match: Match, perspective: int, told: set[int], chooser: random.Random
) -> tuple[list[Told], AnyState] | None:
    """Another log that looks the same: what is seen happens in both, what is secret happens otherwise."""
    game, states = match.game, match.positions()
    state, log = match.start.duplicate(), list[Told]()
    for index, entry in enumerate(match.log):
        if index not in told:
            continue
        if states[index].turns == match.turn:
            log += [(made, False) for made in _secret_moves(game, state, perspective, chooser, 1)]
        move = _like(game, states[index], states[index + 1], state, entry, perspective, chooser)
        if move is None:
            return None
        log.append(((entry[0], move), True))
        game.plain.apply(state, entry[0], move)
    log += [(made, False) for made in _secret_moves(game, state, perspective, chooser, 3)]
    return log, state


def _like(
    game: Game,
    before: AnyState,
    after: AnyState,
    state: AnyState,
    entry: Entry,
    perspective: int,
    chooser: random.Random,
) -> int | None:
    """A move or outcome that looks like this entry in another truth; None if there is none."""
    seat, move = entry
    text, seen = game.notation.move_text(before, seat, move, perspective), view_state(game.plain, after, perspective)

    def is_like(choice: int) -> bool:
        if game.notation.move_text(state, seat, choice, perspective) != text:
            return False
        return bool(view_state(game.plain, _after(game, state, (seat, choice)), perspective) == seen)

    choices = choices_for(game.plain, state, seat)
    if move in choices and is_like(move) and (seat == perspective or chooser.random() < SAME):
        return move
    alike = [] if seat == perspective else [choice for choice in choices if is_like(choice)]
    return chooser.choice(alike) if alike else None


def _secret_moves(game: Game, state: AnyState, perspective: int, chooser: random.Random, most: int) -> Iterator[Entry]:
    """Some moves of others that this perspective do not see; they are made."""
    for _ in range(chooser.randint(0, most)):
        seen = view_state(game.plain, state, perspective)
        unseen = []
        for seat in range(state.seats):
            for move in choices_for(game.plain, state, seat) if seat != perspective else []:
                after = _after(game, state, (seat, move))
                ended = game.plain.to_move(after) in (CHANCE, OVER) or after.turns != state.turns
                if not ended and view_state(game.plain, after, perspective) == seen:
                    unseen.append((seat, move))
        if unseen:
            made = chooser.choice(unseen)
            game.plain.apply(state, *made)
            yield made


def _safe_move(game: Game, one: AnyState, other: AnyState, perspective: int, chooser: random.Random) -> int | None:
    """Return a move after which both twins still look the same, and chance has nothing to do."""
    moves = choices_for(game.plain, one, perspective) if perspective != SPECTATOR else []
    chooser.shuffle(moves)
    for move in moves:
        after = [_after_decision(game, state, perspective, move) for state in (one, other)]
        ended = any(game.plain.to_move(state) in (CHANCE, OVER) for state in after)
        views = [view_state(game.plain, state, perspective) for state in after]
        if not ended and views[0] == views[1]:
            return move
    return None


def _after_decision(game: Game, state: AnyState, seat: int, move: int) -> AnyState:
    """Return the position after a move and the forced moves that complete it, which the server makes immediately."""
    after = _after(game, state, (seat, move))
    while (forced := forced_move(game, after, seat)) is not None:
        game.plain.apply(after, seat, forced)
    return after


def _after(game: Game, state: AnyState, entry: Entry) -> AnyState:
    after = state.duplicate()
    game.plain.apply(after, *entry)
    return after
