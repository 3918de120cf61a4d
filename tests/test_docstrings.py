"""Docstrings: what their examples show is what comes back, and nothing is said twice."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, module_name, outline, relative, text

WITH_EXAMPLES = sorted(
    path
    for package in ("engine", "vision", "companion")
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in text(path)
)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=relative)
def test_an_example_gives_what_it_shows(path: Path) -> None:
    result = doctest.testmod(import_module(module_name(path)))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("package", ["engine", "vision", "companion", "datasets", "models"])
def test_no_docstring_says_a_thing_twice(package: str) -> None:
    """A sentence of several words stands once in a docstring, and paragraphs are parted by empty lines alone."""
    twice = []
    for path in (ROOT / package).rglob("*.py"):
        for name, docstring in outline(path).docstrings:
            words = " ".join(docstring.split())
            sentences = Counter(part for part in re.split(r"(?<=[.;:¶])\s*", words) if part.count(" ") > 3)
            if "¶" in words or max(sentences.values(), default=1) > 1:
                twice.append((relative(path), name))
    assert twice == []
