"""Compile the code of the tests, each game in its own process, so that workers do not compile the same code twice.

`python -m tests.warm_up` compiles everything, `python -m tests.warm_up laws playouts` only these parts.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context

from trackside.adapters.batch import GameBatch
from trackside.adapters.simulation import Simulation
from trackside.games import GAMES, Game
from trackside.laws.compiled import (
    compiled_and_plain_guesses_and_quick_moves_agree,
    matches_by_compiled_and_by_plain_rules_are_the_same,
    play_and_compare,
)
from trackside.laws.encoders import compiled_and_plain_encodings_agree
from trackside.laws.listing import compiled_and_plain_turns_agree
from trackside.laws.tables import Table
from trackside.play.bots import warm_up_levels
from trackside.play.match import Match
from trackside.review.budgets import evaluator_for
from trackside.review.evaluators import PlayingEvaluator
from trackside.review.turns import TurnEvaluator
from trackside.search.agents import make_agent
from trackside.search.batch import Batch
from trackside.search.kernels.perft import perft
from trackside.search.tree_search import Tree


def laws(game: Game) -> None:
    """Compile the rules as the laws compare them."""
    table = Table(game, game.card.default_seats, {}, is_quick=True)
    play_and_compare(table, games=1, seed=1)
    compiled_and_plain_guesses_and_quick_moves_agree(table)
    matches_by_compiled_and_by_plain_rules_are_the_same(table)
    compiled_and_plain_encodings_agree(table)
    compiled_and_plain_turns_agree(table)


def playouts(game: Game) -> None:
    """Compile whole games."""
    Batch(game, game.opening(game.card.default_seats), ["greedy"] * game.card.default_seats, seed=1).warm_up()


def counts(game: Game) -> None:
    """Compile the counting of positions."""
    perft(game, game.opening(game.card.default_seats), 1)


def search(game: Game) -> None:
    """Compile the search of the levels, the solver of endings, the tree and the evaluators of reviews."""
    match = Match(game.name, seed=1)
    while len(match.moves(match.to_move)) < 2:
        match.play(match.to_move, match.moves(match.to_move)[0])
    seat = match.to_move
    view = match.view(seat).state
    warm_up_levels(game)
    for player in ("expert", "master", "playout:1"):
        make_agent(player, game).choose(view, seat)
    Tree(game, view, seat, 1, playouts="greedy").run(1)
    if game.card.secrets:
        PlayingEvaluator(game, with_net=game.plain.JUDGED == "shares").evaluate([match.state], 2, 1)
    evaluator = evaluator_for(game, match.state, "quick")
    evaluator.evaluate([match.state], 2, 1)
    if isinstance(evaluator, TurnEvaluator):
        evaluator.read(match.positions())


def adapters(game: Game) -> None:
    """Compile the steppers of the research interfaces."""
    batch = GameBatch(game.name, 2)
    batch.step(batch.sample())
    batch.look_ahead()
    one = Simulation(game, game.opening(game.card.default_seats), inside=False)
    while one.to_move < 0:
        one.step(one.chance_outcomes()[0][0])
    one.play(one.to_move, one.legal_moves(one.to_move)[0])
    one.resample(0, 1)
    one.scores()
    one.returns()


PARTS = {part.__name__: part for part in (search, adapters, laws, playouts, counts)}
"""The longest parts first, so that no process is left alone with one."""


def compile_part(part: str, name: str) -> None:
    """Compile a part of a game by using it."""
    PARTS[part](GAMES[name])


def main() -> None:
    """Compile the parts named on the command line."""
    parts = sys.argv[1:] or list(PARTS)
    print(f"compiling {', '.join(parts)} of {', '.join(GAMES)} for the tests, once for all workers ...", flush=True)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for future in [pool.submit(compile_part, part, name) for part, name in product(parts, GAMES)]:
            future.result()


if __name__ == "__main__":
    main()
