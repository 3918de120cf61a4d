"""Update piles after one tracking step: rows that were piled up, and the tiles under the visible one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import chain, cycle

from vision.tracking import pile_formation
from vision.tracking.squeezed_rows import SqueezedRow, lengthened, newly_squeezed, parts_of_squeezed
from vision.tracking.tracked_table import Stack, Track, TrackedTable, Visibility


class PileDetection:
    """The tracked tiles of ``table`` while piles are formed."""

    def __init__(self, table: TrackedTable, tracks: dict[int, Track], next_number: int) -> None:
        """``tracks``: every tile that is still there, by number; it is modified."""
        self._table, self._found, self._next_number = table, tracks, next_number

    def piled(self, bare: set[int]) -> TrackedTable:
        """The table with updated piles: covered tiles follow their top tile, or go with it.

        ``bare``: the numbers of the tiles whose places show only the table.
        """
        longer = [lengthened(stack, self._table, self._found) for stack in self._table.stacks]
        parts = (parts_of_squeezed(stack, self._table, self._found) for stack in self._table.stacks)
        self._drops(set(chain.from_iterable(parts)).difference(*longer))
        kept = pile_formation.with_tiles_on_top(longer, self._found)
        squeezed = [self._squeezes(row) for row in newly_squeezed(self._table, self._found, kept)]
        seen = {number for number, track in self._found.items() if track.standing is Visibility.SEEN}
        piled = pile_formation.newly_stacked(self._table.rows, seen, bare, (*kept, *squeezed))
        fresh = [pile_formation.with_tiles_below(pile, self._found) for pile in piled if self._leaves_one(pile)]
        for stack, top, number in pile_formation.newly_topped(
            self._table, self._found, bare, (*kept, *squeezed, *fresh)
        ):
            self._renumbers(self._found[top], number)
            fresh.append(stack)
        for stack in (*kept, *fresh):
            self._bury(stack, bare)
        tracks = tuple(self._found[number] for number in sorted(self._found))
        left: tuple[Stack, ...] = pile_formation.without_gone((*kept, *squeezed, *fresh), tracks)
        return replace(self._table, tracks=tracks, stacks=left, next_number=self._next_number, is_lost=False)

    def _drops(self, numbers: Iterable[int]) -> None:
        """Remove false tiles."""
        for number in set(numbers):
            del self._found[number]
            self._moves_from_under(number, None)

    def _squeezes(self, squeezed: SqueezedRow) -> Stack:
        """Turn a row that was squeezed together into a pile; its tiles lie where parts of it are visible."""
        self._drops(squeezed.parts)
        tops = [number for number in squeezed.row if number in self._found and self._is_seen(number)]
        hidden = [number for number in squeezed.row if number not in tops]
        for number, place in zip(hidden, cycle(squeezed.places), strict=False):
            member = self._found.get(number) or self._table.by_number[number]
            self._found[number] = replace(pile_formation.covered_by(member, self._found[tops[-1]]), place=place)
        return squeezed.row

    def _leaves_one(self, stack: Stack) -> bool:
        """Leave one tile of a new pile visible, where another is really a second copy; False if it is no pile."""
        left = [self._found[number] for number in stack if number in self._found and self._is_seen(number)]
        lay = [self._table.by_number[number] for number in stack]
        others = [track for number, track in self._found.items() if number not in stack]
        if pile_formation.was_taken(left, lay, others):
            return False
        top = pile_formation.top_among(left, lay, others)
        for track in (other for other in left if other is not top):
            self._renumbers(track, self._next_number)
            self._next_number += 1
        return True

    def _renumbers(self, track: Track, number: int) -> None:
        """Exchange the ``number`` of a misidentified tile, or restore the old number of one taken for new."""
        self._found[number] = replace(self._found.pop(track.number), number=number)
        self._moves_from_under(track.number, number)

    def _moves_from_under(self, cover: int, now: int | None) -> None:
        """Move what lay under the tile ``cover`` under another, or under none."""
        for other in [other for other in self._found.values() if other.under == cover]:
            self._found[other.number] = replace(other, under=now)

    def _is_seen(self, number: int) -> bool:
        return self._found[number].standing is Visibility.SEEN

    def _bury(self, stack: Stack, bare: Collection[int]) -> None:
        """Put the hidden tiles of a pile under its visible one; without any they are gone.

        One that was in view where it lay is only out of view there, as under a hand, where others of a row that was
        squeezed together lie as they did, or that place is not ``bare`` table.
        """
        known = self._table.by_number
        tops = [number for number in stack if number in self._found and self._is_seen(number)]
        others = [number for number in stack if number not in tops]
        is_there = any(number in self._found for number in stack)
        is_still = all(number in known and self._found[number].moves == known[number].moves for number in tops)
        for number in others:
            member = self._found.get(number) or known[number]
            may_lie = is_still and number in known and _lies_in_view(known[number])
            if may_lie and (len(tops) > 1 or (tops and number not in bare)):
                self._found[number] = replace(member, standing=Visibility.HIDDEN, missed=0, under=None)
            elif tops:
                lies = pile_formation.covered_by(member, self._found[tops[-1]])
                self._found[number] = replace(lies, place=member.place) if is_still and member.under in stack else lies
            elif is_there:
                self._found.setdefault(number, member)


def _lies_in_view(track: Track) -> bool:
    """Whether a tile of a pile was in view, or would be but for what lay over it."""
    return track.standing is Visibility.SEEN or track.under is None
