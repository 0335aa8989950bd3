"""Gradient training of a net's weights on recorded self-play, with JAX and Optax."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from trackside.search.kernels.points import SCALE_BITS
from trackside.train.weights import as_integers, random_weights, real_numbers

BATCH = 2048
KEPT = 0.999
"""The decay of the averaged weights."""

Params = dict[str, Any]


def forward(params: Params, inputs: Any) -> Any:
    """Return the net's outputs (logits) for a batch of inputs."""
    first = jnp.clip(inputs @ params["first"] + params["first_bias"], 0, 8)
    second = jnp.clip(first @ params["second"].T + params["second_bias"], 0, 8)
    return second @ params["third"].T + params["third_bias"]


def shares_loss(params: Params, inputs: Any, targets: Any) -> Any:
    """Return the cross-entropy between predicted and target shares."""
    return -(targets * jax.nn.log_softmax(forward(params, inputs))).sum(axis=1).mean()


def points_loss(params: Params, inputs: Any, targets: Any) -> Any:
    """Return the mean squared error between predicted and target points."""
    return ((forward(params, inputs)[:, 0] * (1 << SCALE_BITS) - targets) ** 2).mean()


LOSSES = {"shares": shares_loss, "points": points_loss}

OPTIMISER = optax.inject_hyperparams(optax.adam)(learning_rate=1e-3)


@partial(jax.jit, static_argnames="loss")
def step(params: Params, average: Params, state: Any, inputs: Any, targets: Any, loss: str) -> Any:
    """Make one step of Adam on a batch; return the weights, their average, the optimiser's state and the loss."""
    value, gradient = jax.value_and_grad(LOSSES[loss])(params, inputs, targets)
    updates, state = OPTIMISER.update(gradient, state, params)
    params = optax.apply_updates(params, updates)
    average = jax.tree.map(lambda old, new: KEPT * old + (1 - KEPT) * new, average, params)
    return params, average, state, value


class Learner:
    """The weights in training; the same batches in the same order give the same weights."""

    def __init__(self, kind: np.dtype[np.void], seed: int, first: Any = None, loss: str = "shares") -> None:
        self.kind = kind
        self.is_new = first is None
        self.scales = np.ones(kind["first"].shape[0], np.float32)
        """A factor for every feature that normalises its size."""
        weights = random_weights(kind, np.random.default_rng([seed, 1])) if first is None else real_numbers(first)
        self.params: Params = {name: jnp.asarray(value, jnp.float32) for name, value in weights.items()}
        self.average = self.params
        self.state = OPTIMISER.init(self.params)
        self.loss = loss

    def scale(self, inputs: Any) -> None:
        """Set the feature scales from a sample, keeping the outputs of an existing net unchanged."""
        sizes = np.sqrt((inputs.astype(np.float32) ** 2).mean(axis=0))
        self.scales = np.where(sizes > 0, 1 / np.maximum(sizes, 0.1), 1).astype(np.float32)
        if self.is_new:
            factor = 0.9 / np.sqrt(max(1, int((sizes > 0).sum())))
        else:
            factor = (1 / self.scales)[:, None]
        self.params["first"] = self.params["first"] * factor
        self.average = self.params

    def kept(self) -> dict[str, Any]:
        """Return the state needed to resume training, as arrays by name."""
        leaves = jax.tree.leaves((self.params, self.average, self.state))
        return {"scales": self.scales} | {f"leaf {i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}

    def restore(self, kept: dict[str, Any]) -> None:
        """Restore a saved state."""
        tree = jax.tree.structure((self.params, self.average, self.state))
        leaves = [jnp.asarray(kept[f"leaf {i}"]) for i in range(len(kept) - 1)]
        self.params, self.average, self.state = jax.tree.unflatten(tree, leaves)
        self.scales = kept["scales"]

    def learn(self, inputs: Any, targets: Any, batches: int, rate: float, rng: np.random.Generator) -> float:
        """Train on random batches of the rows; return the mean loss."""
        self.state.hyperparams["learning_rate"] = jnp.asarray(rate, jnp.float32)
        total = 0.0
        for _ in range(batches):
            rows = rng.integers(0, len(inputs), BATCH)
            batch = inputs[rows].astype(np.float32) * self.scales
            self.params, self.average, self.state, value = step(
                self.params, self.average, self.state, batch, targets[rows].astype(np.float32), self.loss
            )
            total += float(value)
        return total / batches

    def net(self) -> Any:
        """Return the averaged weights as integers."""
        weights = {name: np.asarray(value, np.float64) for name, value in self.average.items()}
        weights["first"] = weights["first"] * self.scales[:, None]
        return as_integers(self.kind, weights)
