"""What an examination found, as the contracted JSON and as a table: every session, and all together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from companion.evaluation.tally import Share, Tally
from companion.wording import say


@dataclass(frozen=True, slots=True)
class Report:
    """The tallies of an examination by session, in the order in which they were met."""

    threshold: float
    sessions: Mapping[str, Tally]

    @staticmethod
    def of(threshold: float, measured: Iterable[tuple[str, Tally]]) -> Report:
        """The report of pictures, each with the session it belongs to."""
        sessions: dict[str, Tally] = {}
        for session, tally in measured:
            sessions[session] = sessions.get(session, Tally()) + tally
        return Report(threshold, sessions)

    @property
    def overall(self) -> Tally:
        """All sessions together."""
        return sum(self.sessions.values(), Tally())

    def as_json(self) -> dict[str, Any]:
        """The tallies of all together and of each session; places that are None of none were not measured."""
        return {
            "threshold": self.threshold,
            "overall": self.overall.as_json(),
            "sessions": {session: tally.as_json() for session, tally in self.sessions.items()},
        }

    def as_table(self, language: str) -> Table:
        """One column for each session, one line for each share that was measured."""
        columns = [(say(language, "all"), self.overall), *self.sessions.items()]
        table = Table("", *(name for name, _ in columns[: 1 if len(columns) == 2 else None]))
        columns = columns[: 1 if len(columns) == 2 else None]
        table.add_row(say(language, "pictures"), *(str(len(tally.elapsed_ms)) for _, tally in columns))
        for name, share in self.overall.shares():
            if share.of:
                table.add_row(say(language, name), *(_told(dict(tally.shares())[name]) for _, tally in columns))
        table.add_row(say(language, "elapsed"), *(_milliseconds(tally) for _, tally in columns))
        return table


def _told(share: Share) -> str:
    """A share in per cent, its interval and its counts."""
    if share.value is None:
        return "–"
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f}–{100 * high:.1f})\n{share.count} / {share.of}"


def _milliseconds(tally: Tally) -> str:
    ranks = [rank for rank in tally.as_json()["elapsed_ms"].values() if rank]
    return " / ".join(f"{rank['value']:.0f}" for rank in ranks) or "–"
