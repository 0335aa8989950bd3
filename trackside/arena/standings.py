"""Statistics of the games: win shares with intervals, ratings, and an order as far as it is proved.

A forfeited game counts for the win shares, but says nothing about play: its deal is excluded from pairings, ratings
and the order.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean, median

from trackside.arena.game import Result
from trackside.core.words import SEATS
from trackside.play.intervals import NORMAL_95, Mean, Share, mean_of, share_of


@dataclass(frozen=True)
class Standing:
    """One player's results over all its games."""

    agent: str
    games: int
    win_share: float
    win_interval: tuple[float, float]
    mean_score: float
    rating: float
    rating_margin: float
    seconds_per_move: float
    forfeits: int

    @property
    def share(self) -> Share:
        """The win share with its interval."""
        return Share(self.win_share, *self.win_interval)


@dataclass(frozen=True)
class Pairing:
    """One player against another, in the deals that both played and no one forfeited."""

    agent: str
    other: str
    games: int
    win_share: float
    win_interval: tuple[float, float]


@dataclass(frozen=True)
class SeatShare:
    """The results of one seat, over the games of players against themselves."""

    seat: str
    games: int
    win_share: float
    win_interval: tuple[float, float]
    mean_score: float

    @property
    def share(self) -> Share:
        """The win share with its interval."""
        return Share(self.win_share, *self.win_interval)


def is_mirrored(result: Result) -> bool:
    """Return True if one player had all seats of a game for several."""
    return len(result.agents) > 1 and len(set(result.agents)) == 1


def by_seat(results: list[Result], seats: int) -> list[SeatShare]:
    """Return the results of every seat, where one player had all of them and none failed; empty without such games."""
    games = [result for result in results if is_mirrored(result) and not result.forfeit]
    found = []
    for seat in range(seats if games else 0):
        share = share_of([result.shares[seat] for result in games])
        score = fmean(result.scores[seat] for result in games)
        found.append(SeatShare(SEATS[seat], len(games), share.mean, (share.low, share.high), score))
    return found


def played_out(results: list[Result]) -> list[Result]:
    """Return the games of deals without a forfeit: the rest of a forfeited deal may favour a seat."""
    forfeited = {(result.mix, result.deal) for result in results if result.forfeit}
    return [result for result in results if (result.mix, result.deal) not in forfeited]


def by_deal(results: list[Result], agent: str) -> list[float]:
    """Return a player's mean share in every deal; games on the same dice are not independent, so a deal counts once."""
    deals: dict[tuple[int, int], list[float]] = defaultdict(list)
    for result in results:
        for name, share in zip(result.agents, result.shares, strict=True):
            if name == agent:
                deals[result.mix, result.deal].append(share)
    return [fmean(shares) for shares in deals.values()]


def standings(results: list[Result], agents: list[str]) -> list[Standing]:
    """Return the standings of all players that have played, best first; games against oneself count if all are such."""
    results = [result for result in results if not is_mirrored(result)] or results
    rated = ratings(results, agents)
    found = []
    for agent in agents:
        seats = [(result, seat) for result in results for seat, name in enumerate(result.agents) if name == agent]
        if not seats:
            continue
        share = share_of(by_deal(results, agent))
        times = [result.seconds[seat] / result.decisions[seat] for result, seat in seats if result.decisions[seat]]
        found.append(
            Standing(
                agent=agent,
                games=len(seats),
                win_share=share.mean,
                win_interval=(share.low, share.high),
                mean_score=fmean(result.scores[seat] for result, seat in seats),
                rating=rated[agent][0],
                rating_margin=rated[agent][1],
                seconds_per_move=median(times) if times else 0.0,
                forfeits=sum(result.forfeit.startswith(f"{agent} ") for result in results),
            )
        )
    return sorted(found, key=lambda standing: (-standing.rating, -standing.win_share))


@dataclass(frozen=True)
class EvenLuck:
    """One player's results adjusted for luck: the same on average, with less variance."""

    agent: str
    games: int
    result: Mean
    adjusted: Mean
    luck: Mean
    """The mean luck; its interval includes zero unless the judge is wrong."""

    @property
    def worth(self) -> float:
        """The factor by which more games would be needed for the same interval without the adjustment."""
        return (self.result.margin / self.adjusted.margin) ** 2 if self.adjusted.margin else 1.0


def on_even_luck(results: list[Result], agents: list[str]) -> list[EvenLuck]:
    """Return the results and luck of all players, deal by deal, over the games whose luck is known."""
    known = [result for result in played_out(results) if result.luck]
    found = []
    for agent in agents:
        deals: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for result in known:
            values = result.shares if len(result.shares) > 1 else tuple(map(float, result.scores))
            for name, value, luck in zip(result.agents, values, result.luck, strict=True):
                if name == agent:
                    deals[result.mix, result.deal].append((value, luck))
        if deals:
            pairs = [(fmean(value for value, _ in deal), fmean(luck for _, luck in deal)) for deal in deals.values()]
            found.append(
                EvenLuck(
                    agent,
                    sum(map(len, deals.values())),
                    mean_of([value for value, _ in pairs]),
                    mean_of([value - luck for value, luck in pairs]),
                    mean_of([luck for _, luck in pairs]),
                )
            )
    return found


def pairings(results: list[Result], agents: list[str]) -> list[Pairing]:
    """Return every player's share against every other, relative to what the two won together, deal by deal."""
    found = []
    for agent in agents:
        for other in agents:
            if agent == other:
                continue
            deals: dict[tuple[int, int], list[float]] = defaultdict(list)
            for result in played_out(results):
                mine = [share for name, share in zip(result.agents, result.shares, strict=True) if name == agent]
                theirs = [share for name, share in zip(result.agents, result.shares, strict=True) if name == other]
                if mine and theirs:
                    better = 0.5 + (fmean(mine) - fmean(theirs)) / 2
                    deals[result.mix, result.deal].append(better)
            if deals:
                share = share_of([fmean(values) for values in deals.values()])
                games = sum(map(len, deals.values()))
                found.append(Pairing(agent, other, games, share.mean, (share.low, share.high)))
    return found


def ratings(results: list[Result], agents: list[str]) -> dict[str, tuple[float, float]]:
    """Return Plackett-Luce ratings for any number of seats, with the half widths of their 95 % intervals."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {agent: model.rating(name=agent) for agent in agents}
    for result in sorted(played_out(results), key=lambda result: result.number):
        if len(set(result.agents)) < 2:
            continue
        teams = [[rated[agent]] for agent in result.agents]
        changed = model.rate(teams, scores=list(result.shares))
        fresh: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for agent, team in zip(result.agents, changed, strict=True):
            fresh[agent].append((team[0].mu, team[0].sigma))
        for agent, values in fresh.items():
            rated[agent].mu, rated[agent].sigma = fmean(mu for mu, _ in values), fmean(sigma for _, sigma in values)
    return {agent: (rating.mu, NORMAL_95 * rating.sigma) for agent, rating in rated.items()}


def ranking(results: list[Result], agents: list[str]) -> list[list[str]]:
    """Return groups of players, best first; players whose direct comparison does not separate them share a group."""
    order = [standing.agent for standing in standings(results, agents)]
    proved = {(pairing.agent, pairing.other): pairing.win_interval[0] > 0.5 for pairing in pairings(results, agents)}
    groups: list[list[str]] = []
    for agent in order:
        if groups and not all(proved.get((better, agent), False) for better in groups[-1]):
            groups[-1].append(agent)
        else:
            groups.append([agent])
    return groups
