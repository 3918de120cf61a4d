"""Apply moves on the table: new melds, extended melds, moved wilds, and melds taken apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.hand.empty_rack import EmptyRack, judge_empty_rack
from engine.hand.moves import Extend, LayDown, Rearrange, Row, SwapWild
from engine.hand.state import LaidMeld, TableState, is_barred, owner_of, without_exposure
from engine.hand.transfers import (
    MoveResult,
    lacks_draw,
    newly_known_tiles,
    surplus_copies,
    turn_of,
    with_tiles_added,
    with_tiles_removed,
)
from engine.melds.changes import change_between, puts_right
from engine.melds.melds import MeldVerdict, canasta_of, counts, judge_meld
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile


def lay_down(state: TableState, move: LayDown, rules: Rules) -> MoveResult:
    """The state with a new meld of the side of ``move.seat``, or of the shared table."""
    verdict = judge_meld(move.row, rules)
    team, seat = owner_of(state, move.seat, rules)
    account = with_tiles_removed(state, move.seat, verdict.tiles, rules)
    if account.state is state:
        return account
    after = _placed(account.state, (LaidMeld(state.next_number, team, verdict, seat),))
    faults = [*_before_laying(state, move.seat, rules), *account.violations]
    if team is not None:
        faults += [*_bad_meld(verdict, verdict.tiles, rules), *_same_number(state, team, verdict, rules)]
        faults += emptied(after, move.seat, rules)
    return MoveResult(
        after, (*faults, *surplus_copies(after, newly_known_tiles(state, move.seat, verdict.tiles), rules))
    )


def rearrange(state: TableState, move: Extend | SwapWild | Rearrange, rules: Rules) -> MoveResult:
    """The state in which some melds lie as other rows; the rack supplies or receives the difference."""
    numbers, rows = parts(move)
    old = [meld for meld in map(state.meld, numbers) if meld]
    if len(old) < len(numbers) or len(set(numbers)) < len(numbers) or not numbers:
        missing = next((number for number in numbers if not state.meld(number)), 0)
        return MoveResult(state, (Violation(Code.NO_MELD, (), (("number", missing),)),))
    new = [judge_meld(row, rules) for row in rows]
    added, removed = _difference([meld.verdict for meld in old], new)
    account = with_tiles_removed(state, move.seat, added, rules)
    if account.state is state and added:
        return account
    after = _replaced(
        with_tiles_added(account.state, move.seat, removed), old, new, owner_of(state, move.seat, rules)[1]
    )
    faults = [*_before_laying(state, move.seat, rules), *account.violations]
    if rules.meld_owner == "side":
        faults += [*_of_sides(state, move.seat, old, new, rules), *(emptied(after, move.seat, rules) if added else ())]
    return MoveResult(after, (*faults, *surplus_copies(after, newly_known_tiles(state, move.seat, added), rules)))


def parts(move: Extend | SwapWild | Rearrange) -> tuple[tuple[int, ...], tuple[Row, ...]]:
    """The numbers of the melds that ``move`` changes, and the rows that replace them."""
    return (move.numbers, move.rows) if isinstance(move, Rearrange) else ((move.number,), (move.row,))


def _difference(old: Sequence[MeldVerdict], new: Sequence[MeldVerdict]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles that are on the table only afterwards, and those that were there only before."""
    before = Counter(tile for verdict in old for tile in verdict.tiles)
    after = Counter(tile for verdict in new for tile in verdict.tiles)
    return tuple((after - before).elements()), tuple((before - after).elements())


def _placed(state: TableState, melds: tuple[LaidMeld, ...]) -> TableState:
    """The state with ``melds`` added to the table under the next free numbers."""
    return replace(state, melds=(*state.melds, *melds), next_number=state.next_number + len(melds))


def _replaced(state: TableState, old: Sequence[LaidMeld], new: Sequence[MeldVerdict], seat: int | None) -> TableState:
    """The state with the melds ``old`` replaced by ``new``: the first keep number and owner, the rest are new melds."""
    kept = {meld.number: meld.became(verdict) for meld, verdict in zip(old, new, strict=False)}
    gone = {meld.number for meld in old[len(new) :]}
    melds = tuple(kept.get(meld.number, meld) for meld in state.melds if meld.number not in gone)
    further = enumerate(new[len(old) :], state.next_number)
    numbered = tuple(LaidMeld(number, old[-1].team, verdict, seat) for number, verdict in further)
    after = _placed(replace(state, melds=melds), numbered)
    return after if new else without_exposure(after, old[0])


def _before_laying(state: TableState, seat: int, rules: Rules) -> tuple[Violation, ...]:
    """The violations of laying anything now."""
    if seat != state.turn.seat:
        return turn_of(state, seat)
    if rules.draw_or_play:
        return (Violation(Code.DREW_AND_LAID),) if state.turn.drawn else ()
    return (Violation(Code.NO_DRAW),) if lacks_draw(state, rules) else ()


def _bad_meld(verdict: MeldVerdict, tiles: tuple[Tile, ...], rules: Rules) -> tuple[Violation, ...]:
    """The violation of a row that is no meld, with the wrong ``tiles`` and the reasons; a wrong order may be
    forgiven."""
    return verdict.violations if counts(verdict, rules) else (Violation(Code.BAD_MELD, tiles), *verdict.violations)


def _same_number(state: TableState, team: int, verdict: MeldVerdict, rules: Rules) -> Iterator[Violation]:
    """The violation of a second group of the same number, where a side may have only one."""
    if rules.same_number_twice_per_side or verdict.kind != "group" or not verdict.lawful:
        return
    number = _group_number(verdict)
    groups = [meld.verdict for meld in state.melds_of(team) if meld.verdict.kind == "group"]
    if any(_group_number(group) == number for group in groups):
        yield Violation(Code.SAME_NUMBER, verdict.tiles, (("number", number),))


def _group_number(verdict: MeldVerdict) -> int:
    return next((placed_tile.stands_for or placed_tile.tile).number or 0 for placed_tile in verdict.placed)


def _of_sides(
    state: TableState, seat: int, old: Sequence[LaidMeld], new: Sequence[MeldVerdict], rules: Rules
) -> Iterator[Violation]:
    """The violations of changing melds of the other side."""
    before = [_without_wrong(meld, rules) for meld in old]
    added, removed = _difference(before, new)
    if rules.bad_meld == "frozen":
        yield from _on_frozen(state, old, new, rules)
    yield from _between_melds(state.team_of(seat), old, new, rules)
    if len(old) == len(new):
        for verdict, now in zip(before, new, strict=True):
            yield from _changed(verdict, now, rules)
        return
    for verdict in new:
        yield from _bad_meld(verdict, added or verdict.tiles, rules)
    if removed and not puts_right(before, new, rules):
        yield Violation(Code.SHRINK, removed)


def _on_frozen(
    state: TableState, old: Sequence[LaidMeld], new: Sequence[MeldVerdict], rules: Rules
) -> Iterator[Violation]:
    """The violations of adding to melds that were wrong when the turn began."""
    frozen = {meld.number for meld in state.turn.melds if not counts(meld.verdict, rules)}
    touched = [meld for meld in old if meld.number in frozen]
    if touched and _difference([meld.verdict for meld in old], new)[0]:
        yield Violation(Code.FROZEN, tuple(tile for meld in touched for tile in meld.tiles))


def _without_wrong(meld: LaidMeld, rules: Rules) -> MeldVerdict:
    """The base for a change of ``meld``: where wrong tiles return to the rack, its row before they were added."""
    is_wrong = rules.bad_meld == "return" and not counts(meld.verdict, rules)
    return meld.good if meld.good and is_wrong else meld.verdict


def _between_melds(team: int, old: Sequence[LaidMeld], new: Sequence[MeldVerdict], rules: Rules) -> Iterator[Violation]:
    """The violations of moving tiles from one meld to another, or to the other side."""
    tiles = tuple(tile for meld in old for tile in meld.tiles)
    if any(meld.team != team for meld in old):
        yield Violation(Code.TRANSFER_SIDE, _arrived(old[-1].verdict, new[-1]) if len(old) == len(new) else tiles)
    elif len(new) > len(old) and not rules.split_melds:
        yield Violation(Code.SPLIT, tiles)
    elif 0 < len(new) < len(old) and not rules.merge_melds:
        yield Violation(Code.MERGED, tiles)
    elif len(new) == len(old) > 1 and not (rules.merge_melds and rules.split_melds):
        arrived = [tile for meld, verdict in zip(old, new, strict=True) for tile in _arrived(meld.verdict, verdict)]
        yield Violation(Code.TRANSFER, tuple(arrived))


def _arrived(old: MeldVerdict, new: MeldVerdict) -> tuple[Tile, ...]:
    return tuple((Counter(new.tiles) - Counter(old.tiles)).elements())


def _changed(old: MeldVerdict, new: MeldVerdict, rules: Rules) -> Iterator[Violation]:
    """The violations of one changed meld; the tiles that made a lawful meld wrong are at fault."""
    for fault in change_between(old, new, rules).violations:
        if fault.code == Code.INVALID:
            yield from _bad_meld(new, _arrived(old, new) or new.tiles, rules)
        else:
            yield fault
    if old.lawful and Counter(old.tiles) - Counter(new.tiles):
        yield from _bad_meld(new, new.tiles, rules)


def emptied(state: TableState, seat: int, rules: Rules) -> tuple[Violation, ...]:
    """The violations of ``seat`` laying its last tile when it may neither take a muerto nor close."""
    if state.racks[seat].count or not rules.must_keep_one_if_cannot_close:
        return ()
    return judge_empty_rack(out_of_tiles(state, seat, "meld_out", rules), rules).violations


def out_of_tiles(state: TableState, seat: int, by: str, rules: Rules, *, last: Tile | None = None) -> EmptyRack:
    """The `EmptyRack` of a seat without tiles, to be judged; ``last`` is the tile that it discarded."""
    team = state.team_of(seat)
    canastas = [canasta for meld in state.melds_of(team) if (canasta := canasta_of(meld.verdict, rules))]
    return EmptyRack(
        by="discard" if by == "discard" else "meld_out",
        canastas=len(canastas),
        pure=canastas.count("pure"),
        muerto_taken=state.teams[team].muerto != "untaken" or not state.muertos,
        laid_badly=is_barred(state, seat, rules),
        last_is_wild=last is not None and (last.is_joker or (rules.twos_wild and last.number == 2)),
    )
