"""The referee: holds the truth, checks every move, rolls the dice, and tells each seat what it may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from trackside.core.errors import IllegalMove
from trackside.core.notation import choices_for, find_move, view_state, whole_position
from trackside.core.protocol import CHANCE, OVER, REFEREE, SPECTATOR, TIME_UP, AnyState
from trackside.core.words import Words
from trackside.games import Game, find_game
from trackside.play.dice import Dice


@dataclass(frozen=True)
class Move:
    """A legal move: its code and its text."""

    code: int
    text: str


@dataclass(frozen=True)
class Event:
    """One entry of the log as an observer may see it."""

    number: int
    seat: int
    text: str
    said: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """All that a seat gets: the position with what it may not know left blank, and what it may do."""

    game: str
    seat: int
    state: AnyState
    to_move: int
    moves: tuple[Move, ...]


Observer = Callable[[Event], None]

Said = tuple[str, list[str]]
"""The text of a move and what it does, in sentences."""


class Match:
    """A game being played; `language` is the one that it speaks in events and refusals.

    >>> match = Match("whole-nine", seats=2, seed=7)
    >>> match.play(match.to_move, match.moves(match.to_move)[0])
    """

    language = "en"

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: str | int | None = None,
        players: Sequence[str] = (),
    ) -> None:
        self.game = find_game(game)
        count = self.game.card.default_seats if seats is None else seats
        chosen = self.game.card.choose(count, options or {})
        self.options = {name: choice.text for name, choice in chosen.items()}
        self._begin(self.game.opening(count, self.options), Dice(seed), players)

    def _begin(
        self,
        start: AnyState,
        dice: Dice,
        players: Sequence[str],
        position: str | None = None,
        log: Sequence[tuple[int, int]] = (),
        dice_from: int = 0,
        play_on: bool = True,
    ) -> None:
        self.start, self.start_position = start, position
        self.seats: int = start.seats
        self.dice, self.dice_from = dice, dice_from
        self.players = (*players, *[""] * (self.seats - len(players)))
        self.log: list[tuple[int, int]] = []
        self._state = start.duplicate()
        self._past = [start.duplicate()]
        self._drawn: dict[int, int] = {}
        self._observers: list[tuple[int, Observer, Words, list[Event]]] = []
        for seat, move in log:
            self._apply(seat, move)
        if play_on:
            self._let_chance_act()

    @classmethod
    def from_position(cls, game: str, text: str, seed: str | int | None = None, players: Sequence[str] = ()) -> Match:
        """A match that begins with a position given as text."""
        match = cls.__new__(cls)
        match.game, match.options = find_game(game), {}
        match._begin(whole_position(match.game.notation, text), Dice(seed), players, text)
        return match

    @classmethod
    def from_record(cls, text: str) -> Match:
        """The match a record tells of, with every move and outcome as recorded; it can be played on."""
        from trackside.play.record import read_record

        return read_record(text).match()

    @classmethod
    def from_log(
        cls,
        game: Game,
        start: AnyState,
        log: Sequence[tuple[int, int]],
        *,
        options: Mapping[str, str],
        seed: str | None,
        players: Sequence[str] = (),
        position: str | None = None,
        dice_from: int = 0,
        play_on: bool = True,
    ) -> Match:
        """A match continued from a log whose moves are known to be legal; to be played on, unless told otherwise."""
        match = cls.__new__(cls)
        match.game, match.options = game, dict(options)
        match._begin(start, Dice(seed), players, position, log, dice_from, play_on)
        return match

    # What can be asked

    @property
    def to_move(self) -> int:
        """The seat to move, or OVER; chance never waits."""
        return self.game.plain.to_move(self._state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move == OVER

    @property
    def time_called(self) -> bool:
        """Whether the referee has said that the time is up."""
        return (REFEREE, TIME_UP) in self.log

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self._state.turns)

    @property
    def scores(self) -> list[int]:
        """Every seat's points as the rules count them now."""
        points = [0] * self.seats
        self.game.plain.scores(self._state, points)
        return points

    @property
    def returns(self) -> list[float]:
        """Every seat's share of the win, once the game is over."""
        if not self.over:
            raise IllegalMove("the game is not over: nobody has won yet")
        shares: list[float] = [0.0] * self.seats
        self.game.plain.returns(self._state, shares)
        return shares

    @property
    def winners(self) -> list[int]:
        """The seats that won or share the win; empty while the game goes on."""
        if not self.over:
            return []
        shares = self.returns
        return [seat for seat in range(self.seats) if shares[seat] == max(shares)]

    @property
    def state(self) -> AnyState:
        """A copy of the true position: for the referee's side only, never for a player."""
        return self._state.duplicate()

    def moves(self, seat: int) -> list[Move]:
        """What this seat may do now."""
        self._check_seat(seat)
        return self._moves(self._state, seat)

    def view_state(self, seat: int) -> AnyState:
        """The position as a seat (or a SPECTATOR) may know it."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return self._hidden(self._state, seat)

    def peek(self, seat: int) -> AnyState:
        """What `view_state` gives, only to be read, and only until the next move: no copy where nothing is secret."""
        return self.view_state(seat) if self.game.card.secrets else self._state

    def view(self, seat: int) -> View:
        """All that a seat (or a SPECTATOR) may know, and what it may do."""
        hidden = self.view_state(seat)
        moves = tuple(self._moves(hidden, seat)) if seat != SPECTATOR else ()
        return View(self.game.name, seat, hidden, self.game.plain.to_move(hidden), moves)

    def position(self, seat: int | None = None) -> str:
        """The position as text: the whole truth, or as one seat sees it."""
        return self.game.notation.position_text(self._state if seat is None else self._hidden(self._state, seat))

    def record(self, seat: int | None = None, *, reveal_seed: bool | None = None) -> str:
        """The game so far as a text file; the seed is in it once the game is over, or when asked for.

        With a seat (or SPECTATOR) it holds what that seat may know, secrets are `?`, and the seed is never in it.
        """
        from trackside.play.record import write_record

        if seat is not None:
            if seat != SPECTATOR:
                self._check_seat(seat)
            return write_record(self, reveal_seed=False, eyes=seat)
        return write_record(self, reveal_seed=self.over if reveal_seed is None else reveal_seed)

    # What can be done

    def play(self, seat: int, move: Move | int | str, said: Mapping[Words, Said] | None = None) -> None:
        """Make a move, given as a Move, its code or its text; IllegalMove says why it cannot be.

        Where nothing is secret and it was said before what the move does, `said` saves saying it again.
        """
        self._check_seat(seat)
        if isinstance(move, str):
            code = find_move(self.game.plain, self.game.notation, self._state, seat, move, self.words())
        else:
            code = move.code if isinstance(move, Move) else move
            if code not in choices_for(self.game.plain, self._state, seat):
                text = move.text if isinstance(move, Move) else f"code {code}"
                raise IllegalMove(self.game.notation.why_not(self._state, seat, text, self.words()))
        self._apply(seat, code, said)
        self._let_chance_act()

    def call_time(self) -> None:
        """The time that the table has set is up: the game ends by its own rules, soon."""
        if not self.game.card.timed:
            raise IllegalMove(self.words()("refuse.not_timed", title=self.game.card.title))
        if self.over or self.time_called:
            raise IllegalMove(self.words()("refuse.time_called"))
        self._apply(REFEREE, TIME_UP)

    def undo(self, seat: int) -> str:
        """Take back this seat's last move and say which; nothing new may have been shown to it since."""
        self._check_seat(seat)
        states = self._states()
        for index in reversed(range(len(self.log))):
            actor, move = self.log[index]
            if actor == seat:
                text = self.game.notation.move_text(states[index], seat, move)
                rest = self.log[:index] + self.log[index + 1 :]
                self._rebuild(rest)
                self._forget(index)
                return text
            if self._shows(states[index], states[index + 1], seat):
                words = self.words()
                reason = {CHANCE: "undo.chance", REFEREE: "undo.time"}.get(actor, "undo.other")
                raise IllegalMove(words(reason, who=words.who(seat), other=words.who(max(actor, 0))))
        raise IllegalMove(self.words()("undo.nothing", who=self.words().who(seat)))

    def watch(self, seat: int, observer: Observer, words: Words | None = None) -> Callable[[], None]:
        """Tell an observer of what a seat (or a SPECTATOR) may not see yet and of every event to come, when it may.

        What is returned ends it.
        """
        words = words or self.words()
        states, seen = self._states(), set(self.visible(seat))
        secret = [index for index in range(len(self.log)) if index not in seen]
        entry = (seat, observer, words, [self._event(index, states[index], seat, words) for index in secret])
        self._observers.append(entry)
        return lambda: self._observers.remove(entry)

    def words(self) -> Words:
        """The catalogue for this match: its language, its game's words, its players' names."""
        return Words(self.language, self.game.package, self.players)

    def events(self, seat: int = SPECTATOR, words: Words | None = None, until: int | None = None) -> list[Event]:
        """The log so far as a seat may see it; what others do in secret is told when the turn is over.

        With `until`, the log as it was when it had so many entries; with `words`, in these.
        """
        words = words or self.words()
        states = self._states()
        return [self._event(index, states[index], seat, words) for index in self._seen(states, seat, until)]

    def visible(self, seat: int = SPECTATOR, until: int | None = None) -> list[int]:
        """Which entries of the log a seat may see now, or could when it had so many entries."""
        return self._seen(self._states(), seat, until)

    def positions(self) -> list[AnyState]:
        """Every position from the start to now: the fold of the log."""
        return self._states()

    # How it works

    def _seen(self, states: list[AnyState], seat: int, until: int | None) -> list[int]:
        n = len(self.log) if until is None else until
        turn = states[n].turns if self.game.plain.to_move(states[n]) != OVER else states[n].turns + 1
        return [
            index
            for index in range(n)
            if states[index].turns < turn or self._shows(states[index], states[index + 1], seat)
        ]

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise IllegalMove(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")

    def _moves(self, state: AnyState, seat: int) -> list[Move]:
        codes = choices_for(self.game.plain, state, seat)
        return [Move(code, self.game.notation.move_text(state, seat, code)) for code in codes]

    def _hidden(self, state: AnyState, seat: int) -> AnyState:
        return view_state(self.game.plain, state, seat)

    def _apply(self, seat: int, move: int, said: Mapping[Words, Said] | None = None) -> None:
        self.log.append((seat, move))
        turn, seen = self._state.turns, self._seen_now()
        events = self._new_events(said or {})
        if seat == CHANCE:
            stream = self.game.plain.chance_stream(self._state)
            self._drawn[stream] = self._drawn.get(stream, 0) + 1
        self.game.plain.apply(self._state, seat, move)
        self._tell(turn, seen, events)

    def _seen_now(self) -> dict[int, AnyState]:
        """What each of those who watch sees; without secrets everything shows."""
        if not self.game.card.secrets:
            return {}
        return {eyes: self._hidden(self._state, eyes) for eyes, *_ in self._observers}

    def _new_events(self, said: Mapping[Words, Said]) -> list[Event]:
        """The last entry of the log as each observer is told of it; the position is still the one before it."""
        index, secrets = len(self.log) - 1, self.game.card.secrets
        told: dict[tuple[int, Words], Event] = {}
        events = []
        for eyes, _, words, _ in self._observers:
            same = (eyes if secrets else SPECTATOR, words)
            if same not in told:
                known = None if secrets else said.get(words)
                told[same] = self._event(index, self._state, eyes, words, known)
            events.append(told[same])
        return events

    def _tell(self, turn: int, seen: dict[int, AnyState], events: list[Event]) -> None:
        """Tell the observers of the last move: those who may not see it, when its turn is over."""
        over = self.over or self._state.turns > turn
        for (eyes, observer, _, waiting), event in zip(self._observers, events, strict=True):
            if over:
                for earlier in waiting:
                    observer(earlier)
                waiting.clear()
                observer(event)
            elif not seen or seen[eyes] != self._hidden(self._state, eyes):
                observer(event)
            else:
                waiting.append(event)

    def _forget(self, number: int) -> None:
        """An entry was taken out of the log: observers who wait to be told of it never are."""
        for _, _, _, waiting in self._observers:
            waiting[:] = [
                replace(event, number=event.number - (event.number > number))
                for event in waiting
                if event.number != number
            ]

    def _shows(self, before: AnyState, after: AnyState, eyes: int) -> bool:
        """Whether these eyes see a difference; without secrets everything shows."""
        return not self.game.card.secrets or bool(self._hidden(before, eyes) != self._hidden(after, eyes))

    def _event(self, index: int, before: AnyState, eyes: int, words: Words, known: Said | None = None) -> Event:
        seat, move = self.log[index]
        notation = self.game.notation
        text, said = known or (
            notation.move_text(before, seat, move, eyes),
            notation.describe(before, seat, move, words, eyes),
        )
        return Event(index, seat, text, tuple(said))

    def _let_chance_act(self) -> None:
        rules = self.game.plain
        weights = [0] * rules.OUTCOMES
        while rules.to_move(self._state) == CHANCE:
            n = rules.chance_weights(self._state, weights)
            stream = rules.chance_stream(self._state)
            self._apply(CHANCE, self.dice.outcome(stream, self._drawn.get(stream, 0), weights[:n]))

    def _states(self) -> list[AnyState]:
        for seat, move in self.log[len(self._past) - 1 :]:
            state = self._past[-1].duplicate()
            self.game.plain.apply(state, seat, move)
            self._past.append(state)
        return list(self._past)

    def _rebuild(self, log: list[tuple[int, int]]) -> None:
        self._state = self.start.duplicate()
        self.log, self._drawn, self._past = [], {}, [self.start.duplicate()]
        observers, self._observers = self._observers, []
        for seat, move in log:
            self._apply(seat, move)
        self._observers = observers
