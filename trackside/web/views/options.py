"""Options of a game in words."""

from __future__ import annotations

from trackside.core.words import Words


def option_says(words: Words, name: str, value: str) -> str:
    """Return an option and its value in words."""
    return f"{option_label(words, name)}: {value_label(words, name, value)}"


def option_label(words: Words, name: str) -> str:
    """Return the label of an option."""
    return next((words(key) for key in (f"option.{name}.short", f"option.{name}.name") if words.has(key)), name)


def value_label(words: Words, name: str, value: str) -> str:
    """Return the label of a value; one without a label, such as a number, stands for itself."""
    key = f"option.{name}.{value}"
    return words(key) if words.has(key) else value
