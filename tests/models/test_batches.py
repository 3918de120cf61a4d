"""What a batch of windows is made into on a fast device is what one window is made into without it."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

SEEDS = range(6)
WHITE, INK = 235.0, 40.0


@pytest.fixture(autouse=True)
def drawn_alike():
    torch.manual_seed(5)


@pytest.fixture
def stroke():
    """Eight white windows, each with a black stroke across it."""
    x = torch.full((8, 3, 128, 128), WHITE)
    x[..., 60:68] = INK
    return x


def quads_at(rng, count, side):
    """Quadrilaterals (count, 4, 2) of many sizes, turned any way and a little slanted, some of them beyond the edge."""
    angle, size = rng.uniform(-np.pi, np.pi, count), np.exp(rng.uniform(np.log(8), np.log(180), count))
    corners = np.array([[-0.36, -0.5], [0.36, -0.5], [0.36, 0.5], [-0.36, 0.5]]) * size[:, None, None]
    lean = np.stack([np.ones((count, 2)), rng.uniform(-0.3, 0.3, (count, 2))], axis=1)
    corners[..., 0] += corners[..., 1] * lean[:, 1, :1]
    turn = np.stack([np.cos(angle), np.sin(angle), -np.sin(angle), np.cos(angle)], axis=1).reshape(-1, 2, 2)
    return (corners @ turn + rng.uniform(-10, side + 10, (count, 1, 2))).astype(np.float32)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_targets_of_a_batch_are_those_of_its_windows(seed):
    from models.batches.targets import draw as draw_all
    from models.tile_detector.targets import draw

    rng = np.random.default_rng(seed)
    quads = np.stack([quads_at(rng, 9, 384) for _ in range(3)])
    visible, backs = rng.choice([0.0, 0.1, 0.3, 0.6, 1.0], (3, 9)).astype(np.float32), rng.random((3, 9)) < 0.3
    drawn = draw_all(torch.from_numpy(quads), torch.from_numpy(visible), torch.from_numpy(backs), 96)
    for window in range(3):
        there = visible[window] > 0
        wanted = draw(quads[window][there], visible[window][there], backs[window][there], (96, 96))
        for name, ours, theirs in zip(("heat", "geometry", "care", "weight"), drawn, wanted, strict=True):
            apart = np.abs(ours[window].numpy() - theirs)
            assert (apart > 0.006).mean() < 0.004, name


@pytest.mark.parametrize("seed", SEEDS)
def test_the_corners_move_with_the_picture(seed):
    from models.batches.warping import moved

    torch.manual_seed(seed)
    spots = torch.randint(30, 386, (6, 5, 1, 2)).float()
    x = torch.zeros((6, 3, 416, 416))
    for window, places in enumerate(spots[:, :, 0]):
        for left, top in places.int().tolist():
            x[window, :, top - 6 : top + 6, left - 6 : left + 6] = 250
    seen, found = moved(x, spots.expand(6, 5, 4, 2))
    for window, places in enumerate(found[:, :, 0]):
        for left, top in places.round().int().tolist():
            if 8 <= left < 376 and 8 <= top < 376:
                assert seen[window, 0, top, left] > 150


def contrast(x):
    """White less ink of pictures like ``stroke``, in the middle of each."""
    return x[:, :, 64, 10] - x[:, :, 64, 64]


def test_stray_light_pales_the_ink_more_than_the_white(stroke):
    from models.batches.batched_augmentation import veiled

    pale = veiled(stroke)
    assert (contrast(pale) < 0.85 * (WHITE - INK)).all()
    assert (contrast(pale) > 0.3 * (WHITE - INK)).all()


def test_hardly_any_light_leaves_noise(stroke):
    from models.batches.batched_augmentation import dimmed

    dark = dimmed(stroke)
    assert (dark.mean(dim=(1, 2, 3)) < 0.7 * WHITE).all()
    assert (dark[..., :50].std(dim=(1, 2, 3)) > 0.5).all()


def test_mirrored_lamps_only_add_light(stroke):
    from models.batches.batched_augmentation import glaring

    seen = glaring(stroke)
    assert (seen >= stroke).all()
    assert (seen.amax(dim=(1, 2, 3)) > WHITE + 5).sum() > 4


@pytest.mark.parametrize("way", ["shaken", "defocused"])
def test_a_blur_spreads_the_ink_and_keeps_it(stroke, way):
    from models.batches import batched_augmentation

    soft = getattr(batched_augmentation, way)(stroke, torch.full((8,), 60.0))
    assert (soft.mean(dim=(1, 2, 3)) - stroke.mean()).abs().max() < 2
    assert ((soft < WHITE - 10).float().mean(dim=(1, 2, 3)) > 1.1 * 8 / 128).sum() > 3


@pytest.mark.parametrize("quality", [8, 20, 45])
def test_what_compression_leaves_is_what_an_encoder_leaves(quality, monkeypatch):
    import cv2

    from models import picture_augmentation
    from models.batches.batched_augmentation import compressed

    monkeypatch.setattr(picture_augmentation, "WORST_QUALITY", quality)
    monkeypatch.setattr(picture_augmentation, "BEST_QUALITY", quality)
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 255, (16, 16, 3)).astype(np.uint8)
    bgr = cv2.resize(coarse, (128, 128), interpolation=cv2.INTER_CUBIC)
    ours = compressed(torch.from_numpy(bgr).permute(2, 0, 1)[None].float())[0].permute(1, 2, 0).numpy()
    packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    theirs = cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(float)
    lost = np.abs(theirs - bgr).mean()
    assert np.abs(ours - theirs).mean() < 0.5 * lost
    assert np.abs(ours - bgr).mean() == pytest.approx(lost, rel=0.2)


def test_what_is_written_while_it_learns_is_learned_too(tmp_path):
    import cv2

    from datasets.synthetic_tables.shards import Shard
    from models.batches.train_detector import lesson
    from models.batches.window_pool import SIDE_PX, Pool

    grey = cv2.imencode(".jpg", np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8))[1].ravel()
    quad = [100, 100, 140, 100, 140, 156, 100, 156]
    tiles = np.array([[0, 3, 1, -1, *quad], [1, 53, 1, -1, *quad]], np.float32)
    shard = Shard(np.concatenate([grey, grey]), np.array([0, len(grey), 2 * len(grey)]), tiles, np.empty((0, 10)))
    pool = Pool(tmp_path, 3, torch.device("cpu"))
    assert (pool.take(), len(pool)) == (0, 0)
    shard.save(tmp_path / "one.npz")
    assert (pool.take(), pool.take(), len(pool)) == (1, 0, 2)
    shard.save(tmp_path / "other.npz")
    assert (pool.take(), len(pool)) == (1, 3)
    batch = pool.drawn(4).then(pool.drawn(2))
    assert batch.pictures.shape == (6, 3, SIDE_PX, SIDE_PX)
    assert (batch.quads[:, 0].flatten(1) == torch.tensor(quad)).all()
    pictures, heat, *_ = lesson(batch)
    assert (pictures.shape, pictures.dtype, heat.shape) == ((6, 384, 384, 3), torch.uint8, (6, 96, 96))
