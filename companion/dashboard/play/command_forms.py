"""Convert the buttons of a screen game to moves, which the game checks."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import form_key, sender
from companion.dashboard.matches.command_parsing import LONGEST_TEXT
from companion.dashboard.play.interfaces import games
from companion.dashboard.play.seat_cookies import seat_token
from companion.dashboard.play.wording import STRENGTHS
from companion.playing.game_commands import (
    ComeBack,
    LeaveSeat,
    Move,
    NewHand,
    Open,
    SeatAction,
    SeatCommand,
    SeatPlan,
    SetPace,
    StandIn,
    TakeBack,
    Tiles,
)
from companion.refusal import GameRefused
from companion.view_models import ViolationView
from companion.view_models.game import Targets

MOST_MOVES, MOST_CHOSEN = 12, 28
_PLAIN = {"draw": "draw", "redraw": "redraw", "pozo": "pozo", "muerto": "muerto direct", "end": "end",
          "closing_tile": "closing_tile", "close": "close meld_out"}  # fmt: skip
_ORDERS: dict[str, type[TakeBack | NewHand | LeaveSeat | StandIn | ComeBack]] = {
    "undo": TakeBack,
    "new_hand": NewHand,
    "leave": LeaveSeat,
    "stand_in": StandIn,
    "come_back": ComeBack,
}


@dataclass(frozen=True, slots=True)
class MoveProblem:
    """Why a move failed; the selected tiles are still on the rack."""

    sentence: str
    violations: tuple[ViolationView, ...] = ()
    status: int = 409


def submit_command(game: str, seat: int) -> MoveProblem | None:
    """Handle a form's command; returns the problem, if any."""
    try:
        found = _commands(game, seat)
        if isinstance(found, MoveProblem):
            return found
        key = form_key()
        for place, command in enumerate(found):
            games().handle(game, SeatCommand(command, seat_token(game)), sender(f"{key}.{place}" if place else key))
    except GameRefused as refused:
        violations = getattr(refused, "violations", None)
        found_violations = tuple(violations(current_language())) if callable(violations) else ()
        return MoveProblem(refused.sentence(current_language()), found_violations, refused.status)
    return None


def _commands(game: str, seat: int) -> tuple[SeatAction, ...] | MoveProblem:
    """The commands of the button."""
    asked = request.form
    if to := asked.get("to", type=int):
        return _placed(game, to)
    if asked.get("moves"):
        lines = asked["moves"].splitlines()
        if len(asked["moves"]) > LONGEST_TEXT or len(lines) > MOST_MOVES:
            refuse(422, _("El pedido no se entiende."))
        return tuple(Move(line) for line in lines if line.strip())
    does = asked.get("do", "")
    if does in _ORDERS:
        return (_ORDERS[does](),)
    if does in _PLAIN:
        ends = (Move(f"{seat} end"),) if does == "draw" and "draw_ends" in asked else ()
        return (Move(f"{seat} {_PLAIN[does]}"), *ends)
    if does == "pace":
        return (SetPace(asked.get("pace_ms", 0, type=int)),)
    if does == "stock_out":
        return (Move("stock_out"),)
    if does not in ("lay", "discard"):
        refuse(422, _("El pedido no se entiende."))
    return _laid(game) if does == "lay" else _thrown(seat)


def _laid(game: str) -> tuple[SeatAction, ...] | MoveProblem:
    """A new meld of the selected tiles, in a lawful order."""
    found = _targets(game)
    if found.new:
        return (Move(found.new),)
    if not found.why:
        return MoveProblem(str(_("Elegí primero las fichas.")), status=422)
    return MoveProblem(str(_("Así no se puede bajar.")), found.why)


def _placed(game: str, meld: int) -> tuple[SeatAction, ...] | MoveProblem:
    """The selected tiles, added to a meld."""
    if not _chosen("tile") and not _chosen("taken"):
        return MoveProblem(str(_("Elegí primero las fichas.")), status=422)
    moves = next((target.moves for target in _targets(game).melds if target.number == meld), ())
    return (Move(moves[0]),) if moves else MoveProblem(str(_("Esas fichas no van en ese juego.")))


def _thrown(seat: int) -> tuple[SeatAction, ...] | MoveProblem:
    chosen = _chosen("tile")
    if len(chosen) != 1:
        return MoveProblem(str(_("Para tirar elegí una sola ficha.")), status=422)
    return (Move(f"{seat} discard {chosen[0]}"),)


def _targets(game: str) -> Targets:
    """The lawful targets of the selected tiles; those of the table are written with their meld, as ``3:5r``."""
    chosen = Tiles(rack=" ".join(_chosen("tile")), taken=" ".join(_chosen("taken")))
    return games().targets(game, seat_token(game), chosen, current_language())


def _chosen(field: str) -> list[str]:
    return [tile[:8] for tile in request.form.getlist(field)[:MOST_CHOSEN]]


def opening(rules: str) -> Open:
    """The game requested in the form: seats, players, and pace."""
    count = request.form.get("count", 2, type=int)
    if count not in (2, 3, 4):
        refuse(422, _("Juegan dos, tres o cuatro."))
    plans = [SeatPlan(" ".join(request.form.get("name", "").split()))]
    for place in range(1, count):
        who = request.form.get(f"seat.{place}", "easy")
        plans.append(SeatPlan(program=who) if who in STRENGTHS else SeatPlan())  # type: ignore[arg-type]
    return Open(rules=rules, seats=tuple(plans), pace_ms=request.form.get("pace_ms", 600, type=int))
