"""What the reader learns from on a fast device is what it is shown without one, and its judge hears of each window."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

SEVEN_OF_RED, BACK = 6, 53
SIDE = 416


@pytest.fixture(autouse=True)
def drawn_alike():
    torch.manual_seed(5)


@pytest.fixture
def windows():
    """Two smooth windows: one of a red 7, a tile that lies face down and a place where a detector was wrong, and one
    where nothing is."""
    from models.batches.window_pool import MOST_FALSE, MOST_TILES, Batch
    from models.tile_reader.train import NOBODY, named

    coarse = np.random.default_rng(3).integers(60, 250, (2, 30, 30, 3)).astype(np.uint8)
    pictures = np.stack([cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for picture in coarse])
    quads, visible = np.zeros((2, MOST_TILES, 4, 2), np.float32), np.zeros((2, MOST_TILES), np.float32)
    labels, backs = np.full((2, MOST_TILES, 2), NOBODY), np.zeros((2, MOST_TILES), bool)
    false = np.full((2, MOST_FALSE, 4, 2), np.nan, np.float32)
    quads[0, :2] = [[[100, 80], [160, 86], [154, 170], [94, 164]], [[250, 260], [280, 260], [280, 300], [250, 300]]]
    visible[0, :2], backs[0, 1], false[0, 0] = 1, True, [[20, 300], [50, 300], [50, 340], [20, 340]]
    labels[0, :2] = named(np.array([SEVEN_OF_RED, BACK]))
    parts = map(torch.from_numpy, (quads, visible, backs, labels, false))
    return Batch(torch.from_numpy(pictures).permute(0, 3, 1, 2).float(), *parts)


def test_patches_are_those_of_one_picture(windows):
    from models.batches.patches import balanced, rectified
    from vision.detection.patches import balance, rectify

    ours = balanced(rectified(windows.pictures, windows.quads[:, :2]))[0].permute(0, 2, 3, 1).numpy()
    bgr = windows.pictures[0].permute(1, 2, 0).numpy().astype(np.uint8)
    theirs = balance(rectify(bgr, windows.quads[0, :2].numpy())).astype(float)
    assert np.abs(ours - theirs).mean() < 2


def test_a_window_gives_its_tiles_and_places_that_are_none(windows):
    from models.batches.patches import cut
    from models.tile_reader.train import NOBODY, NONE
    from vision.predictions import KINDS

    patches, labels, there = cut(windows, windows.pictures)
    assert patches.shape == (*there.shape, 3, 64, 48)
    kinds = labels[..., 0][0][there[0]].tolist()
    assert sorted({KINDS[kind] for kind in kinds}) == ["7", "back", "none"]
    assert (labels[1][there[1]] == torch.tensor([NONE, NOBODY, NOBODY])).all()
    turns = labels[..., 2][labels[..., 0] >= KINDS.index("back")]
    assert (turns == NOBODY).all()


def test_pale_ink_is_paler_and_white_stays(monkeypatch):
    from models.batches.print_variation import printed_otherwise
    from models.tile_reader import print_variation as how
    from vision.detection.patches import WHITE

    monkeypatch.setattr(how, "OUTLINED", 0.0)
    monkeypatch.setattr(how, "FAINT", 1.0)
    patches = torch.full((3, 2, 3, 64, 48), WHITE)
    patches[..., 20:30, :] = 30.0
    pale = printed_otherwise(patches.clone(), torch.zeros((3, 2), dtype=torch.bool))
    assert (pale[..., :20, :] == WHITE).all()
    assert (pale[..., 20:30, :] > 60).all()


def test_of_an_outlined_stroke_the_inside_is_white():
    from models.batches.print_variation import outlined
    from vision.detection.patches import WHITE

    patches = torch.full((2, 3, 64, 48), WHITE)
    patches[..., 20:40, 10:38] = 30.0
    drawn = outlined(patches)
    assert (drawn[..., 30, 24] > 150).all()
    assert (drawn.amin(dim=(1, 2, 3)) < 60).all()


@pytest.fixture
def judged():
    from models.batches.joint_reader import JudgedReader

    return JudgedReader(slots=3).eval()


def seen(answer):
    """The reader's logits and its judge's, window by window."""
    alone, together = answer.view(2, 3, 48).split(24, dim=2)
    return alone, together


def test_a_judge_that_has_learned_nothing_changes_nothing(judged):
    with torch.no_grad():
        alone, together = seen(judged.features(torch.randn(6, 3, 64, 48)))
    assert torch.equal(alone, together)


def test_a_judge_hears_of_the_other_tiles_of_a_window_and_of_no_other(judged):
    torch.nn.init.normal_(judged.judge.out.weight)
    x = torch.randn(6, 3, 64, 48)
    other = x.clone()
    other[1] = torch.randn(3, 64, 48)
    gone = x.clone()
    gone[1] = -2.0
    with torch.no_grad():
        before, after, without = (seen(judged.features(batch))[1] for batch in (x, other, gone))
    assert not torch.allclose(before[0, 0], after[0, 0], atol=1e-4)
    assert torch.allclose(before[1], after[1], atol=1e-4)
    assert not torch.allclose(before[0, 0], without[0, 0], atol=1e-4)


def test_a_lesson_is_learned_and_the_reader_comes_out_alone(tmp_path, windows):
    from datasets.synthetic_tables.shards import Shard
    from models.batches.joint_reader import JudgedReader
    from models.batches.train_reader import NONE_AGAIN, SLOTS, batches, losses, reader_of
    from models.batches.window_pool import Pool
    from models.tile_reader.network import TileReaderNet
    from models.tile_reader.train import NONE
    from models.training_loop import normalised

    jpeg = cv2.imencode(".jpg", windows.pictures[0].permute(1, 2, 0).numpy().astype(np.uint8))[1].ravel()
    tiles = np.array([[0, SEVEN_OF_RED, 1, 0, *windows.quads[0, 0].ravel().tolist()]], np.float32)
    Shard(jpeg, np.array([0, len(jpeg)]), tiles, np.empty((0, 10), np.float32)).save(tmp_path / "one.npz")
    pools = [Pool(tmp_path, 1, torch.device("cpu")) for _ in range(3)]
    assert [pool.take() for pool in pools] == [1, 1, 1]
    pictures, labels, is_free = next(batches(*pools, 4))
    assert (pictures.shape, labels.shape) == ((4 * SLOTS, 64, 48, 3), (4 * SLOTS, 3))
    assert 0 < int(is_free.sum()) < int((labels[:, 0] >= 0).sum())
    net = JudgedReader(SLOTS)
    terms = losses(net.features(normalised(pictures)), labels, is_free)
    assert all(torch.isfinite(term) for term in terms.values())
    alone = TileReaderNet()
    alone.load_state_dict(reader_of(net.state_dict()))
    raised = (alone.heads.bias - net.reader.heads.bias).detach()
    assert raised.nonzero().tolist() == [[NONE]]
    assert float(raised[NONE]) == pytest.approx(NONE_AGAIN)
