"""One game of the arena, from the first roll to the result; it can run in any process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from trackside.arena.schedule import Fixture
from trackside.core.errors import TracksideError
from trackside.play.bots import Players, question_for
from trackside.play.match import Match


@dataclass(frozen=True)
class Result:
    """The result of a game."""

    number: int
    mix: int
    deal: int
    agents: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    seconds: tuple[float, ...]
    """The time each seat took for its moves."""
    decisions: tuple[int, ...]
    """The moves each seat made."""
    forfeit: str
    """The player that lost by failing, and the reason; empty if the game was played out."""
    record: str
    luck: tuple[float, ...] = ()
    """Every seat's luck, if it was measured and the game was played out."""
    moves: int = 0
    """Moves of all seats and of chance."""
    turns: int = 0

    def as_entry(self) -> dict[str, Any]:
        """Return everything but the record, for JSON."""
        return {key: value for key, value in asdict(self).items() if key != "record"}

    @classmethod
    def from_entry(cls, entry: dict[str, Any]) -> Result:
        """Return the result of an entry, without its record."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        return cls(**values, record="")


def play_fixture(game: str, options: Mapping[str, str], seed: int, fixture: Fixture, even_luck: bool = False) -> Result:
    """Play a game with new players; one that fails loses, with the reason, and the others share the win."""
    seats = len(fixture.agents)
    match = Match(game, seats, options, seed=f"{seed}/{fixture.deal}", players=fixture.agents)
    seconds, decisions = [0.0] * seats, [0] * seats
    players, seat = Players(), 0
    forfeit, shares = "", [0.0] * seats
    try:
        while not match.over:
            seat = match.to_move
            question = question_for(match, seat, fixture.agents[seat], agent_seed(seed, fixture, seat))
            begun = time.perf_counter()
            choice = players.choose(question)
            seconds[seat] += time.perf_counter() - begun
            decisions[seat] += 1
            match.play(seat, choice.move)
        shares = match.returns
    except TracksideError as error:
        forfeit = f"{fixture.agents[seat]} {error}"
        shares = [0.0 if other == seat else 1 / (seats - 1) for other in range(seats)]
    finally:
        players.close()
    record = match.record(reveal_seed=True)
    luck: tuple[float, ...] = ()
    if even_luck and match.over:
        from trackside.review.reviewer import Reviewer

        luck = Reviewer(match, "quick").luck()
    return Result(
        number=fixture.number,
        mix=fixture.mix,
        deal=fixture.deal,
        agents=fixture.agents,
        shares=tuple(shares),
        scores=tuple(match.scores),
        seconds=tuple(round(value, 4) for value in seconds),
        decisions=tuple(decisions),
        forfeit=forfeit,
        record=record,
        luck=luck,
        moves=len(match.log),
        turns=int(match.state.turns),
    )


def agent_seed(seed: int, fixture: Fixture, seat: int) -> int:
    """Return a seed for a player that depends only on the game and the seat."""
    return (seed * 1_000_003 + fixture.number) * 8 + seat
