"""The input of the advisor: the own rack, the melds on the table, the pozo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.hand.state import LaidMeld, Rack, TableState, Turn, dealt_table, owner_of
from engine.hand.transfers import surplus_copies
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.tiles import Tile

Row = tuple[PlacedTile, ...]
SEAT = 0
"""The seat of the player who is advised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTable:
    """What the seat in turn knows of a table."""

    rack: tuple[Tile, ...]
    own: tuple[Row, ...] = ()
    """The melds of the own side; on a shared table, all of them."""
    theirs: tuple[Row, ...] = ()
    pozo: tuple[Tile, ...] = ()
    """The lowest tile first."""
    opened: bool = True
    muerto_taken: bool = False
    drawn: bool = True
    """Whether the turn's tile was drawn."""


def state_of(table: KnownTable, rules: Rules) -> TableState:
    """The table state with the fewest players that the rules allow (two where possible); all else is unknown."""
    dealt = dealt_table(min(rules.players), rules)
    melds = tuple(_melds(table, dealt, rules))
    taken = table.muerto_taken and dealt.muertos
    team = replace(dealt.teams[0], muerto="played", holder=SEAT) if taken else dealt.teams[0]
    racks = (Rack(len(table.rack), table.rack), *dealt.racks[1:])
    state = replace(
        dealt,
        teams=(team, *dealt.teams[1:]),
        racks=racks,
        muertos=dealt.muertos[1:] if taken else dealt.muertos,
        melds=melds,
        next_number=len(melds) + 1,
        pozo=table.pozo,
        closing_tile=dealt.closing_tile,
        turn=Turn(
            seat=SEAT,
            count=2 * len(racks),
            drawn=table.drawn and not rules.draw_or_play,
            melds=melds,
            held=len(table.rack),
        ),
        opened=frozenset(range(SEAT, len(racks), len(dealt.teams)) if table.opened else ()),
        mazo=0,
    )
    return replace(state, mazo=max(len(rules.bag) - state.count(), 0))


def _melds(table: KnownTable, dealt: TableState, rules: Rules) -> list[LaidMeld]:
    owner, seat = owner_of(dealt, SEAT, rules)
    other = owner_of(dealt, 1, rules)[0]
    sides = [*((row, owner) for row in table.own), *((row, other) for row in table.theirs)]
    return [LaidMeld(at, team, judge_meld(row, rules), seat) for at, (row, team) in enumerate(sides, 1)]


def advice_obstacles(state: TableState, rules: Rules) -> tuple[Violation, ...]:
    """Why no advice can be given on ``state``: too many tiles, or melds that are none."""
    twice = surplus_copies(state, state.seen_tiles(), rules)
    return (*twice, *(fault for meld in state.melds if not meld.verdict.lawful for fault in meld.verdict.violations))
