"""Pictures of simulations."""

from __future__ import annotations

import io
from pathlib import Path

from trackside.core.extras import how_to_install
from trackside.core.styles import SEAT_COLOURS
from trackside.core.words import SEATS
from trackside.play.files import write_bytes
from trackside.play.simulate import Summary

EDGE = "#333333"


def draw_distributions(summary: Summary, path: Path) -> str:
    """Draw the scores of every seat and the lengths of the games.

    Return an empty string, or how to install Matplotlib if it is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return f"Matplotlib is not installed: {how_to_install('plots')}"
    figure = Figure(figsize=(10, 3.6), layout="constrained")
    scores, turns = figure.subplots(1, 2)
    scores.hist(
        [summary.columns[f"score_{colour}"] for colour in SEATS[: summary.seats]],
        bins=20,
        color=[ground for _, ground in SEAT_COLOURS[: summary.seats]],
        edgecolor=EDGE,
        linewidth=0.5,
        label=[f"{colour}: {agent}" for colour, agent in zip(SEATS, summary.agents, strict=False)],
    )
    scores.set(title="Scores", xlabel="points", ylabel="games")
    scores.legend()
    turns.hist(summary.columns["turns"], bins=20, color="#7d8794", edgecolor=EDGE, linewidth=0.5)
    turns.set(title="Lengths", xlabel="turns", ylabel="games")
    figure.suptitle(f"{summary.games} games of {summary.game}")
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=120)
    write_bytes(path, picture.getvalue())
    return ""
