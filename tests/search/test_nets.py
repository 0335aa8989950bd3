"""The nets that a game comes with: which positions they judge, and files that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from trackside import Match
from trackside.core.errors import BadOption
from trackside.games import GAMES, Game
from trackside.search.agents import SearchAgent, make_agent
from trackside.search.nets import CARD, FILE, features_digest, find_net, nets_of, read_nets
from trackside.search.tree_search import Tree
from trackside.train.files import write_nets

GAME = GAMES["whole-nine"]
LARGEST = 300_000


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.plain.FEATURES], ids=lambda game: game.name)
def test_every_kind_of_table_has_a_net_with_a_card_beside_it(game: Game) -> None:
    assert list(nets_of(game)) == list(game.plain.NETS)
    assert (game.path / FILE).stat().st_size <= LARGEST
    cards = json.loads((game.path / CARD).read_text(encoding="utf-8"))
    assert list(cards) == list(game.plain.NETS)
    for card in cards.values():
        assert card["commit"]
        assert card["minutes"] > 0


def test_a_position_is_judged_by_the_net_of_its_table() -> None:
    for seats in GAME.card.seats:
        match = Match("whole-nine", seats=seats, seed=1)
        net = find_net(GAME, match.state)
        assert net is not None
        assert net.table == f"{seats} seats"
        shares = net.shares(match.state)
        assert len(shares) == seats
        assert sum(shares) == pytest.approx(1)


def test_whoever_is_about_to_win_is_judged_so() -> None:
    state = GAME.notation.parse_position(
        """turn 91: purple to roll
        track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]......4
        red: pawns goal goal goal goal; plus 36; cacti 6
        purple: pawns 6g goal goal goal; row 4; plus 11; minus 1"""
    )
    net = find_net(GAME, state)
    assert net is not None
    assert net.shares(state)[0] > 0.97


def test_play_outs_to_the_end_ask_no_net() -> None:
    match = Match("whole-nine", seats=2, seed=3)
    while len(match.moves(match.to_move)) == 1:
        match.play(match.to_move, match.moves(match.to_move)[0])
    view, seat = match.view(match.to_move).state, match.to_move
    for name, judged in (("mcts:20", True), ("playout:20", False)):
        agent = make_agent(name, GAME)
        assert isinstance(agent, SearchAgent)
        agent.choose(view, seat)
        assert (agent.trees[0].net is not None) == judged
    assert Tree(GAME, view, seat, 1, playouts="random").net is None


def one_net() -> dict[str, np.ndarray]:
    table, net = next(iter(nets_of(GAME).items()))
    return {table: net.weights}


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "nets.npz"
    write_nets(GAME, path, one_net(), features_digest(GAME))
    (read,) = read_nets(GAME, path).values()
    assert read.weights.tobytes() == next(iter(one_net().values())).tobytes()


def test_a_damaged_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "nets.npz"
    write_nets(GAME, path, one_net(), features_digest(GAME))
    whole = path.read_bytes()
    damages = [b"", b"no weights", whole[:1000], whole[:-200], whole[:2000] + b"\0" * 300 + whole[2300:]]
    for damaged in damages:
        path.write_bytes(damaged)
        with pytest.raises(BadOption, match="retrain it with: trackside train whole-nine"):
            read_nets(GAME, path)
    with pytest.raises(BadOption, match="No such file"):
        read_nets(GAME, tmp_path / "none.npz")


def test_a_file_without_a_layer_or_of_another_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nets.npz"
    write_nets(GAME, path, one_net(), features_digest(GAME))
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    layer = next(name for name in entries if name.endswith("/second"))
    for changed in ({}, {layer: entries[layer][1:]}, {layer: entries[layer].astype(np.int64)}):
        np.savez(path, **({name: value for name, value in entries.items() if name != layer} | changed))
        with pytest.raises(BadOption, match="damaged or no file of weights"):
            read_nets(GAME, path)


def test_weights_of_another_game_or_of_older_features_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "nets.npz"
    write_nets(GAME, path, one_net(), features_digest(GAME))
    with pytest.raises(BadOption, match="is for whole-nine, not for traxx"):
        read_nets(GAMES["traxx"], path)
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    np.savez(path, **(entries | {"features": np.array("0123456789abcdef")}))
    with pytest.raises(BadOption, match="trained on other features"):
        read_nets(GAME, path)
