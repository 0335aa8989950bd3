"""Requests to bots for their moves: the same question and answer in this thread, in another, or in a process.

A bot receives only what its seat may know, and keeps its search from one move to the next.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from trackside.core.compile import cache_folder, is_on_disk, prepare
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import AnyState
from trackside.games import Game, find_game
from trackside.play.events import View
from trackside.play.match import Match
from trackside.search.agents import LEVELS, QUICK, Agent, make_agent, solves
from trackside.search.choice import Choice
from trackside.search.exact import Exact
from trackside.search.nets import nets_of

GLANCE, ADVISER = "mcts:100", "master"
"""The players that give hints: a quick one, and one that takes longer."""

COMPLETE = "complete"
"""The file in a game's cache folder that marks everything its bots need as compiled."""

FEW = 6
"""Decisions made while warming up, so that everything a bot needs between moves is compiled."""

KEPT = 200
"""Players kept between their moves; the least recently used is evicted."""


class Bot:
    """A bot that plays from views: one for each seat of each match, because it keeps its search between its moves.

    Args:
        name: a level (`club`), `greedy`, `mcts:800`, or any other player that `trackside arena` takes.
        game: the game's name, or a `Game`.
        seed: the same seed gives the same moves, unless the bot thinks for a time.

    >>> match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
    >>> bot = Bot("greedy", "whole-nine")
    >>> choice = bot.choose(match.view(0))
    >>> match.play(0, choice.move)

    """

    def __init__(self, name: str, game: str | Game, seed: int = 0) -> None:
        self.name, self.game = name, find_game(game)
        self._agent = make_agent(name, self.game, seed)

    def __repr__(self) -> str:
        return f"Bot({self.name!r}, {self.game.name!r})"

    def choose(self, view: View) -> Choice:
        """Return the bot's choice: its `move`, and the other `candidates` with their chances if it looks ahead."""
        if find_game(view.game) != self.game:
            raise BadOption(f"{self!r} was asked about {view.game}")
        if not view.moves:
            raise IllegalMove(f"seat {view.seat} has no move now")
        return self._agent.choose(view.state, view.seat)


@dataclass(frozen=True)
class Question:
    """A question to a bot: the move to make on a seat, from what that seat may know."""

    game: Game
    player: str
    """The name of the player: a level, `greedy`, `mcts:800` ..."""
    key: str
    """The key under which the player is kept: the same key continues with the same player."""
    view: AnyState
    seat: int
    seed: int = 0


class Players:
    """A cache of players that answers questions one after the other; players are made on first use."""

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        self._agents: OrderedDict[tuple[str, str, str], Agent] = OrderedDict()

    def choose(self, question: Question) -> Choice:
        """Return the player's choice."""
        return self.agent(question).choose(question.view, question.seat)

    def agent(self, question: Question) -> Agent:
        """Return the player of a question, in the state its last question left it."""
        key = (question.game.name, question.player, question.key)
        if key not in self._agents:
            self._agents[key] = make_agent(question.player, question.game, question.seed)
            if len(self._agents) > self.kept:
                _close(self._agents.popitem(last=False)[1])
        self._agents.move_to_end(key)
        return self._agents[key]

    def close(self) -> None:
        """Close the players that run as external programs."""
        for agent in self._agents.values():
            _close(agent)
        self._agents.clear()


def _close(agent: Agent) -> None:
    with suppress(AttributeError):
        agent.close()  # type: ignore[attr-defined]  # only external players have anything to close


def question_for(match: Match, seat: int, player: str, seed: int | None = None) -> Question:
    """Return the question of what to do next on a seat of a match."""
    view = match.view_state(seat)
    return Question(match.game, player, str(seat), view, seat, len(match.log) + seat if seed is None else seed)


def lacks_judge(game: Game, choice: Choice) -> bool:
    """Return True if a choice was judged by playouts although the game has nets, for other tables."""
    return choice.judged_by == "playouts" and game.has_judge


def looks_ahead(game: Game, player: str) -> bool:
    """Return True if a player needs the search of its game."""
    return game.card.levels.get(player, player) not in QUICK


def must_compile(game: Game) -> bool:
    """Return True if the search of a game must be compiled on this machine before it can begin."""
    kernel = "points" if game.plain.JUDGED == "points" and nets_of(game) else game.card.search.kernel
    return not is_on_disk(game.path, f"{game.folder}.{kernel}")


def is_compiled(game: Game) -> bool:
    """Return True if everything the bots of a game need was compiled on this machine, so that loading is quick."""
    return (cache_folder(game.path) / COMPLETE).exists()


def can_be_stored(game: Game) -> bool:
    """Return True if the compiled code of a game can be stored for the next process."""
    return prepare(game.path) is not None


def warm_up_levels(game: Game) -> None:
    """Compile or load everything the bots of a game need, at every level, by running a few short searches."""
    warm_up(game)
    kinds = {game.card.levels.get(level, "mcts:1").partition(":")[0] for level in LEVELS}
    for kind in sorted(kinds & {"judge", "mcts", "playout"}):
        match = _first_decision(game)
        with suppress(BadOption):  # what is impossible at such a table is not needed there
            agent = make_agent(kind if kind == "judge" else f"{kind}:1", game)
            for _ in range(FEW):
                if not match.over:
                    match.play(match.to_move, agent.choose(match.view_state(match.to_move), match.to_move).move)
    if can_be_stored(game):
        with suppress(OSError):
            (cache_folder(game.path) / COMPLETE).touch()


def _first_decision(game: Game, seats: int | None = None, options: Mapping[str, object] | None = None) -> Match:
    """Return a match at its first decision, or at its end if there is none."""
    match = Match(game.name, seats, options, seed=1)
    while not match.over and len(match.moves(match.to_move)) < 2:
        match.play(match.to_move, match.moves(match.to_move)[0])
    return match


def warm_up(game: Game, seats: int | None = None, options: Mapping[str, object] | None = None) -> None:
    """Compile or load the search of a game and the solver of its endings, by searching one move at such a table."""
    match = _first_decision(game, seats, options)
    if not match.over:
        make_agent("mcts:1", game).choose(match.view_state(match.to_move), match.to_move)
        if solves(game):
            with suppress(BadOption):
                Exact(game, 1).shares(match.state)
