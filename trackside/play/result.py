"""The winners and their margin in a sentence: the same on the page, in the terminal and in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.words import Words
from trackside.play.match import Match

MAX_TO = 3
"""The most scores written as 64 to 58 to 54; more become a list."""


def margin(match: Match) -> int:
    """Return the winners' lead over the best of the others; their own score if there are no others."""
    others = [score for seat, score in enumerate(match.scores) if seat not in match.winners]
    best = match.scores[match.winners[0]]
    return best - max(others) if others else best


def result_says(match: Match, words: Words) -> str:
    """Return a sentence on who won and by how much; a team has one score."""
    winners, scores, sides = match.winners, match.scores, match.sides
    if len(scores) == 1:
        return words.of(0, "play.solo", score=_text(scores[0]))
    parties = [seat for seat, side in enumerate(sides) if sides.index(side) == seat]
    parties.sort(key=lambda seat: (seat not in winners, -scores[seat]))
    texts = [_text(scores[seat]) for seat in parties]
    said = texts[0]
    for text in texts[1:] if len(texts) <= MAX_TO else ():
        said = words("play.to", first=said, second=text)
    if len(texts) > MAX_TO:
        said = f"{', '.join(texts[:-1])} {words('play.and')} {texts[-1]}"
    kind = "by" if margin(match) > 0 and len(winners) < len(scores) else "tie"
    if len(winners) == 1:
        return words.of(winners[0], f"play.won_{kind}", n=margin(match), scores=said)
    won = "team" if is_team(winners, sides) else "shared"
    return _shared(winners, f"play.{won}_{kind}", words, n=margin(match), scores=said)


def end_says(match: Match, words: Words) -> str:
    """Return a sentence on why the game ended; empty if its rules give no reason."""
    return match.game.scenes.end_reason(match.state, words)


def is_team(winners: Sequence[int], sides: Sequence[int]) -> bool:
    """Return True if the winners are partners: they won together and share with no one else."""
    return len(winners) > 1 and len({sides[seat] for seat in winners}) == 1


def _text(score: int) -> str:
    """Return a score with a true minus sign."""
    return str(score).replace("-", "\N{MINUS SIGN}")


def winners_say(winners: Sequence[int], words: Words, sides: Sequence[int]) -> str:
    """Return who won, in a few words."""
    if len(winners) == 1:
        return words.of(winners[0], "play.won")
    return _shared(winners, "play.team" if is_team(winners, sides) else "play.shared", words)


def _shared(winners: Sequence[int], key: str, words: Words, **values: object) -> str:
    """Return a sentence on several winners, the reader first."""
    names = [words.label(seat) for seat in sorted(winners, key=lambda seat: seat != words.you)]
    said = f" {words('play.and')} ".join(names)
    return words(f"{key}_you" if words.you in winners else key, who=said, **values)
