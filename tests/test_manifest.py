"""The networks in the repository are the ones listed: hashes match, cards exist, labels inside are ours.

An entry without a hash waits for its first export; then everything here holds for it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from vision import predictions as look
from vision.networks.manifest import ModelEntry, load_manifest
from vision.networks.sessions import OnnxSession, open_session

ROOT = Path(__file__).parents[1]
MANIFEST = load_manifest(ROOT / "models")
EXPORTED = tuple(entry for entry in MANIFEST.entries.values() if entry.sha256)
DETECTOR_OUTPUTS = 11


def listed(kind: str) -> list[ModelEntry]:
    return [entry for entry in EXPORTED if entry.name.startswith(kind) and entry.path.suffix == ".onnx"]


def problems(check: Callable[[ModelEntry], object]) -> list[str]:
    """The names of the exported networks for which ``check`` does not hold."""
    return [entry.name for entry in EXPORTED if not check(entry)]


def test_both_networks_are_listed() -> None:
    assert {"tile_detector", "tile_reader"} <= set(MANIFEST.entries)


def test_hashes_match_the_files() -> None:
    assert all(entry.read() for entry in EXPORTED)


def test_no_network_lies_in_the_folder_unlisted() -> None:
    files = {path.relative_to(ROOT) for path in (ROOT / "models").rglob("*.onnx")}
    assert files <= {entry.path.relative_to(ROOT) for entry in MANIFEST.entries.values()}


def test_every_network_has_a_card_that_says_how_good_it_is() -> None:
    assert problems(lambda entry: entry.card.is_file() and len(entry.card.read_text(encoding="utf-8")) > 500) == []


def test_every_network_names_the_datasets_it_was_trained_on() -> None:
    carded = {path.parent.name for path in (ROOT / "datasets").glob("*/card.md")}
    assert problems(lambda entry: entry.trained_on and set(entry.trained_on) <= carded) == []


def test_the_wheel_takes_every_network_along() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert shipped.get("models/manifest.toml") == "models/manifest.toml"
    assert problems(lambda entry: shipped.get(name := str(entry.path.relative_to(ROOT))) == name) == []


def test_labels_inside_the_readers_are_those_that_reading_uses() -> None:
    for entry in listed("tile_reader"):
        session = open_session(entry, 1)
        assert (session.labels["kinds"], session.labels["colors"]) == (look.KINDS, look.COLORS), entry.name
        logits = session(np.full((2, 64, 48, 3), 200, np.uint8))[0]
        assert logits.shape == (2, len(look.KINDS) + len(look.COLORS) + len(session.labels["turns"])), entry.name


def test_the_detectors_answer_at_a_quarter_of_the_picture() -> None:
    for entry in listed("tile_detector"):
        session: OnnxSession = open_session(entry, 1)
        assert len(session.labels["channels"]) == DETECTOR_OUTPUTS, entry.name
        assert session.labels["stride"] == ("4",), entry.name
        answer = session(np.zeros((1, 64, 96, 3), np.uint8))[0]
        assert answer.shape == (1, 16, 24, DETECTOR_OUTPUTS), entry.name
