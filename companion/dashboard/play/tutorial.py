"""The tutorial: the rules in ten minutes, a sentence at a time, each at its occasion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import session

from companion.dashboard.language import current_language
from companion.dashboard.play.interfaces import games
from companion.playing.game_commands import Open, SeatPlan
from companion.view_models.game import GameView

PACE_MS = 1100
_LESSONS, _MOST, _FEW = "lessons", 4, 6
"""Where a browser's cookie keeps the sentences that were read, by game; for how many games; how many tiles are few."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One sentence."""

    key: str
    says: str
    waits: bool
    """Whether it stays until the action is done; others disappear once read."""


def first_game(name: str, rules: str) -> Open:
    """The tutorial game for ``rules``: against the weakest program, slow, and with advice."""
    return Open(rules=rules, seats=(SeatPlan(name), SeatPlan(program="easy")), pace_ms=PACE_MS)


def begin_lessons(game: str) -> None:
    """Start the tutorial in this browser."""
    others = {name: read for name, read in _kept().items() if name != game}
    session[_LESSONS] = dict([*others.items(), (game, "")][-_MOST:])


def end_lessons(game: str) -> None:
    """End the tutorial in that game."""
    session[_LESSONS] = {name: read for name, read in _kept().items() if name != game}


def was_read(game: str, key: str) -> None:
    """Mark a sentence as read."""
    kept = _kept()
    if game in kept and key in _FITS:
        session[_LESSONS] = kept | {game: f"{kept[game]} {key}".strip()}


def was_done(game: str, does: str) -> None:
    """Mark the sentence about a pressed button as read."""
    if does in _WAITS:
        was_read(game, does)


def lesson_of(view: GameView) -> Hint | None:
    """The next sentence in a tutorial game."""
    kept = _kept()
    if view.game not in kept or view.seat is None or view.hand is None:
        return None
    read = kept[view.game].split()
    says = games().lessons(view.game, current_language())
    key = next((key for key, fits in _FITS.items() if key in says and key not in read and fits(view)), None)
    return Hint(key, says[key], key in _WAITS and not view.rules.draw_or_play) if key else None


def _kept() -> dict[str, str]:
    kept = session.get(_LESSONS, {})
    return {str(game): str(read) for game, read in kept.items()} if isinstance(kept, dict) else {}


def _is_turn(view: GameView) -> bool:
    return view.standing == "playing" and view.hand is not None and view.hand.turn == view.seat


def _plays(view: GameView) -> bool:
    return _is_turn(view) and "lay" in view.may


def _rack(view: GameView) -> tuple[str, ...]:
    return (view.hand and view.hand.rack) or ()


def _own(view: GameView) -> list[int]:
    """The number of tiles of each meld of the own side."""
    return [len(meld.tiles) for meld in (view.hand.melds if view.hand else ()) if meld.mine]


def _has_wild(view: GameView) -> bool:
    return any(tile == "J" or (tile[:-1] == "2" and not view.rules.common_table) for tile in _rack(view))


def _has_opened(view: GameView) -> bool:
    return view.seat is not None and view.seats[view.seat].opened


def _nears_the_end(view: GameView) -> bool:
    if view.rules.has_muertos:
        return _muerto(view) != "untaken"
    return len(_rack(view)) <= _FEW


def _muerto(view: GameView) -> str:
    return next((team.muerto for team in view.teams if view.seat in team.seats), "")


_FITS: Mapping[str, Callable[[GameView], bool]] = {
    "goal": _is_turn,
    "rack": _is_turn,
    "draw": lambda view: _is_turn(view) and "draw" in view.may,
    "run": _plays,
    "group": _plays,
    "opening": lambda view: _plays(view) and not _has_opened(view),
    "try": lambda view: _plays(view) and not _has_opened(view),
    "wild": lambda view: _plays(view) and _has_wild(view),
    "extend": lambda view: _plays(view) and _has_opened(view) and bool(_own(view)),
    "rearrange": lambda view: _plays(view) and _has_opened(view) and bool(_own(view)),
    "discard": lambda view: _is_turn(view) and "discard" in view.may,
    "end": lambda view: _is_turn(view) and "end" in view.may,
    "theirs": lambda view: view.standing == "playing" and not _is_turn(view),
    "pozo": lambda view: _is_turn(view) and "pozo" in view.may,
    "canasta": lambda view: any(length >= 4 for length in _own(view)),
    "muerto": lambda view: _is_turn(view) and len(_rack(view)) <= _FEW and _muerto(view) == "untaken",
    "close": lambda view: _is_turn(view) and _nears_the_end(view),
    "count": lambda view: view.standing in ("hand_over", "over"),
}
"""The condition of each sentence, in order."""
_WAITS = frozenset({"draw"})
"""Those that stay until they are done; others go when they were read."""
