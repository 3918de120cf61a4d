"""Check whether a recorded hand is possible: number of tiles, teams and racks, and a lawful close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.hand.hand_file import HandRecord, TeamRecord
from engine.hand.transfers import surplus_copy_violation
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.scoring.canastas import CountedTeam


def impossibilities(record: HandRecord, teams: Sequence[CountedTeam], rules: Rules) -> tuple[Violation, ...]:
    """Every reason why ``record`` is impossible under these rules; empty for a possible one."""
    return (*_tiles(record, rules), *_sides(record, rules), *_close(record, teams, rules))


def _tiles(record: HandRecord, rules: Rules) -> Iterator[Violation]:
    taken = sum(team.muerto != "untaken" for team in record.teams)
    is_known = record.muertos or rules.muerto_becomes_stock
    untaken = 0 if is_known else max(rules.muertos - taken, 0) * rules.muerto_size
    count = len(record.tiles) + untaken
    if count > len(rules.bag):
        yield Violation(Code.INVENTORY, (), (("count", count), ("most", len(rules.bag)), ("untaken", untaken)))
    for tile, count in Counter(record.tiles).items():
        if count > rules.most_of(tile):
            yield surplus_copy_violation(tile, count, rules)
    if taken > rules.muertos:
        yield Violation(Code.TOO_MANY_MUERTOS, (), (("count", taken), ("most", rules.muertos)))
    for team in record.teams:
        held = len(team.unplayed_muerto)
        is_left_out = record.partial and not held
        if team.muerto == "unplayed" and held != rules.muerto_size and rules.muertos and not is_left_out:
            facts = (("team", team.name), ("count", held), ("size", rules.muerto_size))
            yield Violation(Code.MUERTO_SIZE, team.unplayed_muerto, facts)


def _sides(record: HandRecord, rules: Rules) -> Iterator[Violation]:
    """The problems with the number of teams, of their racks, and of their tiles."""
    sides = len(record.teams)
    possible = [count for count in rules.players if sides == (rules.sides or count)]
    if not possible:
        yield Violation(Code.WRONG_SIDES, (), (("count", sides),))
        return
    if record.players is not None and record.players not in possible:
        yield Violation(Code.WRONG_PLAYERS, (), (("count", sides), ("players", record.players)))
        return
    possible = [record.players] if record.players is not None else possible
    fullest = max(record.teams, key=_holders)
    players = next((count for count in sorted(possible) if _holders(fullest) <= count // sides), None)
    if players is None:
        yield Violation(Code.TOO_MANY_RACKS, (), (("team", fullest.name), ("count", _holders(fullest))))
        return
    yield from _closer_holds(record, players // sides, rules)
    if rules.sides and not record.partial:
        yield from _budget(record, players // sides * rules.dealt(players), rules)


def _holders(team: TeamRecord) -> int:
    """The number of players of ``team`` in the record."""
    return max(len(team.racks), sum(map(bool, (*team.racks, team.unplayed_muerto))))


def _closer_holds(record: HandRecord, partners: int, rules: Rules) -> Iterator[Violation]:
    for team in record.teams:
        left = [rack for rack in (*team.racks, team.unplayed_muerto) if len(rack) > rules.leftover_on_close]
        if team.name == record.closed_by and len(left) >= partners:
            facts = (("team", team.name), ("count", len(left[0])))
            yield Violation(Code.CLOSER_HAS_TILES, left[0], facts)


def _budget(record: HandRecord, dealt: int, rules: Rules) -> Iterator[Violation]:
    """The teams with fewer tiles than ``dealt``: no turn reduces a side's tiles."""
    for team in record.teams:
        least = dealt + (0 if team.muerto == "untaken" else rules.muerto_size)
        held = len(team.tiles)
        if held < least:
            yield Violation(Code.BUDGET, (), (("team", team.name), ("count", held), ("least", least)))


def _may_lack(record: HandRecord, rules: Rules) -> bool:
    """Whether a side may have closed without a muerto because the last one became the stock."""
    return rules.muerto_becomes_stock and not record.muertos


def _close(record: HandRecord, teams: Sequence[CountedTeam], rules: Rules) -> Iterator[Violation]:
    for team in teams:
        if team.record.name == record.closed_by:
            facts = (("team", team.record.name), ("needed", rules.canastas_to_close))
            if rules.close_needs_canasta and len(team.canastas) < rules.canastas_to_close:
                yield Violation(Code.CLOSE_NO_CANASTA, (), facts)
            elif rules.close_needs_pura and not team.pure:
                yield Violation(Code.CLOSE_NO_PURA, (), facts)
            if rules.close_needs_muerto and team.record.muerto == "untaken" and not _may_lack(record, rules):
                yield Violation(Code.CLOSE_NO_MUERTO, (), facts)
            wrong = (*team.record.set_aside, *(verdict.tiles for verdict in team.unlawful))
            if rules.bad_meld == "set_aside" and wrong and max(rules.players) == len(teams):
                yield Violation(Code.BARRED, wrong[0], facts)
