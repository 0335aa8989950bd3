"""The main screens look as they did at their last approval."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.screens import golden_screens

FOLDER = Path(__file__).parent.parent / "data" / "screens"


def test_golden_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", "")
    drawn = dict(golden_screens())
    assert drawn.keys() == {path.stem for path in FOLDER.glob("*.txt")}
    for name, text in drawn.items():
        assert text == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name
