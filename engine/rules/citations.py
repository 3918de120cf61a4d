"""Cite the rule behind a violation: its key, its sentence, and its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from engine.rule_and_tile_words import rule_statement
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.sentences import catalogue, written

GENERAL = ("tiles", "order_of_play", "meld", "run", "group", "seen", "own_rack")
"""Rules of every table, whose keys are no rule of a profile."""

KEYS: Mapping[Code, str] = {
    Code.TOO_SHORT: "min_meld_len",
    Code.TWO_MELDS: "min_meld_len",
    Code.TOO_LONG: "pierna_max_len",
    Code.COLOUR_MIX: "run",
    Code.NUMBER_MIX: "group",
    Code.GAP: "run",
    Code.REPEAT_IN_RUN: "run",
    Code.REPEAT_COLOUR: "pierna_distinct_colours",
    Code.TOO_MANY_WILDS: "max_wilds",
    Code.WILD_RATIO: "naturals_per_wild",
    Code.FEW_NATURALS: "min_naturals",
    Code.WILDS_ADJACENT: "wilds_adjacent",
    Code.STANDS_FOR: "meld",
    Code.ACE_LOW: "ace_low",
    Code.ACE_HIGH: "ace_high",
    Code.ACE_BOTH_ENDS: "ace_both_ends",
    Code.WRAP: "wraparound",
    Code.ORDER: "placement_policy",
    Code.PIERNA_OF_TWOS: "pierna_of_twos",
    Code.PIERNA_NUMBER: "piernas_allowed",
    Code.IMPOSSIBLE_COPIES: "copies",
    Code.NOT_IN_SET: "jokers",
    Code.INVALID: "meld",
    Code.REORDER: "placement_policy",
    Code.SHRINK: "split_melds",
    Code.WILD_WITHDRAWN: "wild_withdraw",
    Code.WILD_MOVED: "wild_move",
    Code.NATURAL_TWO_REUSED: "natural_two_lock",
    Code.JOKER_PIERNA3: "joker_swap_from_pierna_of_3",
    Code.FIRST_MELD: "first_meld_min",
    Code.NOT_OPENED: "first_meld_min",
    Code.INVENTORY: "tiles",
    Code.MUERTO_SIZE: "muerto_size",
    Code.TOO_MANY_MUERTOS: "muertos",
    Code.WRONG_SIDES: "sides",
    Code.WRONG_PLAYERS: "players",
    Code.TOO_MANY_RACKS: "players",
    Code.CLOSER_HAS_TILES: "leftover_on_close",
    Code.BUDGET: "deal",
    Code.RACK_COUNT: "tiles",
    Code.CLOSE_NO_CANASTA: "close_needs_canasta",
    Code.CLOSE_NO_PURA: "close_needs_pura",
    Code.CLOSE_NO_MUERTO: "close_needs_muerto",
    Code.BARRED: "bad_meld",
    Code.NO_POZO: "pozo_take",
    Code.EMPTY_POZO: "pozo_take",
    Code.PARTIAL_POZO: "pozo_take",
    Code.POZO_MIN: "pozo_min_total",
    Code.MUERTO_MODE: "muerto_modes",
    Code.BARRED_MUERTO: "bad_meld",
    Code.BARRED_CLOSE: "bad_meld",
    Code.MUST_KEEP_ONE: "must_keep_one_if_cannot_close",
    Code.MUST_KEEP_ONE_PURA: "must_keep_one_if_cannot_close",
    Code.CLOSE_NEEDS_DISCARD: "close_by",
    Code.CLOSE_NEEDS_MELDS: "close_by",
    Code.CLOSE_WILD_DISCARD: "close_discard_may_be_wild",
    Code.CLOSING_TILE: "closing_tile",
    Code.OUT_OF_TURN: "order_of_play",
    Code.WHO_PLAYED: "order_of_play",
    Code.NO_DRAW: "draw_required",
    Code.ALREADY_DRAWN: "order_of_play",
    Code.REDRAW: "first_player_redraw",
    Code.EMPTY_STOCK: "stock_reserve",
    Code.STOCK_LEFT: "stock_out_when",
    Code.POZO_UNUSED: "pozo_use_required",
    Code.POZO_TOP_UNUSED: "pozo_top_use",
    Code.POZO_TOP_NOT_WITH_TWO: "pozo_top_use",
    Code.POZO_TILE_BACK: "pozo_single_discard",
    Code.DREW_AND_LAID: "draw_or_play",
    Code.FROZEN: "bad_meld",
    Code.NO_DISCARD: "discard_ends_turn",
    Code.DISCARD_NOT_ALLOWED: "pozo_display",
    Code.BAD_MELD: "bad_meld",
    Code.SAME_NUMBER: "same_number_twice_per_side",
    Code.MERGED: "merge_melds",
    Code.SPLIT: "split_melds",
    Code.TRANSFER: "split_melds",
    Code.TRANSFER_SIDE: "meld_owner",
    Code.MUERTO_EARLY: "muerto_modes",
    Code.SECOND_MUERTO: "muertos",
    Code.NO_MUERTO: "muertos",
    Code.NO_CLOSING_TILE: "closing_tile",
    Code.AFTER_END: "order_of_play",
    Code.NO_SEAT: "players",
    Code.NO_MELD: "meld",
    Code.MISSED_TURN: "seen",
    Code.TWO_DISCARDS: "seen",
    Code.MELD_LOST: "seen",
    Code.REREAD: "seen",
    Code.FACE_DOWN: "seen",
    Code.FOREIGN: "seen",
    Code.MARK_MISMATCH: "canasta_mark",
    Code.PARTIAL_MUERTO: "muerto_size",
    Code.ILLEGIBLE: "seen",
    Code.GUESSED: "seen",
    Code.UNANSWERED: "seen",
    Code.TAKEN_HOME: "meld_owner",
    Code.NOTHING_ADDED: "own_rack",
    Code.NOT_FROM_RACK: "own_rack",
    Code.TABLE_INVALID: "meld",
    Code.JOKER_KEPT: "wild_withdraw",
    Code.JOKER_NOT_EXCHANGED: "joker_needs_exchange",
    Code.JOKER_SAME_MELD: "wild_move",
}
"""The rule behind each offence: the name of a field of ``Rules``, or one of ``GENERAL``."""

_SAID = catalogue(
    "engine.citations",
    {
        "none": "ningún texto dice otra cosa",
        "chosen": "no lo dice el texto: criterio del programa",
        "house": "regla de la casa",
        "sibling": " (de un texto hermano)",
        "general": "de todo el juego",
    },
)


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule as a judge would cite it."""

    key: str
    article: str
    """Text and article (``001 6.5``), or text and line (``000:39``) where the text has no articles; in words where no
    text says it."""
    sentence: str

    def as_json(self) -> dict[str, str]:
        """The contracted ``rule`` object."""
        return asdict(self)


def citation(code: Code, rules: Rules, language: str) -> Citation:
    """The rule behind the violation ``code`` under ``rules``, in ``language``."""
    key = _key(code, rules)
    if key in GENERAL:
        return Citation(key, _SAID["general"][language], rule_statement(key, 0, language))
    return Citation(key, article(key, rules, language), rule_statement(key, getattr(rules, key), language))


def article(key: str, rules: Rules, language: str) -> str:
    """The source of the rule ``key`` of ``rules``; a phrase where no text states it."""
    origin = dict(rules.origins).get(key)
    if origin is None or origin.basis == "house":
        return _SAID["house" if origin and origin.source else "chosen"][language]
    if origin.basis == "none":
        return _SAID["none"][language]
    numbered = written("articles")
    places = (source.partition(":")[::2] for source in origin.source.split())
    cited = ", ".join(
        f"{text} {numbered[text][line]}" if line in numbered.get(text, {}) else f"{text}:{line}".rstrip(":")
        for text, line in places
    )
    return cited + (_SAID["sibling"][language] if origin.basis == "sibling" else "")


def _key(code: Code, rules: Rules) -> str:
    """The rule behind ``code`` where other rules decide which it is."""
    if code == Code.TOO_LONG and rules.pierna_max_len is None:
        return "run"
    if code == Code.CLOSE_NO_CANASTA and rules.canastas_to_close > 1:
        return "canastas_to_close"
    if code == Code.MUST_KEEP_ONE_PURA or (code == Code.MUST_KEEP_ONE and not rules.must_keep_one_if_cannot_close):
        return "close_needs_pura" if code == Code.MUST_KEEP_ONE_PURA else "close_needs_canasta"
    if code == Code.FIRST_MELD and rules.first_meld_by_total:
        return "first_meld_by_total"
    return KEYS[code]
