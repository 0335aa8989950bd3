"""The rules as a page gets them: nothing of the text is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from trackside.core.rulebook import numbered_rules, rulebook
from trackside.core.words import LANGUAGES
from trackside.games import GAMES
from trackside.web.api.rules import RuleBlock, RulesPage, Span
from trackside.web.views.rules import rules_page


def said(spans: list[Span]) -> str:
    return "".join(span["text"] for span in spans)


def texts(block: RuleBlock) -> Iterator[str]:
    """All that a block says, in the order of the text."""
    if "number" in block:
        yield block["number"]
    if "title" in block:
        yield block["title"]
    yield said(block.get("spans", []))
    for cells in [block.get("head", []), *block.get("rows", [])]:
        yield from (said(cell) for cell in cells)
    for inner in block.get("blocks", []):
        yield from texts(inner)


def whole(page: RulesPage) -> str:
    parts = [text for block in page["lead"] for text in texts(block)]
    for section in page["sections"]:
        parts += [section["title"], *(text for block in section["blocks"] for text in texts(block))]
    return " ".join(parts)


def bare(text: str) -> str:
    """The letters and digits of a text alone."""
    return re.sub(r"\W|_", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_rules_is_sent(game: str, language: str) -> None:
    _, _, text = rulebook(GAMES[game].package, language).partition("\n")
    assert bare(whole(rules_page(GAMES[game], language))) == bare(text)


@pytest.mark.parametrize("game", GAMES)
def test_rules_keep_their_numbers_and_figures_stand_after_one(game: str) -> None:
    page = rules_page(GAMES[game], "en")
    numbers = [block["number"] for section in page["sections"] for block in section["blocks"] if "number" in block]
    assert numbers == list(numbered_rules(GAMES[game].package, "en"))
    examples = [block["id"] for section in page["sections"] for block in section["blocks"] if "id" in block]
    assert {figure["after"] for figure in page["figures"]} <= {"lead", *numbers, *examples}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_how_to_win_in_three_sentences_and_a_picture(game: str, language: str) -> None:
    page = rules_page(GAMES[game], language)
    assert len(re.findall(r"[.!](?= |$)", said(page["lead"][0]["spans"]))) == 3
    assert [figure["after"] for figure in page["figures"]].count("lead") == 1


def decisions(game: str, language: str) -> list[str]:
    """The rules with a decision of ours; each says so in the reader's language."""
    found = []
    for section in rules_page(GAMES[game], language)["sections"]:
        for rule in section["blocks"]:
            for block in rule.get("blocks", []):
                if block["kind"] == "decision":
                    label = block["blocks"][0]["spans"][0]
                    assert label == {
                        "text": {"en": "Our decision:", "de": "Unsere Regelung:"}[language],
                        "mark": "bold",
                    }
                    found.append(rule["number"])
    return found


@pytest.mark.parametrize(
    ("game", "marked"),
    [
        ("whole-nine", "WN-6 WN-8 WN-17"),
        ("traxx", "TX-2 TX-3 TX-4 TX-5 TX-10 TX-11"),
        ("skip-or-trip", "ST-4 ST-5 ST-6 ST-8 ST-9 ST-11 ST-12 ST-13 ST-15 ST-18"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_we_decided_ourselves_is_marked(game: str, marked: str, language: str) -> None:
    assert decisions(game, language) == marked.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebooks_worked_examples_are_told_with_pictures(language: str) -> None:
    for game, names in {
        "whole-nine": ["Anneli", "Anja"],
        "traxx": ["Linus", "Tim", "Linus", "Tim"],
        "skip-or-trip": [""],
    }.items():
        page = rules_page(GAMES[game], language)
        examples = [block for section in page["sections"] for block in section["blocks"] if block["kind"] == "example"]
        assert [name in example["title"] for name, example in zip(names, examples, strict=True)] == [True] * len(names)
        pictured = [figure["after"] for figure in page["figures"]]
        assert all(example["id"] in pictured for example in examples)


def test_a_move_that_is_about_to_be_made_comes_with_its_picture() -> None:
    figures = rules_page(GAMES["whole-nine"], "en")["figures"]
    anneli = next(figure for figure in figures if figure["after"] == "example-1")
    assert anneli["offer"]["label"].startswith("Jump with your pawn to the next pawn")
    assert anneli["scene"]["perspective"] == 3


def test_st2_lists_the_white_sides_as_a_table() -> None:
    sections = rules_page(GAMES["skip-or-trip"], "de")["sections"]
    rule = next(block for section in sections for block in section["blocks"] if block.get("number") == "ST-2")
    table = next(block for block in rule["blocks"] if block["kind"] == "table")
    assert [said(row[0]) for row in table["rows"]] == [str(n) for n in range(1, 10)]
    assert said(table["rows"][8][1]) == "2 3 5 7 11 13 17 19 31 9 37 97"
