"""The words of Träxx: one name for a thing, and the rule that goes with the number of players."""

from __future__ import annotations

import re

import pytest

from tests.games.traxx.table import TRAXX
from trackside.core.rulebook import numbered_rules
from trackside.core.words import LANGUAGES, Words, catalogue


def test_a_patch_has_one_german_name() -> None:
    texts = [*catalogue(TRAXX.package, "de").values(), *numbered_rules(TRAXX.package, "de").values()]
    assert any("Farbfeld" in text for text in texts)
    assert not [text for text in texts if re.search(r"Farbfleck|Farben frei|[Nn]och frei:", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tx11_a_solo_game_has_a_guide_of_its_own(language: str) -> None:
    words = Words(language, TRAXX.package)
    several, alone = words("guide.on"), words("guide.on_solo")
    assert re.search("in later rounds half|in einer späteren Runde kommt, die Hälfte", several)
    assert re.search("no higher one before it, otherwise half|keine höhere erreicht hast, sonst zur Hälfte", alone)
    assert "Everyone" not in words("guide.draw_solo")
    assert "Alle" not in words("guide.draw_solo")
