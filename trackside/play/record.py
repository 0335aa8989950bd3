"""Records: a game as a text file, like PGN, and their reading, which is lenient; errors name line and column.

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
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trackside.core.errors import IllegalMove, ParseError
from trackside.core.notation import TIME_UP_TEXT, find_first, seat_number, whole_position
from trackside.core.protocol import CHANCE, OVER, REFEREE, TIME_UP, AnyState
from trackside.core.words import SEATS, Words
from trackside.games import Game, find_game
from trackside.play.dice import LONGEST as LONGEST_SALT
from trackside.play.dice import SHORTEST, Dice, is_digest, is_salt
from trackside.play.signature import read_signer
from trackside.play.tokens import Ahead, Scanner, Token

if TYPE_CHECKING:
    from trackside.play.match import Match

MAX_MOVES = 5_000
"""The most moves and outcomes of a record; games have a few hundred."""

FACTS = ("Table", "Created", "Ended")
"""Headers that a server adds to a signed record: the table, and when it was created and the game ended."""

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
    others = {name: list(map(on_one_line, values)) for name, values in headers.items() if name != "position"}
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


def on_one_line(value: str) -> str:
    """Return a text without line breaks, which would be written as a header of their own."""
    return re.sub(r"[\r\n]", " ", value)
