"""The referee: holds the truth, checks every move, rolls the dice, and tells each seat what it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from trackside.core.errors import IllegalMove
from trackside.core.notation import choices_for, find_move, refusal, view_state, whole_position
from trackside.core.protocol import CHANCE, OVER, REFEREE, SPECTATOR, TIME_UP, AnyState
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games import Game, find_game
from trackside.play.dice import Dice
from trackside.play.events import Entry, Event, Move, Observer, View


@dataclass(eq=False)
class _Watch:
    """An observer, whose eyes it has, and the events it may not be told of yet."""

    eyes: int
    observer: Observer
    waiting: list[Event]


class Match:
    """A game being played.

    >>> match = Match("whole-nine", seats=2, seed=7)
    >>> match.play(match.to_move, match.moves(match.to_move)[0])
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: str | int | None = None,
        players: Sequence[str] = (),
        bots: Sequence[str] = (),
    ) -> None:
        self.game = find_game(game)
        count = self.game.card.default_seats if seats is None else seats
        chosen = self.game.card.choose(count, options or {})
        self.options = {name: choice.text for name, choice in chosen.items()}
        self._begin(self.game.opening(count, self.options), Dice(seed), players, bots)

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
    ) -> None:
        self.start, self.start_position = start, position
        self.seats: int = start.seats
        self.dice, self.dice_from = dice, dice_from
        self.hints = hints
        """Whether people who play against each other may ask for hints; the record tells."""
        self.players = (*players, *[""] * (self.seats - len(players)))
        """What everybody is called, where they have a name."""
        self.bots = (*bots, *[""] * (self.seats - len(bots)))
        """What plays on each seat: a level, `greedy`, `mcts:800` ...; nothing for a person."""
        self._watches: list[_Watch] = []
        self._reset()
        self.extend(log)
        if play_on:
            self.extend(self._chance_from(self._state))

    def _reset(self) -> None:
        self.log: list[Entry] = []
        self._state = self.start.duplicate()
        self._past: list[AnyState] = []
        """The positions that were asked for last, from the start on; perhaps none."""
        self._drawn: dict[int, int] = {}
        self._ahead: list[tuple[AnyState, Entry, AnyState]] = []
        """What was prepared last: positions, entries, and the positions they lead to."""

    @classmethod
    def from_position(
        cls,
        game: str,
        text: str,
        seed: str | int | None = None,
        players: Sequence[str] = (),
        bots: Sequence[str] = (),
    ) -> Match:
        """A match that begins with a position given as text."""
        match = cls.__new__(cls)
        match.game, match.options = find_game(game), {}
        match._begin(whole_position(match.game.notation, text), Dice(seed), players, bots, text)
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
    ) -> Match:
        """A match continued from a log whose moves are known to be legal; to be played on, unless told otherwise."""
        match = cls.__new__(cls)
        match.game, match.options = game, dict(options)
        match._begin(start, dice, players, bots, position, log, dice_from, play_on, hints)
        return match

    def __getstate__(self) -> dict[str, Any]:
        """A copy or a pickle has no observers."""
        return {**self.__dict__, "_watches": [], "_past": [], "_ahead": []}

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
        """The same only to be read, and only until the next move: it is no copy where nothing is secret."""
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
        """The game so far as a text file; what the dice came from is in it once the game is over, or when asked for.

        With a seat (or SPECTATOR) it holds what that seat may know: secrets are `?`, and there is no seed.
        """
        from trackside.play.record import write_record

        if seat is not None:
            if seat != SPECTATOR:
                self._check_seat(seat)
            return write_record(self, reveal_seed=False, eyes=seat)
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

    def undo(self, seat: int) -> str:
        """Take back this seat's last move and say which; nothing new may have been shown to it since."""
        index = self.prepare_undo(seat)
        text = self.game.notation.move_text(self._states()[index], seat, self.log[index][1])
        self.remove(index)
        return text

    def call_time(self) -> None:
        """The time that the table has set is up: the game ends by its own rules, soon."""
        self.extend(self.prepare_time())

    # The same in two steps, for those who keep a change before they make it

    def prepare(self, seat: int, move: Move | int | str) -> list[Entry]:
        """What a move would add to the log: the move, checked, and what chance does after it; nothing changes."""
        self._check_seat(seat)
        entry = (seat, self._code(seat, move))
        self._ahead = []
        return [entry, *self._chance_from(self._look_ahead(self._state, entry))]

    def prepare_time(self) -> list[Entry]:
        """What it would add to the log if the time were up now; nothing changes."""
        if "minutes" not in self.game.card.capabilities:
            raise self._refusal("refuse.not_timed", title=self.game.card.title)
        if self.over or self.time_called:
            raise self._refusal("refuse.time_called")
        return [(REFEREE, TIME_UP)]

    def prepare_undo(self, seat: int) -> int:
        """Which entry of the log this seat may take back: its last move, if nothing new was shown to it since."""
        self._check_seat(seat)
        states = self._states()
        for index in reversed(range(len(self.log))):
            actor = self.log[index][0]
            if actor == seat:
                return index
            if self._shows(states[index], states[index + 1], seat):
                reason = {CHANCE: "undo.chance", REFEREE: "undo.time"}.get(actor, "undo.other")
                raise self._refusal(reason, who=seat, other=max(actor, 0))
        raise self._refusal("undo.nothing", who=seat)

    def after(self, entries: Iterable[Entry]) -> AnyState:
        """The true position that these entries would lead to, only to be read; nothing changes."""
        state = self._state
        for entry in entries:
            state = self._next(state, entry)
        return state

    def extend(self, entries: Iterable[Entry]) -> None:
        """Apply entries that are known to be legal, and tell the observers."""
        for seat, move in entries:
            self._apply(seat, move)

    def remove(self, index: int) -> None:
        """Take an entry out of the log; observers who were not told of it never are."""
        log, watches = self.log, self._watches
        self._watches = []
        self._reset()
        self.extend(log[:index] + log[index + 1 :])
        self._watches = watches
        for watch in watches:
            watch.waiting = [
                replace(event, number=event.number - (event.number > index))
                for event in watch.waiting
                if event.number != index
            ]

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

    def event(self, index: int, eyes: int = REFEREE) -> Event:
        """One entry of the log as these eyes may see it once it is told."""
        return self._event(index, self._states(), eyes)

    def visible(self, seat: int = SPECTATOR, until: int | None = None) -> list[int]:
        """Which entries of the log a seat may see now, or could when it had so many entries."""
        return self._visible(self._states(), seat, until)

    def positions(self) -> list[AnyState]:
        """Every position from the start to now: the fold of the log."""
        return self._states()

    def forget_positions(self) -> None:
        """Let go of all positions but the first and the last; the others are made again when they are asked for."""
        self._past, self._ahead = [], []

    # How it works

    def _visible(self, states: list[AnyState], seat: int, until: int | None) -> list[int]:
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

    def _refusal(self, key: str, who: int = 0, **values: Any) -> IllegalMove:
        """A reason from the catalogues, said of whoever asked, with seats called as each catalogue calls them."""

        def reason(words: Words) -> str:
            return words.of(who, key, **{name: words.who(v) if isinstance(v, int) else v for name, v in values.items()})

        return IllegalMove(reason(self.words()), reason)

    def _code(self, seat: int, move: Move | int | str) -> int:
        """The code of a legal move; IllegalMove says why it is none."""
        if isinstance(move, str):
            return find_move(self.game.plain, self.game.notation, self._state, seat, move, self.words())
        code = move.code if isinstance(move, Move) else move
        if code not in choices_for(self.game.plain, self._state, seat):
            text = move.text if isinstance(move, Move) else f"code {code}"
            raise refusal(self.game.notation, self._state, seat, text, self.words())
        return code

    def _moves(self, state: AnyState, seat: int) -> list[Move]:
        codes = choices_for(self.game.plain, state, seat)
        return [Move(code, self.game.notation.move_text(state, seat, code)) for code in codes]

    def _hidden(self, state: AnyState, seat: int) -> AnyState:
        return view_state(self.game.plain, state, seat)

    def _chance_from(self, state: AnyState) -> list[Entry]:
        """The outcomes that the dice give from a position on, until somebody is to move."""
        rules = self.game.plain
        entries: list[Entry] = []
        if rules.to_move(state) != CHANCE:
            return entries
        drawn, weights = dict(self._drawn), [0] * rules.OUTCOMES
        while rules.to_move(state) == CHANCE:
            n = rules.chance_weights(state, weights)
            stream = rules.chance_stream(state)
            outcome = self.dice.outcome(stream, drawn.get(stream, 0), weights[:n])
            drawn[stream] = drawn.get(stream, 0) + 1
            entries.append((CHANCE, outcome))
            state = self._look_ahead(state, entries[-1])
        return entries

    def _look_ahead(self, state: AnyState, entry: Entry) -> AnyState:
        """The position after an entry, kept until it is made."""
        after = self._next(state, entry)
        self._ahead.append((state, entry, after))
        return after

    def _next(self, state: AnyState, entry: Entry) -> AnyState:
        """The position after an entry: as it was prepared, or a new one."""
        for before, made, after in self._ahead:
            if before is state and made == entry:
                return after
        after = state.duplicate()
        self.game.plain.apply(after, *entry)
        return after

    def _apply(self, seat: int, move: int) -> None:
        self.log.append((seat, move))
        before = self._state
        if seat == CHANCE:
            stream = self.game.plain.chance_stream(before)
            self._drawn[stream] = self._drawn.get(stream, 0) + 1
        self._state = self._next(before, (seat, move))
        if self._watches:
            self._notify(before)

    def _notify(self, before: AnyState) -> None:
        """Tell the observers of the last entry: those who may not see it, when its turn is over."""
        index, secrets = len(self.log) - 1, self.game.card.secrets
        ended = self._ends_turn(before, self._state)
        events: dict[int, Event] = {}
        for watch in list(self._watches):
            eyes = watch.eyes if secrets else SPECTATOR
            if eyes not in events:
                events[eyes] = self._event_between(index, before, self._state, eyes)
            if ended:
                for earlier in watch.waiting:
                    watch.observer(earlier)
                watch.waiting.clear()
            if ended or self._shows(before, self._state, eyes):
                watch.observer(events[eyes])
            else:
                watch.waiting.append(events[eyes])

    def _shows(self, before: AnyState, after: AnyState, eyes: int) -> bool:
        """Whether these eyes see a difference; without secrets everything shows."""
        return not self.game.card.secrets or bool(self._hidden(before, eyes) != self._hidden(after, eyes))

    def _ends_turn(self, before: AnyState, after: AnyState) -> bool:
        return bool(after.turns > before.turns) or self.game.plain.to_move(after) == OVER

    def _event(self, index: int, states: list[AnyState], eyes: int) -> Event:
        return self._event_between(index, states[index], states[index + 1], eyes)

    def _event_between(self, index: int, before: AnyState, after: AnyState, eyes: int) -> Event:
        """An entry of the log, with the positions before and after it."""
        notation, scenes, (seat, move) = self.game.notation, self.game.scenes, self.log[index]

        def effects() -> list[Effect]:
            return scenes.effects(before, seat, move, eyes)

        def describe(words: Words) -> list[str]:
            return notation.describe(before, seat, move, words, eyes)

        text, ended = notation.move_text(before, seat, move, eyes), self._ends_turn(before, after)
        return Event(index, seat, text, int(before.turns), ended, effects, describe)

    def _states(self) -> list[AnyState]:
        if not self._past:
            self._past = [self.start.duplicate()]
        for seat, move in self.log[len(self._past) - 1 :]:
            state = self._past[-1].duplicate()
            self.game.plain.apply(state, seat, move)
            self._past.append(state)
        return list(self._past)
