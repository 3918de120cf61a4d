"""Rearrange a shared table with as many rack tiles as possible: exact dynamic programming over the thirteen numbers.

After each number all that matters is how long the open runs of each colour are and how many jokers are bound; of all
ways to the same such state the best is kept. A joker is bound only where a meld would be none without it: one that is
free goes to the end of some meld when all is done. What a wild may do is the law's to say, not this search's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.plays.groups import Grouping, GroupShape, groupings
from engine.plays.row_building import Row, rows_of
from engine.plays.run_ends import alive, better, finished, steps
from engine.rules.rules import Rules
from engine.tiles import JOKER, NUMBERS, Color, Tile

_COLORS = tuple(Color)
_BITS = 8
_MASK = (1 << _BITS) - 1
_JOKERS_AT = _BITS * len(_COLORS)
Way = tuple[int, int, int, int]
"""The new states of a colour's open runs, as bits; the worth of the tiles from the rack; jokers bound; tiles used."""
Trace = tuple[int, Grouping, Way, Way, Way, Way]
"""The state before a number, and how its tiles are used."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A table that holds all required tiles, and the rack tiles laid on it."""

    rows: tuple[Row, ...]
    laid: tuple[Tile, ...]


def is_exact(rules: Rules) -> bool:
    """Whether ``arrange`` covers every table that ``rules`` allow on a shared table."""
    plain = rules.pierna_distinct_colours and not (rules.ace_high or rules.wraparound or rules.twos_wild)
    return plain and rules.wilds_adjacent and not rules.naturals_per_wild and rules.max_wilds >= rules.jokers


def arrange(
    must: Sequence[Tile], may: Sequence[Tile], worth: Mapping[Tile, int], rules: Rules, *, above: int = -1
) -> Arrangement | None:
    """The rows that hold all of ``must`` and those of ``may`` whose total ``worth`` is greatest.

    None where ``must`` cannot be laid, or where no more than ``above`` can be reached. Runs go from the 1, if that is
    low, to the 13; only jokers are wild; groups have different colours.
    """
    return _Search(must, may, worth, rules, above).best()


class _Search:
    """One search; its state is discarded afterwards."""

    def __init__(
        self, must: Sequence[Tile], may: Sequence[Tile], worth: Mapping[Tile, int], rules: Rules, above: int
    ) -> None:
        self.must, self.may, self.worth, self.rules = Counter(must), Counter(may), worth, rules
        self.jokers = self.must[JOKER] + self.may[JOKER]
        self.shortest, self.most = rules.min_meld_len, rules.copies
        self.steps = steps(self.shortest, self.most)
        longest = min(rules.pierna_max_len or len(_COLORS), len(_COLORS))
        self.shape = GroupShape(self.shortest, longest, rules.max_wilds, max(rules.min_naturals, 1))
        self.due = [[0] * len(_COLORS) for _ in (0, *NUMBERS, 0, 0)]
        self.held = [[0] * len(_COLORS) for _ in (0, *NUMBERS, 0, 0)]
        at_color = {color: at for at, color in enumerate(_COLORS)}
        for tile, is_due in (*((tile, 1) for tile in must), *((tile, 0) for tile in may)):
            if tile.number and tile.color:
                self.due[tile.number][at_color[tile.color]] += is_due
                self.held[tile.number][at_color[tile.color]] += 1
        self.better = better(self.shortest, self.most)
        self.alive = [[self._alive(color, left) for left in range(self.jokers + 1)] for color in range(len(_COLORS))]
        self.still = self._still(above)

    def _still(self, above: int) -> list[int]:
        """For each number, the least worth from which a state can still exceed ``above``."""
        still = [above + 1 - self.may[JOKER] * self.worth.get(JOKER, 0)]
        for number in reversed(NUMBERS):
            more = (
                self._each(number, at) * (self.held[number][at] - self.due[number][at]) for at in range(len(_COLORS))
            )
            still.append(still[-1] - sum(more))
        return still[::-1]

    def _alive(self, color: int, jokers: int) -> list[frozenset[int]]:
        """For each number, and after the last, the open runs of ``color`` that can still be completed with
        ``jokers``."""
        states = [finished(self.shortest, self.most)]
        for number in reversed(NUMBERS):
            count = self.held[number][color] + jokers if number > 1 or self.rules.ace_low else 0
            states.append(alive(states[-1], count, self.shortest, self.most))
        return states[::-1]

    def best(self) -> Arrangement | None:
        """The best arrangement; None where the required tiles cannot be laid."""
        layers: list[dict[int, Trace]] = []
        reached = {0: 0}
        for number in NUMBERS:
            reached, traces = self._next(number, reached)
            layers.append(traces)
        for state in sorted(reached, key=lambda at: (-reached[at], at)):
            choices = []
            for traces in reversed(layers):
                choices.append(traces[state])
                state = traces[state][0]
            if rows := rows_of(tuple(self._used(choices[::-1])), self.must[JOKER], self.may[JOKER], self.rules):
                laid = Counter(placed.tile for row in rows for placed in row) - self.must
                return Arrangement(rows, tuple(laid.elements()))
        return None

    def _used(self, choices: Sequence[Trace]) -> Iterator[tuple[Grouping, tuple[tuple[int, int], ...]]]:
        """For each number its groups, and per colour the tiles and jokers of runs."""
        for _, grouping, *ways in choices:
            yield grouping, tuple((tiles, jokers) for _, _, jokers, tiles in ways)

    def _next(self, number: int, reached: dict[int, int]) -> tuple[dict[int, int], dict[int, Trace]]:
        """The best worth of each state after ``number``, with the step that reached it."""
        held = tuple(self.held[number]) if number in self.rules.piernas_allowed else (0,) * len(_COLORS)
        options = groupings(held, self.jokers, self.shape)
        known: list[dict[tuple[int, int, int], list[Way]]] = [{} for _ in _COLORS]
        worths: dict[int, int] = {}
        traces: dict[int, Trace] = {}
        least = self.still[number]
        for state, worth in reached.items():
            runs = [state >> _BITS * color & _MASK for color in range(len(_COLORS))]
            left = self.jokers - (state >> _JOKERS_AT)
            for grouping in options:
                if (free := left - grouping.jokers) < 0:
                    continue
                ways = []
                for color, grouped in enumerate(grouping.used):
                    key = (runs[color], grouped, free)
                    found = known[color].get(key)
                    if found is None:
                        found = known[color][key] = list(self._ways(number, color, *key))
                    if not found:
                        break
                    ways.append(found)
                else:
                    first, second, third, fourth = ways
                    for play in first:
                        for two in second:
                            if (both := play[2] + two[2]) > free:
                                break
                            for three in third:
                                if (jokers := both + three[2]) > free:
                                    break
                                runs_of_three = play[0] | two[0] | three[0]
                                so_far = worth + play[1] + two[1] + three[1]
                                for four in fourth:
                                    if (more := free - jokers - four[2]) < 0:
                                        break
                                    at = runs_of_three | four[0] | self.jokers - more << _JOKERS_AT
                                    now = so_far + four[1]
                                    if now >= least and worths.get(at, -1) < now:
                                        worths[at] = now
                                        traces[at] = (state, grouping, play, two, three, four)
        return {at: worth for at, worth in worths.items() if not self._is_beaten(at, worth, worths)}, traces

    def _is_beaten(self, at: int, worth: int, worths: dict[int, int]) -> bool:
        """Whether a state of equal worth binds fewer jokers, or has better runs of one colour."""
        for more in range(1, (at >> _JOKERS_AT) + 1):
            if worths.get(at - (more << _JOKERS_AT), -1) >= worth:
                return True
        for shift in range(0, _JOKERS_AT, _BITS):
            runs = at >> shift & _MASK
            for other in self.better[runs]:
                if worths.get(at + (other - runs << shift), -1) >= worth:
                    return True
        return False

    def _ways(self, number: int, color: int, state: int, grouped: int, free: int) -> Iterator[Way]:
        """The ways to append the copies of one face left by ``grouped`` to the runs of ``state``.

        With at most ``free`` jokers; the fewest jokers first.
        """
        due, held, each = self.due[number][color], self.held[number][color], self._each(number, color)
        if number == 1 and not self.rules.ace_low:
            if grouped >= due:
                yield 0, (grouped - due) * each, 0, 0
            return
        step = self.steps[state]
        for jokers in range(min(free, self.most) + 1):
            after = self.alive[color][free - jokers][number]
            for tiles in range(max(due - grouped, 0), min(held - grouped, self.most - jokers) + 1):
                become = step[tiles + jokers]
                if become in after and (not jokers or self._binds(number, color, state, tiles + jokers)):
                    yield become << _BITS * color, (tiles + grouped - due) * each, jokers, tiles

    def _each(self, number: int, color: int) -> int:
        return self.worth.get(Tile(number, _COLORS[color]), 0)

    def _binds(self, number: int, color: int, state: int, count: int) -> bool:
        """Whether a joker on this number may be needed for a run.

        It begins only a run that ends with the 13, and extends a long one only where the run continues.
        """
        goes_on = self.held[number + 1][color] or (self.jokers > 1 and self.held[number + 2][color])
        return (
            bool(state if goes_on else self.steps[state][count] != state) or number >= NUMBERS[-1] - self.shortest + 1
        )
