"""95 % intervals that stay honest for small samples and one-sided results; docs/arena.md explains the choice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

NORMAL_95 = 1.959964

STUDENT_95 = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
"""Student's t for 1 to 10 degrees of freedom."""

PSEUDO_DEALS = 4
"""Pseudo-observations with the largest possible spread, added before the spread of shares is estimated."""


@dataclass(frozen=True)
class Mean:
    """The mean of independent values, and the half-width of its interval."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.margin:.2f}" if math.isfinite(self.margin) else f"{self.mean:.2f} ± ?"


@dataclass(frozen=True)
class Share:
    """The mean of independent shares between 0 and 1, and its interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


def student(freedom: int) -> float:
    """Return Student's t for a 95 % interval."""
    if freedom < 1:
        return math.inf
    if freedom <= len(STUDENT_95):
        return STUDENT_95[freedom - 1]
    z = NORMAL_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of any values, such as scores, with Student's interval."""
    n = len(values)
    if n < 2:
        return Mean(fmean(values) if n else math.nan, math.inf)
    mean = fmean(values)
    return Mean(mean, student(n - 1) * math.sqrt(squares(values, mean) / (n - 1) / n))


def share_of(values: Sequence[float]) -> Share:
    """Return the mean of shares between 0 and 1, with Wilson's interval for the effective number of deals."""
    n = len(values)
    if n < 2:
        return Share(fmean(values) if n else math.nan, 0, 1)
    mean = fmean(values)
    return Share(mean, *wilson(mean, n, squares(values, mean)))


def squares(values: Sequence[float], mean: float) -> float:
    """Return the sum of squared deviations."""
    return math.fsum((value - mean) ** 2 for value in values)


def wilson(mean: float, n: int, deviations: float) -> tuple[float, float]:
    """Return the interval around the mean of n shares with this sum of squared deviations."""
    added = PSEUDO_DEALS / 4
    spread = (deviations + added) / (n * mean * (1 - mean) + added)
    worth = n / spread
    t = student(n - 1) ** 2
    centre = (mean + t / (2 * worth)) / (1 + t / worth)
    half = math.sqrt(t) / (1 + t / worth) * math.sqrt(mean * (1 - mean) / worth + t / (4 * worth**2))
    return max(centre - half, 0), min(centre + half, 1)
