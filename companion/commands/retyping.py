"""The command as somebody typed it, with one option changed, so that what a message says to type works as it stands."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path


def retyped(option: str, value: str, typed: Sequence[str] | None = None) -> str:
    """``typed``, or what was typed to begin this program, with ``option`` having ``value`` and no other."""
    program, *words = sys.argv if typed is None else typed
    return shlex.join([*_program(program), *_without(words, option), option, value])


def _program(program: str) -> tuple[str, ...]:
    """What begins this program where somebody stands who began it as ``program``."""
    path = Path(program)
    if path.name == "__main__.py":
        return (sys.executable, "-m", "companion")
    found = shutil.which(path.name)
    return (path.name,) if found and Path(found).absolute() == path.absolute() else (program,)


def _without(words: Sequence[str], option: str) -> Iterator[str]:
    """``words`` without ``option`` and its value."""
    rest = iter(words)
    for word in rest:
        if word == option:
            next(rest, None)
        elif not word.startswith(f"{option}="):
            yield word
