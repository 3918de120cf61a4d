"""The view of a hand: melds with verdicts, score sheets, unseen tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.matches.agreement import Agreement
from companion.matches.hand_scoring import accounted, count, doubts, unknown_racks
from companion.matches.hand_state import HandState
from companion.matches.offers_in_match import offers
from companion.matches.paper_sheet import sum_sheets
from companion.matches.points_by_kind import part_of
from companion.matches.reminders import reminders
from companion.naming import named
from companion.view_models import (
    AuditView,
    FaceView,
    GuessView,
    HandView,
    LineView,
    MeldOfferView,
    MeldView,
    MuertoView,
    ProblemView,
    RackView,
    SheetView,
    SumView,
    TileInMeld,
    ViolationView,
)
from companion.view_models.rule_citation import rule_view, statement_view
from engine.hand.moves import seen_notation
from engine.hand.state import LaidMeld, is_barred, left_wrong
from engine.inference.observation import observe
from engine.melds.melds import canasta_of, counts
from engine.melds.repairs import violations_with_repairs
from engine.placed_tile import PlacedTile, notation
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.scoring.score_sheets import HandScore, ScoreLine
from engine.sentences import catalogue
from engine.tiles import FACES, Tile

_ENDED = catalogue("companion.hand_ended", {"stock": "Se acabó el mazo.", "closed": "Cerró {name}."})
"""How a hand ended."""


def hand_view(hand: HandState, language: str, *, has_question: bool = False) -> HandView:
    """The view of the hand in ``language``; ``has_question`` where a question about it is open."""
    state, score = hand.state, count(hand)
    return HandView(
        number=hand.number,
        standing=hand.standing,
        starter=hand.start.turn.seat,
        turn=None if hand.is_over else state.turn.seat,
        turn_count=state.turn.count,
        drawn=state.turn.drawn,
        mazo=state.mazo,
        pozo=tuple(seen_notation([tile]) for tile in state.pozo),
        pozo_covered=hand.rules.pozo_display == "covered",
        muertos=tuple(_muertos_left(hand)),
        closing_tile=bool(state.closing_tile),
        racks=tuple(_racks(hand)),
        taken=tuple(_taken(hand)),
        melds=tuple(_melds(hand, language)),
        observed=str(observe(state, hand.rules)),
        ended=_ended(hand, language),
        closer=_closer(hand),
        noted=hand.noted,
        sums=tuple(_sums(hand)),
        void=score.void if hand.noted is None else not hand.noted,
        partial=hand.is_partial,
        sheets=tuple(_sheets(hand, score, language)),
        problems=tuple(_problems(hand, score, language)),
        offers=tuple(_offers(hand, language)),
        impossible=violation_views(score.impossible, hand.agreement, language),
        provisional=bool(hand.guessed_rows or hand.unanswered or has_question),
        guessed=tuple(_guessed(hand)),
        barred=tuple(seat for seat in range(state.players) if is_barred(state, seat, hand.rules)),
        reminders=tuple(statement_view(key, hand.rules, language) for key in reminders(hand)),
        unknown_racks=unknown_racks(hand),
        audit=_audit(hand),
        census=tuple(_census(hand)),
    )


def _sums(hand: HandState) -> Iterator[SumView]:
    for side_sum in hand.noted_sums:
        kinds = tuple((str(kind), count) for kind, count in side_sum.canastas)
        yield SumView(
            canastas=kinds, muerto=side_sum.muerto, laid=side_sum.laid, left=side_sum.left, closed=side_sum.closed
        )


def violation_views(violations: Iterable[Violation], agreement: Agreement, language: str) -> tuple[ViolationView, ...]:
    """The violations in words, each once, with the players' names and the rule behind each."""
    return tuple(
        ViolationView(
            str(violation.code),
            named(violation.sentence(language), agreement.players),
            rule_view(violation.code, agreement.rules, language),
            named(violation.whole(language), agreement.players),
        )
        for violation in dict.fromkeys(violations)
    )


def _problems(hand: HandState, score: HandScore, language: str) -> Iterator[ProblemView]:
    """The violations of a meld, followed by its guesses and inconsistencies."""
    about = [(problem.violation, problem.tiles) for problem in score.problems]
    for violation, tiles in (*about, *((doubt, ()) for doubt in dict.fromkeys(doubts(hand)))):
        message, whole = (named(said, hand.agreement.players)
                          for said in (violation.sentence(language), violation.whole(language)))  # fmt: skip
        rule = rule_view(violation.code, hand.rules, language)
        yield ProblemView(str(violation.code), message, rule, _tiles(tiles), whole)


def _offers(hand: HandState, language: str) -> Iterator[MeldOfferView]:
    for found_offer in offers(hand):
        yield MeldOfferView(
            code=str(found_offer.offer.code),
            message=found_offer.offer.sentence(language),
            meld=notation(found_offer.offer.row),
            canasta=found_offer.offer.canasta,
            points=found_offer.offer.points,
            may_move=found_offer.offer.is_move,
            number=found_offer.meld.number,
            team=found_offer.meld.team,
            tiles=_tiles(found_offer.offer.row),
            move=None if found_offer.move is None else str(found_offer.move),
        )


def _racks(hand: HandState) -> Iterator[RackView]:
    for seat, rack in enumerate(hand.state.racks):
        known = tuple(map(str, rack.known)) if hand.is_over else ()
        yield RackView(seat=seat, count=rack.count, known=known, is_known=rack.is_known)


def _taken(hand: HandState) -> Iterator[MuertoView]:
    for index, team in enumerate(hand.state.teams):
        said = hand.muertos[index] if index < len(hand.muertos) else team.muerto
        yield MuertoView(said, team.holder)


def _muertos_left(hand: HandState) -> Iterator[int]:
    """The tiles of each muerto on the table, without one that a side took according to the score."""
    pairs = zip(hand.muertos, hand.state.teams, strict=False)
    told_only = sum(said != "untaken" and team.muerto == "untaken" for said, team in pairs)
    yield from hand.state.muertos[told_only:]


def _melds(hand: HandState, language: str) -> Iterator[MeldView]:
    entries, wrong = _last_entries(hand), _to_set_aside(hand)
    for meld in hand.state.melds:
        verdict = meld.verdict
        yield MeldView(
            number=meld.number,
            team=meld.team,
            meld=notation(meld.row),
            tiles=_tiles(meld.row),
            kind=verdict.kind,
            lawful=verdict.lawful,
            counts=counts(verdict, hand.rules),
            canasta=canasta_of(verdict, hand.rules),
            to_canasta=_to_canasta(meld, hand.rules),
            points=verdict.points,
            violations=violation_views(violations_with_repairs(verdict, hand.rules), hand.agreement, language),
            entry=entries.get(meld.number),
            offence=next((row.offence for row in hand.guessed_rows if row.is_of(meld)), None),
            to_set_aside=meld in wrong,
        )


def _to_set_aside(hand: HandState) -> tuple[LaidMeld, ...]:
    """The certainly wrong melds, until the hand is confirmed."""
    if hand.standing not in ("playing", "ended") or hand.noted is not None:
        return ()
    left = left_wrong(hand.state, hand.rules)
    return tuple(meld for meld in left if not any(row.is_of(meld) for row in hand.guessed_rows))


def _guessed(hand: HandState) -> Iterator[GuessView]:
    faces = hand.guessed if hand.is_over else ()
    for meld in hand.state.melds if faces else ():
        for place, tile in enumerate(map(str, meld.tiles)):
            if tile in faces:
                yield GuessView(meld.number, place, tile)


def _last_entries(hand: HandState) -> dict[int, int]:
    """The last entry that changed each meld, by meld number."""
    return {meld.number: step.recorded.number for step in hand.steps for event in step.events for meld in event.melds}


def _to_canasta(meld: LaidMeld, rules: Rules) -> int | None:
    if rules.canasta_len is None or not counts(meld.verdict, rules):
        return None
    return max(rules.canasta_len - len(meld.row), 0)


def _tiles(row: Iterable[PlacedTile | Tile]) -> tuple[TileInMeld, ...]:
    placed = (tile if isinstance(tile, PlacedTile) else PlacedTile(tile) for tile in row)
    return tuple(
        TileInMeld(str(placed_tile.tile), str(placed_tile.stands_for) if placed_tile.stands_for else None)
        for placed_tile in placed
    )


def _closer(hand: HandState) -> int | None:
    if hand.said_end:
        return int(hand.said_end) if hand.said_end.isdecimal() else None
    return getattr(hand.state.ended, "seat", None)


def _ended(hand: HandState, language: str) -> str | None:
    """The end of the hand, in words."""
    if not hand.is_over:
        return None
    closer = _closer(hand)
    if closer is None:
        return _ENDED["stock"][language]
    name = hand.agreement.players[closer]
    return _ENDED["closed"][language].format(name=name)


def _sheets(hand: HandState, score: HandScore, language: str) -> Iterator[SheetView]:
    if hand.noted is not None:
        summed = dict(enumerate(sum_sheets(hand)))
        for team, points in enumerate(hand.noted):
            sums = summed[team].lines if team in summed else ()
            yield SheetView(team, points, tuple(_line(line, None, language) for line in sums))
        return
    numbers = _last_entries(hand)
    entries = {notation(meld.row): numbers.get(meld.number) for meld in hand.state.melds}
    for team, sheet in enumerate(score.sheets):
        lines = tuple(_line(line, entries.get(notation(line.tiles)), language) for line in sheet.lines)
        yield SheetView(team, sheet.total, lines)


def _line(line: ScoreLine, entry: int | None, language: str) -> LineView:
    says = line.sentence(language)
    head = says.split(":")[0]
    return LineView(
        reason=str(line.reason),
        says=head[:1].upper() + head[1:],
        points=line.points,
        tiles=_tiles(line.tiles),
        entry=entry,
        part=part_of(line.reason),
    )


def _audit(hand: HandState) -> AuditView | None:
    """The audit, once the hand is over and every rack is known, so that rack tiles do not count as face down."""
    if not hand.is_over or hand.noted is not None or unknown_racks(hand):
        return None
    found = accounted(hand)
    return AuditView(
        tiles=found.tiles,
        points=found.points,
        missing_tiles=found.missing_tiles,
        missing_points=found.missing_points,
        all_points=found.points + found.missing_points,
    )


def _census(hand: HandState) -> Iterator[FaceView]:
    """The number of seen copies of each face; those on racks only when the hand is over."""
    state = hand.state
    seen = Counter(state.seen_tiles())
    if not hand.is_over:
        seen -= Counter(tile for rack in state.racks for tile in rack.known)
    for face in FACES:
        if copies := hand.rules.most_of(face):
            yield FaceView(str(face), min(seen[face], copies), copies)
