"""How the counts of the contenders are shown: a plain table for people, numbers for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from companion.evaluation.counts import Proportion
from tests.baselines.looks import Counts

HEADINGS = ("tiles found", "number right", "false a picture", "ms a picture", "pictures right")


def as_json(counts: Mapping[str, Counts]) -> dict[str, object]:
    """Everything by contender, shares with their intervals."""
    return {
        name: {
            "found": one.found.as_json(),
            "number_right": one.right.as_json(),
            "false_a_picture": round(one.false / one.exact.of, 3) if one.exact.of else None,
            "median_ms": _median(one),
            "pictures_right": one.exact.as_json(),
        }
        for name, one in counts.items()
    }


def as_table(counts: Mapping[str, Counts]) -> str:
    """What was read, and a row of equal columns for each contender."""
    rows = [("", *HEADINGS), *((name, *_cells(one)) for name, one in counts.items())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return "\n".join([*(_read(count) for count in [*counts.values()][:1]), *lines])


def _read(counts: Counts) -> str:
    """One line about the pictures that all of them read."""
    jokers = counts.found.of - counts.right.of
    return f"{counts.exact.of} pictures, {counts.found.of} tiles ({jokers} of them without a number), two threads"


def _cells(counts: Counts) -> Iterator[str]:
    middle = _median(counts)
    yield _percent(counts.found)
    yield _percent(counts.right)
    yield f"{counts.false / counts.exact.of:.2f}" if counts.exact.of else "–"
    yield "–" if middle is None else f"{middle:.0f}"
    yield _percent(counts.exact)


def _percent(share: Proportion) -> str:
    return "–" if share.value is None else f"{100 * share.value:.1f} %"


def _median(counts: Counts) -> float | None:
    return round(median(counts.elapsed_ms), 1) if counts.elapsed_ms else None
