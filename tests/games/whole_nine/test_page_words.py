"""Every word that the page's drawings say is in both catalogues."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from tests.games.whole_nine.positions import GAME
from trackside.core.words import LANGUAGES, catalogue
from trackside.games.whole_nine.animals import NAMES

CARDS = ("number", "animal", "cactus", "start", "goal", "plus", "minus")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawings_say_nothing_that_is_not_in_the_catalogue(language: str) -> None:
    known = catalogue("trackside", language) | catalogue("trackside.web", language) | catalogue(GAME.package, language)
    files = [file for file in (resources.files(GAME.package) / "page").iterdir() if file.name.endswith(".js")]
    said = {key for file in files for key in re.findall(r"words\('([\w.]+)'", file.read_text(encoding="utf-8"))}
    assert len(said) > 20
    assert said <= set(known)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_pointed_at_has_a_card(language: str) -> None:
    words = catalogue(GAME.package, language)
    assert all({f"card.{kind}", f"card.{kind}_title"} <= set(words) for kind in CARDS)
    assert all({f"animals.{name}", f"animal_names.{name}"} <= set(words) for name in NAMES)


def test_every_animal_is_drawn() -> None:
    pieces = (resources.files(GAME.package) / "page" / "pieces.js").read_text(encoding="utf-8")
    assert all(re.search(rf"^  {name}:$", pieces, re.MULTILINE) for name in NAMES)
