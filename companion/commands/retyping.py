"""The command as somebody typed it, with one option changed, so that what a message says to type works as it stands."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

SECRET = "--database"
"""An option whose value may hold a password."""


def retyped(option: str, value: str, typed: Sequence[str] | None = None, *, public: bool = False) -> str:
    """``typed``, or what was typed to begin this program, with ``option`` having ``value`` and no other.

    What is ``public`` has ``URL`` in place of an address that may hold a password.
    """
    program, *words = sys.argv if typed is None else typed
    rest = list(_without(words, option))
    shown = list(_without(rest, SECRET)) if public else rest
    hidden = (SECRET, "URL") if len(shown) < len(rest) else ()
    return shlex.join([*_program(program), *shown, *hidden, option, value])


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
