"""Parse the fields of a form or of JSON into a typed command."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion import match_commands
from companion.dashboard.error_pages import refuse
from companion.match_commands import Command

NAMES: Mapping[str, type[Command]] = {
    "agree": match_commands.Agree,
    "deal": match_commands.DealHand,
    "play": match_commands.Play,
    "tap": match_commands.Tap,
    "look": match_commands.RecordObservation,
    "resync": match_commands.Resync,
    "answer": match_commands.Answer,
    "count": match_commands.Count,
    "note": match_commands.Note,
    "sum": match_commands.RecordPaperSheet,
    "confirm": match_commands.Confirm,
    "annul": match_commands.Annul,
    "revise": match_commands.Revise,
    "undo": match_commands.Undo,
    "redo": match_commands.Redo,
    "shelve": match_commands.Archive,
    "unshelve": match_commands.RestoreArchived,
}
"""The commands by their names in forms and JSON."""
LONGEST_TEXT = 4000
MOST_PARTS = 40
_LARGEST = 10**6
WrittenFields = Mapping[str, Any]
_Named = TypeVar("_Named")
_HINTS: dict[type[Any], Mapping[str, Any]] = {}
"""The types of the fields of each command, once they were looked up: that takes as long as a query."""


class FieldError(ValueError):
    """An invalid field; its name is the first argument."""


def parse_command_form(form: MultiDict[str, str]) -> Command:
    """The command of a form."""
    return parse_command(fields_written(form))


def fields_written(form: MultiDict[str, str]) -> dict[str, Any]:
    """The fields of a form: repeated names become lists, and dotted names such as ``racks.0`` mappings."""
    written: dict[str, Any] = {}
    for name, values in form.lists():
        head, dot, key = name.partition(".")
        if dot:
            written.setdefault(head, {})[key] = values[-1]
        else:
            written[name] = values[0] if len(values) == 1 else values
    return {name: text for name, text in written.items() if text != ""} | _emptied(written)


def parse_command(written: WrittenFields) -> Command:
    """The command named by ``order`` in ``written``; refuses an invalid one."""
    return parse_named_command(written, NAMES)


def parse_named_command(written: WrittenFields, names: Mapping[str, type[_Named]]) -> _Named:
    """The class of ``names`` named by ``order`` in ``written``, with its fields; refuses an invalid one."""
    name = written.get("order")
    kind = names.get(name) if isinstance(name, str) else None
    if kind is None:
        refuse(422, _("No hay ninguna orden con ese nombre."))
    try:
        return kind(**_fields(kind, written))
    except FieldError as problem:
        refuse(422, _("Falta «%(field)s», o no es lo que tiene que ser.", field=problem.args[0]))


def _emptied(written: WrittenFields) -> dict[str, Any]:
    """Texts that are meaningful when empty."""
    return {name: "" for name in ("moves", "seen", "tiles") if written.get(name) == ""}


def _fields(kind: type[Any], written: WrittenFields) -> dict[str, Any]:
    hints = _HINTS.get(kind) or _HINTS.setdefault(kind, get_type_hints(kind))
    found: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in written:
            found[field.name] = _typed(hints[field.name], written[field.name], field.name)
        elif field.default is MISSING and field.default_factory is MISSING:
            if type(None) not in get_args(hints[field.name]):
                raise FieldError(field.name)
            found[field.name] = None
    return found


def _typed(hint: Any, value: Any, name: str) -> Any:
    """Convert ``value`` to the type ``hint``; raises FieldError."""
    origin = get_origin(hint)
    if origin in (types.UnionType, Union):
        return None if value is None else _typed(get_args(hint)[0], value, name)
    if origin is tuple:
        return _several(get_args(hint)[0], value, name)
    if origin is dict:
        return _table(value, name)
    return _READERS[hint](value, name)


def _several(hint: Any, value: Any, name: str) -> tuple[Any, ...]:
    listed = value if isinstance(value, list) else [value]
    if len(listed) > MOST_PARTS:
        raise FieldError(name)
    return tuple(_READERS[hint](part, name) for part in listed)


def _table(value: Any, name: str) -> dict[int, str]:
    if not isinstance(value, Mapping) or len(value) > MOST_PARTS:
        raise FieldError(name)
    return {_number(key, name): _text(part, name) for key, part in value.items()}


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise FieldError(name)
    return value


def _number(value: Any, name: str) -> int:
    if isinstance(value, str):
        digits = value.strip().removeprefix("-")
        if not (digits.isdecimal() and digits.isascii() and len(digits) < len(str(_LARGEST))):
            raise FieldError(name)
        return int(value)
    if type(value) is not int or abs(value) > _LARGEST:
        raise FieldError(name)
    return value


def _yes_or_no(value: Any, name: str) -> bool:
    if isinstance(value, str):
        return value in ("1", "on", "yes", "true")
    if type(value) is not bool:
        raise FieldError(name)
    return value


_READERS: Mapping[Any, Callable[[Any, str], Any]] = {str: _text, int: _number, bool: _yes_or_no}
