"""Convert settled tables to observations, using earlier tables as context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.far_discards import PozoGround
from companion.game_tracking.half_covered import (
    read_half_within,
    read_halves_by_law,
    restore_covered_places,
    without_parts_of_squeezed,
)
from companion.game_tracking.hidden_melds import PartlyHiddenMeld, as_accepted, smaller_melds
from companion.game_tracking.lone_backs import LoneBacks
from companion.game_tracking.moved_tiles import moved_mm
from companion.game_tracking.muertos import MuertosByPlace, MuertosInView, Spots, combined_count
from companion.game_tracking.observation import NOTHING_KNOWN, ObservedTable, PriorKnowledge
from companion.game_tracking.piled_up_canastas import adds_short, filled_pile, has_short_pile, with_piles, without_parts
from companion.game_tracking.pozo_matching import PozoLook, PozoTile
from companion.game_tracking.pozo_order import Pozo
from companion.game_tracking.stray_discards import has_meld, keep_in_pozo, part_from_piles
from companion.game_tracking.table_interpretation import TableSight
from companion.game_tracking.tiles_across import join_tiles_across
from companion.game_tracking.tiles_outside_the_game import ObjectsOutsideGame
from companion.matches.guessed_melds import GuessedRow
from engine.hand.moves import SeenTile
from engine.hand.state import TableState
from engine.inference.observation import Observation
from engine.rules.rules import Rules
from vision.table_plan.plan_tracking import SeenPlan
from vision.watching.frame_results import SeenTable

OutlinesMm = tuple[NDArray[np.float64], ...]
"""The corners (4, 2) of each of some objects on the table."""


class Observer:
    """Converts the settled tables of one hand to observations."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._furniture = rules, ObjectsOutsideGame()
        self._muertos, self._by_place = MuertosInView(), MuertosByPlace()
        self._muertos_told: int | None = None
        """With how many muertos the table was told, where more lay there as was accepted."""
        self._closing: frozenset[int] = frozenset()
        """The number under which the tile that only serves to close was in view last; until then nobody knows that it
        is gone."""
        self._pozo: frozenset[int] | None = None
        """The numbers of the tiles that lay in the pozo at the last look; unknown before the first."""
        self._arrivals = Pozo(takes_whole=rules.pozo_take == "whole")
        self._spots: Spots = {}
        """Where every tile lay at the last look."""
        self._ground = PozoGround()
        self._far: tuple[PozoTile, ...] = ()
        """Tiles in the pozo's zone that lie far from it and were not told yet."""
        self._looked: tuple[TableState, ObservedTable] | None = None
        """What was accepted of the hand at the last look, and what that showed."""
        self._smaller: tuple[PartlyHiddenMeld, ...] = ()
        """The melds of which tiles were overlooked when something was accepted last."""
        self._laid: frozenset[int] = frozenset()
        """The numbers of those that lay in melds when something was accepted last."""
        self._piled: frozenset[int] = frozenset()
        """The numbers of the tiles of a covered pozo with more than one tile at the last look."""
        self._thrown: frozenset[int] = frozenset()
        """The number of the tile on a covered pozo, where it was told when something was accepted last."""
        self._top: tuple[SeenTile, ...] | None = ()
        """What was seen of the pozo at the last look."""
        self._foreign: frozenset[str] | None = None
        """What lies alone among the melds and is no matter; unknown before the first look."""
        self._patterns: frozenset[int] = frozenset()
        """The numbers of what lies in the pozo and is no tile: nobody begins a hand by throwing a joker."""
        self._filled: tuple[GuessedRow, ...] = ()
        """The piles of which tiles were never in view."""
        self._has_pale_jokers, self._lone_backs = False, LoneBacks()

    def peek(self, table: SeenTable, state: TableState, prior: PriorKnowledge) -> ObservedTable:
        """As a call, without changing the observer's memory."""
        return deepcopy(self)(table, state, prior)

    def __call__(
        self, seen_table: SeenTable, state: TableState, prior: PriorKnowledge = NOTHING_KNOWN
    ) -> ObservedTable:
        """The observation of ``seen_table``; ``state`` and ``prior`` are what was accepted of this hand so far."""
        if self._looked and self._looked[0] != state:
            self._learn(self._looked[1], state)
        pozo = None if self._pozo is None else self._pozo.difference(piece.number for piece in self._far)
        prior = replace(prior, laid=self._laid, has_pale_jokers=self._has_pale_jokers, ground=self._ground.spots_mm,
                        pozo=pozo)  # fmt: skip
        seen_table = restore_covered_places(join_tiles_across(seen_table, prior, self._rules), self._spots, prior)
        seen_table = read_halves_by_law(seen_table, state.melds, prior, self._rules)
        seen_table = read_half_within(seen_table, prior, self._rules)
        seen_table = part_from_piles(without_parts_of_squeezed(seen_table, prior), self._laid, self._rules)
        seen_table = keep_in_pozo(seen_table, prior)
        seen_table = self._lone_backs(self._furniture(seen_table, is_untouched=_is_untouched(state)), prior.said)
        sight = TableSight(seen_table, state, self._rules, prior)
        if self._furniture.learn(sight.parts(), state, is_untouched=_is_untouched(state)):
            seen_table = self._furniture.without(seen_table)
            sight = TableSight(seen_table, state, self._rules, prior)
        self._has_pale_jokers = sight.has_pale_jokers
        sight.take_for_melds(pozo)
        self._pozo = sight.numbers_in_pozo
        if self._foreign is None:
            is_untouched = _is_untouched(state)
            self._foreign = frozenset(sight.alone) if is_untouched else frozenset()
            self._patterns = sight.jokers_in_pozo if is_untouched else frozenset()
        sight.ignore(self._foreign, self._patterns)
        observed = sight.observed()
        table = as_accepted(observed.observation, self._smaller, state)
        table = replace(table, pozo_covers=self._covers(table, seen_table, state))
        if table.pozo is not None:
            look = replace(sight.pozo(moved_mm(self._spots, sight.spots)), laid=observed.laid, came=prior.came)
            table = self._by_arrival(table, look, sight, state)
        self._top = table.pozo
        table, laid_out = with_piles(table, state, self._rules), table
        table = self._filled_up(table, state)
        piles = table.melds[len(laid_out.melds) :]
        shown = without_parts((*observed.observation.melds, *piles), piles)
        self._looked = state, replace(observed, observation=replace(observed.observation, melds=shown))
        is_short = has_short_pile(seen_table.settled, observed.laid, self._rules) or adds_short(
            laid_out, table, self._rules
        )
        table = replace(table, melds=without_parts(table.melds, piles))
        if self._rules.muertos:
            may_go = _may_have_taken(state, table)
            table = replace(table, muertos=self._left(sight, seen_table.plan, state, may_go=may_go))
        in_rows = (at for row in seen_table.settled.reading.rows for at in row.tiles)
        self._closing = sight.closing or self._closing.difference(seen_table.settled.numbers[at] for at in in_rows)
        if not self._closing:
            table = replace(table, closing_tile=None)
        asked = tuple(doubt for doubt in observed.unsure if doubt.number not in self._arrivals.settled)
        behind = seen_table.plan.hidden_ends if seen_table.plan else frozenset()
        return replace(observed, observation=table, unsure=asked, has_short_pile=is_short,
                       hides_more=not behind.isdisjoint(observed.laid),
                       newest_discard=self._arrivals.newest, far_discard=self._far_discard,
                       has_meld_in_pozo=has_meld(seen_table, self._pozo, self._rules),
                       guessed_rows=(*observed.guessed_rows, *self._filled))  # fmt: skip

    @property
    def _far_discard(self) -> int | None:
        """The number of the newest tile of the pozo where it lies far from it and was not told yet."""
        is_far = any(piece.number == self._arrivals.newest for piece in self._far)
        return self._arrivals.newest if is_far else None

    def _filled_up(self, table: Observation, state: TableState) -> Observation:
        """``table`` with the canasta that was laid and piled up between two looks, whose tiles are guessed in part."""
        self._filled = tuple(row for row in self._filled if any(map(row.is_of, state.melds)))
        if (found := filled_pile(table, state, self._rules)) is None:
            return table
        self._filled += (found[1],)
        return replace(table, melds=(*table.melds, found[0]), loose=())

    def _by_arrival(self, table: Observation, look: PozoLook, sight: TableSight, state: TableState) -> Observation:
        """``table`` with the pozo in order of arrival, including covered tiles where more than its top is in view."""
        self._spots, pozo = sight.spots, self._arrivals(look, state.pozo)
        new = [piece for piece in look.lying if piece.number in self._arrivals.new]
        self._far = self._ground.far_from(new, len(state.pozo))
        self._ground.add((piece for piece in look.lying if piece not in self._far), len(state.pozo))
        if self._rules.pozo_display == "open":
            is_covered = table.pozo_covers and not self._arrivals.is_taken and _hides_some(state.pozo, pozo)
            return replace(table, pozo=pozo, pozo_covers=is_covered)
        if self._thrown and self._thrown == self._pozo:
            return replace(table, pozo=state.pozo[-1:])
        if len(look.lying) > 1 and len(pozo) >= len(state.pozo):
            return replace(table, pozo=pozo, pozo_covers=False)
        if look.lying and len(pozo) > len(state.pozo) > 0:
            self._piled |= sight.numbers_in_pozo
            return replace(table, pozo_covers=True)
        return table

    def _learn(self, last: ObservedTable, state: TableState) -> None:
        """Learn that the observation ``last`` was accepted as ``state``: missing tiles and muertos were out of view."""
        self._ground.add(self._far, len(state.pozo))
        self._laid, self._far, self._smaller = last.laid, (), tuple(smaller_melds(last.observation, state))
        is_told = bool(self._top) and self._top == state.pozo[-1:] != (None,) and self._rules.pozo_display == "covered"
        self._thrown = (self._pozo or frozenset()) if is_told else frozenset()
        if self._muertos_told is not None and self._muertos_told < len(state.muertos):
            self._muertos.stay()

    def _left(
        self, sight: TableSight, plan: SeenPlan | None, state: TableState, *, may_go: bool
    ) -> tuple[int, ...] | None:
        """The muertos that lie there; None where that is not known."""
        lay = len(state.muertos)
        piles, likely = sight.muertos(is_sure=True), sight.muertos(is_sure=False)
        by_backs = self._muertos(piles, lay, may_go=may_go, likely=likely)
        by_place = self._by_place(plan.muertos if plan else None, lay)
        count = combined_count(
            by_backs, by_place, knows_all=self._muertos.knows_all(plan.muertos_tiles if plan else 0.0)
        )
        left = state.muertos[:count]
        is_less = len(left) < len(state.muertos)
        self._muertos_told = len(left) if is_less and may_go else None
        return None if count is None or (is_less and not may_go) else left

    def _covers(self, table: Observation, seen_table: SeenTable, state: TableState) -> bool:
        """Whether other tiles lie under the visible ones of the pozo.

        A covered pozo is still there where one of its tiles is in view: nobody takes only the top, and what seems to
        have come to light is another copy, laid on it. An open one that is all in view covers nothing.
        """
        pozo = self._pozo or frozenset()
        if self._rules.pozo_display != "covered":
            return table.pozo_covers
        covers = table.pozo_covers or not pozo.isdisjoint(self._piled)
        covered = frozenset(track.number for track in seen_table.settled.covered)
        self._piled = pozo | covered if covers else frozenset()
        return covers

    def of_the_game(self, table: SeenTable) -> SeenTable:
        """``table`` without objects that are not part of the game: racks in view, spare tiles."""
        return self._furniture.without(table)

    def outlines_outside_mm(self) -> OutlinesMm:
        """The corners (4, 2) of each object on the table that is not part of the game."""
        return self._furniture.outlines_mm()

    def ignore(self, alone: Iterable[str]) -> None:
        """Ignore isolated tiles with these faces among the melds from now on."""
        self._foreign = (self._foreign or frozenset()).union(alone)


def _hides_some(tiles: Sequence[SeenTile], pozo: Sequence[SeenTile]) -> bool:
    """Whether a tile of the ``tiles`` pozo is not visible in its place."""
    return tuple(pozo[: len(tiles)]) != tuple(tiles)


def _may_have_taken(state: TableState, table: Observation) -> bool:
    """Whether a player can have run out of tiles, without which an unseen muerto is merely out of view."""
    lay = sum(len(meld.row) for meld in state.melds)
    laid = sum(len(meld.row) for meld in table.melds) - lay
    out = state.previous is not None and state.racks[state.previous].count == 0
    return out or state.racks[state.turn.seat].count <= laid + 1


def _is_untouched(state: TableState) -> bool:
    """Whether nobody has played yet, so that isolated tiles among the melds lay there before."""
    return not (state.turn.count or state.turn.drawn or state.melds)
