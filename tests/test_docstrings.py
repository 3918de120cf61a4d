"""What the examples in docstrings show is what comes back."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, module_name, relative, text

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
