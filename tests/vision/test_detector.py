"""Places out of the detector's answer, without a network: the answer is drawn by hand."""

import numpy as np
import pytest

from models.tile_detector.targets import draw
from vision.detection.detector import DetectTuning, SteadyDetector, TileDetector, decode, fitted
from vision.geometry import short_sides


def quad(center, size, angle_deg):
    """Corners (4, 2) clockwise from the number's top left, turned clockwise in the picture."""
    turn = np.radians(angle_deg)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    across, along = right * size[0] / 2, down * size[1] / 2
    return np.array([-across - along, across - along, across + along, -across + along]) + center


def answer(quads, cells=(96, 128)):
    """What a perfect detector says of the quads: (h, w, 11)."""
    quads = np.array(quads, np.float32).reshape(-1, 4, 2)
    heat, geometry, _, _ = draw(quads, np.ones(len(quads), np.float32), np.zeros(len(quads), bool), cells)
    logit = np.log(np.clip(heat, 1e-4, 1 - 1e-4) / (1 - np.clip(heat, 1e-4, 1 - 1e-4)))
    return np.concatenate([logit[..., None], geometry], axis=2).astype(np.float32)


@pytest.mark.parametrize("angle", range(-180, 180, 15))
@pytest.mark.parametrize("size", [(12, 17), (40, 56), (150, 200)])
def test_a_tile_turned_any_way_comes_back_with_its_corners_in_order(angle, size):
    truth = quad((250.3, 190.8), size, angle)
    quads, scores = decode(answer([truth]), DetectTuning())
    assert len(quads) == 1
    assert scores[0] > 0.9
    assert np.abs(quads[0] - truth).max() < 0.02 * size[1]


def test_tiles_that_touch_are_separate_places():
    row = [quad((60 + 31 * i, 100), (30, 42), 0) for i in range(9)]
    quads, _ = decode(answer(row), DetectTuning())
    assert sorted(quads[:, :, 0].mean(axis=1).round().tolist()) == [60 + 31 * i for i in range(9)]


@pytest.mark.parametrize(("lean", "expected"), [(0, 0), (12, 12), (-18, -18), (35, 20), (-35, -20)])
def test_a_tile_seen_from_the_side_leans_as_it_does_up_to_a_bound(lean, expected):
    slanted = quad((250, 190), (40, 56), 0) @ np.array([[1, 0], [-np.tan(np.radians(lean)), 1]])
    centred = slanted - slanted.mean(axis=0) + np.array([250, 190])
    (found,), _ = decode(answer([centred]), DetectTuning())
    up = found[0] + found[1] - found[2] - found[3]
    assert np.degrees(np.arctan2(up[0], -up[1])) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize(("step", "wide"), [(30, 30), (25, 25), (18, 30), (40, 30)])
@pytest.mark.parametrize("angle", [0, 130])
def test_tiles_of_a_row_do_not_overlap_unless_one_covers_the_other(step, wide, angle):
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    row = [quad((250, 190) + step * at * along, (30, 42), angle) for at in range(3)]
    quads, _ = decode(answer(row), DetectTuning())
    assert np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) == pytest.approx([wide] * 3, rel=0.04)


def test_two_peaks_inside_one_tile_are_one_place():
    said = answer([quad((200, 200), (80, 110), 20)])
    said[52, 48, 0] = 1.5
    quads, scores = decode(said, DetectTuning())
    assert len(quads) == 1
    assert scores[0] > 0.9


def test_an_empty_table_gives_no_places():
    quads, scores = decode(answer([]), DetectTuning())
    assert quads.shape == (0, 4, 2)
    assert scores.shape == (0,)


@pytest.mark.parametrize(
    ("shape", "scale"), [((960, 1280), 0.75), ((1280, 960), 0.75), ((33, 2000), 0.48), ((7, 5), 1.0)]
)
def test_the_networks_picture_has_sides_of_whole_strides(shape, scale):
    picture, scale_x, scale_y = fitted(np.zeros((*shape, 3), np.uint8), scale)
    assert all(side % 32 == 0 and side > 0 for side in picture.shape[:2])
    assert picture.shape[1] == pytest.approx(shape[1] * scale_x)
    assert picture.shape[0] == pytest.approx(shape[0] * scale_y)


@pytest.mark.parametrize(
    ("side_px", "count", "looks"),
    [(50, 20, 1), (9, 20, 3), (50, 1, 2), (9, 1, 4), (70, 1, 3)],
    ids=["comfortable", "small", "few", "small and few", "large and few"],
)
def test_few_tiles_are_seen_from_afar_small_ones_from_nearer_and_large_ones_again(side_px, count, looks):
    seen = []

    def session(pictures):
        seen.append(pictures.shape)
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        tiles = [quad((30 + 60 * (i % 10), 60 + 90 * (i // 10)), (side_px, side_px * 1.4), 10) for i in range(count)]
        return (answer(tiles, (height, width))[None],)

    TileDetector(session)(np.zeros((1500, 2000, 3), np.uint8))
    assert len(seen) == looks
    assert max(max(shape) for shape in seen) <= 2048 + 32


def test_a_tile_that_only_the_view_from_afar_shows_lies_where_it_does_in_the_picture():
    wide = 600

    def session(pictures):
        height, width = pictures.shape[1:3]
        tiles = [quad((width / 2, height / 2), (0.2 * width, 0.28 * width), 0)] if width < wide else []
        return (answer(tiles, (height // 4, width // 4))[None],)

    (place,) = TileDetector(session)(np.zeros((1500, 2000, 3), np.uint8))
    assert np.abs(place.corners_px - quad((1000, 750), (400, 560), 0)).max() < 0.04 * 400


@pytest.mark.parametrize(
    ("weave", "tile", "found"),
    [
        ([0.7, 0.65] + [0.5] * 9, 0.8, 0.8),
        ([0.5] * 9, 0.55, 0.55),
        ([0.7, 0.65] + [0.5] * 9, 0.66, 0.7),
        ([0.7, 0.7, 0.7], 0.8, 0.7),
    ],
    ids=["a tile on a weave", "neither sure", "some stitch is clearer", "tiles that are sure"],
)
def test_a_tile_that_fills_a_picture_is_clearer_from_afar_than_the_weave_it_lies_on(weave, tile, found):
    wide = 600

    def session(pictures):
        height, width = pictures.shape[1:3]
        close = [quad((40 + 54 * i, 200), (30, 42), 0) for i in range(len(weave))]
        whole = [quad((width / 2, height / 2), (0.2 * width, 0.28 * width), 0)]
        scores = [tile] if width < wide else weave
        said = answer(whole if width < wide else close, (height // 4, width // 4))
        for place, score in zip(whole if width < wide else close, scores, strict=True):
            column, row = (place.mean(axis=0) / 4).astype(int)
            said[row - 4 : row + 5, column - 4 : column + 5, 0] = -3
            said[row, column, 0] = np.log(score / (1 - score))
        said[..., 0] = np.minimum(said[..., 0], np.log(max(scores) / (1 - max(scores))))
        return (said[None],)

    assert TileDetector(session).found_at_once(np.zeros((1500, 2000, 3), np.uint8)).scores[0] == pytest.approx(found)


@pytest.mark.parametrize(
    ("first", "near", "found", "widest_px"),
    [
        ([0.4, 0.4, 0.5], [0.9, 0.7, 0.7], 0.9, 960),
        ([0.4, 0.4, 0.5], [0.5, 0.5, 0.5], 0.5, 1280),
        ([0.9, 0.4, 0.5], [0.7, 0.7, 0.7], 0.9, 640),
        ([0.4, 0.4, 0.5], [0.4, 0.4, 0.4], 0.5, 1280),
        ([0.4, 0.4, 0.5], [0.9, 0.4, 0.4], 0.5, 1280),
    ],
    ids=["surer from near", "as unsure from near", "sure at once", "never sure", "a single knot"],
)
def test_where_hardly_a_place_is_sure_the_picture_is_seen_from_nearer_and_enlarged(first, near, found, widest_px):
    """Small tiles of the table's own colour are faint; a knot in the wood is faint from near as well."""
    widths = []

    def session(pictures):
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        widths.append(width * 4)
        scale = width * 4 / 960
        said = answer([quad((200 * scale * at, 200 * scale), (40 * scale, 56 * scale), 0) for at in (1, 2, 3)],
                      (height, width))  # fmt: skip
        rows, columns = np.nonzero(said[..., 0] > 2)
        said[..., 0] = np.minimum(said[..., 0], -1)
        scores = near if width * 4 > 640 else first if width * 4 == 640 else [0.35, 0.35, 0.35]
        for row, column in zip(rows, columns, strict=True):
            score = scores[round((column + 0.5) * 4 / (200 * scale)) - 1]
            said[row, column, 0] = np.log(score / (1 - score))
        return (said[None],)

    places = TileDetector(session).found_at_once(np.zeros((720, 960, 3), np.uint8)).places
    assert len(places) == 3
    assert max(place.score for place in places) == pytest.approx(found, abs=0.01)
    assert max(widths) == widest_px


@pytest.mark.parametrize(("shape", "count"), [((3000, 4000, 3), 3), ((960, 1280, 3), 0)], ids=["large", "small"])
def test_faint_tiles_that_only_a_look_from_nearer_shows_count_where_the_picture_holds_more_than_was_seen(shape, count):
    def session(pictures):
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        tiles = [quad((100 * at, 200), (40, 56), 0) for at in (1, 2, 3)] if width * 4 > 640 else []
        said = answer(tiles, (height, width))
        said[..., 0] = np.minimum(said[..., 0], 0)
        return (said[None],)

    assert len(TileDetector(session).found_at_once(np.zeros(shape, np.uint8)).places) == count


def test_a_camera_is_asked_at_the_scale_that_served_last_and_anew_where_that_serves_no_more():
    widths, side = [], [40.0]

    def session(pictures):
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        widths.append(width * 4)
        scale = width * 4 / 1280
        row = [
            quad((100 * scale * at, 200 * scale), (side[0] * scale, 1.4 * side[0] * scale), 0) for at in range(1, 12)
        ]
        return (answer(row, (height, width))[None],)

    detector, picture = SteadyDetector(TileDetector(session)), np.zeros((720, 1280, 3), np.uint8)
    looks = []
    for side[0] in (28.0, 28.0, 28.0, 70.0, 70.0):
        widths.clear()
        assert len(detector(picture)) == 11
        looks.append(tuple(widths))
    assert looks[0][-1] == 1600
    assert looks[1] == looks[2] == (1600,)
    assert looks[3][0] == 1600
    assert looks[4] == (looks[3][-1],)


def test_a_printed_grid_that_the_second_look_enlarges_is_no_row_of_tiles():
    def session(pictures):
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        scale = width * 4 / 1280
        row = [quad((100 * scale * at, 200 * scale), (30 * scale, 42 * scale), 0) for at in range(1, 12)]
        grid = [quad((100 * scale * at, 500 * scale), (11 * scale, 11 * scale), 0) for at in range(1, 12)]
        return (answer([*row, *grid] if scale > 1 else row, (height, width))[None],)

    detector, picture = SteadyDetector(TileDetector(session)), np.zeros((720, 1280, 3), np.uint8)
    for _ in range(2):
        places = detector(picture)
        assert len(places) == 11
        assert max(float(place.corners_px[:, 1].max()) for place in places) < 300


def test_a_camera_sees_a_tile_whole_of_which_only_the_number_was_found():
    def session(pictures):
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        scale = width * 4 / 1280
        row = [quad((100 * scale * at, 200 * scale), (40 * scale, 56 * scale), 0) for at in range(1, 12)]
        number = quad((300 * scale, 400 * scale), (28 * scale, 36 * scale), 0)
        return (answer([*row, number], (height, width))[None],)

    detector, picture = TileDetector(session), np.zeros((720, 1280, 3), np.uint8)
    for detect, size in ((SteadyDetector(detector), [40, 56]), (detector, [28, 36])):
        lowest = max(detect(picture), key=lambda place: float(place.corners_px[:, 1].max()))
        sides = np.linalg.norm(lowest.corners_px - np.roll(lowest.corners_px, -1, axis=0), axis=1)
        assert sides[:2].tolist() == pytest.approx(size, abs=0.5)


def test_where_a_rug_gives_many_small_places_the_far_larger_ones_seen_before_are_remembered():
    """A zigzag shows a hundred sure places from nearer, where five tiles are too large to be seen at all."""

    def session(pictures):
        height, width = pictures.shape[1] // 4, pictures.shape[2] // 4
        scale = width * 4 / 1600
        tiles = [quad((200 * scale * at, 400 * scale), (66 * scale, 92 * scale), 0) for at in range(1, 6)]
        zigzag = [quad((60 * scale * x, 90 * scale * y), (16 * scale, 20 * scale), 0)
                  for x in range(1, 25) for y in range(1, 13)]  # fmt: skip
        faint = answer(zigzag[::12], (height, width))
        faint[..., 0] = np.minimum(faint[..., 0], -0.5)
        said = answer(tiles if width * 4 <= 640 else zigzag, (height, width))
        if width * 4 <= 640:
            said[..., 0] = np.maximum(said[..., 0], np.where(said[..., 0] > -2, said[..., 0], faint[..., 0]))
        return (said[None],)

    picture = np.zeros((1200, 1600, 3), np.uint8)
    found = TileDetector(session).found_at_once(picture)
    assert np.median(short_sides(found.quads)) < 20
    every = found.with_places(*found.passed_over)
    large = every.quads[short_sides(every.quads) > 50]
    assert sorted(large.mean(axis=1)[:, 0].round(-1).tolist()) == [200, 400, 600, 800, 1000]
    assert len(every.with_places(*found.passed_over).quads) == len(every.quads), "each once"
    assert (np.diff(every.scores) <= 0).all()
