"""Validation of typed positions of Skip or Trip: every fault is explained in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from trackside.core.errors import ParseError
from trackside.core.words import SEATS
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import card_text, kinds_of
from trackside.games.skip_or_trip.state import (
    ACT,
    BEGIN,
    CARD,
    COPIES,
    DRAW,
    EACH,
    FINISHED,
    GOAL,
    HAND,
    KINDS,
    MEEPLE,
    NUMBER,
    NUMBERS,
    PRODUCT,
    TOP,
    State,
)


def check_position(s: State) -> None:
    """Raise ParseError with the first fault found."""
    for faults in (_card_faults, _rules_faults, _phase_faults, _end_faults):
        for fault in faults(s):
            raise ParseError(fault)


def unseen(s: State) -> list[int]:
    """Return the number of cards of each kind that are in the deck or have blank symbols."""
    known = [sum(s.hand[seat][kind] + s.down[seat][kind] for seat in range(s.seats)) for kind in range(KINDS)]
    return [COPIES[kind] - s.shown[kind] - known[kind] for kind in range(KINDS)]


def has_blanks(s: State) -> bool:
    """Return True if symbols known to a player are left out: it is the view of a seat, not the whole position."""
    return has_blank_cards(s) or (s.left[0] > 0 and not any(s.stock))


def has_blank_cards(s: State) -> bool:
    """Return True if the symbols of any drawn card are left out."""
    known = sum(sum(s.hand[seat]) + sum(s.down[seat]) for seat in range(s.seats))
    return known < sum(s.held[seat][0] + s.gone[seat][0] for seat in range(s.seats))


def _card_faults(s: State) -> Iterator[str]:
    for kind, n in enumerate(unseen(s)):
        if n < 0:
            has = "only one" if COPIES[kind] == 1 else "only two"
            yield f"the box has {has} of {card_text(kind)} (ST-2)"
    for number in range(1, NUMBERS + 1):
        if s.left[number] < 0:
            yield f"there are {EACH - s.left[number]} cards with a {number}, the box has {EACH} (ST-2)"
    if s.top and s.left[s.top] == 0:
        yield f"no {s.top} is left in the deck to lie on top"
    if s.top == 0 and s.left[0] > 0 and s.phase not in (BEGIN, TOP, FINISHED):
        yield "the number on top of the deck is open: say which, such as 'top 7' (ST-5)"


def _rules_faults(s: State) -> Iterator[str]:
    if s.rounds > 100:
        yield f"{s.rounds} rounds are too many: at most 100"
    if s.rounds and s.turns > s.rounds * s.seats:
        yield f"turn {s.turns} is after the last of {s.rounds} rounds (ST-11)"
    if s.passes > s.seats or (s.passes == s.seats and s.phase != FINISHED):
        yield f"{s.passes} passes in a row end the game (ST-11)"
    if s.passes > s.turns:
        yield f"{s.passes} passes cannot be in {s.turns} turns"


def _phase_faults(s: State) -> Iterator[str]:
    if s.phase == BEGIN:
        if s.turns or s.left[0] < NUMBERS * EACH or s.top:
            yield "who begins is known before the first card comes up (ST-4)"
    elif s.turns == 0:
        yield from _deal_faults(s)
    elif s.phase in (TOP, DRAW):
        yield from _draw_faults(s)
    elif s.phase == CARD:
        yield from _trip_faults(s)
    elif s.phase == ACT and s.held[s.seat][0] == 0:
        yield f"{SEATS[s.seat]} has no card to play: its turn goes by without it (ST-9)"
    elif s.phase == MEEPLE and _movable(s) < 2:
        yield f"{SEATS[s.seat]} has no choice which meeple to move (ST-15)"
    if s.phase in (BEGIN, FINISHED) and s.steps:
        yield "steps are counted only during a turn (ST-8)"
    if s.passes and s.steps and s.phase == MEEPLE:
        yield "a turn in which cards were played is no pass (ST-11)"


def _deal_faults(s: State) -> Iterator[str]:
    if s.phase not in (TOP, DRAW) or any(map(any, s.meeple)) or any(map(any, s.gone)) or any(s.shown) or s.steps:
        yield "the first turn is turn 1; before it only cards are dealt (ST-4)"
    sizes = [s.held[(s.seat + step) % s.seats][0] for step in range(s.seats)]
    if s.due > HAND or sizes[0] != HAND - s.due or any(size not in (0, HAND) for size in sizes[1:]):
        yield f"{SEATS[s.seat]} is being dealt {HAND} cards, seat by seat (ST-4)"
    if sizes[1:] != sorted(sizes[1:]):
        yield "cards are dealt clockwise from the seat that begins (ST-4)"


def _draw_faults(s: State) -> Iterator[str]:
    most = HAND if s.steps == 0 else (s.sides - 1) * s.meeples
    if s.left[0] == 0:
        yield "the deck is empty: nobody draws any more (ST-10)"
    if s.due > most or (s.due == 0 and s.phase == DRAW):
        yield f"{SEATS[s.seat]} cannot have {s.due} cards to draw now (ST-6, ST-10)"


def _trip_faults(s: State) -> Iterator[str]:
    who = SEATS[s.seat]
    if not 2 <= s.square < GOAL or rules.next_square(s, s.seat, s.square - 1) != s.square:
        yield f"{who} cannot trip {s.square}: no opponent's meeple is there, or it shows no symbols (ST-6)"
    elif not rules.may_trip(s, s.square):
        yield f"{who} cannot trip {s.square}: Mercy protects the rearmost meeple (ST-13)"
    laid = [kind - 1 for kind in s.laid if kind]
    if laid != sorted(laid):
        yield "the cards of a trip are laid in the order of their symbols: 2, 2.2, 2.2.2, 2.3, 3, 3.3, 5, 7 and so on"
    if any(s.shown[kind] < laid.count(kind) for kind in laid):
        yield "the cards laid for a trip are among those shown: list them there too"
    if s.steps < s.back:
        yield f"the cards laid for this trip make {s.back} steps, not {s.steps} (ST-8)"
    if s.rest == 1 or not _can_go_on(s, s.rest, [], max(0, rules.last_laid(s))):
        yield f"{who} cannot complete the trip of {s.square} with the cards in hand (ST-6)"


def _can_go_on(s: State, rest: int, chosen: list[int], first: int) -> bool:
    """Return True if cards from the kind `first` on, which the hand has or may have, complete the trip."""
    return rest == 1 or any(
        _may_hold(s, [*chosen, kind]) and _can_go_on(s, rest // PRODUCT[kind], [*chosen, kind], kind)
        for kind in range(first, KINDS)
        if rest % PRODUCT[kind] == 0
    )


def _may_hold(s: State, chosen: list[int]) -> bool:
    """Return True if the hand to move has these cards, or may have them where its symbols are blank."""
    hand, free = s.hand[s.seat], unseen(s)
    missing = {kind: chosen.count(kind) - hand[kind] for kind in chosen if chosen.count(kind) > hand[kind]}
    for number in range(1, NUMBERS + 1):
        blank = s.held[s.seat][number] - sum(hand[kind] for kind in kinds_of(number))
        if sum(n for kind, n in missing.items() if NUMBER[kind] == number) > blank:
            return False
    return all(n <= free[kind] for kind, n in missing.items())


def _movable(s: State) -> int:
    return sum(rules.may_move(s, s.seat % s.sides, meeple, s.steps) for meeple in range(s.meeples))


def _end_faults(s: State) -> Iterator[str]:
    home = any(square == GOAL for side in range(s.sides) for square in s.meeple[side][: s.meeples])
    last = rules.is_last_turn(s)
    if s.phase == FINISHED and not home and not last and s.passes < s.seats:
        yield "the game is not over: no meeple is on 100, not all have passed, no last turn is over (ST-11)"
    if s.phase != FINISHED and home:
        yield "a meeple on 100 has ended the game (ST-11)"
    if s.phase in (TOP, DRAW) and last and s.steps == 0:
        yield "after the last turn nobody draws (ST-11)"
