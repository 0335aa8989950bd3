"""Accuracy of the evaluation nets without search: `python bench/judge.py [GAME ...]` writes docs/notes/judges.md."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from trackside.games import GAMES, Game
from trackside.search.nets import nets_of
from trackside.train.line_play import LinePlay
from trackside.train.recipe import Recipe, read_recipes
from trackside.train.selfplay import SelfPlay

ROOT = Path(__file__).parent.parent
SEED = 4_000_000_000_000
POSITIONS = 10_000
ABOUT = (
    "Written by `python bench/judge.py`. Every net plays 3,000 fresh games by itself, looking to the end of its turn "
    f"only. {POSITIONS:,} of their positions are judged without any search and compared with what came: the share of "
    "the win of the observing seat, in Träxx the points that its line still brought. A tenth of the turns of Träxx are "
    "random; the lines before them are compared with what the net promises of the best turn.\n\nThe last columns are "
    "the mean squared error by turns (in Träxx rounds) still to come. In the picture every mark is a fifteenth of the "
    "positions."
)

LEFT = ((0, 0), (1, 3), (4, 8), (9, 16), (17, 30), (31, 1000))
"""Ranges of turns still to come, one column each."""


def judged(game: Game, recipe: Recipe) -> tuple[Any, Any, Any]:
    """Return the net's evaluations of new positions from self-play, the actual results, and the turns still to come."""
    if game.plain.JUDGED == "points":
        lines = LinePlay(game, recipe.positions(game), recipe.turns)
        found: Any = lines.play_some(nets_of(game)[recipe.table].record, 3000, SEED, 1.0, 1)
        rows = np.random.default_rng(1).permutation(len(found.judged))[:POSITIONS]
        return found.judged[rows, 0], found.targets[rows, 0], found.left[rows]
    played = SelfPlay(game, recipe.positions(game), recipe.turns)
    found = played.play(nets_of(game)[recipe.table].weights, 0, 3000, SEED, 0, 0.0)
    rows = np.random.default_rng(1).permutation(len(found.judged))[:POSITIONS]
    # the first output is the observing seat
    return found.judged[rows, 0], found.targets[rows, 0], found.left[rows]


def row(recipe: Recipe, said: Any, came: Any, left: Any) -> str:
    """Return a row of the table: correlation, mean squared error, and the error by turns still to come."""
    parts = []
    for low, high in LEFT:
        chosen = (left >= low) & (left <= high)
        parts.append(f"{np.mean((said[chosen] - came[chosen]) ** 2):.3f}" if chosen.sum() > 50 else "-")
    correlation = np.corrcoef(said, came)[0, 1]
    error = np.mean((said - came) ** 2)
    return f"| {recipe.table} | {len(said)} | {correlation:.3f} | {error:.3f} | {' | '.join(parts)} |"


def draw(axes: Any, game: Game, tables: dict[str, tuple[Any, Any, Any]]) -> None:
    """Plot actual against predicted results."""
    for name, (said, came, _) in tables.items():
        edges = np.quantile(said, np.linspace(0, 1, 16))
        bins = np.clip(np.digitize(said, edges[1:-1]), 0, 14)
        middle = [said[bins == i].mean() for i in range(15) if (bins == i).any()]
        result = [came[bins == i].mean() for i in range(15) if (bins == i).any()]
        axes.plot(middle, result, marker="o", markersize=3, linewidth=1.2, label=name)
    ends = axes.get_xlim()
    axes.plot(ends, ends, color="grey", linewidth=0.8, linestyle="--")
    points = game.plain.JUDGED == "points"
    axes.set(
        title=game.card.title,
        xlabel="points to come, as judged" if points else "share of the win, as judged",
        ylabel="points that came" if points else "won",
    )
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize=7)


def main() -> None:
    """Measure the games given on the command line, and write the page and the picture."""
    from matplotlib.figure import Figure

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    args = parser.parse_args()
    figure = Figure(figsize=(4.2 * len(args.games), 4), layout="constrained")
    head = "| table | positions | correlation | mean squared error | " + " | ".join(
        f"{low} to {high} left" if 0 < high < 1000 else f"{low} or more" if high else "last turn" for low, high in LEFT
    )
    page = ["# How well the nets judge", "", ABOUT, "", "![what was judged against what came](judges.png)"]
    for axes, name in zip(figure.subplots(1, len(args.games), squeeze=False)[0], args.games, strict=True):
        game = GAMES[name]
        tables = {
            recipe.table: (recipe, judged(game, recipe))
            for recipe in read_recipes(game, value=game.plain.JUDGED == "points")
        }
        page += ["", f"## {game.card.title}", "", head + " |", "|" + " --- |" * (4 + len(LEFT))]
        page += [row(recipe, *found) for recipe, found in tables.values()]
        draw(axes, game, {table: found for table, (_, found) in tables.items()})
        print("\n".join(page[-len(tables) :]), flush=True)
    figure.savefig(ROOT / "docs" / "notes" / "judges.png", dpi=110)
    (ROOT / "docs" / "notes" / "judges.md").write_text("\n".join(page) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
