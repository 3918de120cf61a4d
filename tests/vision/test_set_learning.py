"""A reader learns a set that it reads wrongly and keeps what it knew; its network is a few lines of arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from vision.adaptation.set_learning import VIEWS, NamedTile, ProfileFitter
from vision.predictions import COLORS, KINDS
from vision.reading import DetectedTile
from vision.recognition.reader import NetworkOutput, TileReader

SIZE = len(KINDS) + len(COLORS) + 4
CODES = {"6": 40, "9": 80, "3": 120, "7": 160, "1": 200, "J": 240}
"""The grey of a patch is what its tile shows, to this network."""


def network(patches):
    """Takes every 9 for a 6; the features tell all greys apart."""
    grey = patches.reshape(len(patches), -1).mean(axis=1)
    features = np.exp(-(((grey[:, None] - np.array(list(CODES.values()))) / 12) ** 2)).astype(np.float32)
    logits = np.zeros((len(patches), SIZE), np.float32)
    for row, kind in enumerate(features.argmax(axis=1)):
        name = list(CODES)[kind]
        logits[row, KINDS.index("6" if name == "9" else name)] = 6
    logits[:, [len(KINDS), len(KINDS) + len(COLORS)]] = 6
    return logits, features


def tile(face):
    """A tile of one grey, whose number is red."""
    picture = np.full((80, 60, 3), CODES[face.rstrip("r")], np.uint8)
    return NamedTile(picture, DetectedTile(np.array([[10, 10], [50, 10], [50, 70], [10, 70]], np.float32), 0.9), face)


@pytest.fixture
def unbalanced(monkeypatch):
    """Patches keep their grey."""
    monkeypatch.setattr("vision.adaptation.set_learning.balance", lambda patches: patches)
    monkeypatch.setattr("vision.recognition.reader.balance", lambda patches: patches)


@pytest.fixture
def teacher(unbalanced):
    rng = np.random.default_rng(1)
    replay = rng.integers(0, 255, (200, 1, 1, 1)) * np.ones((1, 8, 8, 3))
    logits, features = network(replay)
    far = features.max(axis=1) < 0.2
    return ProfileFitter(TileReader(network), "ab" * 32, NetworkOutput(logits[far].astype(np.float64), features[far]))


LESSON = ["6r", "9r", "3r", "7r", "1r", "J"]


def test_what_was_read_wrong_is_read_right_and_the_rest_stays(teacher):
    lesson = [tile(face) for face in LESSON]
    profile = teacher.learn("mine", lesson)
    assert (teacher.examined(lesson, 0.8).right, teacher.examined(lesson, 0.8, profile).right) == (5, 6)
    assert (profile.name, profile.reader, profile.tiles) == ("mine", "ab" * 32, 6)


def test_the_same_lesson_gives_the_same_profile(teacher):
    lesson = [tile(face) for face in LESSON]
    assert teacher.learn("mine", lesson).to_bytes() == teacher.learn("mine", lesson).to_bytes()


def test_of_one_colour_nothing_follows_for_the_others(teacher):
    profile = teacher.learn("mine", [tile(face) for face in LESSON])
    colors = slice(len(KINDS), len(KINDS) + len(COLORS))
    assert not profile.correction[:, colors].any()
    assert np.isnan(profile.inks.means[1:]).all()
    assert not np.isnan(profile.inks.means[0]).any()


def test_what_the_lesson_does_not_show_is_answered_as_before(teacher):
    profile = teacher.learn("mine", [tile(face) for face in LESSON])
    old, new = teacher.replay.logits, teacher.reader.adapted(profile)
    drift = np.abs(teacher.replay.features @ profile.correction[:-1] + profile.correction[-1])
    assert (old.argmax(axis=1) == (old + drift).argmax(axis=1)).mean() > 0.95
    assert new is not teacher.reader


def test_every_tile_is_cut_out_many_times(teacher):
    seen = []
    teacher.reader._session = lambda patches: seen.append(len(patches)) or network(patches)
    teacher.learn("mine", [tile(face) for face in LESSON])
    assert seen == [VIEWS * len(LESSON)]
