"""Optional libraries: an error that tells how to install a missing one, instead of a long traceback."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from trackside.core.extras import how_to_install


def need(module: str, extra: str) -> Any:
    """Import a module of an extra; the ImportError tells how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise ImportError(f"{name} is not installed: {how_to_install(extra)}") from error
