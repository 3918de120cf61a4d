"""A score as it is drawn: faces, stand-ins, outlines and shares."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.dashboard.photos import overlay
from companion.dashboard.photos.scored_photo import likeliest, sheet_of
from companion.dashboard.tile_faces import CHOICES, every_face, face_of, stand_ins
from companion.dashboard.wording import percent_words, points_words
from companion.view_models import UNSURE, PhotoAnswers
from engine.tiles import FACES
from tests.companion.dashboard import table

SQUARE = ((10.0, 20.0), (50.0, 20.0), (50.0, 80.0), (10.0, 80.0))


@pytest.mark.parametrize(
    ("at", "size", "is_so"),
    [
        ((0, 40, 80), (200, 100), False),
        ((0, 40, 80), (169, 100), True),
        ((0, 40, 80), (171, 100), False),
        ((-20, 20, 60), (200, 100), True),
        ((0,), (51, 81), False),
    ],
    ids=["room on both sides", "none to the right", "for half a tile", "none to the left", "a single tile"],
)
def test_a_row_ends_at_the_edge_where_no_tile_has_room(at: tuple[int, ...], size: tuple[int, int], is_so: bool):
    row = [[(x + step, y) for x, y in SQUARE] for step in at]
    assert overlay.ends_at_edge([[(x + 20, y) for x, y in tile] for tile in row], size) is is_so


def in_spanish():
    return table.app().test_request_context(headers={"Accept-Language": "es"})


@pytest.mark.parametrize(
    ("notation", "kind", "label"),
    [
        ("7r", "number", "7 rojo"),
        ("13k", "number", "13 negro"),
        ("10b", "number", "10 azul"),
        ("1y", "number", "1 amarillo"),
        ("J", "joker", "comodín"),
        ("back", "back", "ficha dada vuelta"),
        ("none", "none", "no es una ficha"),
        ("?", "unknown", "no se lee bien"),
        ("7q", "unknown", "no se lee bien"),
    ],
)
def test_a_face_has_a_kind_and_a_name(notation: str, kind: str, label: str):
    with in_spanish():
        face = face_of(notation)
        assert (face.kind, face.label) == (kind, label)


def test_all_faces_of_the_game_are_offered():
    offered = {face.notation for faces in every_face() for face in faces}
    assert offered == CHOICES == {*(str(face) for face in FACES), "back", "none"}


@pytest.mark.parametrize(
    ("meld", "faces", "roles"),
    [
        ("7r 8r J=9r", "7r 8r J", ["", "", "9r"]),
        ("J=9r 8r 7r", "7r 8r J", ["", "", "9r"]),
        ("2b=6r 7r 8r", "2b 7r 8r", ["6r", "", ""]),
        ("7r 8r 9r", "7r 8r J", ["", "", ""]),
        (None, "7r ? 9r", ["", "", ""]),
    ],
)
def test_a_wild_shows_what_it_stands_for(meld: str | None, faces: str, roles: list[str]):
    assert list(stand_ins(meld, tuple(faces.split()))) == roles


@pytest.mark.parametrize(
    ("share", "words"),
    [(1.0, "100 %"), (0.9999, "99,9 %"), (0.5, "50 %"), (0.005, "menos del 1 %"), (0.0, "0 %")],
)
def test_a_share_is_never_surer_than_it_is(share: float, words: str):
    with in_spanish():
        assert percent_words(share).replace("\xa0", " ") == words


@pytest.mark.parametrize(
    ("points", "words"), [(1, "1 punto"), (0, "0 puntos"), (2500, "2.500 puntos"), (-5, "-5 puntos")]
)
def test_points_are_counted_in_words(points: int, words: str):
    with in_spanish():
        assert points_words(points) == words


def test_the_hull_is_the_outline_and_nothing_inside():
    assert set(overlay.hull([*SQUARE, (30.0, 40.0), (50.0, 50.0)])) == set(SQUARE)
    assert overlay.hull([(1.0, 1.0)]) == ((1.0, 1.0),)


@pytest.mark.parametrize("turned", range(4))
def test_a_crop_turns_its_tile_upright(turned: int):
    corners = (*SQUARE[turned:], *SQUARE[:turned])
    crop = overlay.crop(corners)
    assert crop.view_box == "-15.0 5.0 90.0 90.0"
    angle = float(crop.transform.removeprefix("rotate(").split()[0])
    assert angle % 360 == (-90 * turned) % 360


@pytest.mark.parametrize(("corners", "x"), [(SQUARE, 15.6), (tuple((x + 100, y) for x, y in SQUARE), 90.5)])
def test_the_badge_of_a_row_stays_in_the_picture(corners, x: float):
    badge = overlay.badge(corners, (200, 100))
    assert badge.x == pytest.approx(x, abs=0.1)
    assert badge.radius <= badge.y <= 100 - badge.radius


def test_a_crop_of_nothing_is_still_a_window():
    assert overlay.crop(((5.0, 5.0),) * 4).view_box == "4.2 4.2 1.5 1.5"


@pytest.mark.parametrize(
    ("tile", "said", "state"),
    [
        (0, {}, "read"),
        (13, {}, "decided"),
        (16, {}, "unsure"),
        (16, {16: "12b"}, "corrected"),
        (0, {0: "none"}, "gone"),
    ],
)
def test_a_tile_says_how_it_came_to_its_face(tile: int, said: dict[int, str], state: str):
    with in_spanish():
        score = table.read_photo(table.picture(), "a.jpg").score("clasico", "es", PhotoAnswers(said))
        assert sheet_of(score, said).tile(tile).state == state


@pytest.mark.parametrize(
    ("said", "tiles"),
    [({}, "27 fichas"), ({0: "none"}, "26 fichas"), ({0: "none", 16: "12b", 1: "none"}, "25 fichas"),
     (dict.fromkeys(range(26), "none"), "1 ficha"), (dict.fromkeys(range(27), "none"), "0 fichas")],
)  # fmt: skip
def test_what_is_no_tile_is_not_counted(said: dict[int, str], tiles: str):
    with in_spanish():
        score = table.read_photo(table.picture(), "a.jpg").score("clasico", "es", PhotoAnswers(said))
        assert sheet_of(score, said).counts[0] == tiles


@pytest.mark.parametrize(
    ("unread", "of", "is_poor"), [(0, 27, False), (5, 5, False), (6, 6, True), (9, 27, True), (8, 27, False)]
)
def test_another_photograph_is_less_work_than_many_answers(unread: int, of: int, is_poor: bool):
    with in_spanish():
        score = table.read_photo(table.picture(), "a.jpg").score("clasico", "es", PhotoAnswers({16: "12b"}))
        tiles = tuple(replace(tile, face=UNSURE) if tile.id < unread else tile for tile in score.tiles[:of])
        assert sheet_of(replace(score, tiles=tiles, rows=(), loose=()), ()).is_poor == is_poor


def test_what_is_shown_is_not_offered_again():
    with in_spanish():
        said = {16: "13b"}
        sheet = sheet_of(table.read_photo(table.picture(), "a.jpg").score("clasico", "es", PhotoAnswers(said)), said)
        offered = [face.notation for face, _share in likeliest(sheet.tile(16))]
        assert "13b" not in offered
        assert "3b" in offered
