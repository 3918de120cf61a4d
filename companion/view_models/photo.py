"""A photograph as shown on pages and in commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

UNSURE = "?"
"""The notation of a tile whose reading is too uncertain to be claimed."""
HIDDEN_TILE = "hidden_tile"
"""The code of a row that is not judged because the tile across it seems to hide others."""
AS_SEEN = "seen"
"""The choice that such a row hides no tiles."""
NO_TILE = "none"
"""The correction that a place holds no tile."""
_RETAKE_SHARE = 0.1
"""The part of the tiles from which on, where they are in doubt and the photograph is bad, another one is asked for."""
UNSEEN = ("burnt_out", "faint", "cut_off")
"""Problems that may hide tiles from a photograph."""


@dataclass(frozen=True, slots=True)
class PhotoAnswers:
    """People's corrections of a photograph."""

    corrections: Mapping[int, str] = field(default_factory=dict)
    """Faces, or ``NO_TILE``, by tile id."""
    canastas: Mapping[int, str] = field(default_factory=dict)
    """Those that were chosen of what a row ``may_be``, or ``AS_SEEN``, by the id of the tile across it."""


NO_ANSWERS = PhotoAnswers()


@dataclass(frozen=True, slots=True, kw_only=True)
class TileView:
    """One tile of a photograph."""

    id: int
    face: str
    """The final answer: a tile in notation, ``back``, or ``?`` where the reading is not sure enough."""
    seen: str
    """The reading before any rule was used, written like ``face``."""
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    """The next likeliest names with their probabilities, likeliest first."""
    corners: tuple[tuple[float, float], ...]
    """Four (x, y) in pixels of the full picture, clockwise from the number's top left."""


@dataclass(frozen=True, slots=True)
class CitedRule:
    """The rule behind a violation, in the viewer's language."""

    key: str
    article: str
    """Source text and article or line; in words where no text is the source."""
    sentence: str


@dataclass(frozen=True, slots=True)
class ViolationView:
    """One violation of a meld, in the viewer's language."""

    code: str
    message: str
    rule: CitedRule
    whole: str = ""
    """The message with every tile named, where it names only some; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferView:
    """A better-paid arrangement of a meld, in the viewer's language."""

    code: str
    message: str
    meld: str
    """The meld as it would lie, in notation."""
    canasta: str | None
    points: int
    """The gain in points."""
    may_move: bool
    """Whether the owner may move the tiles now; else people are asked whether they were laid so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """A row of tiles with its verdict."""

    tiles: tuple[int, ...]
    """Ids of its tiles, left to right."""
    meld: str | None
    """The meld in notation, ``None`` where a tile of the row is unknown."""
    kind: str | None
    lawful: bool
    canasta: str | None
    points: int
    """The points of its tiles."""
    bonus: int
    """The bonus of its canasta; for the pages, not in the contracted JSON."""
    violations: tuple[ViolationView, ...]
    repaired: bool
    """Whether the rules decided a tile whose reading was in doubt."""
    offers: tuple[OfferView, ...] = ()
    """Better-paid arrangements, if any."""
    may_be: tuple[str, ...] = ()
    """The possible canastas, as faces from left to right, of a row whose last tile lies across; for pages, not in
    the contracted JSON."""

    @property
    def is_covered(self) -> bool:
        """Whether it is asked which tiles its last one, which lies across, hides."""
        return any(violation.code == HIDDEN_TILE for violation in self.violations)


@dataclass(frozen=True, slots=True)
class FlawView:
    """A problem of a photograph, in the viewer's language."""

    code: str
    message: str
    """The problem in a few words."""
    advice: str
    """Advice for a better photograph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoScore:
    """The complete result for one photograph."""

    image: str
    size: tuple[int, int]
    """Width and height in pixels."""
    rules: str
    tiles: tuple[TileView, ...]
    rows: tuple[RowView, ...]
    loose: tuple[int, ...]
    points: int
    """The sum of the tiles of lawful rows, without their canastas."""
    elapsed_ms: Mapping[str, float]
    burnt_out: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Outlines in pixels of overexposed areas beside the tiles, which may hide others."""
    faint: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Corners in pixels of possible tiles that are too faint to ask about."""
    cut_off: tuple[int, ...] = ()
    """Ids of tiles that go over the picture's edge: others may lie beyond it."""
    flaws: tuple[FlawView, ...] = ()
    """The problems of the photograph, the likeliest cause first."""
    loose_points: tuple[int, ...] = ()
    """The points of each loose tile on a rack, 0 where unknown; for the pages only."""

    @property
    def is_to_be_retaken(self) -> bool:
        """Whether a better photograph is needed because too much is unreadable."""
        unsure = sum(tile.face == UNSURE for tile in self.tiles)
        return bool(self.flaws) and (not self.tiles or unsure >= _RETAKE_SHARE * len(self.tiles))

    @property
    def retake(self) -> tuple[FlawView, ...]:
        """The problems of the photograph, where a better one is needed."""
        return self.flaws if self.is_to_be_retaken else ()

    @property
    def unseen(self) -> tuple[str, ...]:
        """The reasons why tiles may be hidden: the names in ``UNSEEN`` that apply."""
        return tuple(name for name in UNSEEN if getattr(self, name))

    @property
    def bonus(self) -> int:
        """The points of the canastas of lawful rows."""
        return sum(row.bonus for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        """The contracted JSON object, one per photograph; the keys of ``UNSEEN`` only where they apply."""
        said = {name: value for name, value in asdict(self).items() if value or name not in UNSEEN}
        del said["flaws"]
        said.pop("loose_points", None)
        said["quality"] = {"problems": [flaw.code for flaw in self.flaws], "retake": self.is_to_be_retaken}
        for row in said["rows"]:
            del row["bonus"], row["may_be"]
            if not row["offers"]:
                del row["offers"]
        return said


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule of a profile."""

    key: str
    value: str
    """The value in the format of rule files."""
    sentences: Mapping[str, str]
    """The meaning of the rule, by language."""
    says: Mapping[str, str] = field(default_factory=dict)
    """The rule with this value in a player's words, by language."""


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A selectable rule profile."""

    name: str
    titles: Mapping[str, str]
    """The title by language (``es`` always, ``en``)."""
    players: tuple[int, ...]
    """The possible numbers of players."""
    rules: tuple[RuleView, ...]
    abouts: Mapping[str, str] = field(default_factory=dict)
    """A description in two lines, by language: whose rules they are and how the game goes."""

    def rule(self, key: str) -> RuleView | None:
        """The rule called ``key``."""
        return next((known_rule for known_rule in self.rules if known_rule.key == key), None)

    def title(self, language: str) -> str:
        """Its title, in Spanish where ``language`` is missing."""
        return self.titles.get(language, self.titles["es"])
