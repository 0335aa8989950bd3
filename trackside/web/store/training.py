"""Queries for training positions, their schedule, and puzzles."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, literal_column, select, update

from trackside.review.questions import Verdict
from trackside.review.report import Effort
from trackside.web.store.reviews import EFFORTS
from trackside.web.store.schema import members, players, puzzles, solved, training
from trackside.web.unix_time import now

DAY = 86_400_000
"""The milliseconds of a day."""

PAUSES = (1, 3, 10, 30)
"""Days until a position is due again: after a wrong answer, after one right answer, after two in a row ..."""


UNGRADED, GOOD, NOT_GOOD = 0, 1, 2
"""The grades of a puzzle."""


class Card(NamedTuple):
    """A position that a player got wrong, and the answers since."""

    table: str
    step: int
    effort: Effort
    game: str
    card: Mapping[str, Any]
    box: int
    last: Verdict | None
    tried: int | None
    due: int | None


CARD = (
    training.c.table_id,
    training.c.step,
    training.c.effort,
    training.c.game,
    training.c.card,
    training.c.box,
    training.c.last,
    training.c.tried,
    training.c.due,
)


def database_time(connection: Connection) -> int:
    """Return the time by the database's clock, in milliseconds, on which all servers agree."""
    clock = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    if connection.dialect.name != "sqlite":
        clock = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
    return int(connection.execute(select(literal_column(clock))).scalar_one())


def note_mistakes(
    connection: Connection, player: str, table: str, game: str, effort: Effort, cards: Mapping[int, Mapping[str, Any]]
) -> None:
    """Store a player's mistakes found by a review; delete earlier ones that a deeper review does not confirm."""
    mine = and_(training.c.player == player, training.c.table_id == table)
    stored = connection.execute(select(training.c.step, training.c.effort).where(mine))
    known: dict[int, Effort] = {row.step: row.effort for row in stored}
    if any(EFFORTS.index(found) > EFFORTS.index(effort) for found in known.values()):
        return
    for step in known.keys() - cards.keys():
        connection.execute(delete(training).where(mine, training.c.step == step))
    for step, card in cards.items():
        values: dict[str, object] = {"effort": effort, "card": json.dumps(card)}
        if step in known:
            connection.execute(update(training).where(mine, training.c.step == step).values(values))
        else:
            new = {"player": player, "table_id": table, "step": step, "game": game, "due": database_time(connection)}
            connection.execute(insert(training).values(values | new))


def _read(row: Sequence[Any]) -> Card:
    table, step, effort, game, card, *rest = row
    return Card(table, step, effort, game, json.loads(card), *rest)


@dataclass(frozen=True)
class Due:
    """The due positions of a player, with counts."""

    cards: list[Card]
    count: int
    total: int
    next_due: int | None
    now: int
    shares_positions: bool


def due(connection: Connection, player: str, game: str | None, most: int) -> Due:
    """Return a player's due positions, the longest due first, with counts."""
    moment = database_time(connection)
    mine = and_(training.c.player == player, training.c.due.is_not(None))
    mine = mine if game is None else and_(mine, training.c.game == game)
    is_due = and_(mine, training.c.due <= moment)
    listed = select(*CARD).where(is_due).order_by(training.c.due, training.c.table_id, training.c.step).limit(most)
    later = select(func.min(training.c.due)).where(mine, training.c.due > moment)
    return Due(
        [_read(row) for row in connection.execute(listed)],
        _count(connection, is_due),
        _count(connection, mine),
        connection.execute(later).scalar(),
        moment,
        has_shared(connection, player),
    )


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(training).where(which)).scalar_one())


def answered(connection: Connection, player: str, table: str, step: int, verdict: Verdict) -> int | None:
    """Store an answer if the position was due; return when it is due next, None if never or if it is not theirs."""
    mine = and_(training.c.player == player, training.c.table_id == table, training.c.step == step)
    row = connection.execute(select(*CARD).where(mine)).first()
    if row is None:
        return None
    card, moment = _read(row), database_time(connection)
    if card.due is None or card.due > moment:
        return card.due
    box = card.box + 1 if verdict == "right" else 0
    back = moment + DAY * PAUSES[box] if box < len(PAUSES) else None
    values = {"box": box, "last": verdict, "tried": moment, "due": back}
    connection.execute(update(training).where(mine, training.c.due == card.due).values(values))
    return back


# Consent to puzzles


def has_shared(connection: Connection, player: str) -> bool:
    """Return whether positions of a player's games may become puzzles."""
    return bool(connection.execute(select(players.c.shares_positions).where(players.c.id == player)).scalar())


def all_share(connection: Connection, wanted: Sequence[str]) -> bool:
    """Return whether all of these players let positions of their games become puzzles."""
    return all(has_shared(connection, player) for player in wanted)


def share(connection: Connection, player: str, shares_positions: bool) -> None:
    """Set whether positions of a player's games may become puzzles; if not, delete the existing ones."""
    values = {"shares_positions": int(shares_positions)}
    if connection.execute(update(players).where(players.c.id == player).values(values)).rowcount == 0:
        connection.execute(insert(players).values(values | {"id": player, "name": ""}))
    if not shares_positions:
        theirs = select(members.c.table_id).where(members.c.player == player)
        connection.execute(delete(puzzles).where(puzzles.c.table_id.in_(theirs)))


# Puzzles


class KeptPuzzle(NamedTuple):
    """A stored puzzle."""

    id: str
    text: str


def add_puzzles(
    connection: Connection, table: str, game: str, players_there: Sequence[str], found: Mapping[int, str]
) -> None:
    """Add new puzzles from a game, by the steps of its review, if all its players have agreed.

    Their ids are random, so that no one can find the table by guessing.
    """
    if not found or not all_share(connection, players_there):
        return
    steps = set(connection.execute(select(puzzles.c.step).where(puzzles.c.table_id == table)).scalars())
    for step, text in found.items():
        row = {"id": secrets.token_hex(10), "game": game, "table_id": table, "step": step, "made": now(), "text": text}
        if step not in steps:
            connection.execute(insert(puzzles).values(row))


def puzzle(connection: Connection, identifier: str) -> str | None:
    """Return a puzzle that was graded as good, or None."""
    found = select(puzzles.c.text).where(puzzles.c.id == identifier, puzzles.c.graded == GOOD)
    text: str | None = connection.execute(found).scalar()
    return text


def puzzle_ids(connection: Connection, game: str, until: int) -> list[str]:
    """Return the ids of a game's good puzzles made before `until`, in a stable order."""
    found = select(puzzles.c.id).where(puzzles.c.game == game, puzzles.c.graded == GOOD, puzzles.c.made < until)
    return list(connection.execute(found.order_by(puzzles.c.made, puzzles.c.id)).scalars())


def ungraded(connection: Connection, games: Sequence[str]) -> KeptPuzzle | None:
    """Return the oldest ungraded puzzle, or None."""
    found = select(puzzles.c.id, puzzles.c.text).where(puzzles.c.graded == UNGRADED, puzzles.c.game.in_(games))
    row = connection.execute(found.order_by(puzzles.c.made, puzzles.c.id).limit(1)).first()
    return None if row is None else KeptPuzzle(*row)


def grade(connection: Connection, identifier: str, text: str, good: bool) -> None:
    """Store the grading of a puzzle: its text with the bots' results, and whether it is good."""
    graded = GOOD if good else NOT_GOOD
    connection.execute(update(puzzles).where(puzzles.c.id == identifier).values(text=text, graded=graded))


def solve(connection: Connection, player: str, identifier: str, verdict: Verdict) -> None:
    """Store the verdict on a player's answer to a puzzle, unless there is one already."""
    if not verdicts(connection, player, [identifier]):
        connection.execute(insert(solved).values(player=player, puzzle=identifier, verdict=verdict))


def verdicts(connection: Connection, player: str, identifiers: Sequence[str]) -> dict[str, Verdict]:
    """Return the verdicts on a player's answers to these puzzles."""
    mine = and_(solved.c.player == player, solved.c.puzzle.in_(identifiers))
    return {
        row.puzzle: row.verdict for row in connection.execute(select(solved.c.puzzle, solved.c.verdict).where(mine))
    }
