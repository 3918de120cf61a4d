"""The updates of a hand tracker: observed moves, or a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game_tracking.observation import UnsureTile
from companion.matches.events import Asked, Moves
from companion.matches.guessed_melds import GuessedRow
from companion.matches.typed_moves import InconsistentMoves
from companion.view_models import UNSURE
from engine.hand.events import Event
from engine.hand.moves import Close, CorrectMeld, Discard, EndTurn, Move, Rearrange
from engine.inference.observation import NOTHING_SEEN, Observation
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.scoring.meld_offers import Offer, offer_of
from engine.scoring.score_sheets import HandScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Moves that were observed together."""

    events: tuple[Event, ...]
    seen: Observation
    """The table after them."""
    passed: Moves = ()
    """Its first events, which the table does not show: passed turns."""
    choice: int = 0
    """The number of the answer that it applies, if any."""
    is_word: bool = False
    """Whether it corrects an earlier report after people named a tile."""
    guessed_rows: tuple[GuessedRow, ...] = ()
    """The melds on the table with tiles that were guessed."""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations of these moves."""
        return tuple(fault for event in self.events for fault in event.offences)

    def likelihoods(self) -> Iterator[tuple[Violation, float | None]]:
        """Each violation with its probability where it depends on a guessed tile; None where certain."""
        for event in self.events:
            rows = [row.offence for row in self.guessed_rows if any(map(row.is_of, event.melds))]
            yield from ((fault, max(rows, default=None)) for fault in event.offences)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to people."""

    doubts: tuple[Violation, ...] = ()
    """The inconsistencies, where every tile was read."""
    answers: tuple[tuple[Move, ...], ...] = ()
    """The possible moves, the likeliest first."""
    unsure: tuple[UnsureTile, ...] = ()
    """Tiles that cannot be read."""
    seen: Observation = NOTHING_SEEN
    passed: Moves = ()
    """Earlier passed turns, which the table does not show."""

    @property
    def is_illegible(self) -> bool:
        """Whether people cannot answer it: the camera has to see better."""
        return any(fault.code == Code.ILLEGIBLE for fault in self.doubts)

    @property
    def is_about_seats(self) -> bool:
        """Whether it asks who played."""
        return any(fault.code in (Code.OUT_OF_TURN, Code.WHO_PLAYED) for fault in self.doubts)


Update = Change | Question
_LAYING = frozenset((Code.TOO_SHORT, Code.FOREIGN))
"""Violations of a table on which a meld is being laid tile by tile."""
_RELAYING = _LAYING | {Code.MELD_LOST, Code.TAKEN_HOME, Code.JOKER_KEPT}
"""Violations of a shared table whose melds are being taken apart."""


def offered(update: Update, rules: Rules) -> tuple[Offer, ...]:
    """The suggestions that became available with these moves: lawful moves of a side, never an offence."""
    found: dict[int, Offer] = {}
    for event in update.events if isinstance(update, Change) else ():
        for meld in event.melds:
            old, now = event.before.meld(meld.number), offer_of(meld.verdict, rules)
            was = offer_of(old.verdict, rules) if old else None
            if now and now.is_move and not (was and was.tiles == now.tiles):
                found[meld.number] = now
            elif not now:
                found.pop(meld.number, None)
    return tuple(found.values())


def is_unfinished(update: Update, rules: Rules) -> bool:
    """Whether a player may still be laying tiles: no turn has ended, and a meld is too short or a tile isolated.

    A shared table is only judged once its rearrangement is complete.
    """
    is_common = rules.meld_owner == "table"
    if isinstance(update, Question):
        codes = {fault.code for fault in update.doubts}
        moves = update.answers[0][len(update.passed) :] if update.answers else ()
        has_ended = any(isinstance(move, Discard | EndTurn) for move in moves)
        return bool(codes) and codes <= (_RELAYING if is_common else _LAYING) and not has_ended
    now = update.events[len(update.passed) :]
    faults = (fault for event in now for meld in event.melds for fault in meld.verdict.violations)
    is_odd = _is_relaid(update) or any(is_common or fault.code == Code.TOO_SHORT for fault in faults)
    return is_odd and not isinstance(update.events[-1].move, Discard | EndTurn)


def slips(update: Update, rules: Rules) -> frozenset[str]:
    """The unlawful melds that were laid and may be taken back: the turn has not ended, and the law allows it."""
    if isinstance(update, Question) or rules.bad_meld == "set_aside":
        return frozenset()
    if isinstance(update.events[-1].move, Discard | EndTurn):
        return frozenset()
    laid = (meld for event in update.events[len(update.passed) :] for meld in event.melds)
    return frozenset(" ".join(map(str, meld.tiles)) for meld in laid if not meld.verdict.lawful)


def is_at_once(update: Change) -> bool:
    """Whether an update is reported immediately: a turn ended, or it is lawful and not taken back."""
    if lacks_meld(update):
        return False
    if isinstance(update.events[-1].move, Discard | EndTurn | Close):
        return True
    laid = (meld for event in update.events for meld in event.melds)
    is_back = any(isinstance(event.move, CorrectMeld) for event in update.events)
    is_odd = is_back or any(not meld.verdict.lawful for meld in laid)
    return not (update.violations or is_odd or _is_relaid(update))


def lacks_meld(update: Update) -> bool:
    """Whether a side opened with too little, of which a hand may still hide a meld."""
    return isinstance(update, Change) and any(fault.code == Code.FIRST_MELD for fault in update.violations)


def _is_relaid(update: Change) -> bool:
    """Whether a player may still be rearranging a shared table.

    Tiles of it are missing, or it changed without a new tile from a rack.
    """
    now = update.events[len(update.passed) :]
    if not now or now[0].before.melds == now[-1].after.melds:
        return False
    before, after = now[0].before, now[-1].after
    if any(meld.team is not None for meld in (*before.melds, *after.melds)):
        return False
    lay, lie = Counter(before.laid_tiles()), Counter(after.laid_tiles())
    return lay == lie or bool(lay - lie)


def is_half_rearranged(update: Change) -> bool:
    """Whether melds of a shared table were parted or joined, and one of them is unlawful."""
    events = [event for event in update.events[len(update.passed) :] if isinstance(event.move, Rearrange)]
    return any(not meld.verdict.lawful for event in events for meld in event.melds)


def is_missed_turn(question: Question | InconsistentMoves) -> bool:
    """Whether the only inconsistency is a turn missed between two looks, with one explanation: two discards."""
    are_two = all(fault.code == Code.TWO_DISCARDS and dict(fault.facts).get("count") == 2 for fault in question.doubts)
    return len(question.answers) == 1 and are_two


def puts_right(doubtful: InconsistentMoves, guessed: Collection[str], *, is_named: bool) -> bool:
    """Whether the only inconsistency is a misread tile, since named by people or only ``guessed``."""
    rereads = bool(doubtful.answers) and all(fault.code == Code.REREAD for fault in doubtful.doubts)
    known = {str(tile) for fault in doubtful.doubts for tile in fault.tiles}
    return rereads and (is_named or known <= set(guessed))


def may_be_left(question: Question | Asked) -> bool:
    """Whether a question is resolved by its default when play goes on.

    For a meld that is laid tile by tile the end of the turn is awaited. A hand that is over only goes on with a
    discard: racks are laid open after the end, too.
    """
    codes = {fault.code for fault in question.doubts}
    if not (question.answers and codes):
        return False
    has_ended = any(isinstance(move, Discard | EndTurn) for move in question.answers[0])
    if Code.TOO_SHORT in codes and not has_ended:
        return False
    is_over = Code.AFTER_END in codes
    return not is_over or sum(isinstance(move, Discard) and bool(move.tile) for move in question.answers[0]) == 1


def foreign_in(doubts: Iterable[Violation], observation: Observation) -> set[str]:
    """The faces of isolated tiles among the melds that ``doubts`` ask about."""
    if all(fault.code != Code.FOREIGN for fault in doubts):
        return set()
    return {UNSURE if tile is None else str(tile) for tile in observation.loose}


@dataclass(frozen=True, slots=True)
class StandingAfter:
    """The state of a hand after an update."""

    score: HandScore
    is_provisional: bool = False
    offers: tuple[Offer, ...] = ()
    """Other ways to lay melds that would be worth more."""


def update_json(update: Update, standing: StandingAfter, rules: Rules, language: str) -> Mapping[str, Any]:
    """The update as a JSON event, with the state of the hand after it."""
    common = {"score": standing.score.totals, "provisional": standing.is_provisional, "seen": str(update.seen)}
    if isinstance(update, Change):
        likely = tuple(update.likelihoods())
        unsure = [chance for _, chance in likely if chance is not None]
        return {
            "event": "change",
            "moves": [event.as_json(language, rules) for event in update.events],
            "violations": [
                fault.as_json(language, rules) | ({} if chance is None else {"probability": chance})
                for fault, chance in likely
            ],
            **({"probability": max(unsure)} if likely and len(unsure) == len(likely) else {}),
            **({"offers": [offer.as_json(language) for offer in standing.offers]} if standing.offers else {}),
            **common,
        }
    return {
        "event": "question",
        "doubts": [fault.as_json(language, rules) for fault in update.doubts],
        "answers": [[str(move) for move in answer] for answer in update.answers],
        "unsure": [
            {"tile": doubt.number, "options": [list(option) for option in doubt.options]} for doubt in update.unsure
        ],
        **common,
    }
