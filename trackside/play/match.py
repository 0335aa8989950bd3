"""The referee: holds the true position, checks every move, rolls the dice, and shows each seat what it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal

from trackside.core.errors import BadOption, IllegalMove
from trackside.core.notation import whole_position
from trackside.core.protocol import CHANCE, OVER, REFEREE, SPECTATOR, TIME_UP, AnyState
from trackside.core.words import Words
from trackside.games import Game, find_game
from trackside.play.dealer import Dealer
from trackside.play.dice import Dice, dice_for
from trackside.play.events import Entry, Event, Move, Observer, Outcome, S, View
from trackside.play.given import code_of, outcome_of
from trackside.play.history import History
from trackside.play.observers import Observers
from trackside.play.undo import last_move, undoable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


WhoseDice = Literal["match", "manual"]
"""The source of outcomes: the match itself, from its seed, or the program that runs it, by `Match.play_chance`."""


class Match(Generic[S]):
    """A game being played.

    Type checkers know the fields of the state if you name its class:
    `match: Match[whole_nine.State] = Match("whole-nine")`, and the same for a game of your own.

    Args:
        game: the name, as listed by `trackside games`, or a `Game`.
        seats: the number of players; the game's default if omitted.
        options: values for the options listed by `trackside games`; the others keep their defaults.
        seed: the seed of the dice; an unguessable one if omitted.
        players: the names of the players, for sentences and the record.
        bots: the bot on each seat, for the record.
        dice: `"manual"` lets you roll: chance then waits for `play_chance`.
        compiled: True to hold the position with compiled rules. They are about ten times as fast, but must be compiled
            once on a machine, which takes some seconds. If omitted, a process switches to them after its first matches.

    >>> match = Match("whole-nine", seats=2, seed=7)
    >>> match.play(match.to_move, match.moves(match.to_move)[0])
    >>> match.turn, match.scores
    (2, [0, 0])

    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: str | int | None = None,
        players: Sequence[str] = (),
        bots: Sequence[str] = (),
        *,
        dice: WhoseDice = "match",
        compiled: bool | None = None,
    ) -> None:
        self.game = find_game(game)
        count = self.game.card.default_seats if seats is None else seats
        given = tuple((name, str(value)) for name, value in (options or {}).items())
        start, chosen = _opening(self.game, count, given)
        self.options = chosen.copy()
        """The chosen value of every option."""
        self._begin(start.duplicate(), dice_for(dice, seed), players, bots, compiled=compiled)

    def _begin(
        self,
        start: AnyState,
        dice: Dice,
        players: Sequence[str],
        bots: Sequence[str],
        position: str | None = None,
        log: Iterable[Entry] = (),
        dice_from: int = 0,
        play_on: bool = True,
        hints: bool = False,
        compiled: bool | None = False,
        undone: int = 0,
        by_hand: Iterable[int] = (),
    ) -> None:
        self.start: S = start
        self._start_position = position
        self.seats: int = start.seats
        self.dice_from = dice_from
        self.hints = hints
        """True if people who play each other may ask for hints; noted in the record."""
        self.undone = undone
        """The number of undos made although something new had been shown since; noted in the record."""
        self.players = (*players, *[""] * (self.seats - len(players)))
        """The players' names, empty for a seat without one."""
        self.bots = (*bots, *[""] * (self.seats - len(bots)))
        """The bot on each seat: a level, `greedy`, `mcts:800` ...; empty for a person."""
        self.timeouts: set[tuple[int, int]] = set()
        """The turns and seats for which a table's clock made moves."""
        self._observers = Observers()
        self._history, self._dealer = History(self.game, start, log), Dealer(self.game, dice, by_hand)
        self._dealer.fold(start, self.log, compiled)
        if play_on and self.to_move == CHANCE and self._dealer.rolls and not self._dealer.waits(self._dealer.position):
            self.extend(self.prepare_roll())

    @classmethod
    def from_position(
        cls,
        game: str | Game,
        text: str,
        seed: str | int | None = None,
        players: Sequence[str] = (),
        bots: Sequence[str] = (),
        *,
        dice: WhoseDice = "match",
        compiled: bool | None = None,
    ) -> Match[Any]:
        """Return a match that begins with a position given as text."""
        start = whole_position(find_game(game).notation, text)
        match: Match[Any] = cls._from_start(game, start, text, dice_for(dice, seed), players, bots, compiled)
        return match

    @classmethod
    def from_state(
        cls,
        game: str | Game,
        state: S,
        seed: str | int | None = None,
        players: Sequence[str] = (),
        bots: Sequence[str] = (),
        *,
        dice: WhoseDice = "match",
        compiled: bool | None = None,
    ) -> Match[S]:
        """Return a match that begins with a full position: `match.state` of another, or a sample of what a seat knows.

        >>> from trackside import sample
        >>> match = Match("skip-or-trip", seats=2, options={"first": "red"}, seed=7)
        >>> imagined = Match.from_state("skip-or-trip", sample(match.view(0), seed=1))
        >>> [move.text for move in imagined.moves(0)] == [move.text for move in match.moves(0)]
        True
        """
        found, kind = find_game(game), type(state)
        if not isinstance(state, found.plain.State):
            raise BadOption(f"this is not a state of {found.name}: {kind.__module__}.{kind.__qualname__}")
        if found.notation.has_blanks(state):
            raise BadOption("this state is the view of one seat: sample(view, seed) fills its blanks")
        return cls._from_start(game, state.duplicate(), "", dice_for(dice, seed), players, bots, compiled)

    @classmethod
    def _from_start(
        cls,
        game: str | Game,
        start: S,
        text: str,
        dice: Dice,
        players: Sequence[str],
        bots: Sequence[str],
        compiled: bool | None,
    ) -> Match[S]:
        """Return a match that begins with a position; if `text` is empty, the position's text is made on demand."""
        match: Match[S] = cls.__new__(cls)
        match.game, match.options = find_game(game), {}
        match._begin(start, dice, players, bots, text, compiled=compiled)
        return match

    @classmethod
    def from_record(cls, text: str) -> Match[Any]:
        """Return the match of a record, with every move and outcome as recorded; it can be continued."""
        from trackside.play.record import read_record

        return read_record(text).match()

    @classmethod
    def from_log(
        cls,
        game: Game,
        start: AnyState,
        log: Iterable[Entry],
        *,
        options: Mapping[str, str],
        dice: Dice,
        players: Sequence[str] = (),
        bots: Sequence[str] = (),
        position: str | None = None,
        dice_from: int = 0,
        play_on: bool = True,
        hints: bool = False,
        undone: int = 0,
        by_hand: Iterable[int] = (),
    ) -> Match[Any]:
        """Return a match resumed from a log known to be legal; with `play_on`, a pending roll is made immediately."""
        match: Match[Any] = cls.__new__(cls)
        match.game, match.options = game, dict(options)
        match._begin(
            start, dice, players, bots, position, log, dice_from, play_on, hints, undone=undone, by_hand=by_hand
        )
        return match

    def copy(self) -> Match[S]:
        """Return an independent copy that continues from here, without the observers; much cheaper than replaying.

        It rolls the same dice: what the original would roll next, the copy rolls too.

        >>> match = Match("whole-nine", seats=2, seed=7)
        >>> other = match.copy()
        >>> other.play(other.to_move, other.moves(other.to_move)[0])
        >>> match.turn, other.turn
        (1, 2)
        """
        other: Match[S] = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._observers, other._dealer = Observers(), self._dealer.copy()
        other._history = History(self.game, self.start, self.log)
        other.options = self.options.copy()
        other.timeouts = self.timeouts.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match[S]:
        return self.copy()  # the two share only what never changes

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without observers, for pickling."""
        return {**self.__dict__, "_observers": Observers()}

    # Queries

    @property
    def log(self) -> list[Entry]:
        """Everything that happened: who acted (a seat, CHANCE or the REFEREE), and the move or outcome."""
        return self._history.log

    @property
    def dice(self) -> Dice:
        """The source of the outcomes."""
        return self._dealer.dice

    @property
    def by_hand(self) -> frozenset[int]:
        """The seats whose rolls wait for `prepare_roll`."""
        return self._dealer.by_hand

    @by_hand.setter
    def by_hand(self, seats: Iterable[int]) -> None:
        self._dealer.by_hand = frozenset(seats)

    @property
    def start_position(self) -> str | None:
        """The text of the starting position; None if that is the opening of its options."""
        if self._start_position == "":
            self._start_position = self.game.notation.position_text(self.start)
        return self._start_position

    @property
    def to_move(self) -> int:
        """The seat to move, or OVER; CHANCE only where you roll (`dice="manual"`)."""
        return self._dealer.position.to_move

    @property
    def roller(self) -> int | None:
        """The seat whose die is rolled next; None if no roll is pending or it belongs to no seat."""
        if self.to_move != CHANCE:
            return None
        seat = self.game.scenes.roller(self._dealer.position.state)
        return None if seat == CHANCE else seat

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._dealer.position.to_move == OVER

    @property
    def compiled(self) -> bool:
        """True if compiled rules hold the position."""
        return self._dealer.position.compiled

    @property
    def time_called(self) -> bool:
        """True if the referee has called time."""
        return (REFEREE, TIME_UP) in self.log

    @property
    def turn(self) -> int:
        """The number of turns begun."""
        return int(self._dealer.position.turns)

    @property
    def scores(self) -> list[int]:
        """Every seat's points as the rules count them now."""
        return self._dealer.position.scores(self.seats)

    @property
    def returns(self) -> list[float]:
        """Every seat's share of the win, once the game is over."""
        if not self.over:
            raise IllegalMove("the game is not over: nobody has won yet")
        return self._dealer.position.returns(self.seats)

    @property
    def sides(self) -> list[int]:
        """The side of each seat: partners of a team share one, otherwise every seat is its own."""
        return self.game.scenes.sides(self._dealer.position.state)

    @property
    def winners(self) -> list[int]:
        """The seats that won or share the win; empty until the game is over."""
        if not self.over:
            return []
        shares = self.returns
        return [seat for seat in range(self.seats) if shares[seat] == max(shares)]

    @property
    def state(self) -> S:
        """A copy of the true position: for the referee's side only, never for a player."""
        state: S = self._dealer.position.state.duplicate()
        return state

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of this seat now; empty if it has none.

        >>> Match("whole-nine", seats=2, options={"first": "red"}, seed=7).moves(0)
        [Move(code=0, text='start-1d')]
        """
        self._check_seat(seat)
        position, move_text = self._dealer.position, self.game.notation.move_text

        def text(code: int) -> str:
            return move_text(position.state, seat, code)

        return [Move(code, text) for code in position.choices(seat)]

    def legal_mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return a number for every move code: 1 where this seat may make that move now, else 0.

        >>> match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
        >>> match.legal_mask(0).nonzero()[0].tolist() == [move.code for move in match.moves(0)]
        True
        """
        import numpy as np

        self._check_seat(seat)
        mask = np.zeros(self.game.plain.MOVES, np.int8)
        mask[self._dealer.position.choices(seat)] = 1
        return mask

    def observation(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know as the input of the game's evaluation network, described by `feature_names`.

        >>> match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
        >>> seen = match.observation(0)
        >>> int(seen[match.feature_names.index("rolled 5")])
        1
        """
        self._check_seat(seat)
        if not self.feature_names:
            raise BadOption(f"{self.game.card.title} has no observations: its folder needs an encoder.py for them")
        return self._dealer.position.features(seat)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The meaning of each number of an observation; empty for a game without an encoder."""
        return self.game.plain.FEATURES

    def chance_outcomes(self) -> list[Outcome]:
        """Return the possible outcomes of chance with their probabilities; empty if chance is not to move.

        >>> match = Match("whole-nine", seats=2, options={"first": "red"}, dice="manual")
        >>> [outcome.text for outcome in match.chance_outcomes()]
        ['1', '2', '3', '4', '5', '6']
        """
        if self._dealer.position.to_move != CHANCE:
            return []
        position, move_text = self._dealer.position, self.game.notation.move_text
        weights = position.chance()[1]
        total = sum(weights)

        def text(code: int) -> str:
            return move_text(position.state, CHANCE, code)

        return [Outcome(code, text, weight, total) for code, weight in enumerate(weights) if weight]

    def view_state(self, seat: int, *, copy: bool = True) -> S:
        """Return the position as a seat (or a SPECTATOR) may know it; without a copy, it is read-only."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        state: S = self._dealer.position.view_state(seat)
        return state.duplicate() if copy and not self.game.card.secrets else state

    def view(self, seat: int) -> View[S]:
        """Return all that a seat (or a SPECTATOR) may know, and its legal moves."""
        known, rules, move_text = self.view_state(seat, copy=False), self.game.plain, self.game.notation.move_text

        def text(code: int) -> str:
            return move_text(known, seat, code)

        codes = self._dealer.position.choices(seat) if seat != SPECTATOR else []
        moves = tuple(Move(code, text) for code in codes)
        return View(self.game.name, seat, known.duplicate(), rules.to_move(known), moves)

    def position(self, seat: int | None = None) -> str:
        """Return the position in notation: the true one, or as one seat sees it."""
        return self.game.notation.position_text(
            self._dealer.position.state if seat is None else self.view_state(seat, copy=False)
        )

    def record(self, seat: int | None = None, *, reveal_seed: bool | None = None) -> str:
        """Return the game so far as a text file.

        The source of the dice is included once the game is over; `reveal_seed` overrides this.
        With a seat (or SPECTATOR), the file holds only what that seat may know: secrets are `?`, and there is no seed.
        """
        from trackside.play.record_writer import write_record

        if seat is not None:
            if seat != SPECTATOR:
                self._check_seat(seat)
            return write_record(self, reveal_seed=False, perspective=seat)
        return write_record(self, reveal_seed=self.over if reveal_seed is None else reveal_seed)

    def draw(self, seat: int | None = None, language: str = "en", *, ascii_only: bool = False) -> str:
        """Return the board in text below a heading: the true position, or as one seat (or a SPECTATOR) sees it.

        `print(match)` prints it, and a notebook shows it in colour.

        >>> match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
        >>> print(match.draw(0)[:47])
        The Whole Nine, turn 1. Red: Move a pawn 5 spac
        """
        from trackside.play.drawing import draw

        return draw(self, seat, language, ascii_only=ascii_only)

    def __str__(self) -> str:
        return self.draw()

    def _repr_html_(self) -> str:
        from trackside.play.drawing import draw_in_colour

        return draw_in_colour(self)

    def words(self, language: str = "en", you: int | None = None) -> Words:
        """Return a catalogue with the words of this game and its players' names, addressed to seat `you`."""
        pairs = zip(self.players, self.bots, strict=True)
        names = tuple("" if name == bot else name for name, bot in pairs)  # a bot's own name is not a player's name
        return Words(language, self.game.package, names, you)

    # Actions

    def play(self, seat: int, move: Move | int | str) -> None:
        """Make a move, given as a Move, its code or its text; raise IllegalMove if it is not legal."""
        self.extend(self.prepare(seat, move))

    def play_chance(self, outcome: Outcome | int | str) -> None:
        """Set the outcome of chance, as an Outcome, its code or its text, in a match with manual dice.

        >>> match = Match("whole-nine", seats=2, options={"first": "red"}, dice="manual")
        >>> match.play_chance("6")                     # red's starting number
        >>> match.play_chance(match.chance_outcomes()[0])
        >>> match.log
        [(-1, 6), (-1, 1)]
        """
        if self._dealer.rolls:
            raise IllegalMove('this match rolls its own dice: Match(..., dice="manual") leaves them to you')
        possible = self.chance_outcomes()
        if not possible:
            raise IllegalMove(
                "chance is not to move: " + ("the game is over" if self.over else "continue with play(seat, move)")
            )
        self.extend([(CHANCE, outcome_of(possible, outcome))])

    def undo(self, seat: int, *, freely: bool = False) -> str:
        """Take back this seat's last move and return its text; raise IllegalMove if it has seen anything new since.

        With `freely`, take back everything since that move too: for a person who plays only against bots.
        The dice stay the same, so the same moves bring the same outcomes again. `undone` counts these.

        >>> match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
        >>> match.play(0, "start-1d")
        >>> match.undo(0, freely=True), match.undone
        ('start-1d', 1)
        """
        if not freely or self.may_undo(seat):
            index = self.prepare_undo(seat)
            text = self._history.text(index)
            self.remove(index)
        else:
            index = self.prepare_going_back(seat)
            text = self._history.text(index)
            self.go_back(index)
        return text

    def call_time(self) -> None:
        """Call time, as the table has set it: the game then ends soon, by its own rules."""
        self.extend(self.prepare_time())

    # The same in two steps, for callers that store a change before they apply it

    def prepare(self, seat: int, move: Move | int | str) -> list[Entry]:
        """Return the entries a move would add: the checked move and the outcomes that follow it; nothing changes."""
        self._check_seat(seat)
        code = code_of(self._dealer.position, seat, move, self.words)
        return self._dealer.follow((seat, code), watched=bool(self._observers.watches))

    def prepare_roll(self) -> list[Entry]:
        """Return the outcomes of the dice up to the next decision, where chance is to move; nothing changes."""
        return self._dealer.follow(self._dealer.outcome(), watched=bool(self._observers.watches))

    def prepare_time(self) -> list[Entry]:
        """Return the entries that calling time would add to the log; nothing changes."""
        if "minutes" not in self.game.card.capabilities:
            raise self._refusal("refuse.not_timed", title=self.game.card.title)
        if self.over or self.time_called:
            raise self._refusal("refuse.time_called")
        return [(REFEREE, TIME_UP)]

    def prepare_undo(self, seat: int) -> int:
        """Return the index of the log entry that this seat may take back; raise IllegalMove if there is none.

        That is its last move, if nothing new has been shown to the seat since.
        Moves that the clock made for a seat are not taken back.
        """
        self._check_seat(seat)
        return undoable(self._history, seat, self.timeouts, self._refusal)

    def may_undo(self, seat: int) -> bool:
        """Return True if this seat may undo its last move without going back freely."""
        try:
            self.prepare_undo(seat)
        except IllegalMove:
            return False
        return True

    def prepare_going_back(self, seat: int) -> int:
        """Return the number of entries before this seat's last move: `go_back` keeps only those.

        The end of the game and a call of time are never taken back.
        """
        self._check_seat(seat)
        if self.over:
            raise self._refusal("undo.over", who=seat)
        return last_move(self._history, seat, self._refusal)

    def after(self, entries: Iterable[Entry]) -> S:
        """Return the true position that these entries would lead to, read-only; nothing changes."""
        state: S = self._dealer.after(entries).state
        return state

    def extend(self, entries: Iterable[Entry]) -> None:
        """Apply entries that are known to be legal, and notify the observers."""
        dealer, observers = self._dealer, self._observers
        if not observers.watches and dealer.jump(entries):
            self._history.log += entries
            return
        for entry in entries:
            before = dealer.position
            dealer.advance(entry)
            self.log.append(entry)
            if observers.watches:
                observers.notify(self._history, before, dealer.position)

    def remove(self, index: int) -> None:
        """Remove an entry from the log; observers who have not received it never will."""
        self._replay(self.log[:index] + self.log[index + 1 :])
        self._observers.remove(index)

    def go_back(self, count: int) -> None:
        """Keep only the first `count` entries of the log, count this in `undone`, and drop the later pending events."""
        self._replay(self.log[:count])
        self.undone += 1
        self.timeouts = {(turn, seat) for turn, seat in self.timeouts if turn < self.turn}
        self._observers.go_back(count)

    # History

    def watch(self, seat: int, observer: Observer) -> Callable[[], None]:
        """Send an observer every future event as soon as this seat (or a SPECTATOR) may know it.

        Events that have already happened in secret follow when they may be known. Return a function that stops this.
        """
        return self._observers.add(seat, observer, self._history.secret_events(seat))

    def events(self, seat: int = SPECTATOR, until: int | None = None) -> list[Event]:
        """Return the log so far as a seat may see it; secret moves of others appear when the turn is over.

        With `until`, return the log as it was when it had that many entries.
        """
        return self._history.events(seat, until)

    def event(self, index: int, perspective: int = REFEREE) -> Event:
        """Return one entry of the log as this perspective may see it once it is revealed."""
        return self._history.event(index, perspective)

    def visible(self, seat: int = SPECTATOR, until: int | None = None) -> list[int]:
        """Return the indexes of the log entries that a seat may see now, or could when there were `until` entries."""
        return self._history.visible(seat, until)

    def positions(self) -> list[S]:
        """Return every position from the start to now."""
        return self._history.states()

    def forget_positions(self) -> None:
        """Drop all positions but the first and the last; the others are recomputed on demand."""
        self._history.forget()
        self._dealer.forget()

    # Internals

    def _replay(self, log: list[Entry]) -> None:
        """Start over from a log whose entries are known to be legal."""
        self._dealer.fold(self.start, log, self.compiled)
        self._history = History(self.game, self.start, log)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise IllegalMove(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")

    def _refusal(self, key: str, who: int = 0, **values: Any) -> IllegalMove:
        """Return an IllegalMove about seat `who`, with a reason from the catalogues and seats named as each does."""

        def reason(words: Words) -> str:
            return words.of(who, key, **{name: words.who(v) if isinstance(v, int) else v for name, v in values.items()})

        return IllegalMove(reason(self.words()), reason)


@lru_cache(maxsize=256)
def _opening(game: Game, seats: int, options: tuple[tuple[str, str], ...]) -> tuple[AnyState, dict[str, str]]:
    """Return the position before any chance, to be copied before use, and the chosen value of every option."""
    chosen = game.card.choose(seats, dict(options))
    return game.opening(seats, dict(options)), {name: choice.text for name, choice in chosen.items()}
