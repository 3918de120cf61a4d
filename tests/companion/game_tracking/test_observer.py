"""What a settled table means, given what was known of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from companion.game_tracking.observation import NO_FACES, PriorKnowledge
from companion.game_tracking.observer import Observer
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from engine import load_rules
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.tiles import Tile
from tests.companion.onlooker import FIX, ZONES, Onlooker
from tests.companion.tabletop import Tabletop, Watching
from vision.belief import BACK, Belief
from vision.reading import TileRow
from vision.table_plan.zones import TableZone, zoned
from vision.watching.frame_results import SeenTable


@pytest.fixture(scope="module")
def made() -> HandToFilm:
    return hand_to_film(HandVideoSpec(rules="eburako", seed=1, size_px=(320, 192)))


def cut(seen: SeenTable, length: int, at: int) -> SeenTable:
    """The same table with its first row of ``length`` read as two, as a wide gap has it."""
    reading = seen.settled.reading
    row = next(other_row for other_row in reading.rows if len(other_row.tiles) == length)
    parts = (TileRow(row.tiles[:at]), TileRow(row.tiles[at:]))
    rows = tuple(part for other_row in reading.rows for part in (parts if other_row is row else (other_row,)))
    reading = replace(reading, rows=rows)
    settled = replace(seen.settled, reading=reading)
    return replace(seen, settled=settled, zones=zoned(reading, FIX, ZONES))


@pytest.mark.parametrize(("length", "at"), [(6, 3), (7, 3), (7, 4), (6, 2)])
def test_a_wide_gap_does_not_split_a_meld_that_lay_there(made: HandToFilm, length: int, at: int):
    number, state = next(
        (number, state)
        for number, state in enumerate(made.states)
        if any(len(meld.row) == length for meld in state.melds)
        and not any(made.seating.is_piled(meld, number) for meld in state.melds)
    )
    seen = Onlooker(made).sees(number)
    whole = Observer(load_rules("eburako"))(seen, state).observation
    parted = Observer(load_rules("eburako"))(cut(seen, length, at), state).observation
    assert sorted(map(str, parted.melds)) == sorted(map(str, whole.melds))


def test_where_it_was_not_one_meld_before_a_gap_parts_two(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 6 for meld in state.melds))
    seen = Onlooker(made).sees(number)
    parted = Observer(load_rules("eburako"))(cut(seen, 6, 3), made.states[0]).observation
    assert len(parted.melds) == len(made.states[number].melds) + 1


def test_muertos_that_never_were_in_view_together_are_not_known_to_be_there_or_gone(made: HandToFilm):
    observer, start = Observer(load_rules("eburako")), made.states[0]
    seen = Onlooker(made).sees(0)
    blind = replace(seen, zones=replace(seen.zones, tiles=tuple(None for _ in seen.zones.tiles)))
    taken = next(number for number, state in enumerate(made.states) if len(state.muertos) == 1)
    looks = ((blind, start), (seen, start), (Onlooker(made).sees(taken), made.states[taken - 1]), (blind, start))
    told = [observer(one, state).observation.muertos for one, state in looks]
    assert told == [None, (11, 11), (11,), None]


@pytest.mark.parametrize("zone", [TableZone.MUERTOS, TableZone.MAZO])
def test_a_meld_that_lies_where_the_muertos_or_the_mazo_do_is_of_the_nearer_side(made: HandToFilm, zone: TableZone):
    number = next(n for n, state in enumerate(made.states) if len(state.melds) >= 2)
    seen = Onlooker(made).sees(number)
    among = replace(
        seen.zones,
        rows=tuple(zone if where in (TableZone.OURS, TableZone.THEIRS) else where for where in seen.zones.rows),
        tiles=tuple(zone if where in (TableZone.OURS, TableZone.THEIRS) else where for where in seen.zones.tiles),
    )
    shown, told = (Observer(load_rules("eburako"))(sight, made.states[0]).observation for sight in
                   (seen, replace(seen, zones=among, size_px=_around_the_middle(seen))))  # fmt: skip
    assert told.melds == shown.melds


def test_of_two_melds_alike_each_stays_on_its_side(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if {meld.team for meld in state.melds} == {0, 1})
    state = made.states[number]
    one, other = (next(meld for meld in state.melds if meld.team == team) for team in (0, 1))
    seen = Onlooker(made).sees(number)
    observation = Observer(load_rules("eburako"))(
        seen, replace(state, melds=(replace(one, verdict=other.verdict), *state.melds))
    )
    shown = Observer(load_rules("eburako"))(seen, state).observation
    assert {(meld.team, str(meld)) for meld in observation.observation.melds} == {(m.team, str(m)) for m in shown.melds}


def test_a_new_meld_that_holds_what_one_of_the_other_side_does_is_of_the_side_where_it_lies(made: HandToFilm):
    seen = next(
        seen
        for seen in map(Onlooker(made).sees, range(len(made.states)))
        if {TableZone.OURS, TableZone.THEIRS} <= set(seen.zones.rows)
    )
    reading, zones = seen.settled.reading, seen.zones.rows
    ours, theirs = (reading.rows[zones.index(zone)].tiles for zone in (TableZone.OURS, TableZone.THEIRS))
    tiles = list(reading.tiles)
    for at, there in zip(ours, theirs, strict=False):
        tiles[there] = replace(tiles[there], belief=tiles[at].belief)
    known = tuple(Tile.parse(str(tiles[at].belief.best)) for at in ours[: len(theirs)])
    state = next(state for state in made.states if any(meld.team == 0 for meld in state.melds))
    judged = judge_meld([PlacedTile(tile) for tile in known], load_rules("eburako"))
    one = replace(next(meld for meld in state.melds if meld.team == 0), verdict=judged)
    seen = replace(seen, settled=replace(seen.settled, reading=replace(reading, tiles=tuple(tiles))))
    observation = Observer(load_rules("eburako"))(seen, replace(state, melds=(one,))).observation
    assert sorted(meld.team for meld in observation.melds if Counter(known) <= Counter(meld.tiles)) == [0, 1]


def _around_the_middle(seen: SeenTable) -> tuple[int, int]:
    """The size of a picture in whose middle the muertos lie."""
    quads = [t.place.corners_px for t, zone in zip(seen.settled.reading.tiles, seen.zones.tiles, strict=True)
             if zone is TableZone.MUERTOS]  # fmt: skip
    x, y = np.mean(quads, axis=(0, 1)).tolist()
    return round(2 * x), round(2 * y)


def laid_out(seen: SeenTable, *rows: tuple[int, ...]) -> SeenTable:
    """The same table with other rows of more than one tile."""
    loose = set(range(len(seen.settled.numbers))).difference(*rows)
    reading = replace(seen.settled.reading, rows=tuple(map(TileRow, rows)), loose=tuple(sorted(loose)))
    return replace(seen, settled=replace(seen.settled, reading=reading), zones=zoned(reading, FIX, ZONES))


@pytest.mark.parametrize("wrong", [None, "8k"])
def test_two_melds_that_have_grown_together_are_two_even_where_one_is_wrong(made: HandToFilm, wrong: str | None):
    number = next(n for n, state in enumerate(made.states) if sum(meld.team == 0 for meld in state.melds) == 2)
    state, beliefs = made.states[number], {}
    if wrong:
        first = next(meld for meld in state.melds if meld.team == 0)
        verdict = judge_meld([*first.row[:-1], PlacedTile(Tile.parse(wrong))], load_rules("eburako"))
        assert not verdict.lawful
        state = replace(state, melds=tuple(replace(meld, verdict=verdict) if meld is first else meld
                                           for meld in state.melds))  # fmt: skip
        beliefs = {str(first.tiles[-1]): Belief.peaked(wrong, 0.99)}
    seen = Onlooker(made).sees(number, beliefs)
    rows = [row.tiles for row in seen.settled.reading.rows]
    faces = [{str(seen.settled.reading.tiles[at].belief.best) for at in row} for row in rows]
    one, other = ({str(tile) for tile in meld.tiles} for meld in state.melds if meld.team == 0)
    first, second = rows[faces.index(one)], rows[faces.index(other)]
    left = [row for row in rows if row not in (first, second)]
    together = Observer(load_rules("eburako"))(laid_out(seen, (*first, *second), *left), state).observation
    apart = Observer(load_rules("eburako"))(seen, state).observation
    assert sorted(map(str, together.melds)) == sorted(map(str, apart.melds))


def test_an_open_pozo_that_seems_to_be_piled_up_under_a_new_tile_was_taken(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) > 2)
    seen, state = Onlooker(made).sees(number), made.states[number]
    *taken, left = (at for at, zone in enumerate(seen.zones.tiles) if zone is TableZone.POZO)
    settled = replace(seen.settled, hidden=frozenset(taken), piles=((*taken, left),))
    shown = Observer(load_rules("eburako"))(replace(seen, settled=settled), state).observation.pozo
    assert [str(tile) for tile in shown or ()] == [str(seen.settled.reading.tiles[left].belief.best)]


def test_single_tiles_are_no_matter_if_they_lay_there_before_anybody_played_or_people_said_so(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if state.melds)
    laid = sorted({str(tile) for meld in made.states[number].melds for tile in meld.tiles})
    motley = dict(zip(laid, ("3b", "9r", "12k", "5y", "1b", "7r", "10k"), strict=False))
    faces, beliefs = set(motley.values()), {face: Belief.peaked(other, 0.999) for face, other in motley.items()}
    seen, start = laid_out(Onlooker(made).sees(number, beliefs)), made.states[0]
    assert Observer(load_rules("eburako"))(seen, start).observation.loose == ()
    observer = Observer(load_rules("eburako"))
    observer(Onlooker(made).sees(0), start)
    assert {str(tile) for tile in observer(seen, start).observation.loose} == faces
    unread = laid_out(Onlooker(made).sees(number, dict.fromkeys(laid, Belief.flat())))
    assert observer(unread, start).observation.loose == ()
    observer.ignore(faces)
    assert observer(seen, start).observation.loose == ()


def test_what_people_said_of_a_tile_holds_however_it_is_read(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if state.melds)
    true = made.states[number].melds[0].tiles[0]
    seen = Onlooker(made).sees(number, {str(true): Belief.peaked("13k" if str(true) != "13k" else "12k", 0.99)})
    misread = Observer(load_rules("eburako"))(seen, made.states[0]).observation
    wrong = next(at for at, tile in enumerate(seen.settled.reading.tiles) if tile.belief.best in ("13k", "12k"))
    said = {seen.settled.numbers[wrong]: str(true)}
    observation = Observer(load_rules("eburako"))(
        seen, made.states[0], PriorKnowledge(NO_FACES, said, NO_FACES)
    ).observation
    assert true in observation.melds[0].tiles
    assert true not in misread.melds[0].tiles


def test_a_muerto_out_of_sight_is_taken_only_where_somebody_can_be_out_of_tiles(made: HandToFilm):
    observer, start = Observer(load_rules("eburako")), made.states[0]
    seen = Onlooker(made).sees(0)
    observer(seen, start)
    covered = replace(seen, zones=replace(seen.zones, tiles=tuple(None for _ in seen.zones.tiles)))
    empty = replace(start, racks=tuple(replace(rack, count=0, known=()) for rack in start.racks))
    assert observer(covered, start).observation.muertos is None
    assert observer(covered, empty).observation.muertos == ()
    assert observer(covered, empty).observation.muertos == ()
    accepted = replace(empty, next_number=empty.next_number + 1)
    assert observer(covered, accepted).observation.muertos is None
    assert observer(seen, accepted).observation.muertos == start.muertos


def test_a_muerto_that_is_only_remembered_where_the_cloth_is_no_bare_table_is_out_of_sight(made: HandToFilm):
    observer, start = Observer(load_rules("eburako")), made.states[0]
    seen = Onlooker(made).sees(0)
    observer(seen, start)
    pile = next(at for at, zone in enumerate(seen.zones.tiles) if zone is TableZone.MUERTOS)
    remembered = replace(seen, settled=replace(seen.settled, hidden=frozenset([pile])))
    empty = replace(start, racks=tuple(replace(rack, count=0, known=()) for rack in start.racks))
    assert observer(remembered, start).observation.muertos is None
    assert observer(remembered, empty).observation.muertos == (11,)


def test_a_closing_tile_that_was_never_in_view_is_not_known_to_be_gone():
    rules = load_rules("rummy")
    rummy = hand_to_film(HandVideoSpec(rules="rummy", seed=1, size_px=(320, 192)))
    there = Onlooker(rummy).sees(0)
    away = replace(there, zones=replace(there.zones, tiles=tuple(None for _ in there.zones.tiles)))
    observer = Observer(rules)
    told = [observer(seen, rummy.states[0]).observation.closing_tile for seen in (away, there, away)]
    assert told == [None, True, False]


def test_a_joker_that_lay_in_the_pozo_before_anybody_played_is_a_pattern(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) == 1)
    thrown = str(made.states[number].pozo[0])
    seen = Onlooker(made).sees(number, {thrown: Belief.peaked("J", 0.99)})
    observer = Observer(load_rules("eburako"))
    assert observer(seen, made.states[0]).observation.pozo == ()
    assert len(Observer(load_rules("eburako"))(seen, made.states[number]).observation.pozo or ()) == 1


def test_a_tile_that_is_taken_out_of_a_meld_to_be_laid_again_is_not_the_one_that_closes():
    """It waits in the middle of the table while whoever took it lays what goes with it."""
    table = Tabletop()
    table.lays(" ".join([BACK] * 4), (-60, 0), (38, 0))
    watch = Watching(table, "rummy")
    watch.looks()
    run = table.lays("7b 8b 9b 10b", (-200, 120))
    assert watch.looks(0) == ["0 draw", "0 lay 7b 8b 9b 10b"]
    run[-1].spot = (150, 0)
    watch.looks(1)
    run[-1].spot = (0, 120)
    table.lays("10k 10r", (27, 120))
    seen = watch.looks(1)
    assert not any("closing_tile" in move for move in seen)
    assert seen[-1] == "1 rearrange #1 : 7b 8b 9b | 10b 10k 10r"
    assert watch.offences == []


def test_a_back_that_is_hardly_one_is_not_the_tile_that_closes():
    """What was never seen to lie there with its face up is not gone when the back is seen better."""
    table = Tabletop()
    table.lays(" ".join([BACK] * 4), (-60, 0), (38, 0))
    alone, watch = table.puts(BACK, (150, 0)), Watching(table, "rummy")
    alone.belief = Belief.peaked(BACK, 0.8)
    watch.looks()
    alone.belief = Belief.peaked(BACK, 0.99)
    table.lays("7b 8b 9b", (-200, 120))
    assert watch.looks(0) == ["0 draw", "0 lay 7b 8b 9b"]


def test_the_first_tile_of_a_meld_that_is_laid_where_another_closes_is_not_the_one_that_closes():
    table = Tabletop()
    table.lays(" ".join([BACK] * 4), (-60, 0), (38, 0))
    watch = Watching(table, "rummy")
    watch.looks()
    first = table.puts("13r", (150, 0))
    assert watch.looks(0) == []
    table.lays("13y 13b", (first.spot[0] + 27, 0))
    assert watch.looks(0) == ["0 draw", "0 lay 13r 13y 13b"]


def test_what_lay_there_face_down_before_is_no_tile_of_the_meld_beside_it():
    """The side of a high pile, seen from a chair, passes for a tile face down."""
    table = Tabletop.dealt()
    watch = Watching(table, "clasico")
    assert watch.looks() == []
    table.puts(BACK, (-128, 120))
    watch.looks(0)
    table.lays("5r 6r 7r", (-100, 120))
    assert watch.looks(0) == ["0 draw", "0 lay 5r 6r 7r"]
    table.puts("9k", (140, 0))
    assert watch.looks(0) == ["0 discard 9k"]
    assert watch.questions == []
