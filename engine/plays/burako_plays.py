"""Rank the plays of a turn in games where each side lays its own melds, by points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.hand.moves import Close, Discard, Draw, EndTurn, Extend, LayDown, Move, TakeMuerto, TakePozo
from engine.hand.state import TableState
from engine.melds.opening import first_meld_needed
from engine.melds.run_and_group import may_be_wild
from engine.plays.candidates import Candidate, candidates
from engine.plays.discards import ExtendingTiles
from engine.plays.packing import Chosen, Packing
from engine.plays.play import Advice, AdvisedTurn, Goal, PlayReason, merged, state_after_lawful
from engine.rules.rules import Rules
from engine.scoring.canastas import canasta_bonus

_MUCH = 10_000
_TRIED = 2
"""Tiles to try as the discard: only the tile taken from the pozo can be excluded."""
_GOALS: tuple[Goal, ...] = ("points", "tiles", "pure", "wait")


def plays_of(state: TableState, rules: Rules) -> Advice:
    """The best plays of the seat in turn, whose rack must be known."""
    found, optimal = [], True
    for first in _beginnings(state, rules):
        begun = state_after_lawful(state, first, rules)
        if begun is None:
            continue
        options = candidates(begun.melds_of(begun.team_of(begun.turn.seat)), begun.racks[begun.turn.seat].known, rules)
        turn = RestOfTurn(state, first, begun, rules)
        for goal in _GOALS:
            play, complete = turn.best(options, goal)
            optimal = optimal and complete
            if play:
                found.append(play)
    found.sort(key=lambda play: -play.points)
    needed = first_meld_needed(0, rules)
    if needed and state.turn.seat not in state.opened and not any(play.tiles for play in found):
        found = [replace(play, whys=(PlayReason("not_enough", count=needed), *play.whys)) for play in found]
    return Advice(merged(found), optimal)


def _beginnings(state: TableState, rules: Rules) -> tuple[tuple[Move, ...], ...]:
    """The possible beginnings of the turn: already begun, a tile drawn, or the pozo taken."""
    if state.turn.drawn:
        return ((),)
    seat = state.turn.seat
    left = 0 if rules.pozo_take == "whole" else len(state.pozo) - 1
    return ((Draw(seat),), (TakePozo(seat, left),)) if state.pozo else ((Draw(seat),),)


class RestOfTurn:
    """The rest of a turn that began with the moves ``first``."""

    def __init__(self, state: TableState, first: tuple[Move, ...], begun: TableState, rules: Rules) -> None:
        self.state, self.first, self.begun, self.rules = state, first, begun, rules
        self.seat = state.turn.seat
        rack = begun.racks[self.seat].known
        self.uses = ExtendingTiles(rack, begun, rules)
        self.to_throw = self.uses.by_loss(rack)
        taken = begun.turn.taken if rules.pozo_top_use != "free" else ()
        self.owed = taken[-1] if taken else None
        self.laid: dict[tuple[Move, ...], TableState | None] = {(): begun}

    def best(self, options: tuple[Candidate, ...], goal: Goal) -> tuple[AdvisedTurn | None, bool]:
        """The best turn for ``goal``, and whether it is certainly optimal."""
        usable = [option for option in options if goal != "wait" and (option.pure or goal != "pure")]
        worth = _by_tiles if goal == "tiles" else _by_points
        found = Packing(usable, self.begun.racks[self.seat].known, worth, self._bonus, self._most_bonus())
        moves = self.ended(found.best, anew=True)
        if moves is None or (not found.best and goal != "wait"):
            return None, found.complete
        return self._play(found.best, moves, goal), found.complete

    def weighed(
        self, options: tuple[Candidate, ...], worth: Callable[[Candidate], int], bonus: Callable[[Move], int], most: int
    ) -> tuple[Chosen, tuple[Move, ...]] | None:
        """The most valuable choice of ``options``, and the moves of the rest of the turn.

        ``bonus`` is what the last move of the turn adds, ``most`` its upper bound. None where no turn can end so.
        """

        def end(chosen: Chosen) -> int | None:
            moves = self.ended(chosen)
            return None if moves is None else bonus(moves[-1])

        found = Packing(options, self.begun.racks[self.seat].known, worth, end, most)
        moves = self.ended(found.best, anew=True)
        return None if moves is None else (found.best, moves)

    def _most_bonus(self) -> int:
        return self.rules.close_bonus + self.rules.muerto_taken_bonus + self.rules.muerto_untaken_penalty

    def _bonus(self, chosen: Chosen) -> int | None:
        """The value of ending a turn with ``chosen``; None where the turn cannot end lawfully."""
        moves = self.ended(chosen)
        if moves is None:
            return None
        rules, last = self.rules, moves[-1]
        if isinstance(last, Close):
            return rules.close_bonus
        return rules.muerto_taken_bonus + rules.muerto_untaken_penalty if isinstance(last, TakeMuerto) else 0

    def ended(self, chosen: Chosen, *, anew: bool = False) -> tuple[Move, ...] | None:
        """The moves that lay ``chosen`` and end the turn; None where the rules allow no such turn.

        ``anew`` ranks discards by the tiles that remain, instead of those held at first.
        """
        laying: tuple[Move, ...] = tuple(
            Extend(self.seat, candidate.number, candidate.row)
            if candidate.number
            else LayDown(self.seat, candidate.row)
            for candidate in chosen
        )
        if self.owed and not any(self.owed in candidate.added for candidate in chosen):
            return None
        laid = self.after(laying)
        if laid is None:
            return None
        if not laid.racks[self.seat].count:
            return self._out(laid, laying, TakeMuerto(self.seat, direct=True), Close(self.seat, "meld_out"))
        if not self.rules.discard_ends_turn:
            return (
                (*laying, EndTurn(self.seat)) if state_after_lawful(laid, (EndTurn(self.seat),), self.rules) else None
            )
        left = laid.racks[self.seat].known
        for tile in (self.uses.by_loss(left) if anew else [spare for spare in self.to_throw if spare in left])[:_TRIED]:
            thrown = Discard(self.seat, tile)
            after = state_after_lawful(laid, (thrown,), self.rules)
            if after is None:
                continue
            if after.racks[self.seat].count:
                return (*laying, thrown)
            out = self._out(after, (*laying, thrown), TakeMuerto(self.seat, direct=False), Close(self.seat, "discard"))
            if out:
                return out
        return None

    def after(self, laying: tuple[Move, ...]) -> TableState | None:
        """The state after the moves ``laying``, whose beginning was checked before; None where a rule is broken."""
        if laying not in self.laid:
            before = self.after(laying[:-1])
            self.laid[laying] = before and state_after_lawful(before, laying[-1:], self.rules)
        return self.laid[laying]

    def _out(self, state: TableState, moves: tuple[Move, ...], *ways: Move) -> tuple[Move, ...] | None:
        """The moves of a turn that empties the rack, with the first possible one of ``ways`` as its end."""
        return next(((*moves, way) for way in ways if state_after_lawful(state, (way,), self.rules)), None)

    def _play(self, chosen: Chosen, moves: tuple[Move, ...], goal: Goal) -> AdvisedTurn:
        after = state_after_lawful(self.begun, moves, self.rules) or self.begun
        laid = tuple(tile for candidate in chosen for tile in candidate.added)
        points = sum(candidate.points for candidate in chosen)
        return AdvisedTurn(
            goals=(goal,),
            moves=(*self.first, *moves),
            after=after,
            points=points,
            tiles=len(laid),
            whys=tuple(self._whys(chosen, moves, goal)),
        )

    def _whys(self, chosen: Chosen, moves: tuple[Move, ...], goal: Goal) -> list[PlayReason]:
        rules, whys = self.rules, []
        laid = tuple(tile for candidate in chosen for tile in candidate.added)
        if self.first and isinstance(self.first[0], TakePozo):
            whys.append(PlayReason("takes_pozo", tuple(tile for tile in self.state.pozo[self.first[0].left :] if tile)))
        if isinstance(moves[-1], Close):
            whys.append(PlayReason("closes"))
        if isinstance(moves[-1], TakeMuerto):
            whys.append(PlayReason("takes_muerto"))
        needed = first_meld_needed(0, rules)
        if needed and self.seat not in self.begun.opened:
            whys += [PlayReason("opens", count=needed)] if chosen else []
        whys.append(
            PlayReason(f"most_{goal}", laid, sum(candidate.points for candidate in chosen))
            if chosen
            else PlayReason("passes")
        )
        whys += [PlayReason("canasta", count=bonus) for bonus in self._canastas(moves)]
        return [*whys, *self._about_discard(moves)]

    def _canastas(self, moves: tuple[Move, ...]) -> list[int]:
        """The bonus of each newly completed canasta."""
        after = state_after_lawful(self.begun, moves, self.rules) or self.begun
        before = {meld.number for meld in self.begun.melds if meld.verdict.canasta}
        return [
            canasta_bonus(meld.verdict, meld.verdict.canasta, self.rules)[1]
            for meld in after.melds
            if meld.verdict.canasta and meld.number not in before
        ]

    def _about_discard(self, moves: tuple[Move, ...]) -> list[PlayReason]:
        """The reasons for the discard, and for the tiles better kept."""
        thrown = next((move.tile for move in moves if isinstance(move, Discard) and move.tile), None)
        if thrown is None or not any(meld.team != self.state.team_of(self.seat) for meld in self.begun.melds):
            return []
        after = state_after_lawful(self.begun, moves, self.rules) or self.begun
        kept = tuple(
            tile
            for tile in dict.fromkeys(after.racks[self.seat].known)
            if tile in self.uses.others and not may_be_wild(tile, self.rules)
        )
        whys = [PlayReason("danger" if thrown in self.uses.others else "safe", (thrown,))]
        return [*whys, PlayReason("keeps", kept)] if kept else whys


def _by_points(candidate: Candidate) -> int:
    return candidate.points


def _by_tiles(candidate: Candidate) -> int:
    return len(candidate.added) * _MUCH + candidate.points
