"""A slow second opinion on a Swiss round: every way to pair a small field, judged by the Dutch criteria word by word.

Nothing of the program is used but the names of what befell people. A way is a tuple of pairs, the higher one first;
the pair of who rests is (who, 0).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from companion.tournaments.swiss import Float

Way = tuple[tuple[int, int], ...]
Floats = tuple[Float, Float]
CRITERIA = ("C5", "C6", "C7", "C8", "C9", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21", "order")


@dataclass
class Round:
    """What is known before a round: everybody's points in the order of the table, and what befell them."""

    points: Mapping[int, int]
    met: Collection[frozenset[int]]
    rested: Collection[int]
    floats: Mapping[int, Floats] = field(default_factory=dict)
    missed: Mapping[int, int] = field(default_factory=dict)

    def ways(self, left: Sequence[int] | None = None) -> Iterator[Way]:
        """C1, C2 and C4: everybody is paired, nobody with whom they met; the one over rests, if they never did."""
        left = list(self.points) + [0] * (len(self.points) % 2) if left is None else left
        if not left:
            yield ()
            return
        one, *others = left
        for other in others:
            may = one not in self.rested if other == 0 else frozenset((one, other)) not in self.met
            if may:
                for way in self.ways([who for who in others if who != other]):
                    yield ((one, other), *way)

    def best(self) -> Way | None:
        """The way that is best in the order of the criteria, group by group."""
        return min(self.ways(), key=lambda way: [list(counts.values()) for counts in self.judged(way)], default=None)

    def judged(self, way: Way) -> list[dict[str, object]]:
        """What each criterion says of a way: C5 of all, then of each group from the top."""
        levels = sorted(set(self.points.values()), reverse=True)
        rests = [self.points[one] for one, other in way if other == 0]
        return [{"C5": rests}, *(self._of_group(way, levels, number) for number in range(len(levels)))]

    def _of_group(self, way: Way, levels: Sequence[int], number: int) -> dict[str, object]:
        points = levels[number]
        downs, pairs = self._split(way, points)
        following = levels[number + 1] if number + 1 < len(levels) else None
        later = self._apart(way, following) if following is not None else ()
        cells: dict[str, object] = {"C6": len(downs), "C7": self._apart(way, points), "C8": (len(self._split(
            way, following)[0]) if following is not None else 0, later)}  # fmt: skip
        cells["C9"] = sum(self.missed.get(one, 0) for one, other in downs if other == 0)
        floats = [(one, "down", self.points[one] - points + 1) for one, _ in downs]
        for one, other in pairs:
            if apart := self.points[one] - points:
                floats += [(one, "down", apart), (other, "up", apart)]
        kinds = [(ago, name) for ago in (0, 1) for name in ("down", "up")]
        same = [sorted((apart for who, kind, apart in floats if kind == name and self._before(who, ago) == name),
                       reverse=True) for ago, name in kinds]  # fmt: skip
        cells |= {f"C{14 + at}": len(group) for at, group in enumerate(same)}
        cells |= {f"C{18 + at}": group for at, group in enumerate(same)}
        return cells | {"order": self._order(downs, pairs, points)}

    def _before(self, who: int, ago: int) -> str:
        return self.floats.get(who, ("", ""))[ago]

    def _split(self, way: Way, points: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Who goes down from a group with whom, and its pairs."""
        here = [pair for pair in way if self.points[pair[0]] >= points]
        downs = [pair for pair in here if pair[1] == 0 or self.points[pair[1]] < points]
        return downs, [pair for pair in here if pair[1] and self.points[pair[1]] == points]

    def _apart(self, way: Way, points: int) -> list[int]:
        """The differences of points of a group, the largest first; who goes down meets a point less than the least."""
        downs, pairs = self._split(way, points)
        apart = [self.points[one] - points + 1 for one, _ in downs]
        return sorted([*apart, *(self.points[one] - points for one, _ in pairs)], reverse=True)

    def _order(self, downs: Way | list[tuple[int, int]], pairs: list[tuple[int, int]], points: int) -> object:
        """Where a candidate comes in the order of candidates."""
        place = {who: at for at, who in enumerate(self.points)}
        met = {one: other for one, other in pairs if self.points[one] > points}
        moved = sorted(
            [*met, *(player for player, _ in downs if self.points[player] > points)], key=lambda player: place[player]
        )
        left = [who for who, own in self.points.items() if own == points and who not in met.values()]
        own = [(left.index(one), left.index(other)) for one, other in pairs if one not in met]
        halves = min(
            _altered(len(left), ways) for ways in product(*(((one, other), (other, one)) for one, other in own))
        )
        return [who not in met for who in moved], [place[met[who]] for who in moved if who in met], halves


def _altered(count: int, pairs: Sequence[tuple[int, int]]) -> tuple[object, ...]:
    """How far the upper half, those who come first in each pair, is from the first of ``count``, and who meets whom."""
    half, upper = len(pairs), sorted(player for player, _ in pairs)
    down = [number for number in range(half) if number not in upper]
    up = [number for number in upper if number >= half]
    rivals = [dict(pairs)[number] for number in upper]
    return len(up), sum(up) - sum(down), [-number for number in reversed(down)], up, rivals


class Evening:
    """Rounds of a random tournament: who wins, who comes late, who stays away for a round and who wins so."""

    def __init__(self, count: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.points = dict.fromkeys(range(1, count + 1), 0)
        self.met: set[frozenset[int]] = set()
        self.rested: set[int] = set()
        self.floats: dict[int, Floats] = dict.fromkeys(self.points, ("", ""))
        self.missed = dict.fromkeys(self.points, 0)

    def round(self) -> Round:
        """What is known before the next round; one of eight stays away."""
        here = [point for point in self.points if self.chance.randrange(8)]
        return self.known(sorted(here, key=lambda player: (-self.points[player], player)))

    def known(self, table: Sequence[int]) -> Round:
        """What is known before a round of those in ``table``."""
        return Round({player: self.points[player] for player in table}, set(self.met), set(self.rested),
                     dict(self.floats), dict(self.missed))  # fmt: skip

    def play(self, way: Way) -> None:
        """Plays the pairs of a round, one of ten without a rival."""
        ends = ((2, 0), (0, 2), (1, 1))
        self.score({pair: self.chance.choice(ends) if pair[1] and self.chance.randrange(10) else None for pair in way})

    def score(self, results: Mapping[tuple[int, int], tuple[int, int] | None]) -> None:
        """Adds up a round: what each of a pair got, or nothing where the first had no rival and got 2."""
        before = dict(self.points)
        played = {who for pair, got in results.items() if got for who in pair}
        now: dict[int, Float] = dict.fromkeys(self.points, "")
        for (one, other), result in results.items():
            self.points[one] += result[0] if result else 2
            if result is None:
                self.rested.add(one)
                now[one] = "down"
                continue
            self.points[other] += result[1]
            self.met.add(frozenset((one, other)))
            if before[one] != before[other]:
                now[one], now[other] = "down", "up"
        for who, name in now.items():
            self.missed[who] += who not in played
            self.floats[who] = (name, self.floats[who][0])
