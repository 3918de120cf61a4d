"""From what a TOML file or ``key=value`` says to the typed value of one rule, and what may not stand together."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.rules import Rules
from engine.tiles import BAG, NUMBERS

NONE = "none"
"""How a profile writes that there is no such limit or bonus."""


@cache
def rule_types() -> Mapping[str, Any]:
    """The type of each rule, by key, in the order of ``Rules``."""
    hints = get_type_hints(Rules)
    return {one.name: hints[one.name] for one in fields(Rules) if one.name not in ("name", "origins")}


def typed(kind: Any, given: object) -> Any:
    """``given`` as a value of the type ``kind``; raises ValueError saying what was expected."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind), given)
    if origin in (types.UnionType, Union):
        return None if given == NONE else typed(get_args(kind)[0], given)
    if origin is tuple:
        return _several(get_args(kind)[0], given)
    if type(given) is not kind:
        raise ValueError(f"expects {_spoken(kind)}")
    if kind is int and isinstance(given, int) and given < 0:
        raise ValueError("expects a number from 0 up")
    return given


def _spoken(kind: type) -> str:
    return {bool: "true or false", int: "a whole number", str: "a text"}[kind]


def _one_of(choices: tuple[str, ...], given: object) -> str:
    if isinstance(given, str) and given in choices:
        return given
    raise ValueError(f"expects {' or '.join(choices)}")


def _several(kind: Any, given: object) -> tuple[Any, ...]:
    """A tuple from a list, from words with commas, or of (players, count) pairs from a table."""
    if get_origin(kind) is tuple:
        return _by_players(get_args(kind)[1], given)
    if isinstance(given, str):
        given = [word.strip() for word in given.split(",") if word.strip()]
    if not isinstance(given, list):
        raise ValueError("expects a list")
    return tuple(typed(kind, one) for one in given)


def _by_players(kind: Any, given: object) -> tuple[tuple[int, Any], ...]:
    if not isinstance(given, dict) or not all(key.isdecimal() for key in given):
        raise ValueError("expects a table by number of players, such as { 2 = 12, 4 = 11 }")
    return tuple(sorted((int(players), typed(kind, one)) for players, one in given.items()))


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """Pairs of a key and a sentence, one for each thing in ``rules`` that cannot be played."""
    yield from _deal_contradictions(rules)
    yield from _meld_contradictions(rules)
    if rules.hands is None and rules.target is None:
        yield "target", "a match needs a target or a number of hands"
    if rules.close_needs_pura and not rules.close_needs_canasta:
        yield "close_needs_pura", "closing with a pure canasta needs close_needs_canasta = true"
    if rules.close_needs_canasta and not rules.canastas_to_close:
        yield "canastas_to_close", "closing with a canasta needs at least one"
    if rules.close_needs_muerto and not rules.muertos:
        yield "close_needs_muerto", "closing cannot need a muerto where muertos = 0"
    if not rules.close_by:
        yield "close_by", "there must be a way to close: meld_out, discard or both"


def _deal_contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    if not rules.players or min(rules.players) < 1:
        yield "players", "somebody must play"
    for players in rules.players:
        used = players * rules.dealt(players) + rules.muertos * rules.muerto_size + rules.stock_reserve
        if not rules.dealt(players):
            yield "deal", f"it says nothing of {players} players"
        elif used >= len(BAG):
            yield "deal", f"{players} players would need {used} of the {len(BAG)} tiles"
        if rules.sides and players % rules.sides:
            yield "sides", f"{players} players do not split into {rules.sides} sides"


def _meld_contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.min_meld_len < 3:
        yield "min_meld_len", "two tiles are never a meld"
    if rules.pierna_max_len is not None and rules.pierna_max_len < rules.min_meld_len:
        yield "pierna_max_len", "it is shorter than min_meld_len"
    if rules.canasta_len is not None and rules.canasta_len < rules.min_meld_len:
        yield "canasta_len", "it is shorter than min_meld_len"
    if (rules.ace_both_ends or rules.wraparound) and not (rules.ace_low and rules.ace_high):
        yield "ace_both_ends" if rules.ace_both_ends else "wraparound", "it needs ace_low and ace_high"
    if any(number not in NUMBERS for number in rules.piernas_allowed):
        yield "piernas_allowed", "numbers go from 1 to 13"
    if len(rules.tile_values) != len(NUMBERS):
        yield "tile_values", f"it needs {len(NUMBERS)} values, from the 1 to the 13"
    if rules.close_needs_canasta and rules.canasta_len is None:
        yield "canasta_len", "closing needs a canasta, so a length is needed"
