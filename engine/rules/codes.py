"""The codes of violations and of impossible records."""

from __future__ import annotations

from enum import StrEnum, auto


class Code(StrEnum):
    """The code of a violation or of an impossibility; part of the JSON contracts."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
        return name

    # A meld as it lies
    TOO_SHORT = auto()
    TOO_LONG = auto()
    COLOUR_MIX = auto()
    NUMBER_MIX = auto()
    GAP = auto()
    REPEAT_IN_RUN = auto()
    REPEAT_COLOUR = auto()
    TOO_MANY_WILDS = auto()
    WILD_RATIO = auto()
    FEW_NATURALS = auto()
    WILDS_ADJACENT = auto()
    STANDS_FOR = auto()
    ACE_LOW = auto()
    ACE_HIGH = auto()
    ACE_BOTH_ENDS = auto()
    WRAP = auto()
    ORDER = auto()
    PIERNA_OF_TWOS = auto()
    PIERNA_NUMBER = auto()
    IMPOSSIBLE_COPIES = auto()
    NOT_IN_SET = auto()
    TWO_MELDS = auto()

    # A meld between two looks, and the first exposure
    INVALID = auto()
    REORDER = auto()
    SHRINK = auto()
    WILD_WITHDRAWN = auto()
    WILD_MOVED = auto()
    NATURAL_TWO_REUSED = auto()
    JOKER_PIERNA3 = auto()
    FIRST_MELD = auto()
    NOT_OPENED = auto()

    # A finished hand that cannot have been
    INVENTORY = auto()
    MUERTO_SIZE = auto()
    TOO_MANY_MUERTOS = auto()
    WRONG_SIDES = auto()
    WRONG_PLAYERS = auto()
    TOO_MANY_RACKS = auto()
    CLOSER_HAS_TILES = auto()
    BUDGET = auto()
    RACK_COUNT = auto()
    CLOSE_NO_CANASTA = auto()
    CLOSE_NO_PURA = auto()
    CLOSE_NO_MUERTO = auto()
    BARRED = auto()

    # A turn
    NO_POZO = auto()
    EMPTY_POZO = auto()
    PARTIAL_POZO = auto()
    POZO_MIN = auto()
    MUERTO_MODE = auto()
    BARRED_MUERTO = auto()
    BARRED_CLOSE = auto()
    MUST_KEEP_ONE = auto()
    MUST_KEEP_ONE_PURA = auto()
    CLOSE_NEEDS_DISCARD = auto()
    CLOSE_NEEDS_MELDS = auto()
    CLOSE_WILD_DISCARD = auto()
    CLOSING_TILE = auto()

    # A hand, move by move
    OUT_OF_TURN = auto()
    WHO_PLAYED = auto()
    NO_DRAW = auto()
    ALREADY_DRAWN = auto()
    REDRAW = auto()
    EMPTY_STOCK = auto()
    STOCK_LEFT = auto()
    POZO_UNUSED = auto()
    POZO_TOP_UNUSED = auto()
    POZO_TOP_NOT_WITH_TWO = auto()
    POZO_TILE_BACK = auto()
    DREW_AND_LAID = auto()
    FROZEN = auto()
    NO_DISCARD = auto()
    DISCARD_NOT_ALLOWED = auto()
    BAD_MELD = auto()
    SAME_NUMBER = auto()
    MERGED = auto()
    SPLIT = auto()
    TRANSFER = auto()
    TRANSFER_SIDE = auto()
    MUERTO_EARLY = auto()
    SECOND_MUERTO = auto()
    NO_MUERTO = auto()
    NO_CLOSING_TILE = auto()
    AFTER_END = auto()
    NO_SEAT = auto()
    NO_MELD = auto()

    # What was seen and cannot have been
    MISSED_TURN = auto()
    TWO_DISCARDS = auto()
    MELD_LOST = auto()
    REREAD = auto()
    FACE_DOWN = auto()
    FOREIGN = auto()
    MARK_MISMATCH = auto()
    PARTIAL_MUERTO = auto()
    ILLEGIBLE = auto()
    GUESSED = auto()
    UNANSWERED = auto()

    # A common table
    TAKEN_HOME = auto()
    NOTHING_ADDED = auto()
    NOT_FROM_RACK = auto()
    TABLE_INVALID = auto()
    JOKER_KEPT = auto()
    JOKER_NOT_EXCHANGED = auto()
    JOKER_SAME_MELD = auto()


MISREAD = frozenset((Code.BUDGET, Code.INVENTORY, Code.IMPOSSIBLE_COPIES, Code.NOT_IN_SET, Code.NOT_FROM_RACK))
"""Codes that question the reading, or an earlier record, and never accuse a player."""
