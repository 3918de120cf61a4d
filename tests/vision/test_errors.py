"""What vision says when the world fails it: one sentence each, in both languages, for every code that is raised."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from string import Formatter

import pytest

import vision
from vision import errors
from vision.cameras import CameraHealth, CameraState, CameraTrouble
from vision.cameras.open_errors import CAUSES
from vision.cameras.recording_gaps import LACKS
from vision.errors import VisionError
from vision.watching.frame_results import FrameState
from vision.wording import SENTENCES

ERRORS = tuple(
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, VisionError) and kind is not VisionError
)
NAMES = {error.__name__ for error in ERRORS}


def codes_raised() -> set[str]:
    """The codes with which the package builds its errors."""
    calls = (
        node
        for path in sorted(Path(vision.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES
    )
    first = [argument for call in calls for argument in ast.walk(call.args[0])]
    return {node.value for node in first if isinstance(node, ast.Constant)}


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_code_has_one_sentence_in_each_language(code: str) -> None:
    spanish, english = SENTENCES[code]["es"], SENTENCES[code]["en"]
    assert placeholders(spanish) == placeholders(english)
    assert spanish != english
    for sentence in (spanish, english):
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0] in "«“"
        assert "\n" not in sentence


def codes_told() -> set[str]:
    """The codes with which a camera tells how it is doing, and a watcher what it sees."""
    told = {f"camera_{what}" for what in (*CameraState, *CameraTrouble)} | {f"sight_{what}" for what in FrameState}
    own = {code for code in SENTENCES for sort in ("phone", "address")
           if code.startswith(f"{sort}_") and code.replace(sort, "camera") in told}  # fmt: skip
    return told | own | set(filter(None, (*CAUSES, *LACKS))) | {"burnt_out", "faint", "cut_off"}


def test_every_code_is_raised_or_told_somewhere() -> None:
    assert len(ERRORS) > 4
    assert codes_raised() | codes_told() == set(SENTENCES)


@pytest.mark.parametrize("source", ["phone", "C920"])
@pytest.mark.parametrize("what", [*CameraState, *CameraTrouble])
def test_a_camera_tells_how_it_is_doing(source: str, what: CameraState | CameraTrouble) -> None:
    trouble = what if isinstance(what, CameraTrouble) else None
    state = CameraState.IMPAIRED if isinstance(what, CameraTrouble) else what
    health = CameraHealth(state=state, trouble=trouble, source=source, size_px=(320, 240), interval_s=59.8)
    for language in ("es", "en", "fr"):
        assert "{" not in health.sentence(language)
    assert health.sentence() == health.sentence("es") == health.sentence("fr") != health.sentence("en")
    assert ("C920" in health.sentence()) == (source == "C920")
    assert ("60" in health.sentence()) == (what is CameraTrouble.SLOW)


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_tells_itself_and_travels_between_programs(kind: type[VisionError]) -> None:
    error = pickle.loads(pickle.dumps(kind("too_small", {"width": 1, "height": 2})))
    assert isinstance(error, VisionError)
    assert type(error) is kind
    assert str(error) == error.sentence() == error.sentence("es") == error.sentence("fr")
    assert "1 × 2" in error.sentence("en")
    assert error.sentence("en") != error.sentence("es")
