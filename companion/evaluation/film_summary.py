"""Summarise graded films by profile, by encoder and overall, every share with its 95 % interval."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.evaluation.counts import Proportion, percentile
from companion.evaluation.film_score import FilmGrades

EASY_TAPS = 3
"""The number of one-tap answers in a hand that is acceptable."""


@dataclass(frozen=True, slots=True)
class GradedFilms:
    """A group of graded films."""

    marks: tuple[FilmGrades, ...]

    @property
    def shares(self) -> Mapping[str, Proportion]:
        """The shares of right results, by name."""
        hands = len(self.marks)
        return {
            "exact_unaided": Proportion(sum(mark.is_score_exact_alone for mark in self.marks), hands),
            "exact_with_taps": Proportion(sum(mark.is_score_exact_thrifty for mark in self.marks), hands),
            "few_taps": Proportion(sum(mark.is_score_exact and mark.taps <= EASY_TAPS for mark in self.marks), hands),
            "silently_wrong": Proportion(sum(mark.is_score_silent_wrong for mark in self.marks), hands),
            "moves_found": Proportion(sum(mark.found for mark in self.marks), sum(mark.moves for mark in self.marks)),
            "offences_found": Proportion(
                sum(mark.offences_found for mark in self.marks), sum(mark.offences for mark in self.marks)
            ),
        }

    def as_json(self) -> dict[str, Any]:
        """A JSON object."""
        delays = [delay for mark in self.marks for delay in mark.delays_s]
        return {
            "hands": len(self.marks),
            **{name: share.as_json() for name, share in self.shares.items()},
            "moves_invented": sum(mark.invented for mark in self.marks),
            "false_alarms": sum(mark.false_alarms for mark in self.marks),
            "taps": sum(mark.taps for mark in self.marks),
            "delay_s": {f"p{rank}": percentile(delays, rank) for rank in (50, 95)},
        }


def summary(marks: Sequence[FilmGrades]) -> dict[str, Any]:
    """All films, then those of each profile and those of each encoder."""
    return {
        "overall": GradedFilms(tuple(marks)).as_json(),
        "by_rules": {name: each.as_json() for name, each in grouped(marks, lambda mark: mark.rules).items()},
        "by_codec": {name: each.as_json() for name, each in grouped(marks, lambda mark: mark.codec).items()},
    }


def grouped(marks: Sequence[FilmGrades], name_of: Callable[[FilmGrades], str]) -> dict[str, GradedFilms]:
    """The films by group name, in order of first occurrence."""
    names = dict.fromkeys(map(name_of, marks))
    return {name: GradedFilms(tuple(mark for mark in marks if name_of(mark) == name)) for name in names}
