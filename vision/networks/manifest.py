"""The networks that the program loads: named in ``models/manifest.toml`` and pinned by their SHA-256."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.errors import ModelCorrupt, ModelMissing

FOLDER_VARIABLE = "BURAKO_MODELS"
"""The environment variable that names another folder of models."""
_DIGEST = re.compile(r"[0-9a-f]{64}|")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry:
    """One network of the manifest."""

    name: str
    path: Path
    """Its ONNX file."""
    sha256: str
    """The hash of the file in lower-case hexadecimal; empty while no file has been exported."""
    input: str
    """The network's input: colour order, type and shape, in words."""
    trained_on: tuple[str, ...]
    """The datasets it was trained on."""
    card: Path
    """The page that says what it is for and how good it is."""

    def read(self) -> bytes:
        """The verified bytes of the file. Raises ModelMissing or ModelCorrupt."""
        named = {"name": self.name, "path": str(self.path)}
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise ModelMissing("model_missing", named) from error
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise ModelCorrupt("model_altered", named)
        return content


@dataclass(frozen=True, slots=True)
class Manifest:
    """All networks of a folder, by name."""

    entries: Mapping[str, ModelEntry]

    def __getitem__(self, name: str) -> ModelEntry:
        """The network called ``name``. Raises ModelMissing when none is."""
        try:
            return self.entries[name]
        except KeyError:
            raise ModelMissing("model_unlisted", {"name": name}) from None


def models_folder() -> Path:
    """The folder of the models: ``BURAKO_MODELS``, else ``models`` beside the package, installed or not."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else Path(__file__).resolve().parents[2] / "models"


def networks_version(folder: Path | None = None) -> str:
    """A short hash over all networks; empty where no manifest can be read."""
    try:
        pins = "".join(sorted(entry.sha256 for entry in load_manifest(folder).entries.values()))
    except (ModelMissing, ModelCorrupt):
        return ""
    return hashlib.sha256(pins.encode()).hexdigest()[:12]


def load_manifest(folder: Path | None = None) -> Manifest:
    """The manifest of ``folder`` (of ``models_folder()`` by default). Raises ModelMissing or ModelCorrupt."""
    path = (folder or models_folder()) / "manifest.toml"
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelMissing("manifest_missing", {"path": str(path)}) from error
    except ValueError as error:
        raise ModelCorrupt("manifest_invalid", {"path": str(path), "problem": str(error)}) from error
    return Manifest({name: _entry(path, name, fields) for name, fields in listed.items()})


def _entry(manifest: Path, name: str, fields: Any) -> ModelEntry:
    """Parse one manifest entry. Raises ModelCorrupt when a field is missing or invalid."""
    try:
        entry = ModelEntry(
            name=name,
            path=manifest.parent / fields["file"],
            sha256=fields["sha256"],
            input=fields["input"],
            trained_on=tuple(fields["trained_on"]),
            card=manifest.parent / fields["card"],
        )
        sound = _DIGEST.fullmatch(entry.sha256) is not None
    except (KeyError, TypeError) as error:
        raise ModelCorrupt("manifest_invalid", {"path": str(manifest), "problem": f"[{name}] {error}"}) from error
    if not sound:
        raise ModelCorrupt("manifest_invalid", {"path": str(manifest), "problem": f"[{name}] sha256"})
    return entry
