"""What vision says when the world fails it: one sentence each, in both languages, for every code that is raised."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from string import Formatter

import pytest

import vision
from vision.errors import BadImage, CameraLost, ModelCorrupt, ModelMissing, VisionError
from vision.wording import SENTENCES

ERRORS = (BadImage, ModelMissing, ModelCorrupt, CameraLost)
NAMES = {error.__name__ for error in ERRORS}


def codes_raised() -> set[str]:
    """The codes with which the package builds its errors."""
    calls = (
        node
        for path in sorted(Path(vision.__file__).parent.glob("*.py"))
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
        assert sentence[0].isupper()
        assert "\n" not in sentence


def test_every_code_is_raised_somewhere_or_waits_for_the_cameras() -> None:
    raised = codes_raised()
    assert raised <= set(SENTENCES)
    assert set(SENTENCES) - raised <= {"camera_unopened", "camera_silent"}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_tells_itself_and_travels_between_programs(kind: type[VisionError]) -> None:
    error = pickle.loads(pickle.dumps(kind("too_small", {"width": 1, "height": 2})))
    assert isinstance(error, VisionError)
    assert type(error) is kind
    assert str(error) == error.sentence() == error.sentence("es") == error.sentence("fr")
    assert "1 × 2" in error.sentence("en")
    assert error.sentence("en") != error.sentence("es")
