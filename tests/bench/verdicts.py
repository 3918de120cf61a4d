"""How long verdicts take in whatever engine is found first: `PYTHONPATH=BUILD python tests/bench/verdicts.py`.

Reads from standard input a JSON object with ``rows`` and ``table``, lists of melds in notation, and ``rounds``; writes
the median milliseconds of judging one of ``rows`` and all of ``table``. It only uses what every build has.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import cycle
from statistics import median
from time import perf_counter

from engine import judge_meld, load_rules, parse_meld


def median_ms(call: Callable[[], object], rounds: int) -> float:
    """The median of ``rounds`` calls after one that is not counted."""
    call()
    elapsed = []
    for _ in range(rounds):
        started = perf_counter()
        call()
        elapsed.append(1000 * (perf_counter() - started))
    return median(elapsed)


def main() -> None:
    """Measures, and writes one line of JSON."""
    given = json.load(sys.stdin)
    rules = load_rules("clasico")
    rows = cycle([parse_meld(row) for row in given["rows"]])
    table = [parse_meld(meld) for meld in given["table"]]
    found = {
        "long_row": median_ms(lambda: judge_meld(next(rows), rules), given["rounds"] * len(given["rows"])),
        "rules_table": median_ms(lambda: [judge_meld(meld, rules) for meld in table], given["rounds"]),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
