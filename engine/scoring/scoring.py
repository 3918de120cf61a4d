"""Score a finished hand: every meld, canasta, muerto and rack as a line of its team's sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.hand.hand_file import HandRecord, TeamRecord
from engine.melds.melds import judge_meld
from engine.rules.rules import Rules
from engine.scoring.canastas import CountedTeam, against_mark, canasta_bonus, counted, points_against
from engine.scoring.hand_validation import impossibilities
from engine.scoring.score_sheets import HandScore, Problem, Reason, ScoreLine, ScoreSheet


def score_hand(record: HandRecord, rules: Rules) -> HandScore:
    """The score of ``record`` under ``rules``; without sheets, and with reasons, where the record is impossible."""
    teams = [counted(team, rules) for team in record.teams]
    if impossible := impossibilities(record, teams, rules):
        return HandScore(sheets=(), impossible=impossible)
    problems = tuple(problem for team in teams for problem in _problems(team, rules))
    if is_void(record, teams, rules):
        return HandScore(sheets=tuple(ScoreSheet(team.record.name) for team in teams), void=True, problems=problems)
    sheets = tuple(ScoreSheet(team.record.name, tuple(_lines(team, record, rules))) for team in teams)
    return HandScore(sheets=sheets, problems=problems)


def is_void(record: HandRecord, teams: Sequence[CountedTeam], rules: Rules) -> bool:
    """Whether the stock ran out, no side has a canasta, and the rules replay such a hand."""
    nobody = record.closed_by is None and not any(team.canastas for team in teams)
    return nobody and rules.stock_out_none_has_canasta == "replay"


def _problems(team: CountedTeam, rules: Rules) -> Iterator[Problem]:
    for verdict in (*team.laid, *team.unlawful):
        for violation in verdict.violations:
            yield Problem(team.record.name, violation, verdict.placed)
    for meld, mark in zip(team.record.melds, team.record.marks, strict=False):
        verdict = judge_meld(meld, rules)
        for violation in against_mark(verdict, mark, rules):
            yield Problem(team.record.name, violation, verdict.placed)


def _lines(team: CountedTeam, record: HandRecord, rules: Rules) -> Iterator[ScoreLine]:
    if rules.winner_takes_sum:
        yield from _zero_sum(team, record, rules)
        return
    if rules.target_kind == "points_low":
        yield from _penalty_points(team, record, rules)
        return
    yield from _laid(team, rules)
    for verdict, purity in team.canastas if _counts_laid(team, rules) or rules.no_canasta == "positive" else ():
        yield ScoreLine(*canasta_bonus(verdict, purity, rules), verdict.placed)
    closed = team.record.name == record.closed_by
    yield from ending_lines(closed, bool(team.canastas) and record.closed_by is None, rules)
    yield from muerto_lines(team.record, closed, rules)
    for reason, piles in ((Reason.RACK, team.record.racks), (Reason.SET_ASIDE, team.record.set_aside)):
        for tiles in filter(None, piles):
            yield ScoreLine(reason, -points_against(tiles, rules), tiles)


def _penalty_points(team: CountedTeam, record: HandRecord, rules: Rules) -> Iterator[ScoreLine]:
    """The lines of a game that the lowest total wins: the close, and a player's own rack."""
    if team.record.name == record.closed_by:
        yield ScoreLine(Reason.WON_THE_HAND, 0)
    if team.record.name != record.closed_by or rules.rack_counts == "all":
        for tiles in filter(None, team.record.racks):
            yield ScoreLine(Reason.RACK, points_against(tiles, rules), tiles)


def _zero_sum(team: CountedTeam, record: HandRecord, rules: Rules) -> Iterator[ScoreLine]:
    """The lines of a zero-sum game: each rack's points go to the player who closed.

    If nobody closed, what exceeds the smallest rack goes to its holder.
    """
    left = {side.name: points_against([tile for rack in side.racks for tile in rack], rules) for side in record.teams}
    won = won_of_others(team.record.name, left, record.closed_by)
    if won is not None:
        yield ScoreLine(Reason.RACKS_OF_OTHERS, won)
        return
    if tiles := tuple(tile for rack in team.record.racks for tile in rack):
        fewest = 0 if record.closed_by else min(left.values())
        yield ScoreLine(Reason.RACK, -(left[team.record.name] - fewest), tiles)


def won_of_others(name: str, left: Mapping[str, int], closed_by: str | None) -> int | None:
    """What ``name`` wins from the racks ``left`` to the others; ``None`` where it loses its own."""
    fewest = 0 if closed_by else min(left.values())
    winners = [closed_by] if closed_by else [side for side, points in left.items() if points == fewest]
    if name not in winners:
        return None
    return sum(points - fewest for side, points in left.items() if side not in winners) // len(winners)


def _counts_laid(team: CountedTeam, rules: Rules) -> bool:
    """Whether a side's laid tiles count for it: it has a canasta, a pure one where the rules require that."""
    return bool(team.pure if rules.laid_needs_pura else team.canastas)


def laid_as(counts: bool, has_canasta: bool, rules: Rules) -> tuple[Reason, int]:
    """The reason and sign of a side's laid tiles; ``counts`` depends on its canastas."""
    if not counts and rules.no_canasta == "zero":
        return (Reason.LAID_FOR_NOTHING_NO_PURA if has_canasta else Reason.LAID_FOR_NOTHING), 0
    if not counts and rules.no_canasta == "negative":
        return (Reason.LAID_AGAINST_NO_PURA if has_canasta else Reason.LAID_AGAINST), -1
    return Reason.LAID, 1


def _laid(team: CountedTeam, rules: Rules) -> Iterator[ScoreLine]:
    reason, sign = laid_as(_counts_laid(team, rules), bool(team.canastas), rules)
    for verdict in team.laid:
        is_forgiven = reason == Reason.LAID and not verdict.lawful
        yield ScoreLine(Reason.LAID_REORDERED if is_forgiven else reason, sign * verdict.points, verdict.placed)
    for verdict in team.unlawful:
        yield ScoreLine(Reason.UNLAWFUL, -points_against(verdict.tiles, rules), verdict.placed)


def ending_lines(closed: bool, outlasted: bool, rules: Rules) -> Iterator[ScoreLine]:
    """The lines for the end of the hand: the side ``closed``, or ``outlasted`` the stock with a canasta."""
    if closed:
        yield ScoreLine(Reason.CLOSE, rules.close_bonus)
    if outlasted and rules.stock_out_close_bonus:
        yield ScoreLine(Reason.STOCK_OUT, rules.stock_out_close_bonus)


def muerto_lines(team: TeamRecord, closed: bool, rules: Rules) -> Iterator[ScoreLine]:
    """The lines for a side's muerto."""
    tiles = team.unplayed_muerto
    if team.muerto == "untaken":
        if rules.muerto_untaken_penalty and rules.muertos:
            yield ScoreLine(Reason.MUERTO_UNTAKEN, -rules.muerto_untaken_penalty)
        return
    flat = team.muerto == "unplayed" and rules.muerto_unplayed == "flat_100_no_tiles"
    if flat:
        yield ScoreLine(Reason.MUERTO_UNPLAYED, -rules.muerto_untaken_penalty)
    elif rules.muerto_taken_bonus:
        yield ScoreLine(Reason.MUERTO_TAKEN, rules.muerto_taken_bonus)
    spared = flat and (rules.unplayed_scope == "both" or closed)
    if tiles and not spared:
        yield ScoreLine(Reason.UNPLAYED_TILES, -points_against(tiles, rules), tiles)


@dataclass(frozen=True, slots=True)
class Audit:
    """How much of the set a record accounts for."""

    tiles: int
    points: int
    missing_tiles: int
    missing_points: int
    """The points of the unlisted tiles: a check of a rack that was only counted."""


def audit(record: HandRecord, rules: Rules) -> Audit:
    """The tiles and points that ``record`` lists and those missing from a whole set."""
    points = points_against(record.tiles, rules)
    return Audit(
        tiles=len(record.tiles),
        points=points,
        missing_tiles=len(rules.bag) - len(record.tiles),
        missing_points=points_against(rules.bag, rules) - points,
    )
