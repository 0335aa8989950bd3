"""The rules of a game as a page shows them: sections of rules, texts, lists and tables, with pictures of positions.

Markdown is parsed here and sent as data, so that a page never inserts foreign HTML.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from trackside.core.notation import find_move
from trackside.core.protocol import SPECTATOR
from trackside.core.rulebook import rulebook
from trackside.core.words import Words
from trackside.games import Game
from trackside.web.api.rules import Figure, RuleBlock, RuleSection, RulesPage, Span
from trackside.web.views.position import offers, scene_of

NUMBER = re.compile(r"[A-Z]+-[0-9]+")
MARKS = {"strong": "bold", "em": "slanted", "code_inline": "code"}


@cache
def rules_page(game: Game, language: str) -> RulesPage:
    """Return the rules of a game, with pictures of real positions."""
    words = Words(language, game.package)
    lead, sections = _sections(rulebook(game.package, language))
    return {
        "title": game.title(language),
        "folder": game.folder,
        "lead": lead,
        "sections": sections,
        "figures": [_figure(game, figure, words) for figure in game.figures],
    }


def _figure(game: Game, figure: dict[str, str], words: Words) -> Figure:
    """Return a position from the game's figures, its caption from the game's catalogue."""
    state = game.notation.parse_position(figure["position"])
    caption = words(f"figure.{figure['name']}")
    found: Figure = {"after": figure["after"], "scene": scene_of(game, state, SPECTATOR), "caption": caption}
    if "part" in figure:
        found["part"] = figure["part"]
    if "move" in figure:
        seat = game.plain.to_move(state)
        move = find_move(game.plain, game.notation, state, seat, figure["move"], words)
        found["offer"] = offers(game, state, seat, [move], words)[0]
        found["scene"] = scene_of(game, state, seat)
    return found


def _sections(text: str) -> tuple[list[RuleBlock], list[RuleSection]]:
    """Return the blocks before the first heading, and the sections that follow, without the title.

    A heading of the third level begins an example, which continues to the next heading.
    """
    lead: list[RuleBlock] = []
    sections: list[RuleSection] = []
    examples = 0
    blocks = lead
    for node in SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text)).children:
        if node.type != "heading":
            blocks.extend(_blocks(node))
        elif node.tag == "h3":
            examples += 1
            blocks = []
            example: RuleBlock = {
                "kind": "example",
                "id": f"example-{examples}",
                "title": _plain(node),
                "blocks": blocks,
            }
            sections[-1]["blocks"].append(example)
        elif node.tag != "h1":
            blocks = []
            sections.append({"id": f"section-{len(sections) + 1}", "title": _plain(node), "blocks": blocks})
    return lead, sections


def _blocks(node: SyntaxTreeNode) -> list[RuleBlock]:
    """Return the blocks of a node: one for each numbered rule of a list, a decision for a quotation."""
    if node.type == "blockquote":
        return [{"kind": "decision", "blocks": [block for child in node.children for block in _blocks(child)]}]
    if node.type == "paragraph":
        return [{"kind": "text", "spans": _spans(node)}]
    if node.type in ("code_block", "fence"):
        return [{"kind": "code", "spans": [{"text": node.content.rstrip("\n"), "mark": "code"}]}]
    if node.type == "table":
        head, *body = [row for part in node.children for row in part.children]
        rows = [[_spans(cell) for cell in row.children] for row in body]
        return [{"kind": "table", "head": [_spans(cell) for cell in head.children], "rows": rows}]
    if node.type in ("bullet_list", "ordered_list"):
        items = [_item(item) for item in node.children]
        return items if all("number" in item for item in items) else [{"kind": "list", "blocks": items}]
    return [block for child in node.children for block in _blocks(child)]


def _item(node: SyntaxTreeNode) -> RuleBlock:
    """Return the block of a list entry: a rule if it begins with a rule's number."""
    blocks = [block for child in node.children for block in _blocks(child)]
    spans = blocks[0].get("spans", []) if blocks else []
    if spans and spans[0]["mark"] == "bold" and NUMBER.fullmatch(spans[0]["text"]):
        number = spans.pop(0)["text"]
        if spans:
            spans[0]["text"] = spans[0]["text"].lstrip()
        return {"kind": "rule", "number": number, "blocks": blocks}
    return {"kind": "item", "blocks": blocks}


def _spans(node: SyntaxTreeNode) -> list[Span]:
    """Return the text of a paragraph or a cell, in pieces with their formatting."""
    found: list[Span] = []
    for inline in node.children:
        for child in inline.children:
            if child.type in ("softbreak", "hardbreak"):
                found.append({"text": " ", "mark": "plain"})
            elif child.type in MARKS:
                said = child.content if child.type == "code_inline" else _plain(child)
                found.append({"text": said, "mark": MARKS[child.type]})  # type: ignore[typeddict-item]  # from MARKS
            elif _plain(child):
                found.append({"text": _plain(child), "mark": "plain"})
    return found


def _plain(node: SyntaxTreeNode) -> str:
    """Return the text of a node without any formatting."""
    if not node.children:
        return " " if node.type == "softbreak" else node.content
    return "".join(_plain(child) for child in node.children)
