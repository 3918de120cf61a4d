"""Build candidate move sequences from the known state to the observation, turn by turn, for one hypothesis about the
pozo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.hand.apply import apply
from engine.hand.draw_moves import began_empty
from engine.hand.moves import (
    Discard,
    Draw,
    EndTurn,
    Extend,
    LayDown,
    Move,
    Rearrange,
    Redraw,
    Row,
    SeenTile,
    SetTurn,
    SwapWild,
    TakeClosingTile,
    TakeMuerto,
    TakePozo,
)
from engine.hand.state import TableState
from engine.hand.transfers import is_to_draw
from engine.inference.meld_matching import TableChange, table_changes
from engine.inference.observation import Observation, SeenMeld
from engine.inference.pozo_changes import PozoStep, PozoTaken
from engine.inference.splitting import before_the_muerto
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class InferredTurn:
    """The inferred moves of one seat in one turn."""

    seat: int
    pozo_left: int | None = None
    """The number of tiles left when it took the pozo; ``None`` when it did not."""
    returned: tuple[SeenTile, ...] = ()
    """The tile that it changed for another."""
    changes: tuple[TableChange, ...] = ()
    thrown: tuple[SeenTile, ...] = ()
    """The tile that ended its turn; none while it goes on."""
    stray: bool = False
    """Whether it was not its turn."""

    @property
    def is_empty(self) -> bool:
        """Whether it contains nothing."""
        return self.pozo_left is None and not (self.returned or self.changes or self.thrown)


def turns_of(seat: int, players: int, steps: Iterable[PozoStep], *, redraw: bool) -> list[InferredTurn]:
    """The turns, from that of ``seat`` on, that produce ``steps``; the last one is unfinished.

    ``redraw``: the first discard was an exchanged tile and ended no turn.
    """
    turns, now = [], InferredTurn(seat=seat)
    for step in steps:
        if isinstance(step, PozoTaken):
            now = replace(now, pozo_left=step.left)
        elif redraw:
            now, redraw = replace(now, returned=(step.tile,)), False
        else:
            turns.append(replace(now, thrown=(step.tile,)))
            now = InferredTurn(seat=(now.seat + 1) % players)
    return [*turns, now]


def dealt_out(state: TableState, turns: Sequence[InferredTurn], changes: Sequence[TableChange]) -> list[InferredTurn]:
    """Assign each change to the first turn of its side, or to an extra turn where the side has none."""
    dealt = list(turns)
    for change in changes:
        teams = change.teams
        mine = [index for index, turn in enumerate(dealt) if None in teams or state.team_of(turn.seat) in teams]
        if not mine:
            dealt.append(InferredTurn(seat=_next_of(state, turns[-1].seat, change), stray=True))
            mine = [len(dealt) - 1]
        dealt[mine[0]] = replace(dealt[mine[0]], changes=(*dealt[mine[0]].changes, change))
    return dealt


def _next_of(state: TableState, seat: int, change: TableChange) -> int:
    """The next seat after ``seat`` that plays for the side of ``change``."""
    order = ((seat + step) % state.players for step in range(1, state.players + 1))
    return next(who for who in order if state.team_of(who) in change.teams)


class MoveSearch:
    """A candidate move sequence, applied as it is built: its state, and all violations and doubts."""

    def __init__(self, state: TableState, observation: Observation, rules: Rules) -> None:
        self.state, self.seen, self.rules = state, observation, rules
        self.moves: list[Move] = []
        self.violations: list[Violation] = []

    def restarted(self) -> MoveSearch:
        """A new candidate from the same starting state."""
        return MoveSearch(self.state, self.seen, self.rules)

    def make(self, move: Move) -> None:
        """Append and apply one move."""
        applied = apply(self.state, move, self.rules)
        self.state = applied.state
        self.moves.append(move)
        self.violations += applied.violations

    def doubt(self, code: Code, **facts: int) -> None:
        """Add one doubt about the candidate itself."""
        self.violations.append(Violation(code, (), tuple(facts.items())))

    @property
    def muertos_gone(self) -> int | None:
        """The number of muertos still to be taken; ``None`` where they are not in view."""
        return None if self.seen.muertos is None else max(len(self.state.muertos) - len(self.seen.muertos), 0)

    def play_turn(self, turn: InferredTurn) -> None:
        """Append every move of a turn."""
        if turn.is_empty and not self._takes_now(turn.seat) and not self._closing_tile_gone:
            return
        if not turn.stray:
            self._draw(turn)
        self._lay(turn)
        for tile in turn.thrown:
            self.make(Discard(turn.seat, tile))
            if self.muertos_gone is None or self.muertos_gone:
                self._take_indirectly(turn.seat)

    def _draw(self, turn: InferredTurn) -> None:
        if turn.pozo_left is not None:
            self.make(TakePozo(turn.seat, turn.pozo_left))
        elif not (self.state.turn.seat == turn.seat and self.state.turn.drawn):
            self._draw_unseen(turn.seat, lays=bool(turn.changes))
        for tile in turn.returned:
            self.make(Redraw(turn.seat, tile))
        if self._closing_tile_gone:
            self.make(TakeClosingTile(turn.seat, self.state.closing_tile[0]))

    def _draw_unseen(self, seat: int, *, lays: bool) -> None:
        """Append the unseen draw that begins a turn, or that is the whole turn in a draw-or-play game."""
        if is_to_draw(self.state, self.rules) and not (lays and self.rules.draw_or_play):
            self.make(Draw(seat))

    def _lay(self, turn: InferredTurn) -> None:
        """Append everything laid, with the muerto taken in the middle where the rack was empty by then."""
        laid = sum(change.added.total() for change in turn.changes)
        held = self.state.racks[turn.seat].count
        if not self._takes_directly(turn, laid, held):
            self._change(turn.seat, turn.changes)
            return
        if self.muertos_gone is None and laid > held:
            team = self.state.teams[self.state.team_of(turn.seat)].name
            self.violations.append(Violation(Code.BUDGET, (), (("team", team), ("count", held), ("least", laid))))
        self._change(turn.seat, before_the_muerto(turn.changes, self.state.racks[turn.seat], self.rules))
        self.make(TakeMuerto(turn.seat, direct=True))
        left = table_changes(self.state.melds, self.seen.melds)
        self._change(turn.seat, [change for change in left if self.state.team_of(turn.seat) in change.teams])

    def _takes_directly(self, turn: InferredTurn, laid: int, held: int) -> bool:
        if not self._may_take(turn.seat):
            return False
        if self.muertos_gone is None:
            return laid > held or (laid == held and bool(turn.thrown))
        return self.muertos_gone > 0 and laid >= held

    def _takes_now(self, seat: int) -> bool:
        """Whether a muerto is gone that ``seat``, having laid its last tile earlier, can have taken in its turn."""
        drawn = self.state.turn.seat == seat and self.state.turn.drawn
        return drawn and bool(self.muertos_gone) and self._may_take(seat) and not self.state.racks[seat].count

    @property
    def _closing_tile_gone(self) -> bool:
        return self.seen.closing_tile is False and bool(self.state.closing_tile)

    def _may_take(self, seat: int) -> bool:
        return bool(self.state.muertos) and self.state.teams[self.state.team_of(seat)].muerto == "untaken"

    def _change(self, seat: int, changes: Iterable[TableChange]) -> None:
        for change in changes:
            self.make(_as_move(seat, change))

    def take_left_over(self, seat: int) -> None:
        """Append the taking of muertos that no turn explains, by ``seat`` or the last player of its side."""
        for _ in range(self.muertos_gone or 0):
            self.make(TakeMuerto(seat, direct=seat == self.state.turn.seat))

    def take_late(self) -> None:
        """Append the muerto of the player whose last tile was discarded before this look, even before the other side's
        turn."""
        turn = self.state.turn.seat
        for seat in (self.state.previous, turn if began_empty(self.state, turn) else None):
            if seat is not None and self.muertos_gone:
                self._take_indirectly(seat)

    def _take_indirectly(self, seat: int) -> None:
        if not self.state.racks[seat].count and self._may_take(seat):
            self.make(TakeMuerto(seat, direct=False))

    def pass_over(self, seat: int) -> None:
        """Pass the turn on to ``seat`` without a seen discard: an unseen one where the pozo was out of view."""
        if self.seen.pozo is None and self.rules.discard_ends_turn:
            self.make(Discard(self.state.turn.seat))
        self.pass_to(seat)

    def pass_to(self, seat: int) -> None:
        """Pass the turn to ``seat``: by ending turns where the game has no discard, otherwise as a correction."""
        while self.rules.meld_owner == "table" and self.state.turn.seat != seat:
            if not self.state.turn.drawn:
                self._draw_unseen(self.state.turn.seat, lays=self.state.melds != self.state.turn.melds)
            self.make(EndTurn(self.state.turn.seat))
        if self.state.turn.seat != seat:
            self.make(SetTurn(seat))

    def turn_back(self, seat: int) -> None:
        """Return the turn to ``seat``: its exchanged first tile was taken for a discard, or a person corrected it."""
        redraw = Redraw(seat, *self.state.pozo[-1:])
        if apply(self.state, redraw, self.rules).violations:
            self.pass_to(seat)
        else:
            self.make(redraw)


def row_of(meld: SeenMeld) -> Row:
    """The tiles of a fully face-up row."""
    return tuple(placed for placed in meld.row if placed)


def _as_move(seat: int, change: TableChange) -> Move:
    """The single move that makes a change."""
    rows = tuple(map(row_of, change.new))
    if not change.old:
        return LayDown(seat, rows[0])
    if len(change.old) > 1 or len(rows) != 1 or change.gone:
        return Rearrange(seat, tuple(meld.number for meld in change.old), rows)
    meld = change.old[0]
    if meld.verdict.kind == "group" or _holds(change.new[0].tiles, meld.tiles):
        return Extend(seat, meld.number, rows[0])
    return SwapWild(seat, meld.number, rows[0]) if meld.verdict.wilds else Rearrange(seat, (meld.number,), rows)


def _holds(tiles: Sequence[object], part: Sequence[object]) -> bool:
    """Whether ``part`` is contiguous in ``tiles``, in either direction."""
    places = range(len(tiles) - len(part) + 1)
    return any(tiles[at : at + len(part)] in (part, part[::-1]) for at in places)
