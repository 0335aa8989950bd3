"""The lists of the lobby: a page of each from the store, updated with what is not yet written there."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import get_args

from sqlalchemy import Connection

from trackside.games import GAMES
from trackside.web.api.common import ListKind
from trackside.web.api.lobby import NextPages, TableLists, TableRow
from trackside.web.store import lists as queries
from trackside.web.store.listing import ListingWriter
from trackside.web.store.lists import Page, Place
from trackside.web.tables.registry import Tables
from trackside.web.tables.state import Listing
from trackside.web.views import lobby
from trackside.web.views.lobby import NOBODYS_TURN, MyTurn

KINDS: tuple[ListKind, ...] = get_args(ListKind)

MAX_PROMPTS = 4
"""Tables waiting for a player that are listed with a prompt; the rest are not loaded just for that."""

PLACE = "^[0-9]{1,15}-[0-9A-Za-z]{1,16}$"
"""The format of a place in a list."""


async def table_lists(
    tables: Tables,
    listing_writer: ListingWriter,
    player: str | None,
    kind: ListKind | None,
    before: str | None,
    language: str,
) -> TableLists:
    """Return a page of each list, or of the requested one, starting at a place."""
    asked = KINDS if kind is None else (kind,)
    newer = listing_writer.unwritten()  # before reading the store, which may miss what is written meanwhile
    pages = await tables.store.read(partial(_pages, player=player, kinds=asked, before=read_place(before)))
    newer |= listing_writer.unwritten()
    waiting = 0
    rows: dict[ListKind, list[TableRow]] = {"mine": [], "public": [], "finished": []}
    more: NextPages = {"mine": None, "public": None, "finished": None}
    for one, page in pages.items():
        more[one] = None if page.more is None else f"{page.more.changed}-{page.more.table}"
        for row, occupants in page.rows:
            if row["game"] not in GAMES:  # a third-party game that is not installed: its tables stay in the store
                continue
            turn = NOBODYS_TURN
            if one == "mine":
                stored = Listing(row["changed"], row["to_move"], row["due"])
                row["changed"], bits, due = newer[row["id"]].listing() if row["id"] in newer else stored
                mine = [other.seat for other in occupants if other.belongs_to(player) and bits >> other.seat & 1]
                if mine:
                    waiting += 1
                    wanted = waiting <= MAX_PROMPTS
                    prompt = await _prompt(tables, row["id"], mine[0], player, language) if wanted else None
                    turn = MyTurn(True, prompt, due or None)
            rows[one].append(lobby.table_row(row, occupants, player, turn, language))
    return {"mine": rows["mine"], "public": rows["public"], "finished": rows["finished"], "more": more}


def _pages(
    connection: Connection, player: str | None, kinds: Collection[ListKind], before: Place | None
) -> dict[ListKind, Page]:
    return {kind: queries.listed(connection, player, kind, before) for kind in kinds}


async def _prompt(tables: Tables, table_id: str, seat: int, player: str | None, language: str) -> str | None:
    """Return the prompt for a seat; load the table if it is not in memory."""
    live = await tables.find(table_id)
    if live.table.match is None or seat not in live.table.seats_to_move():
        return None
    if seat == live.table.roller:
        return live.viewers.words(language, player)("play.roll")
    game, view = live.table.game, live.table.match.view_state(seat)
    return game.notation.prompt(view, seat, live.viewers.words(language, player)) or None


def read_place(text: str | None) -> Place | None:
    """Parse a place in a list."""
    if text is None:
        return None
    changed, table = text.split("-")
    return Place(int(changed), table)
