"""Text forms: what every game's notation module has, and how typed moves are understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from trackside.core.errors import AmbiguousMove, IllegalMove, ParseError
from trackside.core.protocol import CHANCE, REFEREE, AnyState, Rules
from trackside.core.words import SEATS, Words

if TYPE_CHECKING:
    from trackside.core.scene import Effect

TIME_UP_TEXT = "time-up"
"""What a record says where the referee called time."""

LONGEST = 3
"""The most words the text of one move has."""


class Notation(Protocol):
    """A game's notation module."""

    def move_text(self, s: AnyState, seat: int, move: int, perspective: int = REFEREE) -> str:
        """The text of a legal move, or of an outcome (seat CHANCE), as `perspective` may see it: `?` for secrets.

        In a game with minutes also of what the REFEREE says, which is TIME_UP_TEXT.

        For the referee it is unique among what is possible now.
        """

    def short_forms(self, s: AnyState, seat: int, move: int) -> list[str]:
        """Other texts that mean this move where no second one answers to them."""

    def why_not(self, s: AnyState, seat: int, text: str, words: Words) -> str:
        """Why no legal move has this text, in words, citing the rule."""

    def position_text(self, s: AnyState) -> str:
        """The whole position as text."""

    def parse_position(self, text: str) -> AnyState:
        """The position a text describes; ParseError if it cannot be."""

    def has_blanks(self, s: AnyState) -> bool:
        """Whether the position leaves out what somebody knows: the view of a seat, not the whole truth."""

    def describe(self, s: AnyState, seat: int, move: int, words: Words, perspective: int = REFEREE) -> list[str]:
        """What a move or outcome does, in sentences, as `perspective` may know it; `s` is the position before it."""

    def tell(self, effects: Sequence[Effect], seat: int, words: Words, done: bool) -> str:
        """A turn in one sentence, from all that happened in it; `done` once it is over, nothing if it is not worth it.

        The seat is CHANCE for the set-up and whatever belongs to nobody, REFEREE where time is called.
        """

    def prompt(self, s: AnyState, seat: int, words: Words) -> str:
        """What this seat is asked to do now."""


def view_state(rules: Rules, s: AnyState, perspective: int) -> AnyState:
    """A copy of the position with all blanked that `perspective` may not know."""
    view = s.duplicate()
    if perspective != REFEREE:
        rules.hide(view, perspective)
    return view


def whole_position(notation: Notation, text: str) -> AnyState:
    """The position a text describes, if nothing is left blank in it: only then can a game go on from it."""
    state = notation.parse_position(text)
    if notation.has_blanks(state):
        raise ParseError("this position is the view of one seat: with blanks (?) in it nobody can play on")
    return state


def choices_for(rules: Rules, s: AnyState, seat: int) -> list[int]:
    """The codes of all legal moves, or of all outcomes that can happen (seat CHANCE)."""
    if seat == CHANCE:
        weights = [0] * rules.OUTCOMES
        n = rules.chance_weights(s, weights)
        return [outcome for outcome in range(n) if weights[outcome] > 0]
    moves = [0] * rules.MOVES
    return moves[: rules.legal_moves(s, seat, moves)]


def find_move(rules: Rules, notation: Notation, s: AnyState, seat: int, text: str, words: Words) -> int:
    """The move or outcome a text means here; IllegalMove or AmbiguousMove otherwise, which any words can say."""
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
    """Why no legal move has this text, as an error that any words can say."""
    before = s.duplicate()

    def reason(words: Words) -> str:
        return notation.why_not(before, seat, text, words)

    return IllegalMove(reason(words), reason)


def find_first(
    rules: Rules, notation: Notation, s: AnyState, seat: int, texts: list[str], words: Words
) -> tuple[int, int]:
    """The move or outcome that the first of these words mean, and how many of them it takes: as many as make sense."""
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
    """A text without regard to case and spaces."""
    return "".join(text.lower().split())


def seat_number(text: str) -> int | None:
    """The seat a colour word names, if it is one."""
    return SEATS.index(text) if text in SEATS else None
