"""A finished game, position by position, as a page shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from trackside.core.protocol import REFEREE, SPECTATOR
from trackside.core.words import Words
from trackside.games import Game
from trackside.play import replay as play
from trackside.play.events import Event
from trackside.play.story import tell
from trackside.web.desk import Breathe
from trackside.web.logs import line_message
from trackside.web.messages import Effect, Frame, Replay, as_json
from trackside.web.refusal import Refusal
from trackside.web.table import OVER, Table
from trackside.web.viewers import result, scene_of, table_card

ALL, SPECTATORS = "all", "spectator"


def replay(table: Table, eyes: str, words: Words, player: str | None) -> Callable[[Breathe], bytes]:
    """Makes every position of a game as these eyes saw it, each with the entry of the log that led to it, as JSON."""
    if table.match is None or table.status != OVER:
        raise Refusal("server.not_over")
    looking, copy_match = read_eyes(table, eyes), table.copy_match()
    whole: Replay = {
        "table": table_card(table, words.language),
        "seats": [occupant.card(player) for occupant in table.occupants],
        "eyes": "all" if looking == REFEREE else "spectator" if looking == SPECTATOR else looking,
        "frames": [],
        "story": [],
        "result": result(table, words, looking),
    }

    def work(breathe: Breathe) -> bytes:
        events: list[Event] = []
        for frame in play.frames(copy_match(), looking):
            breathe()
            events += [] if frame.event is None else [frame.event]
            whole["frames"].append(_frame(table.game, frame, looking))
        whole["story"] = [line_message(line) for line in tell(table.game, events, words)]
        return as_json(whole)

    return work


def read_eyes(table: Table, eyes: str) -> int:
    """Whose eyes are meant: `all`, `spectator`, or a seat's number."""
    if eyes in (ALL, SPECTATORS):
        return REFEREE if eyes == ALL else SPECTATOR
    if eyes not in map(str, range(table.seats)):
        raise Refusal("server.no_seat", seat=eyes[:10], last=table.seats - 1)
    return int(eyes)


def turn_end(table: Table, turn: int, eyes: int) -> Callable[[Breathe], bytes]:
    """Makes the position that a turn of the game left, as these eyes saw it then; only a turn that is over."""
    match = table.match
    if match is None or not (0 <= turn < match.turn or (turn == match.turn and match.over)):
        raise Refusal("server.no_turn", turn=turn)
    copy_match = table.copy_match()

    def work(breathe: Breathe) -> bytes:
        match = copy_match()
        states = match.positions()
        number = next((n for n, state in enumerate(states) if state.turns > turn), len(states) - 1)
        return as_json(_frame(table.game, play.frame(match, number, eyes), eyes))

    return work


def _frame(game: Game, frame: play.Frame, eyes: int) -> Frame:
    event = frame.event
    return {
        "scene": scene_of(game, frame.state, eyes),
        "scores": list(frame.scores),
        "turn": frame.turn,
        "to_move": frame.to_move if frame.to_move >= 0 else None,
        "seat": None if event is None else event.seat,
        "text": "" if event is None else event.text,
        "effects": [] if event is None else cast(list[Effect], event.effects),
    }
