"""A tile that was thrown is one of the pozo, also where it lies beside the mazo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game_tracking.observation import NOTHING_KNOWN
from companion.game_tracking.observer import Observer
from companion.game_tracking.stray_discards import is_thrown, keep_in_pozo
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from engine import load_rules
from tests.companion.onlooker import Onlooker
from tests.companion.tabletop import Tabletop, Watching
from vision.belief import Belief
from vision.geometry import TILE_MM
from vision.table_plan.zones import TableZone
from vision.watching.frame_results import SeenTable


@pytest.mark.parametrize(
    ("says", "face", "confidence", "zone", "is_one"),
    [
        ("a face beside the mazo", "3k", 0.99, TableZone.MAZO, True),
        ("a face that is hardly read", "3k", 0.8, TableZone.MAZO, False),
        ("a back that looks like a joker", "J", 0.99, TableZone.MAZO, False),
        ("a back", "back", 0.99, TableZone.MAZO, False),
        ("a face on a muerto", "3k", 0.99, TableZone.MUERTOS, False),
        ("a meld", "3k", 0.99, TableZone.OURS, False),
        ("outside of all", "3k", 0.99, None, False),
    ],
)
def test_what_shows_a_face_for_certain_where_the_mazo_lies_was_thrown(says, face, confidence, zone, is_one) -> None:
    belief = Belief.peaked(face, confidence, ("9r", 1 - confidence))
    assert is_thrown(belief, zone) == is_one, says


def beside_the_mazo(seen: SeenTable, many: int) -> SeenTable:
    """The table, the first so many tiles of the pozo of which lie where the mazo does."""
    zones, places = seen.zones, seen.settled.reading.tiles
    pozo = [at for at, zone in enumerate(zones.tiles) if zone is TableZone.POZO]
    pozo.sort(key=lambda at: float(places[at].place.corners_px[:, 0].mean()))
    tiles = tuple(TableZone.MAZO if at in pozo[:many] else zone for at, zone in enumerate(zones.tiles))
    rows = tuple(
        TableZone.MAZO if zone is TableZone.POZO and row.tiles[0] in pozo[:many] else zone
        for row, zone in zip(seen.settled.reading.rows, zones.rows, strict=True)
    )
    return replace(seen, zones=replace(zones, tiles=tiles, rows=rows))


@pytest.mark.parametrize(("lie", "many"), [(1, 1), (2, 1), (2, 2), (3, 1), (4, 2)])
def test_a_pozo_that_begins_where_the_mazo_lies_is_told_whole(lie: int, many: int) -> None:
    made = hand_to_film(HandVideoSpec(rules="clasico", seed=3, size_px=(320, 192)))
    number = next(n for n, state in enumerate(made.states) if len(state.pozo) == lie)
    seen, state = Onlooker(made).sees(number), made.states[number]
    observation = Observer(load_rules("clasico"))(beside_the_mazo(seen, many), state).observation
    assert observation.pozo == state.pozo
    assert observation.melds == Observer(load_rules("clasico"))(seen, state).observation.melds


@pytest.mark.parametrize(
    ("says", "new", "spot", "seat", "told"),
    [
        ("thrown into the pozo beside the pile", "12k", (227, 56), 1, ["1 draw", "1 discard 12k"]),
        ("laid wrongly at the pile", "12k", (268, 92), 0, ["0 draw", "0 extend #1 4r 5r 6r 7r 8r 9r 10r 12k"]),
        ("laid rightly at the pile", "11r", (268, 92), 0, ["0 draw", "0 extend #1 4r 5r 6r 7r 8r 9r 10r 11r"]),
    ],
)
def test_a_tile_beside_a_pile_is_thrown_or_laid(says, new, spot, seat, told) -> None:
    table = Tabletop.dealt()
    watching = Watching(table)
    watching.looks()
    row = table.lays("4r 5r 6r 7r 8r 9r 10r", (65, 82))
    watching.looks(0)
    table.piles(row, turned_deg=90)
    table.puts("9k", (140, 0))
    watching.looks(0)
    if seat == 0:
        table.puts("1b", (168, 0))
        watching.looks(1)
    table.puts(new, spot, turned_deg=90)
    assert watching.looks(seat) == told, says


def test_a_meld_that_grows_from_where_the_mazo_lies_into_the_pozo_is_no_discard() -> None:
    """Its last tile lay in the zone of the pozo, and all of it was told as thrown as well."""
    table = Tabletop.dealt()
    watching = Watching(table)
    watching.looks()
    table.puts("9k", (0, -50))
    assert watching.looks(0) == ["0 draw", "0 discard 9k"]
    table.lays("3k 2y 5k", (20, 50))
    assert watching.looks(1) == ["1 draw", "1 lay 3k 2y 5k"]
    table.puts("6k", (20 + 3 * (TILE_MM[0] + 1), 50))
    assert table.sees().zones.tiles[-1] is TableZone.POZO
    assert watching.looks(1) == ["1 extend #1 3k 2y 5k 6k"]
    assert watching.questions == watching.offences == []


def test_two_tiles_that_come_at_once_where_the_mazo_lies_begin_a_meld() -> None:
    """What is thrown beside it comes tile by tile."""
    table = Tabletop.dealt()
    watching = Watching(table)
    watching.looks()
    table.puts("9k", (0, -50))
    assert watching.looks(0) == ["0 draw", "0 discard 9k"]
    table.lays("2k 3k", (0, 50))
    assert watching.looks(1) == []
    table.puts("4k", (2 * (TILE_MM[0] + 1), 50))
    assert watching.looks(1) == ["1 draw", "1 lay 2k 3k 4k"]
    table.puts("13r", (TILE_MM[0] + 1, -50))
    assert watching.looks(1) == ["1 discard 13r"]
    assert watching.questions == watching.offences == []


def test_a_meld_half_of_which_lies_where_the_mazo_does_is_whole() -> None:
    """Behind a high pile its tiles seem farther apart than they are, and pass for two rows."""
    table = Tabletop.dealt()
    watching = Watching(table)
    watching.looks()
    table.puts("9k", (150, 0))
    watching.looks(0)
    width = TILE_MM[0] + 1
    table.lays("5k 5r", (-2 * width - 14, -66))
    table.lays("5b 5y", (0, -58))
    assert [row.tiles for row in table.sees().settled.reading.rows[-2:]] == [(7, 8), (9, 10)]
    assert watching.looks(1) == ["1 draw", "1 lay 5k 5r 5b 5y"]


@pytest.mark.parametrize(
    ("says", "known", "laid", "moved_mm", "zone"),
    [
        ("two of three were thrown before", 2, 0, 0, TableZone.POZO),
        ("one of three", 1, 0, 0, TableZone.THEIRS),
        ("they were taken and are laid there now", 2, 0, 60, TableZone.THEIRS),
        ("one of them lies in a meld", 2, 1, 0, TableZone.THEIRS),
    ],
)
def test_a_pozo_that_grows_over_the_edge_of_its_zone_is_no_meld(says, known, laid, moved_mm, zone) -> None:
    """`13r 7b 9b` beside the melds was told as one that breaks the law."""
    table = Tabletop.dealt()
    row = table.lays("13r 7b 9b", (180, -70))
    numbers, seen = [piece.number for piece in row], table.sees()
    prior = replace(
        NOTHING_KNOWN, pozo=frozenset(numbers[:known]), laid=frozenset(numbers[:laid]),
        ground=[(piece.spot[0], piece.spot[1] + moved_mm) for piece in row],
    )  # fmt: skip
    place = next(at for at, lay in enumerate(seen.settled.reading.rows) if len(lay.tiles) == 3)
    assert seen.zones.rows[place] is TableZone.THEIRS
    kept = keep_in_pozo(seen, prior).zones
    assert (kept.rows[place], {kept.tiles[at] for at in seen.settled.reading.rows[place].tiles}) == (zone, {zone}), says


@pytest.mark.parametrize(
    ("says", "thrown", "provisional"),
    [
        ("a run", ("4r", "5r", "6r"), True),
        ("a run that lies the other way round", ("6r", "5r", "4r"), True),
        ("a group", ("7b", "7k", "7y"), True),
        ("no meld", ("4r", "9k", "6r"), False),
        ("a meld and one more tile", ("4r", "5r", "6r", "12b"), False),
        ("two tiles", ("4r", "5r"), False),
    ],
)
def test_a_row_in_the_pozo_that_is_a_whole_meld_may_have_been_laid_there(
    says: str, thrown: tuple[str, ...], provisional: bool
) -> None:
    """One tile after the other came there from people whose hands were all over the table."""
    table = Tabletop.dealt()
    watch = Watching(table, "clasico")
    assert watch.looks() == []
    for at, face in enumerate(thrown):
        table.puts(face, (150.0 + 27 * at, 0.0))
        watch.looks(at % 2)
    assert watch.hand.is_provisional is provisional, says


@pytest.mark.parametrize(
    ("face", "spot", "is_thrown"),
    [("10b", (150, -75), True), ("10b", (150, -62), True), ("10b", (150, -120), False), ("J", (150, -75), False)],
    ids=["level with a row of the mazo", "a little below it", "beside no row", "what may be a back"],
)
def test_the_first_discard_is_one_where_the_strip_is_taken_to_lie_lower(
    face: str, spot: tuple[float, float], is_thrown: bool
) -> None:
    """Of a high mazo the zones took the shadow for its foot, so that all of it lies among the melds of the far side."""
    table = Tabletop()
    table.lays(" ".join(["back"] * 4), (-60, -78))
    watch = Watching(table)
    assert watch.looks() == []
    table.lays("4r 5r 6r", (-200, 120))
    table.puts(face, spot)
    told = watch.looks(0)
    assert (told == ["0 draw", "0 lay 4r 5r 6r", f"0 discard {face}"]) == is_thrown
    if is_thrown:
        table.puts("9k", (150, -20))
        assert watch.looks(1) == ["1 draw", "1 discard 9k"]


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("8r 9r 10r", ["1 draw", "1 lay 8r 9r 10r"]),
        ("5k 5b 5r 5y", ["1 draw", "1 lay 5k 5b 5r 5y"]),
        ("8r", ["1 draw", "1 discard 8r"]),
    ],
)
def test_a_row_that_comes_at_once_where_mazo_and_pozo_meet_is_a_meld(faces: str, told: list[str]) -> None:
    """A long shadow of the mazo took the strip far down to the players."""
    table = Tabletop.dealt()
    watch = Watching(table)
    assert watch.looks() == []
    table.puts("9k", (150, 10))
    assert watch.looks(0) == ["0 draw", "0 discard 9k"]
    count = len(faces.split())
    table.lays(faces, (112 - (count - 1) * (TILE_MM[0] + 1), -45))
    assert watch.looks(1) == told
    assert watch.questions == watch.offences == []
