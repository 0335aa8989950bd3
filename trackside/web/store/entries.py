"""Log entries in the database: many in one statement, because every statement makes threads contend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection

from trackside.core.errors import SaveFailed
from trackside.web.store.schema import entries

MAX_IN_ONE = 50
"""The maximum number of log entries in one statement."""


def check_entries(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise SaveFailed unless these log entries are stored."""
    names = entries.columns.keys()
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), MAX_IN_ONE):
        some = rows[first : first + MAX_IN_ONE]
        keys = tuple(value for row in some for value in (row["table_id"], row["number"]))
        found = set(map(tuple, connection.exec_driver_sql(_selection(len(some), mark), keys)))
        if not all(tuple(row[name] for name in names) in found for row in some):
            raise SaveFailed("the log does not continue from what is known here")


@cache
def _selection(rows: int, mark: str) -> str:
    one = f"(table_id = {mark} AND number = {mark})"
    return f"SELECT {', '.join(entries.columns.keys())} FROM {entries.name} WHERE {' OR '.join([one] * rows)}"


def add_entries(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add log entries; the key (table, number) detects conflicting writers.

    One statement adds many, because every statement makes the threads contend for the interpreter.
    """
    names = entries.columns.keys()
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), MAX_IN_ONE):
        some = rows[first : first + MAX_IN_ONE]
        connection.exec_driver_sql(_insertion(len(some), mark), tuple(row[name] for row in some for name in names))


@cache
def _insertion(rows: int, mark: str) -> str:
    names = entries.columns.keys()
    values = f"({', '.join([mark] * len(names))})"
    return f"INSERT INTO {entries.name} ({', '.join(names)}) VALUES {', '.join([values] * rows)}"
