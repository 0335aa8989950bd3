"""Search parameters of a game, as a record that compiled code reads by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.games.card import SearchStyle

STYLE = np.dtype(
    [
        (name, np.float64)
        for name in ("exploration", "widening", "margin_weight", "margin_scale", "contempt", "cut", "ahead")
    ]
)


def style_record(style: SearchStyle) -> np.ndarray[Any, np.dtype[np.void]]:
    """Return the parameters of a style as an array of one record."""
    return np.array([tuple(getattr(style, name) for name in STYLE.names or ())], STYLE)
