"""Judge a player who runs out of tiles: whether that takes a muerto, closes the hand, or may not be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.rules.rules import Rules
from engine.rules.verdict import Code, Facts, Violation

Ending = Literal["close", "direct", "indirect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyRack:
    """A player without tiles: how the last tile left the rack, and what the side has by then."""

    by: Literal["meld_out", "discard"]
    canastas: int = 0
    pure: int = 0
    muerto_taken: bool = False
    laid_badly: bool = False
    """Whether this player laid a wrong meld in this hand."""
    last_is_wild: bool = False


@dataclass(frozen=True, slots=True)
class EndingVerdict:
    """Whether an empty rack closes the hand or takes a muerto, or why the last tile must stay."""

    ending: Ending | None
    violations: tuple[Violation, ...] = ()


def judge_empty_rack(rack: EmptyRack, rules: Rules) -> EndingVerdict:
    """Judge an empty ``rack``: whether it takes the muerto, closes the hand, or must keep a tile."""
    buys = bool(rules.muertos) and not rack.muerto_taken
    faults = tuple(_against_muerto(rack, rules) if buys else _against_close(rack, rules))
    if faults:
        return EndingVerdict(None, faults)
    if buys:
        return EndingVerdict("direct" if rack.by == "meld_out" else "indirect")
    return EndingVerdict("close")


def _against_muerto(rack: EmptyRack, rules: Rules) -> Iterator[Violation]:
    if rack.laid_badly and rules.bad_meld == "set_aside":
        yield Violation(Code.BARRED_MUERTO)
    if ("direct" if rack.by == "meld_out" else "indirect") not in rules.muerto_modes:
        yield Violation(Code.MUERTO_MODE)


def _against_close(rack: EmptyRack, rules: Rules) -> Iterator[Violation]:
    facts: Facts = (("needed", rules.canastas_to_close),)
    if rack.laid_badly and rules.bad_meld == "set_aside":
        yield Violation(Code.BARRED_CLOSE)
    if rules.close_needs_canasta and rack.canastas < rules.canastas_to_close:
        yield Violation(Code.MUST_KEEP_ONE, (), facts)
    elif rules.close_needs_pura and not rack.pure:
        yield Violation(Code.MUST_KEEP_ONE_PURA)
    if rack.by not in rules.close_by:
        yield Violation(Code.CLOSE_NEEDS_DISCARD if rack.by == "meld_out" else Code.CLOSE_NEEDS_MELDS)
    if rack.by == "discard" and rack.last_is_wild and not rules.close_discard_may_be_wild:
        yield Violation(Code.CLOSE_WILD_DISCARD)


def judge_closing_tile(tiles_left: int, rules: Rules) -> tuple[Violation, ...]:
    """The violations of using the closing tile in a turn that leaves ``tiles_left`` on the rack."""
    if rules.closing_tile and not tiles_left:
        return ()
    return (Violation(Code.CLOSING_TILE, (), (("count", tiles_left),)),)
