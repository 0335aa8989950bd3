"""Failovers: another database behind the same address may lack the last acknowledged writes."""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import SQLAlchemyError

logger = logging.getLogger("trackside.web")


class EpochChanged(Exception):
    """The database is not the one against which a change was checked."""


class Epochs:
    """Detects failovers: on every new connection, compares PostgreSQL's system identifier and timeline."""

    QUERY = """
        SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE
            (SELECT system_identifier FROM pg_control_system()) || ' ' ||
            substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
    """

    def __init__(self, engine: Engine) -> None:
        self.number = 0
        self._known: str | None = None
        self._lock = threading.Lock()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", self._compare)
            with contextlib.suppress(SQLAlchemyError), engine.connect() as connection:
                self._compare(connection.connection.dbapi_connection, None)

    def _compare(self, connection: Any, _: object) -> None:
        """Identify the database of a new connection; one without permission to tell is assumed to be the same."""
        try:
            with connection.cursor() as cursor:
                found = cursor.execute(self.QUERY).fetchone()[0]
        except Exception:  # whatever the driver raises: connecting must not depend on this
            logger.warning("could not identify the database; a failover will be noticed later", exc_info=True)
            found = None
        finally:
            connection.rollback()
        with self._lock:
            if found is not None and self._known not in (None, found):
                self.number += 1
                logger.warning("another database has taken over this address; reloading all tables")
            self._known = found or self._known
