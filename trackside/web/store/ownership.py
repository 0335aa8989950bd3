"""Checks that a database is undamaged, belongs to Trackside and was not written by a newer version.

SQLite has fields for this in the file header; PostgreSQL gets a table with one row.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, Engine, insert, select, update

from trackside.core.errors import BadOption
from trackside.web.store.schema import about, entries, tables

APPLICATION = 0x7472636B
"""The application id in the header of our SQLite files: "trck"."""

SCHEMA = 1
"""The schema version, which grows only with changes that break older servers, not with new columns."""

BACKUPS = "see Backups in docs/operate.md for how to restore a copy"


def check_integrity(engine: Engine) -> None:
    """Raise BadOption if pages of an SQLite file are damaged."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise damaged(str(found).strip().splitlines()[-1])


def damaged(how: str) -> BadOption:
    """Return the error for a damaged database."""
    return BadOption(f"the database is damaged ({how}): {BACKUPS}")


def check_owner(connection: Connection, known: Collection[str]) -> bool:
    """Return whether the database is new, given the names of its tables; raise BadOption if it is not ours."""
    ours = {tables.name, entries.name} <= set(known)
    if connection.dialect.name == "sqlite":
        application = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
        version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        is_foreign = application not in (0, APPLICATION) or (bool(known) and not ours)
    else:
        version = connection.execute(select(about.c.version)).scalar() if ours and about.name in known else 0
        is_foreign = bool(known) and not ours
    if is_foreign:
        raise BadOption("the database belongs to another program: give Trackside one of its own with --database")
    if known and not version:
        raise BadOption(
            "the database was written by a version of Trackside before 0.1.0, which cannot be read: give Trackside a "
            "new one with --database, and import the records of finished games"
        )
    if (version or 0) > SCHEMA:
        raise BadOption(
            f"the database was written by a newer version of Trackside (schema {version}, this version knows "
            f"{SCHEMA}): upgrade Trackside"
        )
    return not known


def mark(connection: Connection) -> None:
    """Mark the database as ours, with the schema version."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        return
    about.create(connection, checkfirst=True)
    if connection.execute(update(about).values(version=SCHEMA)).rowcount == 0:
        connection.execute(insert(about).values(version=SCHEMA))
