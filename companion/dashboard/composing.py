"""What somebody is about to tell: whose move it is, which tiles are in hand, and what may be done with them."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.faces import CHOICES, INKS, Face, face_of
from companion.snapshot import HandView, TableSnapshot

MOST_TILES = 26
NOT_LAID = frozenset({"back", "none"})


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that a player may do."""

    name: str
    says: str
    takes: str
    """``tiles`` where it needs tiles, ``tile`` where it needs one, ``none`` where it needs none."""


@dataclass(frozen=True, slots=True)
class Composer:
    """The form below the table, as it was filled in so far."""

    seat: int
    ink: str
    """The letter of the ink whose tiles are offered first."""
    tray: tuple[Face, ...]
    verbs: tuple[Verb, ...]

    @property
    def written(self) -> str:
        """The tiles in notation."""
        return " ".join(face.notation for face in self.tray)


def composer_of(shown: TableSnapshot, hand: HandView, asked: MultiDict[str, str]) -> Composer:
    """The composer as the address of the page says: a seat, tiles, one more of them, or one fewer."""
    turn = hand.turn if hand.turn is not None else 0
    seat = asked.get("seat", turn, type=int)
    words = [word for word in asked.get("tiles", "").split() if word in CHOICES - NOT_LAID]
    if (added := asked.get("add", "")) in CHOICES - NOT_LAID:
        words.append(added)
    dropped = asked.get("drop", -1, type=int)
    if 0 <= dropped < len(words):
        del words[dropped]
    chosen = seat if 0 <= seat < len(shown.players) else turn
    ink = asked.get("ink", "r")
    return Composer(chosen, ink if ink in INKS else "r", tuple(map(face_of, words[:MOST_TILES])), _verbs(shown, hand))


def _verbs(shown: TableSnapshot, hand: HandView) -> tuple[Verb, ...]:
    """What may be done under these rules, in the order of a turn."""
    rules = shown.rules
    first = rules.first_player_redraws and hand.turn_count == 0
    offered = (
        (True, Verb("draw", _("Robó"), "none")),
        (first, Verb("redraw", _("Cambió la primera"), "tile")),
        (rules.pozo_takes != "never", Verb("pozo", _("Levantó el pozo"), "none")),
        (True, Verb("lay", _("Bajó"), "tiles")),
        (not rules.common_table, Verb("discard", _("Tiró"), "tile")),
        (rules.common_table, Verb("end", _("Pasó el turno"), "none")),
        (bool(hand.muertos), Verb("muerto", _("Compró el muerto"), "none")),
        (hand.closing_tile, Verb("closing_tile", _("Tomó la de cierre"), "none")),
        (True, Verb("close", _("Cerró"), "none")),
    )
    return tuple(verb for holds, verb in offered if holds)
