"""Gymnasium spaces for actions and observations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.adapters.needed import need
from trackside.games import Game
from trackside.games.bounds import LIMITS, feature_bounds

need("gymnasium", "gymnasium")

from gymnasium import spaces

Masking = Callable[[], npt.NDArray[np.int8]]


class LegalActions(spaces.Discrete):
    """The codes of a game's moves; samples are legal now, if any move is.

    A copy belongs to no environment until one sets its `masking`; until then it samples any code.
    """

    def __init__(self, n: int, masking: Masking | None = None) -> None:
        super().__init__(n)
        self.masking = masking

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"masking": None}

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action, from the given mask or from the actions legal now."""
        if mask is None and probability is None and self.masking is not None:
            legal = self.masking()
            mask = legal if legal.any() else None
        return super().sample(mask=mask, probability=probability)


def observation_box(game: Game, numbers: int, observed: str) -> spaces.Box:
    """Return the space of observations with this many numbers: features within their bounds, or a view's numbers."""
    if observed == "features" and game.plain.FEATURES:
        low, high = np.array(feature_bounds(game), np.int16).T
        return spaces.Box(low, high, dtype=np.int16)
    return spaces.Box(*LIMITS, (numbers,), np.int16)


def mask_box(actions: int) -> spaces.Box:
    """Return a space with a 0 or 1 for every action: 1 if it is legal."""
    return spaces.Box(0, 1, (actions,), np.int8)
