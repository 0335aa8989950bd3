"""Skip or Trip as data: meeples, hands as far as they are known, the trip under way, and the effects of moves."""

from __future__ import annotations

from trackside.core.protocol import OVER, REFEREE
from trackside.core.scene import Ending
from trackside.core.words import SEATS, Words
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import kinds_of, square_text, symbols_text
from trackside.games.skip_or_trip.effects import changes, effects, falls, why_over
from trackside.games.skip_or_trip.notation import describe_with, legal_codes, side_name, walkers
from trackside.games.skip_or_trip.state import (
    ACT,
    BLACK,
    CARD,
    GOAL,
    LAY,
    MEEPLE,
    MOVE,
    NONE,
    NUMBER,
    NUMBERS,
    PRODUCT,
    SYMBOLS,
    TRIP,
    State,
    factors,
)
from trackside.games.skip_or_trip.telling import say_all
from trackside.games.skip_or_trip.threats import threats
from trackside.games.skip_or_trip.types import Arc, Card, Offer, Scene, Trip

__all__ = ["completes", "effects", "end_reason", "ending", "offer", "scene", "sides"]

PHASES = ("begin", "draw", "draw", "act", "card", "meeple", "over")

SQUARES = " ".join(".".join(map(str, factors(square))) for square in range(2, GOAL))
"""The symbols of the squares 2 to 99, such as `2 3 2.2 5 2.3`: they never change, so they are sent as one string."""

CARDS: list[Card] = [{"kind": kind, "number": number, "symbols": SYMBOLS[kind]} for kind, number in enumerate(NUMBER)]
BACKS: list[Card] = [{"number": number} for number in range(NUMBERS + 1)]
BY_NUMBER = [kind for number in range(1, NUMBERS + 1) for kind in kinds_of(number)]

MAX_WAYS = 40
"""The maximum number of steps in the search for a trip's ways; beyond it the distance of the fall is left open."""


def scene(s: State, perspective: int) -> Scene:
    """Return everything there is to draw; for cards in other hands only their numbers."""
    points = [0] * s.seats
    rules.scores(s, points)
    return {
        "squares": SQUARES,
        "phase": PHASES[s.phase],
        "seat": s.seat,
        "round": max(1, -(-s.turns // s.seats)),
        "rounds": s.rounds,
        "time_up": s.time_up == 1,
        "passes": s.passes,
        "safe": _safe(s),
        "sides": sides(s),
        "colours": [SEATS[side] for side in sides(s)],
        "meeples": [s.meeple[side][: s.meeples] for side in range(s.sides)],
        "hands": [_hand(s, seat, perspective in (seat, REFEREE)) for seat in range(s.seats)],
        "seats": [{"colour": SEATS[seat], "points": points[seat]} for seat in range(s.seats)],
        "deck": s.left[0],
        "top": s.top,
        "steps": s.steps,
        "trip": _trip(s) if s.phase == CARD else None,
        "threats": threats(s, perspective) if perspective >= 0 and s.phase >= ACT and rules.to_move(s) != OVER else [],
    }


def _safe(s: State) -> list[int]:
    """Return the square that Mercy protects, where it matters (ST-13)."""
    taken = {square for side in range(s.sides) for square in s.meeple[side][: s.meeples]} if s.mercy else set()
    return [square for square in sorted(taken) if factors(square) and not rules.may_trip(s, square)]


def _hand(s: State, seat: int, known: bool) -> list[Card]:
    """Return the cards of a hand by number, with kind and symbols if this perspective may know them."""
    if known:
        hand = s.hand[seat]
        return [CARDS[kind] for kind in BY_NUMBER if hand[kind] for _ in range(hand[kind])]
    held = s.held[seat]
    return [BACKS[number] for number in range(1, NUMBERS + 1) if held[number] for _ in range(held[number])]


def _trip(s: State) -> Trip:
    """Return the square named, the cards laid for it, the symbols still to match, and the distance back so far."""
    cards = [CARDS[kind - 1] for kind in s.laid if kind]
    back = s.square - rules.fall_end(s.square, s.back)
    return {"square": s.square, "cards": cards, "missing": factors(s.rest), "back": back}


def offer(s: State, seat: int, move: int, words: Words) -> Offer:
    """Return a legal move as a sentence, with its square or card, and the paths of meeples that it makes certain."""
    brings = describe_with(_number, s, seat, move, words, seat)
    if s.phase == CARD:
        return _offer_card(s, seat, move, brings, words)
    if s.phase == MEEPLE:
        square = s.meeple[seat % s.sides][move - MOVE]
        return {
            "brings": brings,
            "kind": "meeple",
            "square": square,
            "label": words("offer.meeple", origin=square, steps=s.steps, end=square + s.steps),
            "on": [(seat % s.sides, square, square + s.steps)],
        }
    if move < LAY:
        return _offer_trip(s, seat, move, brings, words)
    return _offer_last(s, seat, move, brings, words)


def completes(s: State, seat: int) -> bool:
    """Return True once a square is named: the cards laid for it complete the trip."""
    return s.phase == CARD and s.seat == seat


def _number(kind: int) -> str:
    """Return a card as a player calls it."""
    return str(NUMBER[kind])


def _offer_last(s: State, seat: int, move: int, brings: list[str], words: Words) -> Offer:
    """Offer the last card of the turn, or none, and the walk."""
    found: Offer
    if move == NONE and not s.steps:
        found = {"brings": brings, "kind": "pass", "passes": True, "label": words("offer.pass"), "on": []}
        if warning := _warning(s, seat, move, words):
            found["warning"] = warning
        return found
    if move == NONE:
        steps, said = s.steps, words("offer.none")
    else:
        kind = move - BLACK
        steps = s.steps + NUMBER[kind]
        said = words("offer.black", number=NUMBER[kind], symbols=symbols_text(PRODUCT[kind]))
    squares = walkers(s, seat, steps)
    on = [(seat % s.sides, squares[0], squares[0] + steps)] if len(squares) == 1 else []
    label = f"{said}: {_say_walk(squares, steps, words)}"
    if move == NONE:
        return {"brings": brings, "kind": "none", "steps": steps, "on": on, "label": label}
    return {
        "brings": brings,
        "kind": "black",
        "card": kind,
        "number": NUMBER[kind],
        "steps": steps,
        "on": on,
        "label": label,
    }


def _warning(s: State, seat: int, move: int, words: Words) -> str:
    """Warn of a pass that ends the game, or lets the others end it while this seat is behind (ST-11, ST-12)."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    over = rules.to_move(after) == OVER
    own = seat % s.sides
    if not over and not rules.leads(s, own):
        return _say_risk(s, seat, words)
    if not over or why_over(after) != "passes":
        return ""
    others = say_all([str(after.meeple[side][0]) for side in range(s.sides) if side != own], words)
    winners = [side for side in range(s.sides) if rules.leads(after, side)]
    ends = words("offer.last_pass", own=after.meeple[own][0], others=others)
    return f"{ends} {_say_winners(s, seat, winners, words)}"


def _say_winners(s: State, seat: int, winners: list[int], words: Words) -> str:
    """Name those who would win, to the player of this seat."""
    own = seat % s.sides
    if winners == [own]:
        return words("offer.would_win_you")
    if own in winners:
        others = [other for other in range(s.seats) if other != seat and other % s.sides in winners]
        others.sort(key=lambda other: other % s.sides != own)
        names = [words("seat.subject_you"), *map(words.who, others)]
        return words("offer.would_share_you", who=say_all(names, words))
    key = "would_share" if len(winners) > 1 else "would_win_team" if s.sides < s.seats else "would_win"
    return words(f"offer.{key}", who=say_all([side_name(s, side, words) for side in winners], words))


def _say_risk(s: State, seat: int, words: Words) -> str:
    """Name those who end the game if they pass after this seat, and the score it then loses by."""
    needed = s.seats - s.passes - 1
    names = [words.who((seat + n) % s.seats) for n in range(1, needed + 1)]
    key = "if_one" if needed == 1 else "if_all" if needed == s.seats - 1 > 2 else "if_some"
    own, best = s.meeple[seat % s.sides][0], max(s.meeple[side][0] for side in range(s.sides))
    lose = words("offer.lose" if own < best else "offer.lose_even", own=own, best=best)
    return f"{words(f'offer.{key}', who=say_all(names, words))} {lose}"


def _say_walk(squares: list[int], steps: int, words: Words) -> str:
    """Describe the walk that follows from a turn's cards: certain, to be chosen, or none."""
    if len(squares) == 1:
        return words("offer.walk", steps=steps, origin=squares[0], end=squares[0] + steps)
    return words("offer.choose" if squares else "offer.stay", steps=steps)


def _offer_card(s: State, seat: int, move: int, brings: list[str], words: Words) -> Offer:
    """Offer a card for a trip, with the symbols still missing then, or who falls and how far."""
    kind = move - LAY
    after = s.duplicate()
    rules.apply(after, seat, move)
    card = {"number": NUMBER[kind], "symbols": symbols_text(PRODUCT[kind])}
    on, back = _walk_so_far(s, after, seat), list[Arc]()
    if after.phase == CARD:
        label = words("offer.lay", square=s.square, rest=symbols_text(after.rest), **card)
    else:
        back = _falls(s, after, seat)
        who = _say_victims(s, seat, s.square, words)
        label = words("offer.match", who=who, square=s.square, **card, **_fall(back)) + _say_on(on, words)
    return {
        "brings": brings,
        "kind": "lay",
        "card": kind,
        "number": NUMBER[kind],
        "steps": s.steps + NUMBER[kind],
        "label": label,
        "missing": factors(after.rest) if after.phase == CARD else [],
        "back": back,
        "on": on,
    }


def _offer_trip(s: State, seat: int, move: int, brings: list[str], words: Words) -> Offer:
    """Offer a square to trip, with the possible falls, and with certain effects where the cards leave no choice."""
    square = move - TRIP + 2
    named = {"who": _say_victims(s, seat, square, words), "square": square_text(square)}
    found: Offer = {
        "brings": brings,
        "kind": "trip",
        "square": square,
        "symbols": factors(square),
        "falls": [],
        "back": [],
        "on": [],
        "cards": [kind for kind in BY_NUMBER if _takes_part(s, seat, square, kind)],
        "label": words("offer.trip", **named),
    }
    ways = trip_ways(s, seat, move)
    if not ways:
        return found
    backs = sorted((_falls(s, after, seat) for after in ways), key=lambda back: _fall(back)["back"])
    least, most = _fall(backs[0])["back"], _fall(backs[-1])["back"]
    found["falls"] = [least, most]
    found["lays"] = _numbers_laid(s, ways[-1], seat)
    if least < most:
        found["label"] = words("offer.trip_between", least=least, most=most, **named)
        found["maybe"] = backs[0] + backs[-1]
        return found
    found["back"] = backs[0]
    found["on"] = _walk_so_far(s, ways[0], seat) if len(ways) == 1 else []
    found["laid"] = _laid_at_once(s, seat, move)
    if found["laid"]:
        numbers = say_all([str(NUMBER[kind]) for kind in found["laid"]], words)
        label = words("offer.trip_with", **named, **_fall(backs[0]), numbers=numbers)
    else:
        label = words("offer.trip_by", **named, **_fall(backs[0]))
    found["label"] = label + _say_on(found["on"], words)
    return found


def _laid_at_once(s: State, seat: int, move: int) -> list[int]:
    """Return the cards that a trip lays automatically, in the order of the hand; none if there is a choice."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    while completes(after, seat):
        codes = legal_codes(after, seat)
        if len(codes) > 1:
            return []
        rules.apply(after, seat, codes[0])
    return [kind for kind in BY_NUMBER for _ in range(after.shown[kind] - s.shown[kind])]


def _takes_part(s: State, seat: int, square: int, kind: int) -> bool:
    """Return True if a card of this hand can be one of those laid for a square."""
    if not s.hand[seat][kind] or square % PRODUCT[kind]:
        return False
    without = s.duplicate()
    without.hand[seat][kind] -= 1
    return rules.can_complete(without, seat, square // PRODUCT[kind], -1)


def _numbers_laid(s: State, after: State, seat: int) -> list[int]:
    """Return the numbers on the cards that a trip takes from a hand."""
    return [NUMBER[kind] for kind in BY_NUMBER for _ in range(after.shown[kind] - s.shown[kind])]


def trip_ways(s: State, seat: int, move: int) -> list[State]:
    """Return a position after the trip for each possible sum of numbers, the smallest first; none if too many."""
    still, found = [(s, move, 0)], dict[int, State]()
    for _ in range(MAX_WAYS):
        if not still:
            return [found[total] for total in sorted(found)]
        before, chosen, total = still.pop()
        after = before.duplicate()
        rules.apply(after, seat, chosen)
        if before.phase == CARD:
            total += NUMBER[chosen - LAY]
        if after.phase == CARD:
            still += [(after, code, total) for code in legal_codes(after, seat)]
        else:
            found[total] = after
    return []


def _falls(s: State, after: State, seat: int) -> list[Arc]:
    """Return the paths of everyone whom a trip of this seat took back, without duplicates."""
    return list(dict.fromkeys(falls(s, after, seat)))


def _fall(back: list[Arc]) -> dict[str, int]:
    """Return how far back a trip leads and where to: the same for all of its paths (ST-6)."""
    _, origin, end = back[0]
    return {"back": origin - end, "end": end}


def _walk_so_far(s: State, after: State, seat: int) -> list[Arc]:
    """Return the walk by the cards so far: made if they were the last, else to come if there is only one meeple."""
    side = seat % s.sides
    if not after.steps:
        return changes(s, after, side)
    squares = walkers(after, seat, after.steps) if after.meeples == 1 else []
    return [(side, square, square + after.steps) for square in squares]


def _say_on(on: list[Arc], words: Words) -> str:
    return " " + words("offer.on", end=on[0][2]) if on else ""


def _say_victims(s: State, seat: int, square: int, words: Words) -> str:
    """Name the opponents on a square, with the number of their meeples where the names leave it open."""
    others = [side for side in range(s.sides) if side != seat % s.sides and square in s.meeple[side][: s.meeples]]
    names = say_all([side_name(s, side, words) for side in others], words)
    meeples = sum(s.meeple[side][: s.meeples].count(square) for side in others)
    if meeples > len(others):
        return words("tell.meeples", whom=names, n=meeples)
    return words("tell.meeple", whom=names) if s.sides < s.seats else names


def ending(s: State, words: Words) -> Ending:
    """Return the cards left and the squares of all meeples, the rearmost last: that one counts first (ST-12, ST-16)."""
    names = ["square"] if s.meeples == 1 else ["front", "middle", "last"] if s.meeples == 3 else ["front", "last"]
    columns = [words("ending.cards"), *(words(f"ending.{name}") for name in names)]
    rows: list[list[int | str]] = []
    for seat in range(s.seats):
        squares = s.meeple[seat % s.sides][: s.meeples]
        rows.append([s.held[seat][0], *reversed(squares)])
    return {"columns": columns, "rows": rows, "notes": _notes(s, words) if rules.to_move(s) == OVER else []}


def end_reason(s: State, words: Words) -> str:
    """Return the reason why the game ended (ST-11)."""
    why = why_over(s)
    if why != "goal":
        return words(f"over.{why}")
    side = next(side for side in range(s.sides) if GOAL in s.meeple[side])
    if s.sides == s.seats:
        return words.of(side, "over.reached")
    team = sorted(range(side, s.seats, s.sides), key=lambda seat: seat != words.you)
    key = "over.reached_team_you" if words.you in team else "over.reached_team"
    return words(key, who=say_all(map(words.label, team), words))


def sides(s: State) -> list[int]:
    """Return the side of each seat: partners share one (ST-18)."""
    return [seat % s.sides for seat in range(s.seats)]


def _notes(s: State, words: Words) -> list[str]:
    """Explain which rule decided between equals, and that partners share."""
    winners = [side for side in range(s.sides) if rules.leads(s, side)]
    best = s.meeple[winners[0]][: s.meeples]
    level = [side for side in range(s.sides) if s.meeple[side][0] == best[0] and side not in winners]
    notes = []
    if level:
        rank = max(_first_difference(best, s.meeple[side]) for side in level)
        sides = say_all([side_name(s, side, words) for side in sorted(winners + level)], words)
        key = "ending.before" if rank == 1 else "ending.front_decides"
        notes.append(words(key, who=sides, square=best[0]))
    if len(winners) > 1:
        sides = say_all([side_name(s, side, words) for side in winners], words)
        notes.append(words("ending.draw" if s.meeples > 1 else "ending.same", who=sides, square=best[0]))
    if s.sides < s.seats:
        notes.append(words("ending.teams"))
    return notes


def _first_difference(squares: list[int], others: list[int]) -> int:
    return next(rank for rank, square in enumerate(squares) if square != others[rank])
