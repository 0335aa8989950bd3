"""The rules of The Whole Nine. Numbers such as WN-12 refer to rules.md in this folder."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.bits import above, count, lowest, without_lowest
from trackside.core.protocol import CHANCE, OVER, Array, Numbers
from trackside.games.whole_nine.state import (
    ANIMAL,
    ANIMALS,
    ASIDE,
    BEGIN,
    DEAL,
    FACES,
    FINISHED,
    GOAL_AREA,
    JUMP,
    KEEP,
    LAY,
    LAY_ASIDE,
    MAKE_NINE,
    MAX_PAWNS,
    MOVE,
    NINE,
    NO_TILE,
    NUMBERS_EACH,
    PAWNS,
    ROLL,
    SEGMENT,
    SETTLE,
    SPAN,
    STEP,
    TAKE,
    TAKE_TILE,
    State,
)


def setup(s: State, seats: int, options: Sequence[int]) -> None:
    """Put all pawns before the first cactus, nothing dealt or laid (WN-1 to WN-5); options: segments, first."""
    s.seats = seats
    s.segments = options[0]
    for face in range(1, FACES + 1):
        s.pool[face] = NUMBERS_EACH
        s.cactus_pool[face] = 1
    s.spaces = GOAL_AREA << goal(s)
    if options[1] == 0:
        s.phase = BEGIN
    else:
        s.phase = DEAL
        s.seat = options[1] - 1


def to_move(s: State) -> int:
    """Return CHANCE during the set-up and for every roll, else the seat whose turn it is."""
    if s.phase == FINISHED:
        return OVER
    if s.phase <= ROLL:
        return CHANCE
    return s.seat


def legal_moves(s: State, seat: int, out: Numbers) -> int:
    """Write the choices of this seat in the present phase."""
    if seat != s.seat:
        return 0
    if s.phase == MOVE:
        return pawn_moves(s, seat, out)
    n = 0
    if s.phase == TAKE:
        free = free_tiles(s, s.crossing - 1)
        while free != 0:
            out[n] = TAKE_TILE + lowest(free) - first_tile(s.crossing - 1)
            n += 1
            free = without_lowest(free)
    elif s.phase == NINE:
        out[0] = MAKE_NINE
        out[1] = KEEP
        n = 2
    elif s.phase == ASIDE:
        for face in range(1, FACES + 1):
            if face == s.row[seat][0] or face == s.row[seat][1] or face == s.row[seat][2]:
                out[n] = LAY_ASIDE + face - 1
                n += 1
    return n


def chance_weights(s: State, out: Numbers) -> int:
    """Write the weights: every seat, remaining tile and side of the die is equally likely (WN-2, WN-3, WN-6)."""
    if s.phase == BEGIN:
        for seat in range(s.seats):
            out[seat] = 1
        return s.seats
    if s.phase == ROLL:
        for side in range(6):
            out[side] = 1
        return 6
    left = s.cactus_pool if s.phase == LAY and is_cactus(s.laid + 1) else s.pool
    for face in range(FACES + 1):
        out[face] = left[face]
    return FACES + 1


def chance_stream(s: State) -> int:
    """Return stream 0 for the set-up; every seat has a die of its own."""
    return 1 + s.seat if s.phase == ROLL else 0


def apply(s: State, seat: int, move: int) -> None:
    """Make a move or apply an outcome."""
    if s.phase < ROLL:
        set_up(s, move)
    elif s.phase == ROLL:
        s.roll = move + 1
        s.phase = MOVE
    else:
        begin_move(s, seat, move)
        settle(s, seat)


def begin_move(s: State, seat: int, move: int) -> None:
    """Apply a seat's choice, before settling anything that follows from it."""
    phase = s.phase
    s.phase = SETTLE
    if phase == MOVE:
        move_pawn(s, seat, move)
    elif phase == TAKE:
        take(s, seat, first_tile(s.crossing - 1) + move - TAKE_TILE)
    elif phase == NINE:
        make_or_keep(s, seat, move)
    else:
        lay_aside(s, seat, move - LAY_ASIDE + 1)


def scores(s: State, out: Array) -> None:
    """Add five points for every plus tile and subtract the face value of every minus tile (WN-23)."""
    for seat in range(s.seats):
        out[seat] = plus_points(s, seat)
        for face in range(1, FACES + 1):
            out[seat] -= face * s.minus[seat][face]


def plus_points(s: State, seat: int) -> int:
    """Return the points of a seat's plus tiles (WN-23)."""
    return 5 * s.plus[seat]


def returns(s: State, out: Array) -> None:
    """Share the win: most points win, then most cactus tiles; remaining ties are shared (WN-23)."""
    scores(s, out)
    best = -1000
    for seat in range(s.seats):
        out[seat] = 8 * out[seat] + s.cacti[seat]  # at most six cacti: they decide only between equal scores
        best = max(best, int(out[seat]))
    winners = 0
    for seat in range(s.seats):
        winners += out[seat] == best
    for seat in range(s.seats):
        out[seat] = 1 / winners if out[seat] == best else 0


# Set-up


def set_up(s: State, outcome: int) -> None:
    """Take one step of the set-up: who begins, then a number for every row, then the track tile by tile."""
    if s.phase == BEGIN:
        s.seat = outcome
        s.phase = DEAL
    elif s.phase == DEAL:
        deal(s, outcome)
    else:
        lay(s, outcome)


def deal(s: State, face: int) -> None:
    """Deal a number to the next seat without one (WN-2); after the last, shuffle in the animals (WN-3)."""
    seat = 0
    while s.row[seat][0] != 0:
        seat += 1
    s.row[seat][0] = face
    s.pool[face] -= 1
    if seat == s.seats - 1:
        s.pool[0] = ANIMALS
        s.phase = LAY


def lay(s: State, face: int) -> None:
    """Lay the next cactus or tile of the track; after the last, the rest is out of the game, unseen (WN-3)."""
    s.laid += 1
    place = s.laid
    s.spaces |= 1 << place
    if is_cactus(place):
        s.tile[place] = face
        s.cactus_pool[face] -= 1
    else:
        s.tile[place] = face if face > 0 else ANIMAL
        s.pool[face] -= 1
    if place == SPAN * s.segments:
        for left in range(FACES + 1):
            s.pool[left] = 0
            s.cactus_pool[left] = 0
        s.laid = 0
        begin_turn(s, s.seat)


# The track


def goal(s: State) -> int:
    """Return the place of the goal area."""
    return SPAN * s.segments + 2


def is_cactus(place: int) -> bool:
    """Return True if a place of the track is for a cactus tile."""
    return place % SPAN == 1


def first_tile(segment: int) -> int:
    """Return the first place of a segment after its cactus."""
    return SPAN * segment - SPAN + 2


def crossed(place: int) -> int:
    """Return the number of boundaries behind a pawn on this place; a pawn on a cactus has not crossed it (WN-11)."""
    return (place + SPAN - 2) // SPAN


def next_space(s: State, place: int) -> int:
    """Return the next space after a place, the goal after the last one; taken tiles are no spaces (WN-7, WN-15)."""
    return lowest(above(s.spaces, place))


def pawn_places(s: State) -> int:
    """Return the set of places occupied by pawns of any seat."""
    places = 0
    for seat in range(s.seats):
        for pawn in range(PAWNS[s.seats]):
            places |= 1 << s.pawn[seat][pawn]
    return places


def segment_tiles(s: State, segment: int) -> int:
    """Return the set of places of a segment that still have a tile, without its cactus."""
    return s.spaces & SEGMENT << first_tile(segment)


def free_tiles(s: State, segment: int) -> int:
    """Return the set of tiles of a segment without any pawn on them (WN-12)."""
    return segment_tiles(s, segment) & ~pawn_places(s)


def rearmost(s: State) -> int:
    """Return the place of the rearmost of all pawns."""
    place = goal(s)
    for seat in range(s.seats):
        place = min(place, s.pawn[seat][0])
    return place


# Moving


def begin_turn(s: State, seat: int) -> None:
    """Begin a turn: the seat is to roll."""
    s.seat = seat
    s.turns += 1
    s.phase = ROLL


def pawn_moves(s: State, seat: int, out: Numbers) -> int:
    """Write a step for every pawn still under way, and on a 1 the jumps that differ from it (WN-7, WN-8)."""
    n = 0
    for pawn in range(PAWNS[s.seats]):
        if may_move(s, seat, pawn):
            out[n] = STEP + pawn
            n += 1
    if s.roll == 1:
        for pawn in range(PAWNS[s.seats]):
            if may_move(s, seat, pawn):
                place = s.pawn[seat][pawn]
                end = jump_target(s, place)
                if end != goal(s) and end != next_space(s, place):
                    out[n] = JUMP + pawn
                    n += 1
    return n


def may_move(s: State, seat: int, pawn: int) -> bool:
    """Return True if a pawn may move: not from the goal area, and only the first of its seat's on a place."""
    place = s.pawn[seat][pawn]
    return place != goal(s) and (pawn == 0 or s.pawn[seat][pawn - 1] != place)


def step_target(s: State, place: int) -> int:
    """Return the end of a roll: every remaining tile is a space, steps beyond the track are lost (WN-7, WN-10)."""
    ahead = above(s.spaces, place)
    for _ in range(1, s.roll):
        ahead = without_lowest(ahead)
    return min(lowest(ahead), goal(s))


def jump_target(s: State, place: int) -> int:
    """Return the place of the nearest pawn of any colour strictly ahead on the track; the goal if none (WN-8)."""
    return lowest(above(pawn_places(s) | 1 << goal(s), place))


def target(s: State, seat: int, move: int) -> int:
    """Return the place where a step or a jump takes the pawn."""
    if move < JUMP:
        return step_target(s, s.pawn[seat][move - STEP])
    return jump_target(s, s.pawn[seat][move - JUMP])


def move_pawn(s: State, seat: int, move: int) -> None:
    """Move a pawn, whether or not its end is occupied (WN-9), and note the boundaries it crossed (WN-11)."""
    pawn = (move - STEP) % MAX_PAWNS
    end = target(s, seat, move)
    place = s.pawn[seat][pawn]
    if crossed(end) > crossed(place):
        s.crossing = crossed(place) + 1
        s.reached = crossed(end)
    while pawn < PAWNS[s.seats] - 1 and s.pawn[seat][pawn + 1] < end:
        s.pawn[seat][pawn] = s.pawn[seat][pawn + 1]
        pawn += 1
    s.pawn[seat][pawn] = end
    s.roll = 0


# Collecting


def settle(s: State, seat: int) -> None:
    """Settle the crossings one after the other, until the player has to choose or the turn is over (WN-13)."""
    while s.phase == SETTLE and s.crossing != 0:
        settle_step(s, seat)
    if s.phase == SETTLE:
        end_turn(s, seat)


def settle_step(s: State, seat: int) -> None:
    """Settle one thing: the tile before the boundary, then its cactus, then the next boundary (WN-13, WN-14)."""
    if s.cactus_due == 0:
        s.cactus_due = 1
        collect_tile(s, seat)
    else:
        s.cactus_due = 0
        boundary = s.crossing
        if boundary == s.reached:
            s.crossing = 0
            s.reached = 0
        else:
            s.crossing += 1
        collect_cactus(s, seat, boundary)


def collect_tile(s: State, seat: int) -> None:
    """Take one free tile of the segment left, by choice if there are several (WN-12); none before the first cactus."""
    if s.crossing == 1:
        return
    free = free_tiles(s, s.crossing - 1)
    if count(free) == 1:
        take(s, seat, lowest(free))
    elif free != 0:
        s.phase = TAKE


def collect_cactus(s: State, seat: int, boundary: int) -> None:
    """Give the cactus to the last pawn of all to cross it; the goal has none (WN-14)."""
    if boundary <= s.segments and crossed(rearmost(s)) >= boundary:
        s.cacti[seat] += 1
        take(s, seat, first_tile(boundary) - 1)


def take(s: State, seat: int, place: int) -> None:
    """Take the tile, close up the track (WN-15), and put an animal to the side, a number in the row (WN-16)."""
    face = s.tile[place]
    s.tile[place] = NO_TILE
    s.spaces &= ~(1 << place)
    if face == ANIMAL:
        s.plus[seat] += 1
    else:
        lay_number(s, seat, face)


def lay_number(s: State, seat: int, face: int) -> None:
    """Add a number to the row: two that make nine may go (WN-17), of three they must (WN-18), else one goes (WN-19)."""
    row = s.row[seat]
    if row[0] == 0:
        row[0] = face
    elif row[1] == 0:
        row[1] = face
        if row[0] + face == 9:
            s.phase = NINE
    else:
        row[2] = face
        if not make_nine_of_three(s, seat):
            s.phase = ASIDE


def make_nine_of_three(s: State, seat: int) -> bool:
    """Lay aside exactly the numbers that add up to nine; an unused third one stays (WN-18)."""
    row = s.row[seat]
    total = row[0] + row[1] + row[2]
    if total == 9:
        clear_row(s, seat)
        s.plus[seat] += 3
        return True
    for unused in range(3):
        if total - row[unused] == 9:
            kept = row[unused]
            clear_row(s, seat)
            row[0] = kept
            s.plus[seat] += 2
            return True
    return False


def make_or_keep(s: State, seat: int, move: int) -> None:
    """Lay a pair that makes nine aside, or keep it in the row for now (WN-17)."""
    if move == MAKE_NINE:
        clear_row(s, seat)
        s.plus[seat] += 2


def lay_aside(s: State, seat: int, face: int) -> None:
    """Turn one of three numbers into a minus tile (WN-19)."""
    row = s.row[seat]
    s.minus[seat][face] += 1
    if row[0] == face:
        row[0] = row[1]
        row[1] = row[2]
    elif row[1] == face:
        row[1] = row[2]
    row[2] = 0


def clear_row(s: State, seat: int) -> None:
    """Empty the row."""
    for i in range(3):
        s.row[seat][i] = 0


# Ending


def end_turn(s: State, seat: int) -> None:
    """Settle the row of a player who is home (WN-21); the next one with a pawn under way rolls (WN-10, WN-22)."""
    if s.pawn[seat][0] == goal(s):
        settle_row(s, seat)
    following = seat
    for _ in range(s.seats):
        following = next_seat(s, following)
        if s.pawn[following][0] != goal(s):
            begin_turn(s, following)
            return
    s.phase = FINISHED


def next_seat(s: State, seat: int) -> int:
    """Return the next seat clockwise (WN-6)."""
    return seat + 1 if seat < s.seats - 1 else 0


def settle_row(s: State, seat: int) -> None:
    """Make a nine if possible; every number left over becomes a minus tile (WN-21)."""
    row = s.row[seat]
    if row[0] + row[1] == 9:
        s.plus[seat] += 2
    else:
        for i in range(2):
            if row[i] > 0:
                s.minus[seat][row[i]] += 1
    clear_row(s, seat)
