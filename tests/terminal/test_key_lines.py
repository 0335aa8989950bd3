"""The lines of keys fit on a small screen."""

from __future__ import annotations

import pytest

from tests.terminal.driver import SMALL
from trackside.core.words import LANGUAGES, Words
from trackside.terminal.screen import key_line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", ["table", "sheets", "watch", "replay", "reviewed", "start"])
def test_a_line_of_keys_fits_on_a_small_screen(line: str, language: str) -> None:
    words = Words(language, "trackside.terminal")
    assert len(key_line(words(f"keys.{line}"), SMALL[0])) <= SMALL[0]
