"""The events between two states of a match or tournament: closed hands, finished matches and rounds, new scores.

An event's id is derived from its content: computed again after a crash, the same event has the same id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from companion.webhooks.hook import HookEvent, HookEventKind
from companion.webhooks.scores import RoundLine, Scoreboard, Scoreline

_ID_LETTERS = 24


def happened(before: Scoreboard, after: Scoreboard, since: str, at_s: float) -> Iterator[HookEvent]:
    """The events between two states of a match or tournament, in order of delivery.

    ``since`` identifies the first state, and is part of the ids.
    """
    known = {score_line.key: score_line for score_line in before.lines}
    there = {score_line.key for score_line in after.lines}
    for line in (*(_undone(line) for line in before.lines if line.key not in there), *after.lines):
        for kind, content in _of_line(known.get(line.key), line):
            about = tuple(filter(None, (line.match, line.tournament)))
            yield _event(kind, content, since, at_s, (about, line.delay_s))
    for kind, content in _of_rounds(before, after):
        yield _event(kind, content, since, at_s, ((after.tournament,), after.delay_s))


def _undone(line: Scoreline) -> Scoreline:
    """What is left of a match that is no more, or whose players are open again."""
    return replace(line, totals=(0,) * len(line.totals), hands={}, is_over=False, winner=None)


def _event(
    kind: HookEventKind, content: Mapping[str, Any], since: str, at_s: float, of: tuple[tuple[str, ...], int]
) -> HookEvent:
    said = json.dumps(content, sort_keys=True, ensure_ascii=False)
    event = "e" + sha256(f"{since} {kind} {said}".encode()).hexdigest()[:_ID_LETTERS]
    return HookEvent(event=event, kind=kind, at_s=at_s, about=of[0], content=content, delay_s=of[1])


def _of_line(before: Scoreline | None, line: Scoreline) -> Iterator[tuple[HookEventKind, Mapping[str, Any]]]:
    content = line_content(line)
    known = before.hands if before else {}
    totals = before.totals if before else (0,) * len(line.totals)
    for number in sorted(known.keys() - line.hands.keys()):
        yield "hand.removed", content | {"hand": {"number": number, "points": list(known[number])}}
    for number, scored in line.hands.items():
        if known.get(number) != scored:
            yield "hand.closed", content | {"hand": {"number": number, "points": list(scored)}}
    is_over_otherwise = before and before.is_over and (before.is_over, before.winner) != (line.is_over, line.winner)
    is_of_others = before and before.sides != line.sides and (before.is_over or any(totals) or known)
    if line.totals != totals or is_over_otherwise or is_of_others:
        yield "score.changed", content
    if line.is_over and not (before and before.is_over):
        yield "match.finished", content


def line_content(line: Scoreline) -> dict[str, Any]:
    """The JSON content of a match."""
    return {
        "match": line.match or None,
        "tournament": line.tournament or None,
        "fixture": line.fixture,
        "table": line.table,
        "title": line.title,
        "sides": [
            {"name": name, "total": total, "won": line.is_over and side == line.winner}
            for side, (name, total) in enumerate(zip(line.sides, line.totals, strict=True))
        ],
        "hands": len(line.hands),
        "over": line.is_over,
    }


def _of_rounds(before: Scoreboard, after: Scoreboard) -> Iterator[tuple[HookEventKind, Mapping[str, Any]]]:
    known = {(round_line.stage, round_line.round): round_line for round_line in before.rounds}
    there = {(round_line.stage, round_line.round) for round_line in after.rounds}
    for gone in (round_line for place, round_line in known.items() if place not in there):
        yield "round.paired", _round_content(after, replace(gone, pairs=(), is_over=False))
    for round_line in after.rounds:
        earlier = known.get((round_line.stage, round_line.round))
        if earlier is None or earlier.pairs != round_line.pairs:
            yield "round.paired", _round_content(after, round_line)
        if round_line.is_over and not (earlier and earlier.is_over):
            yield "round.finished", _round_content(after, round_line)
    if after.places and after.places != before.places:
        yield "tournament.finished", {"tournament": after.tournament, "title": after.title,
                                      "places": list(after.places)}  # fmt: skip


def _round_content(board: Scoreboard, line: RoundLine) -> dict[str, Any]:
    return {
        "tournament": board.tournament,
        "title": board.title,
        "stage": line.stage,
        "round": line.round,
        "pairs": [[name or None for name in pair] for pair in line.pairs],
        "over": line.is_over,
    }
