"""The laws as tests for games elsewhere."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trackside.laws import COMPILED, PLAIN, TURNS
from trackside.laws.tables import Table
from trackside.testing import Laws

pytest_plugins = ["pytester"]


def test_without_pytest_it_says_what_is_missing() -> None:
    code = "import sys; sys.modules['pytest'] = None; import trackside.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: trackside.testing needs pytest, which is not installed: pip install pytest"
    )


def test_there_is_a_test_for_every_law_and_every_table(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from trackside.testing import Laws

        class TestLaws(Laws):
            game = "traxx"
        """
    )
    listed = [line for line in pytester.runpytest_subprocess("--collect-only", "-q").outlines if "::" in line]
    laws = [*PLAIN, *TURNS, *COMPILED]
    assert {line.partition("[")[2].partition("-")[0] for line in listed} == {law.__name__ for law in laws}
    alone = [line for line in listed if line.endswith("-traxx-1]")]
    assert len(alone) == len(PLAIN) + len(COMPILED)
    assert len([line for line in listed if line.endswith("-traxx-2]")]) == len(laws)


def test_every_law_says_what_must_hold() -> None:
    for law in (*PLAIN, *TURNS, *COMPILED):
        assert law.__doc__
        assert law.__annotations__ == {"table": "Table", "return": "None"}
    assert set(Laws.laws) == {*PLAIN, *TURNS, *COMPILED}
    assert Table.__doc__
