"""No sentence stands in two languages in the code: Spanish alone does, and catalogues have the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.translations.catalog import ROOT

PACKAGES = ("engine", "vision", "companion")
EXCEPTIONS = {
    "companion/dashboard/language.py": "each language under its own name",
    "companion/naming.py": "thousands are grouped by commas in English alone",
    "companion/printing/spreadsheet_files.py": "cells are parted by commas where decimals have a point",
    "vision/watching/camera_fitness.py": "decimals have a point in English alone",
}
"""Where a language is told apart all the same, and why: none of these holds a sentence."""


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_language_is_told_apart_in_the_code(path: Path) -> None:
    found = list(told_apart(path.read_text("utf-8")))
    assert bool(found) == (str(path.relative_to(ROOT)) in EXCEPTIONS), found


@pytest.mark.parametrize(
    "source",
    [
        'X = {"es": "Nada.", "en": "Nothing."}',
        'said = ("Nada.", "Nothing.")[language == "en"]',
        'said = "Nada." if lang == "es" else "Nothing."',
        'said = "Nada." if "en" != language else "Nothing."',
        "said = pair[LANGUAGES.index(language)]",
        'help = phrase("Nada.", "Nothing.")',
    ],
)
def test_whatever_holds_two_languages_is_seen(source: str) -> None:
    assert list(told_apart(source))


def told_apart(source: str) -> Iterator[str]:
    """What of ``source`` holds a sentence twice, or asks which language it is."""
    for part in ast.walk(ast.parse(source)):
        is_pair = isinstance(part, ast.Dict) and {"es", "en"} <= {getattr(key, "value", None) for key in part.keys}
        is_asked = isinstance(part, ast.Compare) and any(
            isinstance(side, ast.Constant) and side.value in ("es", "en") for side in (part.left, *part.comparators)
        )
        if is_pair or is_asked or _is_found_by_place(part) or _is_help_twice(part):
            yield ast.unparse(part)


def _is_found_by_place(part: ast.AST) -> bool:
    return isinstance(part, ast.Attribute) and part.attr == "index" and _is_called(part.value, "LANGUAGES")


def _is_help_twice(part: ast.AST) -> bool:
    return (
        isinstance(part, ast.Call)
        and _is_called(part.func, "phrase")
        and len(part.args) > 1
        and all(isinstance(argument, ast.Constant) for argument in part.args)
    )


def _is_called(part: ast.AST, name: str) -> bool:
    return isinstance(part, ast.Name) and part.id == name
