"""The evaluation report, as the contracted JSON and as a table: by session, and overall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from companion.evaluation.counts import Tally
from companion.phrases.wording import say


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The tallies of an evaluation by session, in order of first occurrence."""

    threshold: float
    sessions: Mapping[str, Tally]

    @staticmethod
    def of(threshold: float, measured: Iterable[tuple[str, Tally]]) -> EvaluationReport:
        """The report of pictures, each with its session."""
        sessions: dict[str, Tally] = {}
        for session, tally in measured:
            sessions[session] = sessions.get(session, Tally()) + tally
        return EvaluationReport(threshold, sessions)

    @property
    def overall(self) -> Tally:
        """All sessions together."""
        return sum(self.sessions.values(), Tally())

    def as_json(self) -> dict[str, Any]:
        """The tallies overall and by session; detection shares without labels are left out."""
        return {
            "threshold": self.threshold,
            "overall": self.overall.as_json(),
            "sessions": {session: tally.as_json() for session, tally in self.sessions.items()},
        }

    def as_table(self, language: str) -> Table:
        """Every measured share, overall and by session."""
        table = Table(show_header=False)
        for _ in ("what", "share", "interval", "counts"):
            table.add_column(justify="right" if table.columns else "left")
        parts = [(say(language, "all"), self.overall), *(self.sessions.items() if len(self.sessions) > 1 else ())]
        for name, tally in parts:
            table.add_section()
            table.add_row(Text(name, style="bold"), say(language, "pictures"), "", str(len(tally.elapsed_ms)))
            for key, share in tally.shares():
                if share.value is not None:
                    low, high = share.interval
                    interval = f"{100 * low:.1f} – {100 * high:.1f}"
                    counts = f"{share.count} / {share.of}"
                    table.add_row(say(language, key), f"{100 * share.value:.2f} %", interval, counts)
            if tally.calibration.error is not None:
                table.add_row(say(language, "calibration"), f"{100 * tally.calibration.error:.2f} %", "", "")
            table.add_row(say(language, "elapsed"), _milliseconds(tally), "", "")
        return table


def _milliseconds(tally: Tally) -> str:
    ranks = [rank for rank in tally.as_json()["elapsed_ms"].values() if rank]
    return " / ".join(f"{rank['value']:.0f}" for rank in ranks) or "–"
