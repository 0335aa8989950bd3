"""The command `trackside train`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trackside.cli.common import chosen_game, compiling
from trackside.core.errors import BadOption
from trackside.core.extras import how_to_install
from trackside.games import GAMES, Game

if TYPE_CHECKING:
    from trackside.search.nets import Net
    from trackside.train.recipe import Recipe
    from trackside.train.training import Progress, Training

HELP = "retrain a game's evaluation network by self-play"

EXAMPLES = ("train whole-nine --table '2 seats' --minutes 10 -o mine.npz",)
NEEDED = ("jax", "optax", "matplotlib")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--minutes", type=float, metavar="M", help="stop after M minutes (default: when training is complete)"
    )
    parser.add_argument(
        "--generations", type=int, metavar="N", help="generations per net (default: from the game's recipe)"
    )
    parser.add_argument("--games-each", type=int, metavar="N", help="games per generation")
    parser.add_argument("--batches", type=int, metavar="N", help="training batches per generation")
    parser.add_argument(
        "--table", action="append", metavar="NAME", help="train only the net of this kind of table; may be repeated"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same nets (default: 1)")
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write the weights to (default: GAME.npz, or GAME-value.npz)",
    )
    parser.add_argument(
        "--value", action="store_true", help="train the nets for the value of a position between two turns"
    )
    parser.add_argument("--from", type=Path, dest="begin", metavar="FILE", help="start from the nets in this file")


def run(args: argparse.Namespace) -> int:
    """Train the nets, saving them after every generation."""
    game = chosen_game(args)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadOption(f"training needs {', '.join(missing)}: {how_to_install('train')}")
    from trackside.train.recipe import read_recipes

    args.value = args.value or game.plain.JUDGED == "points"
    recipes = chosen(read_recipes(game, args.value), args)
    out = args.out or Path(f"{game.name}-value.npz" if args.value else f"{game.name}.npz")
    folder = out.with_name(out.name + ".training")
    folder.mkdir(parents=True, exist_ok=True)
    with compiling(game):
        trainings = begin(game, recipes, args, folder)
    try:
        learn(game, trainings, args, out)
    except KeyboardInterrupt:
        print(f"\ntrackside: interrupted; {kept(out)} The same command continues from there.", file=sys.stderr)
        return 130
    return 0


def chosen(recipes: list[Recipe], args: argparse.Namespace) -> list[Recipe]:
    """Return the requested recipes."""
    from trackside.train.training import MAX_GENERATIONS

    if args.minutes is not None and not 0 < args.minutes <= 100_000:
        raise BadOption(f"--minutes {args.minutes:g}: use a number above 0")
    if args.generations is not None and not 1 <= args.generations <= MAX_GENERATIONS:
        raise BadOption(f"--generations {args.generations}: use 1 to {MAX_GENERATIONS}")
    for name, given in (("--games-each", args.games_each), ("--batches", args.batches)):
        if given is not None and not 1 <= given <= 100_000:
            raise BadOption(f"{name} {given}: use 1 to 100000")
    if not 0 <= args.seed < 1_000_000_000:
        raise BadOption(f"--seed {args.seed}: use 0 to 999999999")
    names = [recipe.table for recipe in recipes]
    for table in args.table or ():
        if table not in names:
            raise BadOption(f"--table {table}: there are {', '.join(names)}")
    given = {"games": args.games_each, "batches": args.batches, "generations": args.generations}
    changes = {name: value for name, value in given.items() if value is not None}
    return [replace(recipe, **changes) for recipe in recipes if not args.table or recipe.table in args.table]


def begin(game: Game, recipes: list[Recipe], args: argparse.Namespace, folder: Path) -> list[Training]:
    """Return a training for each recipe, resumed from an earlier run if there is one."""
    from trackside.train.point_training import PointTraining
    from trackside.train.sample_training import SampleTraining
    from trackside.train.training import Training
    from trackside.train.value_training import ValueTraining

    first = nets_in(game, args.begin, args) if args.begin else {}
    kind = Training
    if args.value and game.plain.JUDGED == "points":
        kind = PointTraining
    elif args.value:
        kind = SampleTraining if game.card.secrets else ValueTraining
    return [
        kind(game, recipe, args.seed, folder, first[recipe.table].weights if recipe.table in first else None)
        for recipe in recipes
    ]


def nets_in(game: Game, path: Path, args: argparse.Namespace) -> dict[str, Net]:
    """Return the nets of a file, of the kind that is trained."""
    from trackside.search.nets import read_nets
    from trackside.search.values import read_values

    return read_values(game, path) if args.value else read_nets(game, path)


def learn(game: Game, trainings: list[Training], args: argparse.Namespace, out: Path) -> None:
    """Train the nets one after the other; write weights, card and curves after every generation."""
    from trackside.train.files import card_of, draw_curves, write_card, write_nets
    from trackside.train.point_training import PointTraining

    nets: dict[str, Any] = {}
    cards: dict[str, Any] = {}
    card = out.with_suffix(".json")
    if out.exists():
        nets = {table: net.weights for table, net in nets_in(game, out, args).items()}
        cards = json.loads(card.read_text(encoding="utf-8")) if card.exists() else {}
    generations = 0
    with shown() as show:
        for training in trainings:

            def report(progress: Progress, training: Training = training) -> None:
                nonlocal generations
                generations += 1
                nets[training.recipe.table] = training.net()
                cards[training.recipe.table] = card_of(training)
                write_nets(game, out, nets, training.digest)
                write_card(game, card, cards)
                show(progress)

            if isinstance(training, PointTraining) and training.recipe.begin and training.generation == 0:
                if training.recipe.begin not in nets:
                    raise BadOption(
                        f"{training.recipe.table} begins with the net for {training.recipe.begin}: train both"
                    )
                training.begin_with(nets[training.recipe.begin])
            seconds = float("inf") if args.minutes is None else args.minutes * 60 / len(trainings)
            training.run(training.recipe.generations, seconds, report)
    logs = {training.recipe.table: training.log for training in trainings}
    draw_curves(out.with_suffix(".png"), game.card.title, logs)
    print(f"{out}, {card.name}, {out.with_suffix('.png').name}")
    if generations == 0:
        more = "--minutes" if args.minutes is not None else "--generations"
        print(f"Nothing was added: {out}.training has all of that already. Give more with {more}.")
    if not args.value or game.plain.JUDGED == "points":
        print(f"Play with it wherever a player is named: trackside arena {game.name} judge:{out} greedy")


def kept(out: Path) -> str:
    """Return a sentence on what an interrupted run has saved."""
    return f"{out} has what was trained so far." if out.exists() else "Nothing was trained yet."


@contextmanager
def shown() -> Iterator[Callable[[Progress], None]]:
    """Show a line per generation; on a terminal, a line without measurements is overwritten by the next."""
    terminal = sys.stderr.isatty()

    def show(progress: Progress) -> None:
        line = f"{progress.table}, generation {progress.generation + 1}, {progress.seconds / 60:.1f} min: "
        line += f"loss {progress.loss:.4f}"
        for name, share in (("policy", progress.against_policy), ("last net", progress.against_last)):
            if share is not None:
                line += f", against the {name} {share[0]:.3f} ± {share[1]:.3f}"
        passing = terminal and progress.against_policy is None
        print(f"\r\033[K{line}" if terminal else line, end="" if passing else "\n", file=sys.stderr, flush=True)

    yield show
    if terminal:
        print(file=sys.stderr)
