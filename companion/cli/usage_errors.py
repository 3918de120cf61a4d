"""Translate the option parser's error messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from companion.cli.option_values import named, wanted
from companion.phrases.wording import preferred_language, say

_TOLD = (
    (r"No such option: (\S+)", "no option"),
    (r"No such command '(.*)'", "no command"),
    (r"Missing command", "no command named"),
    (r"Missing \w+ '(.+)'", "missing"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", "extra"),
    (r"Option '(.+)' requires an argument", "no value"),
    (r"Option '(.+)' does not take a value", "a value"),
    (r"Invalid value for '(.+?)'", "bad value"),
)
MEANT: Mapping[str, tuple[str, ...]] = {
    "read": ("leer", "foto", "fotos", "photo"),
    "adapt": ("aprender", "enseñar", "fichas", "learn", "teach"),
    "meld": ("juego", "juegos", "juez", "judge"),
    "score": ("puntos", "puntaje", "tanteo", "anotar"),
    "simulate": ("simular", "jugar", "play"),
    "tally": ("contar", "cuenta", "count"),
    "backup": ("copia", "guardar", "save"),
    "restore": ("restaurar", "volver"),
    "rules": ("reglas", "reglamento", "reglamentos"),
    "evaluate": ("evaluar", "medir", "measure"),
    "record": ("filmar", "grabar", "film"),
    "watch": ("mirar", "ver", "camara", "cámara", "camera"),
    "serve": ("servir", "pagina", "página", "run", "start", "abrir", "iniciar"),
    "organiser": ("organizar", "organizador", "organizer", "entrar"),
    "cluster": ("maquinas", "máquinas"),
    "tournament": ("torneo", "torneos"),
    "completion": ("completar", "autocompletar"),
    "--rules": ("--reglas", "--reglamento"),
    "--help": ("help", "ayuda", "-?", "/?"),
    "--version": ("version", "versión", "-v"),
}
"""Other names that people use for the commands."""


def language_of(arguments: Sequence[str]) -> str:
    """The language requested on a command line, before it is parsed; else that of the environment."""
    asked = re.search(r"(?:^| )--lang[ =](es|en|pt|it)(?: |$)", " ".join(arguments))
    return asked[1] if asked else preferred_language()


def usage_sentence(error: Exception, arguments: Sequence[str], language: str) -> str:
    """The parser's error translated, with a suggestion and the help command; unknown errors untranslated.

    An empty text where it has just shown the help.
    """
    said = str(getattr(error, "format_message", lambda: error)()).strip()
    context: Any = getattr(error, "ctx", None)
    for pattern, key in _TOLD:
        if found := re.match(pattern, said, re.DOTALL):
            name = "".join(found.groups())
            if key == "no option":
                name = _as_typed(name, arguments)
            meant = _meant(name, _known(context, key)) if key in ("no option", "no command") else ()
            values = wanted(getattr(error, "param", None), language)
            said = say(language, key, name=named(name, language).rstrip("."), values=values) + _asked(meant, language)
            break
    return f"{said} ({context.command_path} --help)" if said and context else said


def _as_typed(name: str, arguments: Sequence[str]) -> str:
    """A wrong option as typed: of ``-json`` the parser names only ``-j``."""
    typed = next((argument for argument in arguments if argument.startswith(name)), name)
    return typed.partition("=")[0]


def _known(context: Any, key: str) -> tuple[str, ...]:
    """The candidates: the options of a command, or the commands of a group."""
    if context is None:
        return ()
    options = [
        name for param in context.command.get_params(context) for name in param.opts if param.opts[0].startswith("-")
    ]
    return (*options, *getattr(context.command, "commands", {})) if key == "no command" else tuple(options)


def _meant(name: str, words: Iterable[str]) -> tuple[str, ...]:
    """The ones of ``words`` similar to ``name``, the most similar first."""
    spelled, offered = name.casefold(), tuple(words)
    called = [
        option for option in offered if spelled.lstrip("-") in MEANT.get(option, ()) or spelled in MEANT.get(option, ())
    ]
    options = f"--{spelled.lstrip('-')}" if spelled.startswith("-") else spelled
    return tuple(called or get_close_matches(options, offered, 1))


def _asked(meant: Sequence[str], language: str) -> str:
    return f" {say(language, 'meant', names=say(language, 'or').join(meant))}" if meant else ""
