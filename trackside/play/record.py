"""Records: a game as a text file, like PGN. Export is strict, import is lenient, errors name line and column.

[Game "whole-nine"]
[Rules "1"]
[Seats "2"]
[Option "segments=6"]
...
0. first=red 3 5 [4] 2 3 * 1 5 6 6 ...
1. red 3: start-1b
2. purple 1: start-c1 {a comment}
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from trackside.core.errors import IllegalMove, ParseError, TracksideError
from trackside.core.notation import TIME_UP_TEXT, find_first, seat_number, view_state, whole_position
from trackside.core.protocol import CHANCE, OVER, REFEREE, TIME_UP, AnyState
from trackside.core.words import SEATS, Words
from trackside.games import Game, find_game
from trackside.play.dice import LONGEST as LONGEST_SALT
from trackside.play.dice import SHORTEST, Dice, OwnDice, is_digest, is_kept, is_salt
from trackside.play.draws import draws
from trackside.play.signature import read_signer
from trackside.play.tokens import Ahead, Scanner, Token

if TYPE_CHECKING:
    from trackside.play.match import Match

MAX_MOVES = 5_000
"""The most moves and outcomes of a record; games have a few hundred."""

Comment = tuple[int, str]
"""The number of moves before a comment, and its text."""


@dataclass
class Record:
    """A parsed record: the game and its start, the log, and the rest of the file."""

    game: Game
    start: AnyState
    options: dict[str, str]
    players: tuple[str, ...]
    bots: tuple[str, ...]
    log: list[tuple[int, int]]
    position: str | None = None
    seed: str | None = None
    """The source of the dice, if it was a seed alone."""
    secret: str | None = None
    salts: dict[int, str] = field(default_factory=dict)
    """The source of the dice, if several people played: a secret, and salts by seat."""
    salt_commitments: dict[int, str] = field(default_factory=dict)
    """The commitments of seats before any salt was revealed; a seat without a salt did not reveal it."""
    commitment: str | None = None
    dice_from: int = 0
    """The number of log entries made before these dice were adopted."""
    result: str | None = None
    hints: bool = False
    """True if people who played each other could ask for hints."""
    undone: int = 0
    """The number of undos made although something new had been shown since."""
    comments: list[Comment] = field(default_factory=list)
    """Comments with the number of moves before them; line breaks in them become spaces."""
    facts: dict[str, str] = field(default_factory=dict)
    """The FACTS headers that the record has; anyone can write them unless it is signed."""
    signed_by: str | None = None
    """The public key in a signed record; `signature.check_signature` checks the signature."""

    @property
    def dice(self) -> Dice | None:
        """The dice of the game, if their source is revealed."""
        if self.secret is not None:
            return Dice.shared(self.secret, self.salts, self.salt_commitments)
        return None if self.seed is None else Dice(self.seed)

    @property
    def is_shared(self) -> bool:
        """True if several people contributed to the dice."""
        return bool(self.salts or self.salt_commitments)

    def match(self) -> Match:
        """Return the match at the end of the record, ready to continue, with new dice if its own are not revealed."""
        from trackside.play.match import Match

        dice = self.dice
        return Match.from_log(
            self.game,
            self.start,
            self.log,
            options=self.options,
            dice=dice or Dice(),
            players=self.players,
            bots=self.bots,
            position=self.position,
            dice_from=len(self.log) if dice is None else self.dice_from,
            hints=self.hints,
            undone=self.undone,
        )


# Writing


FACTS = ("Table", "Created", "Ended")
"""Headers that a server adds to a signed record: the table, and when it was created and the game ended."""


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
    return '"' + _on_one_line(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _on_one_line(value: str) -> str:
    return re.sub(r"[\r\n]", " ", value)


# Reading

ONCE = (
    *("seed", "secret", "commitment", "dicefrom", "result", "seats", "position", "game", "rules", "undone", "hints"),
    *("signedby", "signature", *map(str.lower, FACTS)),
)
"""Headers that must not be repeated: a commitment must not depend on which one is read."""


def read_headers(text: str) -> dict[str, list[str]]:
    """Return the headers of a record by their lower-case names, without replaying it."""
    return _headers(Scanner(text))


def read_record(text: str, breathe: Callable[[], None] = lambda: None) -> Record:
    """Return the record in a text; raise ParseError, with the place and the reason, if it is invalid.

    `breathe` is called before every token; an exception it raises ends the reading.
    """
    scanner = Scanner(text)
    record = _opening(_headers(scanner))
    _read_moves(record, scanner, breathe)
    if not 0 <= record.dice_from <= len(record.log):
        raise ParseError(f"[DiceFrom] is {record.dice_from}, but the record has {len(record.log)} moves and outcomes")
    return record


def _headers(scanner: Scanner) -> dict[str, list[str]]:
    headers = scanner.headers()
    if "game" not in headers:
        raise ParseError('a record begins with headers, the first one [Game "..."]', 1, 1)
    for name, values in headers.items():
        if name in ONCE and len(values) > 1:
            raise ParseError(f"[{name.capitalize()}] stands {len(values)} times: a record has one")
        if any("\0" in value for value in values):
            raise ParseError(f"[{name.capitalize()}] contains the character NUL")
        if name in ("seed", "secret") and any(re.search(r"[\r\n]", value) for value in values):
            raise ParseError(f"[{name.capitalize()}] has two lines: it would be written as another header")
    others = {name: list(map(_on_one_line, values)) for name, values in headers.items() if name != "position"}
    return headers | others  # only a position has several lines


def _opening(headers: dict[str, list[str]]) -> Record:
    game = find_game(headers["game"][-1])
    version = headers.get("rules", [game.card.rules_version])[-1]
    if version != game.card.rules_version:
        raise ParseError(
            f"the record follows rules {version} of {game.name}; known are rules {game.card.rules_version}"
        )
    position = re.sub(r"[^\S\n]++", " ", headers["position"][-1]) if "position" in headers else None
    options: dict[str, str] = {}
    if position is not None:
        start = whole_position(game.notation, position)
    else:
        seats = _number(headers, "seats", game.card.default_seats)
        for entry in headers.get("option", []):
            name, _, value = entry.partition("=")
            options[name.strip()] = value.strip()
        chosen = game.card.choose(seats, options)
        options = {name: choice.text for name, choice in chosen.items()}
        start = game.opening(seats, options)
    players, bots = _by_seat(headers, "Player", start.seats), _by_seat(headers, "Bot", start.seats)
    record = Record(
        game=game,
        start=start,
        options=options,
        players=tuple(players.get(seat, "") for seat in range(start.seats)),
        bots=tuple(bots.get(seat, "") for seat in range(start.seats)),
        log=[],
        position=position,
        seed=headers.get("seed", [None])[-1],
        secret=headers.get("secret", [None])[-1],
        salts=_by_seat(headers, "Salt", start.seats, SALT, is_salt),
        salt_commitments=_by_seat(headers, "SaltCommitment", start.seats, DIGEST, is_digest),
        commitment=headers.get("commitment", [None])[-1],
        dice_from=_number(headers, "dicefrom", 0),
        result=headers.get("result", [None])[-1],
        hints=headers.get("hints", [""])[-1] == "allowed",
        undone=_number(headers, "undone", 0),
        facts={name: headers[name.lower()][-1] for name in FACTS if name.lower() in headers},
        signed_by=read_signer(headers),
    )
    if record.seed is not None and (record.is_shared or record.secret is not None):
        raise ParseError("dice come from a [Seed], or from a [Secret] and [Salt]s: this record has both")
    if record.secret is not None and not record.is_shared:
        raise ParseError("a [Secret] makes the dice together with salts: this record has no [Salt]")
    return record


NAME = "a name"
SALT = f"{SHORTEST} to {LONGEST_SALT} characters"
DIGEST = "a SHA-256 in hexadecimal"
"""The values that follow a seat in headers, as errors describe them."""


def _by_seat(
    headers: dict[str, list[str]],
    header: str,
    seats: int,
    what: str = NAME,
    is_valid: Callable[[str], bool] = lambda text: True,
) -> dict[int, str]:
    """Return the values of one kind of header by seat; raise ParseError if one is invalid or a seat repeated."""
    found: dict[int, str] = {}
    for entry in headers.get(header.lower(), []):
        colour, _, text = entry.partition(" ")
        seat = seat_number(colour)
        if seat is None or seat >= seats or seat in found or not is_valid(text):
            allowed = f"a seat ({', '.join(SEATS[:seats])}), each once, and {what}"
            raise ParseError(f"[{header} {entry!r}]: this header has {allowed}")
        found[seat] = text
    return found


def _number(headers: dict[str, list[str]], name: str, default: int) -> int:
    text = headers.get(name, [str(default)])[-1]
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ParseError(f'[{name.capitalize()} "{text}"]: not a number')
    return int(text)


def _read_moves(record: Record, scanner: Scanner, breathe: Callable[[], None]) -> None:
    state = record.start.duplicate()
    rules = record.game.plain
    actor: int | None = None
    tokens = Ahead(scanner)
    while token := tokens.first:
        breathe()
        if token.text == "{":
            raise scanner.error(token.offset, "this comment is never closed with }")
        used = 1
        if token.is_comment:
            record.comments.append((len(record.log), " ".join(token.text[1:-1].split())))
        elif re.fullmatch(r"\d++\.++", token.text):
            actor = None
        elif seat_number(token.text.lower()) is not None:
            actor = seat_number(token.text.lower())
        else:
            turn = rules.to_move(state)
            if turn == OVER:
                raise scanner.error(token.offset, f"{token.text!r} comes after the end of the game")
            if len(record.log) == MAX_MOVES:
                raise scanner.error(token.offset, f"a record has at most {MAX_MOVES} moves and outcomes")
            seat = turn if turn == CHANCE or actor is None else actor
            if token.text == TIME_UP_TEXT and turn != CHANCE and "minutes" in record.game.card.capabilities:
                seat, move = REFEREE, TIME_UP
                if (seat, move) in record.log:
                    raise scanner.error(token.offset, "the time can be up only once")
            else:
                move, used = _read_move(record, state, seat, scanner, tokens.words())
            rules.apply(state, seat, move)
            record.log.append((seat, move))
        tokens.drop(used)


def _read_move(record: Record, state: AnyState, seat: int, scanner: Scanner, tokens: list[Token]) -> tuple[int, int]:
    """Return the move that the next words mean, and the number of words it takes."""
    game = record.game
    texts = [token.text for token in tokens]
    try:
        return find_first(game.plain, game.notation, state, seat, texts, Words("en", game.package))
    except IllegalMove as error:
        problem = f"move {len(record.log) + 1}: {error}"
        if any("?" in word for word in texts):
            problem = f"move {len(record.log) + 1} is secret (?): this was written for one seat and cannot be replayed"
        raise scanner.error(tokens[0].offset, problem) from error


# Checking


def verify_record(record: Record) -> list[str]:
    """Return everything a record proves, as sentences; raise TracksideError if part of it proves false."""
    said = [f"{len(record.log)} moves and outcomes replayed: all legal", *_check_dice(record)]
    result = _check_result(record)
    if result is not None:
        said.append(f"result: {result}")
    return said


def missing_proof(record: Record) -> list[str]:
    """Return what the dice of a verified record lack to be proved fair; empty if they are."""
    dice, what = record.dice, "secret" if record.is_shared else "seed"
    found = []
    if dice is None:
        found.append(f"no {what} is revealed")
    elif len(dice.source) < SHORTEST:
        found.append(f"the {what} is short enough to be guessed")
    if record.commitment is None:
        found.append(f"there is no commitment to the {what}")
    found += [f"the salt of {SEATS[seat]} was not committed to" for seat in uncommitted(record)]
    found += [f"{SEATS[seat]} did not reveal its salt" for seat in unrevealed(record)]
    if dice is not None and _check_outcomes(record, dice) == 0:
        found.append("no outcome follows from these dice")
    early = sum(draw.number < record.dice_from for draw in draws(record.game.plain, record.start, record.log))
    if early:
        found.append(f"{_counted(early, 'outcome')} came before these dice")
    if _check_result(record) is None:
        found.append("the game is not over")
    return found


def _check_dice(record: Record) -> list[str]:
    """Return what the record proves about its dice, one sentence a step."""
    dice = record.dice
    what = "secret" if record.is_shared else "seed"
    committed = _check_salts(record)
    if dice is None:
        return [*committed, f"no {what} is revealed, so the outcomes cannot be checked"]
    said = [_check_commitment(record.commitment, dice.source, what), *committed]
    if record.is_shared:
        salts = ", ".join(f"{SEATS[seat]} {salt}" for seat, salt in dice.salts.items())
        counted = f"{_counted(len(dice.salts), 'salt')}: {salts}" if salts else "no salt"
        said.append(f"the seed is made of this secret and {counted}")
    if record.dice_from:
        said.append(f"the first {record.dice_from} were made before these dice were taken up: not checked against them")
    source = "this seed" if record.is_shared else "the revealed seed"
    said.append(f"{_counted(_check_outcomes(record, dice), 'outcome')} re-derived from {source}: all as drawn")
    return said


def _check_commitment(committed: str | None, revealed: str, what: str) -> str:
    """Return a sentence on the revealed secret or seed; raise TracksideError if it does not match its commitment."""
    if committed is None:
        return f"there is no commitment to the {what}: nothing shows that it was fixed before the game"
    if not is_kept(committed, revealed):
        raise TracksideError(f"the revealed {what} is not the one that was committed to at the start")
    if len(revealed) < SHORTEST:
        return f"the revealed {what} is the one that was committed to, but so short that anyone could have guessed it"
    return f"the revealed {what} is the one that was committed to at the start"


def uncommitted(record: Record) -> list[int]:
    """Return the seats whose salt is not proved to have been fixed before the others were known."""
    return [seat for seat in record.salts if seat not in record.salt_commitments]


def unrevealed(record: Record) -> list[int]:
    """Return the seats that committed to a salt and did not reveal it: the dice were made without it."""
    return [seat for seat in record.salt_commitments if seat not in record.salts]


def _check_salts(record: Record) -> list[str]:
    """Return what the record proves about its salts; raise TracksideError if one does not match its commitment."""
    for seat, digest in record.salt_commitments.items():
        if seat in record.salts and not is_kept(digest, record.salts[seat]):
            raise TracksideError(f"the salt of {SEATS[seat]} is not the one that it committed to")
    said = [
        f"the salt of {SEATS[seat]} is the one that it committed to before any salt was revealed"
        for seat in record.salts
        if seat in record.salt_commitments
    ]
    said += [
        f"the salt of {SEATS[seat]} was not committed to: it may have been chosen when the others were known"
        for seat in uncommitted(record)
    ]
    said += [
        f"{SEATS[seat]} did not reveal the salt that it committed to: the dice were made without it"
        for seat in unrevealed(record)
    ]
    return said


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _check_result(record: Record) -> str | None:
    """Return the result of the moves, None if the game is not over; raise TracksideError if the record disagrees."""
    state = record.start.duplicate()
    for seat, move in record.log:
        record.game.plain.apply(state, seat, move)
    if record.game.plain.to_move(state) != OVER:
        if record.result not in (None, "*"):
            raise TracksideError(f"the record says {record.result!r}, but its moves end before the game is over")
        return None
    result = result_text(record.match())
    if record.result not in (None, result):
        raise TracksideError(f"the record says {record.result!r}, but the moves give {result!r}")
    return result


def _check_outcomes(record: Record, dice: Dice) -> int:
    checked = 0
    for draw in draws(record.game.plain, record.start, record.log):
        if draw.number < record.dice_from:
            continue
        checked += 1
        if dice.outcome(draw.stream, draw.index, draw.weights) != draw.outcome:
            text = record.game.notation.move_text(draw.state, CHANCE, draw.outcome)
            source = "this secret and these salts" if record.is_shared else "this seed"
            raise TracksideError(
                f"move {draw.number + 1} ({text}) is not the outcome that the seed gives: "
                f"the record was changed or not made with {source}"
            )
    return checked
