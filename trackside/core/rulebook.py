"""The rules of a game as players read them: by number, in their language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
QUOTED = re.compile(r"^  > ?", re.MULTILINE)


@cache
def rulebook(package: str, language: str) -> str:
    """The whole text in Markdown, in English where there is no other."""
    folder = resources.files(package)
    translated = folder / f"rules.{language}.md"
    return (translated if translated.is_file() else folder / "rules.md").read_text(encoding="utf-8")


def numbered_rules(package: str, language: str) -> dict[str, str]:
    """Return every rule by its number, such as WN-12, as plain text with the decisions quoted below it."""
    found = RULE.findall(rulebook(package, language))
    return {number: " ".join(QUOTED.sub("", text).replace("**", "").split()) for number, text in found}


def find_rule(package: str, language: str, wanted: str) -> tuple[str, str] | None:
    """The rule somebody asks for as `WN-12`, `wn12` or `12`."""
    digits = re.sub(r"\D", "", wanted)
    for number, text in numbered_rules(package, language).items():
        if digits and number.rpartition("-")[2] == digits:
            return number, text
    return None
