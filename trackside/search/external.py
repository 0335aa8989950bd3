"""External players: a Python callable, or any program that reads views and writes moves as JSON lines.

A view is an object with `game`, `seat`, `seats`, `position` (text, with `?` for what the seat may not know)
and `moves` (the legal moves in notation). The answer is `{"move": "..."}`, one of these moves.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from trackside.core.errors import BadOption, TracksideError
from trackside.core.notation import choices_for, find_move
from trackside.core.protocol import AnyState
from trackside.core.words import Words
from trackside.games import Game
from trackside.search.choice import Candidate, Choice

PATIENCE = 30.0
"""Seconds a program may take for a move."""


class AgentFailed(TracksideError):
    """Raised when an external player crashes, times out or answers with anything but a legal move."""


def view_for(game: Game, view: AnyState, seat: int) -> dict[str, Any]:
    """Return the view that is sent to an external player."""
    return {
        "game": game.name,
        "seat": seat,
        "seats": view.seats,
        "position": game.notation.position_text(view),
        "moves": [game.notation.move_text(view, seat, move, seat) for move in choices_for(game.plain, view, seat)],
    }


def understood(game: Game, view: AnyState, seat: int, answer: object) -> Choice:
    """Return the choice that an answer means; raise AgentFailed if it is not a legal move."""
    text = answer.get("move") if isinstance(answer, dict) else answer
    if not isinstance(text, str):
        raise AgentFailed(f'answered {shortened(answer)}, not {{"move": "..."}}')
    try:
        move = find_move(game.plain, game.notation, view, seat, text, Words("en", game.package))
    except TracksideError as error:
        raise AgentFailed(f"answered with an illegal move: {shortened(error)}") from error
    return Choice(move, (Candidate(move, text),), (text,))


def shortened(value: object) -> str:
    """Return a value as a string short enough for a message."""
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "..."


class CallableAgent:
    """A Python function from a view to a move in notation, named `package.module:function`.

    The module is installed, or in the current folder.
    """

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        module, _, attribute = name.partition(":")
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())  # unlike `python -m`, a script does not search the current folder
        try:
            self.function: Callable[[dict[str, Any]], object] = getattr(import_module(module), attribute)
        except Exception as error:  # a user's module may raise anything when it is imported
            raise BadOption(f"player {name}: {type(error).__name__}: {shortened(error)}") from error

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Call the function and return the move it chose."""
        try:
            answer = self.function(view_for(self.game, view, seat))
        except Exception as error:
            raise AgentFailed(f"raised {type(error).__name__}: {shortened(error)}") from error
        return understood(self.game, view, seat, answer)


class ProgramAgent:
    """A program that reads a JSON line for every view and writes one for every move, named `program:COMMAND`."""

    def __init__(self, game: Game, command: str, patience: float = PATIENCE) -> None:
        self.game, self.patience = game, patience
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise AgentFailed(f"could not be started: {error}") from error
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Send the view and wait for the answer."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(view_for(self.game, view, seat)) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.patience)
        except OSError as error:
            raise AgentFailed(f"ended with exit code {self.process.wait()}") from error
        except queue.Empty as error:
            self.close()
            raise AgentFailed(f"gave no answer within {self.patience:g} s") from error
        if not line:
            raise AgentFailed(f"ended with exit code {self.process.wait()}")
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise AgentFailed(f"answered {shortened(line.strip())!r}, which is not JSON") from error
        return understood(self.game, view, seat, answer)

    def close(self) -> None:
        """Kill the program and close its pipes."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # something that it never read
                    stream.close()
