"""Suggest another way to lay a meld that the rules allow and that is worth more.

Found only when somebody asks, never while a meld is judged, and never applied by itself: people say yes, and a move
tells it. Where a wild moves only when its tile arrives (000:5, 001:85) a parked 2 stays a wild; people are asked
whether it was laid on its own place, for it may have been noted wrongly. The sentences are in ``wording/offers.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from itertools import permutations
from typing import Any

from engine.hand.hand_file import HandRecord
from engine.melds.changes import change_between, places_of
from engine.melds.melds import MeldVerdict, Purity, canasta_of, judge_meld
from engine.melds.opening import exposed_worth, opening_of
from engine.melds.run_and_group import windows_of
from engine.placed_tile import PlacedTile, notation
from engine.rule_and_tile_words import table, tile_list
from engine.rules.rules import Rules
from engine.rules.verdict import Code
from engine.scoring.canastas import canasta_bonus
from engine.scoring.score_sheets import HandScore, Reason
from engine.tiles import Tile

MOST_WILDS = 5
"""Above this number of wilds no suggestion is computed: there are too many arrangements."""


class OfferCode(StrEnum):
    """The kind of a suggestion; part of the JSON contracts."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
        return name

    TWO_HOME = auto()
    """A 2 may go to its own place."""
    TWO_PARKED = auto()
    """A 2 would be worth more on its own place, to which it may not go any more: was it laid there?"""
    WILD_TURNED = auto()
    """A wild may go to another end."""
    JOKER_TURNED = auto()
    """Of a first exposure: a joker stands for a higher number at the other end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A meld as it lies, another way to lay it, and what that is worth."""

    code: OfferCode
    tiles: tuple[Tile, ...]
    """The tiles that would move."""
    lies: tuple[PlacedTile, ...]
    row: tuple[PlacedTile, ...]
    """The suggested row of the tiles of ``lies``."""
    canasta: Purity | None
    reason: Reason | None
    """The name of the canasta on the sheet."""
    points: int
    """The points gained."""

    @property
    def is_move(self) -> bool:
        """Whether the rules let the owner move the tiles now; otherwise people are asked whether they were laid so."""
        return self.code != OfferCode.TWO_PARKED

    def sentence(self, language: str = "es") -> str:
        """The suggestion in Spanish (``es``) or English (``en``)."""
        name = table("reasons")[self.reason][language].split(":")[0] if self.reason else ""
        words = table("offers")[self.code][language]
        said = words.format(tiles=tile_list(self.tiles, language), canasta=name, points=self.points)
        return said[:1].upper() + said[1:]

    def as_json(self, language: str = "es") -> dict[str, Any]:
        """The contracted object; ``meld`` is the suggested row."""
        return {
            "code": str(self.code),
            "message": self.sentence(language),
            "tiles": [str(tile) for tile in self.tiles],
            "lies": notation(self.lies),
            "meld": notation(self.row),
            "canasta": self.canasta,
            "points": self.points,
            "may_move": self.is_move,
        }


@dataclass(frozen=True, slots=True)
class HandOffer:
    """A suggestion for a meld of a finished hand; its points are those of its team's total."""

    team: str
    offer: Offer

    def as_json(self, language: str = "es") -> dict[str, Any]:
        """The contracted object of the offer, with the name of the team."""
        return {"team": self.team} | self.offer.as_json(language)


def offer_of(verdict: MeldVerdict, rules: Rules) -> Offer | None:
    """The best rearrangement of wilds for the owner of a meld judged as ``verdict``; None where none scores more."""
    if verdict.canasta != "impure":
        return None
    worth = _bonus(verdict, rules)[1]
    found = [offer for other in _other_ways(verdict, rules) if (offer := _offered(verdict, other, worth, rules))]
    return max(found, key=lambda offer: (offer.is_move, offer.points, -len(offer.tiles)), default=None)


def offers_of(verdicts: Sequence[MeldVerdict], rules: Rules) -> tuple[Offer, ...]:
    """The suggestions for several melds, in their order."""
    return tuple(offer for verdict in verdicts if (offer := offer_of(verdict, rules)))


def opening_offers(verdicts: Sequence[MeldVerdict], rules: Rules) -> tuple[Offer, ...]:
    """How melds too small for a first exposure reach the minimum: their jokers moved to the other end.

    Empty where they reach it already, or cannot reach it so.
    """
    faults = {fault.code: dict(fault.facts) for fault in opening_of(verdicts, rules).violations}
    if not faults.get(Code.FIRST_MELD, {}).get("turned"):
        return ()
    return tuple(offer for verdict in verdicts if (offer := _turned(verdict, rules)))


def hand_offers(record: HandRecord, rules: Rules) -> tuple[HandOffer, ...]:
    """The suggestion for each meld of a finished hand, scored by itself to the end."""
    before = _counted(record, rules)
    if before.impossible or before.void:
        return ()
    return tuple(
        HandOffer(team.name, replace(offer, points=more))
        for at, team in enumerate(record.teams)
        for number, meld in enumerate(team.melds)
        if (offer := offer_of(judge_meld(meld, rules), rules))
        and (more := _total(record, at, number, offer, rules) - before.sheets[at].total) > 0
    )


def _total(record: HandRecord, at: int, number: int, offer: Offer, rules: Rules) -> int:
    """The total of the team ``at`` with its meld ``number`` rearranged as suggested."""
    team = record.teams[at]
    melds = (*team.melds[:number], offer.row, *team.melds[number + 1 :])
    teams = (*record.teams[:at], replace(team, melds=melds), *record.teams[at + 1 :])
    return _counted(replace(record, teams=teams), rules).sheets[at].total


def _bonus(verdict: MeldVerdict, rules: Rules) -> tuple[Reason | None, int]:
    """The name and points of the canasta of a meld; None where it is none."""
    purity = canasta_of(verdict, rules)
    return canasta_bonus(verdict, purity, rules) if purity else (None, 0)


def _other_ways(verdict: MeldVerdict, rules: Rules) -> Iterator[MeldVerdict]:
    """Every lawful run of the same tiles with the same naturals and its wilds in other places."""
    if not verdict.lawful or verdict.kind != "run" or verdict.wilds > MOST_WILDS:
        return
    places = places_of(verdict)
    wilds = [placed.tile for placed in places.values() if placed.is_wild]
    naturals = {place: placed.tile for place, placed in places.items() if not placed.is_wild}
    is_descending = tuple(places.values()) != verdict.placed
    for window in windows_of(len(places), rules):
        holes = [place for place in range(window.start, window.start + len(places)) if place not in naturals]
        for order in set(permutations(wilds)) if len(holes) == len(wilds) else ():
            tiles = naturals | dict(zip(holes, order, strict=True))
            row = [PlacedTile(tiles[place]) for place in sorted(tiles, reverse=is_descending)]
            other = judge_meld(row, rules)
            if other.lawful and other.tiles != verdict.tiles:
                yield other


def _offered(verdict: MeldVerdict, other: MeldVerdict, worth: int, rules: Rules) -> Offer | None:
    """The suggestion to lay ``verdict`` as ``other``, if that scores more than ``worth`` and is allowed or can be
    asked."""
    reason, bonus = _bonus(other, rules)
    if bonus <= worth:
        return None
    was, now = places_of(verdict), places_of(other)
    moved = tuple(placed.tile for place, placed in was.items() if placed.is_wild and now.get(place) != placed)
    at_home = {placed.tile for placed in now.values() if not placed.is_wild}.issuperset(moved)
    if change_between(verdict, other, rules).lawful:
        code = OfferCode.TWO_HOME if at_home else OfferCode.WILD_TURNED
    elif at_home:
        code = OfferCode.TWO_PARKED
    else:
        return None
    return Offer(
        code=code,
        tiles=moved,
        lies=verdict.placed,
        row=other.placed,
        canasta=canasta_of(other, rules),
        reason=reason,
        points=bonus - worth,
    )


def _turned(verdict: MeldVerdict, rules: Rules) -> Offer | None:
    """The suggestion for a meld not yet laid: its jokers where they score most."""
    others = list(_other_ways(verdict, rules))
    best = max(others, key=lambda other: exposed_worth(other, rules), default=verdict)
    more = exposed_worth(best, rules) - exposed_worth(verdict, rules)
    if more <= 0:
        return None
    return Offer(
        code=OfferCode.JOKER_TURNED,
        tiles=tuple(placed_tile.tile for placed_tile in verdict.placed if placed_tile.is_wild),
        lies=verdict.placed,
        row=best.placed,
        canasta=best.canasta,
        reason=None,
        points=more,
    )


def _counted(record: HandRecord, rules: Rules) -> HandScore:
    from engine.scoring.scoring import score_hand  # takes a moment to load, and who judges a meld counts no hand

    return score_hand(record, rules)
