"""The laws of every game as pytest tests.

Two lines test a game against them::

    class TestLaws(Laws):
        game = "roll-or-hold"
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import ClassVar

try:
    import pytest
except ImportError as error:
    raise ImportError("trackside.testing needs pytest, which is not installed: pip install pytest") from error

if "trackside.laws" not in sys.modules:
    pytest.register_assert_rewrite("trackside.laws")  # so that a broken law shows the values it compared

from trackside.games import find_game
from trackside.laws import COMPILED, PLAIN, TURNS, Law, laws_for
from trackside.laws.tables import Table, tables_of

__all__ = ["Laws"]


class Laws:
    """Tests of a game against all laws, with every number of seats and every option."""

    game: ClassVar[str]
    """The name of the game."""
    laws: ClassVar[tuple[Law, ...]] = (*PLAIN, *TURNS, *COMPILED)

    @classmethod
    def tables(cls) -> Iterable[Table]:
        """Return the tables at which the laws are tested."""
        return tables_of(find_game(cls.game))

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Generate a test for every law at every table."""
        if "law" in metafunc.fixturenames:
            cases = [(law, table) for table in self.tables() for law in laws_for(table, self.laws)]
            metafunc.parametrize(("law", "table"), cases, ids=[f"{law.__name__}-{table}" for law, table in cases])

    def test_law(self, law: Law, table: Table) -> None:
        """Test one law at one table."""
        law(table)
