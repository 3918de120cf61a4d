"""The form control of each rule, and the conversion between its fields and the rule's value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any, Literal, get_args, get_origin

from companion.house_rules.wording import refuse
from companion.naming import one_line
from companion.view_models.house_rules import FormFields
from engine.rules.rule_values import rule_types
from engine.rules.rules import Points
from engine.tiles import NUMBERS

PLAYERS, MOST_PLAYERS = (2, 3, 4), 12
"""The numbers of players offered at a table; imported rules may allow more."""
LARGEST, LONGEST = 99_999, 20
LINES = 16
"""Lines of a table by points; the longest of our profiles has eleven."""
_RANKED = ("tiebreak_many",)
"""Lists in which it matters what comes first."""


@cache
def kind_of(key: str) -> str:
    """The kind of control of the rule ``key``; see `RuleControl.kind`."""
    kind = rule_types()[key]
    if kind is bool or kind is int:
        return "switch" if kind is bool else "number"
    if get_origin(kind) is Literal:
        return "choice" if len(get_args(kind)) > 1 else "fixed"
    if get_origin(kind) is not tuple:
        return "limit"
    each = get_args(kind)[0]
    if get_origin(each) is tuple:
        return "by_points" if get_args(each)[0] is Points else "by_players"
    if key in _RANKED:
        return "ranking"
    return "values" if key == "tile_values" else "several"


@cache
def choices_of(key: str) -> tuple[Any, ...]:
    """The options of the rule ``key``, or of its list."""
    kind = rule_types()[key]
    if get_origin(kind) is Literal:
        return get_args(kind)
    each = get_args(kind)[0]
    if get_origin(each) is Literal:
        return get_args(each)
    return PLAYERS if key == "players" else tuple(NUMBERS)


def written_of(key: str, value: Any) -> dict[str, list[str]]:
    """The field contents for the ``value`` of the rule ``key``."""
    match kind_of(key):
        case "switch":
            return {key: ["1"]} if value else {}
        case "several":
            return {key: [str(part) for part in value]}
        case "ranking" | "values":
            return {f"{key}.{place}": [str(part)] for place, part in enumerate(value, 1)}
        case "by_players":
            return {f"{key}.{players}": [str(part)] for players, part in value}
        case "by_points":
            return {key: [str(points) for points, _ in value], f"{key}.to": [str(part) for _, part in value]}
        case _:
            return {key: ["" if value is None else str(value)]}


def value_in(key: str, written: FormFields, preset: Any) -> Any:
    """Parse the fields ``written`` of the rule ``key``. Raises RulesRefused; ``preset`` is unchanged."""
    if kind_of(key) != "by_points" and _held(key, written) == _held(key, written_of(key, preset)):
        return preset
    match kind_of(key):
        case "switch":
            return bool(_first(written, key))
        case "number":
            return _number(_first(written, key))
        case "limit":
            return _number(said) if (said := _first(written, key)) else None
        case "choice":
            return _choice(key, _first(written, key))
        case "several":
            return tuple(choice for choice in offered(key, written) if str(choice) in written.get(key, ()))
        case "by_points":
            return _by_points(key, written)
        case _:
            return _by_place(key, written, preset)


def _held(key: str, written: FormFields) -> dict[str, list[str]]:
    """The fields of the rule ``key`` without empty ones."""
    stripped = {name: [text.strip() for text in said] for name, said in written.items() if _is_of(key, name)}
    filled = {name: [text for text in said if text] for name, said in stripped.items()}
    held = {name: said for name, said in filled.items() if said}
    return {name: sorted(said) for name, said in held.items()} if kind_of(key) == "several" else held


def _is_of(key: str, name: str) -> bool:
    return name == key or name.startswith(f"{key}.")


def _first(written: FormFields, name: str) -> str:
    return next(iter(written.get(name, ())), "").strip()


def _number(text: str) -> int:
    if not text:
        refuse("number missing")
    if not (text.isascii() and text.isdecimal()):
        refuse("whole number")
    if len(text) > len(str(LARGEST)) + LONGEST or int(text) > LARGEST:
        refuse("too large", most=LARGEST)
    return int(text)


def _choice(key: str, text: str) -> Any:
    found = next((choice for choice in choices_of(key) if str(choice) == text), None)
    return found if found is not None else refuse("no such choice")


def _by_place(key: str, written: FormFields, preset: Any) -> Any:
    """The contents of numbered fields: by players, by tile number, or in order."""
    if kind_of(key) == "fixed":
        return preset
    if kind_of(key) == "values":
        return tuple(_number(_first(written, f"{key}.{number}")) for number in NUMBERS)
    if kind_of(key) == "ranking":
        said = [_first(written, f"{key}.{place}") for place in range(1, len(choices_of(key)) + 1)]
        return tuple(dict.fromkeys(_choice(key, word) for word in said if word))
    rows = [(players, _first(written, f"{key}.{players}")) for players in rows_of(key, written)]
    read = _number if get_args(get_args(rule_types()[key])[0])[1] is int else _text
    return tuple((players, read(said)) for players, said in rows if said)


def rows_of(key: str, *written: FormFields) -> tuple[int, ...]:
    """The numbers of players with a field."""
    return _players(name.removeprefix(f"{key}.") for form in written for name in form if name.startswith(f"{key}."))


def offered(key: str, *written: FormFields) -> tuple[Any, ...]:
    """The options for the list of the rule ``key``; for players also the present ones."""
    return _players(said for form in written for said in form.get(key, ())) if key == "players" else choices_of(key)


def _players(counts: Iterable[str]) -> tuple[int, ...]:
    others = (
        int(word) for word in counts if word.isascii() and word.isdecimal() and len(word) <= len(str(MOST_PLAYERS))
    )
    return tuple(sorted({*PLAYERS, *(other for other in others if 0 < other <= MOST_PLAYERS)}))


def _by_points(key: str, written: FormFields) -> tuple[tuple[Points, int], ...]:
    """Parse lines of pairs; a line with both halves empty is skipped."""
    lines = zip_longest(written.get(key, ()), written.get(f"{key}.to", ()), fillvalue="")
    found: dict[int, int] = {}
    for points, says in list(lines)[:LINES]:
        if points.strip() or says.strip():
            found[_number(points.strip())] = _number(says.strip())
    return tuple(sorted((Points(points), says) for points, says in found.items()))


def _text(text: str) -> str:
    return one_line(text) if len(text) <= LONGEST else refuse("too long", most=LONGEST)


def all_written(values: Mapping[str, Any]) -> dict[str, list[str]]:
    """The field contents of every rule."""
    return {name: said for key, value in values.items() for name, said in written_of(key, value).items()}
