"""The reasons why a move is better: only what is certain, in both languages."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.review.hand import invented
from trackside.core.notation import choices_for, view_state
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match
from trackside.review.puzzles import shipped
from trackside.review.words.steps import decided_in, step_says, why_better
from trackside.search.choice import Candidate, Choice
from trackside.web.tables.hints import reason_of


def reasons_of_puzzles(name: str, language: str) -> list[str]:
    game, found = GAMES[name], []
    for puzzle in shipped(game):
        question = puzzle.question()
        best, second, *_ = question.options
        words = Words(language, game.package, (), puzzle.seat)
        found.append(game.why(question.view, question.seat, best.moves, second.moves, words))
    return found


EXPECTED = {
    ("whole-nine", "en"): "It can bring +15 points this turn, the other move −1 at most.",
    ("whole-nine", "de"): "Das kann in diesem Zug +15 Punkte bringen, der andere Zug höchstens −1.",
    ("traxx", "en"): "It reaches the 7: 7 points more at once.",
    ("traxx", "de"): "Das erreicht die 7: sofort 7 Punkte mehr.",
    ("skip-or-trip", "en"): "On 1 no trip is possible next turn; on 5 one may be.",
    ("skip-or-trip", "de"): "Auf 1 ist im nächsten Zug kein Schubs möglich, auf 5 vielleicht schon.",
}


@pytest.mark.parametrize(("name", "language"), EXPECTED)
def test_the_better_move_has_its_reason_in_both_languages(name: str, language: str) -> None:
    found = reasons_of_puzzles(name, language)
    assert EXPECTED[name, language] in found
    assert all(one == "" or one.endswith(".") for one in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_says_why_the_better_move_is_better(language: str) -> None:
    match, found = played(Table(GAMES["whole-nine"], 2, {}), 3), 0
    review, words = invented(match), match.words(language, 0)
    for index, step in enumerate(review.steps):
        if step.word and step.made:
            says = why_better(match.game, decided_in(match, step), step, words)
            assert step_says(review, match, index, words).endswith(says)
            found += bool(says)
    assert found


@pytest.mark.parametrize(("language", "says"), [("en", "It goes further"), ("de", "Das geht um")])
def test_a_hint_says_why_if_its_move_is_clearly_better(language: str, says: str) -> None:
    match = Match("skip-or-trip", 2, seed=4)
    while True:
        moves = [move.code for move in match.moves(match.to_move)]
        found = [pair for pair in permutations(moves, 2) if _hint(match, pair, language).startswith(says)]
        if found:
            break
        match.play(match.to_move, moves[0])
    assert _hint(match, found[0], language, ahead=0.01) == ""
    assert _hint(match, found[0][:1], language) == ""


def _hint(match: Match, moves: tuple[int, ...], language: str, ahead: float = 0.1) -> str:
    """Return the reason of a hint with these moves, each so much better than the next."""
    candidates = tuple(Candidate(move, "", 9, 0.5 - ahead * place) for place, move in enumerate(moves))
    return reason_of(match, match.to_move, Choice(moves[0], candidates), match.words(language, match.to_move))


@pytest.mark.parametrize("name", GAMES)
def test_where_one_move_has_a_reason_the_other_has_not_the_same(name: str) -> None:
    """A move never is better than another by what the other is better by, nor better than itself."""
    game = GAMES[name]
    words = Words("en", game.package)
    match = played(Table(game, 2, {}), 3)
    for state in match.positions()[:: max(1, len(match.log) // 40)]:
        seat = game.plain.to_move(state)
        if seat < 0:
            continue
        view = view_state(game.plain, state, seat)
        moves = choices_for(game.plain, view, seat)[:4]
        for one in moves:
            assert game.why(view, seat, (one,), (one,), words) == ""
            for other in moves:
                says = game.why(view, seat, (one,), (other,), words)
                back = game.why(view, seat, (other,), (one,), words)
                certain = ("points", "wins", "further", "No trip", "fields", "closes")
                assert not (says and back and any(part in says and part in back for part in certain)), (says, back)
