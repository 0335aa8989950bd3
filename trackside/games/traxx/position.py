"""Positions of Träxx as text.

    round 3: card ybgk
    sheet: house
    deck: house; turned ybgr ybgk ybbgp
    red: start 3; A f3 f2 e3 e2; B g4; numbers 3@2; now A 2
    purple: start 1; A c4; now done

Strands are listed from the start to their end. `3@2` is the number 3, reached in round 2. `now A 2` means
that this round's fields are the last two at end A, `done` that the seat has finished the round. At other
times the first line is `round 0: starts to deal`, `round 3: card to turn` or `round 15: over`;
a view adds its seat: `round 3: card ybgk, seen by red`. Sheets and decks other than those that come with the game
are given in one line. Lines may be separated by `/` as well.
"""

from __future__ import annotations

import re

from trackside.core.errors import ParseError
from trackside.core.words import SEATS
from trackside.games.traxx import rules
from trackside.games.traxx.check import check_position
from trackside.games.traxx.fields import NAMES
from trackside.games.traxx.material import Deck, Sheet, card_text, read_card
from trackside.games.traxx.options import deck_in_line, deck_name, sheet_in_line, sheet_name
from trackside.games.traxx.scoring import numbers_in_order
from trackside.games.traxx.state import (
    DEAL,
    DRAW,
    FINISHED,
    HIGHEST,
    LOWEST,
    MAX_CARDS,
    MAX_SEATS,
    PATCH_BITS,
    STARTS,
    TURN,
    A,
    B,
    State,
)

PHASES = {DEAL: "starts to deal", TURN: "card to turn", FINISHED: "over"}
END_NAMES = "AB"


def position_text(s: State) -> str:
    """Return the whole position as text."""
    phase = PHASES.get(s.phase) or f"card {card_text(s.patches)}"
    seen = f", seen by {SEATS[s.looking - 1]}" if s.looking else ""
    turned = turned_cards(s)
    lines = [
        f"round {s.turns}: {phase}{seen}",
        f"sheet: {sheet_name(sheet_of_state(s))}",
        f"deck: {deck_name(deck_of_state(s))}" + ("; turned " + " ".join(turned) if turned else ""),
    ]
    return "\n".join(lines + [f"{SEATS[seat]}: {_seat_text(s, seat)}" for seat in range(s.seats)])


def sheet_of_state(s: State) -> Sheet:
    """Return the sheet of a position."""
    return Sheet(tuple(s.colour), tuple(s.value), tuple(s.starts))


def deck_of_state(s: State) -> Deck:
    """Return the whole deck of a position."""
    kinds = sum(n > 0 for n in s.copies)
    return Deck(tuple(s.card[:kinds]), tuple(s.copies[:kinds]))


def turned_cards(s: State) -> list[str]:
    """Return the cards that have been turned up, in the order of the deck."""
    return [card_text(s.card[i]) for i in range(MAX_CARDS) for _ in range(s.copies[i] - s.left[i])]


def strand(s: State, seat: int, end: int) -> list[int]:
    """Return the fields of the line from beside the start to one of its ends."""
    marks = range(2, s.length[seat][A] + 2) if end == A else range(-1, -s.length[seat][B] - 1, -1)
    return [s.mark[seat].index(mark) for mark in marks]


def _seat_text(s: State, seat: int) -> str:
    if not s.start[seat]:
        return "no start"
    parts = [f"start {s.start[seat]}"]
    for end in (A, B):
        if s.length[seat][end]:
            parts.append(f"{END_NAMES[end]} " + " ".join(NAMES[field] for field in strand(s, seat, end)))
    reached = [f"{value}@{s.when[seat][value]}" for value in range(LOWEST, HIGHEST + 1) if s.when[seat][value]]
    parts += ["numbers " + " ".join(reached)] if reached else []
    now = [END_NAMES[s.growing[seat] - 1], str(s.drawn[seat])] if s.drawn[seat] else []
    now += ["done"] if s.done[seat] else []
    parts += ["now " + " ".join(now)] if now else []
    return "; ".join(parts)


def parse_position(text: str) -> State:
    """Parse a position; ParseError if it makes no sense or is not possible."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.replace("/", "\n").splitlines(), 1)]
    numbered = [(number, line) for number, line in numbered if line]
    if not 4 <= len(numbered) <= 3 + MAX_SEATS:
        raise ParseError("a position has a line each for the round, the sheet, the deck and 1 to 4 seats")
    s = State()
    s.seats = len(numbered) - 3
    _parse_sheet(s, *numbered[1])
    _parse_deck(s, *numbered[2])
    _parse_round(s, *numbered[0])
    for seat, (number, line) in enumerate(numbered[3:]):
        _parse_seat(s, seat, number, line)
    _note_numbers(s)
    check_position(s)
    return s


def _parse_sheet(s: State, number: int, line: str) -> None:
    match = re.fullmatch(r"sheet: (\S+)", line)
    if not match:
        raise ParseError(f"expected 'sheet: house' or a sheet in one line, not {line!r}", number)
    try:
        sheet = sheet_in_line(match[1])
    except ParseError as error:
        raise ParseError(error.problem, number) from error
    s.colour[:], s.value[:], s.starts[:] = sheet.colours, sheet.values, sheet.starts


def _parse_deck(s: State, number: int, line: str) -> None:
    match = re.fullmatch(r"deck: ([^;\s]+)(?:\s*;\s*turned\b(.*))?", line)
    if not match:
        raise ParseError(f"expected 'deck: house' and perhaps '; turned ybgk ...', not {line!r}", number)
    try:
        deck = deck_in_line(match[1])
    except ParseError as error:
        raise ParseError(error.problem, number) from error
    s.card[: len(deck.cards)], s.copies[: len(deck.cards)] = deck.cards, deck.counts
    s.left[:] = s.copies
    s.rounds = sum(deck.counts)
    for word in (match[2] or "").split():
        kind = _kind(s, word, number)
        if not s.left[kind]:
            raise ParseError(f"the card {word} has been turned up more often than the deck has it (TX-4)", number)
        s.left[kind] -= 1


def _kind(s: State, word: str, number: int) -> int:
    card = read_card(word, number)
    if card not in s.card:
        raise ParseError(f"there is no card {word} in the deck (TX-2)", number)
    return s.card.index(card)


def _parse_round(s: State, number: int, line: str) -> None:
    match = re.fullmatch(r"round (\d{1,3}): (.+?)(?:, seen by (\w+))?", line)
    if not match:
        raise ParseError(f"expected something like 'round 3: card ybgk', not {line!r}", number)
    s.turns = int(match[1])
    if match[3]:
        if match[3] not in SEATS[: s.seats]:
            raise ParseError(f"{match[3]!r} is not at the table: the seats are {', '.join(SEATS[: s.seats])}", number)
        s.looking = 1 + SEATS.index(match[3])
    named = [phase for phase, words in PHASES.items() if words == match[2]]
    turned = s.rounds - sum(s.left)
    if named:
        s.phase = named[0]
    elif match[2].startswith("card "):
        s.phase = DRAW
        kind = _kind(s, match[2].removeprefix("card "), number)
        if s.left[kind] == s.copies[kind]:
            raise ParseError(f"the card {match[2][5:]} is turned up, so it belongs to those turned", number)
        s.patches = s.card[kind]
    else:
        raise ParseError(
            f"{match[2]!r} is not a phase: use 'card ybgk', " + ", ".join(map(repr, PHASES.values())), number
        )
    expected = {DEAL: 0, TURN: turned + 1, DRAW: turned, FINISHED: s.rounds}[s.phase]
    if s.turns != expected or turned != s.turns - (s.phase == TURN):
        raise ParseError(f"round {s.turns} cannot be with {turned} of {s.rounds} cards turned up (TX-4, TX-8)", number)
    if s.phase == TURN and turned == s.rounds:
        raise ParseError("all cards have been turned up: the game is over (TX-8)", number)


def _parse_seat(s: State, seat: int, number: int, line: str) -> None:
    name, _, rest = line.partition(":")
    if name.strip() != SEATS[seat]:
        raise ParseError(f"expected the line of {SEATS[seat]}, not {line!r}", number)
    if rest.strip() == "no start":
        if s.phase != DEAL:
            raise ParseError(f"{SEATS[seat]} has no start, but the starts were dealt (TX-1)", number)
        return
    entries: dict[str, list[str]] = {}
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        key, *values = part.split()
        if key in entries or key not in ("start", "A", "B", "numbers", "now"):
            raise ParseError(f"{part!r}: a seat has start, A, B, numbers and now, each once", number)
        entries[key] = values
    start = entries.get("start", [])
    if len(start) != 1 or start[0] not in map(str, range(1, STARTS + 1)):
        raise ParseError(f"{SEATS[seat]} needs a start: 'start 1' to 'start {STARTS}' (TX-1)", number)
    _parse_line(s, seat, int(start[0]), entries, number)
    for entry in entries.get("numbers", []):
        match = re.fullmatch(r"(\d{1,2})@(\d{1,3})", entry)
        if not match or not LOWEST <= int(match[1]) <= HIGHEST:
            raise ParseError(f"{entry!r} is not a number reached: the 7 reached in round 3 is '7@3'", number)
        s.when[seat][int(match[1])] = int(match[2])
    if s.phase == DRAW:
        rules.begin_round(s, seat)
        _parse_now(s, seat, entries.get("now", []), number)
    elif "now" in entries:
        raise ParseError(f"{SEATS[seat]} cannot have drawn: no card is turned up (TX-4)", number)


def _parse_line(s: State, seat: int, start: int, entries: dict[str, list[str]], number: int) -> None:
    s.start[seat] = start
    s.mark[seat][s.starts[start - 1]] = 1
    for end in (A, B):
        s.tip[seat][end] = s.starts[start - 1]
        for name in entries.get(END_NAMES[end], []):
            if name not in NAMES:
                raise ParseError(f"there is no field {name!r}: fields are a1 to i5", number)
            field = NAMES.index(name)
            if s.mark[seat][field]:
                raise ParseError(f"the line of {SEATS[seat]} is on {name} twice (TX-5)", number)
            s.length[seat][end] += 1
            s.mark[seat][field] = 1 + s.length[seat][A] if end == A else -s.length[seat][B]
            s.tip[seat][end] = field


def _parse_now(s: State, seat: int, values: list[str], number: int) -> None:
    match = re.fullmatch(r"(?:([AB]) ([1-6]))? ?(done)?", " ".join(values))
    if not match:
        raise ParseError(f"'now {' '.join(values)}': say 'now A 2', 'now A 2 done' or 'now done'", number)
    if match[1]:
        end, n = END_NAMES.index(match[1]), int(match[2])
        fields = strand(s, seat, end)[-n:]
        if len(fields) < n:
            raise ParseError(f"{SEATS[seat]} has drawn fewer than {n} fields at {match[1]}", number)
        s.growing[seat], s.drawn[seat] = end + 1, n
        for field in fields:
            if not rules.patches_of(s.spare[seat], s.colour[field]):
                raise ParseError(f"{SEATS[seat]} has no patch for {NAMES[field]} on this card (TX-6)", number)
            s.spare[seat] -= 1 << (PATCH_BITS * s.colour[field])
        s.done[seat] = int(not rules.can_go_on(s, seat, end))
    if match[3]:
        s.done[seat] = 1


def _note_numbers(s: State) -> None:
    """Fill in the value of each number when it was reached, round by round and along the lines."""
    reached = [(s.when[seat][value], seat, value) for seat in range(s.seats) for value in numbers_in_order(s, seat)]
    now, s.turns = s.turns, 0
    rounds = [row[:] for row in s.when]
    for row in s.when:
        row[:] = [0] * len(row)
    for turn, seat, value in sorted(reached, key=lambda entry: entry[0]):
        s.turns = turn
        rules.note(s, seat, value)
    s.turns = now
    s.when[:] = rounds
