"""Text forms of The Whole Nine: moves, their descriptions, and the reasons why a move is not possible.

Places are named `start`, `c3` (the cactus before segment 3), `3a` to `3g` (its tiles) and `goal`.
A pawn's move is `2f-3b`, taking a tile `x2c`, then `nine` or `keep`, and laying a number aside `-4`.
Outcomes: a roll is `5:`; in the set-up `first=red`, a number dealt `3`, a cactus `[3]`, an animal `*`.
"""

from __future__ import annotations

from trackside.core.protocol import CHANCE, REFEREE
from trackside.core.words import SEATS, Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.animals import animal_at
from trackside.games.whole_nine.position import (
    ANIMAL_SIGN,
    parse_position,
    place_name,
    position_text,
    tile_name,
)
from trackside.games.whole_nine.preview import Preview, TakenTile, pawn_place, preview_move
from trackside.games.whole_nine.state import (
    ANIMAL,
    ASIDE,
    BEGIN,
    JUMP,
    KEEP,
    LAY,
    LAY_ASIDE,
    MAKE_NINE,
    MOVE,
    MOVES,
    NINE,
    OUTCOMES,
    PAWNS,
    ROLL,
    SETTLE,
    TAKE,
    TAKE_TILE,
    State,
)
from trackside.games.whole_nine.telling import tell

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


def has_blanks(s: State) -> bool:
    """Return False: nothing is secret, so nothing is ever blank."""
    return False


def move_text(s: State, seat: int, move: int, perspective: int = REFEREE) -> str:
    """Return the text of a legal move, or of an outcome (seat CHANCE)."""
    if seat == CHANCE:
        return outcome_text(s, move)
    if s.phase == MOVE:
        return f"{place_name(s, pawn_place(s, seat, move))}-{place_name(s, rules.target(s, seat, move))}"
    if s.phase == TAKE:
        return f"x{place_name(s, rules.first_tile(s.crossing - 1) + move - TAKE_TILE)}"
    if s.phase == NINE:
        return "nine" if move == MAKE_NINE else "keep"
    return f"-{move - LAY_ASIDE + 1}"


def outcome_text(s: State, outcome: int) -> str:
    """Return the text of a roll or of a step of the set-up."""
    if s.phase == ROLL:
        return f"{outcome + 1}:"
    if s.phase == BEGIN:
        return f"first={SEATS[outcome]}"
    if s.phase == LAY and rules.is_cactus(s.laid + 1):
        return f"[{outcome}]"
    return str(outcome) if outcome else ANIMAL_SIGN


def short_forms(s: State, seat: int, move: int) -> list[str]:
    """Return the short forms: a walk by its end or its start, a tile by its place, a roll by its number."""
    text = move_text(s, seat, move)
    if seat == CHANCE:
        return [text.strip(":[]")]
    if s.phase == MOVE:
        return text.split("-")
    if s.phase == TAKE:
        return [text[1:]]
    return ["9"] if move == MAKE_NINE else [text[1:], f"aside{text[1:]}"]


def why_not(s: State, seat: int, text: str, words: Words) -> str:
    """Explain why no legal move has this text."""
    if seat == CHANCE:
        possible = ", ".join(outcome_text(s, outcome) for outcome in _outcomes(s))
        return words("refuse.outcome", text=text, possible=possible)
    if seat != s.seat or s.phase not in (MOVE, TAKE, NINE, ASIDE):
        return words.of(seat, "refuse.turn", text=text, other=words.who(s.seat))
    if s.phase == MOVE:
        why = _why_no_walk(s, seat, text, words)
    elif s.phase == TAKE:
        why = words("refuse.take", segment=s.crossing - 1)
    else:
        why = words("refuse.nine" if s.phase == NINE else "refuse.aside")
    buffer = [0] * MOVES
    legal = [move_text(s, seat, buffer[i]) for i in range(rules.legal_moves(s, seat, buffer))]
    return words.of(seat, "refuse.move", text=text, why=why, legal=", ".join(legal))


def _why_no_walk(s: State, seat: int, text: str, words: Words) -> str:
    origin, _, end = text.strip().lower().partition("-")
    places = {place_name(s, place): place for place in s.pawn[seat][: PAWNS[s.seats]]}
    if origin == "goal":
        return words("refuse.goal")
    if not end or origin not in places:
        return words("refuse.form", places=", ".join(places))
    reach = place_name(s, rules.step_target(s, places[origin]))
    jump = rules.jump_target(s, places[origin])
    if s.roll != 1:
        return words("refuse.step", roll=s.roll, origin=origin, reach=reach)
    if jump == rules.goal(s):
        return words("refuse.no_jump", origin=origin, reach=reach)
    return words("refuse.jump", origin=origin, reach=reach, pawn=place_name(s, jump))


def _outcomes(s: State) -> list[int]:
    weights = [0] * OUTCOMES
    return [outcome for outcome in range(rules.chance_weights(s, weights)) if weights[outcome] > 0]


def describe(s: State, seat: int, move: int, words: Words, perspective: int = REFEREE) -> list[str]:
    """Describe a move or outcome in sentences; `s` is the position before it."""
    if seat == CHANCE:
        return [_describe_outcome(s, move, words)]
    return describe_move(s, seat, move, preview_move(s, seat, move), words)


def describe_move(s: State, seat: int, move: int, preview: Preview, words: Words) -> list[str]:
    """Describe a player's move and its consequences in sentences."""
    said: list[str] = []
    if s.phase == MOVE:
        origin, end = place_name(s, preview.origin), place_name(s, preview.end)
        places = {"origin": _say_from(origin, words), "end": end if move >= JUMP else _say_to(end, words)}
        said.append(words.of(seat, "walk.jump" if move >= JUMP else "walk.step", **places))
    return said + describe_gains(s, seat, move, preview, words)


def describe_gains(
    s: State, seat: int, move: int, preview: Preview, words: Words, with_places: bool = True
) -> list[str]:
    """Describe the consequences of a move in sentences; without place names for boards that do not show them."""
    said: list[str] = []
    taken, after = preview.taken, preview.after
    if s.phase == NINE:
        first, second = s.row[seat][:2]
        said.append(words.of(seat, "nine.keep" if move == KEEP else "nine.pair", first=first, second=second))
    elif s.phase == ASIDE:
        said.append(words.of(seat, "aside", face=move - LAY_ASIDE + 1))
    said += [_describe_take(tile, seat, words, "take" if with_places else "taken") for tile in taken]
    if after.phase == TAKE:
        said.append(_describe_choice(after, seat, words))
    if after.phase == SETTLE and after.pawn[seat][0] == rules.goal(s):
        said.append(_describe_home(after, seat, words))
    return said


def _describe_outcome(s: State, outcome: int, words: Words) -> str:
    if s.phase == ROLL:
        return words.of(s.seat, "roll", roll=outcome + 1)
    if s.phase == BEGIN:
        return words.of(outcome, "begins")
    if s.phase == LAY:
        face = words("animal") if outcome == 0 else str(outcome)
        if rules.is_cactus(s.laid + 1):
            face = words("cactus", face=outcome)
        return words("lay", place=place_name(s, s.laid + 1), face=face)
    seat = next(seat for seat in range(s.seats) if s.row[seat][0] == 0)
    return words.of(seat, "deal", face=outcome)


def _say_from(place: str, words: Words) -> str:
    """Return the start of a walk, with its preposition."""
    return words("walk.from_start") if place == "start" else words("walk.from", place=place)


def _say_to(place: str, words: Words) -> str:
    """Return the end of a walk, with its preposition."""
    return words("walk.to_goal") if place == "goal" else words("walk.to", place=place)


def _describe_take(tile: TakenTile, seat: int, words: Words, section: str) -> str:
    """Describe one tile taken, and the nine it made, if any."""
    where = tile_name(tile.place)
    if tile.row == tile.kept:
        animal = words(f"animals.{animal_at(tile.place)}")
        return words.of(seat, f"{section}.animal", place=where, animal=animal)
    kind = f"{section}.cactus" if rules.is_cactus(tile.place) else f"{section}.number"
    used = sorted([number for number in tile.row if number] + [tile.face])
    for number in tile.kept:
        if number:
            used.remove(number)
    said = words.of(seat, kind, face=tile.face, place=where)
    if used:
        said += words("take.nine", sum=" + ".join(map(str, used)), points=tile.points)
    return said


def _describe_choice(s: State, seat: int, words: Words) -> str:
    """Describe the tiles among which the next one is to be chosen."""
    buffer = [0] * MOVES
    places = [
        rules.first_tile(s.crossing - 1) + buffer[i] - TAKE_TILE for i in range(rules.legal_moves(s, seat, buffer))
    ]
    faces = [words("animal") if s.tile[place] == ANIMAL else str(s.tile[place]) for place in places]
    return words.of(seat, "take.choice", faces=", ".join(faces))


def _describe_home(s: State, seat: int, words: Words) -> str:
    row = [number for number in s.row[seat] if number]
    after = s.duplicate()
    rules.settle_row(after, seat)
    if after.plus[seat] > s.plus[seat]:
        return words.of(seat, "home.nine", sum=" + ".join(map(str, row)))
    if row:
        return words.of(seat, "home.minus", faces=" + ".join(map(str, row)))
    return words.of(seat, "home.clear")


def prompt(s: State, seat: int, words: Words) -> str:
    """Return the question that this seat has to answer now."""
    if s.phase == MOVE:
        return _prompt_walk(s, seat, words)
    if s.phase == TAKE:
        return words("prompt.take")
    return words("prompt.nine" if s.phase == NINE else "prompt.aside")


def _prompt_walk(s: State, seat: int, words: Words) -> str:
    """Return the prompt for a walk; jumps are mentioned only where there are any (WN-8)."""
    buffer = [0] * MOVES
    if any(JUMP <= move < TAKE_TILE for move in buffer[: rules.legal_moves(s, seat, buffer)]):
        return words("prompt.jump")
    return words("prompt.one") if s.roll == 1 else words("prompt.walk", roll=s.roll)
