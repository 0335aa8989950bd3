"""The rules of a game as a page shows them."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from trackside.web.api.common import declared
from trackside.web.api.position import Offer, Scene


@declared
class Span(TypedDict):
    """A piece of a text, and its formatting."""

    text: str
    mark: Literal["plain", "bold", "slanted", "code"]


@declared
class RuleBlock(TypedDict):
    """A part of the rules: `text` and `code` have spans; all others but a `table` have blocks."""

    kind: Literal["text", "rule", "decision", "example", "list", "item", "table", "code"]
    spans: NotRequired[list[Span]]
    number: NotRequired[str]
    """The number of a rule."""
    id: NotRequired[str]
    """The id of an example: `example-1` and so on."""
    title: NotRequired[str]
    """The title of an example."""
    blocks: NotRequired[list[RuleBlock]]
    head: NotRequired[list[list[Span]]]
    """The first row of a table, cell by cell."""
    rows: NotRequired[list[list[list[Span]]]]


@declared
class RuleSection(TypedDict):
    """The text below a heading."""

    id: str
    title: str
    blocks: list[RuleBlock]


@declared
class Figure(TypedDict):
    """A picture that follows a rule, an example or the lead."""

    after: str
    scene: Scene
    caption: str
    offer: NotRequired[Offer]
    """A move to draw as if it were about to be made."""
    part: NotRequired[str]
    """The view box of the part of the wide drawing to show; all of it by default."""


@declared
class RulesPage(TypedDict):
    """The rules of a game."""

    title: str
    folder: str
    lead: list[RuleBlock]
    """The text before the first heading."""
    sections: list[RuleSection]
    figures: list[Figure]
