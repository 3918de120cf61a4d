"""Which tiles of a settled table have to be asked about."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.game_tracking.observation import NO_FACES, PriorKnowledge
from companion.game_tracking.observer import Observer
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from engine import load_rules
from tests.companion.onlooker import FIX, ZONES, Onlooker, scored
from tests.companion.tabletop import Tabletop, Watching
from vision.belief import Belief
from vision.geometry import TILE_MM
from vision.reading import TileRow
from vision.table_plan.zones import TableZone, zoned, zones_of


@pytest.fixture(scope="module")
def made() -> HandToFilm:
    return hand_to_film(HandVideoSpec(rules="eburako", seed=1, size_px=(320, 192)))


@pytest.mark.parametrize(("joker", "score", "is_asked"), [(0.03, 0.6, True), (0.001, 0.6, False), (0.001, 0.9, True)])
def test_what_seems_to_lie_face_down_in_a_row_is_asked_about_where_a_pale_joker_looks_so(
    made: HandToFilm, joker: float, score: float, is_asked: bool
):
    """At the end of a row only where it may be one, or a tile has plainly been laid."""
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 4 for meld in state.melds))
    meld = next(meld for meld in made.states[number].melds if len(meld.row) == 4)
    last = str(meld.tiles[-1])
    seen = scored(Onlooker(made).sees(number, {last: Belief.peaked("back", 1 - joker, ("J", joker))}), score)
    observation = Observer(load_rules("eburako"))(seen, made.states[0])
    assert any(dict(doubt.options).get("J") for doubt in observation.unsure) == is_asked


@pytest.mark.parametrize(("score", "asked"), [(0.6, 0), (0.9, 1)], ids=["a pattern of the cloth", "a tile"])
def test_a_pattern_that_looks_like_a_back_at_the_end_of_a_meld_is_none_of_it(
    made: HandToFilm, score: float, asked: int
):
    number = next(n for n, state in enumerate(made.states) if state.melds)
    end = str(made.states[number].melds[0].tiles[0])
    seen = scored(Onlooker(made).sees(number, {end: Belief.peaked("back", 0.99)}), score)
    observed = Observer(load_rules("eburako"))(seen, made.states[number])
    (meld,) = observed.observation.melds
    assert [str(tile) for tile in meld.tiles] == [str(tile) for tile in made.states[number].melds[0].tiles[1:]]
    assert (len(meld.row) - len(meld.tiles), len(observed.unsure)) == (asked, asked)


@pytest.mark.parametrize("said", ["J", None])
def test_a_blank_joker_is_asked_about_once(made: HandToFilm, said: str | None):
    """Then another tile of the row looks as blank."""
    rules, onlooker, blank = load_rules("eburako"), Onlooker(made), Belief.peaked("back", 0.99)
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 4 for meld in state.melds))
    on_table = Counter(str(tile) for meld in made.states[number].melds for tile in meld.tiles)
    meld = next(meld for meld in made.states[number].melds if len(meld.row) == 4)
    first, other = [str(tile) for tile in meld.tiles if on_table[str(tile)] == 1][:2]
    observer = Observer(rules)
    (asked,) = observer(onlooker.sees(number, {first: blank}), made.states[0]).unsure
    known = PriorKnowledge(NO_FACES, {asked.number: said} if said else NO_FACES, NO_FACES)
    observer(onlooker.sees(number, {first: blank}), made.states[0], known)
    later = observer(onlooker.sees(number, {other: blank}), made.states[0])
    assert bool(later.unsure) == (said is None)
    assert ("J" in str(later.observation)) == bool(said)


@pytest.mark.parametrize(("seen_as", "chance", "is_asked"), [(0.95, 0.04, True), (0.99, 0.001, False)])
def test_a_meld_that_a_claimed_tile_makes_wrong_is_asked_about_unless_that_is_all_but_sure(
    made: HandToFilm, seen_as: float, chance: float, is_asked: bool
):
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 4 for meld in state.melds))
    meld = next(meld for meld in made.states[number].melds if len(meld.row) == 4)
    last = str(meld.tiles[-1])
    belief = Belief.peaked("12k", seen_as, (last, chance))
    observation = Observer(load_rules("eburako"))(Onlooker(made).sees(number, {last: belief}), made.states[0])
    assert [[face for face, _ in doubt.options] for doubt in observation.unsure] == [["12k", last]] * is_asked


def test_a_third_copy_may_be_what_it_looks_like_for_one_of_the_others_may_be_misread(made: HandToFilm):
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 4 for meld in state.melds))
    meld = next(meld for meld in made.states[number].melds if len(meld.row) == 4)
    looks = {str(tile): Belief.peaked("12k", 0.95 - at / 100, ("12b", 0.05)) for at, tile in enumerate(meld.tiles[:3])}
    observation = Observer(load_rules("eburako"))(Onlooker(made).sees(number, looks), made.states[0])
    assert observation.unsure
    assert all({"12k", "12b"} <= {face for face, _ in doubt.options} for doubt in observation.unsure)


@pytest.mark.parametrize("is_new", [True, False])
def test_what_was_told_of_a_row_is_asked_about_where_what_joins_it_shows_that_it_was_wrong(
    made: HandToFilm, is_new: bool
):
    """Slate blue is taken for black until more of it is seen; a row of which all was told is left as it was told."""
    runs = ((n, meld.tiles) for n, state in enumerate(made.states) for meld in state.melds if len(meld.row) == 4)
    number, run = next((n, tiles) for n, tiles in runs if len({tile.color for tile in tiles}) == 1)
    other = "k" if run[0].color != "k" else "b"
    taken_for = {str(tile): f"{tile.number}{other}" for tile in run[:-1]}
    seen = Onlooker(made).sees(
        number, {face: Belief.peaked(wrong, 0.92, (face, 0.08)) for face, wrong in taken_for.items()}
    )
    wrongly = {n: tile.belief.best for n, tile in zip(seen.settled.numbers, seen.settled.reading.tiles, strict=True)
               if tile.belief.best in taken_for.values() and tile.belief.confidence < 0.93}  # fmt: skip
    last = {n: str(run[-1]) for n, tile in zip(seen.settled.numbers, seen.settled.reading.tiles, strict=True)
            if tile.belief.best == str(run[-1])}  # fmt: skip
    known = PriorKnowledge(wrongly | ({} if is_new else last), NO_FACES, NO_FACES)
    observation = Observer(load_rules("eburako"))(seen, made.states[0], known)
    assert [doubt.number for doubt in observation.unsure] == (sorted(wrongly) if is_new else [])
    assert {face for doubt in observation.unsure for face, _ in doubt.options} >= (
        taken_for.keys() if is_new else set()
    )


def test_what_was_told_wrongly_is_put_right_by_the_law_where_a_tile_joins_it(made: HandToFilm):
    """Unless all of the row was told so."""
    runs = ((n, meld.tiles) for n, state in enumerate(made.states) for meld in state.melds if len(meld.row) == 4)
    number, run = next((n, tiles) for n, tiles in runs if len({tile.color for tile in tiles}) == 1)
    first, wrong = str(run[0]), f"{run[0].number}{'k' if run[0].color != 'k' else 'b'}"
    seen = Onlooker(made).sees(number, {first: Belief.peaked(first, 0.86, (wrong, 0.13))})
    tiles = list(zip(seen.settled.numbers, seen.settled.reading.tiles, strict=True))
    wrongly = {n: wrong for n, tile in tiles if tile.belief.best == first and tile.belief.confidence < 0.87}
    rest = {n: tile.belief.best for n, tile in tiles if n not in wrongly}
    for faces, lies in ((wrongly, first), (wrongly | rest, wrong)):
        observation = Observer(load_rules("eburako"))(seen, made.states[0], PriorKnowledge(faces, NO_FACES, NO_FACES))
        (meld,) = (row for row in observation.observation.melds if {*map(str, row.tiles)} >= {*map(str, run[1:])})
        assert lies in map(str, meld.tiles)
        assert not observation.unsure


@pytest.mark.parametrize(("is_new", "grows"), [(False, 0), (True, 1)], ids=["the top lay there", "the top is new"])
def test_what_was_replaced_in_a_row_is_none_of_its_pile(made: HandToFilm, is_new: bool, grows: int):
    """A tile in whose place another was laid is remembered below it, and seems to be piled up with the others."""
    number, meld = next((n, meld) for n, state in enumerate(made.states) for meld in state.melds if len(meld.row) == 5)
    observer, onlooker = Observer(load_rules("eburako")), Onlooker(made)
    flat = onlooker.sees(number)
    observer(flat, made.states[number - 1])
    faces = [tile.belief.best for tile in flat.settled.reading.tiles]
    at, row = next((at, row.tiles) for at, row in enumerate(flat.settled.reading.rows)
                   if sorted(faces[tile] for tile in row.tiles) == sorted(map(str, meld.tiles)))  # fmt: skip
    reading, below = flat.settled.reading, len(faces)
    rows = (*reading.rows[:at], TileRow((below, *row)), *reading.rows[at + 1 :])
    tiles = (*reading.tiles, reading.tiles[row[-1]])
    numbers = [*flat.settled.numbers, 1000]
    numbers[row[-1]] = 1001 if is_new else numbers[row[-1]]
    piled = replace(flat.settled, reading=replace(reading, tiles=tiles, rows=rows), numbers=tuple(numbers),
                    hidden=frozenset((below, *row[:-1])))  # fmt: skip
    zones = replace(flat.zones, tiles=(*flat.zones.tiles, flat.zones.tiles[row[-1]]))
    observation = observer(replace(flat, settled=piled, zones=zones), made.states[number]).observation
    (lies,) = (lying for lying in observation.melds if not Counter(meld.tiles) - Counter(lying.tiles))
    assert len(lies.row) == len(meld.row) + grows


@pytest.mark.parametrize(("profile", "is_asked"), [("eburako", False), ("torneo", True)])
def test_the_law_settles_a_tile_at_the_wrong_end_of_its_run_where_a_wrong_order_is_forgiven(
    made: HandToFilm, profile: str, is_asked: bool
):
    runs = ((n, meld.tiles) for n, state in enumerate(made.states) for meld in state.melds if len(meld.row) == 3)
    number, (first, *_, last) = next(
        (n, tiles) for n, tiles in runs if len({tile.color for tile in tiles}) == 1 and tiles[0].number not in (1, 2, 3)
    )
    before, other = f"{first.number - 1}{first.color}", f"{first.number - 1}{'r' if first.color != 'r' else 'b'}"
    seen = Onlooker(made).sees(number, {str(last): Belief.peaked(before, 0.87, (other, 0.1))})
    observation = Observer(load_rules(profile))(seen, made.states[0])
    assert [dict(doubt.options)[before] for doubt in observation.unsure] == (
        [pytest.approx(0.87, abs=0.05)] if is_asked else []
    )


@pytest.mark.parametrize("sure", [0.99, 0.79])
def test_a_meld_that_is_laid_where_the_pozos_zone_reaches_is_a_meld(made: HandToFilm, sure: float):
    """Also where one of its tiles cannot be read."""
    number = next(n for n, state in enumerate(made.states) if state.melds)
    wide, laid = dict(ZONES.by_zone), made.states[number].melds[0]
    side = {0: TableZone.OURS, 1: TableZone.THEIRS}[laid.team]
    inside = zones_of({**{zone: wide[zone] for zone in wide if zone is not side}, TableZone.POZO: wide[side]})
    first = str(laid.tiles[0])
    poor = {first: Belief.peaked(first, sure, (f"{first[:-1]}{'r' if first[-1] != 'r' else 'y'}", 0.99 - sure))}
    before, after = (
        replace(seen, zones=zoned(seen.settled.reading, FIX, inside), size_px=(0, 0))
        for seen in (Onlooker(made).sees(0), Onlooker(made).sees(number, poor))
    )
    observer, start = Observer(load_rules("eburako")), made.states[number - 1]
    observer(before, start)
    (meld,) = observer(after, start).observation.melds
    assert (meld.team, len(meld.row)) == (laid.team, len(laid.row))
    assert set(meld.tiles) <= set(laid.tiles)


@pytest.mark.parametrize(
    ("says", "faces", "widths", "told"),
    [
        ("loosely laid", "5b 5r 5k", 1.5, ["0 draw", "0 lay 5b 5r 5k"]),
        ("no meld together", "5b 7r 11k", 1.5, []),
        ("too far apart to be one", "5b 5r 5k", 1.8, []),
    ],
)
def test_three_single_tiles_in_a_line_that_are_a_meld_together_are_one(
    says: str, faces: str, widths: float, told: list[str]
) -> None:
    table = Tabletop.dealt()
    watch = Watching(table)
    assert watch.looks() == []
    table.lays(faces, (-200, 120), (widths * TILE_MM[0], 0))
    assert watch.looks(0) == told, says
