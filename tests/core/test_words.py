from __future__ import annotations

import string

import pytest

from trackside.core.errors import BadOption
from trackside.core.rulebook import find_rule, numbered_rules
from trackside.core.words import LANGUAGES, Words, catalogue, preferred_language
from trackside.games import GAMES

PACKAGES = [
    "trackside",
    "trackside.cli",
    "trackside.terminal",
    "trackside.web",
    *(game.package for game in GAMES.values()),
]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_entries_with_the_same_places_to_fill(package: str) -> None:
    english = catalogue(package, "en")
    for language in LANGUAGES:
        other = catalogue(package, language)
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text.strip()
            assert placeholders(text) == placeholders(english[key]), key


@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_value_is_explained(name: str) -> None:
    game = GAMES[name]
    for language in LANGUAGES:
        words = Words(language, game.package)
        assert words("about.pitch")
        for option in game.card.options:
            assert words(f"option.{option.name}.name")
            for _, key in option.explained():
                assert words(key)


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_the_same_numbers_in_every_language(name: str) -> None:
    english = numbered_rules(GAMES[name].package, "en")
    numbers = [int(number.rpartition("-")[2]) for number in english]
    assert numbers == list(range(1, len(numbers) + 1))
    for language in LANGUAGES:
        translated = numbered_rules(GAMES[name].package, language)
        assert translated.keys() == english.keys()
        assert language == "en" or translated != english


def test_a_rule_is_found_by_any_spelling_of_its_number() -> None:
    package = GAMES["whole-nine"].package
    for wanted in ("WN-12", "wn12", "12"):
        found = find_rule(package, "en", wanted)
        assert found is not None
        assert found[0] == "WN-12"
    assert find_rule(package, "en", "99") is None
    assert find_rule(package, "en", "twelve") is None


@pytest.mark.parametrize(("language", "label"), [("en", "Our decision:"), ("de", "Unsere Regelung:")])
def test_a_rule_is_plain_text_without_markdown(language: str, label: str) -> None:
    found = find_rule(GAMES["whole-nine"].package, language, "6")
    assert found is not None
    assert f" {label} " in found[1]
    for game in GAMES.values():
        assert not any("**" in text or "> " in text for text in numbered_rules(game.package, language).values())


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadOption, match="language 'xx' is not known: use one of en, de"):
        Words("xx")


@pytest.mark.parametrize(("value", "language"), [("de_DE.UTF-8", "de"), ("C.UTF-8", "en"), ("fr_FR", "en")])
def test_the_language_follows_the_environment(monkeypatch: pytest.MonkeyPatch, value: str, language: str) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", value)
    assert preferred_language() == language
