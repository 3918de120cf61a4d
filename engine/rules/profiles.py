"""Load `Rules` from a profile's name or a user's file: extended, overridden, typed and validated."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from select import select
from typing import Any, cast, get_args

from engine.rules.rule_values import rule_conflicts, rule_types, typed
from engine.rules.rules import Basis, Origin, Rules, RulesError
from engine.sentences import TranslatableError, table

PROFILES = (
    *("clasico", "torneo", "buracco", "eburako", "parejas", "rummy"),
    *("burraco-fibur", "buraco-stbl", "buraco-aberto", "rummikub"),
)
"""The built-in profiles."""
DEFAULT_PROFILE = "clasico"
_HEADINGS = ("extends", "title")
_SIZE_LIMIT = 1_000_000
_SILENT_S = 30.0
"""The timeout between two lines of a pipe."""
_SETS = re.compile(r"""[ \t]*+(?:\[[ \t]*+)?(?:(["'])(?P<quoted>.*?)\1|(?P<bare>[\w-]+))[ \t]*+[=.\]]""")
"""The pattern of a line that sets a key."""
_ALIKE = 0.76
"""The similarity from which a key is suggested for a misspelt one."""


def load_rules(name_or_path: str = DEFAULT_PROFILE, overrides: Sequence[str] = ()) -> Rules:
    """Load a profile, or a user's TOML file, and apply each ``key=value`` of ``overrides``.

    Raises RulesError for an unknown key, a wrong type or rules that contradict each other.
    """
    if name_or_path in PROFILES:
        return _checked(_profile(name_or_path), overrides, "")
    if not name_or_path.strip():
        raise RulesError("rules_not_named", names=", ".join(PROFILES))
    path = Path(name_or_path)
    text = _read(path)
    return _checked(_extending(path, text, (str(path),)), overrides, text)


def overridden(rules: Rules, overrides: Sequence[str]) -> Rules:
    """``rules`` with each ``key=value`` of ``overrides`` applied. Raises RulesError as `load_rules`."""
    return _checked(rules, overrides, "")


def parse_rules(text: str, name: str) -> Rules:
    """Parse ``text`` as a user's rule file would be, under ``name``, without opening files.

    It may extend a built-in profile and nothing else. Raises RulesError as `load_rules`.
    """
    if len(text) > _SIZE_LIMIT:
        raise RulesError("too_large", path=name)
    extended = extended_by(text, name)
    if extended is not None and extended not in PROFILES:
        raise RulesError("extends_no_profile", name=name, line=_line(text, "extends"), names=", ".join(PROFILES))
    return _checked(_built(name, text, _profile(extended) if extended else None), (), text)


def _checked(rules: Rules, overrides: Sequence[str], text: str) -> Rules:
    for override in overrides:
        rules = _overridden(rules, override)
    stated = {override.partition("=")[0].strip() for override in overrides}
    if not stated & {"canastas_to_close", "close_needs_canasta"}:
        stated = set(_lines(text))
    for clash in rule_conflicts(rules, stated):  # a set too large is built by nobody
        culprit = _culprit(rules.name, overrides, clash.keys, text)
        raise RulesError("blamed", culprit=culprit, key=clash.keys[0], reason=clash.reason)
    return rules


def _culprit(name: str, overrides: Sequence[str], keys: Sequence[str], text: str) -> object:
    """The location of a conflict between ``keys``: an override, a line of ``text``, or else the rules as a whole."""
    for override in overrides:
        if override.split("=")[0].strip() in keys:
            return f"«{override}»"
    line = next((line for key in keys if (line := _line_of(text, key))), None)
    return TranslatableError("line_of", name=name, line=line) if line else name


def profile_title(name: str, language: str) -> str:
    """The title of a built-in profile in ``language``."""
    return table("titles")[name][language]


@cache
def _profile(name: str) -> Rules:
    return _built(name, _packaged(name), None)


def _packaged(name: str) -> str:
    return files("engine").joinpath("profiles", f"{name}.toml").read_text("utf-8")


def _extending(path: Path, text: str, opened: tuple[str, ...]) -> Rules:
    """Build the rules that ``text``, the file at ``path``, writes; a file in ``opened`` may not be extended again."""
    extended = extended_by(text, str(path))
    if extended is None or extended in PROFILES:
        return _built(str(path), text, _profile(extended) if extended else None)
    base = path.parent / extended
    if str(base) in opened:
        raise RulesError("extends_itself", path=base)
    return _built(str(path), text, _extending(base, _read(base), (*opened, str(base))))


def _read(path: Path) -> str:
    try:
        text = _from_pipe(path) if path.is_fifo() else _first_bytes(path)
        if len(text) > _SIZE_LIMIT:
            raise RulesError("too_large", path=path)
        return text.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        if isinstance(problem, RulesError):
            raise
        raise RulesError("no_such_rules", path=path, names=", ".join(PROFILES)) from problem


def _first_bytes(path: Path) -> bytes:
    """The bytes of a file up to the size limit of rule files, and one more where it is larger."""
    with path.open("rb") as file:
        return file.read(_SIZE_LIMIT + 1)


def _from_pipe(path: Path) -> bytes:
    """The same of a pipe. Raises OSError where it has no writer."""
    found = b""
    with open(path, "rb", buffering=0, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as pipe:
        while len(found) <= _SIZE_LIMIT and (part := pipe.read(_SIZE_LIMIT + 1)) != b"":
            found += part or b""
            if part is None and not select([pipe], [], [], _SILENT_S)[0]:
                raise TimeoutError
    if not found:
        raise OSError(errno.ENODATA, os.strerror(errno.ENODATA))
    return found


def _parsed(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RulesError("rules_not_toml", name=name, problem=problem) from problem


def extended_by(text: str, name: str) -> str | None:
    """The profile or file that a rule file extends; None where it sets every rule. Raises RulesError."""
    extended = _parsed(name, text).get("extends")
    if extended is not None and not isinstance(extended, str):
        raise RulesError("extends_expects_a_name", path=name, line=_line(text, "extends"))
    return extended


def _built(name: str, text: str, base: Rules | None) -> Rules:
    """Build the rules that ``text`` writes over those of ``base``."""
    given = {key: value for key, value in _parsed(name, text).items() if key not in _HEADINGS}
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = dict(base.origins) if base else {}
    for key, one in given.items():
        where = TranslatableError("line_of", name=name, line=_line(text, key))
        value, origins[key] = _ruled(key, one, where, name)
        values[key] = value
    _refuse_missing(name, [key for key in rule_types() if key not in origins])
    ordered = tuple((key, origins[key]) for key in rule_types())
    return replace(base, name=name, origins=ordered, **values) if base else Rules(name=name, origins=ordered, **values)


def _refuse_missing(name: str, missing: Sequence[str]) -> None:
    if missing:
        raise RulesError("rule_not_set", name=name, key=missing[0], profile=DEFAULT_PROFILE)


def _ruled(key: str, given: object, where: object, name: str) -> tuple[Any, Origin]:
    """The typed value of ``key`` and its origin; ``given`` is a bare value or a table of value, basis and source."""
    kind = rule_types().get(key)
    if kind is None:
        raise RulesError("at", where=where, problem=_unknown(key, rule_types()))
    origin = Origin("house", name)
    if isinstance(given, Mapping) and "value" in given:
        origin = _origin(given, where, key)
        given = given["value"]
    try:
        return typed(kind, given), origin
    except TranslatableError as problem:
        expected = TranslatableError("rule_expects", key=key, problem=problem)
        raise RulesError("at", where=where, problem=expected) from problem


def _origin(given: Mapping[str, object], where: object, key: str) -> Origin:
    basis, source = given.get("basis", "house"), given.get("source", "")
    for name in given:
        if name not in ("value", "basis", "source"):
            raise RulesError("at", where=where, problem=TranslatableError("rule_holds", key=key, one=name))
    if basis not in get_args(Basis) or not isinstance(source, str):
        needed = TranslatableError("rule_needs_a_basis", key=key, bases=", ".join(get_args(Basis)))
        raise RulesError("at", where=where, problem=needed)
    return Origin(cast(Basis, basis), source)


def _unknown(key: str, names: Iterable[str]) -> TranslatableError:
    close = get_close_matches(key, list(names), n=1, cutoff=_ALIKE)
    return (
        TranslatableError("not_a_rule_but", key=key, close=close[0])
        if close
        else TranslatableError("not_a_rule", key=key)
    )


def _line(text: str, key: str) -> int:
    """The 1-based line that sets ``key``; the first line where it is not found."""
    return _line_of(text, key) or 1


def _line_of(text: str, key: str) -> int | None:
    return _lines(text).get(key)


@lru_cache(maxsize=4)
def _lines(text: str) -> Mapping[str, int]:
    """The first 1-based line that sets each key of ``text``."""
    numbers: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if found := _SETS.match(line):
            numbers.setdefault(found["quoted"] or found["bare"], number)
    return numbers


def _overridden(rules: Rules, override: str) -> Rules:
    key, equals, written = override.partition("=")
    key = key.strip()
    if not equals:
        raise RulesError("not_an_override", override=override)
    value, origin = _ruled(key, _bare(written.strip()), f"«{override}»", override)
    origins = tuple((one, origin if one == key else old) for one, old in rules.origins)
    return replace(rules, origins=origins, **{key: value})


def _bare(written: str) -> object:
    """A value as TOML writes it, or a word that needs no quotes there."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except (ValueError, RecursionError):
        return written
