"""Rows of tests/cases/*.toml as parameters of a test, named by their sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

_CASES = Path(__file__).parents[1] / "cases"


def rows(file: str, key: str) -> list[Any]:
    """The rows of ``key`` in ``cases/<file>.toml``."""
    listed = tomllib.loads(_CASES.joinpath(f"{file}.toml").read_text("utf-8"))[key]
    return [pytest.param(row, id=row.get("says", f"row {number}")) for number, row in enumerate(listed, 1)]


def overrides(row: dict[str, Any]) -> tuple[str, ...]:
    """The rules that ``row`` sets apart from its profile."""
    return (row["set"],) if "set" in row else ()
