"""Glicko-2 ratings, updated once for each evening.

M. E. Glickman, "Example of the Glicko-2 system" (2013 and later); the numbers of the steps are those of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCALE, _CENTRE = 173.7178, 1500.0
_TAU, _CLOSE = 0.5, 1e-6
"""Glicko-2: the constraint on the volatility's change, and the convergence tolerance."""
_MOST_DEVIATION = 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """The Glicko-2 rating of a player: 1500 at first, with an uncertainty of about two deviations."""

    rating: float = _CENTRE
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06


Result = tuple[Rating, float]
"""The opponent's rating before the evening, and 1 for a win, 0.5 for a tie, 0 for a loss."""


def rated(rating: Rating, results: Sequence[Result]) -> Rating:
    """The rating after an evening with these results; without results the deviation grows."""
    mu, phi = (rating.rating - _CENTRE) / _SCALE, rating.deviation / _SCALE
    if not results:
        return Rating(rating.rating, _deviation(math.hypot(phi, rating.volatility)), rating.volatility)
    weighed = [(*_against(mu, opponent), score) for opponent, score in results]
    variance = 1 / sum(g * g * expected * (1 - expected) for g, expected, _ in weighed)  # step 3
    surprise = sum(g * (score - expected) for g, expected, score in weighed)
    sigma = _volatility(rating.volatility, phi, variance, variance * surprise)  # steps 4 and 5
    new = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / variance)  # steps 6 and 7
    return Rating(_SCALE * (mu + new * new * surprise) + _CENTRE, _deviation(new), sigma)


def mean_rating(together: Sequence[Rating]) -> Rating:
    """The rating of a pair as one opponent: the mean rating and volatility, and the root mean square of the
    deviations."""
    count = len(together)
    return Rating(
        sum(member.rating for member in together) / count,
        math.sqrt(sum(member.deviation**2 for member in together) / count),
        sum(member.volatility for member in together) / count,
    )


def _deviation(phi: float) -> float:
    return min(phi * _SCALE, _MOST_DEVIATION)


def _against(mu: float, opponent: Rating) -> tuple[float, float]:
    """Glicko-2 terms for one opponent: the weight g of the result, and the expected score."""
    phi = opponent.deviation / _SCALE
    g = 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)
    return g, 1 / (1 + math.exp(-g * (mu - (opponent.rating - _CENTRE) / _SCALE)))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the volatility at which what happened is likeliest, by the Illinois method."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        power = math.exp(x)
        spread = phi * phi + variance + power
        return power * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (_TAU * _TAU)

    low, high = start, math.log(excess) if (excess := delta * delta - phi * phi - variance) > 0 else start - _TAU
    while excess <= 0 and slope(high) < 0:
        high -= _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
