"""Statistics of the hands of a match: canastas, closes and muertos of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.league.evenings import HandsMade
from companion.matches.hand_scoring import count
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.naming import is_turned
from engine.scoring.paper_sheet import CANASTAS, SideSum, score_sums
from engine.scoring.score_sheets import Reason, ScoreSheet

_PURE = frozenset({Reason.CANASTA_PURE, Reason.CANASTA_REAL, Reason.CANASTA_REAL_14})
_SIDES = 2


def made_in(match: MatchState, sides: Sequence[str]) -> tuple[HandsMade, HandsMade] | None:
    """The statistics of ``sides`` in the hands recorded in detail, tile by tile or by paper sheet; None where no hand
    was.

    The match may name the sides the other way round.
    """
    hands = [made for hand in match.counting for made in _made(hand)]
    if not hands:
        return None
    made = sum((made for made, _ in hands), HandsMade()), sum((other for _, other in hands), HandsMade())
    return made[::-1] if is_turned(match.agreement.sides, sides) else made


def _made(hand: HandState) -> Iterator[tuple[HandsMade, HandsMade]]:
    if sums := hand.noted_sums:
        score, muertos = score_sums(sums, hand.agreement.sides, hand.rules), [side_sum.muerto for side_sum in sums]
        laid = [_counted(side_sum) for side_sum in sums]
    elif hand.noted is None:
        score, muertos = count(hand), list(hand.muertos) or [team.muerto for team in hand.state.teams]
        laid = [[line.reason for line in sheet.lines if line.reason in CANASTAS] for sheet in score.sheets]
    else:
        return
    if len(score.sheets) == _SIDES and not score.void and not score.impossible:
        one, other = (_of(*side) for side in zip(score.sheets, laid, muertos, strict=True))
        yield one, other


def _counted(side: SideSum) -> list[Reason]:
    """The canastas of a side of a paper sheet, one by one: its score has a line for each kind."""
    return [kind for kind, number in side.canastas for _ in range(number)]


def _of(sheet: ScoreSheet, canastas: Sequence[Reason], muerto: str) -> HandsMade:
    puras = sum(canasta in _PURE for canasta in canastas)
    return HandsMade(
        hands=1,
        puras=puras,
        impuras=len(canastas) - puras,
        closes=sum(line.reason is Reason.CLOSE for line in sheet.lines),
        muertos=int(muerto != "untaken"),
    )
