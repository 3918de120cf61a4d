"""The command as somebody typed it, with one option changed, so that what a message says to type works as it stands."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

SECRETS = ("--database", "--camera")
"""Options whose value may hold a password, before an ``@``."""


def retyped(option: str, value: str, typed: Sequence[str] | None = None, *, public: bool = False) -> str:
    """``typed``, or what was typed to begin this program, with ``option`` having ``value`` and no other.

    What is ``public`` has ``URL`` in place of an address that may hold a password.
    """
    program, *words = sys.argv if typed is None else typed
    rest = list(_without(words, option))
    hidden: list[str] = []
    for secret in SECRETS if public else ():
        shown = list(_without(rest, secret))
        if "@" in " ".join(word for word in rest if word not in shown) or (secret == SECRETS[0] and shown != rest):
            rest, hidden = shown, [*hidden, secret, "URL"]
    return shlex.join([*_program(program), *rest, *hidden, option, value])


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
