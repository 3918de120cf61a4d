"""The state of a hand in progress: what lies on the table, and what is known of hidden tiles.

Nothing is guessed: a rack is a count and the tiles seen on it, the mazo and the muertos are counts. The tiles of all
places always add up to the whole set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.hand.deal import deal
from engine.hand.hand_file import MuertoState
from engine.hand.moves import Close, Row, SeenTile, StockOut
from engine.melds.melds import MeldVerdict, counts
from engine.rules.rules import Rules
from engine.tiles import Tile, without

_SIDES = ("nosotros", "ellos")


@dataclass(frozen=True, slots=True)
class Rack:
    """Atril: its number of tiles, and those whose faces are known."""

    count: int
    known: tuple[Tile, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether every tile of it is known."""
        return len(self.known) == self.count

    def lacks(self, tiles: Iterable[SeenTile]) -> tuple[Tile, ...]:
        """The tiles of ``tiles`` that it certainly does not hold; none while some of its tiles are unknown."""
        strange = without((tile for tile in tiles if tile), self.known)
        return strange if len(strange) > self.count - len(self.known) else ()

    def plus(self, tiles: Sequence[SeenTile]) -> Rack:
        """The rack with ``tiles`` added."""
        return Rack(self.count + len(tiles), (*self.known, *(tile for tile in tiles if tile)))

    def minus(self, tiles: Sequence[SeenTile]) -> Rack:
        """The rack with ``tiles`` removed; where it did not hold them, its contents become unknown."""
        known = list(self.known)
        for tile in tiles:
            if tile in known:
                known.remove(tile)
        count = self.count - len(tiles)
        return Rack(count, tuple(known) if len(known) <= count else ())


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld on the table; its number stays the same as long as it is there."""

    number: int
    team: int | None
    """Its side; ``None`` on a shared table."""
    verdict: MeldVerdict
    seat: int | None = None
    """The seat that laid it, on a shared table."""
    good: MeldVerdict | None = None
    """Its last lawful row, where it was extended into a wrong one."""

    @property
    def row(self) -> Row:
        """Its tiles in the order they lie, with what each wild stands for."""
        return self.verdict.placed

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles in the order they lie."""
        return self.verdict.tiles

    def became(self, verdict: MeldVerdict) -> LaidMeld:
        """The meld with the row of ``verdict``; one that became wrong keeps its last lawful row."""
        good = self.verdict if self.verdict.lawful else self.good
        is_grown = good and not verdict.lawful and not without(good.tiles, verdict.tiles)
        return replace(self, verdict=verdict, good=good if is_grown else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamTable:
    """One side of the table: its players, its muerto, and the tiles that a judge set aside."""

    name: str
    seats: tuple[int, ...]
    muerto: MuertoState = "untaken"
    holder: int | None = None
    """The seat that took the muerto."""
    set_aside: tuple[tuple[Tile, ...], ...] = ()
    total: int = 0
    """Its points of the match before this hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The events of a turn since it began."""

    seat: int
    count: int = 0
    """Turns of this hand before it."""
    drawn: bool = False
    redrawn: bool = False
    taken: tuple[SeenTile, ...] = ()
    """Tiles of the pozo that it took."""
    closing_tile: bool = False
    """Whether it took the closing tile."""
    melds: tuple[LaidMeld, ...] = ()
    """The table at its beginning."""
    held: int | None = None
    """The number of tiles on its rack at its beginning; unknown for the first of a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """La mesa: everything known at one moment of a hand. Seats count from 0 in the order of play."""

    teams: tuple[TeamTable, ...]
    racks: tuple[Rack, ...]
    """By seat."""
    mazo: int
    muertos: tuple[int, ...]
    """The number of tiles of each muerto on the table."""
    turn: Turn
    melds: tuple[LaidMeld, ...] = ()
    pozo: tuple[SeenTile, ...] = ()
    """The lowest tile first."""
    closing_tile: tuple[SeenTile, ...] = ()
    """The closing tile, while it lies apart."""
    previous: int | None = None
    """The seat whose turn ended last."""
    opened: frozenset[int] = frozenset()
    """Seats that have made their first exposure, or whose side has."""
    barred: frozenset[int] = frozenset()
    """Seats that laid a wrong meld which a judge set aside."""
    ended: Close | StockOut | None = None
    goes_on: bool = False
    """Whether people said that the hand goes on after it seemed to be over."""
    next_number: int = 1

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.racks)

    def team_of(self, seat: int) -> int:
        """The index of the side that ``seat`` plays for."""
        return seat % len(self.teams)

    def meld(self, number: int) -> LaidMeld | None:
        """The meld of that number, or None."""
        return next((meld for meld in self.melds if meld.number == number), None)

    def melds_of(self, team: int) -> tuple[LaidMeld, ...]:
        """The melds of a side."""
        return tuple(meld for meld in self.melds if meld.team == team)

    def laid_tiles(self) -> tuple[Tile, ...]:
        """The tiles of all melds."""
        return tuple(tile for meld in self.melds for tile in meld.tiles)

    def seen_tiles(self) -> tuple[Tile, ...]:
        """Every tile whose face and place are known."""
        aside = (tile for team in self.teams for tiles in team.set_aside for tile in tiles)
        racks = (tile for rack in self.racks for tile in rack.known)
        return (*self.laid_tiles(), *aside, *racks, *(tile for tile in (*self.pozo, *self.closing_tile) if tile))

    @property
    def was_played(self) -> bool:
        """Whether any part of a turn was recorded: a draw, or the passing of the turn."""
        return bool(self.turn.count or self.turn.drawn)

    def count(self) -> int:
        """The number of all tiles, seen or not: always that of the whole set."""
        laid = sum(len(meld.verdict.placed) for meld in self.melds)
        aside = sum(len(tiles) for team in self.teams for tiles in team.set_aside)
        racks = sum(rack.count for rack in self.racks)
        return self.mazo + sum(self.muertos) + len(self.pozo) + len(self.closing_tile) + racks + laid + aside


def dealt_table(players: int, rules: Rules, *, starter: int = 0, racks: Sequence[Sequence[Tile]] = ()) -> TableState:
    """The state before the first turn; ``racks`` are the dealt tiles of each seat, where known.

    Raises RulesError when the rules are not for so many.
    """
    share = deal(players, rules)
    known = [tuple(tiles) for tiles in racks] or [()] * players
    return TableState(
        teams=_teams(players, rules),
        racks=tuple(Rack(share.each, tiles) for tiles in known),
        mazo=share.stock,
        muertos=(rules.muerto_size,) * rules.muertos,
        pozo=(None,) * share.pozo,
        closing_tile=(None,) * share.closing,
        turn=Turn(seat=starter),
    )


def _teams(players: int, rules: Rules) -> tuple[TeamTable, ...]:
    """The sides: partners sit across from each other; without partners each player is a side."""
    sides = rules.sides or players
    names = _SIDES if rules.sides == len(_SIDES) else tuple(f"jugador {seat + 1}" for seat in range(sides))
    return tuple(TeamTable(name=name, seats=tuple(range(side, players, sides))) for side, name in enumerate(names))


def owner_of(state: TableState, seat: int, rules: Rules) -> tuple[int | None, int | None]:
    """The side that owns a meld laid by ``seat``; on a shared table, ``seat`` alone."""
    return (None, seat) if rules.meld_owner == "table" else (state.team_of(seat), None)


def left_wrong(state: TableState, rules: Rules) -> tuple[LaidMeld, ...]:
    """The wrong melds of a side that are to be set aside at the end of a turn or of the hand (001:105)."""
    if rules.bad_meld != "set_aside":
        return ()
    found = {meld.number for meld in (state.melds if state.ended else state.turn.melds)}
    wrong = (meld for meld in state.melds if meld.team is not None and not counts(meld.verdict, rules))
    return tuple(meld for meld in wrong if meld.number in found)


def is_barred(state: TableState, seat: int, rules: Rules) -> bool:
    """Whether ``seat`` may neither take a muerto nor close in this hand.

    So it is for a seat whose own wrong meld was set aside or lies there. Where either of two partners may have laid it,
    neither is barred.
    """
    if rules.bad_meld != "set_aside":
        return False
    team = state.team_of(seat)
    lies_there = any(not counts(meld.verdict, rules) for meld in state.melds_of(team))
    return seat in state.barred or (lies_there and len(state.teams[team].seats) == 1)


def without_exposure(state: TableState, gone: LaidMeld) -> TableState:
    """The state in which the seats that laid ``gone`` have made no first exposure, unless other melds of theirs lie
    there."""
    if any((meld.team, meld.seat) == (gone.team, gone.seat) for meld in state.melds):
        return state
    seats = {gone.seat} if gone.team is None else state.teams[gone.team].seats
    return replace(state, opened=state.opened.difference(seats))


def with_rack(state: TableState, seat: int, rack: Rack) -> TableState:
    """The state with another rack for ``seat``."""
    return replace(state, racks=(*state.racks[:seat], rack, *state.racks[seat + 1 :]))


def with_team(state: TableState, team: TeamTable) -> TableState:
    """The state with ``team`` replacing the side of the same name."""
    return replace(
        state, teams=tuple(team if other_team.name == team.name else other_team for other_team in state.teams)
    )
