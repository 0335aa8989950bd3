"""The referee: holds the true position, checks every move, rolls the dice, and shows each seat what it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal

from trackside.core.errors import BadOption, IllegalMove
from trackside.core.notation import find_move, normal, refusal, view_state, whole_position
from trackside.core.protocol import CHANCE, OVER, REFEREE, SPECTATOR, STREAMS, TIME_UP, AnyState
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games import Game, find_game
from trackside.play.dice import Dice, OwnDice
from trackside.play.events import Entry, Event, Move, Observer, Outcome, S, View
from trackside.play.position import CompiledPosition, Position, hold

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


WhoseDice = Literal["match", "manual"]
"""The source of outcomes: the match itself, from its seed, or the program that runs it, by `Match.play_chance`."""


@dataclass(eq=False)
class _Watch:
    """An observer, its perspective, and the events it may not receive yet."""

    perspective: int
    observer: Observer
    waiting: list[Event]


class Match(Generic[S]):
    """A game being played.

    Type checkers know the fields of the state if you name its class:
    `match: Match[whole_nine.State] = Match("whole-nine")`, and the same for a game of your own.

    Args:
        game: the name, as listed by `trackside games`.
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
        game: str,
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
        self.dice, self.dice_from = dice, dice_from
        self.hints = hints
        """True if people who play each other may ask for hints; noted in the record."""
        self.undone = undone
        """The number of undos made although something new had been shown since; noted in the record."""
        self.players = (*players, *[""] * (self.seats - len(players)))
        """The players' names, empty for a seat without one."""
        self.bots = (*bots, *[""] * (self.seats - len(bots)))
        """The bot on each seat: a level, `greedy`, `mcts:800` ...; empty for a person."""
        self.by_hand = frozenset(by_hand)
        """The seats whose rolls wait for `prepare_roll`."""
        self.timeouts: set[tuple[int, int]] = set()
        """The turns and seats for which a table's clock made moves."""
        self._watches: list[_Watch] = []
        self._past: list[AnyState] = []
        """The positions computed so far, from the start on; may be empty."""
        self.log: list[Entry] = []
        """Everything that happened: who acted (a seat, CHANCE or the REFEREE), and the move or outcome."""
        self._fold(log, compiled)
        if play_on and self.to_move == CHANCE and not isinstance(dice, OwnDice) and not self._waits(self._position):
            self.extend(self.prepare_roll())

    def _fold(self, log: Iterable[Entry], compiled: bool | None) -> None:
        """Start over from a log whose entries are known to be legal."""
        self.log, self._past = list(log), []
        rules, state, drawn = self.game.plain, self.start.duplicate(), [0] * STREAMS
        for seat, move in self.log:
            if seat == CHANCE:
                drawn[rules.chance_stream(state)] += 1
            rules.apply(state, seat, move)
        self._position = hold(self.game, state, compiled)
        self._drawn = self._position.counted(drawn)
        """The number of outcomes drawn from each stream of the dice."""
        self._roller = None if isinstance(self.dice, OwnDice) else self._position.roller(self.dice)
        self._ahead: tuple[list[Entry], Position, Any] | None = None
        """The last prepared change: its entries, the position they lead to, and the outcomes drawn by then."""

    @classmethod
    def from_position(
        cls,
        game: str,
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
        game: str,
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
        notation = find_game(game).notation
        if not isinstance(state, find_game(game).plain.State):
            raise BadOption(f"this is not a state of {game}: {type(state).__module__}.{type(state).__qualname__}")
        if notation.has_blanks(state):
            raise BadOption("this state is the view of one seat: sample(view, seed) fills its blanks")
        return cls._from_start(game, state.duplicate(), "", dice_for(dice, seed), players, bots, compiled)

    @classmethod
    def _from_start(
        cls,
        game: str,
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
        other._watches, other._past, other._ahead = [], [], None
        other._roller = self._roller and self._position.roller(self.dice)
        other.log, other._drawn, other.options = self.log.copy(), self._drawn.copy(), self.options.copy()
        other.timeouts = self.timeouts.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match[S]:
        return self.copy()  # the two share only what never changes

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without observers and caches, for pickling."""
        return {**self.__dict__, "_watches": [], "_past": [], "_roller": None, "_ahead": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._roller = None if isinstance(self.dice, OwnDice) else self._position.roller(self.dice)

    # Queries

    @property
    def start_position(self) -> str | None:
        """The text of the starting position; None if that is the opening of its options."""
        if self._start_position == "":
            self._start_position = self.game.notation.position_text(self.start)
        return self._start_position

    @property
    def to_move(self) -> int:
        """The seat to move, or OVER; CHANCE only where you roll (`dice="manual"`)."""
        return self._position.to_move

    @property
    def roller(self) -> int | None:
        """The seat whose die is rolled next; None if no roll is pending or it belongs to no seat."""
        if self.to_move != CHANCE:
            return None
        seat = self.game.scenes.roller(self._position.state)
        return None if seat == CHANCE else seat

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._position.to_move == OVER

    @property
    def compiled(self) -> bool:
        """True if compiled rules hold the position."""
        return isinstance(self._position, CompiledPosition)

    @property
    def time_called(self) -> bool:
        """True if the referee has called time."""
        return (REFEREE, TIME_UP) in self.log

    @property
    def turn(self) -> int:
        """The number of turns begun."""
        return int(self._position.turns)

    @property
    def scores(self) -> list[int]:
        """Every seat's points as the rules count them now."""
        return self._position.scores(self.seats)

    @property
    def returns(self) -> list[float]:
        """Every seat's share of the win, once the game is over."""
        if not self.over:
            raise IllegalMove("the game is not over: nobody has won yet")
        return self._position.returns(self.seats)

    @property
    def sides(self) -> list[int]:
        """The side of each seat: partners of a team share one, otherwise every seat is its own."""
        return self.game.scenes.sides(self._position.state)

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
        state: S = self._position.state.duplicate()
        return state

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of this seat now; empty if it has none.

        >>> Match("whole-nine", seats=2, options={"first": "red"}, seed=7).moves(0)
        [Move(code=0, text='start-1d')]
        """
        self._check_seat(seat)
        position, move_text = self._position, self.game.notation.move_text

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
        mask[self._position.choices(seat)] = 1
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
        return self._position.features(seat)

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
        if self._position.to_move != CHANCE:
            return []
        position, move_text = self._position, self.game.notation.move_text
        weights = position.chance()[1]
        total = sum(weights)

        def text(code: int) -> str:
            return move_text(position.state, CHANCE, code)

        return [Outcome(code, text, weight, total) for code, weight in enumerate(weights) if weight]

    def view_state(self, seat: int) -> S:
        """Return a copy of the position as a seat (or a SPECTATOR) may know it."""
        state: S = self._known(seat)
        return state if self.game.card.secrets else state.duplicate()

    def peek(self, seat: int) -> S:
        """Return the same as `view_state` without a copy; read-only."""
        state: S = self._known(seat)
        return state

    def view(self, seat: int) -> View[S]:
        """Return all that a seat (or a SPECTATOR) may know, and its legal moves."""
        known, rules, move_text = self._known(seat), self.game.plain, self.game.notation.move_text

        def text(code: int) -> str:
            return move_text(known, seat, code)

        codes = self._position.choices(seat) if seat != SPECTATOR else []
        moves = tuple(Move(code, text) for code in codes)
        return View(self.game.name, seat, known.duplicate(), rules.to_move(known), moves)

    def position(self, seat: int | None = None) -> str:
        """Return the position in notation: the true one, or as one seat sees it."""
        return self.game.notation.position_text(self._position.state if seat is None else self._known(seat))

    def record(self, seat: int | None = None, *, reveal_seed: bool | None = None) -> str:
        """Return the game so far as a text file.

        The source of the dice is included once the game is over; `reveal_seed` overrides this.
        With a seat (or SPECTATOR), the file holds only what that seat may know: secrets are `?`, and there is no seed.
        """
        from trackside.play.record import write_record

        if seat is not None:
            if seat != SPECTATOR:
                self._check_seat(seat)
            return write_record(self, reveal_seed=False, perspective=seat)
        return write_record(self, reveal_seed=self.over if reveal_seed is None else reveal_seed)

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
        if not isinstance(self.dice, OwnDice):
            raise IllegalMove('this match rolls its own dice: Match(..., dice="manual") leaves them to you')
        self.extend([(CHANCE, self._outcome(outcome))])

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
            text = self._text_of(index)
            self.remove(index)
        else:
            index = self.prepare_going_back(seat)
            text = self._text_of(index)
            self.go_back(index)
        return text

    def call_time(self) -> None:
        """Call time, as the table has set it: the game then ends soon, by its own rules."""
        self.extend(self.prepare_time())

    # The same in two steps, for callers that store a change before they apply it

    def prepare(self, seat: int, move: Move | int | str) -> list[Entry]:
        """Return the entries a move would add: the checked move and the outcomes that follow it; nothing changes."""
        self._check_seat(seat)
        return self._with_chance((seat, self._code(seat, move)))

    def prepare_roll(self) -> list[Entry]:
        """Return the outcomes of the dice up to the next decision, where chance is to move; nothing changes."""
        stream, weights = self._position.chance()
        return self._with_chance((CHANCE, self.dice.outcome(stream, int(self._drawn[stream]), weights)))

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
        states = self._states()
        for index in reversed(range(len(self.log))):
            actor = self.log[index][0]
            if actor == seat and (states[index].turns, seat) in self.timeouts:
                raise self._refusal("undo.time", who=seat)
            if actor == seat:
                return index
            if self._shows(states[index], states[index + 1], seat):
                reason = {CHANCE: "undo.chance", REFEREE: "undo.time"}.get(actor, "undo.other")
                raise self._refusal(reason, who=seat, other=max(actor, 0))
        raise self._refusal("undo.nothing", who=seat)

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
        for index in reversed(range(len(self.log))):
            actor = self.log[index][0]
            if actor == seat:
                return index
            if actor == REFEREE:
                raise self._refusal("undo.time", who=seat)
        raise self._refusal("undo.nothing", who=seat)

    def after(self, entries: Iterable[Entry]) -> S:
        """Return the true position that these entries would lead to, read-only; nothing changes."""
        position = self._position
        if self._ahead is not None and entries is self._ahead[0]:
            position, entries = self._ahead[1], ()
        for entry in entries:
            position = position.after(entry)
        state: S = position.state
        return state

    def extend(self, entries: Iterable[Entry]) -> None:
        """Apply entries that are known to be legal, and notify the observers."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and entries is ahead[0] and not self._watches:
            self.log += entries
            _, self._position, self._drawn = ahead
            return
        for entry in entries:
            before = self._position
            if entry[0] == CHANCE:
                self._drawn[before.chance()[0]] += 1
            self._position = before.after(entry)
            self.log.append(entry)
            if self._watches:
                self._notify(before)

    def remove(self, index: int) -> None:
        """Remove an entry from the log; observers who have not received it never will."""
        self._fold(self.log[:index] + self.log[index + 1 :], self.compiled)
        for watch in self._watches:
            watch.waiting = [
                replace(event, number=event.number - (event.number > index))
                for event in watch.waiting
                if event.number != index
            ]

    def go_back(self, count: int) -> None:
        """Keep only the first `count` entries of the log, count this in `undone`, and drop the later pending events."""
        self._fold(self.log[:count], self.compiled)
        self.undone += 1
        self.timeouts = {(turn, seat) for turn, seat in self.timeouts if turn < self.turn}
        for watch in self._watches:
            watch.waiting = [event for event in watch.waiting if event.number < count]

    # History

    def watch(self, seat: int, observer: Observer) -> Callable[[], None]:
        """Send an observer every future event as soon as this seat (or a SPECTATOR) may know it.

        Events that have already happened in secret follow when they may be known. Return a function that stops this.
        """
        secret: list[Event] = []
        if self.game.card.secrets:
            states, visible = self._states(), set(self.visible(seat))
            secret = [self._event(index, states, seat) for index in range(len(self.log)) if index not in visible]
        entry = _Watch(seat, observer, secret)
        self._watches.append(entry)
        return lambda: self._watches.remove(entry)

    def events(self, seat: int = SPECTATOR, until: int | None = None) -> list[Event]:
        """Return the log so far as a seat may see it; secret moves of others appear when the turn is over.

        With `until`, return the log as it was when it had that many entries.
        """
        states = self._states()
        return [self._event(index, states, seat) for index in self._visible(states, seat, until)]

    def event(self, index: int, perspective: int = REFEREE) -> Event:
        """Return one entry of the log as this perspective may see it once it is revealed."""
        return self._event(index, self._states(), perspective)

    def visible(self, seat: int = SPECTATOR, until: int | None = None) -> list[int]:
        """Return the indexes of the log entries that a seat may see now, or could when there were `until` entries."""
        return self._visible(self._states(), seat, until)

    def positions(self) -> list[S]:
        """Return every position from the start to now."""
        return self._states()

    def forget_positions(self) -> None:
        """Drop all positions but the first and the last; the others are recomputed on demand."""
        self._past, self._ahead = [], None
        self._position.forget()

    # Internals

    def _visible(self, states: list[AnyState], seat: int, until: int | None) -> list[int]:
        n = len(self.log) if until is None else until
        turn = states[n].turns if self.game.plain.to_move(states[n]) != OVER else states[n].turns + 1
        return [
            index
            for index in range(n)
            if states[index].turns < turn or self._shows(states[index], states[index + 1], seat)
        ]

    def _text_of(self, index: int) -> str:
        """Return an entry of the log in notation."""
        return self.game.notation.move_text(self._states()[index], *self.log[index])

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise IllegalMove(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")

    def _refusal(self, key: str, who: int = 0, **values: Any) -> IllegalMove:
        """Return an IllegalMove about seat `who`, with a reason from the catalogues and seats named as each does."""

        def reason(words: Words) -> str:
            return words.of(who, key, **{name: words.who(v) if isinstance(v, int) else v for name, v in values.items()})

        return IllegalMove(reason(self.words()), reason)

    def _code(self, seat: int, move: Move | int | str) -> int:
        """Return the code of a legal move; raise IllegalMove if it is not legal."""
        position = self._position
        code = move.code if isinstance(move, Move) else move
        if code in position.choices(seat):
            return int(code)
        if position.to_move == CHANCE:
            raise IllegalMove("chance is to move: continue with play_chance(outcome), one of chance_outcomes()")
        if isinstance(code, str):
            return find_move(self.game.plain, self.game.notation, position.state, seat, code, self.words())
        text = move.text if isinstance(move, Move) else f"code {code}"
        raise refusal(self.game.notation, position.state, seat, text, self.words())

    def _outcome(self, outcome: Outcome | int | str) -> int:
        """Return the code of an outcome; raise IllegalMove, listing the possible outcomes, if it cannot happen now."""
        possible = self.chance_outcomes()
        if not possible:
            raise IllegalMove(
                "chance is not to move: " + ("the game is over" if self.over else "continue with play(seat, move)")
            )
        if isinstance(outcome, str):
            found = [each.code for each in possible if normal(each.text) == normal(outcome)]
        else:
            code = outcome.code if isinstance(outcome, Outcome) else outcome
            found = [each.code for each in possible if each.code == code]
        if not found:
            said = outcome.text if isinstance(outcome, Outcome) else outcome
            texts = ", ".join(f"{each.text} (code {each.code})" for each in possible)
            raise IllegalMove(f"chance cannot bring {said!r} now: the outcomes are {texts}")
        return found[0]

    def _known(self, seat: int) -> AnyState:
        """Return the position as a seat (or a SPECTATOR) may know it, read-only."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return self._position.hidden(seat)

    def _with_chance(self, entry: Entry) -> list[Entry]:
        """Return an entry and the outcomes that follow it, up to the next decision."""
        position, drawn = self._position, self._drawn.copy()
        if entry[0] == CHANCE:
            drawn[position.chance()[0]] += 1
        if self._roller is None or self._watches or self.by_hand:
            return [entry, *self._chance_from(position.after(entry), drawn)]
        entries, after = self._roller.roll_on(position, entry, drawn)
        self._ahead = entries, after, drawn
        return entries

    def _chance_from(self, position: Position, drawn: Any) -> list[Entry]:
        """Return the outcomes of the dice from a position on; `drawn` counts those drawn before, by stream."""
        entries: list[Entry] = []
        if isinstance(self.dice, OwnDice):
            return entries
        while position.to_move == CHANCE and not self._waits(position):
            stream, weights = position.chance()
            entry = (CHANCE, self.dice.outcome(stream, int(drawn[stream]), weights))
            drawn[stream] += 1
            entries.append(entry)
            position = position.after(entry)
        return entries

    def _waits(self, position: Position) -> bool:
        """Return True if chance waits in this position for a seat to roll its die."""
        return bool(self.by_hand) and self.game.scenes.roller(position.state) in self.by_hand

    def _notify(self, before: Position) -> None:
        """Notify the observers of the last entry; those who may not see it yet, when its turn is over."""
        index, secrets, after = len(self.log) - 1, self.game.card.secrets, self._position
        ended = self._ends_turn(before.state, after.state)
        events: dict[int, Event] = {}
        for watch in list(self._watches):
            perspective = watch.perspective if secrets else SPECTATOR
            if perspective not in events:
                events[perspective] = self._event_between(index, before.state, after.state, perspective)
            if ended:
                for earlier in watch.waiting:
                    watch.observer(earlier)
                watch.waiting.clear()
            if ended or not secrets or before.hidden(perspective) != after.hidden(perspective):
                watch.observer(events[perspective])
            else:
                watch.waiting.append(events[perspective])

    def _shows(self, before: AnyState, after: AnyState, perspective: int) -> bool:
        """Return True if this perspective sees a difference; without secrets, it sees every change."""
        if not self.game.card.secrets:
            return True
        return bool(view_state(self.game.plain, before, perspective) != view_state(self.game.plain, after, perspective))

    def _ends_turn(self, before: AnyState, after: AnyState) -> bool:
        return bool(after.turns > before.turns) or self.game.plain.to_move(after) == OVER

    def _event(self, index: int, states: list[AnyState], perspective: int) -> Event:
        return self._event_between(index, states[index], states[index + 1], perspective)

    def _event_between(self, index: int, before: AnyState, after: AnyState, perspective: int) -> Event:
        """Return the event of a log entry, given the positions before and after it."""
        notation, scenes, (seat, move) = self.game.notation, self.game.scenes, self.log[index]

        def effects() -> list[Effect]:
            return scenes.effects(before, seat, move, perspective)

        def describe(words: Words) -> list[str]:
            return notation.describe(before, seat, move, words, perspective)

        text, ended = notation.move_text(before, seat, move, perspective), self._ends_turn(before, after)
        return Event(index, seat, text, int(before.turns), ended, effects, describe)

    def _states(self) -> list[AnyState]:
        if not self._past:
            self._past = [self.start.duplicate()]
        for seat, move in self.log[len(self._past) - 1 :]:
            state = self._past[-1].duplicate()
            self.game.plain.apply(state, seat, move)
            self._past.append(state)
        return list(self._past)


@lru_cache(maxsize=256)
def _opening(game: Game, seats: int, options: tuple[tuple[str, str], ...]) -> tuple[AnyState, dict[str, str]]:
    """Return the position before any chance, to be copied before use, and the chosen value of every option."""
    chosen = game.card.choose(seats, dict(options))
    return game.opening(seats, dict(options)), {name: choice.text for name, choice in chosen.items()}


def dice_for(dice: str, seed: object) -> Dice:
    """Return the requested dice; raise BadOption if `dice` or `seed` is invalid."""
    if dice not in ("match", "manual"):
        raise BadOption(f'dice={dice!r}: must be "match", which rolls from a seed, or "manual", where you roll')
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, str | int)):
        raise BadOption(f"seed {seed!r}: a seed is a string or an integer")
    if dice == "match":
        return Dice(seed)
    if seed is not None:
        raise BadOption(f'seed {seed!r}: a match with dice="manual" rolls nothing, so it takes no seed')
    return OwnDice()
