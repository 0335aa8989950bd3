"""Players with the nets of a file, such as `trackside train` writes: `judge:FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trackside.core.errors import BadOption
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.net_agent import JudgeAgent
from trackside.search.nets import Net, read_nets
from trackside.search.turn_search import TurnAgent

if TYPE_CHECKING:
    from trackside.search.agents import Agent


class FileNets:
    """The nets of a file by table, in place of those that come with the game."""

    game: Game
    nets: dict[str, Net]
    file: str

    def net_for(self, view: AnyState) -> Net:
        """Return the file's net for the table of a view; raise BadOption if it has none."""
        which = self.game.plain.net_for(view)
        table = self.game.plain.NETS[which] if which >= 0 else "this table"
        if table not in self.nets:
            raise BadOption(f"{self.file} has no net for {table}, only for {', '.join(self.nets)}")
        return self.nets[table]


class FileJudgeAgent(FileNets, JudgeAgent):
    """The player `judge` with nets that predict shares."""


class FileTurnAgent(FileNets, TurnAgent):
    """The player `judge` with nets that predict points."""


def file_agent(game: Game, file: str, seed: int) -> Agent:
    """Return the player `judge` with the nets of a file; raise BadOption if it cannot be used."""
    if not game.plain.FEATURES:
        raise BadOption(f"judge:{file}: {game.card.title} has no encoder, so no nets")
    nets = read_nets(game, Path(file).expanduser())
    points = game.plain.JUDGED == "points"
    agent = FileTurnAgent(game, seed, simulations=0) if points else FileJudgeAgent(game, seed)
    agent.nets, agent.file = nets, file
    return agent
