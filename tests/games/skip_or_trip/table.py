"""Positions in, moves in notation, positions out."""

from __future__ import annotations

from trackside.core.notation import choices_for, find_move
from trackside.core.protocol import CHANCE
from trackside.core.words import Words
from trackside.games import find_game
from trackside.games.skip_or_trip.cards import card_text, parse_card
from trackside.games.skip_or_trip.state import COPIES, KINDS, State

GAME = find_game("skip-or-trip")
WORDS = Words("en", GAME.package)


def position(text: str) -> State:
    """The position a text describes."""
    found: State = GAME.notation.parse_position(text)
    return found


def play(start: str | State, moves: str) -> State:
    """The position after moves and outcomes, separated by semicolons."""
    s = position(start) if isinstance(start, str) else start.duplicate()
    for text in filter(None, (move.strip() for move in moves.split(";"))):
        seat = GAME.plain.to_move(s)
        GAME.plain.apply(s, seat, find_move(GAME.plain, GAME.notation, s, seat, text, WORDS))
    return s


def options(start: str | State) -> list[str]:
    """The texts of all that can be chosen or can happen now."""
    s = position(start) if isinstance(start, str) else start
    seat = GAME.plain.to_move(s)
    return [GAME.notation.move_text(s, seat, move) for move in choices_for(GAME.plain, s, seat)]


def trips(start: str | State) -> list[int]:
    """The squares that can be tripped now."""
    return [int(text[5:-1]) for text in options(start) if text.startswith("trip")]


def line(s: State, name: str) -> str:
    """One line of a position's text, without its name."""
    return next(text for text in GAME.notation.position_text(s).splitlines() if text.startswith(name))[len(name) + 2 :]


def turn(s: State) -> str:
    """Return the position's line about the turn."""
    return GAME.notation.position_text(s).splitlines()[0].partition(": ")[2]


def squares(s: State) -> list[list[int]]:
    """The meeples of every colour."""
    return [s.meeple[side][: s.meeples] for side in range(s.sides)]


def shares(s: State) -> list[float]:
    """Return the winners."""
    found = [0.0] * s.seats
    GAME.plain.returns(s, found)
    return found


def points(s: State) -> list[int]:
    """The scores."""
    found = [0] * s.seats
    GAME.plain.scores(s, found)
    return found


def with_deck(text: str, deck: str) -> str:
    """The position with only these cards in the deck, the first on top: all that are nowhere else were shown."""
    cards = [parse_card(card)[1] for card in f"{text} {deck}".replace(";", " ").split() if "[" in card]
    rest = [card_text(kind) for kind in range(KINDS) for _ in range(COPIES[kind] - cards.count(kind))]
    top = deck[0] if deck else "-"
    return f"{text}\ndeck: {len(deck.split())}, top {top}\nshown: {' '.join(rest)}"


def is_chance(s: State) -> bool:
    """Return True if an outcome is awaited."""
    return GAME.plain.to_move(s) == CHANCE
