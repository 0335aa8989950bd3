"""A sheet of characters with named styles and places that can be found again."""

from __future__ import annotations

import pytest

from trackside.core.canvas import Canvas, ascii_sign, ascii_text


def test_what_lies_outside_is_cut_off() -> None:
    canvas = Canvas(4, 2)
    assert canvas.put(-1, 0, "abcdef") == 5
    canvas.put(0, 2, "below")
    assert canvas.text() == "bcde"


def test_a_line_comes_in_runs_of_one_style() -> None:
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "ab", "bold")
    canvas.put(3, 0, "c", "faint")
    assert canvas.runs(0) == [(" ", ""), ("ab", "bold"), ("c", "faint"), ("  ", "")]


def test_spots_are_found_by_place_and_the_last_one_drawn_counts() -> None:
    canvas = Canvas(10, 4)
    canvas.fill(2, 1, 4, 2, "", "square")
    canvas.put(3, 1, "R", "", "pawn")
    assert canvas.spot_at(2, 1) == "square"
    assert canvas.spot_at(3, 1) == "pawn"
    assert canvas.spot_at(0, 0) is None
    assert canvas.middle("square") == (3.5, 3.0)
    assert canvas.middle("nothing") is None


@pytest.mark.parametrize(
    ("sign", "expected"), [("ä", "a"), ("ß", "s"), ("╭", "+"), ("─", "-"), ("│", "|"), ("漢", "?"), ("−", "-")]
)
def test_every_sign_has_one_in_ascii(sign: str, expected: str) -> None:
    assert ascii_sign(sign) == expected


def test_ascii_moves_nothing() -> None:
    canvas = Canvas(12, 1, ascii_only=True)
    canvas.put(0, 0, "►Träxx━╱★", "")
    assert canvas.text() == ">Traxx-/*"
    assert ascii_text("plain") == "plain"
