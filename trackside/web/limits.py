"""What a client may send at most: the server refuses more, and the page is told so that it never offers it."""

from __future__ import annotations

NAME = 24
"""Characters of a player's name."""

SEED = 64
"""Characters of a seed."""

OPTION = 1000
"""Characters of an option's value."""

CLOCKS = (30, 60, 180, 600, 86400, 259200, 604800)
"""Seconds a turn may take."""

MINUTES = (10, 15, 20, 30, 45, 60, 90, 120)
"""Minutes after which a timed game can end."""

BODY = 1 << 20
"""Bytes of a request."""

RECORD = 1_000_000
"""Characters of a game as text."""

MESSAGE = 1 << 14
"""Characters of a message on a socket."""

HEAD = 1 << 16
"""Bytes of what comes before the body of a request."""

HEAD_SECONDS, BODY_SECONDS = 20.0, 60.0
"""Seconds that may pass until a request is there: what comes before its body, and its body."""

LESSON = 20
"""Moves of an answer to a lesson."""

ANSWER = 40
"""Moves of an answer to a question of a review: a whole turn, where seats decide by turns."""

SOCKETS = 200
"""Connections that one address may have at a time, and as many requests and sockets under way."""

AWAY = 120
"""Seconds that a player whose turn it is has to be away before a bot can take over."""
