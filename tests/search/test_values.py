"""The value nets that a game comes with: which tables have one, and files that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.laws.games import Table, random_game
from tests.search.kernels.test_value import by_numpy
from trackside.core.errors import BadOption
from trackside.games import GAMES, Game
from trackside.search.values import VALUE_CARD, VALUE_FILE, find_value, read_values, value_digest, values_of
from trackside.train.files import write_nets

GAME = GAMES["whole-nine"]
LARGEST = 3_000_000


@pytest.mark.parametrize("game", [game for game in GAMES.values() if values_of(game)], ids=lambda game: game.name)
def test_every_value_net_has_a_card_beside_it(game: Game) -> None:
    assert set(values_of(game)) <= set(game.plain.NETS)
    assert (game.path / VALUE_FILE).stat().st_size <= LARGEST
    cards = json.loads((game.path / VALUE_CARD).read_text(encoding="utf-8"))
    assert list(cards) == list(values_of(game))
    for card in cards.values():
        assert card["commit"]
        assert card["minutes"] > 0


def test_a_position_is_valued_by_the_net_of_its_table_as_by_numpy() -> None:
    states = [state for state, _, _, _ in random_game(Table(GAME, 2, {}), 5) if GAME.plain.is_settled(state)]
    net = find_value(GAME, states[0])
    assert net is not None
    assert net.table == "2 seats"
    for state in states[::10]:
        assert list(net.shares(state)) == by_numpy(net.weights, state)


def test_whoever_is_about_to_win_is_valued_so() -> None:
    state = GAME.notation.parse_position(
        """turn 91: purple to roll
        track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]......4
        red: pawns goal goal goal goal; plus 36; cacti 6
        purple: pawns 6g goal goal goal; row 4; plus 11; minus 1"""
    )
    net = find_value(GAME, state)
    assert net is not None
    assert net.shares(state)[0] > 0.9


def test_damaged_and_outdated_files_are_refused_with_what_to_do(tmp_path: Path) -> None:
    path, known = tmp_path / "value.npz", {table: net.weights for table, net in values_of(GAME).items()}
    write_nets(GAME, path, known, value_digest(GAME))
    assert {table: net.weights.tobytes() for table, net in read_values(GAME, path).items()} == {
        table: weights.tobytes() for table, weights in known.items()
    }
    whole = path.read_bytes()
    for damaged in (b"", b"no weights", whole[:1000], whole[:2000] + bytes(300) + whole[2300:]):
        path.write_bytes(damaged)
        with pytest.raises(BadOption, match="retrain it with: trackside train whole-nine --value"):
            read_values(GAME, path)
    path.write_bytes(whole)
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    np.savez(path, **(entries | {"features": np.array("0123456789abcdef")}))
    with pytest.raises(BadOption, match="trained on other features"):
        read_values(GAME, path)
    np.savez(path, **(entries | {"game": np.array("traxx")}))
    with pytest.raises(BadOption, match="is for traxx, not for whole-nine"):
        read_values(GAME, path)
