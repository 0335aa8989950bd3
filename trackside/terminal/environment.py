"""Terminal capabilities, from the environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence


def supports_unicode(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the terminal can show more than ASCII, according to its locale."""
    for variable in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environment.get(variable):
            return "utf" in value.lower()
    return "utf" in (getattr(sys.__stdout__, "encoding", None) or "").lower()


def can_be_full_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a full-screen interface can run: an interactive terminal that is not dumb."""
    streams: Sequence[object] = (sys.stdin, sys.stdout, sys.__stderr__)
    seen = all(getattr(stream, "isatty", lambda: False)() for stream in streams)
    return seen and environment.get("TERM", "") not in ("", "dumb")
