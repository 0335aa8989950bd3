"""Players with the nets of a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trackside import Match
from trackside.core.errors import BadOption
from trackside.games import find_game
from trackside.search.agents import make_agent


@pytest.mark.parametrize("name", ["whole-nine", "traxx"])
def test_with_the_shipped_nets_it_plays_like_judge(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    file = shutil.copy(game.path / "data" / "judge.npz", tmp_path / "mine.npz")
    match = Match(name, 2, seed=4)
    for _ in range(6):
        seat = match.to_move
        view = match.view(seat).state
        mine, judge = (make_agent(player, game, 3).choose(view, seat) for player in (f"judge:{file}", "judge"))
        assert mine == judge
        match.play(seat, mine.move)


def test_what_cannot_be_used_is_refused_in_words(tmp_path: Path) -> None:
    game = find_game("whole-nine")
    with pytest.raises(BadOption, match="No such file"):
        make_agent(f"judge:{tmp_path / 'no.npz'}", game)
    with pytest.raises(BadOption, match="is for traxx, not for whole-nine"):
        make_agent(f"judge:{find_game('traxx').path / 'data' / 'judge.npz'}", game)
