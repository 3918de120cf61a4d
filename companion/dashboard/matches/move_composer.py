"""The move being entered: its seat, the selected tiles, and the possible actions."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.tile_faces import CHOICES, INKS, Face, face_of, words_of
from companion.view_models import HandView, MatchSnapshot, MeldView

MOST_TILES = 26
LEAST_MELD = 3
TILES = CHOICES - {"back", "none"}
LETTERS = {"o": "y", "g": "y", "a": "b", "n": "k"}
"""Letters that people type for the inks beside those of the notation: orange, green, *azul*, *negro*."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A possible action of a player."""

    name: str
    says: str
    takes: str
    """``tiles`` where it needs tiles, ``tile`` where it needs one, ``none`` where it needs none."""


@dataclass(frozen=True, slots=True)
class Composer:
    """The form below the table, as filled in so far."""

    seat: int
    ink: str
    """The letter of the ink whose tiles are offered first."""
    words: tuple[str, ...]
    """The tiles in hand as they were tapped or written, also those that are none."""
    verbs: tuple[Verb, ...]
    melds: tuple[MeldView, ...]
    """The melds that may be extended: of the seat's side, or all on a shared table."""
    fitting: tuple[int, ...] = ()
    """The numbers of the melds to which they may lawfully be added."""

    @property
    def written(self) -> str:
        """The words as a text."""
        return " ".join(self.words)

    @property
    def tray(self) -> tuple[Face, ...]:
        """The faces of the words; a word that is no tile is unknown."""
        return tuple(map(face_written, self.words))

    @property
    def adds(self) -> tuple[MeldView, ...]:
        """The melds, those to which the tiles may lawfully be added first."""
        return tuple(sorted(self.melds, key=lambda meld: meld.number not in self.fitting))

    def offers_first(self, verb: Verb) -> bool:
        """Whether a verb for tiles is the most likely one: one or two fitting tiles are usually added."""
        return verb.takes != "none" and not (verb.name == "lay" and self.fitting and len(self.words) < LEAST_MELD)


def composer_of(snapshot: MatchSnapshot, hand: HandView, fields: MultiDict[str, str]) -> Composer:
    """The composer from the page's address: a seat, tiles, one added or removed."""
    turn = hand.turn if hand.turn is not None else 0
    seat = fields.get("seat", turn, type=int)
    words = words_of(fields.get("tiles", ""))
    if (added := fields.get("add", "")) in TILES:
        words.append(added)
    dropped = fields.get("drop", -1, type=int)
    if 0 <= dropped < len(words):
        del words[dropped]
    chosen = seat if 0 <= seat < len(snapshot.players) else turn
    ink = fields.get("ink", "r")
    return Composer(
        seat=chosen,
        ink=ink if ink in INKS else "r",
        words=tuple(words[:MOST_TILES]),
        verbs=_verbs(snapshot, hand),
        melds=tuple(meld for meld in hand.melds if meld.team in (None, snapshot.players[chosen].team)),
    )


def face_written(word: str) -> Face:
    """The tile that a word names, ignoring case, a wild with its declared tile or without."""
    named = word.partition("=")[0].lower().replace("j", "J")
    named = f"{named[:-1]}{LETTERS.get(named[-1:], named[-1:])}"
    return face_of(named) if named in TILES else Face(word, "unknown")


def _verbs(snapshot: MatchSnapshot, hand: HandView) -> tuple[Verb, ...]:
    """The possible actions under these rules, in turn order."""
    rules = snapshot.rules
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
