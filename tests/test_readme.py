"""What README and guides say to type works: every command is understood, and the quick ones are run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from companion.__main__ import app

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = sorted([README, *(ROOT / "docs").rglob("*.md")])
LONGEST = 119
_TYPED = re.compile(r"^ {4}(.*)$|`([^`\n]+)`", re.MULTILINE)
_USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[2]
ACTIVATE = ROOT / ".venv" / "bin" / "activate"


def typed(page: Path, program: str) -> list[str]:
    """What a page says to type that begins with ``program``, without the remarks beside it."""
    found = (block or inline for block, inline in _TYPED.findall(page.read_text(encoding="utf-8")))
    commands = (re.sub(r"\s+#.*$", "", line).strip() for line in found)
    return list(
        dict.fromkeys(command for command in commands if command.startswith(f"{program} ") and "…" not in command)
    )


def complaint(command: str) -> str:
    """What the parser of options says against a command; nothing where it takes it, or it is only a name."""
    context = get_command(app).make_context("burako", shlex.split(command)[1:])
    try:
        while hasattr(context.command, "commands"):
            words = [*context._protected_args, *context.args]
            name, child, rest = context.command.resolve_command(context, words)
            context = child.make_context(name, rest, parent=context)
    except _USAGE_ERROR as error:
        return "" if error.format_message().startswith("Missing") else error.format_message()
    return ""


ALL = [(page.name, command) for page in PAGES for command in typed(page, "burako")]


def test_the_commands_are_found() -> None:
    assert len(typed(README, "burako")) > 15
    assert len(typed(README, "make")) > 5


@pytest.mark.parametrize(("page", "command"), ALL, ids=[f"{page}: {command}" for page, command in ALL])
def test_every_command_is_understood(page: str, command: str) -> None:
    assert complaint(command) == ""


@pytest.mark.parametrize(
    "wrong", ["burako raed x", "burako read x --nope", "burako tournament nope", "burako score a b"]
)
def test_a_wrong_command_would_be_noticed(wrong: str) -> None:
    assert complaint(wrong)


@pytest.mark.parametrize("command", typed(README, "make"))
def test_every_target_of_make_is_there_and_takes_what_it_is_given(command: str) -> None:
    _, target, *given = shlex.split(command)
    recipe = re.search(rf"^{re.escape(target)}:.*\n((?:\t.*\n)*)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe
    assert [variable for variable in given if f"$({variable.partition('=')[0]})" not in recipe[1]] == []


def test_no_command_needs_a_path_before_it() -> None:
    assert ".venv/bin/burako" not in README.read_text(encoding="utf-8")


def test_it_is_as_short_as_it_was() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= LONGEST


QUICK = [
    'burako meld "5r 6r J 8r"',
    "burako rules clasico",
    "burako read mesa.jpg",
    "burako read fotos/ --rules torneo --json",
    "burako read mesa.jpg --draw leida.png",
    "burako completion --install",
    "burako tally fotos/",
]


@pytest.mark.skipif(not ACTIVATE.exists(), reason="make setup made no .venv in this checkout")
@pytest.mark.parametrize("command", QUICK)
def test_the_quick_ones_are_run_as_they_stand(command: str, tmp_path: Path) -> None:
    assert command in typed(README, "burako")
    (tmp_path / "fotos").mkdir()
    for place in ("mesa.jpg", "fotos/mesa.jpg"):
        shutil.copy(ROOT / "companion" / "demo" / "turn-1.jpg", tmp_path / place)
    ended = subprocess.run(
        ["bash", "-c", f". {shlex.quote(str(ACTIVATE))} && {command}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "BURAKO_DATA": str(tmp_path / "kept")},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout
