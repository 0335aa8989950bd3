"""One net trained by self-play, generation by generation; each is saved, so that training can be resumed."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from trackside.core.errors import BadOption
from trackside.games import Game
from trackside.play.files import write_bytes
from trackside.play.intervals import mean_of
from trackside.search.nets import features_digest
from trackside.search.weights import net_type
from trackside.train.kernels.positions import POLICY
from trackside.train.learner import Learner
from trackside.train.recipe import Recipe
from trackside.train.selfplay import SelfPlay

SPACING = 1_000_000
"""Seeds between one generation and the next."""

MAX_GENERATIONS = 900
"""The most generations; later seeds are reserved for measuring strength."""

MEASURED = 5
"""Generations between two measurements of strength."""

DUELS = 1000

POLICY_SURPRISE = 6
"""One move in POLICY_SURPRISE is random in the first generation, which the policy plays."""

RESULTS_ONLY = 3
"""Generations in which the net knows too little for its evaluations to be trusted."""


@dataclass(frozen=True)
class Progress:
    """The results of a generation."""

    table: str
    generation: int
    seconds: float
    """Training time up to here."""
    loss: float
    against_policy: tuple[float, float] | None = None
    """The share won by one against copies of the policy, with its margin of error; None if not measured."""
    against_last: tuple[float, float] | None = None
    """The share won against the net measured before, with its margin of error; None if not measured."""


class Training:
    """The training of the net for one kind of table; the same seed gives the same generations on one machine."""

    def __init__(self, game: Game, recipe: Recipe, seed: int, folder: Path, first: Any = None) -> None:
        self.game, self.recipe, self.seed = game, recipe, seed
        self.path = folder / f"{recipe.table.replace(' ', '-')}.npz"
        self.prepare(first)
        self.nets: list[Any] = []
        """The nets that played the last generations."""
        self.window: list[Any] = []
        """The games they played; the same nets and seeds reproduce them."""
        self.measured: Any = None
        """The net whose strength was measured last."""
        self.log: list[Progress] = []
        if self.path.exists():
            self._load()

    def prepare(self, first: Any) -> None:
        """Create the self-play and the learner, which begins with a net if one is given."""
        self.selfplay: Any = SelfPlay(self.game, self.recipe.positions(self.game), self.recipe.turns)
        self.type = net_type(self.selfplay.inputs, *self.recipe.units, self.selfplay.outputs)
        self.learner: Any = Learner(self.type, self.seed, first, self.game.plain.JUDGED)
        self.digest = features_digest(self.game)

    @property
    def generation(self) -> int:
        """The number of generations completed."""
        return len(self.log)

    @property
    def seconds(self) -> float:
        """The training time so far."""
        return self.log[-1].seconds if self.log else 0.0

    def net(self) -> Any:
        """Return the current net."""
        return self.learner.net()

    def run(self, generations: int, seconds: float, report: Callable[[Progress], None]) -> None:
        """Train until the number of generations or the time is reached, saving each generation."""
        while self.generation < generations and self.seconds < seconds:
            self.step()
            if self.generation % MEASURED == 0 or self.generation == generations or self.seconds >= seconds:
                self.measure()
            self._save()
            report(self.log[-1])

    def step(self) -> None:
        """Run one generation: games, then training on the last few generations."""
        begun, generation, recipe = time.perf_counter(), self.generation, self.recipe
        kept = self.window_after(generation)
        self.nets = [*self.nets, self.net()][-kept:]
        self.window = [*self.window, self.play(generation, self.nets[-1])][-kept:]
        if generation == 0:
            self.learner.scale(self.window[0].inputs)
        rate = recipe.rate / (1 + generation / 10)
        loss = self.learn(rate, np.random.default_rng([self.seed, 2, generation]))
        self.log.append(Progress(recipe.table, generation, self.seconds + time.perf_counter() - begun, loss))

    def learn(self, rate: float, order: np.random.Generator) -> float:
        """Train on the games of the window; return the mean loss."""
        inputs = np.concatenate([played.inputs for played in self.window])
        targets = np.concatenate([played.targets for played in self.window])
        return float(self.learner.learn(inputs, targets, self.recipe.batches, rate, order))

    def play(self, generation: int, net: Any) -> Any:
        """Play the games of a generation; the policy plays those of the first, unless training continues from a net."""
        recipe, policy = self.recipe, generation == 0 and self.learner.is_new
        surprise = POLICY_SURPRISE if policy else recipe.surprise
        trust = recipe.trust if generation >= RESULTS_ONLY or not self.learner.is_new else 0.0
        player = POLICY if policy else 0
        return self.selfplay.play(net, player, recipe.games, self.first_seed(generation), surprise, trust)

    def window_after(self, generation: int) -> int:
        """Return the number of generations whose games are trained on after this one."""
        return self.recipe.window

    def first_seed(self, generation: int) -> int:
        """Return the seed of a generation's first game."""
        return (self.seed * (MAX_GENERATIONS + 100) + generation) * SPACING

    def measure(self) -> None:
        """Measure the net's strength against the policy and against the net measured before."""
        net = self.net()
        both = np.concatenate([net, net if self.measured is None else self.measured])
        seed, games = self.first_seed(MAX_GENERATIONS), min(DUELS, self.recipe.games)
        policy = mean_of(self.selfplay.duel(both, 0, POLICY, games, seed))
        last = mean_of(self.selfplay.duel(both, 0, 1, games, seed + SPACING))
        self.log[-1] = replace(
            self.log[-1],
            against_policy=(policy.mean, policy.margin),
            against_last=None if self.measured is None else (last.mean, last.margin),
        )
        self.measured = net

    def _save(self) -> None:
        """Save the state needed to resume, replacing the file atomically."""
        data = {f"learner/{name}": value for name, value in self.learner.kept().items()}
        data["nets"] = np.frombuffer(b"".join(net.tobytes() for net in self.nets), np.uint8)
        data["measured"] = np.frombuffer(b"" if self.measured is None else self.measured.tobytes(), np.uint8)
        data["log"] = np.array(json.dumps([asdict(entry) for entry in self.log]))
        data["begun"] = np.array(self._begun())
        packed = io.BytesIO()
        np.savez(packed, **data)
        write_bytes(self.path, packed.getvalue())

    def _load(self) -> None:
        with np.load(self.path, allow_pickle=False) as file:
            if str(file["begun"]) != self._begun():
                raise BadOption(f"{self.path} was begun with another seed or recipe: continue with those, or remove it")
            self.learner.restore({name[8:]: file[name] for name in file.files if name.startswith("learner/")})
            self.log = [Progress(**_tuples(entry)) for entry in json.loads(str(file["log"]))]
            nets = np.frombuffer(file["nets"].tobytes(), self.type)
            measured = np.frombuffer(file["measured"].tobytes(), self.type)
        self.nets = [nets[i : i + 1].copy() for i in range(len(nets))]
        self.measured = measured.copy() if len(measured) else None
        first = self.generation - len(self.nets)
        self.window = [self.play(first + i, net) for i, net in enumerate(self.nets)]

    def _begun(self) -> str:
        """Return the settings that a resumed training must share with the saved one."""
        return json.dumps([self.seed, self.digest, asdict(replace(self.recipe, generations=0))])


def _tuples(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
