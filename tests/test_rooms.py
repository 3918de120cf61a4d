"""Folders are the rooms of a package: they import one another one way, and a name has one meaning."""

from __future__ import annotations

import re

import pytest

from tests.test_architecture import OURS, ROOT, SOURCES, circle, module_name, outline, text

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
    names = set(re.findall(r"\w+", text(ROOT / "docs" / "developers" / "map.md")))
    rooms = {path.name for path in (ROOT / package).iterdir() if any(path.glob("*.py"))}
    assert rooms - names == set()
