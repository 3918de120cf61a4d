"""The application: combines vision and engine in the command line, the scoring of readings, and the dashboard."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import vision as vision  # before anything else: onnxruntime then reports its use to nobody, whoever imports it next

if TYPE_CHECKING:
    from pathlib import Path

    from companion.bootstrap import Recognizer
    from companion.view_models import PhotoScore

__all__ = ["read"]


def read(path: str | Path, rules: str | Path = "clasico") -> PhotoScore:
    """Score a photograph: its tiles, its melds with points and violations, and its doubts.

    ``rules`` is the name of a profile, or of a file of one's own. Sentences in it are Spanish; codes are the same in
    every language. ``as_json()`` of the answer is what `burako read --json` prints. The networks are loaded by the
    first call and kept. Raises BadImage, RulesError, ModelMissing or ModelCorrupt, each with one sentence; TypeError
    for a photograph that is no path, or rules that are neither a name nor one.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a photograph is a path, not {type(path).__name__}")
    if not isinstance(rules, (str, os.PathLike)):
        raise TypeError(f"rules are the name of a profile or the path of a file, not {type(rules).__name__}")
    from pathlib import Path

    from companion import bootstrap

    law = bootstrap.open_rules(str(rules))
    return bootstrap.read_photograph_file(_recognizer(), Path(path), str(path))[1].score(law)


@cache
def _recognizer() -> Recognizer:
    from companion import bootstrap

    return bootstrap.open_recognizer()
