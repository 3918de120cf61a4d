"""Judge who may take the pozo, and how much of it; what taking it obliges to is in ``pozo_duties``."""

from __future__ import annotations

from engine.rules.rules import Rules
from engine.rules.verdict import Code, Facts, Violation


def judge_pozo(rack: int, pozo: int, rules: Rules, taken: int | None = None) -> tuple[Violation, ...]:
    """The violations of a player with ``rack`` tiles taking ``taken`` (default: all) of the ``pozo`` tiles."""
    taken = pozo if taken is None else taken
    facts: Facts = (("rack", rack), ("pozo", pozo), ("taken", taken), ("needed", rules.pozo_min_total))
    if rules.pozo_take == "never":
        return (Violation(Code.NO_POZO),)
    if not pozo:
        return (Violation(Code.EMPTY_POZO),)
    if taken != (1 if rules.pozo_take == "top" else pozo):
        return (Violation(Code.PARTIAL_POZO, (), facts),)
    if rack + taken < rules.pozo_min_total:
        return (Violation(Code.POZO_MIN, (), facts),)
    return ()
