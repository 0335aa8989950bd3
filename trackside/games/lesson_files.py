"""The reader of a game's lessons.toml, with checks that report every fault in words.

    [players]                # the players at the table besides the pupil
    purple = { name = "Juniper", level = "expert" }

    [[lesson]]
    id = "two-cards"
    seat = "red"             # the pupil's seat
    position = '''...'''     # in the game's notation
    answers = [["trip 12:", "4[2.2]", "3[3]"]]
    follows = ["draw 7[11]", "top 3"]    # the moves of chance and the other seats, in turn; optional
    title = { en = "...", de = "..." }   # likewise: says, task, right, wrong

    [[lesson.near_miss]]     # a wrong answer with its own text; optional, may be repeated
    moves = ["black 4"]
    says = { en = "...", de = "..." }

Empty lines separate paragraphs. The first one of `right`, `wrong` and a near miss is shown immediately,
beside the board; the others explain it. `**bold**` is the only markup.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trackside.core.errors import ParseError, TracksideError, did_you_mean
from trackside.core.notation import seat_number, whole_position
from trackside.core.words import LANGUAGES, SEATS, Words
from trackside.games.lessons import Course, Lesson, Moves, NearMiss, Player, Text, begin

if TYPE_CHECKING:
    from trackside.games.game import Game

FILE = "lessons.toml"
TEXTS = ("title", "says", "task", "right", "wrong")
KEYS = ("id", "seat", "position", "answers", "follows", "near_miss", *TEXTS)
OPTIONAL = ("follows", "near_miss")


def read_course(game: Game, file: Path) -> Course:
    """Return the lessons of a game, none without a file; ParseError names the file, the lesson and the fault."""
    if not file.is_file():
        return Course()
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParseError(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    lessons: list[Lesson] = []
    for number, entry in enumerate(_entries(table, "lesson", str(file)), 1):
        place = f"{file}: lesson {entry.get('id', number)}"
        try:
            lessons.append(_lesson(game, entry))
        except TracksideError as error:
            raise ParseError(f"{place}: {error}") from error
        if len({lesson.id for lesson in lessons}) < len(lessons):
            raise ParseError(f"{place}: there are two lessons of that name")
    try:
        return Course(tuple(lessons), _players(table.get("players", {})))
    except TracksideError as error:
        raise ParseError(f"{file}: players: {error}") from error


def _entries(table: dict[str, Any], key: str, place: str) -> list[dict[str, Any]]:
    entries = table.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ParseError(f"{place}: write [[{key}]] before each {key}")
    return entries


def _players(table: Any) -> tuple[Player | None, ...]:
    """Return the players by seat; None for seats without a name."""
    players: dict[int, Player] = {}
    for colour, entry in table.items() if isinstance(table, dict) else ():
        seat = seat_number(colour)
        good = isinstance(entry, dict) and entry.keys() == {"name", "level"}
        if seat is None or not good or not all(isinstance(text, str) and text for text in entry.values()):
            raise ParseError(f'{colour}: write it as purple = {{ name = "Juniper", level = "expert" }}')
        players[seat] = Player(entry["name"], entry["level"])
    return tuple(players.get(seat) for seat in range(max(players, default=-1) + 1))


def _lesson(game: Game, entry: dict[str, Any]) -> Lesson:
    """Read one lesson and play its answers."""
    for key in entry:
        if key not in KEYS:
            raise ParseError(f"there is no {key!r}: {did_you_mean(key, KEYS)}a lesson has {', '.join(KEYS)}")
    missing = [key for key in KEYS if key not in entry and key not in OPTIONAL]
    if missing:
        raise ParseError(f"{missing[0]} is missing")
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", str(entry["id"])):
        raise ParseError("an id has small letters, digits and hyphens, and begins with a letter")
    position = whole_position(game.notation, str(entry["position"]))
    seat = seat_number(str(entry["seat"]))
    if seat is None or seat >= position.seats:
        raise ParseError(f"seat {entry['seat']!r} is not at the table: {', '.join(SEATS[: position.seats])}")
    texts = {key: _text(entry[key], key) for key in TEXTS}
    follows = tuple(_strings(entry.get("follows", []), "follows"))
    lesson = Lesson(str(entry["id"]), position, seat, (), (), follows, **texts)
    misses = _entries(entry, "near_miss", "near_miss")
    wrong = tuple(NearMiss(_played(game, lesson, one.get("moves")), _text(one.get("says"), "says")) for one in misses)
    right = entry["answers"] if isinstance(entry["answers"], list) else []
    answers = tuple(_played(game, lesson, answer) for answer in right)
    read = Lesson(lesson.id, position, seat, answers, wrong, follows, **texts)
    for fault in _faults(game, read):
        raise ParseError(fault)
    return read


def _text(found: Any, key: str) -> Text:
    """Return a text in every language; ParseError if one is missing or empty."""
    if not isinstance(found, dict) or sorted(found) != sorted(LANGUAGES):
        raise ParseError(f"{key} needs its text once in each of {' and '.join(LANGUAGES)}")
    if not all(isinstance(text, str) and text.strip() for text in found.values()):
        raise ParseError(f"{key} has no text")
    return {language: "\n".join(_paragraphs(found[language])) for language in LANGUAGES}


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, each as one line; empty lines separate them."""
    return [" ".join(part.split()) for part in text.strip().split("\n\n") if part.strip()]


def _strings(found: Any, key: str) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise ParseError(f"{key} is a list of moves in notation")
    return found


def _played(game: Game, lesson: Lesson, texts: Any) -> Moves:
    """Return the codes of moves made one after the other, letting everything that follows happen in between."""
    words, moves = Words(LANGUAGES[0], game.package), _strings(texts, "an answer")
    if not moves:
        raise ParseError("an answer has at least one move")
    made = begin(game, lesson)
    for text in moves:
        made = made.unjudged(text, words)
    return made.moves


def _faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """Yield the faults that keep a lesson from being taught."""
    if not lesson.answers:
        yield "no answer is right: name at least one"
    decided = [*lesson.answers, *(miss.moves for miss in lesson.near_misses)]
    for one in decided:
        if any(one == other[: len(one)] and one is not other for other in decided):
            yield f"the answer {_said(game, lesson, one)} is the beginning of another one, or there twice"
    if begin(game, lesson).choices == [answer[0] for answer in lesson.answers]:
        yield "nothing can be answered wrongly: offer a choice"


def _said(game: Game, lesson: Lesson, moves: Moves) -> str:
    """Return moves in notation."""
    texts, made, words = [], begin(game, lesson), Words(LANGUAGES[0], game.package)
    for move in moves:
        texts.append(game.notation.move_text(made.state, lesson.seat, move))
        made = made.unjudged(move, words)
    return " ".join(texts)
