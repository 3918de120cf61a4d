"""Link tiles side by side into chains, independent of their faces and positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64

_STANDS_OUT = 3.0
_LEAST_WIDE_GAP = 0.2
_LONG_STEP = 1.12
"""The ratio of a wide gap's step to the other steps."""
_SHORTEST_PART = 3


@dataclass(frozen=True, slots=True)
class Chain:
    """Tiles in a line, each linked to the next."""

    tiles: tuple[int, ...]
    rightwards: tuple[bool, ...]
    """For each tile, whether the chain goes through it from its left side to its right side."""
    gaps: tuple[float, ...]
    """Between each tile and the next, in widths."""
    strains: tuple[float, ...]
    """The misfit of each link, 0 for perfect ones."""


@dataclass(frozen=True, slots=True)
class _Link:
    port: int
    """The port at the far end; port ``2 * tile`` is a left side, ``2 * tile + 1`` a right side."""
    gap: float
    strain: float


def chains_of(ports: NDArray[np.intp], gaps: F64, strains: F64) -> tuple[Chain, ...]:
    """The chains of two or more tiles formed by mutual best links.

    ``ports`` (n, 2) are the pairs of ports that may touch, best first, ``gaps`` and ``strains`` (n,) their costs.
    """
    links = _mutual_links(ports, gaps, strains)
    ends = sorted(port for port in links if port ^ 1 not in links)
    seen: set[int] = set()
    chains = []
    for end in ends:
        if end not in seen:
            chain = _followed(links, end)
            seen.add(2 * chain.tiles[-1] + (not chain.rightwards[-1]))
            chains.append(chain)
    return tuple(chains)


def split_at_wide_gaps(chain: Chain, middles: F64) -> Iterator[Chain]:
    """Split the chain at gaps that stand out among otherwise equal ones: two rows end to end.

    The ``middles`` (n, 2) of the tiles must be farther apart there, too: beside a tile framed too narrowly the gaps are
    wide and the centre is right. Parts too short to be a meld are never split off.
    """
    start = 0
    for at, gap in enumerate(chain.gaps):
        parts = min(at + 1 - start, len(chain.tiles) - at - 1)
        if parts >= _SHORTEST_PART and _stands_out(gap, chain.gaps) and _is_far(at, middles[list(chain.tiles)]):
            yield _part(chain, start, at + 1)
            start = at + 1
    yield _part(chain, start, len(chain.tiles))


def _stands_out(gap: float, gaps: Sequence[float]) -> bool:
    """Whether a ``gap`` is an outlier among the others of its chain."""
    if gap <= _LEAST_WIDE_GAP:
        return False
    others = list(gaps)
    others.remove(gap)
    return gap > _STANDS_OUT * median(others)


def _is_far(at: int, middles: F64) -> bool:
    """Whether the centre distance after the tile ``at`` a place of a chain is an outlier."""
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1)
    return bool(steps[at] > _LONG_STEP * np.median(np.delete(steps, at)))


def _mutual_links(ports: NDArray[np.intp], gaps: F64, strains: F64) -> dict[int, _Link]:
    """Links by port, in both directions: pairs that both ports prefer to any other, without cycles."""
    chosen: set[int] = set()
    links: dict[int, _Link] = {}
    group: dict[int, int] = {}
    for (one, other), gap, strain in zip(ports.tolist(), gaps.tolist(), strains.tolist(), strict=True):
        free = one not in chosen and other not in chosen
        chosen |= {one, other}
        first, second = _root(group, one // 2), _root(group, other // 2)
        if free and first != second:
            group[second] = first
            links[one], links[other] = _Link(other, gap, strain), _Link(one, gap, strain)
    return links


def _root(group: dict[int, int], tile: int) -> int:
    while (above := group.get(tile, tile)) != tile:
        tile = above
    return tile


def _followed(links: dict[int, _Link], port: int) -> Chain:
    """The chain that starts at ``port`` and leaves its tile through it."""
    tiles, rightwards, gaps, strains = [port // 2], [port % 2 == 1], [], []
    while link := links.get(port):
        gaps.append(link.gap)
        strains.append(link.strain)
        tiles.append(link.port // 2)
        rightwards.append(link.port % 2 == 0)
        port = link.port ^ 1
    return Chain(tuple(tiles), tuple(rightwards), tuple(gaps), tuple(strains))


def _part(chain: Chain, start: int, stop: int) -> Chain:
    return Chain(
        chain.tiles[start:stop],
        chain.rightwards[start:stop],
        chain.gaps[start : stop - 1],
        chain.strains[start : stop - 1],
    )
