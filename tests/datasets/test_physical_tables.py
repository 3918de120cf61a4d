"""Traced scenes: solids are closed, nothing stands inside anything else, and labels lie where the light says."""

import sys
from itertools import combinations

import cv2
import numpy as np
import pytest

from datasets.physical_tables import heaps
from datasets.physical_tables.developing import developed
from datasets.physical_tables.meshes import joined, patch
from datasets.physical_tables.racks import RackPose, on_rack, rack_mesh, sample_rack, section
from datasets.physical_tables.random_scene import FaceReliefs, Framing, sample_stage
from datasets.physical_tables.tile_mesh import Outline, relief, tile_solid
from datasets.physical_tables.tile_placement import SHARES, place
from datasets.synthetic_tables.faces import FaceTexture
from datasets.synthetic_tables.scene import Solids, aim
from datasets.synthetic_tables.set_design import look_of

OUTLINE = Outline((28.0, 38.0, 10.0), 2.5, 1.0)
ANY_VIEW = aim(np.random.default_rng(1), (64, 64), 1.0, 30.0)


def seeded(number=1):
    return np.random.default_rng(number)


def moulds(number=1):
    return FaceReliefs(look_of("burako", seeded(number), ()), seeded(number))


def facing(mesh):
    """Twice the area of each triangle times how well its normals look the way it is wound."""
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    return (np.cross(b - a, c - a) * mesh.normals[mesh.triangles].mean(axis=1)).sum(axis=1)


def volume(mesh):
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def test_a_relief_is_the_surface_whose_tilts_were_told():
    y, x = np.mgrid[:120, :90].astype(np.float32)
    hollow = -4 * np.exp(-((x - 45) ** 2 + (y - 40) ** 2) / 150)
    down, across = np.gradient(hollow)
    length = np.sqrt(1 + down**2 + across**2)
    tilts = np.round(np.dstack([-across / length, -down / length]) * 127).astype(np.int8)
    heights = relief(FaceTexture(np.zeros((120, 90, 4), np.uint8), tilts))
    assert np.abs(heights - hollow).max() < 0.35


@pytest.mark.parametrize("seed", range(3))
def test_an_engraved_number_is_cut_into_the_tile(seed):
    made = moulds(seed)
    green = made.textures.texture("8r", np.inf).bgra[..., 1]
    inked = cv2.erode((green < 0.6 * np.median(green)).astype(np.uint8), np.ones((5, 5))) > 0
    heights = made.relief("8r")
    inner = (slice(40, -40), slice(30, -30))
    inked = inked[: heights.shape[0], : heights.shape[1]]
    assert np.median(heights[inner][inked[inner]]) < np.median(heights[inner]) - made.look.engraving


@pytest.mark.parametrize("cells", [10, 40, 90])
def test_a_tile_is_closed_and_looks_outwards(cells):
    solid = tile_solid(moulds().relief("10k"), OUTLINE, cells)
    ways = facing(solid.mesh)
    assert -ways[ways < 0].sum() < 1e-4 * ways.sum()
    assert volume(solid.mesh) == pytest.approx(28 * 38 * 10, rel=0.06)
    face = solid.mesh.points[solid.mesh.triangles[solid.printed].ravel()]
    assert face[:, 2].min() > -5
    assert np.abs(face[:, :2]).max(axis=0) == pytest.approx([14, 19], abs=0.3)
    assert np.abs(solid.mesh.points[:, :2]).max(axis=0) == pytest.approx([14, 19])


def test_joined_meshes_keep_their_triangles_in_order():
    one = patch(np.array([[0.0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]]), np.zeros((4, 2)))
    both = joined([one, one.moved(np.eye(3), np.array([0, 0, 5.0]))])
    assert both.normals.tolist() == [[0, 0, 1]] * 8
    assert both.points[both.triangles][:2, :, 2].max() == 0
    assert both.points[both.triangles][2:, :, 2].min() == 5


@pytest.mark.parametrize("seed", range(8))
def test_tiles_lean_in_their_grooves_and_go_through_no_board(seed):
    rng = seeded(seed)
    shape = sample_rack(rng, OUTLINE.size_mm, 200.0)
    stand = RackPose(0.0, np.zeros(3))
    tiles = on_rack(rng, shape, stand, OUTLINE)
    line = section(shape, OUTLINE.size_mm[2])
    lowest = line[:, 1].min() - 1
    outline = np.array([*line, [line[-1, 0], lowest], [line[0, 0], lowest]], np.float32)
    assert tiles
    for tile in tiles:
        solid = Solids.of([tile], ANY_VIEW)
        corners = np.concatenate([solid.tops_mm[0], solid.feet_mm[0]])[:, 1:]
        deepest = max(cv2.pointPolygonTest(outline, corner.astype(np.float32).tolist(), True) for corner in corners)
        assert deepest < 0.8
        gap = min(-cv2.pointPolygonTest(outline, corner.astype(np.float32).tolist(), True) for corner in corners)
        assert gap < 1.5
    assert facing(rack_mesh(shape, stand, OUTLINE.size_mm[2])).min() > -1e-6


@pytest.mark.parametrize("seed", range(5))
def test_a_fallen_tile_rests_on_what_lies_below_it(seed):
    rng = seeded(seed)
    spots = np.stack(np.meshgrid(np.arange(-14.0, 15), np.arange(-19.0, 20)), axis=-1).reshape(-1, 2)
    levels = np.zeros(len(spots))
    for _ in range(3):
        middle, reach = rng.uniform(-14, 14, 2), rng.uniform(4, 14)
        levels[np.linalg.norm(spots - middle, axis=1) < reach] = rng.uniform(2, 10)
    a, b, c = heaps.resting_plane(spots, levels)
    gaps = spots @ [a, b] + c - levels
    assert gaps.min() > -0.5
    assert (gaps < 0.5).sum() >= 2


@pytest.mark.parametrize("kind", sorted(SHARES))
@pytest.mark.parametrize("seed", range(2))
def test_no_tile_of_a_scene_stands_in_the_middle_of_another(kind, seed):
    placed = place(seeded(seed), kind, OUTLINE, (90.0, 0.8))
    for one, other in combinations(placed.tiles, 2):
        off = other.center_mm - one.center_mm
        inside = [abs(off @ axis) for axis in (one.right, one.up, one.normal)]
        assert not (inside[0] < 10 and inside[1] < 14 and inside[2] < 6)


@pytest.mark.parametrize("kind", ["rack", "heap", "melds"])
def test_the_same_seed_sets_the_same_stage(kind):
    framing = Framing(kind, (96, 96), 24.0)
    one, same = (sample_stage(seeded(3), moulds(), framing) for _ in range(2))
    assert (one.plastic.mesh.points == same.plastic.mesh.points).all()
    assert one.record == same.record
    assert len(one.owners) == len(one.plastic.mesh.triangles)
    assert set(np.unique(one.owners)) <= {-1, *range(len(one.tiles))}


@pytest.mark.parametrize("brightness", [1e-3, 1.0, 50.0])
def test_the_exposure_follows_the_light(brightness):
    radiance = np.full((48, 64, 3), 0.4, np.float32) * seeded().uniform(0.5, 1, (48, 64, 1)).astype(np.float32)
    bgr, _ = developed(radiance * np.float32(brightness), seeded(), 0.0, 40.0)
    assert bgr.shape == (48, 64, 3)
    assert 60 < bgr.mean() < 230


@pytest.fixture
def tracer():
    pytest.importorskip("mitsuba", reason="tracing light needs the render-physical extra")
    from datasets.physical_tables import tracer

    tracer.start("scalar_rgb")
    return tracer


def test_the_tile_that_is_seen_is_where_its_label_says(tracer):
    from datasets.physical_tables.generate import labels

    stage = sample_stage(seeded(1), moulds(), Framing("grid", (96, 96), 16.0))
    radiance, owners = tracer.trace(stage, 1, 1)
    assert radiance.shape == (96, 96, 3)
    assert np.isfinite(radiance).all()
    assert radiance.max() > 0
    found = labels(stage, owners)
    assert len(found) > 2
    corners = Solids.of(stage.tiles, stage.view).tops_px.astype(np.float32)
    for number in np.unique(owners[owners >= 0]):
        drawn = np.zeros((96, 96), np.uint8)
        cv2.fillConvexPoly(drawn, np.round(corners[number] * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        both = ((owners == number) & (drawn > 0)).sum()
        assert both > 0.85 * (owners == number).sum()
        assert both > 0.75 * drawn.sum() or drawn.sum() < 150
    assert {label.face for label in found} == {stage.tiles[i].face for i in np.unique(owners[owners >= 0])}
    whole = [label.visible for label in found if (label.corners_px > 0).all() and (label.corners_px < 95).all()]
    assert min(whole) > 0.85


def test_shards_are_written_once_and_read_back(tracer, tmp_path, monkeypatch, capsys):
    from datasets.physical_tables import generate
    from datasets.synthetic_tables.shards import Shard

    monkeypatch.setattr(generate, "WINDOW_PX", 32)
    monkeypatch.setattr(generate, "SHARD_WINDOWS", 2)
    command = ["generate", str(tmp_path), "--count", "2", "--samples", "1", "--variant", "scalar_rgb"]
    monkeypatch.setattr(sys, "argv", command)
    generate.main()
    (path,) = tmp_path.glob("*.npz")
    shard = Shard.load(path)
    assert len(shard) == 2
    assert shard.picture(0).shape == (32, 32, 3)
    assert path.with_suffix(".jpg").is_file()
    written = path.stat().st_mtime_ns
    generate.main()
    assert path.stat().st_mtime_ns == written
    assert len(list(tmp_path.glob("*.npz"))) == 1


def test_a_scene_without_a_tile_in_view_still_has_plastic_to_trace():
    bare = sample_stage(seeded(21), moulds(), Framing("rack", (416, 416), 150.0))
    assert not bare.tiles
    assert len(bare.plastic.mesh.triangles) == len(bare.owners) == 2
