"""Exports game records, signed if the server has a key.

Only games that were played here to the end are signed: an imported record may be made up, and a what-if begins with
the moves of another game.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from trackside.play.record_writer import write_record
from trackside.play.signature import Signer
from trackside.web.tables.changes import OVER
from trackside.web.tables.origins import IMPORTED
from trackside.web.tables.table import Table
from trackside.web.workers.background import CancelCheck


class RecordExport:
    """The exporter of tables' records."""

    def __init__(self) -> None:
        self.signer: Signer | None = None

    @property
    def public_key(self) -> str | None:
        """The key that verifies the signatures; None if records are not signed."""
        return None if self.signer is None else self.signer.public_key

    def prepare(self, table: Table, player: str | None) -> Callable[[CancelCheck], str]:
        """Return the job that writes a table's record as the player may see it now."""
        copy_match, signer = table.copy_match(), self.signer
        perspective = None if table.status == OVER else table.perspective_of(player)
        if signer is None or not is_played_here(table):
            return lambda check_cancelled: copy_match().record(perspective)
        assert table.last is not None
        facts = [("Table", table.id), ("Created", _time(table.began)), ("Ended", _time(table.last["at"]))]
        return lambda check_cancelled: signer.sign(write_record(copy_match(), reveal_seed=True, facts=facts))


def is_played_here(table: Table) -> bool:
    """Return whether the game was played at this table from beginning to end."""
    is_complete = table.match is not None and table.match.over and not table.damaged
    return table.status == OVER and is_complete and table.origin != IMPORTED and table.moment is None


def _time(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
