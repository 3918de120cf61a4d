"""The first game: burako in ten minutes, a sentence at a time, each where the table gives rise to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import session
from flask_babel import gettext as _

from companion.playing.orders import Open, SeatPlan
from companion.snapshot.game import GameView

RULES, PACE_MS = "clasico", 1100
_LESSONS, _MOST = "lessons", 4
"""Where a browser's cookie keeps the sentences that were read, by game; and for how many games."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One sentence."""

    key: str
    says: str
    waits: bool
    """Whether it stays until it is done; others go when they were read."""


def first_game(name: str) -> Open:
    """The game in which somebody learns: against the program at its easiest, unhurried, and with advice."""
    return Open(rules=RULES, seats=(SeatPlan(name), SeatPlan(program="easy")), pace_ms=PACE_MS)


def begin_lessons(game: str) -> None:
    """Has the game taught to this browser."""
    others = {name: read for name, read in _kept().items() if name != game}
    session[_LESSONS] = dict([*others.items(), (game, "")][-_MOST:])


def end_lessons(game: str) -> None:
    """Teaches no more in that game."""
    session[_LESSONS] = {name: read for name, read in _kept().items() if name != game}


def was_read(game: str, key: str) -> None:
    """That sentence is not said again."""
    kept = _kept()
    if game in kept and key in _FITS:
        session[_LESSONS] = kept | {game: f"{kept[game]} {key}".strip()}


def lesson_of(view: GameView) -> Hint | None:
    """What is to be said now in a game that is taught."""
    kept = _kept()
    if view.game not in kept or view.seat is None or view.hand is None:
        return None
    read = kept[view.game].split()
    key = next((key for key, fits in _FITS.items() if key not in read and fits(view)), None)
    return Hint(key, _says()[key], key in _WAITS) if key else None


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
    """How many tiles each meld of one's own side has."""
    return [len(meld.tiles) for meld in (view.hand.melds if view.hand else ()) if meld.mine]


def _has_wild(view: GameView) -> bool:
    return any(tile == "J" or tile[:-1] == "2" for tile in _rack(view))


def _muerto(view: GameView) -> str:
    return next((team.muerto for team in view.teams if view.seat in team.seats), "")


_FITS: Mapping[str, Callable[[GameView], bool]] = {
    "rack": _is_turn,
    "draw": lambda view: _is_turn(view) and "draw" in view.may,
    "run": _plays,
    "group": _plays,
    "try": lambda view: _plays(view) and not _own(view),
    "wild": lambda view: _plays(view) and _has_wild(view),
    "extend": lambda view: _plays(view) and bool(_own(view)),
    "discard": lambda view: _is_turn(view) and "discard" in view.may,
    "theirs": lambda view: view.standing == "playing" and not _is_turn(view),
    "pozo": lambda view: _is_turn(view) and "pozo" in view.may,
    "canasta": lambda view: any(length >= 4 for length in _own(view)),
    "muerto": lambda view: _is_turn(view) and len(_rack(view)) <= 6 and _muerto(view) == "untaken",
    "close": lambda view: _is_turn(view) and _muerto(view) != "untaken",
    "count": lambda view: view.standing in ("hand_over", "over"),
}
"""When each sentence is said, in the order in which they come."""
_WAITS = frozenset({"draw"})
"""Those that stay until they are done; others go when they were read."""


def _says() -> dict[str, str]:
    return {
        "rack": _("Abajo está tu atril, que nadie más ve: ordenalo por color, por número o arrastrando las fichas."),
        "draw": _("Cada turno empieza robando una ficha: tocá Robar."),
        "run": _("Se juega con escaleras: tres o más fichas seguidas de un color, como 4, 5, 6."),
        "group": _("Y con piernas: tres o más fichas del mismo número, de los colores que sean."),
        "try": _("Elegí las fichas de un juego y tocá Bajar juego. Si no ves ninguno, preguntá: ¿Qué puedo bajar?"),
        "wild": _("El comodín y los 2 reemplazan a cualquier ficha: uno por juego."),
        "extend": _("A tus juegos se les agregan fichas: elegí una, y el juego en el que entra se ilumina."),
        "discard": _("El turno termina tirando una ficha al pozo: elegí una y tocá Tirar. Que no le sirva al otro."),
        "theirs": _("Ahora juega el otro: lo que baja es suyo, y lo que tira queda en el pozo."),
        "pozo": _("En vez de robar podés levantar el pozo, entero: conviene cuando te sirven varias."),
        "canasta": _("Un juego de siete fichas o más es una canasta: pura, sin comodín, suma 200; impura, 100."),
        "muerto": _("Cuando te quedás sin fichas comprás el muerto, once fichas más. Quien no lo compra pierde 100."),
        "close": _("Con el muerto y una canasta se cierra: quedate sin fichas otra vez, y son 100 más."),
        "count": _("Suman las fichas bajadas y las canastas, y restan las que quedaron en el atril. Se juega a 3.000."),
    }
