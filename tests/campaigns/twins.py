"""Twins: pairs of tables that differ in secrets alone, which nobody can tell apart by anything they can fetch."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = "tests/web/system/test_twins.py"


def compare(thoroughly: bool) -> tuple[Counter[str], list[str]]:
    """Compare some pairs, or hundreds, of every game with secrets; what was counted and what was wrong."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--timeout", "3600"]
    wanted = ["-m", "long" if thoroughly else "not long", TESTS]
    done = subprocess.run([*command, *wanted], cwd=ROOT, capture_output=True, text=True)
    passed = re.search(r"(\d+) passed", done.stdout)
    figures = Counter({"tests of twins": int(passed[1]) if passed else 0})
    return figures, [] if done.returncode == 0 else [f"twins can be told apart: {done.stdout[-2000:]}"]
