"""Text forms of Skip or Trip: moves, their descriptions, and the reasons why a move is not possible.

A trip is `trip 12:` and its cards one by one, `4[2.2]` `3[3]`. The last card of a turn is `black 8[83]` or
`none`, followed by the walk where there is no choice: `+21`, or `7+21` for a meeple on 7, or `+0`. No card
at all is `pass`. Choosing a meeple is `7+21`. Outcomes: `first=red`, a card drawn `draw 5[7]`, the next number
on the deck `top 4`. Symbols hidden from the reader are `?`. When the time is up, the referee's move is `time-up`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from trackside.core.notation import TIME_UP_TEXT
from trackside.core.protocol import CHANCE, OVER, REFEREE
from trackside.core.words import SEATS, Words
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import blank_text, card_text, kinds_of, square_text, symbols_text
from trackside.games.skip_or_trip.check import has_blanks
from trackside.games.skip_or_trip.effects import rest
from trackside.games.skip_or_trip.position import parse_position, position_text
from trackside.games.skip_or_trip.state import (
    ACT,
    BEGIN,
    BLACK,
    CARD,
    GOAL,
    LAY,
    MEEPLE,
    MOVE,
    MOVES,
    NONE,
    NUMBER,
    OUTCOMES,
    PRODUCT,
    TOP,
    TRIP,
    State,
)
from trackside.games.skip_or_trip.telling import tell
from trackside.games.skip_or_trip.types import Effect

__all__ = [
    "describe",
    "has_blanks",
    "move_text",
    "parse_position",
    "position_text",
    "prompt",
    "short_forms",
    "tell",
    "why_not",
]

Named = Callable[[int], str]
"""A function that names a card by its kind."""


def move_text(s: State, seat: int, move: int, perspective: int = REFEREE) -> str:
    """Return the text of a legal move, an outcome (seat CHANCE), or the call that the time is up (seat REFEREE)."""
    if seat == REFEREE:
        return TIME_UP_TEXT
    if seat == CHANCE:
        return outcome_text(s, move, perspective)
    if s.phase == CARD:
        return card_text(move - LAY)
    if s.phase == MEEPLE:
        return f"{s.meeple[seat % s.sides][move - MOVE]}+{s.steps}"
    if move < LAY:
        return f"trip {move - TRIP + 2}:"
    if move == NONE:
        return f"none {walk_text(s, seat, 0)}".rstrip() if s.steps else "pass"
    card = card_text(move - BLACK) if perspective in (seat, REFEREE) else blank_text(NUMBER[move - BLACK])
    return f"black {card} {walk_text(s, seat, NUMBER[move - BLACK])}".rstrip()


def outcome_text(s: State, outcome: int, perspective: int = REFEREE) -> str:
    """Return the text of an outcome: the starting player, a number that comes up, or a card drawn."""
    if s.phase == BEGIN:
        return f"first={SEATS[outcome]}"
    if s.phase == TOP:
        return f"top {outcome + 1}"
    return f"draw {card_text(kinds_of(s.top)[outcome]) if perspective in (s.seat, REFEREE) else blank_text(s.top)}"


def side_name(s: State, side: int, words: Words) -> str:
    """Return the owner of a side's meeples: a seat or a team."""
    if s.sides == s.seats:
        return words.who(side)
    return words("team", first=words.who(side), second=words.who(side + s.sides))


def walkers(s: State, seat: int, steps: int) -> list[int]:
    """Return the squares from which a meeple of this seat could walk `steps` steps."""
    side = seat % s.sides
    return [s.meeple[side][i] for i in range(s.meeples) if rules.may_move(s, side, i, steps)]


def walk_text(s: State, seat: int, number: int) -> str:
    """Return the forced walk after a last card with this number; empty if there is a choice."""
    steps = s.steps + number
    squares = walkers(s, seat, steps)
    if not squares:
        return "+0"
    if s.meeples == 1:
        return f"+{steps}"
    return f"{squares[0]}+{steps}" if len(squares) == 1 else ""


def short_forms(s: State, seat: int, move: int) -> list[str]:
    """Return short forms: a card by its number, a square alone, `done` for no black card, all without their walk."""
    text = move_text(s, seat, move)
    if seat == CHANCE:
        return [text.partition(" ")[2] or text, text.partition("=")[2] or text]
    if s.phase == CARD:
        return [str(NUMBER[move - LAY])]
    if s.phase == MEEPLE:
        return [text.partition("+")[0]]
    if move < LAY:
        square = move - TRIP + 2
        return [f"trip {square}", f"t{square}"]
    if move == NONE:
        return ["none", "done"] if s.steps else ["none"]
    card, number = card_text(move - BLACK), NUMBER[move - BLACK]
    walk = walk_text(s, seat, number)
    return [f"black {card}", card, f"black {number}", f"black {number} {walk}", str(number)]


def why_not(s: State, seat: int, text: str, words: Words) -> str:
    """Explain why no legal move has this text."""
    legal = ", ".join(move_text(s, seat, code) for code in legal_codes(s, seat))
    if seat == CHANCE:
        return words("refuse.outcome", text=text, possible=legal)
    if rules.to_move(s) == OVER:
        return words.of(seat, "refuse.over", text=text)
    if seat != s.seat:
        return words.of(seat, "refuse.turn", text=text, other=words.who(s.seat))
    if not legal:
        return words.of(seat, "refuse.draw", text=text)
    if s.phase == CARD:
        why = words("refuse.lay", square=s.square, symbols=symbols_text(s.rest))
    else:
        reason = _why_no_action if s.phase == ACT else _why_no_walk
        why = reason(s, seat, text.strip().lower(), words)
    return words.of(seat, "refuse.move", text=text, why=why, legal=legal)


def _why_no_action(s: State, seat: int, text: str, words: Words) -> str:
    trip = re.match(r"t(?:rip)?\s*(\d{1,3})", text)
    card = re.search(r"([1-9])(?!\d)", text)
    if trip:
        square = int(trip[1])
        if square > GOAL:
            return words("refuse.track")
        if square < 2 or square == GOAL:
            return words("refuse.symbols", square=square)
        if rules.next_square(s, seat, square - 1) != square:
            return words("refuse.empty", square=square)
        if not rules.may_trip(s, square):
            return words("refuse.mercy", square=square)
        return words("refuse.match", square=square_text(square, "{} = {}"))
    if card:
        return words("refuse.card", number=card[1], n=s.held[seat][int(card[1])])
    return words("refuse.form")


def _why_no_walk(s: State, seat: int, text: str, words: Words) -> str:
    squares = [str(square) for square in s.meeple[seat % s.sides][: s.meeples]]
    origin = text.partition("+")[0].strip()
    if origin not in squares:
        return words("refuse.meeple", squares=", ".join(squares))
    end = int(origin) + s.steps
    return words("refuse.win") if end == GOAL else words("refuse.beyond", end=end)


def describe(s: State, seat: int, move: int, words: Words, perspective: int = REFEREE) -> list[str]:
    """Describe a move or outcome in sentences; `s` is the position before it."""
    return describe_with(card_text, s, seat, move, words, perspective)


def describe_with(named: Named, s: State, seat: int, move: int, words: Words, perspective: int) -> list[str]:
    """Describe a move with another way to name cards: their notation is printed on no card."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    if seat == REFEREE:
        said = [words.of(s.seat, "time_up")]
    elif seat == CHANCE:
        said = [_describe_outcome(s, move, words, perspective)]
    else:
        said = _describe_move(named, s, after, seat, move, words, perspective)
    return said + _describe_rest(rest(s, after), words)


def _describe_outcome(s: State, outcome: int, words: Words, perspective: int) -> str:
    if s.phase == BEGIN:
        return words.of(outcome, "begins")
    if s.phase == TOP:
        return words("top", number=outcome + 1)
    if perspective in (s.seat, REFEREE):
        kind = kinds_of(s.top)[outcome]
        return words.of(s.seat, "draw.known", number=NUMBER[kind], symbols=symbols_text(PRODUCT[kind]))
    return words.of(s.seat, "draw.number", number=s.top)


def _describe_move(
    named: Named, s: State, after: State, seat: int, move: int, words: Words, perspective: int
) -> list[str]:
    if s.phase == ACT and move < LAY:
        square = move - TRIP + 2
        return [words.of(seat, "trip.begin", square=square_text(square))]
    if s.phase == CARD and after.phase == CARD:
        return [words.of(seat, "lay", card=named(move - LAY), square=s.square)]
    if s.phase == CARD:
        said, steps = _describe_trip(named, s, seat, move - LAY, words), s.steps + NUMBER[move - LAY]
    elif s.phase == ACT:
        said, steps = [_describe_last(named, s, seat, move, words, perspective)], s.steps
        steps += NUMBER[move - BLACK] if move != NONE else 0
    else:
        said, steps = [], s.steps
    return said + ([_describe_walk(s, after, seat, steps, words)] if steps and not after.steps else [])


def _describe_trip(named: Named, s: State, seat: int, kind: int, words: Words) -> list[str]:
    """Describe a trip completed by this card: why the cards match, who falls and how far."""
    laid = " ".join(named(other - 1) for other in [*s.laid, kind + 1] if other)
    said = [words.of(seat, "trip.match", cards=laid, square=square_text(s.square))]
    end = rules.fall_end(s.square, s.back + NUMBER[kind])
    for side in range(s.sides):
        n = s.meeple[side][: s.meeples].count(s.square)
        if side != seat % s.sides and n:
            key = "trip.more" if n > 1 else "trip.single" if s.meeples > 1 else "trip.one"
            way = {"square": s.square, "back": s.square - end, "end": end}
            alone = s.sides == s.seats
            said.append(
                words.of(side, key, n=n, **way) if alone else words(key, who=side_name(s, side, words), n=n, **way)
            )
    return said


def _describe_last(named: Named, s: State, seat: int, move: int, words: Words, perspective: int) -> str:
    if move == NONE:
        return words.of(seat, "none" if s.steps else "pass")
    if perspective in (seat, REFEREE):
        return words.of(seat, "black.known", card=named(move - BLACK))
    return words.of(seat, "black.number", number=NUMBER[move - BLACK])


def _describe_walk(s: State, after: State, seat: int, steps: int, words: Words) -> str:
    side = seat % s.sides
    moved = s.meeple[side][: s.meeples]
    for square in after.meeple[side][: s.meeples]:
        if square in moved:
            moved.remove(square)
    if not moved:
        return words.of(seat, "walk.none", steps=steps)
    return words.of(seat, "walk.steps", steps=steps, origin=moved[0], end=moved[0] + steps)


def _describe_rest(effects: list[Effect], words: Words) -> list[str]:
    """Describe the automatic effects: turns of players without cards, the end of the game."""
    idle = [words.of(effect["seat"], "empty") for effect in effects if effect["kind"] == "empty"]
    return idle + [words(f"over.{effect['why']}") for effect in effects if effect["kind"] == "over"]


def legal_codes(s: State, seat: int) -> list[int]:
    """Return the codes of a seat's legal moves, or of the possible outcomes (seat CHANCE)."""
    if seat == CHANCE:
        weights = [0] * OUTCOMES
        return [outcome for outcome in range(rules.chance_weights(s, weights)) if weights[outcome]]
    codes = [0] * MOVES
    return codes[: rules.legal_moves(s, seat, codes)]


def prompt(s: State, seat: int, words: Words) -> str:
    """Return the question that this seat has to answer now."""
    if s.phase == CARD:
        return words("prompt.card", square=s.square, symbols=symbols_text(s.rest))
    if s.phase == MEEPLE:
        return words("prompt.meeple", steps=s.steps)
    trips = any(code < LAY for code in legal_codes(s, seat))
    if s.steps:
        return words("prompt.more_trip" if trips else "prompt.more", steps=s.steps)
    return words("prompt.act" if trips else "prompt.skip")
