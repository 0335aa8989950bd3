"""A game's rules as players read them: by number, in their language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
QUOTED = re.compile(r"^  > ?", re.MULTILINE)


@cache
def rulebook(package: str, language: str) -> str:
    """Return the rules in Markdown, in English if there is no translation."""
    folder = resources.files(package)
    translated = folder / f"rules.{language}.md"
    return (translated if translated.is_file() else folder / "rules.md").read_text(encoding="utf-8")


def numbered_rules(package: str, language: str) -> dict[str, str]:
    """Return the text of every rule by its number, such as WN-12, with the decisions quoted below it."""
    found = RULE.findall(rulebook(package, language))
    return {number: " ".join(QUOTED.sub("", text).replace("**", "").split()) for number, text in found}


def find_rule(package: str, language: str, wanted: str) -> tuple[str, str] | None:
    """Return the rule with a number written as `WN-12`, `wn12` or `12`."""
    digits = re.sub(r"\D", "", wanted)
    for number, text in numbered_rules(package, language).items():
        if digits and number.rpartition("-")[2] == digits:
            return number, text
    return None
