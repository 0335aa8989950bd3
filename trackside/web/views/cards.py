"""Cards of a table and its seats, as lists, replays and reviews show them."""

from __future__ import annotations

from trackside.web.api.common import LevelName
from trackside.web.api.table import SeatCard, TableCard, WhatIf
from trackside.web.tables.seats import COLOURS, team_colours
from trackside.web.tables.table import Table


def table_card(table: Table, language: str) -> TableCard:
    """Return a table's id and game."""
    game = table.game
    return {"id": table.id, "game": game.name, "folder": game.folder, "title": game.title(language)}


def what_if(table: Table) -> WhatIf | None:
    """Return the moment from which a what-if continues; None if the table is not a what-if, or has not begun."""
    if table.moment is None or table.match is None:
        return None
    return {"table": table.moment.table, "at": table.moment.at, "turn": table.moment_turn, "step": table.moment.step}


def seat_cards(table: Table, player: str | None) -> list[SeatCard]:
    """Return the seats as shown to a player; partners in a team share a colour once the game has begun."""
    cards = [one.card(player) for one in table.occupants]
    return cards if table.match is None else team_colours(cards, table.match.sides)


def seat_card(seat: int, mine: bool, name: str = "", level: LevelName | None = None) -> SeatCard:
    """Return the card of a seat that belongs to no table: of a lesson or a puzzle."""
    return {
        "seat": seat,
        "colour": COLOURS[seat],
        "kind": "person" if mine else "bot",
        "name": name,
        "level": level,
        "mine": mine,
        "asked_by": None,
    }
