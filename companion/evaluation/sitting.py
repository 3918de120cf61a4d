"""How well a filmed hand was told: its moves, its offences, its score, its questions, and how long each took."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import TruthError
from companion.hand_watch import Change, HandWatch, News, Question
from companion.stopwatch import Laps
from engine.apply import replay
from engine.move_notation import parse_move
from engine.moves import (
    Draw,
    EndTurn,
    Extend,
    LayDown,
    Move,
    Rearrange,
    Redraw,
    SetTurn,
    ShowRack,
    StockOut,
    SwapWild,
    TakeClosingTile,
    TakeMuerto,
)
from engine.placed import parse_tiles
from engine.scoring import score_hand
from engine.story import record_of
from engine.tiles import NotationError, Tile

UNSEEN = Draw | EndTurn | StockOut | TakeClosingTile | SetTurn
"""Moves that leave nothing to be seen on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueMove:
    """A move that was made, from which frame it can be seen, and whether it was an offence."""

    move: Move
    frame: int
    is_offence: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueSitting:
    """A filmed hand as it was."""

    video: Path
    rules: str
    players: int
    starter: int
    fps: float
    moves: tuple[TrueMove, ...]
    racks: tuple[str, ...]
    totals: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingMark:
    """What became of one hand."""

    name: str
    moves: int
    found: int
    """Moves that were made and told."""
    invented: int
    """Moves that were told and never made."""
    offences: int
    offences_found: int
    false_alarms: int
    questions: int
    """What was asked; each was answered with one tap."""
    is_score_exact: bool
    is_score_silent_wrong: bool
    """Whether a wrong score was shown and nothing was asked."""
    delays_s: tuple[float, ...]
    """From the first frame in which a move could be seen to its event, on the clock of the film."""
    missed: tuple[str, ...]
    """The moves that were not told, or told otherwise."""

    def as_json(self) -> dict[str, Any]:
        """An object of JSON."""
        delays = sorted(self.delays_s)
        return {
            "sitting": self.name,
            "moves": self.moves,
            "found": self.found,
            "invented": self.invented,
            "offences": self.offences,
            "offences_found": self.offences_found,
            "false_alarms": self.false_alarms,
            "questions": self.questions,
            "score_exact": self.is_score_exact,
            "score_silently_wrong": self.is_score_silent_wrong,
            "delay_s": {"p50": _share(delays, 0.5), "p95": _share(delays, 0.95)},
            "missed": list(self.missed),
        }


@dataclass(frozen=True, slots=True)
class ToldNews:
    """News, and the frame in which it was told."""

    news: News
    frame: int


def load_sitting(path: Path) -> TrueSitting:
    """The true story in a file beside its video. Raises TruthError."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        moves = tuple(
            TrueMove(move=parse_move(one["move"]), frame=int(one["frame"]), is_offence=bool(one["violations"]))
            for one in told["moves"]
        )
        return TrueSitting(
            video=path.parent / told["video"],
            rules=told["rules"],
            players=int(told["players"]),
            starter=int(told["starter"]),
            fps=float(told["fps"]),
            moves=moves,
            racks=tuple(told["racks"]),
            totals={team: int(sheet["total"]) for team, sheet in told["score"]["teams"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, NotationError) as error:
        raise TruthError("no sitting", path=path) from error


def mark(truth: TrueSitting, hand: HandWatch, told: Sequence[ToldNews]) -> SittingMark:
    """How well ``told`` tells ``truth``; the racks are counted at the end by somebody who sees them."""
    seen = [(event, one.frame) for one in told if isinstance(one.news, Change) for event in one.news.events]
    wanted = list(visible(truth.moves))
    frames: dict[str, list[int]] = {}
    for event, frame in seen:
        frames.setdefault(plain(event.move), []).append(frame)
    delays, missed = [], []
    for one in wanted:
        if later := frames.get(plain(one.move)):
            delays.append((later.pop(0) - one.frame) / truth.fps)
        else:
            missed.append(str(one.move))
    true_offences = Counter(plain(one.move) for one in truth.moves if one.is_offence)
    offences = Counter(plain(event.move) for event, _ in seen if event.violations)
    questions = sum(isinstance(one.news, Question) for one in told)
    is_exact = final_totals(hand, truth) == truth.totals
    return SittingMark(
        name=truth.video.stem,
        moves=len(wanted),
        found=len(wanted) - len(missed),
        invented=sum(not isinstance(event.move, UNSEEN) for event, _ in seen) - len(wanted) + len(missed),
        offences=true_offences.total(),
        offences_found=(true_offences & offences).total(),
        false_alarms=(offences - true_offences).total(),
        questions=questions,
        is_score_exact=is_exact,
        is_score_silent_wrong=not is_exact and not questions,
        delays_s=tuple(delays),
        missed=tuple(missed),
    )


def visible(moves: Sequence[TrueMove]) -> Iterator[TrueMove]:
    """The moves that can be seen: not draws, and of a meld that was changed twice between two looks the last change."""
    for at, one in enumerate(moves):
        if not isinstance(one.move, UNSEEN) and not any(_grows_on(one, later) for later in moves[at + 1 :]):
            yield one


def _grows_on(one: TrueMove, later: TrueMove) -> bool:
    """Whether the same player goes on with the meld of ``one`` before anybody looks."""
    if one.frame != later.frame or not isinstance(later.move, Extend | SwapWild):
        return False
    is_longer = not _tiles_of(one.move) - _tiles_of(later.move)
    return isinstance(one.move, LayDown | Extend | SwapWild) and one.move.seat == later.move.seat and is_longer


def _tiles_of(move: Move) -> Counter[Tile]:
    return Counter(placed.tile for placed in getattr(move, "row", ()))


def best_answer(question: Question, truth: TrueSitting, frame: int) -> int | None:
    """What somebody who saw everything would tap: the answer with the most moves that were made and none that were
    not, or nothing of it; tiles that cannot be read are no question with answers."""
    made = {plain(one.move) for one in truth.moves if one.frame <= frame}
    fits: dict[int, int] = {}
    for at, answer in enumerate(question.answers):
        seen = [plain(move) for move in answer if not isinstance(move, UNSEEN)]
        if seen and made.issuperset(seen):
            fits[at] = len(seen)
    return max(fits, key=lambda at: fits[at]) if fits else None


def plain(move: Move) -> str:
    """A move without what only its player knows and without the numbers of melds."""
    match move:
        case TakeMuerto():
            return str(replace(move, tiles=()))
        case Redraw():
            return str(replace(move, tile=None))
        case LayDown():
            return f"{move.seat} lay {_sorted(move.row)}"
        case Extend() | SwapWild():
            return f"{move.seat} extend {_sorted(move.row)}"
        case Rearrange():
            return f"{move.seat} rearrange {sorted(_sorted(row) for row in move.rows)}"
        case _:
            return str(move)


def final_totals(hand: HandWatch, truth: TrueSitting) -> Mapping[str, int]:
    """The score of the hand as it was seen, with the racks that somebody shows."""
    shown = tuple(ShowRack(seat, parse_tiles(rack)) for seat, rack in enumerate(truth.racks))
    state = hand.state
    if not state.ended and any(isinstance(one.move, StockOut) for one in truth.moves):
        state = replay(state, [StockOut()], hand.rules).state
    return score_hand(record_of(replay(state, shown, hand.rules).state), hand.rules).totals


def summary(marks: Sequence[SittingMark], laps: Laps) -> dict[str, Any]:
    """All hands together."""
    delays = sorted(delay for one in marks for delay in one.delays_s)
    return {
        "sittings": len(marks),
        "score_exact": _rate(one.is_score_exact for one in marks),
        "score_silently_wrong": sum(one.is_score_silent_wrong for one in marks),
        "moves_found": _part(sum(one.found for one in marks), sum(one.moves for one in marks)),
        "moves_invented": sum(one.invented for one in marks),
        "offences_found": _part(sum(one.offences_found for one in marks), sum(one.offences for one in marks)),
        "false_alarms_per_hand": _part(sum(one.false_alarms for one in marks), len(marks)),
        "questions_per_hand": _part(sum(one.questions for one in marks), len(marks)),
        "delay_s": {"p50": _share(delays, 0.5), "p95": _share(delays, 0.95)},
        "elapsed_ms": laps.as_json(),
    }


def _sorted(row: Sequence[Any]) -> str:
    return " ".join(sorted(str(one.tile) for one in row))


def _share(values: Sequence[float], share: float) -> float | None:
    return round(values[int(share * (len(values) - 1) + 0.5)], 2) if values else None


def _rate(flags: Iterable[bool]) -> float | None:
    held = list(flags)
    return _part(sum(held), len(held))


def _part(count: int, whole: int) -> float | None:
    return round(count / whole, 4) if whole else None
