"""Results of a training: weights, the card beside them, and the training curves as a picture."""

from __future__ import annotations

import io
import json
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from trackside import __version__
from trackside.games import Game
from trackside.play.files import write_bytes, write_text
from trackside.search.weights import LAYERS
from trackside.train.training import Progress, Training


def write_nets(game: Game, path: Path, nets: dict[str, Any], digest: str) -> None:
    """Write weights by table with the digest of their features, replacing the file atomically."""
    entries: dict[str, Any] = {"game": np.array(game.name), "features": np.array(digest)}
    for table in in_order(game, nets):
        entries |= {f"{table}/{layer}": nets[table][0][layer] for layer in LAYERS}
    packed = io.BytesIO()
    np.savez_compressed(packed, **entries)
    write_bytes(path, packed.getvalue())


def in_order(game: Game, tables: dict[str, Any]) -> list[str]:
    """Return the names of tables in the game's order."""
    return [table for table in game.plain.NETS if table in tables]


def card_of(training: Training) -> dict[str, Any]:
    """Return the card of a net: its training parameters and its strength."""
    last = training.log[-1]
    strongest = next((entry for entry in reversed(training.log) if entry.against_policy), last)
    return {
        "seed": training.seed,
        "generations": training.generation,
        "minutes": round(training.seconds / 60, 1),
        "loss": round(last.loss, 4),
        "share against the policy": _rounded(strongest.against_policy),
        "recipe": {key: value for key, value in asdict(training.recipe).items() if key not in ("table", "generations")},
        "commit": commit(),
        "version": __version__,
    }


def _rounded(share: tuple[float, float] | None) -> list[float] | None:
    return None if share is None else [round(number, 3) for number in share]


def commit() -> str:
    """Return the commit of this code, or an empty string if it is unknown."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def write_card(game: Game, path: Path, cards: dict[str, Any]) -> None:
    """Write the cards beside the weights, one for each kind of table."""
    ordered = {table: cards[table] for table in in_order(game, cards)}
    write_text(path, json.dumps(ordered, indent=2, ensure_ascii=False) + "\n")


def draw_curves(path: Path, title: str, logs: dict[str, list[Progress]]) -> None:
    """Draw loss and strength over the minutes of training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    losses, strengths = figure.subplots(1, 2)
    for table, log in logs.items():
        minutes = [entry.seconds / 60 for entry in log]
        losses.plot(minutes, [entry.loss for entry in log], label=table, linewidth=1.5)
        measured = [entry for entry in log if entry.against_policy is not None]
        strengths.errorbar(
            [entry.seconds / 60 for entry in measured],
            [entry.against_policy[0] for entry in measured if entry.against_policy],
            [entry.against_policy[1] for entry in measured if entry.against_policy],
            label=table,
            linewidth=1.5,
            capsize=2,
        )
    losses.set(title=f"{title}: loss", xlabel="minutes of training")
    strengths.set(title="against the policy", xlabel="minutes of training")
    for axes in (losses, strengths):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110, metadata={"Software": None})
    write_bytes(path, picture.getvalue())
