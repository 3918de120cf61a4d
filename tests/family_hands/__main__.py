"""Films hands of other families and tells each, nobody answering: `python -m tests.family_hands --hands 12 --jobs 4`.

Which game, layout, length and whether somebody offends follow from the seed of each hand; seeds are `--seed` and on. A
line for each hand as it is told, then a table of all. `--json` prints a line of JSON for each and one of all instead;
with `--films FOLDER` films stay there, with what was told in a `.told` beside each, and are not made anew. `--eight`
films one hand of each of the eight ways of `cases.EIGHT` instead of drawing them, in that order. `--maker club` takes
films of `datasets.club_films`, where all but game and offence follows from the seed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.console import Console
from rich.table import Table

from companion.evaluation.counts import percentile
from datasets.club_films.generate import ClubFilmSpec
from datasets.family_films.generate import FilmSpec
from datasets.family_films.scenarios import CASES, EIGHT
from tests.family_hands.doing import Done, Spec, done
from tests.family_hands.telling import HandReport

GAMES = ("clasico", "parejas", "torneo", "buracco", "eburako", "rummy")
LAYOUTS = ("main", "rack-in-view", "45-degrees", "wide", "heaped-pozo", "mirrored", "sway", "two-rows", "free")
HANDS, WHOLE, MOVES = 12, 0.35, 25
"""How many hands unless it is said, how often one is filmed to its end, and how many visible moves of others."""
_COLUMNS = ("hand", "moves", "invented", "offences", "false alarms", "exact", "silently wrong", "delay p50/p95 s",
            "questions")  # fmt: skip


def hands_of(given: argparse.Namespace) -> int:
    """How many hands are filmed."""
    return int(given.hands or (len(EIGHT) if given.eight else HANDS))


def specs(given: argparse.Namespace) -> Iterator[Spec]:
    """The films that are wished for."""
    for at in range(hands_of(given)):
        seed = given.seed + at
        rng = np.random.default_rng([seed, 60])
        drawn = given.cases[int(rng.integers(len(given.cases)))]
        case = EIGHT[at % len(EIGHT)] if given.eight else drawn
        whole, offends = rng.random() < given.whole, bool(rng.random() < 0.5)
        if given.maker == "club":
            yield ClubFilmSpec(rules=given.rules[seed % len(given.rules)], seed=seed, offends=offends)
            continue
        yield FilmSpec(case=case, rules=given.rules[seed % len(given.rules)], seed=seed, moves=0 if whole else MOVES,
                   offends=offends, is_lively=not given.tidy)  # fmt: skip


def all_done(given: argparse.Namespace, folder: Path) -> Iterator[Done]:
    """Every spec as it is done, the longest films first."""
    order = sorted(specs(given), key=lambda spec: (spec.moves > 0, spec.seed))
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        left = [pool.submit(done, spec, folder, given.films is not None) for spec in order]
        yield from (future.result() for future in as_completed(left))


def row_of(hand: HandReport) -> tuple[str, ...]:
    """A hand as cells of the table."""
    mark = hand.mark
    return (
        mark.name, f"{mark.found}/{mark.moves}", str(mark.invented), f"{mark.offences_found}/{mark.offences}",
        str(mark.false_alarms), hand.outcome, "YES" if hand.is_silently_wrong else "",
        f"{_delay(mark.delays_s, 50)}/{_delay(mark.delays_s, 95)}", str(hand.questions),
    )  # fmt: skip


def sums(some: Sequence[HandReport]) -> dict[str, object]:
    """All hands together."""
    marks = [result.mark for result in some]
    delays = [delay for mark in marks for delay in mark.delays_s]
    return {
        "hands": len(some), "refused": sum(result.is_refused for result in some),
        "moves": sum(mark.moves for mark in marks), "found": sum(mark.found for mark in marks),
        "invented": sum(mark.invented for mark in marks), "offences": sum(mark.offences for mark in marks),
        "offences_found": sum(mark.offences_found for mark in marks),
        "false_alarms": sum(mark.false_alarms for mark in marks), "exact": sum(result.is_exact for result in some),
        "silently_wrong": sum(result.is_silently_wrong for result in some),
        "delay_s": {"p50": _delay(delays, 50), "p95": _delay(delays, 95)},
    }  # fmt: skip


def _delay(delays: Sequence[float], rank: int) -> object:
    found = percentile(list(delays), rank)
    return "" if found is None else found["value"]


def shown(some: Sequence[HandReport]) -> Table:
    """The table of all hands, their sums in its last line."""
    table = Table()
    for name in _COLUMNS:
        table.add_column(name, overflow="fold", min_width=24 if name == "hand" else None)
    for result in some:
        table.add_row(*row_of(result))
    whole = sums(some)
    table.add_section()
    delays = whole["delay_s"]
    assert isinstance(delays, dict)
    table.add_row(f"{whole['hands']} hands", f"{whole['found']}/{whole['moves']}", str(whole["invented"]),
                  f"{whole['offences_found']}/{whole['offences']}", str(whole["false_alarms"]), str(whole["exact"]),
                  str(whole["silently_wrong"]), f"{delays['p50']}/{delays['p95']}", "")  # fmt: skip
    return table


def arguments() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.family_hands", description=__doc__)
    parser.add_argument("--hands", type=int, help=f"{HANDS}, or with --eight {len(EIGHT)}")
    parser.add_argument("--eight", action="store_true", help="the eight ways of filming one after another")
    parser.add_argument("--seed", type=int, default=40, help="of the first hand; those up to 39 were developed on")
    parser.add_argument("--maker", choices=("family", "club"), default="family", help="who makes the films")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="films made at once")
    parser.add_argument("--rules", nargs="+", default=GAMES, help="profiles, by turns")
    parser.add_argument("--cases", nargs="+", default=LAYOUTS, choices=tuple(CASES), help="layouts, drawn by chance")
    parser.add_argument("--whole", type=float, default=WHOLE, help="how often a hand is filmed to its end, 0 to 1")
    parser.add_argument("--tidy", action="store_true", help="nobody takes back, plays swiftly or rests a hand in view")
    parser.add_argument("--films", type=Path, help="where films and what was told of them stay")
    parser.add_argument("--json", action="store_true", help="lines of JSON")
    return parser


def main() -> None:
    """Films, tells and prints."""
    given = arguments().parse_args()
    some: list[HandReport] = []
    hands, order = hands_of(given), [spec.name for spec in specs(given)]
    with TemporaryDirectory() as bare:
        for at, outcome in enumerate(all_done(given, given.films or Path(bare)), 1):
            said = outcome.problem if outcome.report is None else " ".join(row_of(outcome.report)[1:])
            print(f"{at}/{hands} {outcome.spec.name} ({outcome.took_s:.0f} s): {said}", file=sys.stderr, flush=True)
            some += [outcome.report] if outcome.report else []
            if given.json and outcome.report:
                print(json.dumps(outcome.report.as_json()), flush=True)
    if given.json:
        print(json.dumps({"event": "summary", **sums(some)}))
    else:
        by_order = sorted(some, key=lambda hand: order.index(hand.mark.name))
        Console(width=max(120, Console().width)).print(shown(by_order))
    sys.exit(len(some) < hands)


if __name__ == "__main__":
    main()
