"""Text forms: the interface of every game's notation module, and the parsing of typed moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from trackside.core.errors import AmbiguousMove, IllegalMove, ParseError
from trackside.core.protocol import CHANCE, REFEREE, AnyState, Rules
from trackside.core.words import SEATS, Words

if TYPE_CHECKING:
    from trackside.core.scene import Effect

TIME_UP_TEXT = "time-up"
"""The entry of a record where the referee called time."""

LONGEST = 3
"""The maximum number of words in the text of one move."""


class Notation(Protocol):
    """A game's notation module."""

    def move_text(self, s: AnyState, seat: int, move: int, perspective: int = REFEREE) -> str:
        """Return the text of a legal move or an outcome (seat CHANCE) from a perspective: `?` for secrets.

        In a game with `minutes` the seat may also be REFEREE, whose text is TIME_UP_TEXT.

        From the referee's perspective the text is unique among the current choices.
        """

    def short_forms(self, s: AnyState, seat: int, move: int) -> list[str]:
        """Return other texts for this move, to be used where no other move shares them."""

    def why_not(self, s: AnyState, seat: int, text: str, words: Words) -> str:
        """Explain why no legal move has this text, citing the rule."""

    def position_text(self, s: AnyState) -> str:
        """Return the whole position as text."""

    def parse_position(self, text: str) -> AnyState:
        """Parse a position; ParseError if it is not possible."""

    def has_blanks(self, s: AnyState) -> bool:
        """Return True if the position leaves out something a player knows: it is a view, not the whole position."""

    def describe(self, s: AnyState, seat: int, move: int, words: Words, perspective: int = REFEREE) -> list[str]:
        """Describe a move or outcome in sentences from a perspective; `s` is the position before it."""

    def tell(self, effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
        """Describe a turn in one sentence from its effects; `done` once it is over; empty if it is not worth telling.

        The seat is CHANCE for the set-up and anything that belongs to no one, REFEREE where time is called.
        """

    def prompt(self, s: AnyState, seat: int, words: Words) -> str:
        """Return the question that this seat has to answer now."""


def view_state(rules: Rules, s: AnyState, perspective: int) -> AnyState:
    """Return a copy of the position without anything that is hidden from `perspective`."""
    view = s.duplicate()
    if perspective != REFEREE:
        rules.hide(view, perspective)
    return view


def whole_position(notation: Notation, text: str) -> AnyState:
    """Parse a position to continue a game from; ParseError if anything in it is blank."""
    state = notation.parse_position(text)
    if notation.has_blanks(state):
        raise ParseError("this position is the view of one seat: with blanks (?) in it no one can play on")
    return state


def choices_for(rules: Rules, s: AnyState, seat: int) -> list[int]:
    """Return the codes of all legal moves, or of all possible outcomes (seat CHANCE)."""
    if seat == CHANCE:
        weights = [0] * rules.OUTCOMES
        n = rules.chance_weights(s, weights)
        return [outcome for outcome in range(n) if weights[outcome] > 0]
    moves = [0] * rules.MOVES
    return moves[: rules.legal_moves(s, seat, moves)]


def find_move(rules: Rules, notation: Notation, s: AnyState, seat: int, text: str, words: Words) -> int:
    """Return the move or outcome that a text means here; else raise a translatable IllegalMove or AmbiguousMove."""
    wanted = normal(text)
    codes = choices_for(rules, s, seat)
    for code in codes:
        if normal(notation.move_text(s, seat, code)) == wanted:
            return code
    fits = [code for code in codes if wanted in map(normal, notation.short_forms(s, seat, code))]
    if len(fits) == 1:
        return fits[0]
    if fits:
        texts = ", ".join(notation.move_text(s, seat, code) for code in fits)

        def ambiguous(words: Words) -> str:
            return words("refuse.ambiguous", text=text, texts=texts)

        raise AmbiguousMove(ambiguous(words), ambiguous)
    raise refusal(notation, s, seat, text, words)


def refusal(notation: Notation, s: AnyState, seat: int, text: str, words: Words) -> IllegalMove:
    """Return the error for a text that no legal move has, translatable into any language."""
    before = s.duplicate()

    def reason(words: Words) -> str:
        return notation.why_not(before, seat, text, words)

    return IllegalMove(reason(words), reason)


def find_first(
    rules: Rules, notation: Notation, s: AnyState, seat: int, texts: list[str], words: Words
) -> tuple[int, int]:
    """Return the move or outcome that begins a list of words, and its number of words: the most that make sense."""
    exact = {notation.move_text(s, seat, code): code for code in choices_for(rules, s, seat)}
    candidates = [(used, " ".join(texts[:used])) for used in range(min(LONGEST, len(texts)), 0, -1)]
    for used, candidate in candidates:
        if candidate in exact:
            return exact[candidate], used
    for used, candidate in candidates[:-1]:
        try:
            return find_move(rules, notation, s, seat, candidate, words), used
        except AmbiguousMove:
            raise
        except IllegalMove:
            continue
    return find_move(rules, notation, s, seat, texts[0], words), 1


def normal(text: str) -> str:
    """Return a text without case and spaces, for comparison."""
    return "".join(text.lower().split())


def seat_number(text: str) -> int | None:
    """Return the seat with this colour name, or None."""
    return SEATS.index(text) if text in SEATS else None
