"""The number of photographs handed to a reader at once."""

from __future__ import annotations

from collections.abc import Sequence

BATCHES_AHEAD = 3
"""Batches under way for each reader, so that none is ever idle."""
LARGEST_BATCH, LARGEST_BATCH_BYTES = 8, 2**20
"""Photographs, and bytes, from which a batch is full: handing over many costs no more than handing over one."""


def is_full(sizes: Sequence[int], left: int, readers: int) -> bool:
    """Whether a batch of photographs with ``sizes`` in bytes is handed over; it is smaller the fewer are ``left``."""
    full = min(LARGEST_BATCH, left // (2 * BATCHES_AHEAD * readers))
    return len(sizes) > 0 and (len(sizes) >= full or sum(sizes) >= LARGEST_BATCH_BYTES)
