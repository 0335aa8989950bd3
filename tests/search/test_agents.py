from __future__ import annotations

import pytest

from tests.laws.games import Table, random_game
from trackside import Match
from trackside.core.errors import BadOption
from trackside.core.notation import view_state
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import GAMES
from trackside.search.agents import LEVELS, make_agent
from trackside.search.choice import Candidate, Choice, add_up

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
        match="there is no player 'genius': the players are random, greedy, novice, club, expert, master, grandmaster, "
        r"exact, judge, turns:800 .* and playout:800 \(plays every simulation to the end instead of using the "
        r"evaluation network\)",
    ):
        make_agent("genius", GAMES["whole-nine"])


@pytest.mark.parametrize(
    ("name", "game", "reason"),
    [
        ("mcts:0", "whole-nine", "simulations must be 1 to 100000000"),
        ("mcts:100x0", "whole-nine", "threads must be 1 to 64"),
        ("mcts:1sx65", "whole-nine", "threads must be 1 to 64"),
        ("mcts:100x2", "traxx", "searched by whole turns, in one thread: leave x2 out"),
    ],
)
def test_budgets_that_cannot_be_are_refused(name: str, game: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        make_agent(name, GAMES[game])


def a_choice() -> tuple[AnyState, int]:
    """A position of The Whole Nine with several moves."""
    match = Match("whole-nine", seed=1)
    while len(match.moves(match.to_move)) == 1:
        match.play(match.to_move, match.moves(match.to_move)[0])
    return match.view(match.to_move).state, match.to_move


def test_threads_search_for_themselves_and_give_the_same_whatever_their_order() -> None:
    view, seat = a_choice()
    first, second = (make_agent("mcts:300x3", GAMES["whole-nine"], 3).choose(view, seat) for _ in range(2))
    assert first == second
    assert first.simulations == 900
    assert sum(candidate.visits for candidate in first.candidates) <= 900
    assert first != make_agent("mcts:900", GAMES["whole-nine"], 3).choose(view, seat)


def test_what_several_searches_found_is_added_up() -> None:
    one = Choice(1, (Candidate(1, "a", 60, 0.5), Candidate(2, "b", 40, 0.25)), ("a", "c"), 100, "net")
    two = Choice(2, (Candidate(2, "b", 90, 0.75), Candidate(1, "a", 10, 1.0)), ("b", "d"), 100, "net")
    together = add_up([one, two])
    assert together.move == 2
    assert together.candidates == (
        Candidate(2, "b", 130, (40 * 0.25 + 90 * 0.75) / 130),
        Candidate(1, "a", 70, (60 * 0.5 + 10) / 70),
    )
    assert (together.line, together.simulations, together.judged_by) == (("b", "d"), 200, "net")
    assert add_up([one]) == one


def decisions_with_secrets(game: str, count: int) -> list[tuple[AnyState, int]]:
    """True positions of a random game where the second seat has a choice: the first has cards or has just acted."""
    steps = random_game(Table(GAMES[game], 2, {}), 3)
    found = [(state, seat) for state, seat, choices, _ in steps if seat == 1 and len(choices) > 2]
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize(
    "name", ["random", "greedy", "mcts:40", *LEVELS[:-1], pytest.param(LEVELS[-1], marks=pytest.mark.long)]
)
@pytest.mark.parametrize("game", ["skip-or-trip", "traxx"])
def test_what_a_seat_may_not_know_changes_nothing_of_its_choice(game: str, name: str) -> None:
    rules = GAMES[game].plain
    positions = decisions_with_secrets(game, 3)
    assert positions
    for state, seat in positions:
        truths = [state]
        for seed in (1, 2):
            other, rng = view_state(rules, state, seat), [0] * WORDS
            seed_generator(rng, seed)
            rules.guess(other, seat, rng)
            truths.append(other)
        assert truths[0] != truths[1]
        first, *others = (
            make_agent(name, GAMES[game], 7).choose(view_state(rules, truth, seat), seat) for truth in truths
        )
        assert others == [first, first]
