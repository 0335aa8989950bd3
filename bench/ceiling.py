"""The cost of hidden hands: games of a player who sees all hands among copies that see only their own."""

from __future__ import annotations

import argparse

from trackside import Match
from trackside.play.intervals import mean_of
from trackside.search.agents import make_agent

GAME = "skip-or-trip"
TABLES = {
    "2 seats": (2, "basic"),
    "2 seats advanced": (2, "advanced"),
    "teams": (4, "teams"),
    "4 seats": (4, "basic"),
    "6 seats": (6, "basic"),
}


def share(name: str, seats: int, mode: str, number: int) -> float:
    """Play a game and return the share of the win of the seeing side, which rotates over the seats on the same dice."""
    match = Match(GAME, seats=seats, options={"mode": mode}, seed=number // seats)
    sides = 2 if mode == "teams" else seats
    seeing = [seat for seat in range(seats) if seat % sides == number % sides]
    players = [make_agent(name, match.game, seed=seat) for seat in range(seats)]
    while not match.over:
        seat = match.to_move
        view = match.state.duplicate() if seat in seeing else match.view(seat).state
        match.play(seat, players[seat].choose(view, seat).move)
    shares = [0.0] * seats
    match.game.plain.returns(match.state, shares)
    return sum(shares[seat] for seat in seeing)


def main() -> None:
    """Print a row for each kind of table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", nargs="?", default="expert")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--table", choices=TABLES, action="append")
    args = parser.parse_args()
    for table in args.table or TABLES:
        seats, mode = TABLES[table]
        won = mean_of([share(args.player, seats, mode, number) for number in range(args.games)])
        even = 1 / (2 if mode == "teams" else seats)
        print(f"{table}: {args.player} who sees all hands wins {won.mean:.3f} ± {won.margin:.3f} (even: {even:.3f})")


if __name__ == "__main__":
    main()
