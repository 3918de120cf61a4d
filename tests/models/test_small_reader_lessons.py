"""The small reader learns what the tile reader answers.

Needs the train extra: `make setup-train`, then `pytest -m train`.
"""

import numpy as np
import pytest

from datasets.synthetic_tables import shards
from datasets.synthetic_tables.generate import PictureSpec, pictures

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")


@pytest.fixture(scope="module")
def windows(tmp_path_factory):
    """Two shards of two windows each."""
    folder = tmp_path_factory.mktemp("windows")
    for at in range(2):
        shards.store(folder / f"shard_{at}.npz", pictures(90_500 + at, 2, PictureSpec(layout="melds", tile_px=40.0)))
    return sorted(folder.glob("*.npz"))


def test_lessons_are_patches_and_what_the_tile_reader_says_of_them(windows, tmp_path):
    from models.tile_reader_small.lessons import Teachers, kept

    patches, answers = kept(tmp_path / "run", windows, 60)
    assert (patches.shape, answers.shape) == ((60, 64, 48, 3), (60, 24))
    again = Teachers.opened().read(np.asarray(patches))[0]
    assert np.abs(again - answers).max() < 0.05, "half precision"
    assert len(np.unique(answers[:, :16].argmax(axis=1))) > 3


def test_lessons_are_made_once(windows, tmp_path):
    from models.tile_reader_small.lessons import kept

    first = np.array(kept(tmp_path / "run", windows, 40)[0])
    assert (kept(tmp_path / "run", [], 40)[0] == first).all()


def test_each_lesson_is_learned_before_any_comes_again():
    from models.tile_reader_small.train import batches

    patches = np.arange(12, dtype=np.uint8)[:, None, None, None] * np.ones((1, 64, 48, 3), np.uint8)
    answers = np.zeros((12, 24), np.float16)
    taught = batches(patches, answers, 4, 0)
    seen = np.concatenate([next(taught)[0][:, 0, 0, 0].numpy() for _ in range(3)])
    assert sorted(seen) == list(range(12))


@pytest.mark.parametrize("part", ["kind", "colour", "turn"])
def test_nothing_is_lost_where_the_answer_is_the_same_and_something_where_it_is_not(part):
    from models.tile_reader_small.train import GROUPS, losses

    wanted = torch.randn(5, 24)
    assert all(float(loss) == pytest.approx(0, abs=1e-5) for name, loss in losses(wanted + 3, wanted).items()
               if not name.startswith("_"))  # fmt: skip
    start = {"kind": 0, "colour": GROUPS["kind"], "turn": GROUPS["kind"] + GROUPS["colour"]}[part]
    other = wanted.clone()
    other[:, start] += 4
    lost = losses(other, wanted)
    assert [name for name in GROUPS if float(lost[name]) > 0.05] == [part]
