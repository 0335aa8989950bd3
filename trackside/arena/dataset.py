"""Data sets for learning: games between players by name, and every decision in them with the player's evaluation.

A data set is one file of numpy arrays. `load_dataset` reads it without playing anything:

    data = load_dataset("traxx.npz")
    data.positions["features"], data.positions["move"], data.positions["share"]
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.core.errors import BadOption
from trackside.games import Game, find_game
from trackside.play.files import write_bytes
from trackside.play.match import Match
from trackside.search.agents import make_agent

FORMAT = 1
"""The version of the file."""

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Dataset:
    """Games and their decisions."""

    game: Game
    seats: int
    players: tuple[str, ...]
    records: tuple[str, ...]
    """The games as records, which `read_record` reads."""
    positions: Arrays
    """An array for each fact about a decision, a row for each decision; see `decision_arrays`."""

    def __len__(self) -> int:
        return len(self.positions["move"])

    def view(self, row: int) -> Any:
        """Return what the seat to move saw before a decision, as a state with blanks."""
        return self.game.plain.State.from_bytes(self.positions["view"][row].tobytes())


def decision_arrays(game: Game, rows: int) -> Arrays:
    """Return empty arrays for decisions: an entry for each move code where the last axis is MOVES.

    `game` and `ply` say where a decision is: the number of the record and the entry of its log. `seat` made it, and
    `share` is its share of the win at the end. `values` are the shares expected by the player after each move (NaN if
    it did not say), `visits` its simulations.
    """
    rules = game.plain
    size = rules.State.dtype().itemsize
    return {
        "game": np.zeros(rows, np.int32),
        "ply": np.zeros(rows, np.int32),
        "seat": np.zeros(rows, np.int8),
        "view": np.zeros((rows, size), np.uint8),
        "features": np.zeros((rows, len(rules.FEATURES)), np.int16),
        "mask": np.zeros((rows, rules.MOVES), np.int8),
        "move": np.zeros(rows, np.int16),
        "values": np.full((rows, rules.MOVES), np.nan, np.float32),
        "visits": np.zeros((rows, rules.MOVES), np.int32),
        "share": np.zeros(rows, np.float32),
    }


def play_one(
    name: str, options: Mapping[str, str], players: Sequence[str], seed: int, number: int
) -> tuple[str, Arrays]:
    """Play a game; return its record and its decisions. The same seed and number give the same game."""
    game, seats = find_game(name), len(players)
    match = Match(name, seats, options, seed=f"{seed}/{number}", players=players)
    agents = [make_agent(player, game, seed * 1_000_003 + number * seats + seat) for seat, player in enumerate(players)]
    found: list[tuple[int, int, Any, Any]] = []
    while not match.over:
        seat = match.to_move
        view = match.view(seat).state
        choice = agents[seat].choose(view, seat)
        if len(match.moves(seat)) > 1:
            found.append((len(match.log), seat, view, choice))
        match.play(seat, choice.move)
    arrays = decision_arrays(game, len(found))
    arrays["game"][:] = number
    for row, (ply, seat, view, choice) in enumerate(found):
        arrays["ply"][row], arrays["seat"][row], arrays["move"][row] = ply, seat, choice.move
        arrays["view"][row] = np.frombuffer(view.to_bytes(), np.uint8)
        if game.plain.FEATURES:
            features = [0] * len(game.plain.FEATURES)
            game.plain.encode(view, seat, features)
            arrays["features"][row] = features
        moves = [0] * game.plain.MOVES
        arrays["mask"][row, moves[: game.plain.legal_moves(view, seat, moves)]] = 1
        for candidate in choice.candidates:
            arrays["visits"][row, candidate.move] = candidate.visits
            if candidate.value is not None:
                arrays["values"][row, candidate.move] = candidate.value
        arrays["share"][row] = match.returns[seat]
    return match.record(reveal_seed=True), arrays


def play_games(
    game: Game, options: Mapping[str, str], players: Sequence[str], games: int, seed: int, executor: Executor
) -> Iterator[tuple[str, Arrays]]:
    """Yield games with their decisions, in order."""
    if not 1 <= games <= 1_000_000:
        raise BadOption(f"--games {games}: use 1 to 1000000")
    for player in players:
        make_agent(player, game)  # report an unknown player now
    yield from executor.map(partial(play_one, game.name, dict(options), tuple(players), seed), range(games))


def write_dataset(path: Path, game: Game, players: Sequence[str], played: Sequence[tuple[str, Arrays]]) -> None:
    """Write games to a file."""
    arrays = {name: np.concatenate([one[name] for _, one in played]) for name in decision_arrays(game, 0)}
    header = {"format": FORMAT, "game_name": game.name, "rules": game.card.rules_version, "players": list(players)}
    out = io.BytesIO()
    np.savez_compressed(out, records=np.array([record for record, _ in played]), **header, **arrays)  # type: ignore[arg-type]
    write_bytes(path, out.getvalue())


def load_dataset(path: str | Path) -> Dataset:
    """Return the games and decisions of a file; raise BadOption if it is damaged or of other rules."""
    try:
        with np.load(path, allow_pickle=False) as file:
            entries = {name: file[name] for name in file.files}
        name, rules, version = str(entries["game_name"]), str(entries["rules"]), int(entries["format"])
        players, records = tuple(map(str, entries["players"])), tuple(map(str, entries["records"]))
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadOption(f"{path} is damaged or no data set") from error
    game = find_game(name)
    expected = decision_arrays(game, 0)
    fits = all(key in entries and entries[key].shape[1:] == one.shape[1:] for key, one in expected.items())
    if version != FORMAT or rules != game.card.rules_version or not fits:
        raise BadOption(f"{path} was made with another version of {game.card.title}: make it again")
    return Dataset(game, len(players), players, records, {key: entries[key] for key in expected})
