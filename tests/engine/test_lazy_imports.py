"""Packages whose names are imported when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from tests.companion.conftest import ROOT


@pytest.mark.parametrize("package", ["engine", "companion.view_models"])
def test_every_name_that_a_package_promises_is_there(package: str) -> None:
    found = import_module(package)
    assert [name for name in found.__all__ if getattr(found, name, None) is None] == []


def test_a_name_that_no_module_has_is_missed_as_usual() -> None:
    with pytest.raises(ImportError, match="no_such_name"):
        exec("from engine import no_such_name")
    assert not hasattr(import_module("engine"), "no_such_name")


def test_who_asks_for_one_name_loads_the_modules_behind_it_and_no_others() -> None:
    asks = (
        "import sys; from engine import NotationError; print(*(name for name in sys.modules if name[:7] == 'engine.'))"
    )
    result = subprocess.run([sys.executable, "-c", asks], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(result.stdout.split())
    assert "engine.tiles" in loaded
    assert not {name for name in loaded if name.startswith(("engine.hand", "engine.scoring", "engine.tournament"))}
