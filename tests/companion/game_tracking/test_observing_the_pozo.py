"""What a settled table shows of the pozo, given what was told of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.game_tracking.observer import Observer
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from engine import load_rules
from engine.hand.state import TableState
from engine.tiles import Tile
from tests.companion.onlooker import Onlooker
from tests.companion.tabletop import Spot, Tabletop, Watching
from vision.belief import BACK, Belief
from vision.geometry import TILE_MM
from vision.table_plan.zones import TableZone
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.tracked_table import Track


def test_a_tile_that_lay_under_the_top_of_the_pozo_comes_to_light_only_as_another_copy():
    """Nobody takes only the top: what is seen there again was laid on it."""
    made = hand_to_film(HandVideoSpec(rules="torneo", seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) >= 3)
    seen = Onlooker(made).sees(number)
    observer = Observer(load_rules("torneo"))
    assert observer(seen, made.states[number]).observation.pozo_covers
    top = next(at for at, zone in enumerate(seen.zones.tiles) if zone is TableZone.POZO)
    numbers = tuple(seen.settled.covered[0].number if at == top else tile_number
                    for at, tile_number in enumerate(seen.settled.numbers))  # fmt: skip
    again = replace(seen, settled=replace(seen.settled, numbers=numbers, covered=()))
    taken = Onlooker(made).sees(0)
    looks = ((again, True), (again, True), (taken, False), (again, False))
    for look, covers in looks:
        assert observer(look, made.states[number]).observation.pozo_covers == covers


def test_a_pile_of_the_mazo_at_the_edge_of_the_pozo_is_none_of_its_tiles():
    """It stays when the pozo is taken, and covers nothing."""
    made = hand_to_film(HandVideoSpec(rules="torneo", seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) >= 3)
    onlooker, observer = Onlooker(made), Observer(load_rules("torneo"))
    for at, covers in ((number, True), (0, False)):
        seen = onlooker.sees(at)
        last = max(index for index in seen.settled.reading.loose if seen.zones.tiles[index] is TableZone.MAZO)
        zones = tuple(TableZone.POZO if at == last else zone for at, zone in enumerate(seen.zones.tiles))
        beside = replace(seen, zones=replace(seen.zones, tiles=zones))
        assert observer(beside, made.states[number]).observation.pozo_covers == covers


def test_an_open_pozo_that_is_all_in_view_covers_nothing():
    """A tile that seems to lie under another was only seen twice; where one of the pozo is missing, it does. Where more
    are missing the pozo was taken, and the next one begins where it lay."""
    made = hand_to_film(HandVideoSpec(rules="clasico", seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) >= 3)
    seen, state = Onlooker(made).sees(number), made.states[number]
    top = next(at for at, zone in enumerate(seen.zones.tiles) if zone is TableZone.POZO)
    ghost = Track(
        number=10_000,
        place=seen.settled.reading.tiles[top].place,
        opinion=PooledBelief.of(seen.settled.reading.tiles[top].belief),
        signature=np.zeros(0),
    )
    twice = replace(seen, settled=replace(seen.settled, covered=(ghost,)))
    for known, covers in ((state.pozo, False), (state.pozo[:-1], False), ((*state.pozo, None), True),
                          ((*state.pozo, None, None), False)):  # fmt: skip
        observation = Observer(load_rules("clasico"))(twice, replace(state, pozo=known)).observation
        assert (observation.pozo, observation.pozo_covers) == (state.pozo, covers)


@pytest.mark.parametrize(
    ("rules", "expected", "seen", "stays"),
    [("clasico", "9r", "6r", True), ("clasico", "9r", "6b", False), ("torneo", "9r", "6r", False)],
)
def test_a_discard_that_is_read_the_other_way_up_stays_what_was_told(rules: str, expected: str, seen: str, stays: bool):
    """Of a covered pozo only the top is in view, which may be another."""
    made = hand_to_film(HandVideoSpec(rules=rules, seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) == 1)
    state = made.states[number]
    table = Onlooker(made).sees(number, {str(state.pozo[0]): Belief.peaked(seen, 0.99)})
    pozo = Observer(load_rules(rules))(table, replace(state, pozo=(Tile.parse(expected),))).observation.pozo
    assert pozo == (Tile.parse(expected if stays else seen),)


@pytest.mark.parametrize(
    ("noted", "is_same", "shown"),
    [("4k", True, "4k"), ("4k", False, "4b"), ("", True, "4b"), ("4r", True, "4b")],
    ids=["the tile that was told", "another tile lies there", "it was taken back", "somebody noted another"],
)
def test_a_discard_on_a_covered_pozo_that_is_read_better_later_is_no_second_one(noted: str, is_same: bool, shown: str):
    made, rules = hand_to_film(HandVideoSpec(rules="torneo", seed=3, size_px=(320, 192))), load_rules("torneo")
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) == 1)
    state, onlooker, observer = made.states[number], Onlooker(made), Observer(rules)
    tile = str(state.pozo[0])
    observer(onlooker.sees(number, {tile: Belief.peaked("4k", 0.95)}), replace(state, pozo=()))
    later = onlooker.sees(number, {tile: Belief.peaked("4b", 0.99)})
    if not is_same:
        top = next(at for at, zone in enumerate(later.zones.tiles) if zone is TableZone.POZO)
        numbers = tuple(10_000 if at == top else tile_number for at, tile_number in enumerate(later.settled.numbers))
        later = replace(later, settled=replace(later.settled, numbers=numbers))
    known = replace(state, pozo=(Tile.parse(noted),) if noted else (), turn=replace(state.turn, count=9))
    for _ in range(2):
        assert observer(later, known).observation.pozo == (Tile.parse(shown),)


@pytest.mark.parametrize("rules", ["torneo", "clasico"])
@pytest.mark.parametrize(("has_pozo", "is_meld"), [(True, True), (False, False)], ids=["beside it", "without it"])
def test_a_row_that_comes_at_once_beside_the_pozo_is_a_meld_though_it_is_unlawful(
    rules: str, has_pozo: bool, is_meld: bool
):
    """Nobody throws three tiles at once. Where no tile of the pozo is left, it may have been begun anew."""
    made = hand_to_film(HandVideoSpec(rules=rules, seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if n and _lays_beside(made.states[n - 1], state))
    state, onlooker = made.states[number - 1], Onlooker(made)
    laid = next(
        meld for meld in made.states[number].melds if meld.number not in {known.number for known in state.melds}
    )
    wrong = {str(laid.tiles[0]): Belief.peaked("13r" if str(laid.tiles[0]) != "13r" else "1k", 0.9999)}
    before, after = onlooker.sees(number - 1), onlooker.sees(number, wrong)
    new = {at for at, tile_number in enumerate(after.settled.numbers) if tile_number not in before.settled.numbers}
    row = next(at for at, row in enumerate(after.settled.reading.rows) if set(row.tiles) <= new)
    there = tuple(
        TableZone.POZO if at in new else zone if has_pozo or zone is not TableZone.POZO else None
        for at, zone in enumerate(after.zones.tiles)
    )
    rows = tuple(TableZone.POZO if at == row else zone for at, zone in enumerate(after.zones.rows))
    moved = replace(after, zones=replace(after.zones, tiles=there, rows=rows))
    observer = Observer(load_rules(rules))
    observer(before, state)
    seen = observer(moved, state).observation
    assert (len(seen.melds) - len(state.melds), Tile.parse(wrong[str(laid.tiles[0])].best) in (seen.pozo or ())) == (
        (1, False) if is_meld else (0, True)
    )


def _lays_beside(before: TableState, after: TableState) -> bool:
    """Whether one meld is laid while something lies in the pozo."""
    return bool(before.pozo) and before.pozo == after.pozo and len(after.melds) == len(before.melds) + 1


@pytest.mark.parametrize("rules", ["clasico", "torneo"])
@pytest.mark.parametrize(("size_mm", "asks"), [((26.0, 18.0), False), ((18.0, 26.0), False), ((26.0, 34.0), True)])
def test_the_side_of_what_lies_under_a_discard_is_no_tile(rules: str, size_mm: Spot, asks: bool):
    """What is as large as a tile and cannot be read is one all the same."""
    table = Tabletop.dealt()
    watch = Watching(table, rules)
    watch.looks()
    table.puts("11b", (150, 0))
    side = table.puts("J", (150, 31))
    side.belief, side.size_mm = Belief.flat(), size_mm
    seen = watch.looks(0)
    assert bool(watch.questions) == asks
    assert asks or seen == ["0 draw", "0 discard 11b"]


@pytest.mark.parametrize(
    ("chance", "size_mm", "asks"), [(0.62, (26.0, 29.0), False), (0.62, (26.0, 35.0), True), (0.4, (26.0, 29.0), True)]
)
def test_what_looks_like_a_back_and_is_cut_is_the_side_of_a_high_pozo(chance: float, size_mm: Spot, asks: bool):
    table = Tabletop.dealt()
    watch = Watching(table, "torneo")
    watch.looks()
    table.puts("4y", (150, 0))
    side = table.puts("J", (150, 31))
    side.belief, side.size_mm = Belief.peaked(BACK, chance), size_mm
    seen = watch.looks(0)
    assert bool(watch.questions) == asks
    assert asks or seen == ["0 draw", "0 discard 4y"]


@pytest.mark.parametrize(
    ("rules", "many", "size_mm", "asks"),
    [
        pytest.param("torneo", 4, (26.0, 29.0), False, id="cut, at the foot of four"),
        pytest.param("torneo", 4, (26.0, 35.0), True, id="a whole tile"),
        pytest.param("torneo", 2, (26.0, 29.0), True, id="two are not as high"),
        pytest.param("clasico", 4, (26.0, 29.0), True, id="an open pozo is no pile"),
    ],
)
def test_what_cannot_be_read_at_the_foot_of_a_high_pozo_is_its_side(rules: str, many: int, size_mm: Spot, asks: bool):
    table = Tabletop.dealt()
    watch = Watching(table, rules)
    watch.looks()
    for at, face in enumerate(["4y", "8k", "13k", "7y"][:many]):
        table.puts(face, (150 + (0 if rules == "torneo" else 28 * at), -9 * at if rules == "torneo" else 0))
        watch.looks(at % 2)
    top = table.pieces[-1].spot
    side = table.puts("J", (top[0], top[1] + 34))
    side.belief, side.size_mm = Belief.flat(), size_mm
    watch.looks(many % 2)
    assert bool(watch.questions) == asks


@pytest.mark.parametrize(("y", "is_meld"), [(-45, True), (5, False)], ids=["away from it", "beside it"])
def test_two_tiles_that_come_at_once_away_from_the_pozo_are_the_begin_of_a_meld(y: float, is_meld: bool):
    """In its zone, and no meld in the end: 6b 3k 3y."""
    table = Tabletop.dealt()
    watch = Watching(table)
    watch.looks()
    for at, face in enumerate(("7y", "13r", "13y")):
        table.puts(face, (150 + 28 * at, 45))
        watch.looks(at % 2)
    table.lays("6b 3k", (180, y))
    watch.looks(1)
    table.puts("3y", (180 + 2 * (TILE_MM[0] + 1), y))
    watch.looks(1)
    table.puts("4r", (234, 45))
    watch.looks(1)
    assert ("1 lay 6b 3k 3y" in map(str, watch.hand.moves)) == is_meld
    assert watch.offences == (["1 lay 6b 3k 3y"] if is_meld else watch.offences)


@pytest.mark.parametrize(("x", "is_meld"), [(300, True), (150, False)], ids=["away from there", "where it lay"])
def test_two_tiles_that_come_at_once_away_from_where_the_pozo_lay_are_the_begin_of_a_meld(x: float, is_meld: bool):
    table = Tabletop.dealt()
    watch = Watching(table)
    watch.looks()
    pozo = []
    for at, face in enumerate(("7y", "13r", "13y")):
        pozo.append(table.puts(face, (150 + 28 * at, 45)))
        watch.looks(at % 2)
    table.takes(pozo)
    watch.looks(1)
    table.lays("6b 6k", (x, 45))
    watch.looks(1)
    table.puts("6y", (x + 2 * (TILE_MM[0] + 1), 45))
    watch.looks(1)
    assert ("1 pozo" in map(str, watch.hand.moves), watch.offences) == (True, [])
    assert ("1 lay 6b 6k 6y" in map(str, watch.hand.moves)) == is_meld


@pytest.mark.parametrize(("later", "is_meld"), [(0, True), (5, False)], ids=["at once", "one after the other"])
def test_two_first_tiles_in_the_place_of_the_pozo_are_discards_only_if_they_came_one_after_the_other(
    later: int, is_meld: bool
):
    """Nobody has thrown a tile yet: where the pozo will lie nobody knows."""
    table = Tabletop.dealt()
    watch = Watching(table)
    watch.looks()
    table.lays("13r 13b", (150, 45))
    until = np.full((108, 192), 20, np.int32)
    until[2:11, 18:25], until[2:11, 25:32] = 4, 4 + later
    told = watch.looks(1, until=until)
    assert any("discard" in move for move in told) != is_meld
    table.puts("13k", (150 + 2 * (TILE_MM[0] + 1), 45))
    watch.looks(1)
    assert ("1 lay 13r 13b 13k" in map(str, watch.hand.moves)) == is_meld
