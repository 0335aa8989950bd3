"""The training example runs, and learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_training_on_batches_gets_better_and_draws_its_curve(tmp_path: Path) -> None:
    curve = tmp_path / "curve.png"
    done = subprocess.run(
        [sys.executable, "examples/train_on_batches.py", "--rounds", "3", "--games", "250", "--out", str(curve)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    shares = [float(found) for found in re.findall(r"wins ([\d.]+) ±", done.stdout)]
    assert len(shares) == 3
    assert max(shares[1:]) > 0.15 + shares[0] or max(shares) > 0.4
    assert curve.read_bytes().startswith(b"\x89PNG")
