from __future__ import annotations

import random

import pytest

from trackside.core.protocol import CHANCE, SPECTATOR
from trackside.games import GAMES
from trackside.play.events import Event
from trackside.play.match import Match
from trackside.play.story import Line, Story, story_of


def played(game: str, moves: int, seed: int = 3) -> Match:
    match = Match(game, seed=seed)
    chooser = random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        seat = match.to_move
        match.play(seat, chooser.choice(match.moves(seat)))
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_entry_is_told_in_one_turn_and_every_seat_has_one_line_a_turn(game: str, language: str) -> None:
    match = played(game, 10_000)
    for perspective in (0, 1, SPECTATOR):
        words = match.words(language, perspective if perspective >= 0 else None)
        lines = story_of(match, perspective, words)
        assert all(line.done for line in lines)
        assert len({(line.turn, line.seat) for line in lines}) == len(lines)
        entries = match.events(perspective)
        for number, event in enumerate(entries):
            assert any(line.first <= number <= line.last and line.turn == event.turn for line in lines)
        assert [line.says for line in lines if line.seat >= 0].count("") == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_story_told_as_it_happens_is_the_story_told_afterwards(game: str) -> None:
    match = Match(game, seed=5)
    words = match.words("en", 0)
    story, lines = Story(match.game, words), dict[int, Line]()
    for event in match.events(0):
        lines |= story.add(event)

    def add(event: Event) -> None:
        lines.update(story.add(event))

    match.watch(0, add)
    chooser = random.Random(5)
    for _ in range(60):
        if not match.over:
            seat = match.to_move
            match.play(seat, chooser.choice(match.moves(seat)))
    assert [lines[number] for number in sorted(lines)] == story_of(match, 0, words)


@pytest.mark.parametrize("game", GAMES)
def test_the_set_up_is_one_line(game: str) -> None:
    lines = story_of(played(game, 1), 0, Match(game).words())
    assert [line.seat for line in lines if line.turn == 0] in ([], [CHANCE])
