"""Medians and percentiles are numpy's to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from vision.order_statistics import median, percentile, ranked

SEVERAL = range(1, 40)


@pytest.mark.parametrize("count", SEVERAL)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_the_median_is_numpys(count, kind):
    values = np.random.default_rng(count).normal(size=count).astype(kind)
    assert median(values) == float(np.median(values))


@pytest.mark.parametrize("count", SEVERAL)
@pytest.mark.parametrize("percent", [0, 10, 50, 75, 90, 100])
def test_a_percentile_of_bytes_is_numpys(count, percent):
    values = np.random.default_rng(count).integers(0, 256, count).astype(np.uint8)
    assert percentile(values, percent) == float(np.percentile(values, percent))


def test_a_percentile_of_equal_bytes_is_their_value():
    assert percentile(np.full(7, 255, np.uint8), 90) == 255


@pytest.mark.parametrize("rank", [0, 3, 8])
def test_ranks_of_bytes_count_from_the_smallest(rank):
    values = np.random.default_rng(rank).integers(0, 256, (2, 5, 9)).astype(np.uint8)
    assert (ranked(values, rank) == np.sort(values, axis=-1)[..., rank]).all()
