"""The sentences of a screen game: turn, possible actions, and results."""

from __future__ import annotations

from flask_babel import gettext as _

from companion.view_models.game import GameSeat, GameView

STRENGTHS = ("easy", "middle", "strong")


def strength_words(program: str) -> str:
    """The strength of a computer player."""
    words = {"easy": _("fácil"), "middle": _("medio"), "strong": _("fuerte")}
    return str(words.get(program, program))


def seat_words(seat: GameSeat) -> str:
    """The player of a seat."""
    if not seat.here:
        return str(_("lugar libre"))
    return seat.name


def turn_words(view: GameView) -> str:
    """Whose turn it is, and what the viewer may do."""
    hand = view.hand
    if view.standing == "waiting" or hand is None:
        return str(_("Falta que se siente alguien."))
    if view.standing in ("hand_over", "over"):
        return str(_("Terminó el juego.") if view.standing == "over" else _("Terminó la mano."))
    if hand.turn != view.seat:
        return str(_("Juega %(name)s.", name=view.seats[hand.turn].name))
    return _own_turn(view, frozenset(view.may))


def _own_turn(view: GameView, may: frozenset[str]) -> str:
    if "draw" in may and "lay" in may:
        return str(_("Te toca: bajá algo, o robá del mazo."))
    if "draw" in may:
        return str(_("Te toca: robá o levantá el pozo.") if "pozo" in may else _("Te toca: robá del mazo."))
    if "pozo" in may:
        return str(_("Te toca: levantá el pozo."))
    if "muerto" in may:
        return str(_("Te quedaste sin fichas: comprá el muerto."))
    if "close" in may:
        return str(_("Te quedaste sin fichas: podés cerrar."))
    if "closing_tile" in may:
        return str(_("Te quedaste sin fichas: tomá la ficha de cierre."))
    if "lay" in may:
        return str(_("Bajá lo que quieras y tirá una ficha.") if view.rules.discard_ends_turn
                   else _("Bajá lo que quieras y terminá el turno."))  # fmt: skip
    return str(_("Tirá una ficha.") if "discard" in may else _("Terminá el turno."))


def verbs(view: GameView) -> tuple[tuple[str, str], ...]:
    """The buttons for actions without a meld: the name of each, and its words.

    Who is laying a table of everybody anew may always ask for the end of the turn: it is told what is still wrong.
    """
    words = {
        "draw": _("Robar"),
        "pozo": _("Levantar el pozo"),
        "redraw": _("Cambiar la robada"),
        "muerto": _("Comprar el muerto"),
        "closing_tile": _("Ficha de cierre"),
        "lay": _("Bajar juego"),
        "discard": _("Tirar"),
        "close": _("Cerrar"),
        "end": _("Terminar el turno"),
        "stock_out": _("Se acabó el mazo"),
        "undo": _("Deshacer"),
        "stand_in": _("Que siga el programa"),
        "come_back": _("Volví: juego yo"),
    }
    may = {*view.may, "end"} if view.rules.common_table and "undo" in view.may else view.may
    return tuple((verb, str(said)) for verb, said in words.items() if verb in may)
