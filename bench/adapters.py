"""Benchmark of the adapters against comparable libraries, in one run: `python bench/adapters.py [part ...]`.

Parts: aec, batch, threads, spiel, bots. Libraries that are not installed are skipped: `pip install pgx rlcard pygame`.
Times are processor time, because machines are shared. Only `threads` also uses the wall clock and needs two
cores for itself. In pgx a step is one action of one game, as in GameBatch.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np

from trackside.adapters.batch import GameBatch
from trackside.play.intervals import share_of

SECONDS = 3.0
TRIALS = 12


def rate(steps: Callable[[], int], clock: Callable[[], float] = time.process_time, seconds: float = SECONDS) -> float:
    """Return the steps per second of the best of several trials, so that other load on the machine matters little."""
    steps()
    best = 0.0
    for _ in range(TRIALS):
        made, start = 0, clock()
        while clock() - start < seconds / TRIALS:
            made += steps()
        best = max(best, made / (clock() - start))
    return best


def table(title: str, rows: Iterator[tuple[str, float]]) -> None:
    """Print the rate of each row, and its ratio to the first row."""
    print(f"\n{title}")
    first = 0.0
    for name, found in rows:
        first = first or found
        print(f"  {name:<58} {found:>12,.0f}/s   the first is {first / found:6.2f} times that", flush=True)


# One agent at a time


def aec_steps(env: Any, number: int = 2000) -> Callable[[], int]:
    """Return a function that plays random moves in a PettingZoo environment, with observation and mask."""
    rng = Random(1)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(number):
            if not env.agents:
                env.reset()
            observation, _, ended, cut, _ = env.last()
            action = None if ended or cut else rng.choice(observation["action_mask"].nonzero()[0].tolist())
            env.step(action)
        return number

    return run


def aec() -> Iterator[tuple[str, float]]:
    """Measure Trackside's environments and PettingZoo's own."""
    from trackside.adapters import pettingzoo as ours

    yield "whole_nine_v0.env(), 2 seats", rate(aec_steps(ours.whole_nine_v0.env()))
    yield "whole_nine_v0.raw_env()", rate(aec_steps(ours.whole_nine_v0.raw_env()))
    yield "traxx_v0.env(seats=2)", rate(aec_steps(ours.traxx_v0.env(seats=2)))
    yield "skip_or_trip_v0.env()", rate(aec_steps(ours.skip_or_trip_v0.env()))
    for name in ("connect_four_v3", "tictactoe_v3", "chess_v6", "leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                from importlib import import_module

                env = import_module(f"pettingzoo.classic.{name}").env()
                yield f"pettingzoo {name}.env()", rate(aec_steps(env, 200))
            except (ImportError, AttributeError) as error:
                print(f"  pettingzoo {name}: left out ({error})")
    yield from uno()


def uno() -> Iterator[tuple[str, float]]:
    """Measure the card game Uno of rlcard."""
    try:
        import rlcard
    except ImportError:
        print("  rlcard: not installed")
        return
    env = rlcard.make("uno", config={"seed": 1})
    rng = Random(1)
    state = [env.reset()[0]]

    def run() -> int:
        for _ in range(200):
            if env.is_over():
                state[0] = env.reset()[0]
            state[0], _ = env.step(rng.choice(list(state[0]["legal_actions"])))
        return 200

    yield "rlcard uno, env.step", rate(run)


# Many games at once


def batch_steps(game: str, games: int, threads: int = 1, observe: tuple[str, ...] = ("features",)) -> Callable[[], int]:
    """Return a function that plays random moves in a batch, including the choice of the moves."""
    batch = GameBatch(game, games, seats=2, threads=threads, seed=1, observe=observe)

    def run() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        return 20 * games

    return run


def batches() -> Iterator[tuple[str, float]]:
    """Measure batches of Trackside with features or views and masks, and pgx."""
    yield "whole-nine, 416 int16 features and 23 int8 masks", rate(batch_steps("whole-nine", 1024))
    yield "whole-nine, view (159 int16) and masks", rate(batch_steps("whole-nine", 1024, observe=("views",)))
    yield "whole-nine, masks only", rate(batch_steps("whole-nine", 1024, observe=()))
    yield "traxx, 2 seats, features and masks", rate(batch_steps("traxx", 1024))
    yield "skip-or-trip, features and masks", rate(batch_steps("skip-or-trip", 1024))
    for games in (1024, 4096):
        try:
            yield f"pgx backgammon, {games} games", rate(pgx_steps(games))
        except ImportError:
            print("  pgx: not installed")
            return


def pgx_steps(games: int) -> Callable[[], int]:
    """Return a function that plays random moves in pgx's backgammon, with restarts, compiled as its authors show."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    start = jax.jit(jax.vmap(env.init))
    step = auto_reset(env.step, env.init)

    @jax.jit
    def several(state: Any, key: Any) -> Any:
        def one(carry: Any, key: Any) -> Any:
            logits = jax.numpy.where(carry.legal_action_mask, 0.0, -jax.numpy.inf)
            pick, chance = jax.random.split(key)
            actions = jax.random.categorical(pick, logits, axis=1)
            return jax.vmap(step)(carry, actions, jax.random.split(chance, games)), None

        return jax.lax.scan(one, state, jax.random.split(key, 10))[0]

    held = [start(jax.random.split(jax.random.key(1), games)), jax.random.key(2)]

    def run() -> int:
        held[1], key = jax.random.split(held[1])
        held[0] = jax.block_until_ready(several(held[0], key))
        return 10 * games

    return run


def two_threads() -> Iterator[tuple[str, float]]:
    """Measure two threads and one, by the wall clock and by processor time."""
    clocks = (("by the clock", time.perf_counter), ("by processor time", time.process_time))
    for (name, clock), threads in product(clocks, (2, 1)):
        yield f"whole-nine, {threads} threads, {name}", rate(batch_steps("whole-nine", 4096, threads), clock)


# OpenSpiel


def spiel_steps(game: Any) -> Callable[[], int]:
    """Return a function that clones a state and makes a random move in the clone."""
    rng, held = Random(1), [game.new_initial_state()]

    def run() -> int:
        for _ in range(500):
            state = held[0].clone() if not held[0].is_terminal() else game.new_initial_state()
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            held[0] = state
        return 500

    return run


def simulation_steps() -> Callable[[], int]:
    """Return a function that clones and steps a game of Trackside without OpenSpiel."""
    from trackside.adapters.simulation import Simulation
    from trackside.games import find_game

    game = find_game("whole-nine")
    rng, held = Random(1), [Simulation(game, game.opening(2), inside=False)]

    def run() -> int:
        for _ in range(500):
            state = held[0].clone()
            if state.to_move == -2:
                state.reset(1)
            if state.to_move == -1:
                state.step(rng.choice(state.chance_outcomes())[0])
            else:
                state.step(rng.choice(state.legal_moves(state.to_move)))
            held[0] = state
        return 500

    return run


def spiel() -> Iterator[tuple[str, float]]:
    """Measure Trackside in OpenSpiel, and OpenSpiel's backgammon, which is written in C++."""
    import pyspiel

    from trackside.adapters.open_spiel import load

    yield "trackside_whole_nine, clone and step", rate(spiel_steps(load("whole-nine")))
    yield "the same without OpenSpiel (Simulation)", rate(simulation_steps())
    yield "OpenSpiel backgammon (C++) from Python", rate(spiel_steps(pyspiel.load_game("backgammon")))


def bots(games: int, seconds: float) -> None:
    """Play OpenSpiel's MCTS and ISMCTS against Trackside's search, at equal time per move, with alternating seats."""
    from open_spiel.python.algorithms import ismcts, mcts

    from trackside.adapters.open_spiel import LevelBot, load

    print(f"\nOpenSpiel's searches against ours, {seconds} s a move: ours by the clock, theirs by processor time")
    for name, kind in (("whole-nine", "mcts"), ("skip-or-trip", "ismcts")):
        game = load(name)
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        shares: list[float] = []
        spent = [0.0, 0.0]
        simulations = [0, 0]
        for number in range(games):
            ours = number % 2
            bot = LevelBot(game, ours, f"mcts:{seconds}s", seed=number)
            state, rng = game.new_initial_state(), Random(number)
            fit = [4]
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, likely)[0])
                    continue
                if len(state.legal_actions()) == 1:
                    state.apply_action(state.legal_actions()[0])
                    continue
                start = time.process_time()
                if state.current_player() == ours:
                    action = bot.step(state)
                    spent[0] += time.process_time() - start
                    simulations[0] += sum(tree.simulations for tree in bot.agent.trees)
                else:
                    budget = fit[0]
                    action = spiel_action(kind, ismcts, mcts, game, evaluator, budget, number, state)
                    taken = time.process_time() - start
                    spent[1] += taken
                    simulations[1] += budget
                    fit[0] = max(2, round(budget * (0.5 + 0.5 * seconds / max(taken, 1e-4))))
                state.apply_action(action)
            shares.append(state.returns()[ours])
        share = share_of(shares)
        print(
            f"  {name}: mcts:{seconds}s wins {share} of {games} games against {kind}; "
            f"{simulations[0] / spent[0]:,.0f} simulations a second against {simulations[1] / spent[1]:,.0f}",
            flush=True,
        )


def spiel_action(
    kind: str, ismcts: Any, mcts: Any, game: Any, evaluator: Any, budget: int, seed: int, state: Any
) -> int:
    """Return the move of OpenSpiel's search with `budget` simulations."""
    if kind == "mcts":
        bot = mcts.MCTSBot(game, 1.4, budget, evaluator, random_state=np.random.RandomState(seed))
        return int(bot.step(state))
    searching = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.4,
        max_simulations=budget,
        max_world_samples=-1,
        random_state=np.random.RandomState(seed),
        evaluator=evaluator,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ismcts.ChildSelectionPolicy.UCT,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    return int(searching.step(state))


PARTS = {"aec": aec, "batch": batches, "threads": two_threads, "spiel": spiel}


def main() -> None:
    """Run the parts given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "bots", []])
    parser.add_argument("--games", type=int, default=40, help="games against OpenSpiel's bots")
    parser.add_argument("--seconds", type=float, default=0.1, help="what a move may take there")
    args = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    for part in args.parts or [*PARTS, "bots"]:
        if part == "bots":
            bots(args.games, args.seconds)
        else:
            table(part, PARTS[part]())


if __name__ == "__main__":
    main()
