"""The next start finds its templates compiled, unless what was kept is damaged or of another version."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import DictLoader

from companion.dashboard.assets import new_app
from companion.server.template_cache import TemplateCache

TEXT = "{{ 1 + 1 }}"
AFTER_THE_FIRST_START: dict[str, tuple[Callable[[bytes], bytes], list[str]]] = {
    "as it was": (lambda kept: kept, []),
    "cut short": (lambda kept: kept[:-9], ["page"]),
    "emptied": (lambda _kept: b"", ["page"]),
    "with a byte that is another": (lambda kept: kept[:-1] + bytes([kept[-1] ^ 1]), ["page"]),
}


def compiled_by(folder: Path, text: str = TEXT, version: str = "1") -> list[str]:
    """Which templates a program that begins now compiles for its first visitor, who sees a 2."""
    app, compiled = new_app(), list[str]()
    compile_as_ever = app.jinja_env.compile

    def noted(source: str, name: str, filename: str) -> object:
        compiled.append(name)
        return compile_as_ever(source, name, filename)

    app.jinja_env.compile = noted
    app.jinja_env.loader, app.jinja_env.bytecode_cache = DictLoader({"page": text}), TemplateCache(folder, version)
    assert app.jinja_env.get_template("page").render() == "2"
    return compiled


@pytest.mark.parametrize("standing", AFTER_THE_FIRST_START)
def test_the_next_start_finds_templates_compiled_and_takes_none_that_was_damaged(tmp_path: Path, standing: str):
    folder, (happened, compiled_again) = tmp_path / "templates", AFTER_THE_FIRST_START[standing]
    assert compiled_by(folder) == ["page"]
    (kept,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, kept.stat().st_mode & 0o777) == (0o700, 0o600)
    kept.write_bytes(happened(kept.read_bytes()))
    assert [compiled_by(folder), compiled_by(folder)] == [compiled_again, []]


def test_another_text_or_version_is_compiled_anew(tmp_path: Path):
    starts = [(TEXT, "1"), ("{{ 3 - 1 }}", "1"), ("{{ 3 - 1 }}", "2"), ("{{ 3 - 1 }}", "2")]
    assert [compiled_by(tmp_path, *start) for start in starts] == [["page"], ["page"], ["page"], []]


def test_where_nothing_can_be_kept_pages_come_all_the_same(tmp_path: Path):
    (tmp_path / "a file").write_bytes(b"")
    assert [compiled_by(tmp_path / "a file") for _start in range(2)] == [["page"], ["page"]]
