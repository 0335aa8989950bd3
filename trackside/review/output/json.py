"""A review as JSON: it is read back as the same value, and anything else is rejected with a clear error."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import MISSING, asdict, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from trackside.core.errors import BadOption, did_you_mean
from trackside.core.words import SEATS
from trackside.review.report import Review

Reader = Callable[[Any, str], Any]
"""A function that makes a value from the JSON at a place, which its errors name."""


def to_json(review: Review) -> str:
    """Return a review as JSON."""
    return json.dumps(asdict(review), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def from_json(text: str) -> Review:
    """Return the review in a JSON text; raise BadOption, with the place and the reason, if it is invalid."""
    try:
        value = json.loads(text, parse_constant=_no_number, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise BadOption(f"a review is written as JSON, and this is not: {error}") from error
    review: Review = _reader(Review)(value, "")
    _check(review)
    return review


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {name!r} is there twice")
        found[name] = value
    return found


@cache
def _reader(kind: Any) -> Reader:
    """Return the reader of a type."""
    if is_dataclass(kind):
        return _object_reader(kind)
    if get_origin(kind) is tuple:
        return _list_reader(_reader(get_args(kind)[0]))
    if get_origin(kind) is Literal:
        return _literal_reader(get_args(kind))
    if get_origin(kind) is UnionType:
        (other,) = (arm for arm in get_args(kind) if arm is not NoneType)
        return _optional_reader(_reader(other))
    return {bool: _read_bool, int: _read_int, float: _read_float, str: _read_text}[kind]


def _object_reader(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    called = kind.__name__.lower()

    def read(value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(place, f"a {called} is an object", value)
        for name in value:
            if name not in readers:
                raise BadOption(f"{_at(place)}there is no field {name!r} in a {called}{_meant(name, readers)}")
        missing = [name for name in needed if name not in value]
        if missing:
            raise BadOption(f"{_at(place)}a {called} needs {', '.join(missing)}")
        return kind(**{name: readers[name](one, f"{place}.{name}".lstrip(".")) for name, one in value.items()})

    return read


def _list_reader(read_one: Reader) -> Reader:
    def read(value: Any, place: str) -> Any:
        if not isinstance(value, list):
            raise _wrong(place, "a list is expected", value)
        return tuple(read_one(one, f"{place}[{number}]") for number, one in enumerate(value))

    return read


def _literal_reader(known: tuple[str, ...]) -> Reader:
    def read(value: Any, place: str) -> Any:
        if value not in known:
            raise _wrong(place, f"one of {', '.join(map(repr, known))} is expected", value)
        return value

    return read


def _optional_reader(read_some: Reader) -> Reader:
    return lambda value, place: None if value is None else read_some(value, place)


def _read_bool(value: Any, place: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(place, "true or false is expected", value)
    return value


def _read_int(value: Any, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(place, "an integer is expected", value)
    return value


def _read_float(value: Any, place: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _wrong(place, "a number is expected", value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise BadOption(f"{_at(place)}a number is too large")
    return number


def _read_text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise _wrong(place, "a text is expected", value)
    return value


def _at(place: str) -> str:
    return f"the review, {place}: " if place else "the review: "


def _wrong(place: str, expected: str, value: Any) -> BadOption:
    return BadOption(f"{_at(place)}{expected}, not {json.dumps(value, ensure_ascii=False)[:60]}")


def _meant(name: str, known: dict[str, Reader]) -> str:
    hint = did_you_mean(name, known)
    return f": {hint.rstrip()}" if hint else ""


# Consistency of the parts


def _check(review: Review) -> None:
    """Raise BadOption unless every list has a value for each seat, and every index refers to something that exists."""
    if not 1 <= review.seats <= len(SEATS):
        raise BadOption(f"the review, seats: 1 to {len(SEATS)} are possible, not {review.seats}")
    if review.seed < 0 or review.entries < 0:
        raise BadOption("the review: seed and entries are not negative")
    _check_length(review, "players", review.players)
    _check_length(review, "start", review.start)
    if review.sides:
        _check_length(review, "sides", review.sides)
    for number, step in enumerate(review.steps):
        place = f"steps[{number}]"
        for name in ("before", "after", "errors", "residual", "luck"):
            _check_length(review, f"{place}.{name}", getattr(step, name))
        if step.gifts:
            _check_length(review, f"{place}.gifts", step.gifts)
        for chance, outcome in enumerate(step.outcomes):
            _check_length(review, f"{place}.outcomes[{chance}].chances", outcome.chances)
        if not -1 <= step.seat < review.seats:
            raise BadOption(f"the review, {place}.seat: -1 to {review.seats - 1} are possible, not {step.seat}")
        if not all(0 <= entry < review.entries for entry in step.entries):
            raise BadOption(f"the review, {place}.entries: the log has only {review.entries}")
        if not 0 <= step.made < max(1, len(step.options)):
            raise BadOption(f"the review, {place}.made: there is no option {step.made}")
        for option in step.options:
            if len(option.line) < len(option.moves):
                raise BadOption(f"the review, {place}.options: a line has a text for every move")
    if review.sums and tuple(one.seat for one in review.sums) != tuple(range(review.seats)):
        raise BadOption("the review, sums: there is one for every seat, in their order")
    if not all(0 <= moment < len(review.steps) for moment in review.moments):
        raise BadOption(f"the review, moments: there are only {len(review.steps)} steps")


def _check_length(review: Review, place: str, values: tuple[object, ...]) -> None:
    if len(values) != review.seats:
        raise BadOption(f"the review, {place}: {review.seats} seats have {len(values)} values")
