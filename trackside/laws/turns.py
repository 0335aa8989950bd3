"""Laws of turns in which several seats may act simultaneously; turn-by-turn games obey them as well."""

from __future__ import annotations

import random
from collections.abc import Iterator

from trackside.core.errors import IllegalMove
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, SPECTATOR
from trackside.laws.tables import Table, hidden, refusal, seeds
from trackside.play.events import Event
from trackside.play.match import Match


def steps(match: Match, seed: int) -> Iterator[int]:
    """Play at random, choosing any seat that may act next; yield that seat."""
    chooser = random.Random(seed)
    while not match.over:
        seat = chooser.choice([seat for seat in range(match.seats) if choices_for(match.game.plain, match.state, seat)])
        yield seat
        match.play(seat, chooser.choice(match.moves(seat)))


def whoever_is_to_move_may_act(table: Table) -> None:
    """Every seat to move has a legal move."""
    match = Match(table.game.name, table.seats, table.options, seed=1, compiled=False)
    for _ in steps(match, 1):
        assert choices_for(table.game.plain, match.state, match.to_move)


def moves_of_one_turn_lead_to_the_same_position_in_any_order_of_seats(table: Table) -> None:
    """Simultaneous moves lead to the same position in any order."""
    rules = table.game.plain
    for seed in seeds(table, 16):
        match = Match(table.game.name, table.seats, table.options, seed=seed, compiled=False)
        for _ in steps(match, seed):
            pass
        state = match.start.duplicate()
        for seat, move in by_seat_between_outcomes(match):
            assert move in choices_for(rules, state, seat)
            rules.apply(state, seat, move)
        assert state == match.state


def by_seat_between_outcomes(match: Match) -> list[tuple[int, int]]:
    """Return the log with the moves between two outcomes of one turn sorted by seat."""
    turns = [position.turns for position in match.positions()]
    outcomes = 0
    keyed = []
    for turn, (seat, move) in zip(turns, match.log, strict=False):
        outcomes += seat == CHANCE
        keyed.append(((turn, outcomes, seat), (seat, move)))
    return [entry for _, entry in sorted(keyed, key=lambda pair: pair[0])]


def whoever_may_still_act_never_sees_what_others_do_at_once(table: Table) -> None:
    """Nothing changes for a seat while others act simultaneously."""
    rules = table.game.plain
    for seed in seeds(table, 16):
        match = Match(table.game.name, table.seats, table.options, seed=seed, compiled=False)
        acting: dict[int, tuple[int, bytes]] = {}
        for actor in steps(match, seed):
            for seat, (turn, view) in acting.items():
                if match.state.turns == turn:
                    assert hidden(table, match.state, seat).to_bytes() == view
            others = [seat for seat in range(table.seats) if seat != actor and choices_for(rules, match.state, seat)]
            acting = {seat: (match.state.turns, hidden(table, match.state, seat).to_bytes()) for seat in others}


def a_move_can_be_taken_back_until_something_new_is_seen(table: Table) -> None:
    """Undo takes back a seat's last move, or explains why it cannot."""
    for seed in seeds(table, 16):
        match = Match(table.game.name, table.seats, table.options, seed=seed, compiled=False)
        for number, _ in enumerate(steps(match, seed)):
            if number % 23 == 6:
                for seat in range(table.seats):
                    check_undo(match, seat)


def check_undo(match: Match, seat: int) -> None:
    """Check that a copy of the match takes back a seat's last move, unless the seat has seen something since."""
    again = Match.from_log(match.game, match.start, match.log, options=match.options, dice=match.dice)
    own = [index for index, (actor, _) in enumerate(match.log) if actor == seat]
    seen_since = [index for index in match.visible(seat) if not own or index > own[-1]]
    if not own or seen_since:
        assert "cannot undo" in str(refusal(IllegalMove, lambda: again.undo(seat)))
        assert again.log == match.log
        return
    again.undo(seat)
    assert again.log == match.log[: own[-1]] + match.log[own[-1] + 1 :]
    assert again.positions()[-1] == again.state


def observers_are_told_of_everything_once_and_of_nothing_too_early(table: Table) -> None:
    """Every observer receives every event once, and not before it may be known."""
    match = Match(table.game.name, table.seats, table.options, seed=3, compiled=False)
    told: dict[int, list[Event]] = {perspective: [] for perspective in [*range(table.seats), SPECTATOR]}
    for perspective, events in told.items():
        match.watch(perspective, events.append)
    first = len(match.log)
    for number, _ in enumerate(steps(match, 3)):
        for perspective, events in told.items() if number % 23 == 6 else ():
            assert {event.number for event in events} <= set(match.visible(perspective))
    for perspective, events in told.items():
        assert sorted(event.number for event in events) == list(range(first, len(match.log)))
        assert {event.number: event for event in events} == {
            event.number: event for event in match.events(perspective) if event.number >= first
        }
