"""Positions as messages: one maker for table, replay, lessons, questions, reviews and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, cast

from trackside.core.protocol import AnyState
from trackside.core.scene import seen_scene
from trackside.core.words import Words
from trackside.games import Game
from trackside.web.api.position import Offer, PlayableView, PositionView, Scene


class Position:
    """A position as a perspective may know it; drawn and counted once for all viewers who share it. Read-only."""

    def __init__(self, game: Game, state: AnyState, perspective: int) -> None:
        """`state` is already limited to what this perspective may know."""
        self.game, self.state, self.perspective = game, state, perspective
        self.actor = game.plain.to_move(state)

    @cached_property
    def scene(self) -> dict[str, Any]:
        """The scene to draw."""
        return self.game.scenes.scene(self.state, self.perspective)

    @cached_property
    def scores(self) -> list[int]:
        """The points of every seat as seen from this perspective."""
        points = [0] * self.state.seats
        self.game.plain.scores(self.state, points)
        return points

    @cached_property
    def packed(self) -> str:
        """The bytes of the position, in hexadecimal."""
        packed: str = self.state.to_bytes().hex()
        return packed

    def view(self, perspective: int) -> PositionView:
        """Return the position as a message to a perspective that knows the same as this one."""
        return {
            "to_move": self.actor if self.actor >= 0 else None,
            "turn": int(self.state.turns),
            "scene": cast(Scene, seen_scene(self.scene, perspective)),
            "scores": self.scores,
        }

    def playable(self, seat: int, moves: Sequence[int], words: Words) -> PlayableView:
        """Return the position with the moves offered to a seat, and its prompt if there are any."""
        return {
            **self.view(seat),
            "prompt": self.game.notation.prompt(self.state, seat, words) if moves else None,
            "offers": offers(self.game, self.state, seat, moves, words),
        }


def position_view(game: Game, state: AnyState, perspective: int) -> PositionView:
    """Return a position that is already limited to what this perspective may know."""
    return Position(game, state, perspective).view(perspective)


def playable_view(game: Game, state: AnyState, seat: int, moves: Sequence[int], words: Words) -> PlayableView:
    """Return a position that is already limited to what a seat may know, with the moves offered to it."""
    return Position(game, state, seat).playable(seat, moves, words)


def scene_of(game: Game, state: AnyState, perspective: int) -> Scene:
    """Return the scene of a position that is already limited to what this perspective may know."""
    return cast(Scene, seen_scene(game.scenes.scene(state, perspective), perspective))


def offers(game: Game, state: AnyState, seat: int, moves: Iterable[int], words: Words) -> list[Offer]:
    """Return moves as they are offered to a seat."""
    text, offer = game.notation.move_text, game.scenes.offer
    return [
        cast(Offer, {"move": move, "text": text(state, seat, move), **offer(state, seat, move, words)})
        for move in moves
    ]
