"""Players of an arena that are not Trackside's own: Python functions and programs."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from typing import Any

from trackside.core.errors import BadOption

PROGRAM = "program:"


def name_of(function: Callable[[dict[str, Any]], object]) -> str:
    """Return the name `module:function` by which a function is found; BadOption if it cannot be found by one."""
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", repr(function))
    if getattr(sys.modules.get(module), name, None) is not function:
        raise BadOption(f"player {name}: only a function at the top level of a module can play in an arena")
    return f"{module}:{name}"


def check_program(name: str) -> None:
    """Raise BadOption if a player `program:COMMAND` names no program."""
    try:
        command = shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadOption(f"player {name}: {error}") from error
    if not command or shutil.which(command[0]) is None:
        raise BadOption(f"player {name}: there is no program {command[0] if command else ''!r} that can be run")
