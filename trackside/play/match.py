"""The referee: holds the truth, checks every move, rolls the dice, and tells each seat what it may know."""

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
"""Who rolls: the match itself, from its seed, or whoever runs it, by `Match.play_chance`."""


@dataclass(eq=False)
class _Watch:
    """An observer, whose perspective it has, and the events it may not be told of yet."""

    perspective: int
    observer: Observer
    waiting: list[Event]


class Match(Generic[S]):
    """A game being played.

    Type checkers know the fields of the state if you say whose it is:
    `match: Match[whole_nine.State] = Match("whole-nine")`, and the same for a game of your own.

    Args:
        game: its name, as `trackside games` lists them.
        seats: how many play; as many as its card says if left out.
        options: what `trackside games` lists for it; the others are as by default.
        seed: where the dice come from; one that nobody can guess if left out.
        players: names of who sits there, for sentences and the record.
        bots: what plays on each seat, for the record.
        dice: `"manual"` lets you roll: chance then waits for `play_chance`.
        compiled: whether compiled rules hold the position. They are some ten times as fast, and have to be compiled
            once on a machine, which takes some seconds. If left out, a process takes them after its first matches.

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
        """What was chosen for every option."""
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
        """Whether people who play against each other may ask for hints; the record tells."""
        self.undone = undone
        """How often a move was taken back although something new had been shown since; the record tells."""
        self.players = (*players, *[""] * (self.seats - len(players)))
        """What everybody is called, where they have a name."""
        self.bots = (*bots, *[""] * (self.seats - len(bots)))
        """What plays on each seat: a level, `greedy`, `mcts:800` ...; nothing for a person."""
        self.by_hand = frozenset(by_hand)
        """The seats whose dice wait until `prepare_roll` is asked for."""
        self.timeouts: set[tuple[int, int]] = set()
        """Turns and seats for which a table's clock made moves."""
        self._watches: list[_Watch] = []
        self._past: list[AnyState] = []
        """The positions that were asked for last, from the start on; perhaps none."""
        self.log: list[Entry] = []
        """Everything that happened: who acted (a seat, CHANCE or the REFEREE), and the move or outcome."""
        self._fold(log, compiled)
        if play_on and self.to_move == CHANCE and not isinstance(dice, OwnDice) and not self._waits(self._position):
            self.extend(self.prepare_roll())

    def _fold(self, log: Iterable[Entry], compiled: bool | None) -> None:
        """Begin anew with a log whose entries are known to be legal."""
        self.log, self._past = list(log), []
        rules, state, drawn = self.game.plain, self.start.duplicate(), [0] * STREAMS
        for seat, move in self.log:
            if seat == CHANCE:
                drawn[rules.chance_stream(state)] += 1
            rules.apply(state, seat, move)
        self._position = hold(self.game, state, compiled)
        self._drawn = self._position.counted(drawn)
        """How many outcomes every stream of the dice has given."""
        self._roller = None if isinstance(self.dice, OwnDice) else self._position.roller(self.dice)
        self._ahead: tuple[list[Entry], Position, Any] | None = None
        """What was prepared last: entries, where they lead, and how many outcomes were drawn then."""

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
        """A match that begins with a position given as text."""
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
        """A match that begins with a whole position: `match.state` of another, or a sample of what a seat knows.

        >>> from trackside import sample
        >>> match = Match("skip-or-trip", seats=2, options={"first": "red"}, seed=7)
        >>> imagined = Match.from_state("skip-or-trip", sample(match.view(0), seed=1))
        >>> [move.text for move in imagined.moves(0)] == [move.text for move in match.moves(0)]
        True
        """
        notation = find_game(game).notation
        if not isinstance(state, find_game(game).plain.State):
            raise BadOption(f"this is no state of {game}: {type(state).__module__}.{type(state).__qualname__}")
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
        """A match that begins with a position; an empty text is made when somebody asks for it."""
        match: Match[S] = cls.__new__(cls)
        match.game, match.options = find_game(game), {}
        match._begin(start, dice, players, bots, text, compiled=compiled)
        return match

    @classmethod
    def from_record(cls, text: str) -> Match[Any]:
        """The match a record tells of, with every move and outcome as recorded; it can be played on."""
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
        """A match continued from a log whose moves are known to be legal; to be played on, unless told otherwise."""
        match: Match[Any] = cls.__new__(cls)
        match.game, match.options = game, dict(options)
        match._begin(
            start, dice, players, bots, position, log, dice_from, play_on, hints, undone=undone, by_hand=by_hand
        )
        return match

    def copy(self) -> Match[S]:
        """A match that goes on by itself from here, without the observers; much cheaper than playing it again.

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
        return self.copy()  # what the two share never changes

    def __getstate__(self) -> dict[str, Any]:
        """A pickle has no observers."""
        return {**self.__dict__, "_watches": [], "_past": [], "_roller": None, "_ahead": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._roller = None if isinstance(self.dice, OwnDice) else self._position.roller(self.dice)

    # What can be asked

    @property
    def start_position(self) -> str | None:
        """The text of the position that it began with; None if that is the opening of its options."""
        if self._start_position == "":
            self._start_position = self.game.notation.position_text(self.start)
        return self._start_position

    @property
    def to_move(self) -> int:
        """The seat to move, or OVER; CHANCE only where you roll (`dice="manual"`)."""
        return self._position.to_move

    @property
    def roller(self) -> int | None:
        """The seat whose die is to be rolled now, if a roll is awaited that belongs to a seat."""
        if self.to_move != CHANCE:
            return None
        seat = self.game.scenes.roller(self._position.state)
        return None if seat == CHANCE else seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.to_move == OVER

    @property
    def compiled(self) -> bool:
        """Whether compiled rules hold the position."""
        return isinstance(self._position, CompiledPosition)

    @property
    def time_called(self) -> bool:
        """Whether the referee has said that the time is up."""
        return (REFEREE, TIME_UP) in self.log

    @property
    def turn(self) -> int:
        """How many turns have begun."""
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
        """The seats that won or share the win; empty while the game goes on."""
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
        """What this seat may do now; empty if nothing.

        >>> Match("whole-nine", seats=2, options={"first": "red"}, seed=7).moves(0)
        [Move(code=0, text='start-1d')]
        """
        self._check_seat(seat)
        position, move_text = self._position, self.game.notation.move_text

        def text(code: int) -> str:
            return move_text(position.state, seat, code)

        return [Move(code, text) for code in position.choices(seat)]

    def legal_mask(self, seat: int) -> npt.NDArray[np.int8]:
        """A number for every move code: 1 where this seat may make that move now, else 0.

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
        """What a seat may know as numbers, those that the game's judge sees; `feature_names` says what they mean.

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
        """What the numbers of an observation mean; empty for a game without an encoder."""
        return self.game.plain.FEATURES

    def chance_outcomes(self) -> list[Outcome]:
        """What chance can bring now, and how likely; empty if it is not to move.

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
        """The position as a seat (or a SPECTATOR) may know it."""
        state: S = self._known(seat)
        return state if self.game.card.secrets else state.duplicate()

    def peek(self, seat: int) -> S:
        """The same only to be read: it is no copy."""
        state: S = self._known(seat)
        return state

    def view(self, seat: int) -> View[S]:
        """All that a seat (or a SPECTATOR) may know, and what it may do."""
        known, rules, move_text = self._known(seat), self.game.plain, self.game.notation.move_text

        def text(code: int) -> str:
            return move_text(known, seat, code)

        codes = self._position.choices(seat) if seat != SPECTATOR else []
        moves = tuple(Move(code, text) for code in codes)
        return View(self.game.name, seat, known.duplicate(), rules.to_move(known), moves)

    def position(self, seat: int | None = None) -> str:
        """The position as text: the whole truth, or as one seat sees it."""
        return self.game.notation.position_text(self._position.state if seat is None else self._known(seat))

    def record(self, seat: int | None = None, *, reveal_seed: bool | None = None) -> str:
        """The game so far as a text file; what the dice came from is in it once the game is over, or when asked for.

        With a seat (or SPECTATOR) it holds what that seat may know: secrets are `?`, and there is no seed.
        """
        from trackside.play.record import write_record

        if seat is not None:
            if seat != SPECTATOR:
                self._check_seat(seat)
            return write_record(self, reveal_seed=False, perspective=seat)
        return write_record(self, reveal_seed=self.over if reveal_seed is None else reveal_seed)

    def words(self, language: str = "en", you: int | None = None) -> Words:
        """A catalogue with the words of this game and the names of its players, for whoever sits on seat `you`."""
        pairs = zip(self.players, self.bots, strict=True)
        names = tuple("" if name == bot else name for name, bot in pairs)  # what a bot is, is no name
        return Words(language, self.game.package, names, you)

    # What can be done

    def play(self, seat: int, move: Move | int | str) -> None:
        """Make a move, given as a Move, its code or its text; IllegalMove says why it cannot be."""
        self.extend(self.prepare(seat, move))

    def play_chance(self, outcome: Outcome | int | str) -> None:
        """Say what chance brings, as an Outcome, its code or its text: in a match whose dice are yours.

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
        """Take back this seat's last move and return its text; nothing new may have been shown to the seat since.

        With `freely`, everything since that move is taken back too: for a person who plays against nobody but bots.
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
        """The time that the table has set is up: the game ends by its own rules, soon."""
        self.extend(self.prepare_time())

    # The same in two steps, for those who keep a change before they make it

    def prepare(self, seat: int, move: Move | int | str) -> list[Entry]:
        """What a move would add to the log: the move, checked, and what chance does after it; nothing changes."""
        self._check_seat(seat)
        return self._with_chance((seat, self._code(seat, move)))

    def prepare_roll(self) -> list[Entry]:
        """Return what the dice bring next, where chance is to move, up to the next decision; nothing changes."""
        stream, weights = self._position.chance()
        return self._with_chance((CHANCE, self.dice.outcome(stream, int(self._drawn[stream]), weights)))

    def prepare_time(self) -> list[Entry]:
        """What it would add to the log if the time were up now; nothing changes."""
        if "minutes" not in self.game.card.capabilities:
            raise self._refusal("refuse.not_timed", title=self.game.card.title)
        if self.over or self.time_called:
            raise self._refusal("refuse.time_called")
        return [(REFEREE, TIME_UP)]

    def prepare_undo(self, seat: int) -> int:
        """Return the entry of the log that this seat may take back: its last move, if nothing new was shown since.

        What the clock did for a seat is not taken back.
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
        """Return whether `undo` is possible for this seat without going back freely."""
        try:
            self.prepare_undo(seat)
        except IllegalMove:
            return False
        return True

    def prepare_going_back(self, seat: int) -> int:
        """Return the number of entries before this seat's last move: `go_back` leaves only those.

        The end of the game, and the referee's word that the time is up, are never taken back.
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
        """The true position that these entries would lead to, only to be read; nothing changes."""
        position = self._position
        if self._ahead is not None and entries is self._ahead[0]:
            position, entries = self._ahead[1], ()
        for entry in entries:
            position = position.after(entry)
        state: S = position.state
        return state

    def extend(self, entries: Iterable[Entry]) -> None:
        """Apply entries that are known to be legal, and tell the observers."""
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
        """Take an entry out of the log; observers who were not told of it never are."""
        self._fold(self.log[:index] + self.log[index + 1 :], self.compiled)
        for watch in self._watches:
            watch.waiting = [
                replace(event, number=event.number - (event.number > index))
                for event in watch.waiting
                if event.number != index
            ]

    def go_back(self, count: int) -> None:
        """Leave the first `count` entries of the log, count it in `undone`, and drop what no observer was told yet."""
        self._fold(self.log[:count], self.compiled)
        self.undone += 1
        self.timeouts = {(turn, seat) for turn, seat in self.timeouts if turn < self.turn}
        for watch in self._watches:
            watch.waiting = [event for event in watch.waiting if event.number < count]

    # What has happened

    def watch(self, seat: int, observer: Observer) -> Callable[[], None]:
        """Tell an observer of every event to come when this seat (or a SPECTATOR) may know it.

        It is also told of what has happened in secret, when it may be known. Returns a function that stops it.
        """
        secret: list[Event] = []
        if self.game.card.secrets:
            states, visible = self._states(), set(self.visible(seat))
            secret = [self._event(index, states, seat) for index in range(len(self.log)) if index not in visible]
        entry = _Watch(seat, observer, secret)
        self._watches.append(entry)
        return lambda: self._watches.remove(entry)

    def events(self, seat: int = SPECTATOR, until: int | None = None) -> list[Event]:
        """The log so far as a seat may see it; what others do in secret is told when the turn is over.

        With `until`, the log as it was when it had so many entries.
        """
        states = self._states()
        return [self._event(index, states, seat) for index in self._visible(states, seat, until)]

    def event(self, index: int, perspective: int = REFEREE) -> Event:
        """One entry of the log as this perspective may see it once it is told."""
        return self._event(index, self._states(), perspective)

    def visible(self, seat: int = SPECTATOR, until: int | None = None) -> list[int]:
        """Which entries of the log a seat may see now, or could when it had so many entries."""
        return self._visible(self._states(), seat, until)

    def positions(self) -> list[S]:
        """Every position from the start to now: the fold of the log."""
        return self._states()

    def forget_positions(self) -> None:
        """Let go of all positions but the first and the last; the others are made again when they are asked for."""
        self._past, self._ahead = [], None
        self._position.forget()

    # How it works

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
        """A reason from the catalogues, said of whoever asked, with seats called as each catalogue calls them."""

        def reason(words: Words) -> str:
            return words.of(who, key, **{name: words.who(v) if isinstance(v, int) else v for name, v in values.items()})

        return IllegalMove(reason(self.words()), reason)

    def _code(self, seat: int, move: Move | int | str) -> int:
        """The code of a legal move; IllegalMove says why it is none."""
        position = self._position
        code = move.code if isinstance(move, Move) else move
        if code in position.choices(seat):
            return int(code)
        if position.to_move == CHANCE:
            raise IllegalMove("chance is to move: play_chance(outcome) goes on, with one of chance_outcomes()")
        if isinstance(code, str):
            return find_move(self.game.plain, self.game.notation, position.state, seat, code, self.words())
        text = move.text if isinstance(move, Move) else f"code {code}"
        raise refusal(self.game.notation, position.state, seat, text, self.words())

    def _outcome(self, outcome: Outcome | int | str) -> int:
        """The code of an outcome that can happen now; IllegalMove says which can."""
        possible = self.chance_outcomes()
        if not possible:
            raise IllegalMove(
                "chance is not to move: " + ("the game is over" if self.over else "play(seat, move) goes on")
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
        """The position as a seat (or a SPECTATOR) may know it, only to be read."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return self._position.hidden(seat)

    def _with_chance(self, entry: Entry) -> list[Entry]:
        """An entry and the outcomes that the dice give after it, until somebody is to move."""
        position, drawn = self._position, self._drawn.copy()
        if entry[0] == CHANCE:
            drawn[position.chance()[0]] += 1
        if self._roller is None or self._watches or self.by_hand:
            return [entry, *self._chance_from(position.after(entry), drawn)]
        entries, after = self._roller.roll_on(position, entry, drawn)
        self._ahead = entries, after, drawn
        return entries

    def _chance_from(self, position: Position, drawn: Any) -> list[Entry]:
        """The outcomes that the dice give from a position on, where so many were drawn before."""
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
        """Return whether chance waits in this position for a seat to roll its die."""
        return bool(self.by_hand) and self.game.scenes.roller(position.state) in self.by_hand

    def _notify(self, before: Position) -> None:
        """Tell the observers of the last entry: those who may not see it, when its turn is over."""
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
        """Whether this perspective sees a difference; without secrets everything shows."""
        if not self.game.card.secrets:
            return True
        return bool(view_state(self.game.plain, before, perspective) != view_state(self.game.plain, after, perspective))

    def _ends_turn(self, before: AnyState, after: AnyState) -> bool:
        return bool(after.turns > before.turns) or self.game.plain.to_move(after) == OVER

    def _event(self, index: int, states: list[AnyState], perspective: int) -> Event:
        return self._event_between(index, states[index], states[index + 1], perspective)

    def _event_between(self, index: int, before: AnyState, after: AnyState, perspective: int) -> Event:
        """An entry of the log, with the positions before and after it."""
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
    """The position before any chance, only to be copied, and what was chosen for every option."""
    chosen = game.card.choose(seats, dict(options))
    return game.opening(seats, dict(options)), {name: choice.text for name, choice in chosen.items()}


def dice_for(dice: str, seed: object) -> Dice:
    """The dice that somebody asks for; BadOption says what is wrong with dice or seed."""
    if dice not in ("match", "manual"):
        raise BadOption(f'dice={dice!r}: must be "match", which rolls from a seed, or "manual", where you roll')
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, str | int)):
        raise BadOption(f"seed {seed!r}: a seed is a text or a whole number")
    if dice == "match":
        return Dice(seed)
    if seed is not None:
        raise BadOption(f'seed {seed!r}: a match with dice="manual" rolls nothing, so it takes no seed')
    return OwnDice()
