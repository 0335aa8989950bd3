"""Mean regret of players in endings that can be solved exactly: `python bench/endings.py whole-nine master`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tests.search.endings import ENDINGS, Ending, endings_of
from trackside.games import GAMES
from trackside.play.intervals import mean_of
from trackside.search.agents import make_agent


def solved(name: str, decisions: int) -> Iterator[Ending]:
    """Yield decisions that matter from solved endings, game by game, until there are `decisions` of them."""
    found = 0
    for seed in range(20_000, 120_000):
        for ending in endings_of(GAMES[name], ENDINGS[name][0], seed):
            yield ending
            found += 1
            if found == decisions:
                return


def main() -> None:
    """Print the mean regret of every player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(ENDINGS))
    parser.add_argument("players", nargs="+")
    parser.add_argument("--decisions", type=int, default=1000)
    args = parser.parse_args()
    endings = list(solved(args.game, args.decisions))
    for player in args.players:
        regrets = []
        for number, ending in enumerate(endings):
            move = make_agent(player, GAMES[args.game], seed=number).choose(ending.state, ending.seat).move
            regrets.append(max(ending.values.values()) - ending.values[move])
        missed = sum(regret > 0.001 for regret in regrets)
        found = mean_of(regrets)
        print(
            f"{args.game}, {player}: mean regret {found.mean:.5f} ± {found.margin:.5f} in {len(endings)} decisions "
            f"that matter, {missed} not the best",
            flush=True,
        )


if __name__ == "__main__":
    main()
