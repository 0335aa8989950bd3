"""Simulation of thousands of games, summarised with intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from trackside.core.errors import BadOption
from trackside.games import Game
from trackside.play.intervals import mean_of, share_of
from trackside.search.agents import QUICK

if TYPE_CHECKING:
    import numpy as np

CHUNK = 250


@dataclass(frozen=True)
class Summary:
    """The results of a simulation; lists have a value for every seat."""

    game: str
    seats: int
    agents: list[str]
    games: int
    complete: bool
    mean_scores: list[float]
    score_margins: list[float | None]
    """Half the width of the 95 % interval; None after a single game."""
    win_shares: list[float]
    win_intervals: list[tuple[float, float]]
    mean_moves: float
    mean_turns: float
    games_per_second: float

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as a dictionary, for JSON."""
        return asdict(self)


def players_for(seats: int, names: list[str]) -> list[str]:
    """Return the player of every seat: the names in turn, repeated until every seat has one."""
    if len(names) > seats:
        raise BadOption(f"{len(names)} players are named for {seats} seats")
    return [names[seat % len(names)] for seat in range(seats)]


def simulate(
    game: Game,
    seats: int,
    options: Mapping[str, object],
    agents: list[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play `games` games; if interrupted, summarise those played. `progress` receives the number done."""
    import numpy as np

    from trackside.search.batch import Batch

    if games < 1:
        raise BadOption(f"{games} games: at least 1 is needed")
    players = players_for(seats, agents)
    for name in players:
        if name not in QUICK:
            raise BadOption(f"there is no player {name!r}: the players are {', '.join(QUICK)}")
    batch = Batch(game, game.opening(seats, options), players, seed)
    batch.warm_up()
    parts: list[np.ndarray[Any, Any]] = []
    done = 0
    begun = time.perf_counter()
    try:
        while done < games:
            parts.append(batch.play(min(CHUNK, games - done)))
            done += len(parts[-1])
            progress(done)
    except KeyboardInterrupt:
        if not parts:
            raise
    seconds = time.perf_counter() - begun
    moves, turns, *rest = np.concatenate(parts).T.tolist()
    return sum_up(game, players, games, moves, turns, rest[:seats], rest[seats:], seconds)


def sum_up(
    game: Game,
    players: list[str],
    games: int,
    moves: Sequence[float],
    turns: Sequence[float],
    scores: Sequence[Sequence[float]],
    shares: Sequence[Sequence[float]],
    seconds: float,
) -> Summary:
    """Return a summary of games, given the moves and turns of each and, by seat, the scores and shares in each."""
    done = len(moves)
    means, wins = [mean_of(one) for one in scores], [share_of(one) for one in shares]
    return Summary(
        game=game.name,
        seats=len(players),
        agents=players,
        games=done,
        complete=done == games,
        mean_scores=[score.mean for score in means],
        score_margins=[score.margin if done > 1 else None for score in means],
        win_shares=[share.mean for share in wins],
        win_intervals=[(share.low, share.high) for share in wins],
        mean_moves=fmean(moves),
        mean_turns=fmean(turns),
        games_per_second=done / seconds,
    )
