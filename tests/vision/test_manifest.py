"""The list of networks: read from beside the package or from elsewhere, and believed only as far as its hashes go."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import vision
from vision.errors import ModelCorrupt, ModelMissing, VisionError
from vision.networks.manifest import load_manifest, models_folder

CONTENT = b"not really a network"
GOOD = {
    "file": '"reader/reader.onnx"',
    "sha256": f'"{hashlib.sha256(CONTENT).hexdigest()}"',
    "input": '"bgr uint8, (batch, 64, 48, 3)"',
    "trained_on": '["synthetic_tables"]',
    "card": '"reader/card.md"',
}


def listed(folder: Path, **changes: str | None) -> Path:
    """``folder`` with a file and a manifest that lists it as ``[reader]``, some fields changed or left out."""
    fields = {name: text for name, text in {**GOOD, **changes}.items() if text is not None}
    (folder / "reader").mkdir()
    (folder / "reader" / "reader.onnx").write_bytes(CONTENT)
    lines = ["[reader]", *(f"{name} = {text}" for name, text in fields.items())]
    (folder / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_an_entry_is_read_whole(tmp_path: Path) -> None:
    entry = load_manifest(listed(tmp_path))["reader"]
    assert entry.name == "reader"
    assert entry.path == tmp_path / "reader" / "reader.onnx"
    assert entry.card == tmp_path / "reader" / "card.md"
    assert entry.trained_on == ("synthetic_tables",)
    assert entry.read() == CONTENT


def test_the_folder_is_beside_the_package_unless_the_environment_names_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BURAKO_MODELS", raising=False)
    assert models_folder() == Path(vision.__file__).resolve().parents[1] / "models"
    monkeypatch.setenv("BURAKO_MODELS", str(listed(tmp_path)))
    assert list(load_manifest().entries) == ["reader"]


def test_a_network_that_nobody_listed_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="«detector»"):
        load_manifest(listed(tmp_path))["detector"]


def test_no_manifest_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="lista de modelos"):
        load_manifest(tmp_path)


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"file": '"reader/other.onnx"'}, ModelMissing, "model_missing"),
        ({"file": '"reader"'}, ModelMissing, "model_missing"),
        ({"sha256": f'"{"0" * 64}"'}, ModelCorrupt, "model_altered"),
        ({"sha256": '""'}, ModelCorrupt, "model_altered"),
        ({"sha256": '"abc"'}, ModelCorrupt, "manifest_invalid"),
        ({"sha256": "7"}, ModelCorrupt, "manifest_invalid"),
        ({"sha256": None}, ModelCorrupt, "manifest_invalid"),
        ({"file": None}, ModelCorrupt, "manifest_invalid"),
        ({"card": "[1]"}, ModelCorrupt, "manifest_invalid"),
        ({"trained_on": "3"}, ModelCorrupt, "manifest_invalid"),
        ({"input": '"unclosed'}, ModelCorrupt, "manifest_invalid"),
    ],
    ids=str,
)
def test_what_is_not_as_listed_is_refused(
    tmp_path: Path, changes: dict[str, str | None], error: type[VisionError], code: str
) -> None:
    listed(tmp_path, **changes)
    with pytest.raises(error) as refused:
        load_manifest(tmp_path)["reader"].read()
    assert refused.value.code == code
    assert refused.value.sentence("en")
