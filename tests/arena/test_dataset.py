"""Data sets: what was played and how it was evaluated, and back from the file."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from trackside.arena.dataset import load_dataset, play_games, write_dataset
from trackside.core.errors import BadOption
from trackside.games import find_game
from trackside.play.record import read_record


def test_every_decision_of_every_game_is_in_the_file(tmp_path: Path) -> None:
    game, players = find_game("skip-or-trip"), ("judge", "greedy")
    with ThreadPoolExecutor(1) as executor:
        played = list(play_games(game, {"rounds": "3"}, players, 2, 5, executor))
        again = next(play_games(game, {"rounds": "3"}, players, 1, 5, executor))
    assert again[0] == played[0][0]
    write_dataset(tmp_path / "games.npz", game, players, played)
    data = load_dataset(tmp_path / "games.npz")
    assert (data.game, data.seats, data.players) == (game, 2, players)
    matches = [read_record(record).match() for record in data.records]
    positions = data.positions
    assert len(data) == len(positions["view"]) > 4
    for row in range(len(data)):
        match, seat, ply = matches[positions["game"][row]], int(positions["seat"][row]), int(positions["ply"][row])
        assert match.log[ply] == (seat, positions["move"][row])
        assert positions["mask"][row, positions["move"][row]] == 1
        assert positions["share"][row] == pytest.approx(match.returns[seat])
        known = ~np.isnan(positions["values"][row])
        assert known.any() == (players[seat] == "judge")
        assert positions["mask"][row][known].all()
        view = match.positions()[ply].duplicate()
        game.plain.hide(view, seat)
        assert data.view(row) == view


def test_what_is_no_data_set_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.npz"
    np.savez(file, some=np.zeros(3))
    with pytest.raises(BadOption, match="is damaged or no data set"):
        load_dataset(file)
