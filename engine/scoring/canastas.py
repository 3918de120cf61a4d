"""Determine which melds of a team count in the score, and as which canasta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.hand.hand_file import TeamRecord
from engine.melds.melds import MeldVerdict, Purity, canasta_of, counts, judge_meld
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.scoring.score_sheets import Reason
from engine.tiles import Color, Tile

_TWO, _ALL_OF_A_COLOUR, _ACE_TO_ACE = 2, 13, 14


@dataclass(frozen=True, slots=True)
class CountedTeam:
    """A team's melds after they were judged for the score."""

    record: TeamRecord
    laid: tuple[MeldVerdict, ...]
    """Those that count, among them the lawful ones that lie in a wrong order where the rules forgive that."""
    unlawful: tuple[MeldVerdict, ...]
    canastas: tuple[tuple[MeldVerdict, Purity], ...]

    @property
    def pure(self) -> int:
        """The number of its pure canastas."""
        return sum(purity == "pure" for _, purity in self.canastas)


def counted(record: TeamRecord, rules: Rules) -> CountedTeam:
    """The melds of ``record`` that count under ``rules``."""
    verdicts = [judge_meld(meld, rules) for meld in record.melds]
    laid = tuple(verdict for verdict in verdicts if counts(verdict, rules))
    return CountedTeam(
        record=record,
        laid=laid,
        unlawful=tuple(verdict for verdict in verdicts if not counts(verdict, rules)),
        canastas=tuple((verdict, purity) for verdict in laid if (purity := canasta_of(verdict, rules))),
    )


def against_mark(verdict: MeldVerdict, mark: Purity | None, rules: Rules) -> tuple[Violation, ...]:
    """The problem of a canasta whose mark contradicts its tiles."""
    return (Violation(Code.MARK_MISMATCH, verdict.tiles),) if mark and canasta_of(verdict, rules) != mark else ()


def canasta_bonus(verdict: MeldVerdict, purity: Purity, rules: Rules) -> tuple[Reason, int]:
    """The name of a canasta on the score sheet, and its points."""
    for reason, points, holds in (
        (Reason.CANASTA_OF_TWOS, rules.canasta_of_twos, _of_twos(verdict)),
        (Reason.CANASTA_OCHO, rules.canasta_ocho, _all_of_a_number(verdict, rules)),
        (Reason.CANASTA_REAL_14, rules.canasta_real_14, purity == "pure" and _run_of(verdict, _ACE_TO_ACE)),
        (Reason.CANASTA_REAL, rules.canasta_real, purity == "pure" and _run_of(verdict, _ALL_OF_A_COLOUR)),
        (Reason.SEMI_PURA, rules.semi_pura, purity == "impure" and _whole_without_wilds(verdict, rules)),
    ):
        if points is not None and holds:
            return reason, points
    if purity == "pure":
        return Reason.CANASTA_PURE, rules.canasta_pure
    return Reason.CANASTA_IMPURE, rules.canasta_impure


def _of_twos(verdict: MeldVerdict) -> bool:
    return verdict.kind == "group" and all(tile.is_joker or tile.number == _TWO for tile in verdict.tiles)


def _all_of_a_number(verdict: MeldVerdict, rules: Rules) -> bool:
    return verdict.kind == "group" and len(verdict.tiles) - verdict.wilds == len(Color) * rules.copies


def _run_of(verdict: MeldVerdict, length: int) -> bool:
    return verdict.kind == "run" and len(verdict.tiles) >= length


def _whole_without_wilds(verdict: MeldVerdict, rules: Rules) -> bool:
    """Whether a canasta contains a canasta's length of naturals: contiguous in a run, in any order in a group."""
    stretches = [(wild, len(list(some))) for wild, some in groupby(verdict.placed, lambda placed: placed.is_wild)]
    naturals = [length for wild, length in stretches if not wild]
    together = len(naturals) == 1 or verdict.kind == "group"
    return verdict.lawful and together and sum(naturals) >= (rules.canasta_len or 0)


def points_against(tiles: Sequence[Tile], rules: Rules) -> int:
    """The points of ``tiles`` left on a rack, or set aside."""
    return sum(rules.joker_on_rack if tile.number is None else rules.tile_values[tile.number - 1] for tile in tiles)
