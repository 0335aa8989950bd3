"""Baselines in one table: game x algorithm x budget, with intervals: `python bench/baselines.py -o baselines.json`.

Every algorithm plays The Whole Nine, Träxx and Skip or Trip with two seats against `greedy`, in both seats of the same
number of games; the figure is its share of the win. On the tiny games, CFR+ is measured by what its strategy gives away
to a best reply (NashConv). Rows that the file has already are not repeated, so an interrupted run continues.

MaskablePPO is included if it is installed: `pip install sb3-contrib`. OpenSpiel's
searches need `trackside[open-spiel]`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from trackside.games import GAMES, find_game
from trackside.play.intervals import share_of
from trackside.play.match import Match
from trackside.search.agents import LEVELS, make_agent

OPPONENT = "greedy"
BUDGETS = (10, 50)
"""Simulations per move of OpenSpiel's searches."""

ITERATIONS = (10, 100)
"""Iterations of CFR+ on the tiny games."""

Row = dict[str, Any]
Chooser = Callable[[Match, int], int]


def shares_of(game: str, chooser: Chooser, games: int) -> list[float]:
    """Return the algorithm's share of every game against the opponent, with alternating seats."""
    found = []
    for number in range(games):
        match, mine = Match(game, 2, seed=f"baseline/{number // 2}"), number % 2
        opponent = make_agent(OPPONENT, match.game, number)
        while not match.over:
            seat = match.to_move
            if seat == mine:
                match.play(seat, chooser(match, seat))
            else:
                match.play(seat, opponent.choose(match.view(seat).state, seat).move)
        found.append(match.returns[mine])
    return found


def named(game: str, player: str) -> Chooser:
    """Return a player by name."""
    agent = make_agent(player, find_game(game), 1)
    return lambda match, seat: agent.choose(match.view(seat).state, seat).move


def spiel(game: str, simulations: int) -> Chooser:
    """Return OpenSpiel's search: MCTS, or ISMCTS where something is secret."""
    from open_spiel.python.algorithms import mcts

    from trackside.adapters.open_spiel import ismcts_bot, load

    loaded, rng = load(game), np.random.RandomState(1)
    if find_game(game).card.secrets:
        bot = ismcts_bot(loaded, simulations, 1)
    else:
        bot = mcts.MCTSBot(loaded, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)

    def choose(match: Match, seat: int) -> int:
        state = loaded.new_initial_state()
        for _, action in match.log:
            state.apply_action(action)
        return int(bot.step(state))

    return choose


def ppo(game: str, steps: int) -> Chooser:
    """Return MaskablePPO after training for these steps against the opponent."""
    from sb3_contrib import MaskablePPO

    from trackside.adapters.gymnasium import SeatEnv

    env = SeatEnv(game, seats=2, opponents=OPPONENT, reward="shares")
    model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu")
    model.learn(steps)

    def choose(match: Match, seat: int) -> int:
        mask = match.legal_mask(seat)
        return int(model.predict(match.observation(seat), action_masks=mask, deterministic=True)[0])

    return choose


def jobs(args: argparse.Namespace) -> Iterator[tuple[str, str, str, Callable[[], Row]]]:
    """Yield every row of the table: game, algorithm, budget, and the function that measures it."""
    for game in args.game or GAMES:
        choosers: list[tuple[str, str, Callable[[], Chooser]]] = [
            *((name, "", partial(named, game, name)) for name in ("random", "greedy", "judge", *LEVELS)),
            *(("OpenSpiel (IS)MCTS", f"{n} simulations", partial(spiel, game, n)) for n in BUDGETS),
            ("MaskablePPO", f"{args.steps} steps", partial(ppo, game, args.steps)),
        ]
        for name, budget, make in choosers:
            if not args.algorithm or name in args.algorithm:
                yield game, name, budget, partial(measured, game, make, args.games)
    for game in args.game or GAMES:
        for n in ITERATIONS:
            if find_game(game).has("data/tiny.toml") and (not args.algorithm or "CFR+" in args.algorithm):
                yield f"{game}, tiny", "CFR+", f"{n} iterations", partial(exploited, game, n)


def measured(game: str, make: Callable[[], Chooser], games: int) -> Row:
    """Return the share of the win against the opponent, with its interval."""
    share = share_of(shares_of(game, make(), games))
    return {"share": share.mean, "low": share.low, "high": share.high, "games": games}


def exploited(game: str, iterations: int) -> Row:
    """Return what the strategy of CFR+ gives away on the tiny game, and its value for the first player."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    from trackside.adapters.tiny import load_tiny, tiny_value

    loaded = load_tiny(game)
    solver = cfr.CFRPlusSolver(loaded)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(loaded.new_initial_state(), [policy] * 2)[0]
    return {
        "nash_conv": exploitability.nash_conv(loaded, policy),
        "value": float(value),
        "exact": tiny_value(game),
    }


def line(row: Row) -> str:
    """Return a row of the Markdown table."""
    if "share" in row:
        figure = f"{row['share']:.3f} ({row['low']:.3f} to {row['high']:.3f}), {row['games']} games"
    else:
        figure = f"NashConv {row['nash_conv']:.4f}, value {row['value']:.4f} of {row['exact']:.4f}"
    return f"| {row['game']} | {row['algorithm']} | {row['budget']} | {figure} | {row['seconds']:.0f} |"


def main() -> None:
    """Measure what is missing in the file, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game; may be repeated")
    parser.add_argument("--algorithm", action="append", help="only this algorithm; may be repeated")
    parser.add_argument("--games", type=int, default=40, help="games for each row (default: 40)")
    parser.add_argument("--steps", type=int, default=20_000, help="training steps of MaskablePPO (default: 20000)")
    parser.add_argument("-o", "--out", type=Path, default=Path("baselines.json"), help="the file of finished rows")
    args = parser.parse_args()
    rows: list[Row] = json.loads(args.out.read_text(encoding="utf-8")) if args.out.exists() else []
    known = {(row["game"], row["algorithm"], row["budget"]) for row in rows}
    for game, algorithm, budget, measure in jobs(args):
        if (game, algorithm, budget) in known:
            continue
        begun = time.process_time()
        try:
            found = measure()
        except ImportError as error:
            print(f"{algorithm}: left out ({error})")
            continue
        rows.append({"game": game, "algorithm": algorithm, "budget": budget, **found})
        rows[-1]["seconds"] = round(time.process_time() - begun, 1)
        args.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        print(line(rows[-1]), flush=True)
    print(f"\n| game | algorithm | budget | share of the win against {OPPONENT} | processor seconds |")
    print("|---|---|---|---|---|")
    print("\n".join(map(line, rows)))


if __name__ == "__main__":
    main()
