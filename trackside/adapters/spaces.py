"""Gymnasium spaces for actions and observations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.adapters.needed import need

need("gymnasium", "gymnasium")

from gymnasium import spaces

Masking = Callable[[], npt.NDArray[np.int8]]


class LegalActions(spaces.Discrete):
    """The codes of a game's moves; samples are legal now, if any move is."""

    def __init__(self, n: int, masking: Masking) -> None:
        super().__init__(n)
        self.masking = masking

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action, from the given mask or from the actions legal now."""
        if mask is None and probability is None:
            legal = self.masking()
            mask = legal if legal.any() else None
        return super().sample(mask=mask, probability=probability)


def observation_box(numbers: int) -> spaces.Box:
    """Return a space of 16-bit integers, which the features and fields of all games are."""
    limits = np.iinfo(np.int16)
    return spaces.Box(limits.min, limits.max, (numbers,), np.int16)


def mask_box(actions: int) -> spaces.Box:
    """Return a space with a 0 or 1 for every action: 1 if it is legal."""
    return spaces.Box(0, 1, (actions,), np.int8)
