"""How bots are asked for their moves: the same question and answer in this thread, in another, or in a process.

A bot is given nothing but what its seat may know, and keeps what it thought from one move to the next.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass

from trackside.core.compile import cache_folder, is_on_disk, prepare
from trackside.core.errors import BadOption
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.play.match import Match
from trackside.search.agents import LEVELS, QUICK, Agent, make_agent, solves
from trackside.search.choice import Choice
from trackside.search.exact import Exact
from trackside.search.nets import nets_of

GLANCE, ADVISER = "mcts:100", "master"
"""Who gives hints: one at once, the other after a longer look."""

COMPLETE = "complete"
"""The file in a game's cache folder that says that all is there which its bots need."""

FEW = 6
"""Decisions that are looked at to have all compiled that a bot needs from one move to the next."""

KEPT = 200
"""Players kept between their moves; the longest unasked makes room."""


@dataclass(frozen=True)
class Question:
    """What a bot should do on a seat, from what that seat may know."""

    game: Game
    player: str
    """Its name: a level, `greedy`, `mcts:800` ..."""
    key: str
    """Whose thoughts it goes on with: the same key, the same player."""
    view: AnyState
    seat: int
    seed: int = 0


class Players:
    """Answers questions, one after the other; players are made when they are first asked."""

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        self._agents: OrderedDict[tuple[str, str, str], Agent] = OrderedDict()

    def choose(self, question: Question) -> Choice:
        """What the player would do."""
        return self.agent(question).choose(question.view, question.seat)

    def agent(self, question: Question) -> Agent:
        """The player of a question, as it was left after its last one."""
        key = (question.game.name, question.player, question.key)
        if key not in self._agents:
            self._agents[key] = make_agent(question.player, question.game, question.seed)
            if len(self._agents) > self.kept:
                _close(self._agents.popitem(last=False)[1])
        self._agents.move_to_end(key)
        return self._agents[key]

    def close(self) -> None:
        """End players that are programs of their own."""
        for agent in self._agents.values():
            _close(agent)
        self._agents.clear()


def _close(agent: Agent) -> None:
    with suppress(AttributeError):
        agent.close()  # type: ignore[attr-defined]  # only those from outside have something to close


def question_for(match: Match, seat: int, player: str, seed: int | None = None, key: str = "") -> Question:
    """The question of what to do next on a seat of a match."""
    view = match.view_state(seat)
    return Question(match.game, player, key or str(seat), view, seat, len(match.log) + seat if seed is None else seed)


def lacks_judge(game: Game, choice: Choice) -> bool:
    """Whether a choice rests on games played to their end although the game has nets, for other tables."""
    return choice.judged_by == "playouts" and game.has_judge


def looks_ahead(game: Game, player: str) -> bool:
    """Whether a player needs the search of its game."""
    return game.card.levels.get(player, player) not in QUICK


def must_compile(game: Game) -> bool:
    """Whether the search of a game has to be compiled on this machine before it can begin."""
    kernel = "points" if game.plain.JUDGED == "points" and nets_of(game) else game.card.search.kernel
    return not is_on_disk(game.path, f"{game.folder}.{kernel}")


def is_compiled(game: Game) -> bool:
    """Return whether all that the bots of a game need was compiled on this machine: then loading it takes a moment."""
    return (cache_folder(game.path) / COMPLETE).exists()


def can_be_stored(game: Game) -> bool:
    """Return whether what is compiled for a game can be stored for the next process."""
    return prepare(game.path) is not None


def warm_up_levels(game: Game) -> None:
    """Compile all that the bots of a game need, of whatever level, or load it from the disk, by a few short looks."""
    warm_up(game)
    kinds = {game.card.levels.get(level, "mcts:1").partition(":")[0] for level in LEVELS}
    for kind in sorted(kinds & {"judge", "mcts", "playout"}):
        match = _first_decision(game)
        with suppress(BadOption):  # what cannot be had at such a table is not needed there
            agent = make_agent(kind if kind == "judge" else f"{kind}:1", game)
            for _ in range(FEW):
                if not match.over:
                    match.play(match.to_move, agent.choose(match.view_state(match.to_move), match.to_move).move)
    if can_be_stored(game):
        with suppress(OSError):
            (cache_folder(game.path) / COMPLETE).touch()


def _first_decision(game: Game) -> Match:
    """Return a game that has come to its first decision, or to its end if there is none."""
    match = Match(game.name, seed=1)
    while not match.over and len(match.moves(match.to_move)) < 2:
        match.play(match.to_move, match.moves(match.to_move)[0])
    return match


def warm_up(game: Game) -> None:
    """Compile the search of a game and what solves its endings, or fetch them from the disk, by a look at one move."""
    match = _first_decision(game)
    if not match.over:
        make_agent("mcts:1", game).choose(match.view_state(match.to_move), match.to_move)
        if solves(game):
            with suppress(BadOption):
                Exact(game, 1).shares(match.state)
