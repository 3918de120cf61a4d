"""Tab completes commands, options and rule sets in the shells themselves; a shell that is not installed is skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from engine.rules.profiles import PROFILES
from tests.by_day import by_day

ROOT = Path(__file__).parents[2]
TYPED = {
    "burako re": {"read", "record", "restore"},
    "burako tournament st": {"standings"},
    "burako read --set-": {"--set-profile"},
    "burako meld --rules buraco": {"buraco-stbl", "buraco-aberto"},
    "burako rules ": set(PROFILES),
    "burako watch --camera ": {"demo", "simulate"},
    "burako tournament new --format s": {"swiss"},
    "burako read --lang ": {"es", "en", "pt", "it"},
    "burako completion ": {"bash", "zsh", "fish"},
}
IN_BASH = """
source <(burako completion bash)
COMP_WORDS=($1); [[ "$1" == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_burako_completion burako; printf '%s\\n' "${COMPREPLY[@]}"
"""
IN_ZSH = """
compdef() { :; }; _arguments() { print -r -- "$1"; }; eval "$(burako completion zsh)"
words=(${=1}); [[ "$1" == *" " ]] && words+=(""); CURRENT=$#words; _burako_completion
"""


@pytest.fixture
def own_burako(tmp_path: Path) -> dict[str, str]:
    """Where a shell finds this program as ``burako``."""
    program = tmp_path / "bin" / "burako"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
    program.chmod(0o755)
    paths = {"PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    return {**os.environ, "BURAKO_LANG": "es", **paths}


def run(environment: dict[str, str], *command: str) -> str:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=True)
    return ended.stdout


@pytest.mark.parametrize("typed", by_day(tuple(TYPED), "burako rules ", "burako read --set-"))
def test_bash_completes(own_burako: dict[str, str], typed: str) -> None:
    assert set(run(own_burako, "bash", "-c", IN_BASH, "bash", typed).split()) == TYPED[typed]


def test_fish_completes_and_explains(own_burako: dict[str, str]) -> None:
    script = 'burako completion fish | source; complete -C "burako re"'
    lines = run(own_burako, "fish", "-c", script).splitlines()
    assert {line.partition("\t")[0] for line in lines} == {"read", "record", "restore"}
    assert "Lee fotos: fichas, juegos, veredictos y puntos." in lines[0]


def test_zsh_completes_and_explains(own_burako: dict[str, str]) -> None:
    result = run(own_burako, "zsh", "-fc", IN_ZSH, "zsh", "burako re")
    assert '"read":"Lee fotos: fichas, juegos, veredictos y puntos."' in result.replace("\\\\:", ":")
    assert '"--rules":' in run(own_burako, "zsh", "-fc", IN_ZSH, "zsh", "burako meld --ru")


@pytest.mark.parametrize(
    ("shell", "file", "shown"),
    [
        ("bash", ".bash_completions/burako.sh", "complete -o default -F _burako_completion burako"),
        ("zsh", ".zfunc/_burako", "#compdef burako"),
        ("fish", ".config/fish/completions/burako.fish", "complete --command burako"),
    ],
)
def test_it_is_put_where_the_shell_finds_it(
    shell: str,
    file: str,
    shown: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert main(["completion", "--install", "--lang", "es"]) == 0
    assert capsys.readouterr().out.startswith(f"{shell} completa desde ahora")
    assert shown in (tmp_path / file).read_text()
