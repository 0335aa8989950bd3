"""Twins: two games that look the same to some eyes, and differ in all that these eyes may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import CHANCE, OVER, SPECTATOR, AnyState
from trackside.games import GAMES, Game
from trackside.play.events import Entry
from trackside.play.match import Match

ATTEMPTS = 200
"""Games that are tried until one has a twin."""

SAME = 0.7
"""How often a twin does what the other does, where it need not: else it would seldom come far."""

Told = tuple[Entry, bool]
"""An entry of a log, and whether the eyes are told of it."""

WITH_SECRETS = [name for name, game in GAMES.items() if game.card.secrets]


@dataclass(frozen=True)
class Twins:
    """Two truths for one pair of eyes."""

    game: Game
    seats: int
    eyes: int
    logs: tuple[list[Told], list[Told]]
    secret: tuple[list[Entry], list[Entry]]
    """What others do next in each of them, unseen."""
    move: int | None
    """What the eyes' seat can do then without learning anything."""


def make_twins(game: Game, seats: int, seed: int) -> Twins:
    """Two games that look the same; the next seed has the next eyes."""
    eyes = [*range(seats), SPECTATOR][seed % (seats + 1)]
    for attempt in range(ATTEMPTS):
        chooser = random.Random(f"{game.name} {seats} {seed} {attempt}")
        match = _random_match(game, seats, chooser)
        if match.over:
            continue
        told = set(match.visible(eyes))
        log = [(entry, index in told) for index, entry in enumerate(match.log)]
        other = _other_truth(match, eyes, told, chooser)
        if other is None or other[0] == log:
            continue
        states = match.state, other[1]
        secret = tuple(list(_secret_moves(game, state, eyes, chooser, 3)) for state in states)
        return Twins(
            game, seats, eyes, (log, other[0]), (secret[0], secret[1]), _safe_move(game, *states, eyes, chooser)
        )
    raise AssertionError(f"{game.name} has no twins")


def _random_match(game: Game, seats: int, chooser: random.Random) -> Match:
    """A game of random moves, some way far, any seat that may act acting next."""
    match = Match(game.name, seats, seed=chooser.randrange(1 << 30))
    for _ in range(chooser.randrange(1, 60)):
        able = [seat for seat in range(seats) if choices_for(game.plain, match.peek(seat), seat)]
        if match.over or not able:
            break
        seat = chooser.choice(able)
        match.play(seat, chooser.choice(match.moves(seat)))
    return match


def _other_truth(match: Match, eyes: int, told: set[int], chooser: random.Random) -> tuple[list[Told], AnyState] | None:
    """Another log that looks the same: what is seen happens in both, what is secret happens otherwise."""
    game, states = match.game, match.positions()
    state, log = match.start.duplicate(), list[Told]()
    for index, entry in enumerate(match.log):
        if index not in told:
            continue
        if states[index].turns == match.turn:
            log += [(made, False) for made in _secret_moves(game, state, eyes, chooser, 1)]
        move = _like(game, states[index], states[index + 1], state, entry, eyes, chooser)
        if move is None:
            return None
        log.append(((entry[0], move), True))
        game.plain.apply(state, entry[0], move)
    log += [(made, False) for made in _secret_moves(game, state, eyes, chooser, 3)]
    return log, state


def _like(
    game: Game, before: AnyState, after: AnyState, state: AnyState, entry: Entry, eyes: int, chooser: random.Random
) -> int | None:
    """A move or outcome that looks like this entry in another truth; None if there is none."""
    seat, move = entry
    text, seen = game.notation.move_text(before, seat, move, eyes), view_state(game.plain, after, eyes)

    def is_like(choice: int) -> bool:
        if game.notation.move_text(state, seat, choice, eyes) != text:
            return False
        return bool(view_state(game.plain, _after(game, state, (seat, choice)), eyes) == seen)

    choices = choices_for(game.plain, state, seat)
    if move in choices and is_like(move) and (seat == eyes or chooser.random() < SAME):
        return move
    alike = [] if seat == eyes else [choice for choice in choices if is_like(choice)]
    return chooser.choice(alike) if alike else None


def _secret_moves(game: Game, state: AnyState, eyes: int, chooser: random.Random, most: int) -> Iterator[Entry]:
    """Some moves of others that these eyes do not see; they are made."""
    for _ in range(chooser.randint(0, most)):
        seen = view_state(game.plain, state, eyes)
        unseen = []
        for seat in range(state.seats):
            for move in choices_for(game.plain, state, seat) if seat != eyes else []:
                after = _after(game, state, (seat, move))
                ended = game.plain.to_move(after) in (CHANCE, OVER) or after.turns != state.turns
                if not ended and view_state(game.plain, after, eyes) == seen:
                    unseen.append((seat, move))
        if unseen:
            made = chooser.choice(unseen)
            game.plain.apply(state, *made)
            yield made


def _safe_move(game: Game, one: AnyState, other: AnyState, eyes: int, chooser: random.Random) -> int | None:
    """A move of the eyes' seat after which both look the same still, and chance has nothing to do."""
    moves = choices_for(game.plain, one, eyes) if eyes != SPECTATOR else []
    chooser.shuffle(moves)
    for move in moves:
        after = [_after(game, state, (eyes, move)) for state in (one, other)]
        ended = any(game.plain.to_move(state) in (CHANCE, OVER) for state in after)
        views = [view_state(game.plain, state, eyes) for state in after]
        if not ended and views[0] == views[1]:
            return move
    return None


def _after(game: Game, state: AnyState, entry: Entry) -> AnyState:
    after = state.duplicate()
    game.plain.apply(after, *entry)
    return after
