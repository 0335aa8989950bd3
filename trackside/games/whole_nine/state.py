"""The Whole Nine's state: the fields of a position, the numbering of the track, and the move codes.

Places run from START (0) to the goal. Segment k (1..6) has its cactus on place 8k-7 and its seven
tiles on places 8k-6 to 8k. A tile that was taken keeps its place but is no longer a space, so the
names of places never change while the track closes up (WN-15). The goal lies one boundary further,
where a cactus would be passed if there were one more: crossing the end of the last segment is
therefore like crossing a cactus (WN-11). Sets of places are bits, see `trackside.core.bits`.
"""

from __future__ import annotations

from trackside.core.data import Data
from trackside.core.layout import Layout, bits, grid, number, numbers

_TILES = Data(__package__, "tiles.toml")

MAX_SEATS = 5
MAX_SEGMENTS = 6
TILES = _TILES.integer("segment.tiles", 1, 7)
"""The number of tiles in a segment, without its cactus."""

NUMBERS_EACH = _TILES.integer("number.each", 1, 100)
FACES = _TILES.integer("number.highest", 6, 6)
ANIMALS = _TILES.integer("animal.count", 0, 100)
PAWNS = _TILES.integers("pawns.by_seats", MAX_SEATS + 1, 0, 4)
"""The number of pawns per player, by the number of seats (WN-5)."""

MAX_PAWNS = max(PAWNS)

NO_TILE, ANIMAL = 0, FACES + 1
"""The faces of tiles besides the numbers 1..6; a place without a tile is not a space."""

START = 0
SPAN = TILES + 1
"""The number of places from one cactus to the next."""
SEGMENT = (1 << TILES) - 1
"""The tiles of a segment as a set, counted from its first."""
GOAL_AREA = (1 << FACES) - 1
"""The goal area as a set, counted from the goal: it takes all steps of a roll, so that none is left over (WN-10)."""
PLACES = SPAN * MAX_SEGMENTS + 3

BEGIN, DEAL, LAY, ROLL, MOVE, TAKE, NINE, ASIDE, FINISHED = range(9)
"""The phases: who begins, starting rows, the track; then a turn's roll, its move and its choices."""

SETTLE = -1
"""A transient phase while crossings are settled: no position rests in it."""

STEP = 0
JUMP = STEP + MAX_PAWNS
TAKE_TILE = JUMP + MAX_PAWNS
MAKE_NINE = TAKE_TILE + TILES
KEEP = MAKE_NINE + 1
LAY_ASIDE = KEEP + 1
MOVES = LAY_ASIDE + FACES
"""The move codes: STEP + pawn, JUMP + pawn, TAKE_TILE + tile, MAKE_NINE, KEEP, LAY_ASIDE + number - 1."""

OUTCOMES = FACES + 1

_SPACES = SPAN * MAX_SEGMENTS
MAX_CHANCES = 1 + MAX_SEATS + _SPACES + max(seats * PAWNS[seats] for seats in range(2, MAX_SEATS + 1)) * (_SPACES + 1)
"""An upper bound: who begins, the starting rows and the track; then a roll for every single step of every pawn."""

MAX_DECISIONS = MAX_CHANCES + TILES * MAX_SEGMENTS
"""An upper bound: a move for every roll and a choice for each tile; a tile's later decision counts as its space."""


class State(Layout):
    """A position; every seat's pawns are held in the order of the track, the rearmost first."""

    spaces: int = bits()  # the places with a tile, and the goal area
    seats: int = number()
    segments: int = number()
    turns: int = number()  # the number of turns begun
    phase: int = number()
    seat: int = number()  # the seat whose turn it is
    roll: int = number()  # 0 unless a pawn is to be moved by it
    crossing: int = number()  # the boundary being settled, 0 if none
    reached: int = number()  # the last boundary this move crossed
    cactus_due: int = number()  # 1 while the tile before the boundary has been taken and the cactus has not
    laid: int = number()  # the place laid last while the track is being laid
    pool: list[int] = numbers(FACES + 1)  # set-up only: animals, then numbers not yet dealt
    cactus_pool: list[int] = numbers(FACES + 1)  # set-up only: cacti not yet laid, by number
    tile: list[int] = numbers(PLACES)  # the face on each place
    pawn: list[list[int]] = grid(MAX_SEATS, MAX_PAWNS)  # the place of each pawn
    row: list[list[int]] = grid(MAX_SEATS, 3)  # numbers face up, in the order they were laid
    plus: list[int] = numbers(MAX_SEATS)  # plus tiles
    minus: list[list[int]] = grid(MAX_SEATS, FACES + 1)  # minus tiles by number
    cacti: list[int] = numbers(MAX_SEATS)  # cactus tiles collected, wherever they went
