"""Thousands of hands on every processor: `python -m tests.engine.many_hands PROFILE... [--hands N] [--unchecked]`.

Each hand is played and then judged by `must_hold`; `--unchecked` measures the playing alone.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import get_context

from engine import PROFILES, Reason, ScoreLine, audit, load_rules
from engine.hand.moves import Close, StockOut
from engine.scoring.canastas import points_against
from engine.simulation.simulate import SimulatedHand, simulate

FLAT = Reason.MUERTO_UNPLAYED
"""The line of a muerto whose tiles are spared."""


@dataclass(frozen=True, slots=True)
class Played:
    """How many hands were played, how they ended and what it took."""

    endings: Counter[str]
    wall_s: float
    cpu_s: float

    @property
    def hands(self) -> int:
        """All hands, however they ended."""
        return self.endings.total()


def must_hold(hand: SimulatedHand) -> None:
    """What is true of every simulated hand."""
    replayed = hand.history.replayed(hand.rules)
    assert (replayed.state, replayed.violations) == (hand.end, ())
    assert isinstance(hand.end.ended, Close | StockOut)
    account = audit(hand.record, hand.rules)
    assert (account.tiles, account.missing_points) == (len(hand.rules.bag), 0)
    assert Counter(hand.record.tiles) == Counter(hand.rules.bag)
    if hand.rules.game == "burako":
        assert account.points == points_against(hand.rules.bag, hand.rules)
    assert hand.history.undo().redo() == hand.history
    _score_must_hold(hand)


def is_bonus(line: ScoreLine) -> bool:
    """Whether a line pays for a canasta, whose tiles another line counts."""
    return "CANASTA" in line.reason or line.reason == Reason.SEMI_PURA


def _score_must_hold(hand: SimulatedHand) -> None:
    """Every total is the sum of its lines, and in burako the lines and what nobody counts are worth a whole set."""
    score, record = hand.score, hand.record
    assert not score.impossible
    assert not score.problems
    for sheet in score.sheets:
        assert sheet.total == sum(line.points for line in sheet.lines)
    if hand.rules.game == "rummy" or score.void:
        return
    reasons = [{line.reason for line in sheet.lines} for sheet in score.sheets]
    spared = [team.unplayed_muerto for team, codes in zip(record.teams, reasons, strict=True) if FLAT in codes]
    nobodys = points_against([*record.pozo, *record.mazo, *record.muertos, *chain(*spared)], hand.rules)
    lines = [line for sheet in score.sheets for line in sheet.lines if line.tiles and not is_bonus(line)]
    assert sum(abs(line.points) for line in lines) + nobodys == points_against(hand.rules.bag, hand.rules)


def played(profile: str, seeds: range, *, checked: bool = True) -> Played:
    """The seeded hands of a profile, for every number of players in turn, played in this process."""
    rules, endings = load_rules(profile), Counter[str]()
    wall, cpu = time.perf_counter(), time.process_time()
    for seed in seeds:
        hand = simulate(rules, seed, rules.players[seed % len(rules.players)])
        endings[type(hand.end.ended).__name__] += 1
        if checked:
            must_hold(hand)
    return Played(endings, time.perf_counter() - wall, time.process_time() - cpu)


def played_on_all(profile: str, hands: int, *, checked: bool = True) -> Played:
    """As many hands, shared among as many processes as there are processors."""
    workers = os.cpu_count() or 1
    shares = [range(first, hands, workers) for first in range(workers)]
    begin = time.perf_counter()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(partial(played, profile, checked=checked), shares))
    endings = sum((part.endings for part in parts), Counter[str]())
    return Played(endings, time.perf_counter() - begin, sum(part.cpu_s for part in parts))


def main() -> None:
    """Plays, and prints a line for every profile."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.many_hands", description="Thousands of hands.")
    parser.add_argument("profiles", nargs="*", default=PROFILES, metavar="PROFILE")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--unchecked", action="store_true", help="play only")
    given = parser.parse_args()
    for profile in given.profiles:
        tally = played_on_all(profile, given.hands, checked=not given.unchecked)
        each_ms = 1000 * tally.cpu_s / tally.hands
        print(
            f"{profile}: {tally.hands} hands, {dict(tally.endings)}, {tally.wall_s:.0f} s, {each_ms:.1f} ms CPU a hand"
        )


if __name__ == "__main__":
    main()
