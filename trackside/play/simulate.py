"""Simulation of thousands of games, summarised with intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from trackside.core.errors import BadOption
from trackside.core.words import SEATS
from trackside.games import Game, find_game
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
    columns: dict[str, list[float]] = field(default_factory=dict, repr=False, compare=False)
    """The values of every game by name: `moves`, `turns`, and for every seat `score_red` and `share_red`, its share
    of the win; `pandas.DataFrame(summary.columns)` is a table of them."""

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as a dictionary, for JSON, without the values of every game."""
        return {name: value for name, value in asdict(replace(self, columns={})).items() if name != "columns"}


def seats_for(game: Game, seats: int | None, names: Sequence[str]) -> int:
    """Return the number of seats: the given one, else the game's default, but enough for all named players."""
    if seats is not None:
        return seats
    return game.card.default_seats if len(names) < 2 else max(game.card.meeting_seats, len(names))


def players_for(seats: int, names: Sequence[str]) -> list[str]:
    """Return the player of every seat: the names in turn, repeated until every seat has one."""
    if len(names) > seats:
        raise BadOption(f"{len(names)} players are named for {seats} seats")
    return [names[seat % len(names)] for seat in range(seats)]


def simulate(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    agents: Sequence[str] = ("greedy",),
    games: int = 1000,
    seed: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play games between quick players; if interrupted, summarise those played. `progress` receives the number done."""
    import numpy as np

    from trackside.search.batch import Batch

    game = find_game(game)
    if games < 1:
        raise BadOption(f"{games} games: at least 1 is needed")
    seats = seats_for(game, seats, agents)
    game.card.check_seats(seats)
    players = players_for(seats, agents)
    for name in players:
        if name not in QUICK:
            raise BadOption(f"there is no player {name!r}: the players are {', '.join(QUICK)}")
    batch = Batch(game, game.opening(seats, options or {}), players, seed)
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
        columns={
            "moves": list(moves),
            "turns": list(turns),
            **{f"score_{SEATS[seat]}": list(values) for seat, values in enumerate(scores)},
            **{f"share_{SEATS[seat]}": list(values) for seat, values in enumerate(shares)},
        },
    )
