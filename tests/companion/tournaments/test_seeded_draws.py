"""Draws: brackets of every size, zones of fair sizes, and rounds in which nobody meets the same rival twice."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.tournaments.brackets import bracket_pairings
from companion.tournaments.plan import Entrant, PlannedPairing
from companion.tournaments.seeded_draws import draw_zones, drawn_order, zone_pairings
from companion.tournaments.swiss import pair_round
from engine.tournament.standings import Standing


def entrants(count: int, clubs: int = 0) -> list[Entrant]:
    return [Entrant(number, f"{number}", f"club {number % clubs}" if clubs else "") for number in range(1, count + 1)]


def played_out(pairings: tuple[PlannedPairing, ...]) -> dict[int, int]:
    """Who goes through from each match, where whoever entered first wins."""
    winners: dict[int, int] = {}
    for pairing in pairings:
        rivals = (
            [winners[feed] for feed in pairing.feeds] if pairing.feeds else [pairing.home, pairing.away or pairing.home]
        )
        winners[pairing.number] = min(rivals)
    return winners


@pytest.mark.parametrize("count", range(2, 65))
def test_a_bracket_of_any_size_ends_with_one(count: int):
    pairings = bracket_pairings(drawn_order(entrants(count), f"{count}"), 1, 10)
    size = 1 << (count - 1).bit_length()
    first = [pairing for pairing in pairings if pairing.round == 1]
    assert sorted(player for pairing in first for player in (pairing.home, pairing.away) if player) == list(
        range(1, count + 1)
    )
    assert sum(pairing.is_bye for pairing in pairings) == sum(pairing.is_bye for pairing in first) == size - count
    assert Counter(pairing.round for pairing in pairings) == {
        turn: size >> turn for turn in range(1, size.bit_length())
    }
    assert [pairing.number for pairing in pairings] == list(range(11, 10 + size))
    feeds = [feed for pairing in pairings for feed in pairing.feeds or ()]
    assert sorted(feeds) == [pairing.number for pairing in pairings[:-1]]
    assert played_out(pairings)[pairings[-1].number] == 1


@pytest.mark.parametrize(
    ("zones", "qualifiers"), [(zones, 2) for zones in range(2, 33)] + [(zones, 3) for zones in range(2, 22)]
)
def test_nobody_meets_their_own_zone_again_at_once(zones: int, qualifiers: int):
    chance = random.Random(zones)
    tables = [
        (f"{zone}", [standing(zone * 10 + place, place, chance) for place in range(1, 5)]) for zone in range(zones)
    ]
    first = [pairing for pairing in bracket_pairings(tables, qualifiers, 0) if pairing.round == 1]
    assert all(pairing.is_bye or pairing.home // 10 != pairing.away // 10 for pairing in first)
    assert all(
        pairing.home % 10 == 1 for pairing in first if pairing.is_bye and zones >= sum(pair.is_bye for pair in first)
    )


def standing(player: int, place: int, chance: random.Random) -> Standing:
    points = chance.randrange(3000)
    return Standing(
        player=f"{player}", played=3, won=4 - place, difference=points, points_for=points, rank=place, needs_lots=False
    )


@pytest.mark.parametrize("count", range(2, 40))
@pytest.mark.parametrize("size", [3, 4, 5])
def test_zones_are_even_and_hold_everybody_once(count: int, size: int):
    zones = draw_zones(entrants(count), size, "x", by_club=False)
    sizes = [len(zone.entrants) for zone in zones]
    assert sorted(entrant for zone in zones for entrant in zone.entrants) == list(range(1, count + 1))
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= min(3, count)
    assert zones == draw_zones(entrants(count), size, "x", by_club=False)
    met = Counter(frozenset((pairing.home, pairing.away)) for pairing in zone_pairings(zones, 0))
    assert set(met.values()) == {1}
    assert len(met) == sum(size * (size - 1) // 2 for size in sizes)


def test_another_seed_is_another_draw():
    assert len({draw_zones(entrants(16), 4, f"{seed}", by_club=False) for seed in range(20)}) == 20


@pytest.mark.parametrize(("count", "clubs"), [(16, 4), (16, 2), (24, 5), (13, 3)])
def test_clubs_are_spread_as_far_as_they_go(count: int, clubs: int):
    for seed in range(5):
        zones = draw_zones(entrants(count, clubs), 4, f"{seed}", by_club=True)
        of_club = Counter(f"club {number % clubs}" for number in range(1, count + 1))
        for zone in zones:
            for club, found in Counter(f"club {entrant % clubs}" for entrant in zone.entrants).items():
                assert found <= -(-of_club[club] // len(zones))


@pytest.mark.parametrize("count", [4, 5, 7, 8, 11, 16])
def test_swiss_rounds_pair_equals_without_rematches(count: int):
    wins = dict.fromkeys(range(1, count + 1), 0)
    met: set[frozenset[int]] = set()
    rested: list[int] = []
    for _ in range(min(count - 1, 5)):
        found = pair_round(sorted(wins.items(), key=lambda item: -item[1]), met, rested)
        assert found is not None
        pairs, resting = found
        together = [player for pair in pairs for player in pair] + ([resting] if resting else [])
        assert sorted(together) == list(wins)
        assert met.isdisjoint(map(frozenset, pairs))
        assert resting not in rested
        met |= set(map(frozenset, pairs))
        rested += [resting] if resting else []
        for player in [min(pair) for pair in pairs] + ([resting] if resting else []):
            wins[player] += 1
    assert max(wins.values()) - min(wins.values()) >= 1


DUTCH = [
    pytest.param([0] * 8, [], [(1, 5), (2, 6), (3, 7), (4, 8)], None, id="upper half against lower half"),
    pytest.param([1, 1, 1, 1, 0, 0, 0, 0], [(1, 5), (2, 6), (3, 7), (4, 8)], [(1, 3), (2, 4), (5, 7), (6, 8)], None,
                 id="those who stand alike meet"),
    pytest.param([1, 1, 1, 1], [(1, 3)], [(1, 4), (2, 3)], None, id="a rematch turns the lower half"),
    pytest.param([1, 1, 1, 0, 0, 0], [], [(1, 2), (3, 4), (5, 6)], None, id="the last goes down to the first"),
    pytest.param([1, 1, 1, 0, 0, 0], [(3, 4)], [(1, 2), (3, 5), (4, 6)], None, id="or to the next, where they met"),
    pytest.param([2, 2, 2, 1, 1, 0], [(5, 6), (3, 5)], [(1, 3), (2, 5), (4, 6)], None,
                 id="the last who can goes down, so that nobody is two wins apart"),
    pytest.param([3, 2, 2, 1, 0], [], [(1, 2), (3, 4)], 5, id="who has fewest rests"),
    pytest.param([1, 1, 0, 0, 0], [], [(1, 2), (3, 4)], 5, id="the last of those with fewest"),
]  # fmt: skip


@pytest.mark.parametrize(("wins", "met", "pairs", "rests"), DUTCH)
def test_swiss_rounds_go_by_the_dutch_system(
    wins: list[int], met: list[tuple[int, int]], pairs: list[tuple[int, int]], rests: int | None
):
    """Tables of our own, reckoned by hand after the FIDE's rules C.04.3 without colours."""
    assert pair_round(list(enumerate(wins, 1)), set(map(frozenset, met)), []) == (tuple(pairs), rests)


def test_who_rested_or_won_without_playing_does_not_rest_again():
    assert pair_round(list(enumerate([1, 1, 0, 0, 0], 1)), set(), [5, 4]) == (((1, 2), (4, 5)), 3)


def test_where_only_rematches_are_left_nothing_is_paired():
    met = {frozenset(pair) for pair in ((1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3))}
    assert pair_round([(1, 3), (2, 2), (3, 1), (4, 0)], met, []) is None
