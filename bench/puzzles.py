"""Generator of a game's puzzles: `python bench/puzzles.py traxx --games 20` writes its data/puzzles.json.

Bots play, their games are reviewed, and a position is kept if one move is clearly the best. Bots of several levels try
each of them ten times; positions that all of them solve, or that not even the strongest solves, are dropped. The others
must pass a second review.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, replace

from trackside.games import Game, find_game
from trackside.play.match import Match
from trackside.review import Reviewer, review
from trackside.review.puzzles import FILE, GRADERS, TRIES, Puzzle, is_found, is_worth_asking, puzzles_in
from trackside.review.report import Effort, Review
from trackside.search.agents import make_agent

MAX_OF_A_GAME = 2
"""The most puzzles from one game."""


def main() -> None:
    """Generate the puzzles and write them to the game's folder."""
    parser = argparse.ArgumentParser(description="Make the puzzles that come with a game.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20, help="games that bots play for it")
    parser.add_argument("--seats", type=int, nargs="+", default=[2], help="at tables of so many, in turn")
    parser.add_argument("--player", default="greedy", help="the bots that play")
    parser.add_argument("--keep", type=int, default=14, help="puzzles to keep at most")
    parser.add_argument("--closer", choices=["normal", "deep"], default="deep", help="the effort of the second look")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game, found = find_game(chosen.game), list[Puzzle]()
    for number in range(chosen.games):
        seats = chosen.seats[number % len(chosen.seats)]
        new = list(graded(played(game, seats, chosen.player, chosen.seed + number), chosen.closer))
        found += new
        kept = spread(found, chosen.keep)
        lines = ",\n".join(json.dumps(asdict(puzzle), ensure_ascii=False) for puzzle in kept)
        (game.path / FILE).write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"game {number + 1} of {chosen.games}: {len(new)} puzzles, {len(kept)} kept of {len(found)}", flush=True)


def played(game: Game, seats: int, player: str, seed: int) -> Match:
    """Return a game between bots."""
    match = Match(game.name, seats, seed=seed)
    agents = [make_agent(player, game, 100 * seed + seat) for seat in range(seats)]
    while not match.over:
        seat = match.to_move
        match.play(seat, agents[seat].choose(match.view_state(seat), seat).move)
    return match


def graded(match: Match, closer: Effort) -> Iterator[Puzzle]:
    """Yield the puzzles of a game that some bot misses and that pass a second review."""
    made, kept = review(match), 0
    for step, puzzle in puzzles_in(match, made):
        question = puzzle.question()
        found = {level: sum(is_found(question, level, seed) for seed in range(TRIES)) for level in GRADERS}
        if not is_worth_asking(found):
            continue
        sure = second_look(match, made, step, closer)
        if sure is not None and sure.options[0].moves == puzzle.options[0].moves:
            kept += 1
            yield replace(sure, found=found)
        if kept == MAX_OF_A_GAME:
            break


def second_look(match: Match, made: Review, step: int, closer: Effort) -> Puzzle | None:
    """Review the same step again with other dice; return its puzzle if it is still one, else None."""
    known = replace(made, effort=closer, steps=made.steps[:step], sums=(), moments=())
    again = next(Reviewer(match, closer, seed=1, known=known).run())
    return dict(puzzles_in(match, again)).get(step)


def spread(found: list[Puzzle], most: int) -> list[Puzzle]:
    """Return at most `most` of the puzzles, spread from easy to hard."""
    ordered = sorted(found, key=lambda puzzle: (-sum(puzzle.found.values()), puzzle.position))
    if len(ordered) <= most:
        return ordered
    return [ordered[round(place * (len(ordered) - 1) / (most - 1))] for place in range(most)]


if __name__ == "__main__":
    main()
