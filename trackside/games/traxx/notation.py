"""Text forms of Träxx: moves, their descriptions, and the reasons why a move is not possible.

A field is named by its row and its place in it, `a1` to `i5`. The first move of a round names the end that
it extends: `A: e5`. Those that follow only name the field; then `stop`, or `pass` if nothing was drawn.
A seat that can go no further has finished without a move. Outcomes: a card by the letters of its patches,
`ybbgp:` (y yellow, b blue, g green, r red, k grey, p purple), a start `start=3`.
"""

from __future__ import annotations

import re

from trackside.core.protocol import CHANCE, REFEREE
from trackside.core.words import Words
from trackside.games.traxx import rules
from trackside.games.traxx.effects import goes_no_further
from trackside.games.traxx.fields import FIELDS, NAMES, NEIGHBOURS, SIDES, WAYS, neighbours
from trackside.games.traxx.material import COLOUR_NAMES, card_text
from trackside.games.traxx.position import END_NAMES, parse_position, position_text
from trackside.games.traxx.scoring import reason
from trackside.games.traxx.state import DEAL, DRAW, FINISHED, MOVES, OUTCOMES, STOP, A, B, State
from trackside.games.traxx.telling import tell

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


def move_text(s: State, seat: int, move: int, perspective: int = REFEREE) -> str:
    """Return the text of a legal move or an outcome (seat CHANCE), the same from every perspective that may see it."""
    if seat == CHANCE:
        return f"start={move + 1}" if s.phase == DEAL else f"{card_text(s.card[move])}:"
    if move == STOP:
        return "stop" if s.drawn[seat] else "pass"
    name = NAMES[move % FIELDS]
    return name if s.drawn[seat] else f"{END_NAMES[move // FIELDS]}: {name}"


def short_forms(s: State, seat: int, move: int) -> list[str]:
    """Return short forms: a field alone where one end can enter it, or with its end; outcomes without marks."""
    if seat == CHANCE:
        return [move_text(s, seat, move).removeprefix("start=").removesuffix(":")]
    if move == STOP:
        return ["stop", "pass", "done"]
    name, end = NAMES[move % FIELDS], END_NAMES[move // FIELDS]
    return [name, f"{end}{name}", f"{end}:{name}"]


def patch_words(patches: int, words: Words) -> str:
    """Return the patches of a card by the names of their colours."""
    names = []
    for colour, name in enumerate(COLOUR_NAMES):
        n = rules.patches_of(patches, colour)
        if n:
            names.append(words(f"times.{n}", colour=words(f"colour.{name}")))
    return ", ".join(names) or words("drawing.none")


def why_not(s: State, seat: int, text: str, words: Words) -> str:
    """Explain why no legal move has this text."""
    if seat == CHANCE:
        weights = [0] * OUTCOMES
        possible = [outcome for outcome in range(rules.chance_weights(s, weights)) if weights[outcome]]
        texts = ", ".join(move_text(s, CHANCE, outcome) for outcome in possible)
        return words("refuse.outcome", text=text, possible=texts)
    if s.phase == FINISHED:
        return words.of(seat, "refuse.over", text=text)
    if s.phase != DRAW:
        return words.of(seat, "refuse.no_card", text=text)
    if s.done[seat]:
        return words.of(seat, "refuse.finished", text=text)
    buffer = [0] * MOVES
    legal = [move_text(s, seat, buffer[i]) for i in range(rules.legal_moves(s, seat, buffer))]
    why = _why_no_field(s, seat, text, words)
    return words.of(seat, "refuse.move", text=text, why=why, legal=", ".join(legal))


def _why_no_field(s: State, seat: int, text: str, words: Words) -> str:
    match = re.fullmatch(r"(?:([ab])\s*:?\s*)??([a-z]\d+)", text.strip().lower())
    if match is None or match[2] not in NAMES:
        return words("refuse.form")
    field, name = NAMES.index(match[2]), match[2]
    ends = [END_NAMES.index(match[1].upper())] if match[1] else [A, B]
    ends = [end for end in ends if rules.may_grow(s, seat, end)]
    if not ends:
        return words("refuse.other_end", end=END_NAMES[s.growing[seat] - 1]) if s.drawn[seat] else words("refuse.start")
    if s.mark[seat][field]:
        return words("refuse.twice", field=name)
    if not any(field in neighbours(s.tip[seat][end]) for end in ends):
        tips = sorted({NAMES[s.tip[seat][end]] for end in ends})
        return words("refuse.far", field=name, tips=f" {words('or')} ".join(tips))
    return words("refuse.colour", field=name, colour=words(f"colour.{COLOUR_NAMES[s.colour[field]]}"))


def describe(s: State, seat: int, move: int, words: Words, perspective: int = REFEREE) -> list[str]:
    """Describe a move or outcome in sentences; `s` is the position before it."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    if seat == CHANCE:
        return _describe_outcome(s, after, move, words)
    if move == STOP:
        return [words.of(seat, "stop" if s.drawn[seat] else "pass")]
    key, end, field = _way_there(s, seat, move, words)
    said = [words.of(seat, f"draw.{key}", end=end, field=field)]
    value = s.value[move % FIELDS]
    if value:
        why = reason(after, seat, value, words)
        said.append(words("draw.number", value=value, points=after.noted[seat][value], why=why))
    return [*said, words.of(seat, "finished")] if goes_no_further(after, seat) else said


def _describe_outcome(s: State, after: State, outcome: int, words: Words) -> list[str]:
    if s.phase == DEAL:
        return [words.of(s.start.index(0), "start.deal", start=outcome + 1)]
    said = [words("card", number=s.turns, count=s.rounds, patches=patch_words(s.card[outcome], words))]
    if after.phase != DRAW:
        return [*said, words("nobody")]
    return said + [words.of(seat, "cannot") for seat in range(s.seats) if after.done[seat]]


def move_sentence(s: State, seat: int, move: int, words: Words) -> str:
    """Describe a drawing move on offer: its origin, the field, and the points for a number."""
    key, end, field = _way_there(s, seat, move, words)
    value = s.value[move % FIELDS]
    if value:
        points = rules.points_for(s, seat, value)
        kind = "offer.full" if points == value else "offer.half"
        field = words(kind, field=field, value=value, points=points)
    return words(f"offer.{key}", end=end, field=field)


def move_short(s: State, seat: int, move: int, words: Words) -> str:
    """Describe a drawing move in a few words, for the list of a whole turn: colour, direction and number."""
    key, end, _ = _way_there(s, seat, move, words)
    field = move % FIELDS
    colour = words(f"colour.{COLOUR_NAMES[s.colour[field]]}")
    name = words("short.field", colour=colour, way=words(f"way.{_direction(s, seat, move)}"))
    name = words("short.number", field=name, value=s.value[field]) if s.value[field] else name
    return words(f"short.{key}", end=end, field=name)


def _direction(s: State, seat: int, move: int) -> str:
    """Return the direction of a move from the line's end."""
    end, field = divmod(move, FIELDS)
    tip = s.tip[seat][end]
    return WAYS[NEIGHBOURS[SIDES * tip : SIDES * (tip + 1)].index(field)]


def _way_there(s: State, seat: int, move: int, words: Words) -> tuple[str, str, str]:
    """Return the key (a line begins, continues, or grows at an end), the end, and the field by its direction."""
    end, field = divmod(move, FIELDS)
    way = words(f"way.{_direction(s, seat, move)}")
    name = words(f"field.{COLOUR_NAMES[s.colour[field]]}", way=way)
    key = "on" if s.drawn[seat] else "from" if s.length[seat][A] else "start"
    return key, END_NAMES[end], name


def prompt(s: State, seat: int, words: Words) -> str:
    """Return the question that this seat has to answer now."""
    if s.drawn[seat]:
        return words("prompt.on")
    return words("prompt.begin" if s.length[seat][A] else "prompt.start")


def has_blanks(s: State) -> bool:
    """Return True for the view of a seat, which lacks the others' actions in this round."""
    return s.looking != 0
