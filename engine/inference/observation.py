"""The claimed content of the table: faces and counts in view, without probabilities, pixels or face-down tiles.

One line of text for each: ``0: 4r 5r 6r | 9r 9k 9b; 1: 7y 8y 9y; pozo: 4k 5k; muertos: 11 11``. The number before the
colon is the side, ``table`` where the melds belong to everybody. ``pozo: .. 5k`` is a pile with only its top in view,
``pure`` or ``impure`` before a meld its mark as a canasta, ``?`` a tile whose face is not seen, ``hands: 0 1`` the
seats whose hands were over the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.hand.moves import UNSEEN, SeenTile, seen_notation
from engine.hand.state import LaidMeld, TableState
from engine.melds.canasta_marks import MARKS
from engine.melds.melds import Purity
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import NotationError, Tile, words_of

COVERS, TABLE = "..", "table"


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A row seen on the table."""

    row: tuple[PlacedTile | None, ...]
    """Its tiles in order; ``None`` for one that lies face down."""
    team: int | None = None
    """The side in whose zone it lies; ``None`` on a shared table, or where unknown."""
    mark: Purity | None = None
    """The kind of canasta that its mark indicates."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles whose faces are seen."""
        return tuple([placed.tile for placed in self.row if placed])

    def __str__(self) -> str:
        mark = f"{self.mark} " if self.mark else ""
        return mark + " ".join(UNSEEN if placed is None else str(placed) for placed in self.row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A claim about the whole table; ``None`` marks what was not in view."""

    melds: tuple[SeenMeld, ...] = ()
    pozo: tuple[SeenTile, ...] | None = None
    """The tiles in view, the lowest first."""
    pozo_covers: bool = False
    """Whether other tiles lie under those in view."""
    muertos: tuple[int, ...] | None = None
    """The tiles of each muerto that still lies there."""
    closing_tile: bool | None = None
    loose: tuple[SeenTile, ...] = ()
    """Tiles face up outside every zone."""
    turn: int | None = None
    """The seat in turn, if a person said so."""
    hands: tuple[int, ...] = ()
    """The seats whose hands were over the table since the last look, in order; empty where unknown."""
    still: bool = False
    """Whether nothing moved since the last look."""

    @staticmethod
    def parse(text: str) -> Observation:
        """Parse the notation of an observation. Raises NotationError."""
        seen = Observation()
        for part in filter(None, (piece.strip() for piece in text.split(";"))):
            name, _, rest = (word.strip() for word in part.partition(":"))
            seen = _with(seen, name, rest, text)
        return seen

    def by_side(self) -> Observation:
        """The same with the melds grouped by side, as the notation has them."""
        sides = list(dict.fromkeys(meld.team for meld in self.melds))
        return replace(self, melds=tuple(sorted(self.melds, key=lambda meld: sides.index(meld.team))))

    def __str__(self) -> str:
        teams = dict.fromkeys(meld.team for meld in self.melds)
        parts = [f"{TABLE if team is None else team}: {self._melds_of(team)}" for team in teams]
        if self.pozo is not None:
            parts.append(f"pozo: {COVERS + ' ' if self.pozo_covers else ''}{seen_notation(self.pozo)}")
        if self.muertos is not None:
            parts.append(f"muertos: {' '.join(map(str, self.muertos))}")
        if self.closing_tile is not None:
            parts.append(f"closing_tile: {'there' if self.closing_tile else 'gone'}")
        parts += [f"loose: {seen_notation(self.loose)}"] if self.loose else []
        parts += [f"turn: {self.turn}"] if self.turn is not None else []
        parts += [f"hands: {' '.join(map(str, self.hands))}"] if self.hands else []
        return "; ".join(part.strip() for part in (*parts, *(["still"] if self.still else [])))

    def _melds_of(self, team: int | None) -> str:
        return " | ".join(str(meld) for meld in self.melds if meld.team == team)

    def is_of(self, state: TableState) -> bool:
        """Whether every seat and side that it names exists in ``state``."""
        sides = {meld.team for meld in self.melds} - {None}
        seats = {*self.hands, self.turn} - {None}
        return sides.issubset(range(len(state.teams))) and seats.issubset(range(state.players))

    def agrees_with(self, other: Observation) -> bool:
        """Whether both show the same melds in either direction, and the same pozo and muertos where both show them."""
        if sorted(map(_either_way, self.melds)) != sorted(map(_either_way, other.melds)):
            return False
        pairs = ((self.pozo, other.pozo), (self.muertos, other.muertos), (self.closing_tile, other.closing_tile))
        return all(one is None or another is None or one == another for one, another in pairs)


NOTHING_SEEN = Observation()
"""The observation in which nothing was in view."""


def _either_way(meld: SeenMeld) -> str:
    said = [UNSEEN if placed is None else str(placed.tile) for placed in meld.row]
    return f"{meld.team} {min(said, said[::-1])}"


def _with(observation: Observation, name: str, rest: str, text: str) -> Observation:
    """``observation`` with one more part of the text parsed into it."""
    words = words_of(rest)
    try:
        if name == "pozo":
            covers = words[:1] == [COVERS]
            return replace(observation, pozo=_seen_tiles(words[covers:]), pozo_covers=covers)
        if name == "muertos":
            return replace(observation, muertos=tuple(map(_count, words)))
        if name == "closing_tile":
            return replace(observation, closing_tile={"there": True, "gone": False}[rest])
        if name == "loose":
            return replace(observation, loose=_seen_tiles(words))
        if name == "turn":
            return replace(observation, turn=_count(rest))
        if name == "hands":
            return replace(observation, hands=tuple(map(_count, words)))
        if name == "still" and not rest:
            return replace(observation, still=True)
        team = None if name == TABLE else _count(name)
    except (KeyError, ValueError) as problem:
        if isinstance(problem, NotationError):
            raise
        raise NotationError("not_an_observation", text=text) from problem
    return replace(observation, melds=(*observation.melds, *(_meld(words_of(row), team) for row in rest.split("|"))))


def _count(word: str) -> int:
    """The non-negative number that ``word`` writes in plain digits."""
    if not (word.isascii() and word.isdecimal()):
        raise ValueError(word)
    return int(word)


def _seen_tiles(words: Iterable[str]) -> tuple[SeenTile, ...]:
    return tuple(None if word == UNSEEN else Tile.parse(word) for word in words)


def _meld(words: list[str], team: int | None) -> SeenMeld:
    mark = MARKS.get(words[0]) if words else None
    row = tuple(None if word == UNSEEN else PlacedTile.parse(word) for word in words[mark is not None :])
    if not row:
        raise NotationError("empty_meld")
    return SeenMeld(row, team, mark)


def in_view(meld: LaidMeld) -> SeenMeld:
    """A meld as seen where all of it is in view; what its wilds stand for is not visible."""
    return SeenMeld(tuple(PlacedTile(tile) for tile in meld.tiles), meld.team)


def is_stock(state: TableState, rules: Rules) -> bool:
    """Whether an untaken muerto has become the stock, even where it still lies in a muerto's place."""
    taken = sum(team.muerto != "untaken" for team in state.teams)
    return rules.muerto_becomes_stock and len(state.muertos) + taken < rules.muertos


def observe(state: TableState, rules: Rules) -> Observation:
    """What an error-free reading of ``state`` would show; of a covered pozo only the top."""
    covered = rules.pozo_display == "covered" and len(state.pozo) > 1
    return Observation(
        melds=tuple(map(in_view, state.melds)),
        pozo=None if rules.pozo_display == "none" else state.pozo[-1:] if covered else state.pozo,
        pozo_covers=covered,
        muertos=state.muertos if rules.muertos else None,
        closing_tile=bool(state.closing_tile) if rules.closing_tile else None,
    )
