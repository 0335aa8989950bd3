"""The games in OpenSpiel: Python games with explicit chance, observers, and Trackside's players as bots.

Importing this module registers them:

>>> import pyspiel
>>> import trackside.adapters.open_spiel
>>> game = pyspiel.load_game("trackside_whole_nine(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0]
(True, (0, 0.3333333333333333))
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, cast
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from trackside.adapters.needed import need
from trackside.adapters.opening import make_opening
from trackside.adapters.simulation import KERNEL
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER, SPECTATOR, AnyState
from trackside.games import GAMES, Game
from trackside.games.card import Option
from trackside.play.dice import Dice
from trackside.play.match import Match
from trackside.search.agents import make_agent
from trackside.search.queries import Queries, Record, copy_record

pyspiel = need("pyspiel", "open-spiel")

DEFAULT_LENGTH = 10_000
"""The most decisions, or outcomes, of a game that does not declare its own maximum."""

MAX_RECALLED = 100_000
"""The most information states that a game caches."""

HASHED = 24
"""The bits of the hash that stands for an event of which only a part is visible."""

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
INITIALISE = pyspiel.State.__init__

Params = dict[str, Any]
Link = tuple[Any, int, int]
"""A log entry after the link before it (None at the start): the player and the action."""


def spiel_name(game: Game) -> str:
    """Return a game's name in OpenSpiel."""
    return f"trackside_{game.folder}"


def typed(option: Option) -> int | str:
    """Return the default of an option, as an integer if all its values are: OpenSpiel reads any digits as a number."""
    numeric = option.reader is None and all(choice.text.isdigit() for choice in option.choices)
    return int(option.default) if numeric else option.default


def game_type(game: Game, seats: int = 0) -> Any:
    """Return OpenSpiel's type of a game, for any number of seats or for this one."""
    card = game.card
    information = pyspiel.GameType.Information
    utility = pyspiel.GameType.Utility
    parameters: Params = {"players": game.card.meeting_seats, "position": "", "recall": 0}
    parameters |= {option.name: typed(option) for option in card.options}
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=card.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if card.secrets else information.PERFECT_INFORMATION,
        utility=utility.CONSTANT_SUM if (seats or min(card.seats)) > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(card.seats),
        min_num_players=min(card.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=bool(events_of(game)),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def events_of(game: Game) -> int:
    """Return the most decisions and outcomes of a game; 0 if its rules declare no bound."""
    decisions = int(getattr(game.plain, "MAX_DECISIONS", 0))
    return decisions + int(getattr(game.plain, "MAX_CHANCES", 0)) if decisions else 0


class SpielGame(pyspiel.Game):  # type: ignore[misc,name-defined]  # pyspiel has no types
    """A game with its parameters: players, the game's own options, or a position to start from.

    A position is encoded by `urllib.parse.quote`, because commas and brackets have a special meaning in OpenSpiel's
    game strings. The tensor of an information state has room for `recall` events, by default for the longest game.
    """

    source: Game

    def __init__(self, params: Params | None = None) -> None:
        given = dict(params or {})
        options = {name: value for name, value in given.items() if name not in ("players", "position", "recall")}
        defaults = {option.name: option.default for option in self.source.card.options}
        position = unquote(str(given.get("position", "")))
        if position:
            changed = [name for name, value in options.items() if str(value) != defaults[name]]
            if changed:
                raise BadOption(f"a position has its own options: leave {', '.join(changed)} out")
            _, self.opening, _ = make_opening(self.source.name, None, None, position)
        else:
            seats = int(given.get("players", self.source.card.meeting_seats))
            _, self.opening, _ = make_opening(self.source.name, seats, options)
        rules = self.source.plain
        self.seats = int(self.opening.seats)
        self.queries = Queries(self.source)
        self.longest, self.advance = self.queries.longest + 2, self.source.kernel(KERNEL).advance
        self.opening_record = self.opening.to_record()
        self.recall = int(given.get("recall", 0)) or events_of(self.source)
        """The number of events in the tensor of an information state."""
        self._outcomes: dict[tuple[int, ...], list[tuple[int, float]]] = {}
        self._recalled: dict[tuple[int, tuple[int, ...]], Recalled] = {}
        self.first = self.position(self.opening_record, 0, None)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.MOVES,
            max_chance_outcomes=rules.OUTCOMES,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0 if self.seats > 1 else None,
            max_game_length=getattr(rules, "MAX_DECISIONS", DEFAULT_LENGTH),
        )
        super().__init__(game_type(self.source, self.seats), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        """Return the position before any chance."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> Observer:
        """Return an observer of what a player knows."""
        if params:
            raise BadOption(f"observers of Trackside have no parameters: {', '.join(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def position(self, record: Record, length: int, log: Link | None) -> Position:
        """Return a position by its record, after a log of this length."""
        to_move = self.queries.to_move(record)
        choices = self.queries.legal_moves(record, to_move) if to_move >= 0 else []
        if to_move == CHANCE:
            choices = self.queries.chance_weights(record)
        return Position(self, record, [to_move, len(choices), *choices], length, log)

    def probabilities(self, weights: list[int]) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities; cached, because few weights occur."""
        key = tuple(weights)
        if key not in self._outcomes:
            if len(self._outcomes) >= MAX_RECALLED:
                self._outcomes.clear()
            total = sum(weights)
            self._outcomes[key] = [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]
        return self._outcomes[key]

    def recalled(self, state: SpielState, perspective: int) -> Recalled:
        """Return everything seen from this perspective; cached, because exact algorithms ask for it repeatedly."""
        key = (perspective, tuple(state.history()))
        if key not in self._recalled:
            if len(self._recalled) >= MAX_RECALLED:
                self._recalled.clear()
            self._recalled[key] = Recalled(self, state.log(), perspective)
        return self._recalled[key]

    def check_recall(self) -> None:
        """Raise BadOption if information states have no tensor."""
        if not self.recall:
            raise BadOption(
                f"the rules of {self.source.card.title} declare no MAX_DECISIONS and MAX_CHANCES: give recall=, the "
                "number of events in the tensor of an information state"
            )

    def information_state_tensor_shape(self) -> list[int]:
        """Return the shape of the tensor of an information state."""
        self.check_recall()
        return list(super().information_state_tensor_shape())

    def information_state_tensor_size(self) -> int:
        """Return the number of entries of the tensor of an information state."""
        self.check_recall()
        return int(super().information_state_tensor_size())

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance outcomes that a game can have."""
        return int(getattr(self.source.plain, "MAX_CHANCES", DEFAULT_LENGTH))


class Position:
    """A position with what follows from it and the log that led there: it never changes, so that copies share it."""

    __slots__ = ("game", "length", "log", "outcomes", "player", "record", "to_move", "usable")

    def __init__(self, game: SpielGame, record: Record, choices: list[int], length: int, log: Link | None) -> None:
        self.game, self.record, self.length, self.log = game, record, length, log
        self.to_move = choices[0]
        """The seat to move, CHANCE or OVER."""
        self.player = TERMINAL if self.to_move == OVER else self.to_move
        """The same with OpenSpiel's number for the end."""
        self.outcomes: list[tuple[int, float]] = game.probabilities(choices[2:]) if self.to_move == CHANCE else []
        self.usable = [outcome for outcome, _ in self.outcomes] if self.outcomes else choices[2:]
        """The moves or outcomes that are possible."""

    def after(self, move: int) -> Position:
        """Return the position after a move or an outcome."""
        game, record = self.game, copy_record(self.record)
        out = np.empty(game.longest, np.int64)
        game.advance(record, self.to_move, move, out)
        choices = out[: 2 + out[1]].tolist()
        return Position(game, record, choices, self.length + 1, (self.log, self.player, move))

    def entries(self) -> list[tuple[int, int]]:
        """Return the moves and outcomes that led here, with their players, the first one first."""
        found, link = [], self.log
        while link is not None:
            found.append(link[1:])
            link = link[0]
        return found[::-1]

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.record.tobytes(), self.entries())


def restored(game: SpielGame, record: bytes, log: list[tuple[int, int]]) -> Position:
    """Return a position from its bytes and its log."""
    link: Link | None = None
    for player, action in log:
        link = (link, player, action)
    return game.position(np.frombuffer(bytearray(record), game.opening_record.dtype), len(log), link)


class Past:
    """The player of a log entry while the C++ state is told it."""

    __slots__ = ("player",)
    to_move = 0

    def __init__(self, player: int) -> None:
        self.player = player


class SpielState(pyspiel.State):  # type: ignore[misc,name-defined]  # pyspiel has no types
    """A position of a game, and the log that led there.

    Calls from Python never reach OpenSpiel's C++ state, which would take several times as long. It gets the log
    as soon as it needs it: when C++ code asks for actions, or Python for the history.
    """

    at: Position
    told: int
    """The number of log entries that the C++ state knows."""

    _telling = False

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at, self.told = game.first, 0

    # What Python code calls

    def clone(self) -> SpielState:
        """Return a separate state at the same point."""
        at = self.at
        twin: SpielState = SpielState.__new__(SpielState)
        INITIALISE(twin, at.game)
        twin.at, twin.told = at, 0
        return twin

    def child(self, action: int) -> SpielState:
        """Return the state after an action."""
        twin = self.clone()
        twin.at = twin.at.after(action)
        return twin

    def apply_action(self, action: int) -> None:
        """Make a move or let an outcome happen."""
        self.at = self.at.after(action)

    def current_player(self) -> int:
        """Return the player to move, chance, or TERMINAL."""
        return self.at.player

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.at.to_move == OVER

    def is_chance_node(self) -> bool:
        """Return True if chance is to move."""
        return self.at.to_move == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the possible actions of a player, by default of the one to move, which may be chance."""
        at = self.at
        return at.usable.copy() if player is None or player == at.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities."""
        if self.at.to_move != CHANCE:
            raise IllegalMove("chance is not to move: there are no outcomes now")
        return self.at.outcomes.copy()

    def returns(self) -> list[float]:
        """Return every player's share of the win; zeros before the end."""
        at = self.at
        return at.game.queries.returns(at.record, at.game.seats) if at.to_move == OVER else [0.0] * at.game.seats

    def history(self) -> list[int]:
        """Return the actions so far."""
        return [action for _, action in self.at.entries()]

    def full_history(self) -> list[Any]:
        """Return the actions so far, with their players."""
        return list(self._synchronised().full_history())

    def history_str(self) -> str:
        """Return the actions so far as a string."""
        return str(self._synchronised().history_str())

    def move_number(self) -> int:
        """Return the number of actions so far."""
        return self.at.length

    def is_initial_state(self) -> bool:
        """Return True before the first action."""
        return self.at.length == 0

    def serialize(self) -> str:
        """Return the state as a string."""
        return str(self._synchronised().serialize())

    def __str__(self) -> str:
        return self.at.game.source.notation.position_text(self.plain())

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return everything that a player has seen happen, as numbers; see `Observer`."""
        self.at.game.check_recall()
        return list(super().information_state_tensor(self.at.player if player is None else player))

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that looks the same to a player now, with its unknown parts sampled at random.

        Its history is that of the true game, so use it for observations, not for information states.
        """
        twin, at = self.clone(), self.at
        record = copy_record(at.record)
        at.game.queries.resample(record, player, int(sampler() * (1 << 52)))
        twin.at = at.game.position(record, at.length, at.log)
        return twin

    # What OpenSpiel's C++ code calls

    def _legal_actions(self, player: int) -> list[int]:
        self._synchronised()
        return self.legal_actions(player) if player >= 0 else []

    def _apply_action(self, action: int) -> None:
        if not self._telling:
            self._synchronised()
            self.at, self.told = self.at.after(action), self.told + 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.game.source.notation.move_text(self.plain(), player, action)

    def _synchronised(self) -> Any:
        """Return the C++ state, after telling it the log entries that it does not know."""
        state: Any = super()
        at = self.at
        if self.told < at.length:
            self._telling = True
            for player, action in at.entries()[self.told :]:
                self.at = cast(Position, Past(player))
                state.apply_action(action)
            del self._telling
            self.at, self.told = at, at.length
        return state

    # Trackside's additions

    def plain(self) -> AnyState:
        """Return the true position in its plain form."""
        return self.at.game.source.plain.State.from_record(self.at.record)

    def view(self, player: int) -> AnyState:
        """Return a player's view in its plain form."""
        return self.at.game.queries.view(self.at.record, player)

    def log(self) -> list[tuple[int, int]]:
        """Return all moves and outcomes so far, as a match keeps them."""
        return self.at.entries()


class Recalled:
    """Everything that has been seen from a perspective, in order: as a string, and as numbers."""

    def __init__(self, game: SpielGame, log: list[tuple[int, int]], perspective: int) -> None:
        match = Match.from_log(
            game.source, game.opening.duplicate(), log, options={}, dice=Dice(0), position="", play_on=False
        )
        secrets = game.source.card.secrets
        self.text = f"seat {perspective}: "
        self.events: list[tuple[int, bool, int]] = []
        """The player of each event, whether all of it is visible, and then its code, else a hash of what is visible."""
        for event in match.events(perspective):
            self.text += f"{'; ' if self.events else ''}{event.seat} {event.text}"
            known = not secrets or match.event(event.number).text == event.text
            code = log[event.number][1] if known else hashed(event.text)
            self.events.append((event.seat, known, code))


def hashed(text: str) -> int:
    """Return HASHED bits of a string's hash, the same in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=HASHED // 8).digest(), "big")


class Observer:
    """A player's knowledge: as a string, and as a tensor.

    Without perfect recall, the string is the position with blanks, and the tensor has the features of the game's
    encoder, or the numbers of the view if it has none. If only public information is requested, it is what a spectator
    sees, and there is no tensor.

    With perfect recall, the string lists all that the player has seen happen, its own moves included, in order. The
    tensor is the player, then a row for each of these events: the seat or chance, whether all of it is visible or only
    a part, and its code in binary digits, or a hash of the visible part.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.game, self.kind = game, kind
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self.public_only = kind.private_info == pyspiel.PrivateInfoType.NONE
        rules, secrets = game.source.plain, game.source.card.secrets
        self.bits = np.arange(max(max(rules.MOVES, rules.OUTCOMES).bit_length(), HASHED if secrets else 0))
        if kind.perfect_recall and game.recall:
            seats, width = game.seats, game.seats + 3 + len(self.bits)
            self.tensor = np.zeros(seats + game.recall * width, np.float32)
            self.dict = {"player": self.tensor[:seats], "events": self.tensor[seats:].reshape(game.recall, width)}
        elif not kind.perfect_recall and not self.public_only:
            self.tensor = np.zeros(len(rules.FEATURES) or game.opening_record.itemsize // 2, np.float32)
            self.dict = {"features" if rules.FEATURES else "view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows to the tensor, if there is one."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if self.kind.perfect_recall:
            self._write_events(self.game.recalled(state, self._perspective(player)).events, player)
        elif player >= 0:
            queries, record = self.game.queries, state.at.record
            features = "features" in self.dict
            self.tensor[:] = (
                queries.features(record, player) if features else queries.view_record(record, player).view(np.int16)
            )

    def _write_events(self, events: list[tuple[int, bool, int]], player: int) -> None:
        if len(events) > self.game.recall:
            raise BadOption(f"{len(events)} events have been seen: load the game with recall={len(events)} or more")
        if player >= 0:
            self.dict["player"][player] = 1
        rows, seats = self.dict["events"], self.game.seats
        for row, (seat, known, code) in zip(rows, events, strict=False):
            row[seat if seat >= 0 else seats] = 1
            row[seats + 1 if known else seats + 2] = 1
            row[seats + 3 :] = code >> self.bits & 1

    def _perspective(self, player: int) -> int:
        return SPECTATOR if self.public_only else player

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows, as a string."""
        perspective = self._perspective(player)
        if self.kind.perfect_recall:
            return self.game.recalled(state, perspective).text
        return f"seat {perspective}: " + self.game.source.notation.position_text(state.view(perspective))


class LevelBot(pyspiel.Bot):  # type: ignore[misc,name-defined]  # pyspiel has no types
    """A player by name as an OpenSpiel bot; it receives nothing but what its seat may know."""

    def __init__(self, game: SpielGame, player: int, name: str, seed: int = 0) -> None:
        pyspiel.Bot.__init__(self)
        self.player, self.agent = player, make_agent(name, game.source, seed)

    def player_id(self) -> int:
        """Return the bot's seat."""
        return self.player

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: the bot keeps no state that matters."""

    def step(self, state: SpielState) -> int:
        """Return the bot's move."""
        return self.agent.choose(state.view(self.player), self.player).move


def ismcts_bot(game: SpielGame, simulations: int, seed: int = 0) -> Any:
    """Return OpenSpiel's ISMCTS, its Python one: the C++ one cannot resample states of Python games."""
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(
        game=game,
        uct_c=1.4,
        max_simulations=simulations,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=rng,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ismcts.ChildSelectionPolicy.UCT,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )


def load(game: str, **parameters: Any) -> SpielGame:
    """Return a game by Trackside's name for it, from a position as plain text if one is given."""
    if "position" in parameters:
        parameters["position"] = quote(str(parameters["position"]), safe="")
    found = next((one for one in GAMES.values() if game in (one.name, one.folder)), None)
    if found is None:
        raise BadOption(f"there is no game {game!r}: the games are {', '.join(GAMES)}")
    loaded: SpielGame = pyspiel.load_game(spiel_name(found), parameters)
    return loaded


def register_games() -> None:
    """Register every game of the catalogue with OpenSpiel."""
    for game in GAMES.values():
        if spiel_name(game) not in pyspiel.registered_names():
            kind, name = game_type(game), f"{game.folder.title().replace('_', '')}Game"
            made = type(name, (SpielGame,), {"source": game, "__module__": __name__})
            pyspiel.register_game(kind, made)


register_games()
