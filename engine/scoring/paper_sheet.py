"""Score a hand from the sums on a paper score sheet: canastas, muerto and tile points of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from engine.hand.hand_file import MuertoState, TeamRecord
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.scoring.score_sheets import HandScore, Reason, ScoreLine, ScoreSheet
from engine.scoring.scoring import ending_lines, laid_as, muerto_lines, won_of_others
from engine.sentences import TranslatableError

CANASTAS = (
    Reason.CANASTA_PURE,
    Reason.CANASTA_IMPURE,
    Reason.SEMI_PURA,
    Reason.CANASTA_REAL,
    Reason.CANASTA_REAL_14,
    Reason.CANASTA_OCHO,
    Reason.CANASTA_OF_TWOS,
)
"""The names of canastas on a sheet."""
_PURE = frozenset({Reason.CANASTA_PURE, Reason.CANASTA_REAL, Reason.CANASTA_REAL_14})


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSum:
    """The counted sums of one side."""

    canastas: tuple[tuple[Reason, int], ...] = ()
    """The number of canastas by kind; missing kinds count as 0."""
    muerto: MuertoState = "untaken"
    laid: int = 0
    """The points of its laid tiles."""
    left: int = 0
    """The points of the tiles on its racks, including those of an unplayed muerto where they count."""
    closed: bool = False


def canasta_points(rules: Rules) -> Mapping[Reason, int]:
    """The kinds of canasta that these rules pay for, and the points of each; empty in a game without canastas."""
    if rules.canasta_len is None:
        return {}
    paid: Mapping[Reason, int | None] = {
        Reason.CANASTA_PURE: rules.canasta_pure,
        Reason.CANASTA_IMPURE: rules.canasta_impure,
        Reason.SEMI_PURA: rules.semi_pura,
        Reason.CANASTA_REAL: rules.canasta_real,
        Reason.CANASTA_REAL_14: rules.canasta_real_14,
        Reason.CANASTA_OCHO: rules.canasta_ocho,
        Reason.CANASTA_OF_TWOS: rules.canasta_of_twos,
    }
    return {reason: points for reason, points in paid.items() if points is not None}


def counts_laid(rules: Rules) -> bool:
    """Whether laid tiles count, and not only those left on racks."""
    return not (rules.winner_takes_sum or rules.target_kind == "points_low")


def tile_step(rules: Rules) -> int:
    """The number of which every sum of tile points is a multiple."""
    return gcd(rules.joker_on_rack, *rules.tile_values)


def check_points(number: int, rules: Rules) -> None:
    """Raise TranslatableError where no set of tiles has that many points."""
    step = tile_step(rules)
    if number % step:
        raise TranslatableError("not_of_tiles", number=number, step=step)


def score_sums(sides: Sequence[SideSum], names: Sequence[str], rules: Rules) -> HandScore:
    """The score of a hand counted by hand; its lines list no tiles.

    Without sheets, and with reasons, where the sums are impossible.
    """
    if impossible := tuple(_impossible(sides, names, rules)):
        return HandScore(sheets=(), impossible=impossible)
    nobody = not any(side.closed or _has_canasta(side) for side in sides)
    if nobody and rules.stock_out_none_has_canasta == "replay":
        return HandScore(sheets=tuple(map(ScoreSheet, names)), void=True)
    sums = dict(zip(names, sides, strict=True))
    return HandScore(sheets=tuple(ScoreSheet(name, tuple(_lines(name, sums, rules))) for name in names))


def _has_canasta(side: SideSum) -> bool:
    return any(count for _, count in side.canastas)


def _has_pura(side: SideSum) -> bool:
    return any(count for reason, count in side.canastas if reason in _PURE)


def _impossible(sides: Sequence[SideSum], names: Sequence[str], rules: Rules) -> Iterator[Violation]:
    taken = sum(side.muerto != "untaken" for side in sides)
    if taken > rules.muertos:
        yield Violation(Code.TOO_MANY_MUERTOS, (), (("count", taken), ("most", rules.muertos)))
    for side, name in zip(sides, names, strict=True):
        facts = (("team", name), ("needed", rules.canastas_to_close))
        if not side.closed:
            continue
        if rules.close_needs_canasta and sum(count for _, count in side.canastas) < rules.canastas_to_close:
            yield Violation(Code.CLOSE_NO_CANASTA, (), facts)
        elif rules.close_needs_pura and not _has_pura(side):
            yield Violation(Code.CLOSE_NO_PURA, (), facts)
        if rules.close_needs_muerto and side.muerto == "untaken" and not rules.muerto_becomes_stock:
            yield Violation(Code.CLOSE_NO_MUERTO, (), facts)


def _lines(name: str, sums: Mapping[str, SideSum], rules: Rules) -> Iterator[ScoreLine]:
    side = sums[name]
    closer = next((team for team, of in sums.items() if of.closed), None)
    if rules.winner_takes_sum:
        yield from _zero_sum(name, {team: of.left for team, of in sums.items()}, closer)
    elif rules.target_kind == "points_low":
        if side.closed:
            yield ScoreLine(Reason.WON_THE_HAND, 0)
        if side.left and (not side.closed or rules.rack_counts == "all"):
            yield ScoreLine(Reason.RACK, side.left)
    else:
        yield from _table_lines(side, rules)
        yield from ending_lines(side.closed, _has_canasta(side) and closer is None, rules)
        yield from muerto_lines(TeamRecord(name=name, muerto=side.muerto), side.closed, rules)
        if side.left:
            yield ScoreLine(Reason.RACK, -side.left)


def _table_lines(side: SideSum, rules: Rules) -> Iterator[ScoreLine]:
    counts = _has_pura(side) if rules.laid_needs_pura else _has_canasta(side)
    reason, sign = laid_as(counts, _has_canasta(side), rules)
    if side.laid:
        yield ScoreLine(reason, sign * side.laid)
    paid = canasta_points(rules) if counts or rules.no_canasta == "positive" else {}
    for kind, count in side.canastas:
        if count and kind in paid:
            yield ScoreLine(kind, count * paid[kind])


def _zero_sum(name: str, left: Mapping[str, int], closer: str | None) -> Iterator[ScoreLine]:
    won = won_of_others(name, left, closer)
    if won is not None:
        yield ScoreLine(Reason.RACKS_OF_OTHERS, won)
    elif left[name]:
        yield ScoreLine(Reason.RACK, -(left[name] - (0 if closer else min(left.values()))))
