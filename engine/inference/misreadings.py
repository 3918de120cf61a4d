"""Detect what in an observation cannot have been played, and is most likely a misreading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.hand.state import TableState
from engine.hand.transfers import surplus_copy_violation
from engine.inference.meld_matching import TableChange, is_wild_for_wild
from engine.inference.observation import Observation, is_stock
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.codes import MISREAD
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.scoring.canastas import against_mark
from engine.tiles import Tile

ASKED = MISREAD | frozenset(
    (
        *(Code.MUERTO_EARLY, Code.NO_DISCARD, Code.MISSED_TURN, Code.TWO_DISCARDS, Code.MELD_LOST, Code.REREAD),
        *(Code.FACE_DOWN, Code.FOREIGN, Code.MARK_MISMATCH, Code.PARTIAL_MUERTO, Code.AFTER_END, Code.NO_MUERTO),
    )
)
"""Violations that are more likely a misreading or a missed move: people are asked before anything is played."""


def is_asked(fault: Violation, rules: Rules) -> bool:
    """Whether a fault is put to people as a question before anything is played.

    In games without a discard, a rack that seems too small only means that a draw went unseen.
    """
    return fault.code in ASKED and (rules.discard_ends_turn or fault.code != Code.BUDGET)


def doubts_of(state: TableState, observation: Observation, rules: Rules) -> Iterator[Violation]:
    """Everything in ``observation`` that no move could have produced from ``state``."""
    hidden = sum(placed is None for meld in observation.melds for placed in meld.row)
    if hidden:
        yield Violation(Code.FACE_DOWN, (), (("count", hidden),))
    if observation.loose:
        known = tuple(tile for tile in observation.loose if tile)
        yield Violation(Code.FOREIGN, known, (("count", len(observation.loose)),))
    yield from _inventory(state, observation, rules)
    yield from _muertos(state, observation, rules)
    yield from _marks(observation, rules)


def _inventory(state: TableState, observation: Observation, rules: Rules) -> Iterator[Violation]:
    """The violations of faces seen too often, and of more tiles than the set has.

    Surplus copies that were recorded and accepted before are not reported again.
    """
    accepted = Counter((*state.laid_tiles(), *(tile for tile in state.pozo if tile)))
    aside = [tile for team in state.teams for tiles in team.set_aside for tile in tiles]
    open_tiles = [tile for meld in observation.melds for tile in meld.tiles]
    pozo = [tile for tile in observation.pozo or () if tile]
    counts = Counter((*open_tiles, *pozo, *aside, *(tile for tile in observation.loose if tile)))
    for tile, count in counts.items():
        if count > max(rules.most_of(tile), accepted[tile]):
            yield surplus_copy_violation(tile, count, rules)
    muertos = state.muertos if observation.muertos is None else observation.muertos
    total = counts.total() + sum(muertos)
    if total > len(rules.bag):
        facts = (("count", total), ("most", len(rules.bag)), ("untaken", sum(muertos)))
        yield Violation(Code.INVENTORY, (), facts)


def _muertos(state: TableState, observation: Observation, rules: Rules) -> Iterator[Violation]:
    """The violations of muertos that are incomplete, or that were taken and are back."""
    for count in observation.muertos or ():
        if count != rules.muerto_size:
            yield Violation(Code.PARTIAL_MUERTO, (), (("count", count), ("size", rules.muerto_size)))
    if len(observation.muertos or ()) > len(state.muertos) and not is_stock(state, rules):
        total = state.count() + rules.muerto_size
        facts = (("count", total), ("most", len(rules.bag)), ("untaken", rules.muerto_size))
        yield Violation(Code.INVENTORY, (), facts)


def _marks(observation: Observation, rules: Rules) -> Iterator[Violation]:
    """Canastas whose mark contradicts their tiles."""
    for meld in observation.melds:
        row = [placed for placed in meld.row if placed]
        if meld.mark and len(row) == len(meld.row):
            yield from against_mark(judge_meld(row, rules), meld.mark, rules)


def doubts_about(changes: Sequence[TableChange], observation: Observation) -> Iterator[Violation]:
    """The changes that are no move: a meld out of view, or a tile in the same place with another face."""
    for change in changes:
        tiles = tuple(tile for meld in change.old for tile in meld.tiles)
        if not change.new:
            yield Violation(Code.MELD_LOST, tiles)
        elif (other := reread(change)) or (observation.still and tiles):
            yield Violation(Code.REREAD, other.tiles if other else tiles)


@dataclass(frozen=True, slots=True)
class RereadMeld:
    """A meld of which tiles are read as other faces now, in the same places."""

    tiles: tuple[Tile, ...]
    """Those tiles as recorded before."""
    row: tuple[PlacedTile, ...]
    """The whole meld as it is read, without tiles added since."""


def reread(change: TableChange) -> RereadMeld | None:
    """The tiles read otherwise: one, or several that all changed to the same colour. None where the meld itself
    changed."""
    if len(change.old) != 1 or len(change.new) != 1 or not change.gone:
        return None
    old, new = change.old[0].row, tuple(placed for placed in change.new[0].row if placed)
    for at in range(len(new) - len(old) + 1):
        part = new[at : at + len(old)]
        for row in (part, part[::-1]):
            other = [(one, now.tile) for one, now in zip(old, row, strict=True) if one.tile != now.tile]
            if _is_misread(other):
                return RereadMeld(tuple(one.tile for one, _ in other), part)
    return None


def _is_misread(pairs: Sequence[tuple[PlacedTile, Tile]]) -> bool:
    """Whether the recorded tiles and the ones read in their places differ by the same kind of mistake."""
    if not pairs or any(one.is_wild and not is_wild_for_wild(one, now) for one, now in pairs):
        return False
    inks = {(one.tile.color, now.color) for one, now in pairs}
    return len(pairs) == 1 or (len(inks) == 1 and all(one.tile.number == now.number for one, now in pairs))
