"""Laws of the code base: who may import whom, how long files and functions may be, what every package documents."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "companion", "models", "datasets")
OURS = (*PACKAGES, "tests")
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_README, MOST_PARAMETERS = 300, 60, 40, 5
COMPOSER, DASHBOARD = "companion.server.server_process", "companion.dashboard"
WATCHES = ("vision.tracking", "vision.table_plan", "vision.watching", "vision.cameras")


@dataclass(frozen=True, slots=True)
class Law:
    """What the modules under one name may import, beside the standard library and themselves."""

    allowed: tuple[str, ...]
    forbidden: tuple[str, ...] = ()

    def admits(self, imported: str) -> bool:
        return _under(imported, self.allowed) and not _under(imported, self.forbidden)


LAWS = {
    "engine": Law(("engine",)),
    "vision": Law(("vision", "engine.tiles", "engine.sentences", "numpy", "cv2", "onnxruntime"), WATCHES),
    "vision.io.heic": Law(("vision.errors", "numpy", "pi_heif")),
    "vision.tracking": Law(("vision", "engine.tiles", "numpy", "cv2"), WATCHES[1:]),
    "vision.table_plan": Law(("vision", "engine.tiles", "numpy", "cv2"), ("vision.watching", "vision.cameras")),
    "vision.watching": Law(("vision", "engine.tiles", "engine.sentences", "numpy", "cv2")),
    "vision.cameras": Law(("vision.cameras", "vision.change_detection.small_pictures", "vision.errors",
                           "vision.io.images", "vision.networks.memory",
                           "vision.reading", "vision.wording", "numpy", "cv2")),
    "companion": Law(("companion", "engine", "vision", "numpy", "cv2", "typer", "rich"), (DASHBOARD,)),
    "companion.eventstore": Law(("companion.eventstore", "companion.errors", "companion.match_commands",
                                 "companion.refusal", "companion.version", "engine.sentences",
                                 "engine.rule_and_tile_words", "sqlalchemy", "alembic", "platformdirs")),
    "companion.eventstore.shared_key": Law(("companion.eventstore", "companion.errors", "cryptography")),  # seals keys
    "companion.game_tracking": Law(("companion.game_tracking", "companion.recognition", "companion.view_models",
                                    "companion.matches", "engine", "vision", "numpy")),
    "companion.network.certificates": Law(("companion", "cryptography"), (DASHBOARD,)),
    "companion.bulk_counting.cluster": Law(("companion", "vision.networks.memory", "dask", "distributed"),
                                           (DASHBOARD,)),
    "companion.playing": Law(("companion", "engine"), (DASHBOARD, "companion.game_tracking", "companion.live")),
    "companion.webhooks.obs": Law(("companion", "simpleobsws", "websockets"), (DASHBOARD,)),
    "companion.printing": Law(("companion.printing", "companion.line_breaks", "companion.naming",
                               "companion.view_models", "engine.rules.profiles", "engine.sentences", "numpy", "cv2",
                               "reportlab", "segno", "xlsxwriter")),
    "companion.census": Law(("companion.census", "companion.view_models.census", "engine.tiles", "vision",
                             "numpy", "cv2"), WATCHES),
    "companion.paper_game": Law(("companion.paper_game", "companion.printing.line_fitting",
                                 "companion.printing.a4_page", "companion.errors", "companion.refusal",
                                 "companion.view_models", "engine.sentences", "engine.tiles", "reportlab")),
    "companion.server.organiser_link": Law(("companion", "engine.sentences", "segno"), (DASHBOARD,)),
    "companion.server.template_cache": Law(("companion.eventstore.evidence_store", "jinja2", "platformdirs")),
    "companion.tournaments.swiss": Law(("companion.tournaments.swiss", "networkx")),
    "companion.files.workbooks": Law(("python_calamine",)),
    COMPOSER: Law(("companion", "engine", "vision", "numpy", "cv2", "typer", "rich", "flask")),
    "companion.network.web_server": Law(("companion.network.certificates", "granian")),
    DASHBOARD: Law((DASHBOARD, "companion.network.addresses", "companion.network.key_derivation",
                    "companion.network.request_keys", "companion.view_models", "companion.refusal",
                    "companion.match_commands", "companion.tournaments.commands", "companion.playing.game_commands",
                    "flask", "flask_babel", "babel", "itsdangerous", "jinja2", "markupsafe", "segno", "werkzeug")),
    "models": Law(("models", "datasets", "vision", "engine", "numpy", "cv2", "onnx", "onnxruntime", "torch")),
    "datasets": Law(("datasets", "vision", "engine", "numpy", "cv2", "PIL")),
    "datasets.physical_tables.tracer": Law(("datasets", "numpy", "cv2", "mitsuba", "drjit")),
}  # fmt: skip
"""The most specific name holds: ``companion.dashboard.photos.pages`` obeys the dashboard's law, not the companion's."""


def _under(name: str, tops: tuple[str, ...]) -> bool:
    return any(name == top or name.startswith(top + ".") for top in tops)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def law_of(module: str) -> Law:
    return LAWS[max((name for name in LAWS if _under(module, (name,))), key=len)]


def imports(source: str, module: str = "", *, package: bool = False) -> set[str]:
    """Everything that the text of ``module`` imports, dotted in full; names of the standard library left out."""
    return _imports(ast.walk(ast.parse(source)), module, package)


def _imports(nodes: Iterable[ast.AST], module: str, package: bool) -> set[str]:
    found = {name for node in nodes for name in _imported(node, module, package)}
    return {name for name in found if name.split(".")[0] not in sys.stdlib_module_names}


def _imported(node: ast.AST, module: str, package: bool) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        above = module.split(".")[: -node.level + package or None] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (_longest_module(f"{base}.{alias.name}", base) for alias in node.names)


def _longest_module(dotted: str, base: str) -> str:
    """``dotted`` when that is a module of ours, else ``base``: ``from engine import tiles`` means ``engine.tiles``."""
    place = ROOT.joinpath(*dotted.split("."))
    return dotted if place.with_suffix(".py").is_file() or (place / "__init__.py").is_file() else base


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Outline:
    """What the tests here ask of a module; it is parsed once for all of them."""

    docstring: str | None
    imports: frozenset[str]
    functions: tuple[tuple[str, int, tuple[str, ...]], ...]
    """Each with its lines after the first, and its parameters but for ``self`` and ``cls``."""
    classes: tuple[str, ...]
    docstrings: tuple[tuple[str, str], ...]
    """Of the module, its classes and functions: the name, empty for the module, and the text."""


@cache
def outline(path: Path) -> Outline:
    tree = ast.parse(text(path))
    nodes = list(ast.walk(tree))
    found = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    imported = _imports(nodes, module_name(path), path.name == "__init__.py")
    lines = ((node.end_lineno or 0) - node.lineno for node in found)
    asked = ((*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) for node in found)
    named = (tuple(each.arg for each in given if each.arg not in ("self", "cls")) for given in asked)
    return Outline(
        ast.get_docstring(tree),
        frozenset(imported),
        tuple(zip((node.name for node in found), lines, named, strict=True)),
        tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
        tuple(
            (getattr(node, "name", ""), ast.get_docstring(node, clean=False) or "")
            for node in nodes
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ),
    )


SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
CODE = sorted([*SOURCES, *(ROOT / "tests").rglob("*.py")])
TEXTS = sorted(
    path
    for folder in (*OURS, ".ci")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and path.suffix in {"", ".py", ".md", ".toml", ".html", ".js", ".css", ".po", ".json", ".txt"}
) + [path for path in sorted(ROOT.glob("*")) if path.suffix in {".md", ".toml", ".yaml"} or path.name == "Makefile"]


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def unlawful_imports(path: Path) -> list[str]:
    law = law_of(module_name(path))
    return sorted(name for name in outline(path).imports if not law.admits(name))


def test_a_module_imports_only_what_its_package_may() -> None:
    assert {relative(path): found for path in SOURCES if (found := unlawful_imports(path))} == {}


WITH_NETWORKS = [path for path in [*SOURCES, *(ROOT / "models").rglob("*.py"), *(ROOT / "datasets").rglob("*.py")]
                 if "import onnxruntime" in text(path) or "from onnxruntime" in text(path)]  # fmt: skip


@pytest.mark.parametrize("path", WITH_NETWORKS, ids=relative)
def test_nothing_loads_the_runtime_before_it_was_told_to_report_to_nobody(path: Path) -> None:
    """``vision`` tells it; every module of vision is in it, all others import it first."""
    nodes = [node for node in ast.parse(text(path)).body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [getattr(node, "module", None) or node.names[0].name for node in nodes]
    first = next(at for at, name in enumerate(names) if name.partition(".")[0] == "onnxruntime")
    assert path.is_relative_to(ROOT / "vision") or any(name.partition(".")[0] == "vision" for name in names[:first])


@pytest.mark.parametrize(
    ("source", "module", "offence"),
    [
        ("import numpy", "engine.score", "numpy"),
        ("import vision.reading", "engine.score", "vision.reading"),
        ("from engine.rules import rules", "vision.layout.layout", "engine.rules.rules"),
        ("from engine import Rules", "vision.layout.layout", "engine"),
        ("from engine.rules.rules import Rules", "vision.layout.layout", "engine.rules.rules"),
        ("import flask", "vision.layout.layout", "flask"),
        ("from vision.watching.watcher import TableWatcher", "vision.pipeline", "vision.watching.watcher"),
        ("from vision.cameras import open_camera", "vision.pipeline", "vision.cameras"),
        ("import flask", "companion.bootstrap", "flask"),
        ("import flask", "companion.cli.serve", "flask"),
        ("from companion.dashboard import create_app", "companion.recognition.interpret", "companion.dashboard"),
        ("from ..dashboard.photos import pages", "companion.cli.read", "companion.dashboard.photos.pages"),
        ("from . import dashboard", "companion.bootstrap", "companion.dashboard"),
        ("def late():\n    import engine.melds.melds", "companion.dashboard.photos.pages", "engine.melds.melds"),
        (
            "from companion.recognition.interpret import interpret",
            "companion.dashboard.photos.pages",
            "companion.recognition.interpret",
        ),
        ("from models.onnx_export import export", "vision.networks.sessions", "models.onnx_export"),
        ("from datasets.synthetic_tables import render", "companion.bootstrap", "datasets.synthetic_tables.render"),
        ("from companion.view_models import TileView", "datasets.synthetic_tables.demo", "companion.view_models"),
        ("import models.training_loop", "datasets.synthetic_tables.demo", "models.training_loop"),
    ],
)
def test_the_law_sees_an_offence(source: str, module: str, offence: str) -> None:
    assert [name for name in imports(source, module) if not law_of(module).admits(name)] == [offence]


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from engine.tiles import Tile", "vision.layout.layout"),
        ("from engine import tiles", "vision.layout.layout"),
        ("import json, tomllib", "engine.rules.rules"),
        ("from companion.dashboard import create_app\nimport flask", "companion.server.server_process"),
        ("import granian", "companion.network.web_server"),
        ("from . import pages\nfrom ..snapshot import PhotoScore", "companion.dashboard.photos.api"),
        ("from datasets.synthetic_tables.render import render\nimport torch", "models.tile_reader.train"),
    ],
)
def test_the_law_lets_the_rest_pass(source: str, module: str) -> None:
    assert all(law_of(module).admits(name) for name in imports(source, module))


def circle(imported: dict[str, set[str]]) -> list[str]:
    """Modules of which each imports the next and the last one the first; none where all imports point one way."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_imports_point_one_way() -> None:
    assert not circle({module_name(path): set(outline(path).imports) for path in SOURCES})


def test_a_circle_is_seen() -> None:
    assert set(circle({"a": {"b"}, "b": {"c", "numpy"}, "c": {"a"}})) == {"a", "b", "c"}


def test_files_and_functions_stay_short() -> None:
    lengths = {relative(path): len(text(path).splitlines()) for path in CODE}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}
    functions = [(relative(path), *measured) for path in CODE for measured in outline(path).functions]
    assert [(path, name) for path, name, lines, _ in functions if lines >= LONGEST_FUNCTION] == []


def test_a_function_asks_for_few_things() -> None:
    paths = [path for path in SOURCES if path.parent.name != "cli"]  # a command's parameters are its options
    functions = [(relative(path), name, asked) for path in paths for name, _, asked in outline(path).functions]
    assert [measured for measured in functions if len(measured[-1]) > MOST_PARAMETERS] == []


def test_a_module_says_what_it_is_for() -> None:
    assert [relative(path) for path in SOURCES if path.name != "__init__.py" and not outline(path).docstring] == []


@pytest.mark.parametrize(
    "package",
    [*PACKAGES, "companion/dashboard", "companion/paper_game", "companion/printing", "companion/game_tracking"],
)
def test_a_package_opens_with_a_page_about_itself(package: str) -> None:
    page = ROOT / package / "README.md"
    assert page.is_file()
    assert 3 <= len(text(page).splitlines()) <= LONGEST_README


@pytest.mark.parametrize("package", ["engine", "vision", "companion"])
def test_a_package_ships_its_types(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def test_no_text_knows_the_machine_it_was_written_on() -> None:
    places = ("work", "root", "home/[a-z]+", "tmp/[a-z]+", "Users/[A-Za-z]+")
    elsewhere = re.compile(r"(?<![\w.$}~-])/(" + "|".join(places) + r")/\w")
    assert not [relative(path) for path in TEXTS if elsewhere.search(text(path))]


def test_no_name_is_a_shrug() -> None:
    shrugs = {"utils", "util", "helper", "helpers", "manager", "process", "data", "info", "misc", "common"}
    assert not [relative(path) for path in CODE if path.stem in shrugs]
