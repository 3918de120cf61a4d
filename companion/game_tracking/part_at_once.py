"""Report what is lawful while the rest waits: a new meld of a table that all share, or tiles that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.game_tracking.observation import ObservedTable
from companion.game_tracking.updates import Change, Update, is_at_once
from companion.matches.events import Moves
from companion.matches.observation_handlers import moves_of_observation
from companion.matches.typed_moves import InconsistentMoves
from engine.hand.apply import replay
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.hand.moves import Extend, LayDown
from engine.hand.state import TableState
from engine.inference.observation import SeenMeld
from engine.rules.rules import Rules
from engine.tiles import Tile


def part_at_once(update: Update, state: TableState, rules: Rules) -> Change | None:
    """What is reported of ``update`` immediately: all of it, its lawful part, or nothing (None).

    ``state`` is the table before it. On a table that all share, a meld that is unlawful since its last tile was laid
    waits by itself: its player may still be laying tiles, or take them back.
    """
    if not isinstance(update, Change) or is_at_once(update):
        return update if isinstance(update, Change) else None
    odd = list(_unlawful_melds(update))
    if rules.meld_owner != "table" or not odd:
        return None
    seen = replace(update.seen, melds=tuple(_as_before(update.seen.melds, odd)))
    explained = moves_of_observation(state, seen, rules, update.passed)
    if isinstance(explained, InconsistentMoves) or not explained:
        return None
    part = replace(update, events=tuple(events_of(MoveHistory(state, explained), rules)), seen=seen)
    return part if is_at_once(part) else None


def lawful_without_unread(observed: ObservedTable, state: TableState, hands: tuple[int, ...], rules: Rules) -> Moves:
    """The moves from ``state`` on that hold whatever the unread tiles of the pozo are; empty where that breaks a rule.

    ``hands`` are the seats whose hands were seen.
    """
    if observed.has_unread_meld:
        return ()
    explained = moves_of_observation(state, replace(observed.observation, hands=hands), rules)
    if isinstance(explained, InconsistentMoves) or replay(state, explained, rules).violations:
        return ()
    return explained


def _unlawful_melds(change: Change) -> Iterator[tuple[tuple[Tile, ...], SeenMeld | None]]:
    """The tiles of each meld that is unlawful since a tile was laid, in order, and how it lay before, if it did."""
    for event in change.events:
        if isinstance(event.move, LayDown | Extend):
            for meld in event.melds:
                if not meld.verdict.lawful:
                    old = event.before.meld(meld.number)
                    yield meld.tiles, SeenMeld(old.row, old.team) if old else None


def _as_before(melds: Sequence[SeenMeld], odd: list[tuple[tuple[Tile, ...], SeenMeld | None]]) -> Iterator[SeenMeld]:
    """The ``melds``, the ``odd`` ones as they lay before or not at all."""
    left = list(odd)
    for meld in melds:
        found = next((other for other in left if other[0] == meld.tiles), None)
        if found is None:
            yield meld
        else:
            left.remove(found)
            if found[1]:
                yield found[1]
