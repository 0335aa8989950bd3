"""The replay of a finished game, position by position, as a page shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict, cast

from trackside.core.protocol import REFEREE, SPECTATOR
from trackside.core.words import Words
from trackside.games import Game
from trackside.play import replay as play
from trackside.play.events import Event
from trackside.play.story import Story
from trackside.web.api.common import as_json
from trackside.web.api.position import Effect, Frame
from trackside.web.api.table import LogEntry, Replay, StoryLine
from trackside.web.errors import ApiError
from trackside.web.tables.changes import OVER
from trackside.web.tables.table import Table
from trackside.web.views.cards import seat_cards, table_card
from trackside.web.views.feeds import entry_message, line_message
from trackside.web.views.position import position_view
from trackside.web.views.result import result
from trackside.web.workers.background import CancelCheck

ALL, SPECTATORS = "all", "spectator"


def replay(table: Table, perspective: str, words: Words, player: str | None) -> Callable[[CancelCheck], bytes]:
    """Return a function that makes all positions of a finished game from a perspective, with the story, as JSON."""
    if table.match is None or table.status != OVER:
        raise ApiError("server.not_over")
    looking, copy_match = read_perspective(table, perspective), table.copy_match()
    whole: Replay = {
        "table": table_card(table, words.language),
        "seats": seat_cards(table, player),
        "perspective": "all" if looking == REFEREE else "spectator" if looking == SPECTATOR else looking,
        "frames": [],
        "story": [],
        "result": None,
    }

    def work(check_cancelled: CancelCheck) -> bytes:
        match = copy_match()
        whole["result"] = result(match, words, looking)
        story = Story(table.game, words, match.timeouts)
        for frame, told in play.told_frames(match, looking):
            check_cancelled()
            made = _tell(story, whole["story"], told, words)
            whole["frames"].append({**_frame(table.game, frame, looking), **made})
        return as_json(whole)

    return work


def read_perspective(table: Table, perspective: str) -> int:
    """Return the perspective that a string names: `all`, `spectator`, or a seat's number."""
    if perspective in (ALL, SPECTATORS):
        return REFEREE if perspective == ALL else SPECTATOR
    if perspective not in map(str, range(table.seats)):
        raise ApiError("server.no_seat", seat=perspective[:10], last=table.seats - 1)
    return int(perspective)


def turn_end(table: Table, turn: int, perspective: int) -> Callable[[CancelCheck], bytes]:
    """Return a function that makes the position after a turn that is over, as this perspective saw it then."""
    match = table.match
    if match is None or not (0 <= turn < match.turn or (turn == match.turn and match.over)):
        raise ApiError("server.no_turn", turn=turn)
    copy_match = table.copy_match()

    def work(check_cancelled: CancelCheck) -> bytes:
        match = copy_match()
        states = match.positions()
        number = next((n for n, state in enumerate(states) if state.turns > turn), len(states) - 1)
        return as_json(_frame(table.game, play.frame(match, number, perspective), perspective))

    return work


class _Told(TypedDict):
    """The log and the story in a ReplayFrame."""

    log: list[LogEntry]
    says: str
    story_from: int
    story: list[StoryLine]


def _tell(story: Story, lines: list[StoryLine], events: Sequence[Event], words: Words) -> _Told:
    """Add events to the story: update `lines`, and return those that changed with a sentence for these events."""
    before, changed = list(lines), set[int]()
    for event in events:
        for number, line in story.add(event).items():
            lines[number : number + 1] = [line_message(line)]
            changed.add(number)
    new = [lines[n]["says"] for n in sorted(changed) if n >= len(before) or before[n]["says"] != lines[n]["says"]]
    first = min(changed, default=len(lines))
    return {
        "log": [entry_message(event) for event in events],
        "says": " ".join(filter(None, new)) or " ".join(said for event in events for said in event.said(words)),
        "story_from": first,
        "story": lines[first:],
    }


def _frame(game: Game, frame: play.Frame, perspective: int) -> Frame:
    event = frame.event
    return {
        **position_view(game, frame.state, perspective),
        "seat": None if event is None else event.seat,
        "text": "" if event is None else event.text,
        "effects": [] if event is None else cast(list[Effect], event.effects),
    }
