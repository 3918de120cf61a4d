"""Table tops, clutter, light and camera of the synthetic tables: seeded, shaped, recorded, and still in place."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from datasets.synthetic_tables import camera_effects, clutter, hands, optics, random_fields, surfaces
from datasets.synthetic_tables.random_fields import Extent


def _rng(seed: int = 5) -> np.random.Generator:
    return np.random.default_rng(seed)


def _disc_px(at: tuple[int, int], side: int = 160) -> np.ndarray:
    """A pale disc of radius 40 px on grey, centred on the pixel ``at``."""
    bgr = np.full((side, side, 3), 70, np.uint8)
    cv2.circle(bgr, (at[0] * 16, at[1] * 16), 40 * 16, (215, 215, 215), -1, cv2.LINE_AA, 4)
    return bgr


def _center_px(bgr: np.ndarray) -> np.ndarray:
    """Where the disc of ``_disc_px`` is now, from the pixels nearer to it than to the ground."""
    gray = cv2.GaussianBlur(bgr, (0, 0), 2)[..., 1].astype(float)
    ground, disc = np.median(gray[:20]), np.median(gray[65:95, 65:95])
    share = np.clip((gray - ground) / (disc - ground) * 2 - 0.5, 0, 1)
    rows, columns = np.mgrid[: gray.shape[0], : gray.shape[1]]
    return np.array([(share * columns).sum(), (share * rows).sum()]) / share.sum()


@pytest.mark.parametrize("kind", surfaces.KINDS)
@pytest.mark.parametrize("px_per_mm", [0.3, 2.0, 8.0])
def test_every_top_fills_its_extent_and_comes_back_from_its_seed(kind, px_per_mm):
    extent = Extent(72, 110, px_per_mm)
    bgr, record = surfaces.render_kind(_rng(), kind, extent)
    again, _ = surfaces.render_kind(_rng(), kind, extent)
    assert bgr.shape == (72, 110, 3)
    assert bgr.dtype == np.uint8
    assert (bgr == again).all()
    assert json.loads(json.dumps(record))["kind"] == kind


def test_tops_of_many_seeds_are_of_many_kinds_and_differ():
    drawn = [surfaces.render_surface(_rng(seed), 40, 32, 1.0) for seed in range(60)]
    assert len({record["kind"] for _, record in drawn}) > 15
    assert all(bgr.shape == (32, 40, 3) for bgr, _ in drawn)
    assert len({bgr.tobytes() for bgr, _ in drawn}) == 60


@pytest.mark.parametrize("kind", clutter.KINDS)
def test_every_thing_has_a_body_an_outline_and_a_size(kind):
    make = clutter.THINGS[kind][0]
    thing, again = make(_rng(), 2.0), make(_rng(), 2.0)
    height, width = thing.bgra.shape[:2]
    assert thing.bgra.dtype == np.uint8
    assert thing.bgra.shape[2] == 4
    assert (thing.bgra == again.bgra).all()
    assert thing.height_mm > 0
    assert width / height == pytest.approx(thing.size_mm[0] / thing.size_mm[1], rel=0.15)
    assert (thing.bgra[..., 3] > 20).mean() > 0.01
    assert thing.bgra[thing.bgra[..., 3] > 20][:, :3].std() > 0


@pytest.mark.parametrize("px_per_mm", [0.2, 1.0, 4.0])
def test_things_are_drawn_as_sharply_as_asked_within_limits(px_per_mm):
    for seed in range(40):
        thing = clutter.sample_clutter(_rng(seed), px_per_mm)
        assert min(thing.bgra.shape[:2]) >= 7
        assert max(thing.bgra.shape[:2]) <= 660
        assert thing.kind
    chip = clutter.THINGS["chip"][0](_rng(), px_per_mm)
    assert chip.bgra.shape[1] == pytest.approx(max(8, chip.size_mm[0] * px_per_mm), abs=1)


def test_no_blank_pale_block_has_the_proportions_of_a_tile():
    for seed in range(60):
        width, height = clutter.THINGS["block"][0](_rng(seed), 2.0).size_mm
        assert min(width, height) / max(width, height) < 0.6 or max(width, height) < 20


def test_hands_have_many_skins_and_stay_partly_transparent():
    drawn = [hands.sample_hand(_rng(seed), 1.0) for seed in range(30)]
    palms = np.array([hand.bgra[135, 95, :3].mean() for hand in drawn])
    assert palms.max() - palms.min() > 90
    assert all(0.1 < (hand.bgra[..., 3] > 128).mean() < 0.8 for hand in drawn)
    assert {hand.kind for hand in drawn} == {"hand"}


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
@pytest.mark.parametrize("strength", [0.0, 0.5, 1.0])
def test_light_keeps_type_and_shape_and_comes_back_from_its_seed(dtype, strength):
    bgr = surfaces.render_surface(_rng(), 90, 70, 1.0)[0].astype(dtype)
    before = bgr.copy()
    for seed in range(12):
        lit, record = optics.light(bgr, _rng(seed), strength)
        assert (lit == optics.light(bgr, _rng(seed), strength)[0]).all()
        assert lit.dtype == dtype
        assert lit.shape == bgr.shape
        assert np.isfinite(lit).all()
        assert json.dumps(record)
    assert (bgr == before).all()


def test_light_without_strength_leaves_the_picture_nearly_alone():
    bgr = surfaces.render_surface(_rng(), 90, 70, 1.0)[0]
    for seed in range(20):
        lit, _ = optics.light(bgr, _rng(seed), 0.0)
        assert np.abs(lit.astype(int) - bgr).mean() < 4


def test_strong_light_shows_every_shadow_glare_and_both_casts():
    gray = np.full((64, 64, 3), 120, np.uint8)
    drawn = [optics.light(gray, _rng(seed), 1.0) for seed in range(120)]
    shadows = {shadow["shadow"] for _, record in drawn for shadow in record["shadows"]}
    glares = {record["glare"]["glare"] for _, record in drawn if "glare" in record}
    casts = [float(lit[..., 2].mean() - lit[..., 0].mean()) for lit, _ in drawn]
    assert shadows == {"edge", "blob", "hand", "bars"}
    assert glares == {"lamp", "window"}
    assert max(casts) > 20
    assert min(casts) < -5


@pytest.mark.parametrize(("severity", "tolerance_px"), [(0.0, 0.05), (0.4, 0.2), (1.0, 0.6)])
def test_the_camera_keeps_type_shape_seed_and_geometry(severity, tolerance_px):
    bgr = _disc_px((80, 80))
    for seed in range(25):
        shot, record = optics.camera(bgr, _rng(seed), severity)
        assert (shot == optics.camera(bgr, _rng(seed), severity)[0]).all()
        assert shot.dtype == np.uint8
        assert shot.shape == bgr.shape
        assert json.dumps(record)
        assert np.linalg.norm(_center_px(shot) - 80) < tolerance_px, record


def test_a_clean_camera_is_nearly_clean_and_a_poor_one_is_not():
    bgr = surfaces.render_kind(_rng(), "gingham", Extent(128, 128, 1.0))[0]
    errors = {
        severity: np.median(
            [np.abs(optics.camera(bgr, _rng(s), severity)[0].astype(int) - bgr).mean() for s in range(20)]
        )
        for severity in (0.0, 1.0)
    }
    assert errors[0.0] < 4
    assert errors[1.0] > 2 * errors[0.0]


def test_blur_grows_with_the_tile_so_that_small_ones_stay_legible():
    bgr = _disc_px((80, 80))
    for seed in range(20):
        _, small = optics.camera(bgr, _rng(seed), 1.0, tile_px=14)
        _, large = optics.camera(bgr, _rng(seed), 1.0, tile_px=110)
        assert small["defocus_px"] < 0.8
        assert small["defocus_px"] < large["defocus_px"]


def test_what_lies_far_from_what_is_in_focus_is_blurred_more():
    stripes = np.tile(np.where(np.arange(120) % 4 < 2, 40, 200).astype(np.uint8)[None, :, None], (120, 1, 3))
    nearness = np.linspace(0.5, 1.0, 120)[:, None] * np.ones((1, 120))
    blurs = []
    for seed in range(30):
        shot, record = optics.depth_of_field(stripes, _rng(seed), nearness, 60.0)
        contrast = shot.astype(float).std(axis=(1, 2))
        if record:
            assert contrast[:20].mean() < 0.5 * contrast.max()
            assert contrast.max() > 0.8 * stripes.std()
            blurs.append(record["depth_of_field_px"])
        else:
            assert (shot == stripes).all()
    assert 5 < len(blurs) < 20
    assert max(blurs) < 0.18 * 60


@pytest.mark.parametrize(
    "kernel",
    [camera_effects.disc_kernel(2.3), camera_effects.line_kernel(5.0, 0.7), camera_effects.line_kernel(4.2, 2.9)],
)
def test_blur_kernels_sum_to_one_about_their_centre(kernel):
    reach = np.arange(kernel.shape[0]) - kernel.shape[0] // 2
    assert kernel.sum() == pytest.approx(1.0, abs=1e-5)
    assert (kernel * reach).sum() == pytest.approx(0, abs=1e-5)
    assert (kernel * reach[:, None]).sum() == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("cell_px", [1.0, 7.0, 300.0, (2.0, 40.0)])
def test_clouds_keep_their_shape_and_stay_about_zero(cell_px):
    field = random_fields.cloud(_rng(), (61, 83), cell_px)
    assert field.shape == (61, 83)
    assert np.abs(field).max() < 1.6
    assert field.std() > 0.01


def test_a_repeat_wider_than_the_cloth_and_one_of_two_pixels_are_both_laid():
    cell = _rng().integers(0, 256, (24, 32, 3), dtype=np.uint8)
    for period_px in (2.0, 11.0, 500.0):
        assert random_fields.quilted(cell, period_px, (40, 60), _rng()).shape == (40, 60, 3)
