"""The small network reads first, and the large one whatever the small one is not sure of."""

import re
import shutil

import numpy as np
import pytest

from tests.vision.answers import PLACE, TABLE, said
from vision.errors import ModelCorrupt, ModelMissing
from vision.networks.manifest import models_folder
from vision.pipeline import TableRecognizer
from vision.predictions import COLORS, KINDS
from vision.reading import DetectedTile
from vision.recognition.inks import KnownInks
from vision.recognition.reader import ReadTuning, TileReader
from vision.recognition.set_profile import SetProfile

WIDE = np.full((200, 400, 3), TABLE[0, 0], np.uint8)
PLACES = [DetectedTile(PLACE.corners_px + np.float32([90 * at, 0]), 0.95) for at in range(4)]


class Network:
    """Answers all patches alike, or a list of answers, and remembers how many it was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = answers, []

    def __call__(self, patches):
        self.asked.append(len(patches))
        given = self.answers * len(patches) if len(self.answers) == 1 else self.answers
        return np.stack(given), np.ones((len(patches), 2), np.float32)


def cascade(small, large, profile=None, many=1):
    return TileReader(large, ReadTuning(doubted=0.0, wary=False, many=many), profile, small=small)


def faces(read, places=PLACES):
    return [tile.belief.best for tile in read(WIDE, places).kept]


def hesitant(shown, **doubts):
    """An answer that leads by no more than ``doubts`` say of its kind, color or turn, in logits."""
    logits, starts = said(shown), {"kind": 0, "color": len(KINDS), "turn": len(KINDS) + len(COLORS)}
    for part, lead in doubts.items():
        own = KINDS.index(shown) if part == "kind" else 0
        logits[starts[part] + own + 1] = logits[starts[part] + own] - lead
    return logits


def test_what_the_small_network_is_sure_of_the_large_one_is_not_asked():
    small, large = Network(said("7")), Network(said("3"))
    assert faces(cascade(small, large)) == ["7r"] * 4
    assert (small.asked, large.asked) == ([4], [])


@pytest.mark.parametrize("part", ["kind", "color", "turn"])
def test_a_doubtful_patch_and_no_other_goes_to_the_large_network(part):
    small, large = Network(said("7"), hesitant("7", **{part: 2}), said("4"), said("11")), Network(said("3", "b"))
    assert faces(cascade(small, large)) == ["7r", "3b", "4r", "11r"]
    assert (small.asked, large.asked) == ([4], [1])


@pytest.mark.parametrize(("many", "face"), [(4, "7r"), (5, "3r")])
def test_of_few_patches_the_large_network_is_asked_alone(many, face):
    assert faces(cascade(Network(said("7")), Network(said("3")), many=many)) == [face] * 4


def test_the_colour_of_what_has_none_may_be_doubtful():
    small, large = Network(hesitant("J", color=0)), Network(said("3"))
    small.answers[0][len(KINDS) : len(KINDS) + len(COLORS)] = 0
    assert faces(cascade(small, large), PLACES[:3]) == ["J"] * 3  # of four a mirror would be asked
    assert large.asked == []


def test_with_a_learned_set_the_large_network_reads_alone():
    correction = np.zeros((3, len(KINDS) + len(COLORS) + 4))
    learned = SetProfile("box", "ab" * 32, correction, KnownInks(np.full((4, 4), np.nan), np.ones(4)), 15)
    small, large = Network(said("7")), Network(said("3"))
    assert faces(cascade(small, large, learned)) == ["3r"] * 4
    assert faces(cascade(small, large).adapted(learned)) == ["3r"] * 4
    assert small.asked == []


def test_a_table_that_is_watched_is_read_by_the_small_network_too():
    small, large = Network(said("7")), Network(said("3"))
    assert faces(cascade(small, large).with_table_memory()) == ["7r"] * 4
    assert large.asked == []


def test_a_second_look_is_taken_with_the_large_network():
    small, large = Network(hesitant("7", kind=2)), Network(hesitant("7", kind=2))
    TileReader(large, ReadTuning(wary=False, many=1), small=small)(WIDE, PLACES[:1])
    assert (small.asked, large.asked) == ([1], [1, 1])


def without_small(folder):
    text = (folder / "manifest.toml").read_text("utf-8")
    parts = re.split(r"(?m)^(?=\[)", text)
    (folder / "manifest.toml").write_text("".join(part for part in parts if "[tile_reader_small" not in part), "utf-8")


def damaged(folder):
    for path in (folder / "tile_reader_small").glob("*.onnx"):
        path.write_bytes(path.read_bytes()[:-1])


def lost(folder):
    for path in (folder / "tile_reader_small").glob("*.onnx"):
        path.unlink()


@pytest.mark.parametrize(
    ("spoilt", "error", "code"),
    [
        (without_small, ModelMissing, "model_unlisted"),
        (lost, ModelMissing, "model_missing"),
        (damaged, ModelCorrupt, "model_altered"),
    ],
)
def test_without_the_small_network_nothing_is_opened(spoilt, error, code, tmp_path):
    shutil.copytree(models_folder(), tmp_path / "models", ignore=shutil.ignore_patterns("*.py", "*.md", "__pycache__"))
    spoilt(tmp_path / "models")
    with pytest.raises(error) as refused:
        TableRecognizer(tmp_path / "models", threads=1)
    assert refused.value.code == code
    assert "tile_reader_small" in str(refused.value.parameters)
