"""The compiled rules are the plain rules: the same games, byte for byte."""

from __future__ import annotations

import pytest

from tests.laws.games import TABLES, TRIED
from trackside.laws import COMPILED
from trackside.laws.compiled import play_and_compare
from trackside.laws.tables import Table
from trackside.testing import Laws


class TestCompiled(Laws):
    laws = COMPILED

    @classmethod
    def tables(cls) -> list[Table]:
        return TRIED


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_compiled_and_plain_rules_agree_byte_for_byte_in_many_games(table: Table) -> None:
    play_and_compare(table, games=5000, seed=2027)
