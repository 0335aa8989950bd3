"""The laws of every game."""

from __future__ import annotations

from tests.laws.games import TRIED
from trackside.laws import PLAIN, TURNS
from trackside.laws.tables import Table
from trackside.testing import Laws


class TestLaws(Laws):
    laws = (*PLAIN, *TURNS)

    @classmethod
    def tables(cls) -> list[Table]:
        return TRIED
