"""Learns to beat `greedy` at The Whole Nine on batches of games: `python examples/train_on_batches.py`.

A small net estimates a seat's winning chance from what the seat would know after each of its moves
(`GameBatch.look_ahead`); the move that it likes best is made. It learns from how the games ended. Prints the share of
the win against `greedy` after every round and draws it as a curve; five minutes on two cores are enough.

Needs the extra `train`, see docs/install.md.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from trackside.adapters.batch import GameBatch
from trackside.play.intervals import mean_of

UNITS = 32
EXPLORE = 0.03
"""The probability that a learning player makes a random move."""

KEEP = 0.2
"""The weight of the newest net in the running average that plays."""


def make_net(features: int, seed: int) -> dict[str, jax.Array]:
    """Return a net of one layer with all weights zero."""
    first = jax.random.normal(jax.random.key(seed), (features, UNITS)) / np.sqrt(features)
    return {"first": first, "bias": jnp.zeros(UNITS), "last": jnp.zeros(UNITS), "offset": jnp.zeros(())}


def odds(net: dict[str, jax.Array], inputs: jax.Array) -> jax.Array:
    """Return the odds to win as a logit."""
    return jax.nn.relu(inputs @ net["first"] + net["bias"]) @ net["last"] + net["offset"]


judge = jax.jit(odds)
learner = optax.adam(5e-4)


@jax.jit
def learn(net: Any, memory: Any, inputs: jax.Array, shares: jax.Array) -> tuple[Any, Any, jax.Array]:
    """Make one step towards the results of the games."""

    def loss(net: Any) -> jax.Array:
        return optax.sigmoid_binary_cross_entropy(odds(net, inputs), shares).mean()

    missed, slope = jax.value_and_grad(loss)(net)
    change, memory = learner.update(slope, memory)
    return optax.apply_updates(net, change), memory, missed


def average(old: Any, new: Any, part: float) -> Any:
    """Return the weighted average of two nets."""
    return jax.tree.map(lambda old, new: old + (new - old) * part, old, new)


def padded(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Pad with zeros up to a power of two, so that JAX compiles for few sizes."""
    room = 1 << max(8, int(len(rows) - 1).bit_length())
    return np.concatenate([rows, np.zeros((room - len(rows), *rows.shape[1:]), rows.dtype)])


class Player:
    """Plays seat 0 of a batch by the net, and records its observations until the game is over."""

    def __init__(self, batch: GameBatch, scale: np.ndarray[Any, Any], seed: int) -> None:
        self.batch, self.scale, self.rng = batch, scale, np.random.default_rng(seed)
        self.seen: list[list[Any]] = [[] for _ in range(batch.games)]

    def play(self, net: Any, games: int, explore: float) -> tuple[Any, Any, list[float]]:
        """Finish `games` games; return the observations, their results, and the share of the win in each game."""
        rows: list[Any] = []
        targets: list[float] = []
        won: list[float] = []
        while len(won) < games:
            owner, moves, over, features = self.batch.look_ahead()
            inputs = features * self.scale
            liked = np.array(judge(net, padded(inputs)))[: len(owner)]
            liked[over >= 0] = 20 * (2 * over[over >= 0] - 1)
            liked += np.where(self.rng.random(len(owner)) < explore, 40, 0)
            best = best_rows(owner, liked, self.batch.games)
            for game, row in enumerate(best.tolist()):
                self.seen[game].append(inputs[row])
            _, rewards, ended, _, _ = self.batch.step(moves[best])
            for game in np.flatnonzero(ended).tolist():
                rows += self.seen[game]
                targets += [float(rewards[game, 0])] * len(self.seen[game])
                won.append(float(rewards[game, 0]))
                self.seen[game] = []
        return np.array(rows, np.float32), np.array(targets, np.float32), won


def best_rows(owner: Any, liked: Any, games: int) -> Any:
    """Return the best row of every game."""
    order = np.lexsort((liked, owner))
    last = np.searchsorted(owner[order], np.arange(games), side="right") - 1
    return order[last]


def feature_scale(game: str, seed: int) -> Any:
    """Return a factor for every feature that scales it to one, measured in random games."""
    batch = GameBatch(game, 64, seed=seed)
    found = []
    for _ in range(150):
        found.append(batch.features.copy())
        batch.step(batch.sample())
    return (1 / np.maximum(np.concatenate(found).std(axis=0), 0.2)).astype(np.float32)


def train(game: str, rounds: int, games: int, batch_size: int, seconds: float, seed: int) -> list[tuple[int, Any]]:
    """Train; return, for every round, the number of games so far and how well the net played without exploring."""
    scale = feature_scale(game, seed)
    learning = Player(GameBatch(game, batch_size, players=("", "greedy"), seed=seed), scale, seed)
    net = make_net(len(scale), seed)
    steady = net
    memory, rng, curve, end = learner.init(net), np.random.default_rng(seed), [], time.monotonic() + seconds
    for number in range(1, rounds + 1):
        inputs, shares, _ = learning.play(steady, games, EXPLORE)
        missed = 0.0
        for _ in range(max(1, len(inputs) // 512)):
            some = rng.integers(len(inputs), size=512)
            net, memory, loss = learn(net, memory, inputs[some], shares[some])
            missed = float(loss)
        steady = average(steady, net, max(KEEP, 1 / number))
        test = Player(GameBatch(game, min(games, 256), players=("", "greedy"), seed=seed + 10_000 + number), scale, 0)
        share = mean_of(test.play(steady, games, 0)[2])
        curve.append((number * games, share))
        print(f"{number * games} games, loss {missed:.3f}: wins {share.mean:.3f} ± {share.margin:.3f}", flush=True)
        if time.monotonic() > end:
            break
    return curve


def draw(curve: list[tuple[int, Any]], file: str) -> None:
    """Draw the curve."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    games, shares, margins = zip(*[(games, share.mean, share.margin) for games, share in curve], strict=True)
    axes.errorbar(games, shares, margins, marker="o", capsize=3)
    axes.axhline(0.5, linestyle="--", color="grey", label="as good as greedy")
    axes.set(xlabel="games learned from", ylabel="share of the win against greedy", ylim=(0, 1))
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)
    print(f"the curve is in {file}")


def main() -> None:
    """Train, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="whole-nine")
    parser.add_argument("--rounds", type=int, default=40, help="how often to learn from new games")
    parser.add_argument("--games", type=int, default=1000, help="games a round")
    parser.add_argument("--batch", type=int, default=256, help="games played at once")
    parser.add_argument("--seconds", type=float, default=240, help="begin no further round after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="curve.png")
    args = parser.parse_args()
    draw(train(args.game, args.rounds, args.games, args.batch, args.seconds, args.seed), args.out)


if __name__ == "__main__":
    main()
