"""Positions of Skip or Trip as text.

    turn 12: red trips 12 with 4[2.2], 11 steps
    rules: basic, mercy, 20 rounds
    deck: 57, top 7
    shown: 4[2.2] 6[5]
    red: on 21; hand 3[3] 8[83]; down 2[7]
    purple: on 12; hand 1[?] 5[?] 7[?]; down 8[?]

Symbols hidden from the owner of a view are `?`; `deck: 57[?]` means that those of the deck are. Cards that
are mentioned nowhere are in the deck; their number may be left out. In team play the first two seats
have the meeples. Lines may be separated by `/` as well.
"""

from __future__ import annotations

import re

from trackside.core.errors import ParseError
from trackside.core.words import SEATS
from trackside.games.skip_or_trip.cards import card_text, kinds_of, parse_card, pile_texts
from trackside.games.skip_or_trip.check import check_position, has_blank_cards, unseen
from trackside.games.skip_or_trip.state import (
    ACT,
    BEGIN,
    CARD,
    DRAW,
    EACH,
    FINISHED,
    HAND,
    LONGEST_TRIP,
    MAX_SEATS,
    MEEPLE,
    MEEPLES,
    NUMBER,
    NUMBERS,
    PRODUCT,
    TOP,
    State,
)

PILES = ("on", "hand", "down")

WHAT = re.compile(
    r"(?P<what>to act|to draw|to move a meeple|was last, over|trips (?P<square>\d{1,3})(?: with (?P<laid>[^,]+))?)"
    r"(?: (?P<due>\d))?(?:, (?P<steps>\d{1,3}) steps?)?(?:, (?P<passes>\d) pass(?:es)?)?(?P<time_up>, time is up)?"
)


def position_text(s: State) -> str:
    """Return the whole position as text."""
    lines = [f"turn {s.turns}: {_turn_text(s)}", f"rules: {_rules_text(s)}"]
    unknown = "[?]" if s.left[0] > 0 and not any(s.stock) else ""
    lines.append(f"deck: {s.left[0]}{unknown}, top {s.top or '-'}")
    if any(s.shown):
        lines.append("shown: " + " ".join(pile_texts(shown_numbers(s), s.shown)))
    for seat in range(s.seats):
        parts = []
        if seat < s.sides:
            parts.append("on " + " ".join(str(square) for square in s.meeple[seat][: s.meeples]))
        if s.held[seat][0]:
            parts.append("hand " + " ".join(pile_texts(s.held[seat], s.hand[seat])))
        if s.gone[seat][0]:
            parts.append("down " + " ".join(pile_texts(s.gone[seat], s.down[seat])))
        lines.append(f"{SEATS[seat]}: {'; '.join(parts)}".rstrip())
    return "\n".join(lines)


def shown_numbers(s: State) -> list[int]:
    """Return the number of cards of each number that were played white side up, after a 0."""
    return [0] + [sum(s.shown[kind] for kind in kinds_of(number)) for number in range(1, NUMBERS + 1)]


def _turn_text(s: State) -> str:
    if s.phase == BEGIN:
        return "who begins"
    text = f"{SEATS[s.seat]} "
    if s.phase in (TOP, DRAW):
        text += f"to draw {s.due}"
    elif s.phase == CARD:
        laid = " ".join(card_text(kind - 1) for kind in s.laid if kind)
        text += f"trips {s.square}" + (f" with {laid}" if laid else "")
    else:
        text += {ACT: "to act", MEEPLE: "to move a meeple", FINISHED: "was last, over"}[s.phase]
    text += f", {s.steps} step{'s' * (s.steps > 1)}" if s.steps else ""
    text += f", {s.passes} pass{'es' * (s.passes > 1)}" if s.passes else ""
    return text + (", time is up" if s.time_up else "")


def _rules_text(s: State) -> str:
    mode = "teams" if s.sides < s.seats else "advanced" if s.meeples > 1 else "basic"
    mercy = ", mercy" if s.mercy else ""
    return mode + mercy + (f", {s.rounds} round{'s' * (s.rounds > 1)}" if s.rounds else "")


def parse_position(text: str) -> State:
    """Parse a position; ParseError if it makes no sense or is not possible."""
    lines: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.replace("/", "\n").splitlines(), 1):
        key, colon, rest = line.strip().partition(":")
        if not key:
            continue
        name = key.split()[0].lower()
        if not colon or name not in ("turn", "rules", "deck", "shown", *SEATS) or name in lines:
            raise ParseError(f"{line.strip()!r}: a position has turn, rules, deck, shown and seats, each once", number)
        lines[name] = (number, key[len(name) :] + ":" + rest if name == "turn" else rest)
    seats = [name for name in SEATS if name in lines]
    if len(seats) < 2 or seats != list(SEATS[: len(seats)]):
        raise ParseError(f"a position has a line for each of 2 to 6 seats, in the order {', '.join(SEATS[:MAX_SEATS])}")
    s = State()
    s.seats = len(seats)
    _parse_rules(s, *lines.get("rules", (0, "basic")))
    if "turn" not in lines:
        raise ParseError("a position has a line for the turn, such as 'turn 12: red to act'")
    _parse_turn(s, *lines["turn"])
    if "shown" in lines:
        number, rest = lines["shown"]
        _parse_shown(s, number, rest)
    for seat, name in enumerate(seats):
        _parse_seat(s, seat, *lines[name])
    _parse_deck(s, *lines.get("deck", (0, "")))
    check_position(s)
    return s


def _parse_rules(s: State, number: int, text: str) -> None:
    match = re.fullmatch(r"(basic|advanced|teams)(, mercy)?(?:, (\d{1,3}) rounds?)?", text.strip())
    if not match:
        raise ParseError(
            f"expected rules such as 'basic, mercy, 20 rounds', 'advanced' or 'teams', not {text!r}", number
        )
    seats = {"basic": range(2, 7), "advanced": (2, 3), "teams": (4,)}[match[1]]
    if s.seats not in seats:
        raise ParseError(f"{match[1]} is not for {s.seats} players (ST-4, ST-14, ST-18)", number)
    if match[2] and match[1] != "basic":
        raise ParseError(f"there is no Mercy in {match[1]} games (ST-14, ST-18)", number)
    s.sides = 2 if match[1] == "teams" else s.seats
    s.meeples = 1 if match[1] == "basic" else MEEPLES[s.sides]
    s.mercy, s.rounds = int(match[2] is not None), int(match[3] or 0)


def _parse_turn(s: State, number: int, line: str) -> None:
    match = re.fullmatch(r"\s*(\d{1,4})\s*:\s*(\w+)\s+(.+)", line)
    if not match:
        raise ParseError(f"expected something like 'turn 12: red to act', not 'turn{line}'", number)
    s.turns = int(match[1])
    if f"{match[2]} {match[3].strip()}" == "who begins":
        s.phase, s.due = BEGIN, HAND
        return
    if match[2] not in SEATS[: s.seats]:
        raise ParseError(f"{match[2]!r} is not at the table: the seats are {', '.join(SEATS[: s.seats])}", number)
    s.seat = SEATS.index(match[2])
    what = WHAT.fullmatch(match[3].strip())
    if not what or (what["due"] is not None) != (what["what"] == "to draw"):
        raise ParseError(
            f"{match[3]!r} is not a phase: use 'to act', 'trips 12 with 4[2.2]', 'to move a meeple', 'to draw 2' or "
            "'was last, over', then ', 7 steps', ', 1 pass' and ', time is up' where it is so",
            number,
        )
    phases = {"to act": ACT, "to draw": DRAW, "to move a meeple": MEEPLE, "was last, over": FINISHED}
    s.phase = phases.get(what["what"], CARD)
    s.due, s.steps, s.passes = int(what["due"] or 0), int(what["steps"] or 0), int(what["passes"] or 0)
    s.time_up = int(what["time_up"] is not None)
    if s.phase == CARD:
        _parse_trip(s, number, int(what["square"]), (what["laid"] or "").split())


def _parse_trip(s: State, number: int, square: int, cards: list[str]) -> None:
    s.square = s.rest = square
    if len(cards) > LONGEST_TRIP:
        raise ParseError(f"no trip takes {len(cards)} cards", number)
    for i, card in enumerate(cards):
        _, kind = parse_card(card, number)
        if kind is None or s.rest % PRODUCT[kind]:
            raise ParseError(f"{card} cannot have been laid for {square}: its symbols are not among those left", number)
        s.laid[i] = kind + 1
        s.rest //= PRODUCT[kind]
        s.back += NUMBER[kind]


def _parse_shown(s: State, number: int, text: str) -> None:
    for card in text.split():
        _, kind = parse_card(card, number)
        if kind is None:
            raise ParseError(f"{card}: cards played white side up show their symbols (ST-5)", number)
        s.shown[kind] += 1


def _parse_seat(s: State, seat: int, number: int, text: str) -> None:
    seen = set()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key, *values = part.split()
        if key in seen or key not in PILES:
            raise ParseError(f"{part!r}: a seat has {', '.join(PILES)}, each once", number)
        seen.add(key)
        if key == "on":
            _parse_meeples(s, seat, number, values)
        else:
            sizes, kinds = (s.held, s.hand) if key == "hand" else (s.gone, s.down)
            for value in values:
                black, kind = parse_card(value, number)
                sizes[seat][0] += 1
                sizes[seat][black] += 1
                if kind is not None:
                    kinds[seat][kind] += 1
    if ("on" in seen) != (seat < s.sides):
        owner = (
            f"has its meeples in the line of {SEATS[seat % s.sides]} (ST-18)" if seat >= s.sides else "has no meeple"
        )
        raise ParseError(f"{SEATS[seat]} {owner}", number)


def _parse_meeples(s: State, seat: int, number: int, values: list[str]) -> None:
    if not all(re.fullmatch(r"\d{1,3}", value) and int(value) <= 100 for value in values):
        raise ParseError(f"on {' '.join(values)}: squares are 0 to 100 (ST-1)", number)
    if len(values) != s.meeples:
        raise ParseError(f"{SEATS[seat]} has {len(values)} meeples, not {s.meeples} (ST-4, ST-14, ST-18)", number)
    s.meeple[seat][: s.meeples] = sorted(int(value) for value in values)


def _parse_deck(s: State, number: int, text: str) -> None:
    """Parse the deck: it has all cards that are nowhere else; its kinds stay blank if they are unknown."""
    match = re.fullmatch(r"\s*(?:(\d{1,3})(\[\?\])?)?\s*,?\s*(?:top ([1-9-]))?\s*", text)
    if not match:
        raise ParseError(f"expected a deck such as '57, top 7' or '57[?], top 7', not {text.strip()!r}", number)
    shown = shown_numbers(s)
    for black in range(1, NUMBERS + 1):
        out = sum(s.held[seat][black] + s.gone[seat][black] for seat in range(s.seats))
        s.left[black] = EACH - out - shown[black]
    s.left[0] = sum(s.left)
    if match[1] and int(match[1]) != s.left[0]:
        raise ParseError(f"the deck has {match[1]} cards, but {s.left[0]} are nowhere else (ST-2)", number)
    s.top = 0 if match[3] in (None, "-") else int(match[3])
    if s.phase == DRAW and s.top == 0:
        s.phase = TOP
    if match[2] is None and not has_blank_cards(s):
        s.stock[:] = unseen(s)
