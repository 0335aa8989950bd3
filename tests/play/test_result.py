"""Results in sentences, the same on the page and in the terminal: the winners and the reason for the end."""

from __future__ import annotations

import pytest

from trackside.core.words import Words
from trackside.games import find_game
from trackside.play.match import Match
from trackside.play.result import end_says, result_says, winners_say
from trackside.search.agents import make_agent

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def finished(seats: int, seed: str, **options: str) -> Match:
    """A game of Skip or Trip that quick players have played to its end."""
    game = find_game("skip-or-trip")
    match, agent = Match(game.name, seats, options=options, seed=seed), make_agent("greedy", game, 1)
    while not match.over:
        match.play(match.to_move, agent.choose(match.view_state(match.to_move), match.to_move).move)
    return match


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_team_has_one_score_and_wins(language: str) -> None:
    match = finished(4, "teams", mode="teams")
    assert match.sides == [0, 1, 0, 1]
    first = match.winners[0]
    team = [NAMES[seat] for seat in match.winners]
    best, other = match.scores[first], match.scores[1 - first]
    words = Words(language, match.game.package, NAMES)
    assert best > other
    said = result_says(match, words)
    if language == "en":
        assert said == f"{team[0]} and {team[1]} win by {best - other}: {best} to {other}."
        assert winners_say(match.winners, words, match.sides) == f"{team[0]} and {team[1]} win."
        you = Words(language, match.game.package, NAMES, match.winners[1])
        assert result_says(match, you).startswith(f"You and {team[0]} win by")
    else:
        assert said == f"{team[0]} und {team[1]} gewinnen mit {best - other} Vorsprung: {best} zu {other}."
    assert end_says(match, words)


def test_winners_of_several_sides_share() -> None:
    words = Words("en", None, NAMES)
    assert winners_say([0, 2], words, [0, 1, 2, 3]) == "Ada and Cleo share the win."
    assert winners_say([0, 1, 2, 3], words, [0, 1, 0, 1]) == "Ada and Ben and Cleo and Dan share the win."
    assert winners_say([2], words, [0, 1, 2, 3]) == "Cleo wins."
