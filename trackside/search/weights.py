"""The weights of a net as a record for compiled code."""

from __future__ import annotations

import numpy as np


def net_type(features: int, first: int, second: int, outputs: int) -> np.dtype[np.void]:
    """Return the record type of a net with these numbers of inputs, hidden units and outputs."""
    return np.dtype(
        [
            ("first_bias", np.int32, (first,)),
            ("second_bias", np.int32, (second,)),
            ("third_bias", np.int32, (outputs,)),
            ("first", np.int16, (features, first)),
            ("second", np.int16, (second, first)),
            ("third", np.int16, (outputs, second)),
        ]
    )


LAYERS = net_type(1, 1, 1, 1).names or ()
"""The arrays that make up a net."""
