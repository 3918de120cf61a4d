"""The typed command line with one option changed, for messages that suggest a command."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

SECRETS = ("--database", "--camera")
"""Options whose value may hold a password, before an ``@``."""


def retyped(option: str, value: str, typed: Sequence[str] | None = None, *, public: bool = False) -> str:
    """``typed``, or this program's command line, with ``option`` set to ``value`` only.

    With ``public``, ``URL`` replaces an address that may contain a password.
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
    """The command by which the running program can be called again."""
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
