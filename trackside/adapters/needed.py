"""Libraries that are not always installed: an error that says what to do instead of a long trace."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(module: str, extra: str) -> Any:
    """A module of an extra; ImportError says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise ImportError(f"{name} is not installed: pip install 'trackside[{extra}]'") from error
