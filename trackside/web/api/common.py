"""Types that several messages share, and messages as JSON."""

from __future__ import annotations

from typing import Literal

import orjson
from pydantic import ConfigDict, with_config
from typing_extensions import TypeAliasType, TypedDict

Status = Literal["waiting", "playing", "over"]
SeatKind = Literal["person", "here", "bot", "open"]
"""A person with their own browser; another person at the host's screen; a bot; no one yet."""
Watch = Literal["anyone", "link", "nobody"]
"""The people who may watch: anyone, as the table is public; anyone who has its link; only the players."""
Asked = Literal["commitment", "salt"]
"""The requests to a seat before the game begins: commit to a salt, then reveal it."""
ListKind = Literal["mine", "public", "finished"]
"""The lists of the lobby: my tables, public tables, and my finished games."""
LevelName = Literal["novice", "club", "expert", "master", "grandmaster", "greedy", "random"]
Outcome = Literal["won", "lost", "solo"]
"""The outcome of a finished game for a player; a shared win counts as won."""
Colour = Literal["red", "purple", "yellow", "blue", "green", "white"]
Catalogue = TypeAliasType("Catalogue", dict[str, str])
"""Sentences by key."""
declared = with_config(ConfigDict(extra="forbid"))
"""A decorator that allows only the declared fields."""
sent = with_config(
    ConfigDict(extra="forbid", json_schema_extra=lambda schema: schema.update(required=list(schema["properties"])))
)
"""A decorator for a dataclass that is always sent with all its fields, those with defaults too."""
open_ended = with_config(ConfigDict(extra="allow"))
"""A decorator that allows fields besides the declared ones; each game chooses its own."""


@declared
class ErrorBody(TypedDict):
    """The reason a request was refused, in the language it asked for."""

    error: str


def as_json(message: object) -> bytes:
    """Return a message as it is sent over a socket."""
    return orjson.dumps(message)


def kept_json(part: object) -> bytes:
    """Return part of a message as JSON to keep: a copy, because orjson over-allocates the bytes it returns."""
    return bytes(memoryview(orjson.dumps(part)))
