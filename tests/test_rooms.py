"""Folders are the rooms of a package: they import one another one way, and a name has one meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_architecture import OURS, ROOT, SOURCES, circle, module_name, outline, text

MAP = ROOT / "docs" / "developers" / "map.md"
ROOMS = {"engine": 9, "vision": 10, "companion": 9}
"""Packages whose folders import one another one way only, and how many modules may stand outside those folders."""


@pytest.mark.parametrize("package", ROOMS)
def test_the_folders_of_a_package_import_one_another_one_way(package: str) -> None:
    """A module outside the folders counts as a folder of its own; the package itself imports what it offers."""
    imported: dict[str, set[str]] = {}
    for path in (path for path in SOURCES if path.is_relative_to(ROOT / package)):
        module = module_name(path)
        if module != package:
            found = (name for name in outline(path).imports if name.split(".")[0] == package)
            imported.setdefault(room(module), set()).update(room(name) for name in found)
    assert not circle({name: used - {name, package} for name, used in imported.items()})


def room(module: str) -> str:
    """The folder of a module inside its package: ``engine.melds`` for ``engine.melds.run_and_group``."""
    return ".".join(module.split(".")[:2])


@pytest.mark.parametrize(("package", "most"), ROOMS.items())
def test_few_modules_stand_outside_the_folders(package: str, most: int) -> None:
    assert len(list((ROOT / package).glob("*.py"))) <= most


def test_a_public_class_is_defined_once() -> None:
    homes: dict[str, list[str]] = {}
    for path in SOURCES:
        for name in outline(path).classes:
            if not name.startswith("_"):
                homes.setdefault(name, []).append(module_name(path))
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


_OVER_ONE = re.compile(r"\b(?:for|lambda) (?:at, )?one\b(?: in\b|:)")
"""Loops and functions whose variable names nothing: they go over ``one``."""


def loops_over_one(folders: tuple[str, ...], ending: str) -> int:
    files = (path for folder in folders for path in (ROOT / folder).rglob(f"*{ending}"))
    return sum(len(_OVER_ONE.findall(text(path))) for path in files)


def test_parameters_say_what_they_are() -> None:
    """No parameter is called ``one`` or ``said``, whatever it is."""
    functions = [(module_name(path), name, asked) for path in SOURCES for name, _, asked in outline(path).functions]
    assert not [(module, name) for module, name, asked in functions if {"one", "said"} & {*asked}]


def test_loops_name_what_they_go_over() -> None:
    assert not loops_over_one(OURS, ".py")
    assert not loops_over_one(("companion",), ".html")


@pytest.mark.parametrize("package", ["engine", "vision", "companion", "companion/dashboard", "datasets", "models"])
def test_the_map_names_every_room(package: str) -> None:
    """Whoever looks for the place of a change finds each folder of modules on the developers' map."""
    names = set(re.findall(r"\w+", text(MAP)))
    rooms = {path.name for path in (ROOT / package).iterdir() if any(path.glob("*.py"))}
    assert rooms - names == set()


_CELL = re.compile(r"`([^`]+)`")


def stands_in(row: str) -> Iterator[tuple[str, Path | None]]:
    """Each name of a row of the map that is no whole path, and the file it is said to stand in; None where none is.

    A file without its folder (``chart.py``) belongs to a folder of the row; a name before ``in`` to the file after it.
    """
    paths = [ROOT / word for word in _CELL.findall(row) if (ROOT / word).exists()]
    folders = {folder for path in paths for folder in ((path,) if path.is_dir() else (path.parent,))}
    for symbol, file in re.findall(r"`(\w+)` in `([\w/.]+)`", row):
        is_there = re.search(rf"\b{symbol}\b", text(ROOT / file)) if (ROOT / file).is_file() else None
        yield f"{symbol} in {file}", ROOT / file if is_there else None
    for word in _CELL.findall(row):
        if re.fullmatch(r"[\w/]+\.(py|js)", word) and not (ROOT / word).exists():
            yield word, next((folder / word for folder in folders if (folder / word).is_file()), None)


def test_the_map_leads_to_files_that_are_there() -> None:
    """A file that was renamed, or a constant that moved, is noticed; whole paths are tested with the other pages."""
    found = [
        line for row in MAP.read_text(encoding="utf-8").splitlines() if row.startswith("|") for line in stands_in(row)
    ]
    assert len(found) > 40
    assert [name for name, path in found if path is None] == []


@pytest.mark.parametrize(
    "row",
    [
        "| x | `companion/dashboard/auth/roles.py`, `nowhere.py` there |",
        "| x | `NOTHING_OF_THE_KIND` in `engine/sentences.py` |",
        "| x | `LANGUAGES` in `engine/nowhere.py` |",
    ],
)
def test_a_row_of_the_map_that_leads_nowhere_is_noticed(row: str) -> None:
    assert {path for _, path in stands_in(row)} == {None}
