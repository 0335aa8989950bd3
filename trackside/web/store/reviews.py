"""Queries for reviews: requests, leases and parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, cast, get_args

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, true, tuple_, update

from trackside.core.errors import SaveFailed
from trackside.review.report import Effort
from trackside.web.api.reviews import ReviewStatus
from trackside.web.cluster.leases import alive
from trackside.web.store.schema import WANTED, review_parts, reviews, tables
from trackside.web.unix_time import now

EFFORTS: tuple[Effort, ...] = get_args(Effort)
"""The efforts in the order in which reviews are made: quicker ones first."""

Key = tuple[str, Effort]
"""A table and the effort of its review."""


class Kept(NamedTuple):
    """A stored review, without its parts."""

    table: str
    effort: Effort
    status: str
    asker: str
    asked: int
    parts: int
    steps: int
    read: int

    @property
    def key(self) -> Key:
        """The primary key of the review."""
        return self.table, self.effort

    @property
    def shown(self) -> ReviewStatus:
        """The status that players see."""
        if self.status == "wanted":
            return "growing" if self.parts else "waiting"
        return cast(ReviewStatus, self.status)


KEPT = (
    reviews.c.table_id,
    reviews.c.effort,
    reviews.c.status,
    reviews.c.asker,
    reviews.c.asked,
    reviews.c.parts,
    reviews.c.steps,
    reviews.c.read,
)


def _is(key: Key) -> ColumnElement[bool]:
    return and_(reviews.c.table_id == key[0], reviews.c.effort == key[1])


def ask(connection: Connection, key: Key, asker: str, most: int | None) -> bool:
    """Request a review; return False if the asker is already waiting for `most`.

    A review that is done or under way stays as it is; one that was stopped or has failed is resumed.
    """
    known = connection.execute(select(*KEPT).where(_is(key))).first()
    if known is not None and Kept(*known).status in ("wanted", "done"):
        return True
    waiting = select(func.count()).select_from(reviews).where(WANTED, reviews.c.asker == asker)
    if most is not None and connection.execute(waiting).scalar_one() >= most:
        return False
    wish: dict[str, object] = {"status": "wanted", "asker": asker, "asked": now(), "lease_holder": None}
    if known is not None:
        connection.execute(update(reviews).where(_is(key)).values(wish))
    else:
        new = {"table_id": key[0], "effort": key[1], "rank": EFFORTS.index(key[1])}
        connection.execute(insert(reviews).values(wish | new))
    return True


def still_wanted(connection: Connection, keys: Sequence[Key]) -> list[Key]:
    """Return the reviews among these that are still to be made."""
    found = select(reviews.c.table_id, reviews.c.effort).where(
        WANTED, tuple_(reviews.c.table_id, reviews.c.effort).in_(keys)
    )
    return [(table, effort) for table, effort in connection.execute(found)]


def settle(connection: Connection, key: Key, status: str) -> None:
    """Set the status of a wanted review that was stopped or cannot be made."""
    connection.execute(update(reviews).where(_is(key), WANTED).values(status=status, lease_holder=None))


def next_wanted(
    connection: Connection, server: str, busy: Collection[Key], games: Collection[str], alone: bool
) -> tuple[Kept, bool] | None:
    """Return the review to make next, except `busy` ones, and whether this server already holds its lease."""
    others = tuple_(reviews.c.table_id, reviews.c.effort).not_in(busy) if busy else true()
    known = select(tables.c.id).where(tables.c.id == reviews.c.table_id, tables.c.game.in_(games)).exists()
    wanted = (
        select(*KEPT, reviews.c.lease_holder)
        .where(WANTED, others, _free(server, alone), known)
        .order_by(reviews.c.rank, reviews.c.asked)
        .limit(1)
    )
    found = connection.execute(wanted).first()
    return None if found is None else (Kept(*found[:-1]), found[-1] == server)


def claim(connection: Connection, key: Key, server: str, alone: bool) -> bool:
    """Take the lease on a wanted review; return False if another live server holds it."""
    mine = update(reviews).where(_is(key), WANTED, _free(server, alone)).values(lease_holder=server)
    return connection.execute(mine).rowcount == 1


def _free(server: str, alone: bool) -> ColumnElement[bool]:
    lease_holder = reviews.c.lease_holder
    return true() if alone else or_(lease_holder.is_(None), lease_holder == server, lease_holder.not_in(alive()))


def add_part(connection: Connection, kept: Kept, text: str, steps: int, read: int, done: bool) -> None:
    """Add a part; the last part replaces all others. Raise SaveFailed if another server has added it."""
    values: dict[str, object] = {"parts": kept.parts + 1, "steps": kept.steps + steps, "read": read}
    values |= {"status": "done", "lease_holder": None} if done else {}
    grown = update(reviews).where(_is(kept.key), reviews.c.parts == kept.parts).values(values)
    if connection.execute(grown).rowcount != 1:
        raise SaveFailed("another server makes this review")
    if done:
        earlier = and_(review_parts.c.table_id == kept.table, review_parts.c.effort == kept.effort)
        connection.execute(delete(review_parts).where(earlier))
    part = {"table_id": kept.table, "effort": kept.effort, "number": kept.parts, "text": text}
    connection.execute(insert(review_parts).values(part))


def of_table(connection: Connection, table: str) -> list[Kept]:
    """Return all reviews of a game, quickest first."""
    found = select(*KEPT).where(reviews.c.table_id == table).order_by(reviews.c.rank)
    return [Kept(*row) for row in connection.execute(found)]


def deepest(connection: Connection, table: str) -> Kept | None:
    """Return the deepest finished review of a game."""
    done = [one for one in of_table(connection, table) if one.status == "done"]
    return done[-1] if done else None


def ahead_of(connection: Connection, wanted: Sequence[Kept]) -> dict[Key, int]:
    """Return the number of reviews queued before each of these."""
    before = {}
    for one in wanted:
        rank = EFFORTS.index(one.effort)
        earlier = tuple_(reviews.c.rank, reviews.c.asked) < tuple_(rank, one.asked)
        before[one.key] = connection.execute(
            select(func.count()).select_from(reviews).where(WANTED, earlier)
        ).scalar_one()
    return before


def parts(connection: Connection, key: Key, first: int = 0) -> list[str]:
    """Return the parts of a review from number `first` on."""
    here = and_(review_parts.c.table_id == key[0], review_parts.c.effort == key[1], review_parts.c.number >= first)
    return list(connection.execute(select(review_parts.c.text).where(here).order_by(review_parts.c.number)).scalars())
