"""Turns docstrings into pages: examples become code blocks, and comments explain the fields of a state."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Marks the examples of docstrings as Python."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Mark the examples of an object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```python\n\g<0>\n```", obj.docstring.value)


class Comments(griffe.Extension):
    """Turns the comments behind the fields of a state into docstrings."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **kwargs: Any) -> None:
        """Give an attribute without a docstring that of its comment, or its name."""
        if attr.docstring is None and attr.lineno and isinstance(attr.filepath, Path) and attr.parent.is_class:
            line = attr.filepath.read_text(encoding="utf-8").splitlines()[attr.lineno - 1]
            said = line.partition("  # ")[2] or attr.name.replace("_", " ")
            if re.search(r"= (number|numbers|grid|bits)\(", line):
                attr.docstring = griffe.Docstring(said[0].upper() + said[1:] + ".", parent=attr)
