"""Parse the value of one rule from TOML or `key=value`, and reject values that contradict each other."""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.rules.rules import Points, Rules
from engine.sentences import TranslatableError, table
from engine.tiles import NUMBERS

NONE = "none"
"""The profile notation for "no such limit or bonus"."""
MOST_COPIES, MOST_JOKERS = 8, 16
"""Four sets in one bag; more is a slip of the pen."""


@cache
def rule_types() -> Mapping[str, Any]:
    """The type of each rule, by key, in the order of ``Rules``."""
    hints = get_type_hints(Rules)
    return {field.name: hints[field.name] for field in fields(Rules) if field.name not in ("name", "origins")}


def typed(kind: Any, given: object) -> Any:
    """``given`` as a value of the type ``kind``; raises TranslatableError saying what was expected."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind), given)
    if origin in (types.UnionType, Union):
        return None if given == NONE else typed(get_args(kind)[0], given)
    if origin is tuple:
        return _several(get_args(kind)[0], given)
    if type(given) is not kind:
        raise TranslatableError(f"expects_{kind.__name__}")
    if kind is int and isinstance(given, int) and given < 0:
        raise TranslatableError("expects_from_zero")
    return given


def _one_of(choices: tuple[str, ...], given: object) -> str:
    if isinstance(given, str) and given in choices:
        return given
    raise TranslatableError("expects_one_of", choices=", ".join(choices))


def _several(kind: Any, given: object) -> tuple[Any, ...]:
    """Parse a tuple from a list, from comma-separated words, or of (players or points, count) pairs from a table."""
    if get_origin(kind) is tuple:
        return _by_number(kind, given)
    if isinstance(given, str):
        words = [word.strip() for word in given.split(",") if word.strip()]
        given = [int(word) if kind is int and word.isdecimal() else word for word in words]
    if not isinstance(given, list):
        raise TranslatableError("expects_a_list")
    return tuple(typed(kind, value) for value in given)


def _by_number(kind: Any, given: object) -> tuple[tuple[int, Any], ...]:
    key, value = get_args(kind)
    if given == []:
        return ()
    if not isinstance(given, dict) or not all(key.isdecimal() for key in given):
        if key is Points:
            raise TranslatableError("expects_by_points", example="{ 0 = 50, 1500 = 75 }")
        raise TranslatableError("expects_by_players", example="{ 2 = 12, 4 = 11 }")
    return tuple(sorted((int(number), typed(value, one)) for number, one in given.items()))


@dataclass(frozen=True, slots=True)
class RuleConflict:
    """A contradiction between rules: their keys, the most likely wrong one first, and the reason."""

    keys: tuple[str, ...]
    reason: TranslatableError

    def sentence(self, language: str) -> str:
        """The reason, worded for a page on which rules are chosen."""
        return table("clashes")[self.reason.key][language].format(**self.reason.parts)


def _clash(keys: str, reason: str, /, **parts: object) -> RuleConflict:
    return RuleConflict(tuple(keys.split()), TranslatableError(reason, **parts))


def rule_conflicts(rules: Rules, stated: Collection[str] = ()) -> Iterator[RuleConflict]:
    """Every contradiction in ``rules``; of a rule without effect only where it is ``stated``, not inherited."""
    if rules.copies > MOST_COPIES or rules.jokers > MOST_JOKERS:
        yield _clash("copies jokers", "set_too_large", copies=MOST_COPIES, jokers=MOST_JOKERS)
    yield from _deal_clashes(rules)
    yield from _meld_clashes(rules)
    if rules.hands is None and rules.target is None:
        yield _clash("target hands", "match_without_end")
    if rules.close_needs_pura and not rules.close_needs_canasta:
        yield _clash("close_needs_pura close_needs_canasta", "pura_without_canasta")
    if rules.close_needs_canasta and not rules.canastas_to_close:
        yield _clash("canastas_to_close close_needs_canasta", "no_canastas_to_close")
    if rules.laid_needs_pura and rules.canasta_len is None:
        yield _clash("laid_needs_pura canasta_len", "canasta_without_length")
    if rules.close_needs_muerto and not rules.muertos:
        yield _clash("close_needs_muerto muertos", "close_without_muertos")
    if rules.muerto_becomes_stock and not rules.muertos:
        yield _clash("muerto_becomes_stock muertos", "stock_without_muertos")
    if rules.winner_takes_sum and (rules.target_kind == "points_low" or rules.rack_counts == "all"):
        yield _clash("winner_takes_sum target_kind rack_counts", "sum_without_losers")
    if rules.draw_or_play and rules.discard_ends_turn:
        yield _clash("draw_or_play discard_ends_turn", "draw_or_discard")
    if rules.victory_points and rules.victory_points[0][0]:
        yield _clash("victory_points", "points_from_zero")
    if not rules.close_by:
        yield _clash("close_by", "no_way_to_close")
    if rules.canastas_to_close and not rules.close_needs_canasta and "canastas_to_close" in stated:
        yield _clash("canastas_to_close close_needs_canasta", "canastas_not_needed")


def _deal_clashes(rules: Rules) -> Iterator[RuleConflict]:
    if not rules.players or min(rules.players) < 1:
        yield _clash("players", "nobody_plays")
    for players in rules.players:
        apart = rules.muertos * rules.muerto_size + rules.stock_reserve + rules.pozo_start
        used = players * rules.dealt(players) + apart
        if not rules.dealt(players):
            yield _clash("deal players", "no_deal", players=players)
        elif used >= len(rules.bag):
            keys = "deal muertos muerto_size stock_reserve pozo_start players"
            yield _clash(keys, "deal_too_large", players=players, used=used, all=len(rules.bag))
        if rules.sides and players % rules.sides:
            yield _clash("sides players", "uneven_sides", players=players, sides=rules.sides)


def _meld_clashes(rules: Rules) -> Iterator[RuleConflict]:
    if rules.min_meld_len < 3:
        yield _clash("min_meld_len", "two_are_no_meld")
    if rules.pierna_max_len is not None and rules.pierna_max_len < rules.min_meld_len:
        yield _clash("pierna_max_len min_meld_len", "shorter_than_a_meld")
    if rules.canasta_len is not None and rules.canasta_len < rules.min_meld_len:
        yield _clash("canasta_len min_meld_len", "shorter_than_a_meld")
    if (rules.ace_both_ends or rules.wraparound) and not (rules.ace_low and rules.ace_high):
        yield _clash(f"{'ace_both_ends' if rules.ace_both_ends else 'wraparound'} ace_low ace_high", "needs_both_aces")
    if any(number not in NUMBERS for number in rules.piernas_allowed):
        yield _clash("piernas_allowed", "numbers_to_13")
    if len(rules.tile_values) != len(NUMBERS):
        yield _clash("tile_values", "values_of_all", count=len(NUMBERS))
    if rules.close_needs_canasta and rules.canasta_len is None:
        yield _clash("canasta_len close_needs_canasta", "canasta_without_length")
