"""A record is read in as many steps as it has characters, whatever its text is: steps are counted, not seconds."""

from __future__ import annotations

import ast
import re
import re._constants as code  # type: ignore[import-not-found]  # what a pattern is made of has no public name
import re._parser as parser  # type: ignore[import-not-found]  # nor has what takes it apart
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from trackside.core.errors import LONGEST_ERROR, TracksideError
from trackside.play import record, tokens
from trackside.play.record import MAX_MOVES, read_record
from trackside.play.tokens import LONGEST_HEADER, LONGEST_WORD, MAX_HEADERS, Scanner

HEADERS = '[Game "whole-nine"]\n'

KINDS: dict[str, Callable[[int], str]] = {
    "a brace that is never closed": lambda n: HEADERS + "{" * n,
    "a long comment": lambda n: HEADERS + "{" + "x" * n + "}",
    "many comments": lambda n: HEADERS + "{}" * (n // 2),
    "closing braces": lambda n: HEADERS + "}" * n,
    "closing braces, parted": lambda n: HEADERS + "} " * (n // 2),
    "a long word": lambda n: HEADERS + "w" * n,
    "many words": lambda n: HEADERS + "w " * (n // 2),
    "digits": lambda n: HEADERS + "1" * n,
    "a number with many points": lambda n: HEADERS + "1" + "." * n,
    "numbers": lambda n: HEADERS + "1. " * (n // 3),
    "seats": lambda n: HEADERS + "red " * (n // 4),
    "separators": lambda n: HEADERS + " ,;" * (n // 3) + "!",
    "spaces": lambda n: HEADERS + " " * n + "!",
    "lines": lambda n: HEADERS + "\n" * n + "!",
    "many headers": lambda n: HEADERS + '[A "b"]' * (n // 7),
    "a header's long value": lambda n: HEADERS + '[A "' + "x" * n + '"]',
    "a header's many escapes": lambda n: HEADERS + '[A "' + "\\x" * (n // 2) + '"]',
    "a header's long name": lambda n: HEADERS + "[" + "x" * n + ' "b"]',
    "a header's spaces": lambda n: HEADERS + "[" + " " * (n // 3) + "A" + " " * (n // 3) + '"b"' + " " * (n // 3) + "]",
    "a quote that is never closed": lambda n: HEADERS + '[A "' + "x" * n,
    "quotes that are never closed": lambda n: HEADERS + '[A "' * (n // 4),
    "backslashes": lambda n: HEADERS + '[A "' + "\\" * n,
    "a bracket that is never closed": lambda n: HEADERS + "[" + " " * n,
    "brackets": lambda n: HEADERS + "[" * n,
    "brackets, parted": lambda n: HEADERS + "[ " * (n // 2),
    "everything": lambda n: HEADERS + '1. red {x} , "] ' * (n // 16),
    "no game": lambda n: "{" * n,
    "a long game": lambda n: '[Game "' + "x" * n + '"]',
    "a long position": lambda n: HEADERS + '[Position "' + " " * (n // 2) + "1" * (n // 2) + '"]',
    "a long option": lambda n: HEADERS + '[Option "segments=' + "6" * n + '"]',
}

SIZES = [10_000, 100_000, pytest.param(1_000_000, marks=pytest.mark.long)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_text_is_scanned_in_as_many_steps_as_it_has_characters(kind: str, size: int) -> None:
    text = KINDS[kind](size)
    scanner = Scanner(text)
    try:
        scanner.headers()
        for _ in scanner.tokens():
            pass
    except TracksideError:
        pass
    assert scanner.looked_at <= 3 * len(text) + 100


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_text_is_read_or_refused_in_fewer_steps_than_it_has_characters(kind: str, size: int) -> None:
    text, steps, said = KINDS[kind](size), 0, ""

    def breathe() -> None:
        nonlocal steps
        steps += 1

    try:
        read_record(text, breathe)
    except TracksideError as error:
        said = str(error)
    assert steps <= len(text)
    assert len(said) <= LONGEST_ERROR


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_is_as_short_in_a_long_text_as_in_a_short_one(kind: str) -> None:
    calls = 0

    def count(frame: FrameType, event: str, value: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    for size in (1_000, 10_000, 100_000):
        text, calls = KINDS[kind](size), 0
        sys.setprofile(count)
        try:
            read_record(text)
        except TracksideError:
            pass
        finally:
            sys.setprofile(before)
        assert calls <= 20 * len(text) + 20_000


def patterns(path: Path) -> Iterator[str]:
    """The patterns that a module hands to `re`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and re.fullmatch(r"re\.\w+", ast.unparse(node.func)):
            pattern = node.args[0]
            assert isinstance(pattern, ast.Constant), ast.unparse(node)
            yield str(pattern.value)


def backtracks(items: object) -> bool:
    """Return True if a part of a parsed pattern has an unlimited repeat that can backtrack."""
    if isinstance(items, tuple) and len(items) == 2 and items[0] in (code.MAX_REPEAT, code.MIN_REPEAT):
        return bool(items[1][1] > 10) or backtracks(items[1][2])
    if isinstance(items, (tuple, list, parser.SubPattern)):
        return any(backtracks(item) for item in items)
    return False


def test_a_pattern_gives_back_nothing_that_it_has_taken() -> None:
    found = [pattern for module in (record, tokens) for pattern in patterns(Path(str(module.__file__)))]
    assert len(found) >= 8
    assert [pattern for pattern in found if backtracks(parser.parse(pattern))] == []
    assert backtracks(parser.parse(r"\{[^}]*\}|x"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEADERS + "\n1. {a} {b {c\nd", r"line 3, column 8: this comment is never closed with }"),
        (HEADERS + "1.\n " + "w" * (LONGEST_WORD + 1), f"line 3, column 2: a word has at most {LONGEST_WORD} char"),
        (
            HEADERS + '[A "b"]\n' * MAX_HEADERS,
            rf"line {MAX_HEADERS + 1}, column 1: .* at most {MAX_HEADERS} headers",
        ),
        (HEADERS + f'[A "{"x" * (LONGEST_HEADER + 1)}"]', f"line 2, column 1: .* at most {LONGEST_HEADER} characters"),
    ],
)
def test_what_no_record_has_is_refused_where_it_stands(text: str, reason: str) -> None:
    with pytest.raises(TracksideError, match=reason):
        read_record(text)


def test_a_record_longer_than_any_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEADERS + "first=red 1: 2: 3: 4:"
    monkeypatch.setattr(record, "MAX_MOVES", 1)
    assert MAX_MOVES > 1000
    with pytest.raises(TracksideError, match="line 2, column 11: a record has at most 1 moves and outcomes"):
        read_record(text)


def test_reading_can_be_broken_off() -> None:
    steps = 0

    def breathe() -> None:
        nonlocal steps
        steps += 1
        if steps > 10:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        read_record(HEADERS + "1. " * 1000, breathe)
