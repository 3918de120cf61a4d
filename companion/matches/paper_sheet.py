"""Score a hand entered like a paper sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.match_commands import RecordPaperSheet
from companion.matches.events import Noted
from companion.matches.hand_state import HandState
from companion.matches.wording import of_field, refusal
from companion.naming import named
from companion.refusal import TableRefused
from engine.rule_and_tile_words import LANGUAGES
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.scoring.paper_sheet import SideSum, check_points, score_sums
from engine.scoring.score_sheets import ScoreSheet
from engine.scoring.side_words import parse_side

_SOLVED_BY: Mapping[Code, str] = {
    Code.CLOSE_NO_CANASTA: "canastas",
    Code.CLOSE_NO_PURA: "canastas",
    Code.CLOSE_NO_MUERTO: "muertos",
}
"""The values of a side to correct, for each impossibility."""


def summed(hand: HandState, order: RecordPaperSheet) -> Noted:
    """The points of the entered sums. Raises TableRefused where they are impossible, and TranslatableError for invalid
    text."""
    teams = hand.agreement.sides
    if len(order.sides) != len(teams):
        raise TableRefused(refusal("points by team", count=len(teams)))
    sums = tuple(_side(team, said) for team, said in enumerate(order.sides))
    _check(sums, hand.rules)
    score = score_sums(sums, teams, hand.rules)
    if score.impossible:
        reason = score.impossible[0]
        said = {language: named(reason.sentence(language), hand.agreement.players) for language in LANGUAGES}
        reasons = {one: refusal("cannot be counted", reason=sentence)[one] for one, sentence in said.items()}
        raise TableRefused(reasons, field=_solves(reason, teams))
    points = () if score.void else tuple(sheet.total for sheet in score.sheets)
    return Noted(hand=hand.number, points=points, sums=sums)


def _solves(reason: Violation, teams: Sequence[str]) -> str:
    """The field of the command at fault, with its team."""
    team = dict(reason.facts).get("team")
    place = teams.index(team) if isinstance(team, str) and team in teams else len(teams) - 1
    return f"{_SOLVED_BY.get(reason.code, 'muertos')}.{place}"


def _side(team: int, words: str) -> SideSum:
    with of_field(f"sides.{team}"):
        return parse_side(words)


def sum_sheets(hand: HandState) -> tuple[ScoreSheet, ...]:
    """The sheets of a hand entered that way; empty where only its points were."""
    sums = hand.noted_sums
    return score_sums(sums, hand.agreement.sides, hand.rules).sheets if sums else ()


def _check(sums: Sequence[SideSum], rules: Rules) -> None:
    """Raise TableRefused for two closers, and for sums that no tiles make."""
    if sum(side.closed for side in sums) > 1:
        raise TableRefused(refusal("two closed"), field="closer")
    for team, side in enumerate(sums):
        for field, points in (("laid", side.laid), ("left", side.left)):
            with of_field(f"{field}.{team}"):
                check_points(points, rules)
