"""What the developers' pages name is there, links lead somewhere, and the site holds every page and loads nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "mkdocs.yml"
PAGES = sorted(DOCS.rglob("*.md"))
GUIDES = sorted((DOCS / "developers").glob("*.md"))
_CODE = re.compile(r"`([^`\n]+)`")
_BLOCK = re.compile(r"^ {4}.*$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_MODULE = re.compile(r"(?:python -m )((?:companion|datasets|models|tests)(?:\.\w+)+)")
_TESTS = re.compile(r"\btest_\w+\b")
_LOADED = re.compile(
    r"""(?:<(?:script|img|link|source|iframe|audio|video|object|embed)\b[^>]*?\b(?:src|href|data)\s*=\s*["']?"""
    r"""|url\(\s*["']?|@import\s+["']?|\bimport\(\s*["']|\bfetch\(\s*["'])(?:https?:)?//[^"'\s)>]+""",
    re.IGNORECASE,
)
"""Something of another host that a browser would fetch by itself; a link that somebody taps is none."""
TOPS = tuple(f"{path.name}/" for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith("."))
FILES = {path.name for path in ROOT.iterdir() if path.is_file()}


def name(path: Path) -> str:
    return str(path.relative_to(DOCS))


def paths_in(text: str) -> list[str]:
    """The files and folders of ours that a page names between backticks; what is only an example is in capitals."""
    words = [word for code in _CODE.findall(_BLOCK.sub("", text)) for word in code.split()]
    paths = [word.rstrip(".,:;") for word in words if word.startswith(TOPS) or word in FILES]
    return [path for path in paths if not re.search(r"[A-Z…]{4}", Path(path).stem) or path in FILES or is_there(path)]


def is_there(path: str) -> bool:
    return any(ROOT.glob(path)) if "*" in path else (ROOT / path).exists()


def modules_in(text: str) -> list[str]:
    return _MODULE.findall(text)


def is_module(dotted: str) -> bool:
    place = ROOT.joinpath(*dotted.split("."))
    return place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()


def links_of(page: Path) -> list[str]:
    """Where a page leads inside this tree."""
    found = (link.partition("#")[0] for link in _LINK.findall(page.read_text(encoding="utf-8")))
    return [link for link in found if link and "://" not in link]


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_every_path_that_is_named_is_there(page: Path) -> None:
    paths = paths_in(page.read_text(encoding="utf-8"))
    assert len(paths) > 5
    assert [path for path in paths if not is_there(path)] == []


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_every_module_and_test_that_is_named_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [module for module in modules_in(text) if not is_module(module)] == []
    tests = {name for name in _TESTS.findall(text) if f"{name}.py" not in text}
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert {test for test in tests if f"def {test}(" not in written} == set()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`engine/rules/rules.py` and `engine/melds`", []),
        ("`engine/rules/nowhere.py`", ["engine/rules/nowhere.py"]),
        ("`grep -n x vision companion/nowhere`", ["companion/nowhere"]),
        ("`engine/wording/*.toml`, `engine/nothing/*.toml`", ["engine/nothing/*.toml"]),
        ("`engine/profiles/NAME.toml`, `models/LEDGER.md`, `README.md`, `max_wilds`", []),
        ("    companion/nowhere in a block is what somebody types", []),
    ],
)
def test_a_path_that_is_not_there_is_noticed(text: str, missing: list[str]) -> None:
    assert [path for path in paths_in(text) if not is_there(path)] == missing


@pytest.mark.parametrize(
    ("module", "is_one"), [("models.ledger", True), ("tests.torture", True), ("models.nowhere", False)]
)
def test_a_module_is_one_that_python_runs(module: str, is_one: bool) -> None:
    assert modules_in(f"`python -m {module} X`") == [module]
    assert is_module(module) is is_one


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_to_a_file_of_the_site(page: Path) -> None:
    targets = {link: (page.parent / link).resolve() for link in links_of(page)}
    assert [link for link, path in targets.items() if not (path.is_file() and path.is_relative_to(DOCS))] == []


def test_the_navigation_has_every_page_once() -> None:
    listed = re.findall(r": ([\w/-]+\.md)$", SITE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == [name(page) for page in PAGES]


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ('<script async src="https://cdn.example/x.js"></script>', True),
        ("<link rel=stylesheet href=//cdn.example/x.css>", True),
        ("@font-face{src:url('https://cdn.example/x.woff2')}", True),
        ('<img alt="" src="../reading.jpg"><script src="js/base.js"></script>', False),
        ('<a href="https://www.mkdocs.org/">MkDocs</a>', False),
        ("url(data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E)", False),
    ],
)
def test_what_a_browser_would_fetch_is_noticed(text: str, loads: bool) -> None:
    assert bool(_LOADED.search(text)) is loads


@pytest.mark.skipif(find_spec("mkdocs") is None, reason="MkDocs is not installed: make docs")
def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    assert len(list(tmp_path.rglob("*.html"))) > len(PAGES)
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in tmp_path.rglob("*")
        if path.suffix in {".html", ".css", ".js"}
    }
    assert {str(path): found[0] for path, text in texts.items() if (found := _LOADED.search(text))} == {}


def test_every_test_that_the_table_of_situations_names_is_there() -> None:
    rows = re.findall(r"^\|.*$", (DOCS / "situaciones.md").read_text("utf-8"), re.MULTILINE)
    named = set(re.findall(r"`([a-z_/]+(?:\.py|/))`", "\n".join(rows)))
    tests = ROOT / "tests"
    places = {name: (tests if name.startswith("vision/") else tests / "companion") / name for name in named}
    assert len(named) > 20
    assert [name for name, place in places.items() if not place.exists()] == []
