"""The Whole Nine on a screen: the track segment by segment, pawns on their tiles, a line for every seat."""

from __future__ import annotations

from rich.style import Style

from trackside.games.whole_nine.position import place_name
from trackside.games.whole_nine.state import ANIMAL, FACES, NO_TILE, PAWNS, ROLL, SPAN, START, State
from trackside.terminal.boards import Scene
from trackside.terminal.boards.parts import BOLD, CHOSEN, FADED, NAME, OFFERED, put_pieces, put_seat
from trackside.terminal.canvas import PLAIN, Canvas
from trackside.terminal.look import ink

SHEETS = False

LABEL = 5
"""Columns left of the track."""

NARROWEST, WIDEST, TALLEST = 6, 15, 6
NUMBER_TILE = ink("#1c1c1c", "#e9dfc7", bold=True)
CACTUS_TILE = ink("#ffffff", "#3d7a37", bold=True)
ANIMAL_TILE = ink("#1c1c1c", "#e8a33d", bold=True)
TAKEN = ink("#ff5f5f", "#3a2a2a", bold=True)


def spots(text: str) -> list[str]:
    """Where a pawn goes and where from; the tile that is taken."""
    if text.startswith("x"):
        return [text[1:]]
    origin, hyphen, end = text.partition("-")
    if not origin or not hyphen:
        return [text]
    return [end, origin]


def paint(scene: Scene, canvas: Canvas) -> None:
    """The track, then the seats."""
    s: State = scene.state
    cell = max(NARROWEST, min(WIDEST, (canvas.width - LABEL) // SPAN))
    spare = canvas.height - (1 + 2 * s.segments + s.seats)
    letters, headings = spare >= 1, spare >= 2
    height = min(TALLEST, 2 + max(0, spare - 3) // s.segments)
    y = 0
    if letters:
        for column, name in enumerate("abcdefg", 1):
            canvas.put(LABEL + column * cell + (cell - 1) // 2 - 1, y, name, FADED)
        y += 1
    for segment in range(1, s.segments + 1):
        canvas.put(1, y, str(segment), BOLD)
        for place in range(SPAN * (segment - 1) + 1, SPAN * segment + 1):
            x = LABEL - 1 + (place - 1) % SPAN * cell
            _paint_place(scene, canvas, place, x, y, cell - 1, height)
        y += height
    _paint_ends(scene, canvas, y)
    y += 2 if spare > 2 else 1
    if headings:
        for x, key in _columns(canvas.width):
            canvas.put(x, y, scene.say(f"whole_nine.{key}"), FADED)
        y += 1
    for seat in range(s.seats):
        _paint_seat(scene, canvas, seat, y)
        y += 1


def _pawns(s: State, place: int) -> list[int]:
    return [seat for seat in range(s.seats) for other in s.pawn[seat][: PAWNS[s.seats]] if other == place]


def _ghosts(scene: Scene, place: int) -> list[int]:
    """The pawns that the selected move would bring here."""
    if scene.after is None:
        return []
    before, after = _pawns(scene.state, place), _pawns(scene.after, place)
    return [seat for seat in set(after) for _ in range(after.count(seat) - before.count(seat))]


def _mark(scene: Scene, name: str) -> tuple[str, str, Style | None]:
    """Signs around a spot and its style: where the selected move leads, where others do."""
    if scene.selected is not None and spots(scene.selected.text)[0] == name:
        return "►", "◄", CHOSEN
    if any(spots(move.text)[0] == name for move in scene.moves):
        return "›", "‹", None
    return " ", " ", None


def _face(s: State, place: int) -> tuple[str, Style]:
    face = s.tile[place]
    cactus = place % SPAN == 1
    if face == NO_TILE:
        return ("?" if s.phase < ROLL else "·"), FADED
    if cactus:
        return f"[{face}]", CACTUS_TILE
    return ("★", ANIMAL_TILE) if face == ANIMAL else (str(face), NUMBER_TILE)


def _paint_place(scene: Scene, canvas: Canvas, place: int, x: int, y: int, width: int, height: int) -> None:
    """A tile with signs around it, and the pawns below."""
    s: State = scene.state
    name = place_name(s, place)
    text, style = _face(s, place)
    left, right, chosen = _mark(scene, name)
    lost = scene.after is not None and s.tile[place] != NO_TILE and scene.after.tile[place] == NO_TILE
    tile = height - (2 if height > 3 else 1)
    middle = y + (tile - 1) // 2
    if s.tile[place] != NO_TILE:
        canvas.fill(x + 1, y, width - 2, tile, chosen or (TAKEN if lost else style), name)
    canvas.put(x + (width - len(text)) // 2, middle, text, chosen or (TAKEN if lost else style), name)
    if tile > 1 and s.tile[place] != NO_TILE:
        canvas.put(x + 2, y + tile - 1, name, chosen or (TAKEN if lost else style), name)
    if left != " ":
        canvas.put(x, middle, left, chosen or OFFERED, name)
        canvas.put(x + width - 1, middle, right, chosen or OFFERED, name)
    elif lost:
        canvas.put(x + width - 1, middle, "x", TAKEN, name)
    put_pieces(canvas, x + 1, y + tile, width - 1, _pawns(s, place), _ghosts(scene, place), name)


def _paint_ends(scene: Scene, canvas: Canvas, y: int) -> None:
    """The areas before the first cactus and behind the last tile."""
    s: State = scene.state
    goal = SPAN * s.segments + 1
    half = canvas.width // 2
    for x, place, key in ((1, START, "start"), (half, goal, "goal")):
        name = place_name(s, place)
        left, right, chosen = _mark(scene, name)
        end = canvas.put(x, y, left, chosen or OFFERED, name)
        end = canvas.put(end, y, scene.words(key), chosen or BOLD, name)
        end = canvas.put(end, y, right, chosen or OFFERED, name)
        put_pieces(canvas, end + 1, y, half - (end - x) - 3, _pawns(s, place), _ghosts(scene, place), name)


def _columns(width: int) -> list[tuple[int, str]]:
    """Where the columns of the seats' lines begin."""
    first = 6 + NAME + NAME + 1
    gap = max(0, min(4, (width - first - 28) // 4))
    return [
        (first, "row"),
        (first + 7 + gap, "plus"),
        (first + 12 + 2 * gap, "minus"),
        (first + 20 + 3 * gap, "cacti"),
        (first + 26 + 4 * gap, "points"),
    ]


def _paint_seat(scene: Scene, canvas: Canvas, seat: int, y: int) -> None:
    s: State = scene.state
    put_seat(canvas, 0, y, scene, seat)
    minus = [str(face) for face in range(1, FACES + 1) for _ in range(s.minus[seat][face])]
    against = "".join(minus) if len(minus) <= 6 else f"{len(minus)}: -{sum(map(int, minus))}"
    values = {
        "row": " ".join(str(number) for number in s.row[seat] if number) or "-",
        "plus": str(s.plus[seat]),
        "minus": against or "-",
        "cacti": str(s.cacti[seat]),
        "points": str(scene.scores[seat]),
    }
    for x, key in _columns(canvas.width):
        canvas.put(x, y, values[key], BOLD if key in ("row", "points") else PLAIN)


def account(scene: Scene) -> list[str]:
    """A line for every seat: plus tiles, minus tiles, the sum, and the cacti that decide a tie (WN-23)."""
    s: State = scene.state
    lines = []
    for seat in range(s.seats):
        minus = [face for face in range(1, FACES + 1) for _ in range(s.minus[seat][face])]
        lines.append(
            scene.say(
                "whole_nine.account",
                who=scene.words.who(seat),
                plus=s.plus[seat],
                minus=" + ".join(map(str, minus)) or "0",
                cacti=s.cacti[seat],
                points=scene.scores[seat],
            )
        )
    return lines
