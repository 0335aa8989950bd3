"""Writing of records; it is strict, so that everyone writes a game in the same way."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from trackside.core.errors import ParseError
from trackside.core.notation import view_state
from trackside.core.protocol import CHANCE, REFEREE
from trackside.core.words import SEATS
from trackside.play.dice import OwnDice
from trackside.play.record import Comment, on_one_line

if TYPE_CHECKING:
    from trackside.play.match import Match


def write_record(
    match: Match,
    *,
    reveal_seed: bool,
    perspective: int = REFEREE,
    comments: Iterable[Comment] = (),
    facts: Iterable[tuple[str, str]] = (),
) -> str:
    """Return a match as text; from a seat's perspective, anything that seat may not know is `?` or missing."""
    card = match.game.card
    headers = [("Game", card.name), ("Rules", card.rules_version), ("Seats", str(match.seats))]
    headers += [("Option", f"{name}={value}") for name, value in match.options.items()]
    headers += [("Player", f"{SEATS[seat]} {name}") for seat, name in enumerate(match.players) if name]
    headers += [("Bot", f"{SEATS[seat]} {bot}") for seat, bot in enumerate(match.bots) if bot]
    if match.start_position is not None:
        start = view_state(match.game.plain, match.start, perspective)
        headers.append(("Position", match.game.notation.position_text(start).replace("\n", " / ")))
    if match.hints:
        headers.append(("Hints", "allowed"))
    if match.undone:
        headers.append(("Undone", str(match.undone)))
    if perspective != REFEREE:
        headers.append(("Eyes", SEATS[perspective] if perspective >= 0 else "spectator"))
    headers.append(("Result", result_text(match)))
    headers += _dice_headers(match, reveal_seed)
    headers += facts
    lines = [f"[{name} {_quoted(value)}]" for name, value in headers] + [""]
    for line in _turns(match, perspective, _by_place(comments)):
        lines += textwrap.wrap(line, 78, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _dice_headers(match: Match, reveal_seed: bool) -> list[tuple[str, str]]:
    """Return the headers of the dice: commitments and salts from the start, the source once it is revealed."""
    dice = match.dice
    if isinstance(dice, OwnDice):
        return []
    headers = [("Commitment", dice.commitment)] if dice.commitment is not None else []
    if match.dice_from:
        headers.append(("DiceFrom", str(match.dice_from)))
    headers += [("SaltCommitment", f"{SEATS[seat]} {digest}") for seat, digest in dice.commitments.items()]
    headers += [("Salt", f"{SEATS[seat]} {salt}") for seat, salt in dice.salts.items()]
    if reveal_seed:
        headers.append(("Seed" if dice.secret is None else "Secret", dice.source))
    return headers


def result_text(match: Match) -> str:
    """Return the winners and scores, or `*` until the game is over."""
    if not match.over:
        return "*"
    scores = " ".join(f"{SEATS[seat]} {score}" for seat, score in enumerate(match.scores))
    return f"{' and '.join(SEATS[seat] for seat in match.winners)} won: {scores}"


def _by_place(comments: Iterable[Comment]) -> dict[int, list[str]]:
    """Return comments as they are written, by the number of moves before them."""
    found: dict[int, list[str]] = {}
    for number, text in comments:
        if "}" in text:
            raise ParseError(f"a comment cannot hold a closing brace: {text}")
        found.setdefault(number, []).append(f"{{{' '.join(text.split())}}}")
    return found


def _turns(match: Match, perspective: int, comments: dict[int, list[str]]) -> Iterator[str]:
    """Yield a line for every turn: its number, then the seats and their moves in the order they were made.

    In a turn of one seat, outcomes of chance come after its name; in a turn of several, before all names.
    """
    states = match.positions()
    if 0 in comments:
        yield " ".join(comments[0])
    for turn, numbers in groupby(match.visible(perspective), lambda index: states[index].turns):
        seen = list(numbers)
        actors = {match.log[index][0] for index in seen} - {CHANCE, REFEREE}
        marked = actors.pop() if len(actors) == 1 else CHANCE
        words = [f"{turn}."] + ([SEATS[marked]] if marked != CHANCE else [])
        for index in seen:
            seat, move = match.log[index]
            if seat not in (CHANCE, REFEREE, marked):
                marked = seat
                words.append(SEATS[seat])
            words.append(match.game.notation.move_text(states[index], seat, move, perspective))
            words += comments.get(index + 1, ())
        yield " ".join(words)


def _quoted(value: str) -> str:
    return '"' + on_one_line(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
