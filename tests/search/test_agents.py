from __future__ import annotations

import pytest

from trackside import Match
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.search.agents import make_agent

NAMES = ["random", "greedy", "novice", "mcts:3"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_agents_play_whole_legal_games_from_views_alone(game: str, name: str) -> None:
    match = Match(game, seed=1)
    agents = [make_agent(name, match.game, seed) for seed in range(match.seats)]
    while not match.over:
        seat = match.to_move
        match.play(seat, agents[seat].choose(match.view(seat).state, seat).move)
    assert match.winners


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_choices(name: str) -> None:
    match = Match("whole-nine", seed=1)
    seat, view = match.to_move, match.view(match.to_move).state
    first, second = (make_agent(name, match.game, 3) for _ in range(2))
    assert [first.choose(view, seat) for _ in range(5)] == [second.choose(view, seat) for _ in range(5)]


def test_unknown_agents_are_refused() -> None:
    with pytest.raises(
        BadOption,
        match="there is no player 'genius': the players are random, greedy, novice, club, expert, master, exact",
    ):
        make_agent("genius", GAMES["whole-nine"])
