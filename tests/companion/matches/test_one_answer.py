"""A row that goes round, or only lies in a wrong order, is one thing on the page, in the count and out loud."""

from __future__ import annotations

from typing import Any

import pytest

from companion import match_commands
from companion.dashboard.matches.announcements import calls_of
from tests.companion.matches.visit import PLAYERS, Visit
from tests.engine.cases import rows

WIDE_OF_IT = "4y 4k 4b"


@pytest.mark.parametrize("row", rows("rounds", "round"))
def test_a_row_is_shown_as_it_is_counted(visit: Visit, row: dict[str, Any]) -> None:
    for profile, wanted in row["counts"].items():
        visit.agrees(PLAYERS[:2], profile)
        visit.deals()
        visit.says(match_commands.Count(stock_out=True, melds={0: row["laid"], 1: WIDE_OF_IT}, partial=True))
        shown = visit.shown()
        assert shown.hand
        (meld, _) = shown.hand.melds
        assert (meld.counts, meld.canasta) == (wanted != "against", wanted if wanted in ("pure", "impure") else None)
        counted = [problem.code for problem in shown.hand.problems]
        assert [violation.code for violation in meld.violations if violation.code in counted] == counted
        assert bool(meld.violations) is bool(counted)
        spoken = [call for call in calls_of(shown) if call.key.startswith("canasta-")]
        assert len(spoken) == (wanted in ("pure", "impure"))


@pytest.mark.parametrize("row", rows("rounds", "round"))
def test_only_a_row_that_counts_as_a_canasta_closes(visit: Visit, row: dict[str, Any]) -> None:
    for profile, wanted in row["counts"].items():
        visit.agrees(PLAYERS[:2], profile)
        visit.deals()
        visit.says(match_commands.Count(closer=0, melds={0: row["laid"], 1: ""}, racks={0: "", 1: "4y 4k"},
                                muertos=("played", "untaken"), partial=True))  # fmt: skip
        shown = visit.shown()
        assert shown.hand
        codes = [fault.code for fault in shown.hand.impossible]
        barred = ["BARRED"] if (profile, wanted) == ("torneo", "against") else []
        assert codes == ([] if wanted in ("pure", "impure") else ["CLOSE_NO_CANASTA", *barred])
