"""Rows of tests/cases/*.toml as parameters of a test, named by their sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine import Violation
from engine.rule_and_tile_words import LANGUAGES, tile_list

_CASES = Path(__file__).parents[1] / "cases"


def rows(file: str, key: str) -> list[Any]:
    """The rows of ``key`` in ``cases/<file>.toml``."""
    listed = tomllib.loads(_CASES.joinpath(f"{file}.toml").read_text("utf-8"))[key]
    return [pytest.param(row, id=row.get("says", f"row {number}")) for number, row in enumerate(listed, 1)]


def overrides(row: dict[str, Any]) -> tuple[str, ...]:
    """The rules that ``row`` sets apart from its profile, with semicolons between them."""
    return tuple(row["set"].split("; ")) if "set" in row else ()


def is_told(fault: Violation) -> bool:
    """Whether an offence is told in both languages, with every tile at fault and no gap where there is none."""
    said = {language: fault.sentence(language).lower() for language in LANGUAGES}
    whole = said["es"] != said["en"] and not any(
        gap in sentence for gap in (": .", "  ", "()") for sentence in said.values()
    )
    return whole and all(tile_list(fault.tiles, language).lower() in said[language] for language in LANGUAGES)
