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

from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from trackside.adapters.needed import need
from trackside.adapters.opening import make_opening
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import CHANCE, OVER, SPECTATOR, AnyState
from trackside.games import GAMES, Game
from trackside.games.card import Option
from trackside.play.dice import Dice
from trackside.play.match import Match
from trackside.search.agents import make_agent
from trackside.search.queries import Queries, copy_record

pyspiel = need("pyspiel", "open_spiel")

DEFAULT_LENGTH = 10_000
"""The most decisions, or outcomes, of a game that does not declare its own maximum."""

MAX_RECALLED = 100_000
"""The most information-state strings that a game caches."""

Params = dict[str, Any]


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
    parameters: Params = {"players": card.default_seats, "position": ""}
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=bool(game.plain.FEATURES),
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc,name-defined]  # pyspiel has no types
    """A game with its parameters: players, the game's own options, or a position to start from.

    A position is encoded by `urllib.parse.quote`, because commas and brackets have a special meaning in OpenSpiel's
    game strings.
    """

    source: Game

    def __init__(self, params: Params | None = None) -> None:
        given = dict(params or {})
        options = {name: value for name, value in given.items() if name not in ("players", "position")}
        defaults = {option.name: option.default for option in self.source.card.options}
        position = unquote(str(given.get("position", "")))
        if position:
            changed = [name for name, value in options.items() if str(value) != defaults[name]]
            if changed:
                raise BadOption(f"a position has its own options: leave {', '.join(changed)} out")
            _, self.opening, _ = make_opening(self.source.name, None, None, position)
        else:
            seats = int(given.get("players", self.source.card.default_seats))
            _, self.opening, _ = make_opening(self.source.name, seats, options)
        rules = self.source.plain
        self.seats = int(self.opening.seats)
        self.queries = Queries(self.source)
        self.opening_record = self.opening.to_record()
        self.first_to_move = int(rules.to_move(self.opening))
        self._recalled: dict[tuple[int, tuple[int, ...]], str] = {}
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

    def new_initial_state(self) -> SpielState:
        """Return the position before any chance."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> Observer:
        """Return an observer of what a player knows."""
        if params:
            raise BadOption(f"observers of Trackside have no parameters: {', '.join(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def recalled(self, state: SpielState, perspective: int) -> str:
        """Return everything seen from this perspective; cached, because exact algorithms ask for it repeatedly."""
        key = (perspective, tuple(state.history()))
        if key not in self._recalled:
            if len(self._recalled) >= MAX_RECALLED:
                self._recalled.clear()
            self._recalled[key] = f"seat {perspective}: " + "; ".join(seen_by(self, state.log(), perspective))
        return self._recalled[key]

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance outcomes that a game can have."""
        return int(getattr(self.source.plain, "MAX_CHANCES", DEFAULT_LENGTH))


class Position:
    """A position in compiled code that is cheap to copy: all that an OpenSpiel state holds here."""

    __slots__ = ("game", "record", "to_move")

    def __init__(self, game: SpielGame, record: npt.NDArray[np.void], to_move: int) -> None:
        self.game, self.record, self.to_move = game, record, to_move

    def __deepcopy__(self, memo: object) -> Position:
        return Position(self.game, copy_record(self.record), self.to_move)


class SpielState(pyspiel.State):  # type: ignore[misc,name-defined]  # pyspiel has no types
    """A position of a game, with its history kept by OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at = Position(game, copy_record(game.opening_record), game.first_to_move)

    # OpenSpiel's interface

    def current_player(self) -> int:
        """Return the player to move, chance, or TERMINAL."""
        seat = self.at.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat == OVER else seat

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.at.to_move == OVER

    def _legal_actions(self, player: int) -> list[int]:
        at = self.at
        if player != at.to_move or player < 0:
            return []
        return at.game.queries.legal_moves(at.record, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities."""
        at = self.at
        if at.to_move != CHANCE:
            raise IllegalMove("chance is not to move: there are no outcomes now")
        return at.game.queries.chance_outcomes(at.record)

    def _apply_action(self, action: int) -> None:
        at = self.at
        at.to_move = at.game.queries.apply(at.record, at.to_move, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.game.source.notation.move_text(self.plain(), player, action)

    def returns(self) -> list[float]:
        """Return every player's share of the win; zeros before the end."""
        at = self.at
        return at.game.queries.returns(at.record, at.game.seats) if at.to_move == OVER else [0.0] * at.game.seats

    def __str__(self) -> str:
        return self.at.game.source.notation.position_text(self.plain())

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that looks the same to a player now, with its unknown parts sampled at random.

        Its history is that of the true game, so use it for observations, not for information states.
        """
        twin: SpielState = self.clone()
        queries, record = self.at.game.queries, twin.at.record
        queries.resample(record, player, int(sampler() * (1 << 52)))
        twin.at.to_move = queries.to_move(record)
        return twin

    # Trackside's additions

    def plain(self) -> AnyState:
        """Return the true position in its plain form."""
        return self.at.game.source.plain.State.from_record(self.at.record)

    def view(self, player: int) -> AnyState:
        """Return a player's view in its plain form."""
        return self.at.game.queries.view(self.at.record, player)

    def log(self) -> list[tuple[int, int]]:
        """Return all moves and outcomes so far, as a match keeps them."""
        return [(int(item.player), int(item.action)) for item in self.full_history()]


class Observer:
    """A player's knowledge: as a string, and as the features of the game's encoder.

    With perfect recall the string lists all that the player has seen happen, its own moves included, in order; there is
    no tensor of that. Without it, the string is the position with blanks. If only public information is requested, it
    is what a spectator sees.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.game, self.kind = game, kind
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self.public_only = kind.private_info == pyspiel.PrivateInfoType.NONE
        if game.source.plain.FEATURES and not kind.perfect_recall and not self.public_only:
            self.tensor = np.zeros(len(game.source.plain.FEATURES), np.float32)
            self.dict = {"features": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows to the tensor, if there is one."""
        if self.tensor is not None:
            self.tensor[:] = self.game.queries.features(state.at.record, player) if player >= 0 else 0

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows, as a string."""
        perspective = SPECTATOR if self.public_only else player
        if self.kind.perfect_recall:
            return self.game.recalled(state, perspective)
        return f"seat {perspective}: " + self.game.source.notation.position_text(state.view(perspective))


def seen_by(game: SpielGame, log: list[tuple[int, int]], perspective: int) -> list[str]:
    """Return the events seen from this perspective as strings: the seat, then the event as far as it is visible."""
    match = Match.from_log(
        game.source, game.opening.duplicate(), log, options={}, dice=Dice(0), position="", play_on=False
    )
    return [f"{event.seat} {event.text}" for event in match.events(perspective)]


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
            globals()[name] = made  # OpenSpiel pickles games to save a state
            pyspiel.register_game(kind, made)


register_games()
