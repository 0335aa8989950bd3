"""The Whole Nine as data for the page: the track, every seat's things, and the place and gain of each move.

Places are the numbers of state.py, so that the page can compare their order; `name` is their text.
"""

from __future__ import annotations

from functools import cache, lru_cache

from trackside.core.protocol import CHANCE
from trackside.core.scene import Ending
from trackside.core.words import SEATS, Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.animals import animal_at
from trackside.games.whole_nine.effects import cacti_across, effects, tile_kind
from trackside.games.whole_nine.notation import describe_gains
from trackside.games.whole_nine.position import tile_name
from trackside.games.whole_nine.preview import (
    Gain,
    Preview,
    aside_points,
    pair_points,
    preview_move,
    tile_gain,
)
from trackside.games.whole_nine.state import (
    ANIMAL,
    ASIDE,
    FACES,
    FINISHED,
    JUMP,
    LAY_ASIDE,
    MAKE_NINE,
    MOVE,
    NINE,
    NO_TILE,
    PAWNS,
    PLACES,
    ROLL,
    SPAN,
    START,
    TAKE,
    TAKE_TILE,
    State,
)
from trackside.games.whole_nine.telling import listed, signed
from trackside.games.whole_nine.types import Found, Offer, Scene, Seat, Tile

__all__ = ["effects", "end_reason", "ending", "offer", "roller", "scene"]

PHASES = {ROLL: "roll", MOVE: "move", TAKE: "take", NINE: "nine", ASIDE: "aside", FINISHED: "over"}

MAX_KEPT = 10_000
"""The size of caches of sentences: many recur, at the same table or at another."""

PAWN_NAMES = {
    1: ("only",),
    2: ("rear", "front"),
    3: ("rear", "middle", "front"),
    4: ("rear", "second", "third", "front"),
}


def scene(s: State, perspective: int) -> Scene:
    """Return the track in order and every seat's things; all perspectives see the same."""
    points = [0] * s.seats
    rules.scores(s, points)
    return {
        "phase": PHASES.get(s.phase, "setup"),
        "turn": s.turns,
        "seat": s.seat,
        "roll": s.roll,
        "goal": rules.goal(s),
        "full": SPAN * s.segments,
        "span": SPAN,
        "track": " ".join([TILE_TEXTS[place][face] for place, face in enumerate(s.tile) if face != NO_TILE]),
        "seats": [_seat(s, seat, points[seat]) for seat in range(s.seats)],
    }


def _tile(place: int, face: int) -> Tile:
    """Return a tile on its place, with its number or its animal."""
    tile: Tile = {
        "place": place,
        "name": tile_name(place),
        "kind": tile_kind(place, face),
        "face": face % ANIMAL,
    }
    if tile["kind"] == "animal":
        tile["animal"] = animal_at(place)
    return tile


TILES = [[_tile(place, face) for face in range(ANIMAL + 1)] for place in range(PLACES)]
"""Every tile that can lie on a place."""

TILE_TEXTS = [
    [f"{tile['place']}:{tile['name']}:{tile['kind']}:{tile.get('animal', tile['face'])}" for tile in tiles]
    for tiles in TILES
]
"""The same tiles as strings, such as `22:3e:number:2`, with the animal's name as the face.

The track is sent as one string, because it is part of every update.
"""


def _seat(s: State, seat: int, points: int) -> Seat:
    row = tuple(number for number in s.row[seat] if number)
    return {
        "colour": SEATS[seat],
        "pawns": s.pawn[seat][: PAWNS[s.seats]],
        "row": list(row),
        "nines": [{"face": face, "with": list(used)} for face, used in _nines(row)],
        "plus": s.plus[seat],
        "plus_points": rules.plus_points(s, seat),
        "minus": [face for face in range(1, FACES + 1) for _ in range(s.minus[seat][face])],
        "minus_points": points - rules.plus_points(s, seat),
        "cacti": s.cacti[seat],
        "points": points,
    }


@cache
def _nines(row: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the numbers that would make nine with this row, and the numbers of the row they would use."""
    if len(row) > 2:
        return []
    found = [(face, tile_gain(row, face)) for face in range(1, FACES + 1)]
    return [(face, gain.used) for face, gain in found if gain.kind in ("nine", "pair") and gain.is_new]


def offer(s: State, seat: int, move: int, words: Words) -> Offer:
    """Return a legal move as a sentence, with its place and its gain."""
    preview = preview_move(s, seat, move)
    brings = describe_gains(s, seat, move, preview, words, with_places=False)
    if s.phase == MOVE:
        return _walk_offer(s, seat, move, preview, brings, words)
    if s.phase == TAKE:
        place = rules.first_tile(s.crossing - 1) + move - TAKE_TILE
        return _take_offer(s, seat, place, brings, words)
    if s.phase == NINE:
        return _nine_offer(s, seat, move, brings, words)
    face = move - LAY_ASIDE + 1
    gain = signed(aside_points(face))
    label = words("offer.aside", face=face, gain=gain)
    return {"brings": brings, "label": label, "says": words("offer.aside_says", face=face), "gain": gain, "face": face}


def _nine_offer(s: State, seat: int, move: int, brings: list[str], words: Words) -> Offer:
    first, second = s.row[seat][:2]
    if move != MAKE_NINE:
        label, says = (words(f"offer.{key}", first=first, second=second) for key in ("keep", "keep_says"))
        return {"brings": brings, "label": label, "says": says, "gain": ""}
    says, gain = f"{first} + {second} = 9", signed(pair_points(first, second))
    return {"brings": brings, "label": words("offer.nine", what=f"{says}, {gain}"), "says": says, "gain": gain}


def _walk_offer(s: State, seat: int, move: int, preview: Preview, brings: list[str], words: Words) -> Offer:
    origin, end, taken, after = preview
    home, nameless = end == rules.goal(s), words.nameless
    label = _walk_label(
        "jump" if move >= JUMP else "home" if home else "one" if s.roll == 1 else "step",
        _pawn_name(s, seat, origin),
        s.roll,
        "goal" if home else _end_key(end, s.tile[end]),
        0 if home else s.tile[end],
        cacti_across(s, origin, end),
        nameless,
    )
    sure = [_found(tile.place, tile.face, tuple(tile.row), nameless) for tile in taken]
    row = tuple(after.row[seat])
    takes = [_found(place, after.tile[place], row, nameless) for place in _open_tiles(after, seat)]
    found: Offer = {
        "brings": brings,
        "label": label,
        "from": origin,
        "to": end,
        "jump": move >= JUMP,
        "sure": sure,
        "takes": takes,
    }
    if not sure and not takes:
        found["nothing"] = _why_nothing(origin, end, words)
    return found


def _why_nothing(origin: int, end: int, words: Words) -> str:
    """Explain why a walk takes no tile: it leaves no segment, or none of its tiles is free (WN-11, WN-12)."""
    crossed = rules.crossed(end)
    key = "within" if rules.crossed(origin) == crossed else "first" if crossed == 1 else "free"
    return words(f"offer.nothing_{key}")


def _end_key(place: int, face: int) -> str:
    """Return the key of the words for the tile a walk ends on."""
    kind = tile_kind(place, face)
    return f"animals.{animal_at(place)}" if kind == "animal" else f"end.{kind}"


@lru_cache(MAX_KEPT)
def _walk_label(key: str, pawn: str, roll: int, end: str, face: int, cacti: tuple[int, ...], words: Words) -> str:
    """Describe a walk in a sentence: the pawn, the distance, the end, and the cacti crossed."""
    across = words("across.one", face=cacti[0]) if cacti else ""
    if len(cacti) > 1:
        across = words("across.many", faces=listed(cacti, words))
    return words(f"offer.{key}", pawn=words(f"pawn.{pawn}"), roll=roll, end=words(end, face=face), across=across)


def _take_offer(s: State, seat: int, place: int, brings: list[str], words: Words) -> Offer:
    took = _found(place, s.tile[place], tuple(s.row[seat]), words.nameless)
    gain = tile_gain(tuple(number for number in s.row[seat] if number), s.tile[place])
    what = words(f"brings.{gain.kind}_what", says=took["says"], gain=took["gain"])
    tile = words(_end_key(place, s.tile[place]), face=took["face"])
    alike = [other for other in _open_tiles(s, seat) if _look(other, s.tile[other]) == _look(place, s.tile[place])]
    if len(alike) > 1:
        tile = words("offer.which", tile=tile, k=alike.index(place) + 1, n=len(alike))
    found: Offer = {
        "brings": brings,
        "label": words("offer.take", tile=tile, what=what),
        "place": took["place"],
        "name": took["name"],
        "kind": took["kind"],
        "face": took["face"],
        "says": took["says"],
        "gain": took["gain"],
    }
    if "animal" in took:
        found["animal"] = took["animal"]
    return found


def _look(place: int, face: int) -> tuple[str, str | int]:
    """Return the appearance of a tile; tiles that look the same are told apart by their order."""
    tile = TILES[place][face]
    return tile["kind"], tile.get("animal", face)


def _pawn_name(s: State, seat: int, place: int) -> str:
    """Return the name of a pawn among those of its seat on the track, counted by the places they occupy."""
    if place == START:
        return "start"
    return _name_among(tuple(s.pawn[seat][: PAWNS[s.seats]]), place, rules.goal(s))


@lru_cache(MAX_KEPT)
def _name_among(pawns: tuple[int, ...], place: int, home: int) -> str:
    places = sorted({other for other in pawns if START < other < home})
    return PAWN_NAMES[len(places)][places.index(place)]


def _open_tiles(s: State, seat: int) -> list[int]:
    """Return the places of the tiles among which the next one is to be chosen."""
    if s.phase != TAKE:
        return []
    choices = [0] * SPAN
    n = rules.legal_moves(s, seat, choices)
    return [rules.first_tile(s.crossing - 1) + choice - TAKE_TILE for choice in choices[:n]]


@lru_cache(MAX_KEPT)
def _found(place: int, face: int, row: tuple[int, ...], words: Words) -> Found:
    """Return a tile that would be taken, with short words and points."""
    gain = tile_gain(tuple(number for number in row if number), face)
    return {
        **TILES[place][face],
        "says": _says(gain, place, words),
        "gain": signed(gain.points) if gain.points else "",
    }


def _says(gain: Gain, place: int, words: Words) -> str:
    if gain.kind in ("nine", "pair"):
        return " + ".join(map(str, gain.numbers)) + " = 9"
    if gain.kind == "animal":
        return words(f"animal_names.{animal_at(place)}")
    return words(f"brings.{gain.kind}")


def roller(s: State) -> int:
    """Return the seat whose turn begins with a roll (WN-7); CHANCE in the set-up."""
    return s.seat if s.phase == ROLL else CHANCE


def ending(s: State, words: Words) -> Ending:
    """Return the plus tiles, minus tiles and cacti of every seat, with their points (WN-23)."""
    points = [0] * s.seats
    rules.scores(s, points)
    rows: list[list[int | str]] = []
    for seat in range(s.seats):
        plus = rules.plus_points(s, seat)
        off = points[seat] - plus
        rows.append([s.plus[seat], signed(plus), sum(s.minus[seat]), signed(off), s.cacti[seat], points[seat]])
    columns = [words(f"ending.{name}") for name in ("plus", "each", "minus", "face", "cacti", "total")]
    return {"columns": columns, "rows": rows, "notes": _tie(s, points, words) if s.phase == FINISHED else []}


def end_reason(s: State, words: Words) -> str:
    """Return the reason why the game ended (WN-22)."""
    return words("ending.home")


def _tie(s: State, points: list[int], words: Words) -> list[str]:
    """Explain how the win was decided between seats tied for most points; empty if the points decided."""
    tied = [seat for seat in range(s.seats) if points[seat] == max(points)]
    if len(tied) == 1:
        return []
    shares = [0.0] * s.seats
    rules.returns(s, shares)
    winners = [seat for seat in tied if shares[seat] > 0]
    names = f" {words('play.and')} ".join(words.who(seat) for seat in winners)
    most = s.cacti[winners[0]]
    if len(winners) > 1:
        return [words("ending.shared", points=points[winners[0]], who=names, cacti=most)]
    others = max(s.cacti[seat] for seat in tied if seat not in winners)
    return [words("ending.tie", points=points[winners[0]], who=names, cacti=most, others=others)]
