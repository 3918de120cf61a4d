"""Judge a change of one meld between two looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

from engine.melds.melds import MeldVerdict, counts, judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Color, Tile

_TWO, _NUMBERS = 2, 13
_KEPT = 8192
"""The size of the cache of change verdicts."""


@dataclass(frozen=True, slots=True)
class ChangeVerdict:
    """Whether a meld may lawfully have become what it is now."""

    violations: tuple[Violation, ...]

    @property
    def lawful(self) -> bool:
        """Whether the change breaks no rule."""
        return not self.violations

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """The contracted ``change`` object."""
        return {
            "lawful": self.lawful,
            "violations": [violation.as_json(language, rules) for violation in self.violations],
        }


def judge_change(before: Sequence[PlacedTile], after: Sequence[PlacedTile], rules: Rules) -> ChangeVerdict:
    """Whether the meld ``before`` may have become ``after`` under ``rules``, both in the order they lie."""
    return change_between(judge_meld(before, rules), judge_meld(after, rules), rules)


@lru_cache(_KEPT)
def change_between(old: MeldVerdict, new: MeldVerdict, rules: Rules) -> ChangeVerdict:
    """Whether a meld judged as ``old`` may have become the one judged as ``new``."""
    lost = Counter(old.tiles) - Counter(new.tiles)
    if not puts_right((old,), (new,), rules) and (faults := tuple(_lost(lost, old, new, rules))):
        return ChangeVerdict(faults)
    if not new.lawful:
        return ChangeVerdict((_no_meld(new),))
    if not old.lawful:
        return ChangeVerdict(())
    return ChangeVerdict((*_reused_twos(old, new, rules), *_moved(old, new, rules)))


def _no_meld(new: MeldVerdict) -> Violation:
    """The violation of a row that is no meld any more, with its causes; for a wrong order, the right one."""
    if not new.lawful_reordered:
        return Violation(Code.INVALID, new.tiles, (), new.violations)
    order = next((fault.facts for fault in new.violations if fault.code == Code.ORDER), ())
    others = tuple(fault for fault in new.violations if fault.code != Code.ORDER)
    return Violation(Code.REORDER, new.tiles, order, others)


def puts_right(old: Iterable[MeldVerdict], new: Iterable[MeldVerdict], rules: Rules) -> bool:
    """Whether tiles of wrong melds return to the rack under the rules, and what remains is lawful."""
    all_bad = rules.bad_meld == "return" and not any(counts(meld, rules) for meld in old)
    return all_bad and all(meld.lawful for meld in new)


def _lost(lost: Counter[Tile], old: MeldVerdict, new: MeldVerdict, rules: Rules) -> Iterator[Violation]:
    """The violations of tiles that left the meld, wilds first."""
    withdrawn: list[Tile] = []
    taken_back: list[Tile] = []
    for tile, count in lost.items():
        wild = _count(old, tile, wild=True) - (_count(new, tile, wild=True) if new.lawful else 0)
        gone = min(count, max(wild, 0))
        withdrawn += [tile] * (0 if _exchanged(tile, old, new, rules) else gone)
        taken_back += [tile] * (0 if rules.split_melds else count - gone)
    if withdrawn:
        code = Code.JOKER_PIERNA3 if _from_three(old, new, rules) else Code.WILD_WITHDRAWN
        yield Violation(code, tuple(withdrawn))
    if taken_back:
        yield Violation(Code.SHRINK, tuple(taken_back))


def _count(verdict: MeldVerdict, tile: Tile, *, wild: bool) -> int:
    return sum(
        placed_tile.tile == tile and (placed_tile.is_wild or placed_tile.tile.is_joker) == wild
        for placed_tile in verdict.placed
    )


def _exchanged(tile: Tile, old: MeldVerdict, new: MeldVerdict, rules: Rules) -> bool:
    """Whether the wild ``tile`` was exchanged for the tile it stood for, to be used in the same turn."""
    if rules.wild_withdraw != "same_turn" or not new.lawful or _from_three(old, new, rules):
        return False
    replaced = {
        face for placed_tile in old.placed if placed_tile.tile == tile for face in replaceable(old, placed_tile)
    }
    return bool(replaced & {placed_tile.tile for placed_tile in new.placed if not placed_tile.is_wild})


def replaceable(meld: MeldVerdict, wild: PlacedTile) -> set[Tile]:
    """The tiles that ``wild`` of ``meld`` may stand for: in a group, any colour that it lacks."""
    if wild.stands_for is None:
        return set()
    if meld.kind == "run":
        return {wild.stands_for}
    return {Tile(wild.stands_for.number, color) for color in Color} - set(meld.tiles)


def _from_three(old: MeldVerdict, new: MeldVerdict, rules: Rules) -> bool:
    three = rules.wild_withdraw == "same_turn" and old.kind == "group" and len(old.placed) == rules.min_meld_len
    return three and new.lawful and not rules.joker_swap_from_pierna_of_3


def _reused_twos(old: MeldVerdict, new: MeldVerdict, rules: Rules) -> Iterator[Violation]:
    """The 2s that were naturals before and act as wilds now."""
    if rules.natural_two_lock:
        for tile in dict.fromkeys(tile for tile in old.tiles if tile.number == _TWO):
            if _count(new, tile, wild=False) < _count(old, tile, wild=False):
                yield Violation(Code.NATURAL_TWO_REUSED, (tile,))


def _moved(old: MeldVerdict, new: MeldVerdict, rules: Rules) -> Iterator[Violation]:
    """The wilds that moved to a place that the rules do not allow."""
    if rules.wild_move == "free" or old.kind != "run" or new.kind != "run":
        return
    was, now = places_of(old), places_of(new)
    for tile in dict.fromkeys(placed_tile.tile for placed_tile in old.placed if placed_tile.is_wild):
        movers = [place for place, placed in was.items() if placed.tile == tile and placed.is_wild]
        targets = [
            place
            for place, placed in now.items()
            if placed.tile == tile and (placed.is_wild or was.get(place) != placed)
        ]
        stay = set(movers) & set(targets)
        gone = [place for place in movers if place not in stay]
        free = [place for place in targets if place not in stay]
        if len(free) < len(gone):
            continue
        ways = permutations(free, len(gone))
        if not any(all(_may_go(pair, was, now, rules) for pair in zip(gone, way, strict=True)) for way in ways):
            yield Violation(Code.WILD_MOVED, (tile,) * len(gone))


def places_of(verdict: MeldVerdict) -> dict[int, PlacedTile]:
    """The tiles of a run by the place that they fill; 14 is the 1 after the 13."""
    laid = verdict.placed
    numbers = [(placed.stands_for or placed.tile).number or 0 for placed in laid]
    if (numbers[1] - numbers[0]) % _NUMBERS != 1:
        laid, numbers = laid[::-1], numbers[::-1]
    return {numbers[0] + step: placed for step, placed in enumerate(laid)}


def _may_go(move: tuple[int, int], was: dict[int, PlacedTile], now: dict[int, PlacedTile], rules: Rules) -> bool:
    """Whether a wild may move from the first place of ``move`` to the second."""
    source, target = move
    first, last = min(was), max(was)
    if rules.wild_move == "end_to_end" and ((source == first and target > last) or (source == last and target < first)):
        return True
    swapped = source in now and not now[source].is_wild
    home = not now[target].is_wild
    return rules.wild_move != "rummy" and swapped and (home or not first <= target <= last)
