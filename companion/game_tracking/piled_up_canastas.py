"""Recognise canastas piled up under a tile that was not seen before.

A pile whose top lay in the row is known by its place (``vision.tracking.pile_formation``). Where a player lays one more
tile and piles all up under it between two looks, the whole row is out of sight and a tile lies alone among the melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from math import inf

from companion.matches.guessed_melds import GuessedRow
from companion.recognition.row_joining import SHORTEST_MELD
from engine.hand.state import LaidMeld, TableState
from engine.inference.observation import Observation, SeenMeld
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import NUMBERS, Tile
from vision.tracking.settled_report import SettledReading

FEWEST = 6
"""Tiles of the smallest meld that becomes a canasta with one more."""
_UNSEEN = 4
"""Tiles that may have been laid and covered between two looks."""
MOST = 4
"""With more hidden melds or isolated tiles the order in a pile is not inferred."""


def has_short_pile(settled: SettledReading, laid: frozenset[int], rules: Rules) -> bool:
    """Whether a meld of tiles numbered ``laid`` is piled up under one of them with too few tiles for a canasta.

    Only canastas are piled up, so its last tile was most likely laid and covered between two looks.
    """
    rows = (row.tiles for row in settled.reading.rows if laid.issuperset(settled.numbers[at] for at in row.tiles))
    return any(
        1 < len(tiles) < (rules.canasta_len or 0) and len(settled.hidden.intersection(tiles)) == len(tiles) - 1
        for tiles in rows
    )


def adds_short(before: Observation, after: Observation, rules: Rules) -> bool:
    """Whether a pile that ``with_piles`` added has too few tiles for a canasta."""
    return any(len(meld.row) < (rules.canasta_len or 0) for meld in after.melds[len(before.melds) :])


def filled_pile(observation: Observation, state: TableState, rules: Rules) -> tuple[SeenMeld, GuessedRow] | None:
    """The canasta that a short meld out of sight became under the isolated tile, and which of its tiles nobody saw.

    Who lays the last tiles of a run often piles it up at once. None where more than one meld or tile may be meant, or
    the tiles between them make no canasta.
    """
    hidden = [meld for meld in state.melds if len(meld.row) < FEWEST and not _is_seen(meld, observation)]
    if rules.meld_owner == "table" or len(hidden) != 1 or len(observation.loose) != 1:
        return None
    (meld,), (top,) = hidden, observation.loose
    ways = [way for many in range(1, _UNSEEN + 1) for way in _up_to(top, many)] if top else []
    for before, after in ways:
        verdict = judge_meld(list(map(PlacedTile, (*before, *meld.tiles, *after))), rules)
        if verdict.lawful and len(verdict.placed) >= (rules.canasta_len or inf):
            unseen = range(1, len(before)) if before else range(len(meld.tiles), len(verdict.placed) - 1)
            row = tuple(str(placed.tile) for placed in verdict.placed)
            return SeenMeld(verdict.placed, meld.team), GuessedRow(row=row, guessed=tuple(unseen), offence=0.0)
    return None


def _up_to(top: Tile, many: int) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
    """What lies before and after a meld of which ``top`` is one end, with so many tiles of its run between them."""
    if top.number is not None:
        after = [replace(top, number=top.number - step) for step in range(many, -1, -1)]
        before = [replace(top, number=top.number + step) for step in range(many + 1)]
        yield from [((), tuple(after))] if after[0].number in NUMBERS else []
        yield from [(tuple(before), ())] if before[-1].number in NUMBERS else []


def with_piles(observation: Observation, state: TableState, rules: Rules) -> Observation:
    """``observation`` with known melds that are out of sight restored under isolated tiles, if that is unambiguous.

    Each isolated tile is one of the meld's tiles, or one more that the rules allow there.
    """
    hidden = [meld for meld in state.melds if len(meld.row) >= FEWEST and not _is_seen(meld, observation)]
    if rules.meld_owner == "table" or not hidden:
        return observation
    apart = _without_tops(observation, hidden, rules)
    if not len(hidden) <= len(apart.loose) <= MOST:
        return observation
    rows = {(at, number): row for at, meld in enumerate(hidden) for number, top in enumerate(apart.loose)
            if (row := _row(meld, top, rules))}  # fmt: skip
    ways = [tops for tops in permutations(range(len(apart.loose)), len(hidden)) if all(
        pair in rows for pair in enumerate(tops))]  # fmt: skip
    plain = [
        tops for tops in ways if all(apart.loose[top] in meld.tiles for meld, top in zip(hidden, tops, strict=True))
    ]
    if len(plain or ways) != 1:
        return observation
    (tops,) = plain or ways
    piles = [SeenMeld(rows[at, top], hidden[at].team) for at, top in enumerate(tops)]
    left = tuple(tile for number, tile in enumerate(apart.loose) if number not in tops)
    return replace(apart, melds=(*apart.melds, *piles), loose=left)


def without_parts(melds: Iterable[SeenMeld], piles: Sequence[SeenMeld]) -> tuple[SeenMeld, ...]:
    """The ``melds`` but for what shows of those in ``piles`` beside the tiles on top of them."""
    return tuple(row for row in melds if not any(_is_part(row, pile) for pile in piles))


def _is_part(row: SeenMeld, pile: SeenMeld) -> bool:
    """Whether a ``row`` too short for a meld is what shows of the tiles under the one across them."""
    tiles, under = ([placed.tile if placed else None for placed in meld.row] for meld in (row, pile))
    return row.team == pile.team and 1 < len(tiles) < SHORTEST_MELD and not Counter(tiles) - Counter(under)


def _without_tops(observation: Observation, hidden: Sequence[LaidMeld], rules: Rules) -> Observation:
    """``observation`` with the end of each row detached that is a meld only without it and may top a ``hidden`` meld.

    The pile and the row touch, and belong to the same side.
    """
    loose, melds = list(observation.loose), []
    for row in observation.melds:
        under = [meld for meld in hidden if meld.team == row.team]
        left, top = (row.row, None) if _is_lawful(row.row, rules) else _without_top(row.row, under, rules)
        melds.append(replace(row, row=left))
        loose += [top] if top else []
    return replace(observation, melds=tuple(melds), loose=tuple(loose))


def _without_top(
    row: tuple[PlacedTile | None, ...], under: Sequence[LaidMeld], rules: Rules
) -> tuple[tuple[PlacedTile | None, ...], Tile | None]:
    """The rest of ``row``, and the end that may top one of the melds ``under`` it; all of it and None otherwise."""
    for left, end in ((row[:-1], row[-1]), (row[1:], row[0])) if under else ():
        if end and _is_lawful(left, rules) and any(_row(meld, end.tile, rules) for meld in under):
            return left, end.tile
    return row, None


def _is_lawful(row: Sequence[PlacedTile | None], rules: Rules) -> bool:
    placed = [tile for tile in row if tile]
    return len(placed) == len(row) > 0 and judge_meld(placed, rules).lawful


def _row(meld: LaidMeld, top: Tile | None, rules: Rules) -> tuple[PlacedTile, ...] | None:
    """``meld`` with ``top`` on it; None where that is impossible."""
    if top is None or top in meld.tiles:
        return meld.row if top else None
    verdicts = (judge_meld(list(map(PlacedTile, tiles)), rules) for tiles in ((*meld.tiles, top), (top, *meld.tiles)))
    return next((verdict.placed for verdict in verdicts if verdict.lawful), None)


def _is_seen(meld: LaidMeld, observation: Observation) -> bool:
    """Whether a row of its side has most of its tiles."""
    tiles = Counter(meld.tiles)
    return any(
        2 * (tiles & Counter(row.tiles)).total() > len(meld.row) for row in observation.melds if row.team == meld.team
    )
